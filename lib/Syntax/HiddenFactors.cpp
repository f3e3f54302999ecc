//===- HiddenFactors.cpp - What the compiler loses of an alignment --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/HiddenFactors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

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

/// Goes through a place and what it is made of.
class FactorFinder {
public:
  FactorFinder(const CompileTime &Known, const ASTContext &Context)
      : Known(Known), Context(Context) {}

  SeenFactors ofPlace(const Expr *Place, unsigned Depth = 0) const;

private:
  SeenFactors ofPointer(const Expr *Pointer, unsigned Depth) const;
  SeenFactors ofElement(const Expr *Base, const Expr *Index, QualType Element,
                        unsigned Depth) const;
  NumberFactors ofNumber(const Expr *Number, unsigned Depth) const;
  NumberFactors ofUnary(const UnaryOperator &E, unsigned Depth) const;
  NumberFactors ofBinary(const BinaryOperator &E, unsigned Depth) const;
  NumberFactors ofRemainder(const BinaryOperator &E, unsigned Depth) const;
  NumberFactors ofExtension(const CastExpr &E, unsigned Depth) const;
  Loss lossOfExtension(const Expr *Narrow, unsigned Depth) const;
  bool isMultipleOf(const Expr *Number, const llvm::APSInt &Bits,
                    unsigned Depth) const;
  NumberFactors ofClamp(Clamp How, NumberFactors Factors) const;
  NumberFactors ofChoice(const ConditionalOperator &E, unsigned Depth) const;
  NumberFactors ofName(const Expr *Name, unsigned Depth) const;
  std::optional<NumberFactors> ofSmaller(const CallExpr &E,
                                         unsigned Depth) const;
  Clamp clampIn(const Stmt *S) const;
  std::optional<NumberFactors> ofResult(const FunctionDecl &Callee) const;
  Clamp clampOf(const Expr *Condition, const Expr *True, const Expr *False,
                bool IsVariable) const;
  bool isWritten(const Expr *A, const Expr *B) const;
  const Expr *withoutConstant(const Expr *Sum, int64_t &Than) const;
  std::optional<NumberFactors> ofRounded(const BinaryOperator &E,
                                         unsigned Depth) const;
  std::optional<NumberFactors> ofMultiples(const BinaryOperator &E,
                                           unsigned Depth) const;
  std::pair<const Expr *, int64_t> multipleOf(const Expr *E,
                                              unsigned Depth) const;
  void addAddends(const Expr *E, SmallVectorImpl<const Expr *> &Addends,
                  unsigned Depth) const;
  bool addsOneTwice(const Expr *Sum, unsigned Depth) const;
  std::optional<uint64_t> boundOf(const Expr *Number, unsigned Depth) const;
  Sign signOf(const Expr *Number, unsigned Depth) const;
  Sign signOfBinary(const BinaryOperator &E, unsigned Depth) const;

  const Expr *valueOf(const Expr *Name) const { return Known.valueOf(Name); }
  std::optional<llvm::APSInt> constantOf(const Expr *E) const;
  bool isConstant(const Expr *E) const {
    return constantOf(E) || Known.isConstant(E);
  }

  /// Names that stand for each other; what is deeper is not looked into.
  static constexpr unsigned MostDepth = 64;
  /// Of a sum; in longer ones nothing is looked for.
  static constexpr size_t MostAddends = 32;

  const CompileTime &Known;
  const ASTContext &Context;
};

} // namespace

std::optional<llvm::APSInt> FactorFinder::constantOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}

static SeenFactors noFactors() {
  SeenFactors Result;
  Result.Terms = 0;
  return Result;
}

static NumberFactors constant(std::optional<llvm::APSInt> Value) {
  NumberFactors Result = noFactors();
  Result.Offset = Value ? std::optional(Value->extOrTrunc(64).getZExtValue())
                        : std::nullopt;
  return Result;
}

/// Of a number whose factors are done with: it goes into a sum, or says how far
/// an element is.
static SeenFactors settle(const NumberFactors &Number) {
  SeenFactors Result = Number;
  const Loss Lost = std::max(Number.lossOfDifference(), Number.Extension);
  if (Lost == Loss::None)
    return Result;
  Result.ZeroBitsInDoubt = 0;
  ++Result.Losses;
  if (Lost == Loss::All)
    Result.ZeroBits = 0;
  return Result;
}

static SeenFactors sumOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.ZeroBits = std::min(A.ZeroBits, B.ZeroBits);
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  Result.Terms = A.Terms + B.Terms;
  Result.HasProduct = A.HasProduct || B.HasProduct;
  Result.Losses = A.Losses + B.Losses;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  return Result;
}

static NumberFactors addNumbers(const NumberFactors &A,
                                const NumberFactors &B) {
  if (A.Terms != 0 && B.Terms != 0)
    return sumOf(settle(A), settle(B));
  NumberFactors Result = A.Terms != 0 ? A : B;
  Result.Offset = A.Offset && B.Offset ? std::optional(*A.Offset + *B.Offset)
                                       : std::nullopt;
  return Result;
}

