//===- UselessPadding.cpp - Memory that frees no bank ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/UselessPadding.h"
#include "Bank/Gpu.h"
#include "Candidates/Padding.h"
#include "Config/Rules.h"
#include "Cuda/Locations.h"
#include "Finding/Wording.h"
#include "Layout/Proof.h"
#include "Text/Edits.h"

using namespace banklint;
using namespace clang;

/// Elements at the end of a dimension that no access reaches, in every
/// instance; 0 if there are none, or if that is not known.
static int64_t unusedElements(const DeclaredArray &Array, unsigned Dimension) {
  std::map<const SharedArray *, int64_t> Used;
  bool IsKnown = true;
  forEachRecord(Array.Uses, [&](const ArrayInKernel &Use, const Trace &Group,
                                const AccessRecord &Record) {
    assert(Dimension < Record.Where->Index.size() &&
           "an address has a subscript for each dimension");
    const Value &Index = Record.Where->Index[Dimension];
    int64_t Element = Use.Array->StrideBytes[Dimension];
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
      if (!(Record.Active >> Lane & 1))
        continue;
      Range Bounds = Group.Values->rangeInLane(Index, Lane);
      Range Within = Group.Values->rangeInLane(Record.Where->WithinBytes, Lane);
      bool IsInside = Bounds.Min >= 0 && Within.Min >= 0 &&
                      Bounds.Max < Use.Array->Extents[Dimension] &&
                      Within.Max < Use.Array->SizeBytes;
      IsKnown &= IsInside;
      if (!IsInside)
        return;
      // Up to the last byte that the lane asks for.
      bool IsInnermost = Dimension + 1 == Use.Array->Extents.size();
      int64_t Bytes = IsInnermost ? Within.Max + Record.BytesPerLane : 1;
      int64_t End = Bounds.Max + (Bytes + Element - 1) / Element;
      int64_t &Most = Used[Use.Array];
      Most = std::max(Most, End);
    }
  });
  std::optional<int64_t> Unused;
  for (const auto &[Known, End] : Used) {
    int64_t Rest = std::max<int64_t>(0, Known->Extents[Dimension] - End);
    if (Unused && *Unused != Rest)
      return 0;
    Unused = Rest;
  }
  return IsKnown ? Unused.value_or(0) : 0;
}

/// The last member of the elements, if no code names it and all accesses are to
/// single members before it; else null.
static const FieldDecl *unusedMember(const DeclaredArray &Array,
                                     const SourceMap &Map,
                                     const ASTContext &Context) {
  const RecordDecl *Class = Array.declaration()
                                ->getType()
                                ->getBaseElementTypeUnsafe()
                                ->getAsRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->isUnion() || Class->field_empty() ||
      Context.getSourceManager().isInSystemHeader(Class->getLocation()))
    return nullptr;
  const FieldDecl *Last = nullptr;
  int64_t AlignmentBytes = 1; // of those before it
  for (const FieldDecl *Field : Class->fields()) {
    if (Last)
      AlignmentBytes = std::max<int64_t>(
          AlignmentBytes,
          Context.getTypeAlignInChars(Last->getType()).getQuantity());
    Last = Field;
  }
  int64_t OffsetBytes = int64_t(
      Context.getASTRecordLayout(Class).getFieldOffset(Last->getFieldIndex()) /
      8);
  bool IsSeparate = OffsetBytes && OffsetBytes % AlignmentBytes == 0 &&
                    Map.referencesTo(Last).empty();
  forEachRecord(Array.Uses, [&](const ArrayInKernel &, const Trace &,
                                const AccessRecord &Record) {
    const Value &Within = Record.Where->WithinBytes;
    IsSeparate &=
        Within.isNumber() &&
        Within.constant().same() + Record.BytesPerLane <= OffsetBytes &&
        Record.BytesPerLane <= AlignmentBytes;
  });
  return IsSeparate ? Last : nullptr;
}

/// Whether no access takes more wavefronts without the padding, in any kernel
/// or block.
static bool isUseless(const DeclaredArray &Array, const Layout &Without) {
  return llvm::all_of(Array.Uses, [&](const ArrayInKernel &Use) {
    std::vector<ArrayInKernel> Alone = {Use};
    Replay Accesses(Alone);
    LayoutCost Now = Accesses.costOf({});
    return Proof{Without, Accesses.costOf(Without), 0}.losers(Now).empty();
  });
}

namespace {
/// Compares what an array costs with what it would cost without some padding.
class Comparison {
public:
  explicit Comparison(const DeclaredArray &Array)
      : Array(Array), Accesses(Array.Uses), Now(Accesses.costOf({})) {}

