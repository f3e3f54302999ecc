//===- LowBytes.cpp - Loads of which few bytes are needed -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Model/Modes.h"
#include "Syntax/KeptBytes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// The places of which an integer only needs as many low bytes as are left of
/// it: carries go upwards.
static void listLoadsOfLowBytes(const Expr *E, uint64_t Bytes,
                                const ASTContext &Context,
                                llvm::SmallVectorImpl<const Expr *> &Loaded) {
  E = E->IgnoreParens();
  QualType Type = E->getType();
  if (!Type->isIntegerType() ||
      uint64_t(Context.getTypeSizeInChars(Type).getQuantity()) <= Bytes)
    return;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_LValueToRValue) {
      const Expr *Place = Cast->getSubExpr()->IgnoreParens();
      if (!Place->getType().isVolatileQualified() &&
          !isa<ConditionalOperator>(Place))
        Loaded.push_back(Place);
    } else if (Cast->getCastKind() == CK_IntegralCast ||
               Cast->getCastKind() == CK_NoOp) {
      listLoadsOfLowBytes(Cast->getSubExpr(), Bytes, Context, Loaded);
    }
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Not)
      listLoadsOfLowBytes(Unary->getSubExpr(), Bytes, Context, Loaded);
    return;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return;
  switch (Binary->getOpcode()) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
  case BO_And:
  case BO_Or:
  case BO_Xor:
    listLoadsOfLowBytes(Binary->getRHS(), Bytes, Context, Loaded);
    [[fallthrough]];
  case BO_Shl:
    listLoadsOfLowBytes(Binary->getLHS(), Bytes, Context, Loaded);
    return;
  default:
    return;
  }
}

/// The compiler loads no more of a number than is left of it:
///
///   int i = s[t] & 7;       4 bytes of a `long long`
void Interpreter::noteLowBytes(const Expr *E, QualType To, size_t FirstRecord) {
  const auto Bytes = uint64_t(Context.getTypeSizeInChars(To).getQuantity());
  if (To->isBooleanType() || Recorded.size() == FirstRecord)
    return;
  llvm::SmallVector<const Expr *, 2> Loaded;
  listLoadsOfLowBytes(E, Bytes, Context, Loaded);
  for (const Expr *Place : Loaded) {
    const SiteId Site = Recorded.Sites.accessAt(Place, nullptr);
    for (AccessRecord &Record : Recorded.recordsFrom(FirstRecord))
      if (Record.Site == Site && Record.Kind == RequestKind::Load &&
          Record.BytesPerLane > Bytes && applies(ModelRule::NarrowLoad))
        Record.UsedBytes &= uint16_t((1u << Bytes) - 1);
  }
}

void Interpreter::noteKeptBytes(const Expr *Operation, size_t FirstRecord) {
  if (!Recorded.isOn() ||
      (Recorded.size() == FirstRecord && LoadedVariables.empty()))
    return;
  const auto Kept = keptBytesOf(Operation, Context);
  const auto *Loaded = Kept ? dyn_cast<CastExpr>(Kept->Of) : nullptr;
  if (!Loaded || Loaded->getCastKind() != CK_LValueToRValue)
    return;
  const Expr *Place = Loaded->getSubExpr()->IgnoreParens();
  llvm::MutableArrayRef<AccessRecord> Records =
      Recorded.recordsFrom(FirstRecord);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Place)) {
    // A variable that was just made of a load, and is named here alone.
    const auto *Of =
        llvm::find_if(LoadedVariables, [&](const LoadedVariable &Each) {
          return Each.Variable == Ref->getDecl() && Each.Of == Top &&
                 Each.End == Each.First + 1;
        });
    if (Of == LoadedVariables.end() || !Top->Function ||
        !Looks.isNamedOnce(Of->Variable, Top->Function->getBody()))
      return;
    const auto *Init = Of->Variable->getInit();
    const auto *Load =
        Init ? dyn_cast<CastExpr>(Init->IgnoreParens()) : nullptr;
    if (!Load || Load->getCastKind() != CK_LValueToRValue)
      return;
    Place = Load->getSubExpr()->IgnoreParens();
    Records = Recorded.recordsFrom(Of->First).take_front(1);
  }
  const unsigned Bytes =
      unsigned(Context.getTypeSizeInChars(Loaded->getType()).getQuantity());
  const SiteId Site = Recorded.Sites.accessAt(Place, nullptr);
  for (AccessRecord &Record : Records)
    if (Record.Site == Site && Record.Kind == RequestKind::Load &&
        Record.BytesPerLane == Bytes && !Record.IsVolatile &&
        applies(ModelRule::NarrowLoad))
      Record.UsedBytes &= uint16_t(((1u << Kept->Count) - 1) << Kept->First);
}