static NumberFactors negate(NumberFactors Number) {
  Number.IsNegated = !Number.IsNegated;
  if (Number.Offset)
    Number.Offset = 0 - *Number.Offset;
  return Number;
}

static NumberFactors masked(NumberFactors Number, uint64_t Bits) {
  Number.IsMasked = true;
  Number.MaskedBits = Bits;
  return Number;
}

/// A number made of the bits of others: by ^ and &, or one of both.
static SeenFactors bitsOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  if (Result.HasClamp)
    Result.ZeroBits = std::min(A.ZeroBits, B.ZeroBits);
  Result.ZeroBitsInDoubt = std::min(A.ZeroBitsInDoubt, B.ZeroBitsInDoubt);
  return Result;
}

/// A number made of others in another way, as a quotient.
static SeenFactors madeOf(const SeenFactors &A, const SeenFactors &B) {
  SeenFactors Result;
  Result.HasClamp = A.HasClamp || B.HasClamp;
  if (A.isHidden() || B.isHidden())
    Result.ZeroBitsInDoubt = 0;
  return Result;
}

static unsigned addBits(unsigned Bits, unsigned More) {
  return Bits == SeenFactors::All ? Bits
                                  : std::min(Bits + More, SeenFactors::All - 1);
}

/// LLVM multiplies out sums that have a product among their terms:
/// (4 * a + b) * 8, not (a + b) * 8.
static NumberFactors multipliedBy(NumberFactors Of, const llvm::APSInt &By) {
  const unsigned Bits = By.isZero() ? 0 : By.countr_zero();
  if (By.isPowerOf2() && Bits < 64) {
    // What else the kernel multiplies is not looked for.
    if (Bits && Of.IsName && Of.IsNegated && Of.Offset != 0)
      Of.Extension = std::max(Of.Extension, Loss::Open);
    if (Of.MaskedBits != ~uint64_t(0))
      Of.MaskedBits <<= Bits;
    if (Of.Offset)
      *Of.Offset <<= Bits;
  } else {
    // A multiplication is left, and machine code sees what it is by.
    Of.IsMasked = false;
    Of.Extension = Loss::None;
  }
  Of.IsName = false;
  Of.ZeroBits = addBits(Of.ZeroBits, Bits);
  Of.ZeroBitsInDoubt = Of.StaysOpen ? 0 : addBits(Of.ZeroBitsInDoubt, Bits);
  if (!Of.HasProduct)
    Of.Terms = std::min(Of.Terms, 1u);
  Of.HasProduct = true;
  return Of;
}

/// Whether the sign of a narrow number is extended for all the compiler knows,
/// and machine code does not see that a product with it is even.
Loss FactorFinder::lossOfExtension(const Expr *Narrow, unsigned Depth) const {
  Narrow = Narrow->IgnoreParens();
  if (Depth == MostDepth)
    return Loss::Open;
  if (isConstant(Narrow))
    return Loss::None;
  if (const auto *Cast = dyn_cast<CastExpr>(Narrow)) {
    const Expr *Of = Cast->getSubExpr();
    if (!Of->getType()->isIntegralOrEnumerationType())
      return Loss::All;
    if (Cast->getCastKind() != CK_LValueToRValue &&
        Of->getType()->isUnsignedIntegerOrEnumerationType() &&
        Context.getTypeSize(Of->getType()) <
            Context.getTypeSize(Cast->getType()))
      return Loss::None;
    return lossOfExtension(Of, Depth + 1);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Narrow)) {
    const bool ByConstant = constantOf(Binary->getRHS()).has_value();
    switch (Binary->getOpcode()) {
    case BO_Div:
    case BO_Shr:
    case BO_Rem:
    case BO_And:
      return ByConstant ? Loss::None : Loss::Open;
    case BO_Add:
    case BO_Sub:
      return ByConstant ? Loss::All : Loss::Open;
    default:
      return Loss::Open;
    }
  }
  const Expr *Value = valueOf(Narrow);
  return Value ? lossOfExtension(Value, Depth + 1) : Loss::All;
}

NumberFactors FactorFinder::ofExtension(const CastExpr &E,
                                        unsigned Depth) const {
  const Expr *Of = E.getSubExpr();
  NumberFactors Result = ofNumber(Of, Depth);
  // As a number without a sign it is masked.
  if (E.getType()->isUnsignedIntegerOrEnumerationType() &&
      Context.getTypeSize(E.getType()) < 32)
    Result.Extension = Loss::None;
  if (E.getCastKind() == CK_IntegralCast &&
      Of->getType()->isSignedIntegerOrEnumerationType() &&
      Context.getTypeSize(Of->getType()) <
          std::min<uint64_t>(32, Context.getTypeSize(E.getType())))
    Result.Extension = std::max(Result.Extension, lossOfExtension(Of, Depth));
  return Result;
}

