//===- KnownNumbers.cpp - What conditions tell of numbers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Model/Modes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

CodeBeside &Interpreter::codeBeside(const Stmt &Of, CodeBeside::Part Which) {
  return Facts.Beside
      .try_emplace({&Of, Which}, *Top->Function->getBody(), Of, Which, Context)
      .first->second;
}

/// Whether an expression gives the same again: it is made of variables and of
/// registers, such as the thread's number.
static bool isRepeatable(const Expr *E, EffectFinder &Effects) {
  if (isa<PseudoObjectExpr>(E))
    return Effects.of(E) != Effect::Acts; // threadIdx.x
  if (isa<CallExpr, CXXConstructExpr, ArraySubscriptExpr, LambdaExpr>(E))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_Deref || Unary->isIncrementDecrementOp())
      return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
    return !Part || isRepeatable(Part, Effects);
  });
}

/// Whether the code beside a part is looked at: that of each goes through the
/// whole function.
bool Interpreter::hasBeside(const Stmt &Of, CodeBeside::Part Which) {
  constexpr unsigned MostParts = 128; // of a function
  return Facts.Beside.count({&Of, Which}) ||
         Facts.PartsOf[Top->Function->getBody()]++ < MostParts;
}

const ExposedVariables &Interpreter::exposedHere() {
  const Stmt *Body = Top->Function->getBody();
  return Facts.Exposed.try_emplace(Body, *Body).first->second;
}

/// A number that the compiler has to compute.
static bool isOpen(const Value &V) {
  return !V.isNumber() || !V.launchTerms().empty();
}

/// Whether a value is a number in all lanes of a mask.
static bool isInLanes(const Value &V, int64_t Number, LaneMask Lanes) {
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    if ((Lanes >> Lane & 1) && V.constant()[Lane] != Number)
      return false;
  return true;
}

void Interpreter::noteNumber(const Expr *Number, int64_t Is, CodeBeside &Of) {
  if (!isRepeatable(Number, Facts.Effects) ||
      KnownNumbers.All.size() == MostKnownNumbers) {
    KnownNumbers.MayBeMore = true;
    return;
  }
  const Value V = evaluate(Number).Number;
  // It may have been set otherwise, since a variable was made of it.
  if (V.isKnown() && !isInLanes(V, Is, Active.Lanes)) {
    KnownNumbers.MayBeMore = true;
    return;
  }
  KnownNumbers.All.push_back({Number, V, Is, &Of, Top});
}

void Interpreter::noteNumbers(const Expr *Condition, bool Holds, const Stmt &Of,
                              CodeBeside::Part Which) {
  if (IsHost || !Top->Function || !Top->Function->getBody() || stopped())
    return;
  if (consult(ModelRule::PropagateEquality) == RuleMode::Off)
    return;
  const ToldNumbers Told =
      toldNumbers(*Condition, Holds, exposedHere(), compileTime(), Context);
  if (!Told.Equalities.empty() && !hasBeside(Of, Which)) {
    KnownNumbers.MayBeMore = true;
    return;
  }
  for (const auto &[Number, Is] : Told.Equalities)
    noteNumber(Number, Is, codeBeside(Of, Which));
  KnownNumbers.MayBeMore |= Told.MayTellMore;
}

Value Interpreter::asKnown(const Expr *E, const Value &V) {
  if (!isOpen(V))
    return V;
  for (const KnownNumber &Known : KnownNumbers.All)
    if (const Value Apart = P.sub(V, Known.Number);
        isOpen(Known.Number) && !isOpen(Apart) &&
        areSameNumber(*E, *Known.Name, compileTime(), Context)) {
      HasReadKnown = true;
      return Value(Known.Is + Apart.constant().same());
    }
  return V;
}

const Expr *Interpreter::computedInArm(const Expr *E) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(E);
  const auto *Ref = Load && Load->getCastKind() == CK_LValueToRValue
                        ? dyn_cast<DeclRefExpr>(Load->getSubExpr())
                        : nullptr;
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  CodeBeside &Beside = *KnownNumbers.All.back().Beside;
  if (!Variable || isa<ParmVarDecl>(Variable) ||
      KnownNumbers.All.back().In != Top ||
      Beside.part() != CodeBeside::Part::Within ||
      !Beside.declares(*Variable) || Beside.names(*Variable) ||
      Variable->getType().isVolatileQualified())
    return nullptr;
  const Expr *Init = compileTime().valueOf(Ref);
  return Init && isRepeatable(Init, Facts.Effects) &&
                 exposedHere().isUnchanged(*Init)
             ? Init
             : nullptr;
}

/// What the lanes of a mask have in common of an address: a power of two that
/// divides how far they are apart in each of its parts, in bytes.
static int64_t commonOfLanes(const SharedAddress &Where, LaneMask Lanes) {
  int64_t Bits = AccessRecord::MaxAlignment;
  const unsigned First = llvm::countr_zero(Lanes);
  auto Add = [&](const Value &Part, int64_t Bytes) {
    for (unsigned Lane = First; Lane != LaneCount; ++Lane)
      if (Lanes >> Lane & 1)
        Bits |= (Part.constant()[Lane] - Part.constant()[First]) * Bytes;
  };
  for (const auto &[Index, Bytes] :
       llvm::zip(Where.Index, Where.Array->StrideBytes))
    Add(Index, Bytes);
  Add(Where.WithinBytes, 1);
  return Bits & -Bits;
}

NumberInPlace Interpreter::findKnown(const KnownNumber &Number,
                                     const Expr *Site) {
  auto [Found, IsNew] =
      PlacesOfKnown.try_emplace({{Site, Number.Name}, callChain()});
  if (IsNew)
    Found->second = findInPlace(*Number.Name, *Site, *Number.Beside,
                                compileTime(), Context);
  return Found->second;
}

void Interpreter::noteKnownNumbers(const Expr *Site, size_t FirstRecord) {
  HasReadKnown &= !KnownNumbers.All.empty();
  if (KnownNumbers.empty() || Recorded.size() == FirstRecord)
    return;
  bool IsOpen = HasReadKnown;
  int64_t Bytes = AccessRecord::MaxAlignment;
  for (const KnownNumber &Known : KnownNumbers.All) {
    const NumberInPlace Found = findKnown(Known, Site);
    IsOpen |= Found.Has;
    if (Found.Has && Found.IsComputedBeside)
      Bytes = std::gcd(Bytes, int64_t(Found.Factor));
  }
  for (size_t I = FirstRecord; I != Recorded.size(); ++I) {
    AccessRecord &Record = Recorded[I];
    if (Bytes < Record.SeenAlignment && applies(ModelRule::PropagateEquality))
      Record.SeenAlignment = unsigned(Bytes);
    if (IsOpen || (Record.Where && Record.Active &&
                   commonOfLanes(*Record.Where, Record.Active) >
                       commonOfLanes(*Record.Where, AllLanes)))
      Recorded.noteOpenAlignment(I, IsOpen);
  }
}
