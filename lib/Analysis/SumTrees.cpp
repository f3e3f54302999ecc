//===- SumTrees.cpp - Sums in rounds, and who reads them ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumTrees.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// Where a place begins in its array, whose lanes all have one place.
static int64_t bytesInto(const SharedAddress &Place) {
  int64_t Bytes = Place.WithinBytes.constant().same();
  for (auto [Index, Stride] : llvm::zip(Place.Index, Place.Array->StrideBytes))
    Bytes += Index.constant().same() * Stride;
  return Bytes;
}

/// Takes the rounds of each statement from the order of its records.
void SumTrees::addTo(OfArray &To, llvm::ArrayRef<const AccessRecord *> Records,
                     Pool &Values) {
  std::set<SiteId> Loaded, Stored;
  for (const AccessRecord *Record : Records)
    if (Record->Operation == AccessOperation::Load)
      Loaded.insert(Record->Site);
    else if (Record->Operation == AccessOperation::Store)
      Stored.insert(Record->Site);
  for (const AccessRecord *Record : Records) {
    AtSite &Here = To.Sites[Record->Site];
    if (Record->Operation == AccessOperation::Store)
      continue;
    Here.MostBytes = std::max(Here.MostBytes, Record->BytesPerLane);
    if (Record->Where->isNumber())
      Here.Read.insert(bytesInto(*Record->Where));
    else
      Here.ReadsMany = true;
  }
  for (SiteId Sum : Stored) {
    if (!Loaded.count(Sum))
      continue;
    AtSite &Here = To.Sites[Sum];
    Here.IsSum = true;
    To.Sums.insert(Sum);
    Here.Bytes = Here.MostBytes;
    const AccessRecord *Own = nullptr;
    std::map<SiteId, const AccessRecord *> SinceLast;
    std::set<SiteId> Added, NotAdded;
    bool IsBegun = false, HasOtherStore = false;
    for (const AccessRecord *Record : Records) {
      const bool IsLoad = Record->Operation == AccessOperation::Load;
      if (Record->Site != Sum) {
        HasOtherStore |= !IsLoad && IsBegun;
        if (IsLoad && !SinceLast.insert({Record->Site, Record}).second)
          NotAdded.insert(Record->Site);
        continue;
      }
      if (IsLoad) {
        Here.IsIrregular |= Own != nullptr;
        Own = Record;
        continue;
      }
      Here.IsIrregular |= !Own || !areSamePlace(*Own->Where, *Record->Where) ||
                          Own->Active != Record->Active || HasOtherStore ||
                          Record->Operation != AccessOperation::Store;
      std::set<SiteId> Now;
      for (const auto &[Site, Load] : SinceLast) {
        const Value Apart = bytesApart(Values, *Load->Where, *Record->Where);
        if (Apart.isUniform() && !Apart.isNumber(0) &&
            Load->Active == Record->Active &&
            Load->BytesPerLane == Record->BytesPerLane)
          Now.insert(Site);
        else
          NotAdded.insert(Site);
      }
      for (SiteId Before : Added)
        if (!Now.count(Before))
          NotAdded.insert(Before);
      for (SiteId Site : Now)
        if (IsBegun && !Added.count(Site))
          NotAdded.insert(Site);
      Added.insert(Now.begin(), Now.end());
      SinceLast.clear();
      Own = nullptr;
      IsBegun = true;
    }
    Here.IsIrregular |= Own != nullptr;
    for (const auto &[Site, Load] : SinceLast)
      NotAdded.insert(Site);
    Here.Added.insert(Added.begin(), Added.end());
    Here.NotAdded.insert(NotAdded.begin(), NotAdded.end());
  }
}