NumberFactors FactorFinder::ofNumber(const Expr *Number, unsigned Depth) const {
  Number = Number->IgnoreParens();
  if (Depth == MostDepth)
    return {};
  if (std::optional<llvm::APSInt> Value = constantOf(Number))
    return constant(Value);
  if (Known.isConstant(Number))
    return constant(std::nullopt);
  if (const auto *Cast = dyn_cast<CastExpr>(Number))
    return Cast->getType()->isIntegralOrEnumerationType() &&
                   Cast->getSubExpr()->getType()->isIntegralOrEnumerationType()
               ? ofExtension(*Cast, Depth + 1)
               : NumberFactors();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Number))
    return ofUnary(*Unary, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return ofBinary(*Binary, Depth + 1);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Number))
    return ofChoice(*Choice, Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(Number))
    if (std::optional<NumberFactors> Smaller = ofSmaller(*Call, Depth + 1))
      return *Smaller;
  if (const Expr *Value = valueOf(Number))
    return ofNumber(Value, Depth + 1);
  return ofName(Number, Depth + 1);
}

/// Of a variable that is set again: where that clamps it, as in `if (i > 60) i
/// = 60`.
NumberFactors FactorFinder::ofName(const Expr *Name, unsigned Depth) const {
  NumberFactors Result;
  Result.IsName = true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage())
    return Result;
  for (const VariableSetting *Setting : Known.settingsBefore(*Variable, *Ref)) {
    const auto *To = llvm::dyn_cast_or_null<Expr>(Setting->Assigned);
    if (!To || !To->getType()->isIntegralOrEnumerationType())
      continue;
    if (Setting->Conditions.size() == 1) {
      const Clamp How = clampOf(Setting->Conditions.front(), To, Ref,
                                /*IsVariable=*/true);
      // With more on that arm, a branch may be left.
      Result =
          ofClamp(Setting->IsAlone ? How : std::min(How, Clamp::Open), Result);
    }
    const Expr *Of = To->IgnoreParenImpCasts();
    if (isa<CallExpr, ConditionalOperator>(Of))
      Result = bitsOf(Result, ofNumber(Of, Depth));
    if (isa<ConditionalOperator>(Of)) // it may be taken away
      Result.ZeroBitsInDoubt = 0;
  }
  return Result;
}

NumberFactors FactorFinder::ofClamp(Clamp How, NumberFactors Factors) const {
  if (How == Clamp::None)
    return Factors;
  Factors.ZeroBitsInDoubt = 0;
  if (How == Clamp::All)
    Factors.ZeroBits = 0;
  Factors.HasClamp = true;
  return Factors;
}

/// Whether two expressions are written alike, or are the same constant.
bool FactorFinder::isWritten(const Expr *A, const Expr *B) const {
  const std::optional<llvm::APSInt> OfA = constantOf(A), OfB = constantOf(B);
  if (OfA && OfB)
    return llvm::APSInt::isSameValue(*OfA, *OfB);
  llvm::FoldingSetNodeID ProfileOfA, ProfileOfB;
  A->IgnoreParenImpCasts()->Profile(ProfileOfA, Context, /*Canonical=*/true);
  B->IgnoreParenImpCasts()->Profile(ProfileOfB, Context, /*Canonical=*/true);
  return ProfileOfA == ProfileOfB;
}

/// `IsVariable`: of the numbers that are compared one is a variable, and not
/// what it is made of.
Clamp FactorFinder::clampOf(const Expr *Condition, const Expr *True,
                            const Expr *False, bool IsVariable) const {
  const auto *Compared =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Compared || !Compared->isRelationalOp())
    return Clamp::None;
  const Expr *A = Compared->getLHS(), *B = Compared->getRHS();
  BinaryOperatorKind Is = Compared->getOpcode();
  if (constantOf(A)) {
    std::swap(A, B);
    Is = BinaryOperator::reverseComparisonOp(Is);
  }
  const std::optional<llvm::APSInt> Limit = constantOf(B);
  const bool IsUnsigned = A->getType()->isUnsignedIntegerOrEnumerationType();
  if (IsUnsigned && Limit && Limit->isZero())
    return Clamp::None; // it decides nothing
  const bool IsNarrow = Context.getTypeSize(A->getType()) <= 32;
  bool IsSame = (isWritten(A, True) && isWritten(B, False)) ||
                (isWritten(B, True) && isWritten(A, False));
  bool IsStrict = Is == BO_LT || Is == BO_GT;
  if (Limit && !IsUnsigned) {
    // As i < c or i > c: of a sum with a constant, and with the next number.
    int64_t Than = Limit->extOrTrunc(64).getExtValue();
    if (!IsStrict)
      Than += Is == BO_LE ? 1 : -1;
    const Expr *Number = withoutConstant(A, Than);
    const Expr *Other = isWritten(Number, True) ? False : True;
    const std::optional<llvm::APSInt> Chosen = constantOf(Other);
    const bool IsClamp =
        (isWritten(Number, True) || isWritten(Number, False)) && Chosen &&
        Chosen->extOrTrunc(64) == Than;
    IsStrict = IsClamp;
    IsSame |= IsClamp;
  }
  if (!IsSame)
    return Clamp::None;
  if (IsUnsigned && IsNarrow)
    return Clamp::All;
  // LLVM divides both sides of 2 * t < 60.
  return IsStrict && (IsVariable || constantOf(True)) && IsNarrow ? Clamp::All
                                                                  : Clamp::Open;
}

