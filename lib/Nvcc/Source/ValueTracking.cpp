//===- ValueTracking.cpp - What the compiler sees of an address -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/ValueTracking.h"
#include "Bank/Gpu.h"
#include "Nvcc/Rules/Modes.h"
#include "PlaceIndices.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr unsigned AllBits = SeenAddress::All;

/// The low bits of a number that are seen to be zero.
struct ZeroBits {
  unsigned Known = AllBits;
  /// A product with a power of two adds none: LLVM carries it into the number,
  /// where it is lost. (3 - t / 8) * 4 is 96 - (t << 1 & -16) in bytes, and t *
  /// 4 of a short t is t << 16 >> 12.
  bool AreLost = false;

  bool isHidden() const { return Known < AllBits; }
  static ZeroBits none() { return {0, false}; }
  static ZeroBits lost() { return {0, true}; }
};

/// Follows a number to what may hide its low bits.
class ZeroBitsFinder {
public:
  ZeroBitsFinder(const CompileTime &Known, const ASTContext &Context)
      : Known(Known), Context(Context) {}

  ZeroBits of(const Expr *Number, unsigned Depth);
  /// A number stands in the sum twice, as in `x * 33 + y * 4 + x`: then it
  /// depends on how LLVM orders the sum.
  bool hasOneTwice() const { return HasOneTwice; }
  /// What comes next is no part of the same sum.
  void endSum() { Addends.clear(); }
  unsigned terms() const { return Terms; }
  bool hasOpenQuotient() const { return HasOpenQuotient; }

private:
  bool isSum(const Expr *Number) const;
  const BinaryOperator *madeBy(const Expr *Number, unsigned Depth) const;
  bool losesBits(const BinaryOperator &Dividend,
                 const llvm::APSInt &Divisor) const;
  ZeroBits ofUnary(const UnaryOperator &E, unsigned Depth);
  ZeroBits ofBinary(const BinaryOperator &E, unsigned Depth);
  ZeroBits ofQuotient(const BinaryOperator &E, unsigned Depth);
  ZeroBits ofCast(const CastExpr &E, unsigned Depth);
  ZeroBits ofCall(const CallExpr &E, unsigned Depth);
  ZeroBits ofName(const Expr *Name, unsigned Depth);
  ZeroBits made(const Expr *Of, unsigned Depth);

  const CompileTime &Known;
  const ASTContext &Context;
  llvm::SmallDenseSet<uint64_t, 8> Addends;
  unsigned Terms = 0;
  unsigned Budget = 1024; ///< numbers that are looked at
  bool HasOneTwice = false;
  bool HasOpenQuotient = false;
  bool IsInSum = true; ///< what is looked at is an addend, or times a constant
};

} // namespace

static ZeroBits lowest(ZeroBits A, ZeroBits B) {
  return {std::min(A.Known, B.Known), A.AreLost || B.AreLost};
}

static ZeroBits multiplied(ZeroBits Of, const llvm::APSInt &By) {
  // Where a multiplication is left, machine code sees what it is by.
  Of.AreLost &= By.isPowerOf2();
  if (Of.isHidden() && !Of.AreLost && !By.isZero())
    Of.Known = std::min(Of.Known + By.countr_zero(), AllBits - 1);
  return Of;
}

/// Whether it gives one of two numbers: the smaller or larger, or the one that
/// is not negative.
static bool isChoice(const FunctionDecl &Callee) {
  const IdentifierInfo *Name = Callee.getIdentifier();
  return Name &&
         llvm::is_contained({"min", "umin", "llmin", "ullmin", "max", "umax",
                             "llmax", "ullmax", "abs", "labs", "llabs"},
                            Name->getName());
}

/// Whether some code may choose one of two numbers.
static bool hasChoice(const Stmt *S) {
  if (!S)
    return false;
  if (isa<AbstractConditionalOperator, IfStmt, SwitchStmt>(S))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Callee && isChoice(*Callee)) ||
         llvm::any_of(S->children(), hasChoice);
}

