//===- Grouping.cpp - One finding for each cause --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Grouping.h"
#include "Config/Rules.h"
#include "Finding/Obstacle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace banklint;

/// The accesses that notes name; the rest is counted.
static constexpr size_t MostNamed = 3;

static std::pair<double, double> costOf(const Finding &F) {
  return {F.knownExcess(), F.Ways.value_or(0)};
}

bool banklint::isCostlier(const Finding &A, const Finding &B) {
  return costOf(A) > costOf(B);
}

using EditKeys =
    std::set<std::tuple<std::string, unsigned, unsigned, std::string>>;

static EditKeys editsOf(const Fix &X) {
  EditKeys Keys;
  for (const Edit &E : X.Edits)
    Keys.insert({E.File, E.OffsetBytes, E.LengthBytes, E.Text});
  return Keys;
}

/// Findings of which none is less than the other keep their order.
static void
sortBy(std::vector<Finding> &Findings,
       llvm::function_ref<bool(const Finding &, const Finding &)> IsLess) {
  std::vector<size_t> Order(llvm::seq(Findings.size()).begin(),
                            llvm::seq(Findings.size()).end());
  llvm::sort(Order, [&](size_t A, size_t B) {
    if (IsLess(Findings[A], Findings[B]) || IsLess(Findings[B], Findings[A]))
      return IsLess(Findings[A], Findings[B]);
    return A < B;
  });
  std::vector<Finding> Sorted;
  Sorted.reserve(Findings.size());
  for (size_t Number : Order)
    Sorted.push_back(std::move(Findings[Number]));
  Findings = std::move(Sorted);
}

//===----------------------------------------------------------------------===//
// What findings have in common
//===----------------------------------------------------------------------===//

namespace {
/// Findings with equal causes are one.
struct Cause {
  std::string Rule;
  SourcePoint Declared;
  std::vector<std::string> Arrays;
  bool IsPossible = false;
  std::set<EditKeys> Fixes;
  /// Why there are no others, and what is advised.
  std::set<std::string> Remarks;
  /// How lanes meet, where it is not the layout of the array that makes them
  /// and there is no fix that would be the same.
  std::optional<size_t> Meeting;

  auto fields() const {
    return std::tie(Rule, Declared, Arrays, IsPossible, Fixes, Remarks,
                    Meeting);
  }
  friend bool operator<(const Cause &A, const Cause &B) {
    return A.fields() < B.fields();
  }
};

/// What is said of the array, whatever the access is.
struct RemarkWriter {
  std::string operator()(const note::NoFix &N) const {
    return obstacleText(N.What);
  }
  std::string operator()(const note::LayoutSwizzle &N) const {
    return N.Swizzle;
  }
  std::string operator()(const note::LayoutStrides &N) const {
    return N.Layout;
  }
  std::string operator()(const note::SpareMember &N) const { return N.Member; }
  template <typename Other> std::string operator()(const Other &) const {
    return "";
  }
};
} // namespace

/// Whether another layout of the array would let the lanes not meet; atomics on
/// one word, and copies from the same place of several lines, meet in any.
static bool isOfLayout(const LaneConflict &Meeting) {
  return !std::holds_alternative<SameWord>(Meeting) &&
         !std::holds_alternative<SamePlaces>(Meeting) &&
         !std::holds_alternative<ManyLines>(Meeting);
}