/// The number that a sum adds a constant to, which goes to the other side of a
/// comparison.
const Expr *FactorFinder::withoutConstant(const Expr *Sum,
                                          int64_t &Than) const {
  const auto *Binary = dyn_cast<BinaryOperator>(Sum->IgnoreParenImpCasts());
  if (!Binary || !Binary->isAdditiveOp())
    return Sum;
  const std::optional<llvm::APSInt> Added = constantOf(Binary->getRHS());
  if (!Added)
    return Sum;
  const int64_t By = Added->extOrTrunc(64).getExtValue();
  Than += Binary->getOpcode() == BO_Sub ? By : -By;
  return Binary->getLHS();
}

NumberFactors FactorFinder::ofChoice(const ConditionalOperator &E,
                                     unsigned Depth) const {
  auto IsNamed = [&](const Expr *Side) {
    return isa<DeclRefExpr>(Side->IgnoreParenImpCasts()) || isConstant(Side);
  };
  const Expr *True = E.getTrueExpr(), *False = E.getFalseExpr();
  return ofClamp(
      clampOf(E.getCond(), True, False, IsNamed(True) && IsNamed(False)),
      bitsOf(ofNumber(True, Depth), ofNumber(False, Depth)));
}

/// What a number is at most, as far as masks tell.
std::optional<uint64_t> FactorFinder::boundOf(const Expr *Number,
                                              unsigned Depth) const {
  Number = Number->IgnoreParenImpCasts();
  if (Depth == MostDepth)
    return std::nullopt;
  if (const std::optional<llvm::APSInt> Value = constantOf(Number))
    return Value->isNegative() ? std::nullopt
                               : std::optional(Value->getLimitedValue(1 << 30));
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number)) {
    const std::optional<uint64_t> A = boundOf(Binary->getLHS(), Depth + 1),
                                  B = boundOf(Binary->getRHS(), Depth + 1);
    constexpr uint64_t Most = 1 << 15; // so that nothing overflows
    switch (Binary->getOpcode()) {
    case BO_And:
      return A && B ? std::min(A, B) : A ? A : B;
    case BO_Add:
      return A && B ? std::optional(*A + *B) : std::nullopt;
    case BO_Mul:
      return A && B && *A < Most && *B < Most ? std::optional(*A * *B)
                                              : std::nullopt;
    case BO_Rem:
      return B && *B && signOf(Binary->getLHS(), Depth) == Sign::NeverNegative
                 ? std::optional(*B - 1)
                 : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  const Expr *Value = valueOf(Number);
  return Value ? boundOf(Value, Depth + 1) : std::nullopt;
}

/// Whether a call gives the smaller of two numbers, or the larger; none where
/// it gives something else.
static std::optional<bool> isMinOrMax(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  if (!Name || E.getNumArgs() != 2)
    return std::nullopt;
  if (llvm::is_contained({"min", "umin", "llmin", "ullmin"}, Name->getName()))
    return true;
  if (llvm::is_contained({"max", "umax", "llmax", "ullmax"}, Name->getName()))
    return false;
  return std::nullopt;
}

/// Whether some code has the smaller or larger of two numbers in it.
Clamp FactorFinder::clampIn(const Stmt *S) const {
  if (!S)
    return Clamp::None;
  Clamp Result = Clamp::None;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    Result = clampOf(Choice->getCond(), Choice->getTrueExpr(),
                     Choice->getFalseExpr(), /*IsVariable=*/true);
  else if (const auto *Call = dyn_cast<CallExpr>(S); Call && isMinOrMax(*Call))
    Result = Clamp::All;
  else if (const auto *If = dyn_cast<IfStmt>(S)) // that gives back one of both
    if (const auto *Compared =
            dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
        Compared && Compared->isRelationalOp())
      Result = Clamp::Open;
  for (const Stmt *Child : S->children())
    Result = std::max(Result, clampIn(Child));
  return Result;
}

/// Of a function that gives back the smaller or larger of two numbers.
std::optional<NumberFactors>
FactorFinder::ofResult(const FunctionDecl &Callee) const {
  const auto *Body = llvm::dyn_cast_or_null<CompoundStmt>(Callee.getBody());
  const Clamp Found = clampIn(Body);
  if (Found == Clamp::None)
    return std::nullopt;
  return ofClamp(Body->size() == 1 ? Found : Clamp::Open, {});
}

/// Of min(2 * t, 60), and of the larger one.
std::optional<NumberFactors> FactorFinder::ofSmaller(const CallExpr &E,
                                                     unsigned Depth) const {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee ||
      !E.getType().getNonReferenceType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const std::optional<bool> IsMin = isMinOrMax(E);
  // A product of its own kind: machine code sees no factor of it.
  if (const IdentifierInfo *Name = Callee->getIdentifier();
      Name && (Name->isStr("__mul24") || Name->isStr("__brev")))
    return ofClamp(Clamp::All, {});
  if (!IsMin)
    return ofResult(*Callee);
  const Expr *A = E.getArg(0), *B = E.getArg(1);
  if (constantOf(A))
    std::swap(A, B);
  const NumberFactors OfA = ofNumber(A, Depth), OfB = ofNumber(B, Depth);
  // One that never decides is none.
  const std::optional<uint64_t> Bound = boundOf(A, Depth),
                                Limit = boundOf(B, Depth);
  if (*IsMin && Bound && Limit && constantOf(B) && *Bound <= *Limit)
    return OfA;
  const QualType Type = E.getType().getNonReferenceType();
  const bool IsWide = Context.getTypeSize(Type) > 32;
  return ofClamp(IsWide ? Clamp::Open : Clamp::All, bitsOf(OfA, OfB));
}

/// Whether the compiler knows that a number has none of the bits of a constant:
/// it is a product with a greater power of two.
bool FactorFinder::isMultipleOf(const Expr *Number, const llvm::APSInt &Bits,
                                unsigned Depth) const {
  Number = Number->IgnoreParenImpCasts();
  if (Depth == MostDepth || Bits.isNegative())
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number)) {
    const std::optional<llvm::APSInt> Right = constantOf(Binary->getRHS()),
                                      Left = constantOf(Binary->getLHS());
    auto IsAbove = [&](uint64_t Factor) {
      return Factor && Bits.getLimitedValue() < (Factor & (0 - Factor));
    };
    switch (Binary->getOpcode()) {
    case BO_Mul:
      return (Right && IsAbove(Right->getLimitedValue())) ||
             (Left && IsAbove(Left->getLimitedValue()));
    case BO_Shl:
      return Right && Right->getLimitedValue(64) < 63 &&
             IsAbove(uint64_t(1) << Right->getZExtValue());
    case BO_And:
      return (Right || Left) &&
             ((Right ? *Right : *Left).extOrTrunc(64).getZExtValue() &
              Bits.getLimitedValue()) == 0;
    case BO_Add:
    case BO_Or:
      return isMultipleOf(Binary->getLHS(), Bits, Depth + 1) &&
             isMultipleOf(Binary->getRHS(), Bits, Depth + 1);
    default:
      return false;
    }
  }
  if (const std::optional<llvm::APSInt> Value = constantOf(Number))
    return (Value->extOrTrunc(64).getZExtValue() & Bits.getLimitedValue()) == 0;
  const Expr *Value = valueOf(Number);
  return Value && isMultipleOf(Value, Bits, Depth + 1);
}

