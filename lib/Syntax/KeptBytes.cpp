//===- KeptBytes.cpp - Of which bytes of a number something is made -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/KeptBytes.h"
#include "Constants.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

static unsigned bytesOf(const Expr *E, const ASTContext &Context) {
  return unsigned(Context.getTypeSizeInChars(E->getType()).getQuantity());
}

/// An integer as it was before it was widened, or its sign changed.
static const Expr *beforeWidening(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast ||
        (Cast->getCastKind() != CK_IntegralCast &&
         Cast->getCastKind() != CK_NoOp) ||
        bytesOf(Cast->getSubExpr(), Context) > bytesOf(Cast, Context))
      return E;
    E = Cast->getSubExpr();
  }
}

static std::optional<uint64_t> numberOf(const Expr *E,
                                        const ASTContext &Context) {
  const std::optional<llvm::APSInt> Known = constantOf(E, Context);
  if (!Known || (Known->isSigned() && Known->isNegative()))
    return std::nullopt;
  return Known->getLimitedValue();
}

namespace {
/// A number, and by how many bits it was moved down.
struct Shifted {
  const Expr *Of = nullptr;
  uint64_t Bits = 0;
  bool HasZerosAbove = true; ///< what comes down behind it is no sign
};
} // namespace

/// `n >> 16`, or `n / 65536` of unsigned numbers; else the number itself.
static Shifted shiftedDown(const Expr *E, const ASTContext &Context) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return {E, 0};
  const bool IsShift = Binary->getOpcode() == BO_Shr;
  const bool IsQuotient = Binary->getOpcode() == BO_Div &&
                          Binary->getType()->isUnsignedIntegerType();
  const auto By = IsShift || IsQuotient ? numberOf(Binary->getRHS(), Context)
                                        : std::nullopt;
  const Expr *Of = beforeWidening(Binary->getLHS(), Context);
  const bool IsWidened = bytesOf(Of, Context) < bytesOf(Binary, Context);
  const bool HasZerosAbove =
      (IsWidened ? Of : Binary)->getType()->isUnsignedIntegerType();
  if (By && IsShift && *By < 64)
    return {Of, *By, HasZerosAbove};
  if (By && IsQuotient && llvm::isPowerOf2_64(*By))
    return {Of, llvm::Log2_64(*By), HasZerosAbove};
  return {E, 0};
}

/// How many bytes a mask, a remainder or a cast keeps of its operand.
static std::optional<std::pair<const Expr *, unsigned>>
lowBytesOf(const Expr *E, const ASTContext &Context) {
  auto BytesOf = [](uint64_t Mask) -> unsigned {
    return Mask == 0xff ? 1 : Mask == 0xffff ? 2 : Mask == 0xffffffff ? 4 : 0;
  };
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_IntegralCast ||
        Cast->getType()->isBooleanType())
      return std::nullopt;
    return std::pair(Cast->getSubExpr(), bytesOf(Cast, Context));
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return std::nullopt;
  if (Binary->getOpcode() == BO_And)
    for (auto [Number, Mask] : {std::pair(Binary->getLHS(), Binary->getRHS()),
                                std::pair(Binary->getRHS(), Binary->getLHS())})
      if (const unsigned Bytes = BytesOf(numberOf(Mask, Context).value_or(0)))
        return std::pair(Number, Bytes);
  if (Binary->getOpcode() == BO_Rem &&
      Binary->getType()->isUnsignedIntegerType())
    if (const unsigned Bytes =
            BytesOf(numberOf(Binary->getRHS(), Context).value_or(0) - 1))
      return std::pair(Binary->getLHS(), Bytes);
  return std::nullopt;
}

std::optional<KeptBytes> banklint::keptBytesOf(const Expr *Operation,
                                               const ASTContext &Context) {
  Operation = Operation->IgnoreParens();
  if (!Operation->getType()->isIntegerType())
    return std::nullopt;
  const auto Low = lowBytesOf(Operation, Context);
  const Shifted Down = shiftedDown(
      Low ? beforeWidening(Low->first, Context) : Operation, Context);
  if (Down.Of == Operation || Down.Bits % 8 != 0 ||
      !Down.Of->getType()->isIntegerType())
    return std::nullopt;
  constexpr unsigned WordBytes = 4;
  const unsigned All = bytesOf(Down.Of, Context);
  KeptBytes Kept = {Down.Of, unsigned(Down.Bits / 8), 0};
  if (Kept.First >= All)
    return std::nullopt;
  // Signed numbers are loaded whole to be shifted.
  if (!Low && !Down.HasZerosAbove)
    return std::nullopt;
  Kept.Count = Low ? Low->second : All - Kept.First;
  // Of eight bytes it first takes a word.
  if (All > WordBytes && Kept.First != 0 &&
      Kept.First + Kept.Count <= WordBytes)
    Kept = {Down.Of, 0, WordBytes};
  if (Kept.Count >= All || Kept.First + Kept.Count > All ||
      !llvm::isPowerOf2_32(Kept.Count) || Kept.First % Kept.Count != 0)
    return std::nullopt;
  return Kept;
}