/// The cause of a finding; nothing where no other finding can have it.
static std::optional<Cause> causeOf(const Finding &F) {
  if (!F.Operation || !F.Declared.Line || F.Arrays.empty() || F.IsError)
    return std::nullopt;
  Cause Result;
  Result.Rule = F.Rule;
  Result.Declared = F.Declared;
  Result.Arrays = F.Arrays;
  for (const Fix &X : F.Fixes)
    Result.Fixes.insert(editsOf(X));
  for (const Note &N : F.Notes) {
    Result.IsPossible |= N.getAs<note::Possible>() != nullptr;
    if (const auto *Why = N.getAs<note::Why>();
        Why && F.Fixes.empty() && !isOfLayout(Why->Meeting))
      Result.Meeting = Why->Meeting.index();
    Result.Remarks.insert(std::visit(RemarkWriter(), N.Content));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// One for all
//===----------------------------------------------------------------------===//

/// How the lanes of a finding meet in a bank, if a note says so.
static const LaneConflict *meetingOf(const Finding &F) {
  for (const Note &N : F.Notes)
    if (const auto *Why = N.getAs<note::Why>())
      return &Why->Meeting;
  return nullptr;
}

/// How the lanes of `Other` meet, where that is not how those of `First` do: a
/// copy whose pieces lie otherwise in their lines, beside loads in strides.
static std::optional<LaneConflict> otherMeeting(const Finding &First,
                                                const Finding &Other) {
  const LaneConflict *Known = meetingOf(First), *Theirs = meetingOf(Other);
  if (!Theirs || (Known && Known->index() == Theirs->index()))
    return std::nullopt;
  return *Theirs;
}

/// Takes over what holds for the group, and not for its first alone.
static void standFor(Finding &First, std::vector<Finding> Others) {
  for (Finding &Other : Others) {
    if (Other.IsHalfRead)
      First.keepHalfRead();
    for (Fix &Theirs : Other.Fixes) {
      auto Own = llvm::find_if(First.Fixes, [&](const Fix &X) {
        return editsOf(X) == editsOf(Theirs);
      });
      if (Own == First.Fixes.end()) {
        First.Fixes.push_back(std::move(Theirs));
        continue;
      }
      Own->LeavesOthers |= Theirs.leavesExcess();
      Own->IsSafe &= Theirs.IsSafe;
      Own->IsDisputed |= Theirs.IsDisputed;
    }
  }
  const size_t Named = std::min(Others.size(), MostNamed);
  for (size_t I = 0; I != Named; ++I) {
    const Finding &Other = Others[I];
    const unsigned Left = I + 1 == Named ? unsigned(Others.size() - Named) : 0;
    First.Notes.push_back(
        {{Other.Span.Begin, 0, 0},
         note::Likewise{*Other.Operation, Other.Text, Other.Ways.value_or(1),
                        Other.IsSteady, Other.Rule == CopyLinesRule, Left,
                        Other.Arrays == First.Arrays
                            ? std::vector<std::string>()
                            : Other.Arrays,
                        otherMeeting(First, Other)}});
  }
  First.Others = std::move(Others);
}

/// Makes one finding of those with equal keys, where the first of them stands;
/// one without a key stays alone.
template <typename Key>
static void
groupBy(std::vector<Finding> &Findings,
        llvm::function_ref<std::optional<Key>(const Finding &)> KeyOf) {
  std::map<Key, size_t> Known;
  std::vector<std::vector<Finding>> Groups;
  for (Finding &F : Findings) {
    size_t Number = Groups.size();
    if (std::optional<Key> Of = KeyOf(F))
      Number = Known.try_emplace(std::move(*Of), Number).first->second;
    if (Number == Groups.size())
      Groups.emplace_back();
    Groups[Number].push_back(std::move(F));
  }
  Findings.clear();
  for (std::vector<Finding> &Group : Groups) {
    sortBy(Group, isCostlier);
    Finding First = std::move(Group.front());
    Group.erase(Group.begin());
    if (!Group.empty())
      standFor(First, std::move(Group));
    Findings.push_back(std::move(First));
  }
}

void banklint::groupByCause(std::vector<Finding> &Findings) {
  groupBy<Cause>(Findings, causeOf);
}

void banklint::groupByRange(std::vector<Finding> &Findings) {
  using Range = std::tuple<SourcePoint, unsigned, unsigned>;
  groupBy<Range>(Findings, [](const Finding &F) -> std::optional<Range> {
    if (!F.Operation)
      return std::nullopt;
    return Range(F.Span.Begin, F.Span.EndLine, F.Span.EndColumn);
  });
}

void banklint::sortFindings(std::vector<Finding> &Findings,
                            FindingOrder Order) {
  if (Order == FindingOrder::Cost)
    return sortBy(Findings, isCostlier);
  llvm::StringMap<size_t> Files;
  for (const Finding &F : Findings)
    Files.try_emplace(F.Span.Begin.File, Files.size());
  sortBy(Findings, [&](const Finding &A, const Finding &B) {
    const size_t FileOfA = Files.lookup(A.Span.Begin.File),
                 FileOfB = Files.lookup(B.Span.Begin.File);
    if (FileOfA != FileOfB)
      return FileOfA < FileOfB;
    return Order == FindingOrder::Place ? A.Span.Begin < B.Span.Begin
                                        : isCostlier(A, B);
  });
}