NumberFactors FactorFinder::ofUnary(const UnaryOperator &E,
                                    unsigned Depth) const {
  if (!E.getSubExpr()->getType()->isIntegralOrEnumerationType())
    return {};
  switch (E.getOpcode()) {
  case UO_Plus:
    return ofNumber(E.getSubExpr(), Depth);
  case UO_Minus:
    return negate(ofNumber(E.getSubExpr(), Depth));
  case UO_Not: {
    NumberFactors Result = negate(ofNumber(E.getSubExpr(), Depth));
    if (Result.Offset)
      --*Result.Offset;
    return Result;
  }
  default:
    return {};
  }
}

NumberFactors FactorFinder::ofBinary(const BinaryOperator &E,
                                     unsigned Depth) const {
  if (E.isAssignmentOp() || E.isCommaOp() || E.isLogicalOp() ||
      !E.getLHS()->getType()->isIntegralOrEnumerationType() ||
      !E.getRHS()->getType()->isIntegralOrEnumerationType())
    return {};
  if (E.getOpcode() == BO_Rem)
    return ofRemainder(E, Depth);
  const NumberFactors A = ofNumber(E.getLHS(), Depth),
                      B = ofNumber(E.getRHS(), Depth);
  const std::optional<llvm::APSInt> Left = constantOf(E.getLHS()),
                                    Right = constantOf(E.getRHS());
  if (E.isAdditiveOp()) {
    if (std::optional<NumberFactors> Rounded = ofRounded(E, Depth))
      return *Rounded;
    if (std::optional<NumberFactors> Multiple = ofMultiples(E, Depth))
      return *Multiple;
  }
  switch (E.getOpcode()) {
  case BO_Add:
    return addNumbers(A, B);
  case BO_Or: {
    NumberFactors Result = addNumbers(A, B);
    // Whose bits it sets is known of multiples alone.
    if (Right && !isMultipleOf(E.getLHS(), *Right, Depth))
      Result.ZeroBits = Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  case BO_Sub: {
    // Which differences are left depends on how LLVM orders the sum.
    NumberFactors Result = addNumbers(A, negate(B));
    if (B.Terms != 0)
      Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  case BO_Mul:
    // LLVM makes bits of the sign of such a comparison.
    if (E.getLHS()->IgnoreParenImpCasts()->isKnownToHaveBooleanValue() ||
        E.getRHS()->IgnoreParenImpCasts()->isKnownToHaveBooleanValue()) {
      NumberFactors Result =
          multipliedBy(Right ? A : B, Right  ? *Right
                                      : Left ? *Left
                                             : llvm::APSInt::get(1));
      Result.ZeroBitsInDoubt = 0;
      return Result;
    }
    if (Right)
      return multipliedBy(A, *Right);
    if (Left)
      return multipliedBy(B, *Left);
    break;
  case BO_Shl:
    if (Right && !Right->isNegative() && Right->getLimitedValue(64) < 63)
      return multipliedBy(
          A, llvm::APSInt::getUnsigned(uint64_t(1) << Right->getZExtValue()));
    break;
  case BO_Div:
  case BO_Shr: {
    NumberFactors Result = madeOf(A, B);
    Result.StaysOpen = Result.HasClamp;
    if (Right && (E.getOpcode() == BO_Shr || Right->isPowerOf2()))
      return masked(Result, ~uint64_t(0));
    return Result;
  }
  case BO_And: {
    NumberFactors Result = bitsOf(A, B);
    if (!Right && !Left)
      return Result;
    const uint64_t Bits = (Right ? Right : Left)->extOrTrunc(64).getZExtValue();
    if (Result.HasClamp) {
      Result.ZeroBits =
          std::max(Result.ZeroBits, unsigned(llvm::countr_zero(Bits)));
      Result.StaysOpen = true;
    }
    return masked(Result, Bits);
  }
  case BO_Xor: {
    NumberFactors Result = bitsOf(A, B);
    if (std::max(A.Extension, B.Extension) != Loss::None)
      Result.Extension = Loss::Open;
    return Result;
  }
  default:
    break;
  }
  return madeOf(A, B);
}

/// t - t % 4 and t - (t & 3), of which LLVM makes t & ~3. Of a variable that
/// stands for the rest, which may be of use elsewhere, that is open.
std::optional<NumberFactors> FactorFinder::ofRounded(const BinaryOperator &E,
                                                     unsigned Depth) const {
  if (E.getOpcode() != BO_Sub)
    return std::nullopt;
  const Expr *Rest = E.getRHS()->IgnoreParenImpCasts();
  const Expr *Value = valueOf(Rest);
  const auto *Part =
      dyn_cast<BinaryOperator>(Value ? Value->IgnoreParenImpCasts() : Rest);
  const std::optional<llvm::APSInt> By =
      Part ? constantOf(Part->getRHS()) : std::nullopt;
  if (!By || By->isNegative() || !isWritten(E.getLHS(), Part->getLHS()))
    return std::nullopt;
  const uint64_t Bits = Part->getOpcode() == BO_Rem
                            ? (By->isPowerOf2() ? By->getLimitedValue() - 1 : 0)
                        : Part->getOpcode() == BO_And ? By->getLimitedValue()
                                                      : 0;
  if (!Bits || (Bits & (Bits + 1)) != 0)
    return std::nullopt;
  NumberFactors Result = masked({}, ~Bits);
  Result.IsRounded = true;
  if (Value)
    Result.ZeroBitsInDoubt = 0;
  return Result;
}

/// A number and what it is multiplied by: m * 33, m << 5, m + m.
std::pair<const Expr *, int64_t>
FactorFinder::multipleOf(const Expr *E, unsigned Depth) const {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    const QualType From = Cast->getSubExpr()->getType();
    // What an extended sign hides, a product of it hides.
    if (Cast->getCastKind() == CK_IntegralCast &&
        From->isSignedIntegerOrEnumerationType() &&
        Context.getTypeSize(From) < 32)
      return {E, 1};
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (Depth == MostDepth)
    return {E, 1};
  if (const Expr *Value = valueOf(E))
    if (const auto [Of, By] = multipleOf(Value, Depth + 1);
        isa<DeclRefExpr>(Of))
      return {Of, By};
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return {E, 1};
  const std::optional<llvm::APSInt> Right = constantOf(Binary->getRHS()),
                                    Left = constantOf(Binary->getLHS());
  if (Binary->getOpcode() == BO_Mul && (Right || Left)) {
    const auto [Of, By] =
        multipleOf(Right ? Binary->getLHS() : Binary->getRHS(), Depth + 1);
    return {Of,
            int64_t(uint64_t(By) *
                    (Right ? *Right : *Left).extOrTrunc(64).getZExtValue())};
  }
  if (!Binary->isAdditiveOp())
    return {E, 1};
  const auto [OfA, ByA] = multipleOf(Binary->getLHS(), Depth + 1);
  const auto [OfB, ByB] = multipleOf(Binary->getRHS(), Depth + 1);
  if (!isWritten(OfA, OfB))
    return {E, 1};
  return {OfA, Binary->getOpcode() == BO_Add
                   ? int64_t(uint64_t(ByA) + uint64_t(ByB))
                   : int64_t(uint64_t(ByA) - uint64_t(ByB))};
}

/// m * 33 + m, of which LLVM makes m * 34.
std::optional<NumberFactors> FactorFinder::ofMultiples(const BinaryOperator &E,
                                                       unsigned Depth) const {
  const auto [Of, By] = multipleOf(&E, Depth);
  if (Of == E.IgnoreParenImpCasts() || By == 0 || constantOf(Of))
    return std::nullopt;
  return multipliedBy(ofNumber(Of, Depth + 1), llvm::APSInt::get(By));
}

/// What a sum adds, without the constants that multiply it and those that are
/// added: `x` and `y` of `(x + 1) * 33 + y * 4`.
void FactorFinder::addAddends(const Expr *E,
                              SmallVectorImpl<const Expr *> &Addends,
                              unsigned Depth) const {
  E = E->IgnoreParenImpCasts();
  if (Depth == MostDepth || isConstant(E))
    return;
  if (const Expr *Of = multipleOf(E, Depth).first->IgnoreParenImpCasts();
      Of != E)
    return addAddends(Of, Addends, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAdditiveOp() && !ofRounded(*Binary, Depth)) {
      addAddends(Binary->getLHS(), Addends, Depth + 1);
      return addAddends(Binary->getRHS(), Addends, Depth + 1);
    }
    if ((Binary->getOpcode() == BO_Mul || Binary->getOpcode() == BO_Shl) &&
        constantOf(Binary->getRHS()))
      return addAddends(Binary->getLHS(), Addends, Depth + 1);
  }
  if (const Expr *Value = valueOf(E))
    if (const auto *Sum =
            dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
        Sum && Sum->isAdditiveOp())
      return addAddends(Sum, Addends, Depth + 1);
  Addends.push_back(E);
}

/// Whether a sum has one number in it twice, with something in between that
/// keeps LLVM from making one multiple of both: `x * 33 + y * 4 + x`. What
/// divides x * 34 + y * 4 is then hidden or not, as LLVM orders the sum.
bool FactorFinder::addsOneTwice(const Expr *Sum, unsigned Depth) const {
  SmallVector<const Expr *, 8> Addends;
  addAddends(Sum, Addends, Depth);
  if (Addends.size() > MostAddends)
    return true;
  for (size_t I = 1; I < Addends.size(); ++I)
    for (size_t J = 0; J != I; ++J)
      if (isWritten(Addends[I], Addends[J]))
        return true;
  return false;
}

/// x % 16: of a number that may be negative it is a difference.
NumberFactors FactorFinder::ofRemainder(const BinaryOperator &E,
                                        unsigned Depth) const {
  const NumberFactors Of = ofNumber(E.getLHS(), Depth);
  NumberFactors Result;
  Result.ZeroBits = Of.ZeroBits;
  Result.ZeroBitsInDoubt = Of.ZeroBitsInDoubt;
  Result.HasClamp = Of.HasClamp;
  const std::optional<llvm::APSInt> By = constantOf(E.getRHS());
  if (!By || !By->isPowerOf2())
    return Result;
  const NumberFactors Masked =
      masked(Result, By->extOrTrunc(64).getZExtValue() - 1);
  if (!E.getType()->isSignedIntegerOrEnumerationType())
    return Masked;
  switch (signOf(E.getLHS(), Depth)) {
  case Sign::NeverNegative:
    return Masked;
  case Sign::MayBeNegative:
    Result.ZeroBits = Result.ZeroBitsInDoubt = 0;
    break;
  case Sign::Open:
    Result.ZeroBitsInDoubt = 0;
    break;
  }
  return Result;
}

/// What a kernel is given, or reads from a register.
static bool isFromLaunch(const Expr *Number) {
  if (isa<PseudoObjectExpr>(Number))
    return true; // threadIdx.x, by Clang's headers
  if (const auto *Member = dyn_cast<MemberExpr>(Number))
    return isFromLaunch(Member->getBase()->IgnoreParenImpCasts());
  const auto *Named = dyn_cast<DeclRefExpr>(Number);
  if (!Named)
    return false;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Named->getDecl())) {
    const auto *Of = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
    return Of && Of->hasAttr<CUDAGlobalAttr>();
  }
  const IdentifierInfo *Name = Named->getDecl()->getIdentifier();
  return Name && (Name->isStr("threadIdx") || Name->isStr("blockIdx") ||
                  Name->isStr("blockDim") || Name->isStr("gridDim"));
}