/// Of numbers, or a product with a constant.
bool ZeroBitsFinder::isSum(const Expr *Number) const {
  const auto *Binary = dyn_cast<BinaryOperator>(Number);
  if (!Binary)
    return false;
  if (Binary->isAdditiveOp())
    return true;
  const bool ByConstant = constantOf(Binary->getRHS(), Context).has_value();
  return Binary->getOpcode() == BO_Mul
             ? ByConstant || constantOf(Binary->getLHS(), Context)
             : Binary->getOpcode() == BO_Shl && ByConstant;
}

/// Of a number that others are made into, not by sums and products.
ZeroBits ZeroBitsFinder::made(const Expr *Of, unsigned Depth) {
  const bool Was = std::exchange(IsInSum, false);
  const ZeroBits Result = of(Of, Depth);
  IsInSum = Was;
  return Result;
}

ZeroBits ZeroBitsFinder::of(const Expr *Number, unsigned Depth) {
  Number = Number->IgnoreParens();
  if (Depth == MostNames || Budget == 0)
    return ZeroBits::lost();
  --Budget;
  if (constantOf(Number, Context) || Known.isConstant(Number))
    return {};
  if (const auto *Cast = dyn_cast<CastExpr>(Number))
    return ofCast(*Cast, Depth + 1);
  if (const Expr *Value = Known.valueOf(Number))
    return of(Value, Depth + 1);
  if (IsInSum && !isSum(Number))
    ++Terms;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Number))
    return ofUnary(*Unary, Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Number))
    return ofBinary(*Binary, Depth + 1);
  if (isa<AbstractConditionalOperator>(Number))
    return Known.isChosenConstant(Number) ? ZeroBits() : ZeroBits::none();
  if (const auto *Call = dyn_cast<CallExpr>(Number))
    return ofCall(*Call, Depth + 1);
  if (IsInSum &&
      !Addends.insert(OperationHash(Known, Context).of(Number)).second)
    HasOneTwice = true;
  return ofName(Number, Depth + 1);
}

/// Of a variable that is set again: a branch chooses what it is, as in `if (i >
/// 60) i = 60`. What a loop sets in each iteration is no choice.
ZeroBits ZeroBitsFinder::ofName(const Expr *Name, unsigned Depth) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  ZeroBits Result;
  if (!Variable || !Variable->hasLocalStorage())
    return Result;
  for (const VariableSetting *Setting : Known.settingsBefore(*Variable, *Ref)) {
    const auto *To = llvm::dyn_cast_or_null<Expr>(Setting->Assigned);
    if (!To || !To->getType()->isIntegralOrEnumerationType())
      continue;
    if (!Setting->Conditions.empty() &&
        (Setting->IsAlone || Setting->LoopBegin == Setting->LoopEnd))
      Result = ZeroBits::none();
    const Expr *Of = To->IgnoreParenImpCasts();
    if (isa<CallExpr, ConditionalOperator>(Of))
      Result = lowest(Result, made(Of, Depth));
  }
  return Result;
}

ZeroBits ZeroBitsFinder::ofCast(const CastExpr &E, unsigned Depth) {
  const Expr *Of = E.getSubExpr();
  const QualType From = Of->getType(), To = E.getType();
  if (!From->isIntegralOrEnumerationType() ||
      !To->isIntegralOrEnumerationType())
    return {};
  const uint64_t Width = Context.getTypeSize(From);
  return E.getCastKind() == CK_IntegralCast &&
                 From->isSignedIntegerOrEnumerationType() &&
                 Width < std::min<uint64_t>(32, Context.getTypeSize(To))
             ? ZeroBits::lost()
             : of(Of, Depth);
}