void SumTrees::add(const Trace &Group) {
  HasLostAccess |= Group.IsTorn;
  std::map<unsigned, std::vector<const AccessRecord *>> ByArray;
  for (const AccessRecord &Record : Group.Records)
    if (Record.Where && Record.Where->Array->isDeclared()) {
      const SharedArray &Array = *Record.Where->Array;
      ByArray[Array.DeclarationId].push_back(&Record);
      // Under several names it is the same memory.
      if (Array.IsDynamic && !Dynamic)
        Dynamic = Array.DeclarationId;
      HasLostAccess |= Array.IsDynamic && *Dynamic != Array.DeclarationId;
    } else {
      HasLostAccess = true;
    }
  for (const auto &[Id, Records] : ByArray)
    addTo(Arrays[Id], Records, *Group.Values);
}

namespace {
/// Whether a statement of its own adds to the place that an expression names,
/// by an operation whose operands may come in any order.
class SumFinder : public RecursiveASTVisitor<SumFinder> {
public:
  explicit SumFinder(const Expr *Place) : Place(Place) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCompoundStmt(CompoundStmt *Block) {
    for (const Stmt *S : Block->body())
      look(S);
    return !IsFound;
  }
  bool VisitIfStmt(IfStmt *If) {
    look(If->getThen());
    look(If->getElse());
    return !IsFound;
  }
  bool VisitForStmt(ForStmt *Loop) { return look(Loop->getBody()); }
  bool VisitWhileStmt(WhileStmt *Loop) { return look(Loop->getBody()); }

  bool IsFound = false;

private:
  bool look(const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    const auto *Sum = E ? dyn_cast<CompoundAssignOperator>(
                              E->IgnoreParens()->IgnoreImplicit())
                        : nullptr;
    IsFound |= Sum && Sum->getLHS()->IgnoreParens() == Place->IgnoreParens() &&
               llvm::is_contained({BO_AddAssign, BO_MulAssign, BO_AndAssign,
                                   BO_OrAssign, BO_XorAssign},
                                  Sum->getOpcode());
    return !IsFound;
  }

  const Expr *const Place;
};
} // namespace

std::optional<SumReaders> SumTrees::readersOf(
    SiteId Site, const SharedArray &Array, const SiteMap &Sites,
    const llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached) const {
  const auto Known = Arrays.find(Array.DeclarationId);
  if (HasLostAccess || Array.Escapes || Known == Arrays.end())
    return std::nullopt;
  // A load of what is added is part of the statement as well.
  const auto IsAdded = [](const AtSite &Sum, SiteId Load) {
    return Sum.IsSum && !Sum.IsIrregular && Sum.Added.count(Load) &&
           !Sum.NotAdded.count(Load);
  };
  const AtSite *Sum = nullptr;
  SiteId SumSite = NoSite;
  for (const SiteId Other : Known->second.Sums) {
    const AtSite &At = Known->second.Sites.at(Other);
    if ((Other == Site || IsAdded(At, Site)) &&
        llvm::any_of(At.Added, [&](SiteId L) { return IsAdded(At, L); })) {
      if (Sum)
        return std::nullopt;
      Sum = &At;
      SumSite = Other;
    }
  }
  const Expr *Place = Sum ? Sites.expressionOf(SumSite) : nullptr;
  if (!Place)
    return std::nullopt;
  SumFinder Finder(Place);
  for (const FunctionDecl *Function : Reached)
    if (const FunctionDecl *Defined = Function->getDefinition())
      Finder.TraverseStmt(Defined->getBody());
  if (!Finder.IsFound)
    return std::nullopt;
  std::set<int64_t> Read;
  bool ReadsMany = false;
  for (const auto &[Other, At] : Known->second.Sites)
    if (Other != SumSite && !IsAdded(*Sum, Other)) {
      ReadsMany |= At.ReadsMany || At.MostBytes > Sum->Bytes;
      Read.insert(At.Read.begin(), At.Read.end());
    }
  if (!ReadsMany && Read.size() == 1)
    return SumReaders::One;
  const bool IsPlain = Array.Extents.size() <= 1 && !Array.HasClassElements;
  if ((ReadsMany || !Read.empty()) && IsPlain)
    return SumReaders::Many;
  return std::nullopt;
}