Sign FactorFinder::signOf(const Expr *Number, unsigned Depth) const {
  Number = Number->IgnoreParens();
  if (Depth == MostDepth)
    return Sign::Open;
  if (std::optional<llvm::APSInt> Value = constantOf(Number))
    return Value->isSigned() && Value->isNegative() ? Sign::MayBeNegative
                                                    : Sign::NeverNegative;
  if (isConstant(Number))
    return Sign::Open;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return signOfBinary(*Binary, Depth + 1);
  if (isFromLaunch(Number))
    return Sign::MayBeNegative;
  if (const auto *Cast = dyn_cast<CastExpr>(Number)) {
    const Expr *Of = Cast->getSubExpr();
    if (!Of->getType()->isIntegralOrEnumerationType())
      return Sign::Open;
    if (Of->getType()->isUnsignedIntegerOrEnumerationType() &&
        Context.getTypeSize(Of->getType()) <
            Context.getTypeSize(Cast->getType()))
      return Sign::NeverNegative;
    return signOf(Of, Depth + 1);
  }
  const Expr *Value = valueOf(Number);
  return Value ? signOf(Value, Depth + 1) : Sign::Open;
}

Sign FactorFinder::signOfBinary(const BinaryOperator &E, unsigned Depth) const {
  const Sign A = signOf(E.getLHS(), Depth), B = signOf(E.getRHS(), Depth);
  const bool IsUnsigned = E.getType()->isUnsignedIntegerOrEnumerationType();
  switch (E.getOpcode()) {
  case BO_And:
    if (A == Sign::NeverNegative || B == Sign::NeverNegative)
      return Sign::NeverNegative;
    break;
  case BO_Shr:
  case BO_Div:
  case BO_Rem:
    return IsUnsigned && isConstant(E.getRHS()) ? Sign::NeverNegative : A;
  case BO_Shl:
    return A;
  case BO_Add:
  case BO_Mul:
    break;
  default:
    return Sign::Open;
  }
  if (A == Sign::NeverNegative && B == Sign::NeverNegative)
    return IsUnsigned ? Sign::Open : Sign::NeverNegative;
  return A == Sign::MayBeNegative || B == Sign::MayBeNegative
             ? Sign::MayBeNegative
             : Sign::Open;
}