ZeroBits ZeroBitsFinder::ofUnary(const UnaryOperator &E, unsigned Depth) {
  if (!E.getSubExpr()->getType()->isIntegralOrEnumerationType())
    return {};
  switch (E.getOpcode()) {
  case UO_Plus:
    return of(E.getSubExpr(), Depth);
  case UO_Minus:
  case UO_Not:
    return ZeroBits::lost();
  default:
    return {};
  }
}

/// What a number is made by, also where a name stands for it; null for others.
const BinaryOperator *ZeroBitsFinder::madeBy(const Expr *Number,
                                             unsigned Depth) const {
  Number = Number->IgnoreParenImpCasts();
  if (Depth == MostNames || constantOf(Number, Context) ||
      Known.isConstant(Number))
    return nullptr;
  const Expr *Value = Known.valueOf(Number);
  return Value ? madeBy(Value, Depth + 1) : dyn_cast<BinaryOperator>(Number);
}

/// Whether the compiler loses the low bits of what is divided as a signed
/// number: of a negative one they are others, unless nothing is left over, as
/// of a product that does not wrap.
bool ZeroBitsFinder::losesBits(const BinaryOperator &Dividend,
                               const llvm::APSInt &Divisor) const {
  if (Dividend.getOpcode() != BO_Mul)
    return Dividend.isAdditiveOp() || Dividend.getOpcode() == BO_Shl;
  std::optional<llvm::APSInt> Factor = constantOf(Dividend.getRHS(), Context);
  if (!Factor)
    Factor = constantOf(Dividend.getLHS(), Context);
  return Factor && (!Dividend.getType()->isSignedIntegerOrEnumerationType() ||
                    Divisor.isZero() ||
                    Factor->getExtValue() % Divisor.getExtValue() != 0);
}

ZeroBits ZeroBitsFinder::ofQuotient(const BinaryOperator &E, unsigned Depth) {
  const Expr *L = E.getLHS(), *R = E.getRHS();
  const BinaryOperator *Dividend = madeBy(L, Depth);
  const std::optional<llvm::APSInt> Divisor = constantOf(R, Context);
  if (Dividend && Divisor && E.getOpcode() == BO_Div &&
      E.getType()->isSignedIntegerOrEnumerationType() &&
      losesBits(*Dividend, *Divisor)) {
    HasOpenQuotient = true;
    return ZeroBits::lost();
  }
  const bool IsHidden = (Dividend && Dividend->isAdditiveOp()) ||
                        lowest(made(L, Depth), made(R, Depth)).isHidden();
  return IsHidden ? ZeroBits::lost() : ZeroBits();
}

ZeroBits ZeroBitsFinder::ofBinary(const BinaryOperator &E, unsigned Depth) {
  const Expr *L = E.getLHS(), *R = E.getRHS();
  if (E.isAssignmentOp() || E.isCommaOp() || E.isLogicalOp() ||
      !L->getType()->isIntegralOrEnumerationType() ||
      !R->getType()->isIntegralOrEnumerationType())
    return {};
  const std::optional<llvm::APSInt> Left = constantOf(L, Context),
                                    Right = constantOf(R, Context);
  switch (E.getOpcode()) {
  case BO_Add:
    return lowest(of(L, Depth), of(R, Depth));
  case BO_Sub:
    return Right || Known.isConstant(R) ? of(L, Depth) : ZeroBits::lost();
  case BO_Or: // whose bits it sets is known of multiples alone
    return Left || Right ? ZeroBits::none()
                         : lowest(made(L, Depth), made(R, Depth));
  case BO_Mul:
    // LLVM makes bits of the sign of such a comparison.
    if (L->IgnoreParenImpCasts()->isKnownToHaveBooleanValue() ||
        R->IgnoreParenImpCasts()->isKnownToHaveBooleanValue())
      return ZeroBits::none();
    if (Left || Right)
      return multiplied(of(Right ? L : R, Depth), Right ? *Right : *Left);
    break;
  case BO_Shl:
    if (Right && !Right->isNegative() && Right->getLimitedValue(64) < 63)
      return multiplied(
          of(L, Depth),
          llvm::APSInt::getUnsigned(uint64_t(1) << Right->getZExtValue()));
    break;
  case BO_Rem:
    return Right && Right->isPowerOf2() && !Right->isOne() &&
                   E.getType()->isSignedIntegerOrEnumerationType()
               ? ZeroBits::none()
               : made(L, Depth);
  case BO_Div:
  case BO_Shr:
    return ofQuotient(E, Depth);
  case BO_Xor:
    return lowest(made(L, Depth), made(R, Depth));
  default:
    break;
  }
  // What is known of its parts makes a mask or a division unnecessary, or not.
  return lowest(made(L, Depth), made(R, Depth)).isHidden() ? ZeroBits::lost()
                                                           : ZeroBits();
}

