//===- FactorFinder.h - What numbers are made of ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through a place and the numbers that it is made of:
//
//   HiddenFactors.cpp  places, sums and products
//   Multiples.cpp      sums that are a multiple of one number
//   Clamps.cpp         the smaller or larger of two numbers
//   Signs.cpp          numbers that may be negative, and narrow ones
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_FACTORFINDER_H
#define BANKLINT_SYNTAX_FACTORFINDER_H

#include "Constants.h"
#include "Syntax/HiddenFactors.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>

namespace banklint {

/// Whether LLVM takes a number for one that is not negative.
enum class Sign { NeverNegative, MayBeNegative, Open };

/// What a product with a power of two costs a number. LLVM carries the product
/// into the number, where the factor is lost to machine code:
///   (3 - t / 8) * 4    96 - (t << 1 & -16), in bytes
///   t * 4              t << 16 >> 12, of a short t
///   (31 - t) * 4       496 - (t << 4), where t << 4 is computed as well
enum class Loss { None, Open, All };

/// Whether a choice of two numbers is the smaller or the larger of them, of
/// which LLVM keeps no bits. It sees so of the signs that decide: i < 60, not
/// i <= 60; of numbers without a sign, of both.
enum class Clamp { None, Open, All };

/// A number, and what it is where it has one term.
struct NumberFactors : SeenFactors {
  NumberFactors() = default;
  NumberFactors(const SeenFactors &Factors) : SeenFactors(Factors) {}

  /// It is a masked number, or what a name stands for; negated or not, plus a
  /// constant.
  bool IsMasked = false, IsName = false, IsNegated = false;
  /// The bits that the mask leaves: all those of a quotient.
  uint64_t MaskedBits = 0;
  /// The constant; none where only the compiler knows it.
  std::optional<uint64_t> Offset = 0;
  /// By the extension of its sign.
  Loss Extension = Loss::None;
  /// What is multiplied is in doubt all the same: what LLVM knows of the
  /// smaller of two numbers makes a mask or a division of it unnecessary.
  bool StaysOpen = false;
  /// It is t - t % 4, which is another difference where it is taken away.
  bool IsRounded = false;

  Loss lossOfDifference() const {
    // A constant that has all of these bits makes it an exclusive or.
    if (!IsMasked || !IsNegated)
      return Loss::None;
    if (IsRounded)
      return Loss::Open;
    if (MaskedBits == ~uint64_t(0))
      return Loss::All;
    if (!Offset)
      return Loss::Open;
    return (*Offset & MaskedBits) == MaskedBits ? Loss::None : Loss::All;
  }
};

/// LLVM multiplies out sums that have a product among their terms:
/// (4 * a + b) * 8, not (a + b) * 8.
NumberFactors multipliedBy(NumberFactors Of, const llvm::APSInt &By);

inline NumberFactors masked(NumberFactors Number, uint64_t Bits) {
  Number.IsMasked = true;
  Number.MaskedBits = Bits;
  return Number;
}

/// A number made of the bits of others: by ^ and &, or one of both.
inline SeenFactors bitsOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  if (Result.HasClamp)
    Result.ZeroBits = std::min(A.ZeroBits, B.ZeroBits);
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  return Result;
}

/// Goes through a place and what it is made of.
class FactorFinder {
public:
  FactorFinder(const CompileTime &Known, const clang::ASTContext &Context)
      : Known(Known), Context(Context) {}

  SeenFactors find(const clang::Expr &Place);

private:
  SeenFactors ofPlace(const clang::Expr *Place, unsigned Depth);
  SeenFactors ofPointer(const clang::Expr *Pointer, unsigned Depth);
  SeenFactors ofElement(const clang::Expr *Base, const clang::Expr *Index,
                        clang::QualType Element, unsigned Depth);
  NumberFactors ofNumber(const clang::Expr *Number, unsigned Depth) const;
  NumberFactors ofUnary(const clang::UnaryOperator &E, unsigned Depth) const;
  NumberFactors ofBinary(const clang::BinaryOperator &E, unsigned Depth) const;
  NumberFactors ofRemainder(const clang::BinaryOperator &E,
                            unsigned Depth) const;
  NumberFactors ofExtension(const clang::CastExpr &E, unsigned Depth) const;
  Loss lossOfExtension(const clang::Expr *Narrow, unsigned Depth) const;
  bool isMultipleOf(const clang::Expr *Number, const llvm::APSInt &Bits,
                    unsigned Depth) const;
  NumberFactors ofClamp(Clamp How, NumberFactors Factors) const;
  NumberFactors ofChoice(const clang::ConditionalOperator &E,
                         unsigned Depth) const;
  NumberFactors ofName(const clang::Expr *Name, unsigned Depth) const;
  std::optional<NumberFactors> ofSmaller(const clang::CallExpr &E,
                                         unsigned Depth) const;
  Clamp clampIn(const clang::Stmt *S) const;
  std::optional<NumberFactors>
  ofResult(const clang::FunctionDecl &Callee) const;
  Clamp clampOf(const clang::Expr *Condition, const clang::Expr *True,
                const clang::Expr *False, bool IsVariable) const;
  bool isWritten(const clang::Expr *A, const clang::Expr *B) const;
  const clang::Expr *withoutConstant(const clang::Expr *Sum,
                                     int64_t &Than) const;
  std::optional<NumberFactors> ofRounded(const clang::BinaryOperator &E,
                                         unsigned Depth) const;
  std::optional<NumberFactors> ofMultiples(const clang::BinaryOperator &E,
                                           unsigned Depth) const;
  std::pair<const clang::Expr *, int64_t> multipleOf(const clang::Expr *E,
                                                     unsigned Depth) const;
  void addAddends(const clang::Expr *E,
                  llvm::SmallVectorImpl<const clang::Expr *> &Addends,
                  unsigned Depth) const;
  uint64_t hashOf(const clang::Expr *E, unsigned &Budget) const;
  uint64_t operationsOf(const clang::Expr *E, unsigned &Budget) const;
  uint64_t operationsOfSettings(const clang::Expr *Part,
                                unsigned &Budget) const;
  bool addOneTwice(llvm::ArrayRef<const clang::Expr *> Sums) const;
  std::optional<uint64_t> boundOf(const clang::Expr *Number,
                                  unsigned Depth) const;
  Sign signOf(const clang::Expr *Number, unsigned Depth) const;
  Sign signOfBinary(const clang::BinaryOperator &E, unsigned Depth) const;

  const clang::Expr *valueOf(const clang::Expr *Name) const {
    return Known.valueOf(Name);
  }
  std::optional<llvm::APSInt> constantOf(const clang::Expr *E) const {
    return banklint::constantOf(E, Context);
  }
  bool isConstant(const clang::Expr *E) const {
    return constantOf(E) || Known.isConstant(E);
  }

  /// Names that stand for each other; what is deeper is not looked into.
  static constexpr unsigned MostDepth = 64;
  /// Of a place, of which operations are told apart.
  static constexpr unsigned MostOperations = 256;
  /// Of a sum; in longer ones nothing is looked for.
  static constexpr size_t MostAddends = 32;

  const CompileTime &Known;
  const clang::ASTContext &Context;
  /// Of all elements on the way to a place.
  llvm::SmallVector<const clang::Expr *, 4> Indices;
  bool HasPointer = false; ///< on the way
};

} // namespace banklint

#endif // BANKLINT_SYNTAX_FACTORFINDER_H