SeenFactors FactorFinder::ofElement(const Expr *Base, const Expr *Index,
                                    QualType Element, unsigned Depth) const {
  const SeenFactors From = ofPointer(Base, Depth);
  if (Element->isIncompleteType() || Element->isDependentType())
    return From;
  const uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  SeenFactors Step = settle(ofNumber(Index, Depth));
  const unsigned Bits = unsigned(llvm::countr_zero(Bytes));
  Step.ZeroBits = addBits(Step.ZeroBits, Bits);
  // Of two differences, what is left depends on how they are put together.
  Step.ZeroBitsInDoubt = Step.Losses > 1 || addsOneTwice(Index, Depth)
                             ? 0
                             : addBits(Step.ZeroBitsInDoubt, Bits);
  return sumOf(From, Step);
}

SeenFactors FactorFinder::ofPlace(const Expr *Place, unsigned Depth) const {
  Place = Place->IgnoreParens();
  if (Depth == MostDepth)
    return noFactors();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place))
    return ofElement(Element->getBase(), Element->getIdx(), Element->getType(),
                     Depth + 1);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Place);
      Unary && Unary->getOpcode() == UO_Deref)
    return ofPointer(Unary->getSubExpr(), Depth + 1);
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return Member->isArrow() ? ofPointer(Member->getBase(), Depth + 1)
                             : ofPlace(Member->getBase(), Depth + 1);
  if (const auto *Cast = dyn_cast<CastExpr>(Place))
    return Cast->isGLValue() ? ofPlace(Cast->getSubExpr(), Depth + 1)
                             : noFactors();
  const auto *Named = dyn_cast<DeclRefExpr>(Place);
  if (Named && Named->getDecl()->getType()->isReferenceType())
    if (const Expr *To = valueOf(Named))
      return ofPlace(To, Depth + 1);
  return noFactors();
}