ZeroBits ZeroBitsFinder::ofCall(const CallExpr &E, unsigned Depth) {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee ||
      !E.getType().getNonReferenceType()->isIntegralOrEnumerationType())
    return {};
  // A product of its own kind: machine code sees no factor of it.
  const IdentifierInfo *Name = Callee->getIdentifier();
  if (Name && (Name->isStr("__mul24") || Name->isStr("__brev")))
    return ZeroBits::none();
  return isChoice(*Callee) || hasChoice(Callee->getBody()) ? ZeroBits::none()
                                                           : ZeroBits();
}

SeenAddress banklint::seenAddress(const Expr &Place, const CompileTime &Known,
                                  const ASTContext &Context) {
  const PlaceIndices On = indicesOf(Place, Known, Context);
  ZeroBitsFinder Finder(Known, Context);
  OperationHash Operations(Known, Context);
  SeenAddress Result;
  unsigned Hidden = 0;
  for (const PlaceIndices::Index &Index : On.Indices) {
    ZeroBits Of = Finder.of(Index.Number, /*Depth=*/0);
    if (!On.HasPointer)
      Finder.endSum();
    Hidden += Of.AreLost;
    if (Index.IsSubtracted && !constantOf(Index.Number, Context))
      Of = ZeroBits::lost();
    if (Of.isHidden()) {
      Of.Known += unsigned(llvm::countr_zero(Index.UnitBytes));
      Result.KnownZeroBits = std::min(Result.KnownZeroBits, Of.Known);
    }
    Result.AddressExpr += Operations.ofIndex(Index.Number);
  }
  Result.Terms = Finder.terms();
  Result.HasOpenQuotient = Finder.hasOpenQuotient();
  // Of two differences, what is left depends on how they are put together.
  if (Hidden > 1 || Finder.hasOneTwice())
    Result.KnownZeroBits = 0;
  return Result;
}

static constexpr unsigned bytesOf(unsigned ZeroBits) {
  return ZeroBits < 4 ? 1U << ZeroBits : AccessRecord::MaxAlignment;
}

void SeenAddresses::note(llvm::MutableArrayRef<AccessRecord> Records,
                         const Expr &Place, unsigned Calls,
                         llvm::function_ref<CompileTime()> Known) {
  if (Records.empty() || !Records.front().Where)
    return;
  auto [Entry, IsNew] = Of.try_emplace({&Place, Calls});
  if (IsNew) {
    const CompileTime Here = Known();
    Entry->second = seenAddress(Place, Here, Here.context());
  }
  const SeenAddress Seen = Entry->second;
  const bool IsHidden = Seen.KnownZeroBits < SeenAddress::All &&
                        consult(ModelRule::KnownBits) != RuleMode::Off;
  for (AccessRecord &Record : Records) {
    Record.AddressExpr = Seen.AddressExpr;
    const bool IsDeclared =
        Seen.Terms <= 2 && !Seen.HasOpenQuotient &&
        Record.Where->Array->DeclaredAlignment >= MaxAccessBytes;
    if (IsHidden && !IsDeclared)
      Record.SeenAlignment = bytesOf(Seen.KnownZeroBits);
  }
}