  bool hasRequests() const { return Now.Total.Requests != 0; }
  Padding without(Padding P, const Layout &Without) {
    for (const ArrayInKernel &Use : Array.Uses)
      P.Bytes =
          std::max(P.Bytes, Use.Array->SizeBytes - Without.sizeBytes(Use));
    P.With = Now;
    P.Without = Accesses.costOf(Without);
    P.IsUseless = isUseless(Array, Without);
    return P;
  }

private:
  const DeclaredArray &Array;
  Replay Accesses;
  LayoutCost Now;
};
} // namespace

static bool isComparable(const DeclaredArray &Array) {
  const SharedArray &Any = Array.any();
  return Any.SizeBytes && !Any.Extents.empty() && !Any.Escapes &&
         llvm::all_of(Array.Instances, [&](const VarDecl *Instance) {
           return Array.usesOf(Instance).Obstacles.empty();
         });
}

std::optional<Padding> banklint::memberPaddingOf(const DeclaredArray &Array,
                                                 const SourceMap &Map,
                                                 ASTContext &Context) {
  Padding P;
  P.Member = isComparable(Array) ? unusedMember(Array, Map, Context) : nullptr;
  if (!P.Member)
    return std::nullopt;
  Comparison Costs(Array);
  if (!Costs.hasRequests())
    return std::nullopt;
  const auto &Class = Context.getASTRecordLayout(P.Member->getParent());
  Layout Without;
  Without.DroppedBytes =
      Class.getSize().getQuantity() -
      int64_t(Class.getFieldOffset(P.Member->getFieldIndex()) / 8);
  return Costs.without(P, Without);
}

/// All paddings of an array.
static std::vector<Padding> paddingsOf(const DeclaredArray &Array,
                                       const SourceMap &Map,
                                       ASTContext &Context) {
  std::vector<Padding> Result;
  if (!isComparable(Array))
    return Result;
  Comparison Costs(Array);
  if (!Costs.hasRequests())
    return Result;
  size_t Dimensions = Array.any().Extents.size();
  for (unsigned D = 1; D < Dimensions; ++D) {
    Padding P;
    P.Dimension = D;
    P.Elements = unusedElements(Array, D);
    Layout Without;
    Without.ExtraElements.assign(Dimensions, 0);
    Without.ExtraElements[D] = -P.Elements;
    if (P.Elements)
      Result.push_back(Costs.without(P, Without));
  }
  if (std::optional<Padding> P = memberPaddingOf(Array, Map, Context))
    Result.push_back(std::move(*P));
  return Result;
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// Wavefronts for each request that there is now: without padding, requests may
/// merge.
static std::string meanText(const LayoutCost &Cost, const LayoutCost &Now) {
  return wavefrontText(Cost.Total.Wavefronts / Now.Total.Requests);
}

static Finding findingFor(const DeclaredArray &Array, const Padding &P,
                          const SourceMap &Map, const ASTContext &Context) {
  const SharedArray &Any = Array.any();
  SourceRange Where = Array.declaration()->getLocation();
  auto Extents = extentsOf(Array.declaration(), Map);
  if (!P.Member && P.Dimension < Extents.size() &&
      Extents[P.Dimension].getSizeExpr())
    Where = Extents[P.Dimension].getSizeExpr()->getSourceRange();
  std::string What = P.Member
                         ? "member '" + P.Member->getNameAsString() + "' of '" +
                               Any.Name.str() + "'"
                         : std::to_string(P.Elements) +
                               (P.Elements == 1 ? " element" : " elements") +
                               " a row of '" + Any.Name.str() + "'";
  bool Raises = P.With.Total.Wavefronts > P.Without.Total.Wavefronts + 1e-9;
  Finding F;
  F.Rule = UselessPaddingRule;
  F.Span = spanOf(Where, Context);
  F.Message = "padding of " + What +
              (Raises ? " raises its wavefronts: "
                      : " does not lower its wavefronts: ") +
              meanText(P.With, P.With) + " a request with it, " +
              meanText(P.Without, P.With) + " without; it takes " +
              std::to_string(P.Bytes) + " bytes";
  F.Declared = pointOf(Array.declaration()->getLocation(), Context);
  if (P.Member)
    F.Notes.push_back(
        {spanOf(P.Member->getSourceRange(), Context), note::UnnamedMember()});
  return F;
}

std::vector<Finding> banklint::findUselessPadding(const Analysis &Found,
                                                  ASTContext &Context) {
  std::vector<Finding> Result;
  SourceMap Map(Context);
  for (const auto &[Where, Array] : declaredArrays(Found, Map, Context))
    for (const Padding &P : paddingsOf(Array, Map, Context))
      if (P.IsUseless)
        Result.push_back(findingFor(Array, P, Map, Context));
  return Result;
}
