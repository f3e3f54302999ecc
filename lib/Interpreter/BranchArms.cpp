//===- BranchArms.cpp - What the text of both arms has in common ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SimplifyCFG.h"
#include "Nvcc/Source/SlowPaths.h"

using namespace banklint;
using namespace clang;

llvm::ArrayRef<BranchArms::SitePair>
Interpreter::sitesOf(llvm::ArrayRef<std::pair<const Expr *, const Expr *>> Of) {
  llvm::SmallVector<BranchArms::SitePair, 4> Result;
  for (auto [Then, Else] : Of)
    Result.push_back({Recorded.Sites.at(Then), Recorded.Sites.at(Else)});
  return llvm::ArrayRef<BranchArms::SitePair>(Result).copy(P.storage());
}

Interpreter::CommonSites Interpreter::commonSitesOf(const IfStmt *S) {
  auto [Known, IsNew] = Common.try_emplace(S);
  if (!IsNew)
    return Known->second;
  CommonSites Code;
  if (!EndArms.contains(S))
    Code.Stores = sitesOf(storesBothEndWith(S, Context));
  Code.KeepsStoreOfZero = keepsStoreOfZero(S);
  return Known->second = Code;
}

/// Where all lanes go into the first arm, the store that both arms became is
/// executed all the same, and line tables have it in the second.
void Interpreter::storeInSecondArm(BranchArms &Arms) {
  auto Stored = Recorded.recordsFrom(Arms.ThenBegin);
  llvm::SmallVector<AccessRecord, 4> InSecond;
  for (auto [Then, Else] : Arms.Stores) {
    const size_t Before = Stored.size();
    while (!Stored.empty() && Stored.back().Site == Then &&
           Stored.back().Operation == AccessOperation::Store &&
           !Stored.back().IsVolatile && // which would stay two
           Stored.back().Arm == Arms.ThenArm) {
      InSecond.push_back(Stored.back());
      InSecond.back().Site = Else;
      InSecond.back().Arm = Arms.ThenArm + 1;
      Stored = Stored.drop_back();
    }
    if (Stored.size() == Before)
      break;
  }
  Arms.ElseArm = Arms.ThenArm + 1;
  Arms.ElseBegin = Arms.End;
  for (const AccessRecord &Record : llvm::reverse(InSecond))
    Recorded.append(Record);
  Arms.End = Recorded.size();
}

static const Expr *conditionOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getCond();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getCond();
  const auto *Do = dyn_cast<DoStmt>(Loop);
  return Do ? Do->getCond() : nullptr;
}

/// A store that both arms became has no line of its own. In a loop, line tables
/// put it at the condition of the loop, or behind the arms, by how the compiler
/// lays the loop out.
void Interpreter::doubtLinesInLoop(const BranchArms &Arms) {
  const Expr *Around =
      LoopsAround.empty() ? nullptr : conditionOf(LoopsAround.back());
  if (!isInLoop() || !Around)
    return;
  for (AccessRecord &Record : Recorded.recordsFrom(Arms.ThenBegin)) {
    const bool IsMerged =
        llvm::any_of(Arms.Stores, [&](const BranchArms::SitePair &Sites) {
          return Record.Site == Sites.first || Record.Site == Sites.second;
        });
    if (!IsMerged)
      continue;
    Record.InexactBy |= doubtBy(ModelRule::LineTable);
    if (Record.LaterView == NoSite)
      Record.LaterView = Recorded.Sites.at(Around);
  }
}

/// Whether something in there is a branch in machine code, whose ends the
/// compiler goes on from by themselves: a sine, a division.
bool Interpreter::takesSlowPath(const Stmt *S) const {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Callee && slowPathOf(*Callee, Context) != SlowPath::None) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && takesSlowPath(Child);
         });
}

/// Leaves to the compiler model what it does once for both arms.
void Interpreter::recordArms(const IfStmt *S, BranchArms Arms) {
  Arms.End = Recorded.size();
  const bool IsFirstAlone = Arms.ElseBegin == SIZE_MAX;
  if (Arms.ThenBegin == std::min(Arms.ElseBegin, Arms.End))
    return;
  CommonSites Code = commonSitesOf(S);
  if (Code.KeepsStoreOfZero && !isInLoop()) {
    if (applies(ModelRule::CfgZero))
      Code.Stores = {};
    Recorded.markInexact(Arms.ThenBegin, doubtOnly(ModelRule::CfgZero));
  }
  if (Code.Stores.empty())
    return;
  Arms.Stores = Code.Stores;
  if (takesSlowPath(S->getThen()) || takesSlowPath(S->getElse()))
    for (AccessRecord &Record : Recorded.recordsFrom(Arms.ThenBegin)) {
      if (Record.Operation == AccessOperation::Store)
        Record.InexactBy |= doubtBy(ModelRule::CfgSink);
    }
  else if (IsFirstAlone)
    storeInSecondArm(Arms);
  if (Arms.ElseBegin >= Arms.End)
    return;
  doubtLinesInLoop(Arms);
  Arms.Arm = Recorded.Code.Arm;
  Arms.OuterArms = Recorded.Code.OuterArms;
  Arms.Behind = Recorded.besideHere();
  Recorded.addRegion(Arms);
}