SeenFactors FactorFinder::ofPointer(const Expr *Pointer, unsigned Depth) const {
  Pointer = Pointer->IgnoreParens();
  if (Depth == MostDepth)
    return noFactors();
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return ofPlace(Cast->getSubExpr(), Depth + 1);
    return Cast->getSubExpr()->getType()->isPointerType()
               ? ofPointer(Cast->getSubExpr(), Depth + 1)
               : noFactors();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Pointer))
    return Unary->getOpcode() == UO_AddrOf
               ? ofPlace(Unary->getSubExpr(), Depth + 1)
               : noFactors();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Pointer);
      Binary && Binary->isAdditiveOp()) {
    const Expr *Base = Binary->getLHS(), *Index = Binary->getRHS();
    if (!Base->getType()->isPointerType())
      std::swap(Base, Index);
    SeenFactors Result =
        ofElement(Base, Index, Pointer->getType()->getPointeeType(), Depth + 1);
    if (Binary->getOpcode() == BO_Sub && !isConstant(Index))
      Result.ZeroBitsInDoubt = 0;
    return Result;
  }
  const Expr *Value = valueOf(Pointer);
  return Value ? ofPointer(Value, Depth + 1) : noFactors();
}

SeenFactors banklint::factorsOfPlace(const Expr &Place,
                                     const CompileTime &Known,
                                     const ASTContext &Context) {
  return FactorFinder(Known, Context).ofPlace(&Place);
}
