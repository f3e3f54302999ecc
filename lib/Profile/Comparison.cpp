//===- Comparison.cpp - Prediction beside measurement ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Comparison.h"
#include "Causes.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "Matching.h"
#include "Profile/Csv.h"
#include "Profile/Export.h"
#include "Profile/KernelNames.h"
#include "Profile/Prediction.h"
#include "Profile/SourceFiles.h"
#include "Shapes.h"
#include "Source/AccessKey.h"
#include "Work.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

const char *banklint::agreementName(Agreement A) {
  switch (A) {
  case Agreement::Agrees:
    return "agrees";
  case Agreement::WithinBounds:
    return "within bounds";
  case Agreement::Explained:
    return "explained";
  case Agreement::Open:
    return "open";
  case Agreement::Differs:
    return "differs";
  }
  llvm_unreachable("every agreement is listed");
}

size_t Comparison::count(Agreement A) const {
  size_t Count = 0;
  for (const ComparedKernel &Kernel : Kernels)
    Count += size_t(count_if(Kernel.Lines, [&](const ComparedLine &Line) {
      return Line.Judgement == A;
    }));
  return Count;
}

//===----------------------------------------------------------------------===//
// Counts over launches.
//===----------------------------------------------------------------------===//

static constexpr const char *BlockIndices[] = {"blockIdx.x", "blockIdx.y",
                                               "blockIdx.z"};
static constexpr const char *GridExtents[] = {"gridDim.x", "gridDim.y",
                                              "gridDim.z"};

/// What a formula of a block comes to over all blocks of a launch; none where
/// it names what an export does not show.
static std::optional<int64_t> overLaunch(const Formula &OfBlock,
                                         const PlacedLaunch &Placed) {
  if (OfBlock.isNumber()) {
    int64_t Product = 0;
    if (!Placed.Blocks ||
        MulOverflow(OfBlock.number(), *Placed.Blocks, Product))
      return std::nullopt;
    return Product;
  }
  const std::optional<Extents> &Grid = Placed.Launch->Grid;
  if (!Grid || !all_of(OfBlock.unknowns(), [](const std::string &Name) {
        return is_contained(BlockIndices, Name) ||
               is_contained(GridExtents, Name);
      }))
    return std::nullopt;
  Formula Sum = OfBlock;
  for (auto [Index, Size, Extent] : zip_equal(BlockIndices, GridExtents, *Grid))
    Sum = Formula::sum(Index, Formula(Extent),
                       Sum.substitute(Size, Formula(Extent)));
  return Sum.evaluate([](StringRef) { return std::optional<int64_t>(); });
}

static std::optional<Bounds> overLaunches(const std::optional<Count> &OfBlock,
                                          ArrayRef<PlacedLaunch> Launches) {
  if (!OfBlock || any_of(OfBlock->Where, [](const Formula &NotNegative) {
        return !NotNegative.isNumber() || NotNegative.number() < 0;
      }))
    return std::nullopt;
  Bounds Sum{0, 0};
  for (const PlacedLaunch &Placed : Launches) {
    const std::optional<int64_t> Least = overLaunch(OfBlock->Least, Placed);
    if (!Least)
      return std::nullopt;
    std::optional<int64_t> Most;
    if (OfBlock->Most)
      Most = overLaunch(*OfBlock->Most, Placed);
    if (!Most)
      Sum.Most.reset();
    if (AddOverflow(Sum.Least, *Least, Sum.Least) ||
        (Sum.Most && AddOverflow(*Sum.Most, *Most, *Sum.Most)))
      return std::nullopt;
  }
  return Sum;
}

/// A whole number, but for what was lost on the way to it.
static std::optional<int64_t> wholeNumber(double Number) {
  const double Rounded = std::round(Number);
  if (std::abs(Number - Rounded) > 1e-6 * std::max(1.0, std::abs(Number)) ||
      Rounded < 0 || Rounded > 9e15)
    return std::nullopt;
  return int64_t(Rounded);
}

//===----------------------------------------------------------------------===//
// One kernel.
//===----------------------------------------------------------------------===//

namespace {
/// Compares the launches of one kernel with one prediction.
class KernelComparer {
public:
  KernelComparer(ArrayRef<PlacedLaunch> Launches, const FileMap &Files)
      : Launches(Launches), Predicted(Launches.front().Predicted),
        Files(Files) {}

  ComparedKernel compare();

private:
  void collectParts();
  void addPredictedLines();
  void giveParts();
  Work *ownerOf(const Part &P);
  void predict(Work &W) const;
  void judge(Work &W) const;
  void judgeExact(Work &W) const;
  void judgeOpen(Work &W) const;
  void addLinesOfRest();

  ArrayRef<PlacedLaunch> Launches;
  const PredictedKernel *Predicted;
  const FileMap &Files;
  using Key = std::pair<ProfiledLine, AccessOperation>;
  std::vector<Part> Parts;
  std::map<Key, size_t> PartsAt; ///< how many
  std::vector<Work> Lines;
  std::map<Key, size_t> LineOf; ///< in `Lines`
  std::vector<Work> Rest;       ///< lines that no prediction is for
};
} // namespace

static StringRef opcodeIn(StringRef Text) {
  if (Text.consume_front("@"))
    Text = Text.split(' ').second;
  return Text.trim().split(' ').first;
}

/// Launches of one kernel run the same code, wherever it was loaded.
void KernelComparer::collectParts() {
  std::map<uint64_t, size_t> Known;
  for (const PlacedLaunch &Placed : Launches) {
    const auto &Instructions = Placed.Launch->Instructions;
    for (const auto &[Address, I] : Instructions) {
      auto [Entry, IsNew] = Known.try_emplace(
          Address - Instructions.begin()->first, Parts.size());
      if (IsNew) {
        Part &New = Parts.emplace_back();
        New.Operation = I.Operation;
        New.Opcode = opcodeIn(I.Text).str();
        for (ProfiledLine Line : I.Lines) {
          if (auto Found = Files.find(Line.File); Found != Files.end())
            Line.File = Found->second;
          New.Lines.push_back(std::move(Line));
        }
      }
      Part &P = Parts[Entry->second];
      addTo(P.Sum, {I.Requests, I.Wavefronts, I.Ideal});
      if (P.Lanes && I.Lanes)
        addTo(*P.Lanes, *I.Lanes);
      else
        P.Lanes.reset();
    }
  }
}

void KernelComparer::addPredictedLines() {
  if (!Predicted)
    return;
  for (const PredictedLine &P : Predicted->Lines) {
    Work &W = Lines.emplace_back();
    W.Predicted = &P;
    W.Line.At = {P.File, P.Line};
    W.Line.Operation = P.Operation;
    W.Line.Arrays = P.Arrays;
    W.Line.IsByHardware = P.IsByHardware;
  }
}

/// Of the lines that an instruction stands below, the innermost that has a
/// prediction: one that shows nothing of functions it calls, else the one with
/// the fewest instructions.
Work *KernelComparer::ownerOf(const Part &P) {
  Work *Owner = nullptr;
  std::tuple<bool, size_t> Rank;
  for (const ProfiledLine &Line : P.Lines) {
    const auto Found = LineOf.find({Line, P.Operation});
    if (Found == LineOf.end())
      continue;
    Work &W = Lines[Found->second];
    const std::tuple<bool, size_t> Own = {W.Predicted->HasCalls,
                                          PartsAt[Found->first]};
    if (Owner && Rank <= Own)
      continue;
    Owner = &W;
    Rank = Own;
  }
  return Owner;
}

void KernelComparer::giveParts() {
  for (auto [I, W] : enumerate(Lines))
    LineOf[{W.Line.At, W.Line.Operation}] = I;
  for (const Part &P : Parts)
    for (const ProfiledLine &Line : P.Lines)
      ++PartsAt[{Line, P.Operation}];
  for (const Part &P : Parts) {
    if (Work *Owner = ownerOf(P)) {
      addPart(*Owner, P);
      continue;
    }
    if (P.Sum.Wavefronts == 0 || P.Lines.empty())
      continue;
    // Rather a line that the reader has than one of a header.
    const auto Known = find_if(P.Lines, [&](const ProfiledLine &Line) {
      return isKnownFile(Line, Files);
    });
    const ProfiledLine &At = Known == P.Lines.end() ? P.Lines.front() : *Known;
    auto Entry = find_if(Rest, [&](const Work &W) {
      return W.Line.At == At && W.Line.Operation == P.Operation;
    });
    if (Entry == Rest.end()) {
      Work W;
      W.Line.At = At;
      W.Line.Operation = P.Operation;
      W.Line.IsPredicted = false;
      W.IsOpen = true;
      Entry = Rest.insert(Rest.end(), std::move(W));
    }
    addPart(*Entry, P);
  }
}

/// Works out what the prediction comes to over the launches.
void KernelComparer::predict(Work &W) const {
  const PredictedLine &P = *W.Predicted;
  W.Line.Request = P.Request;
  W.Line.Wavefronts = overLaunches(P.Wavefronts, Launches);
  W.Line.Ideal = overLaunches(P.Ideal, Launches);
  if (W.isExact())
    W.Expected = {W.Line.Wavefronts->Least, W.Line.Ideal->Least};
  if (W.isExact() || !P.Block)
    return;
  // The accesses themselves may be known where a formula for all warps is not.
  int64_t Blocks = 0;
  for (const PlacedLaunch &Placed : Launches) {
    if (!Placed.Blocks)
      return;
    addTo(Blocks, *Placed.Blocks);
  }
  const std::optional<int64_t> Wavefronts =
      wholeNumber(P.Block->Wavefronts * double(Blocks));
  const std::optional<int64_t> Ideal =
      wholeNumber(P.Block->Ideal * double(Blocks));
  if (!Wavefronts || !Ideal)
    return;
  W.Expected = {*Wavefronts, *Ideal};
  const bool IsMet =
      W.measured().Wavefronts == *Wavefronts && W.measured().Ideal == *Ideal;
  if (IsMet || (P.IsExact && !W.Line.Wavefronts && !P.Wavefronts))
    W.takeExpected();
}

void KernelComparer::judgeExact(Work &W) const {
  const Measurement M = W.measured();
  if (M.Wavefronts == W.Line.Wavefronts->Least) {
    if (M.Ideal == W.Line.Ideal->Least)
      return conclude(W, Agreement::Agrees);
    if (W.Predicted->IsWide)
      return conclude(W, Agreement::Agrees, {Cause::ProfilersIdeal});
  }
  W.IsOpen = true;
}

/// Whether a request takes what is predicted, however many there are.
static bool isRequestMet(const Cost &Request, const Measurement &M) {
  if (M.Ideal == 0 || Request.Ideal <= 0)
    return false;
  const double Was = double(M.Wavefronts) / double(M.Ideal);
  return std::abs(Request.Wavefronts / Request.Ideal - Was) <= 0.005 * Was;
}

void KernelComparer::judgeOpen(Work &W) const {
  const PredictedLine &P = *W.Predicted;
  const Measurement M = W.measured();
  const bool IsBounded = W.Line.Wavefronts && W.Line.Wavefronts->Most;
  if (W.Line.Wavefronts && !W.Line.Wavefronts->contains(M.Wavefronts)) {
    W.IsOpen = true;
    return;
  }
  if (IsBounded)
    return conclude(W, Agreement::WithinBounds, {Cause::NotKnown, P.Reason});
  if (!W.Line.Measured && W.Expected) {
    W.IsOpen = true; // it may stand elsewhere
    return;
  }
  if (!W.Line.Measured)
    return conclude(W, Agreement::Open, {Cause::NoInstruction, P.Reason});
  if (M.Wavefronts == 0)
    return conclude(W, Agreement::Open, {Cause::NotExecuted, P.Reason});
  if (P.Request && isRequestMet(*P.Request, M))
    return conclude(W, Agreement::Agrees, {Cause::OnlyRequests, P.Reason});
  // A verdict holds whatever the number of requests is.
  const bool IsRefuted =
      (P.IsConflict && M.Wavefronts <= M.Ideal) ||
      (P.IsConflictFree && !P.IsWide && P.Request && M.Wavefronts > M.Ideal);
  if (IsRefuted) {
    W.IsOpen = true;
    return;
  }
  conclude(W, Agreement::Open, {Cause::NotKnown, P.Reason});
}

void KernelComparer::judge(Work &W) const {
  if (W.Predicted->IsByHardware) {
    const Measurement M = W.measured();
    W.IsOpen = M.Wavefronts > M.Ideal;
    if (!W.IsOpen)
      conclude(W, Agreement::Agrees);
    return;
  }
  predict(W);
  if (W.isExact())
    judgeExact(W);
  else
    judgeOpen(W);
}

/// Where nothing is predicted for these launches, what was measured is shown.
void KernelComparer::addLinesOfRest() {
  for (Work &W : Rest)
    conclude(W, Agreement::Open, Launches.front().Missing);
}

ComparedKernel KernelComparer::compare() {
  ComparedKernel Result;
  const PlacedLaunch &First = Launches.front();
  Result.Name = First.Name;
  Result.Block = First.Block;
  Result.BlockFrom = First.BlockFrom;
  Result.Launches = Launches.size();
  Result.Blocks = 0;
  std::map<std::string, int64_t> Sums;
  for (const PlacedLaunch &Placed : Launches) {
    const std::optional<int64_t> Blocks =
        Placed.Launch->Grid ? productOf(*Placed.Launch->Grid) : Placed.Blocks;
    if (Blocks && Result.Blocks)
      addTo(*Result.Blocks, *Blocks);
    else
      Result.Blocks.reset();
    for (const auto &[Name, Value] : Placed.Launch->Counters)
      addTo(Sums[Name], Value);
  }
  Result.Counters.assign(Sums.begin(), Sums.end());
  collectParts();
  addPredictedLines();
  giveParts();
  if (!Predicted) {
    addLinesOfRest();
  } else {
    for (Work &W : Lines)
      judge(W);
    settleTogether(Lines, Rest, Files);
    for (std::vector<Work> *Of : {&Lines, &Rest})
      for (Work &W : *Of)
        if (W.IsOpen)
          concludeOpen(W, First);
  }
  for (Work &W : Lines)
    // What merged with another line is there.
    if (W.Line.Measured || !W.isExact() || W.Line.Wavefronts->Least != 0)
      Result.Lines.push_back(std::move(W.Line));
  for (Work &W : Rest)
    if (!W.Line.Causes.empty())
      Result.Lines.push_back(std::move(W.Line));
  sort(Result.Lines, [](const ComparedLine &A, const ComparedLine &B) {
    return std::tie(A.At, A.Operation) < std::tie(B.At, B.Operation);
  });
  return Result;
}

//===----------------------------------------------------------------------===//
// All kernels.
//===----------------------------------------------------------------------===//

/// "'a', 'b' and 3 more".
static std::string listOf(ArrayRef<std::string> Names) {
  static constexpr size_t Shown = 3;
  std::string Text;
  for (const std::string &Name : Names.take_front(Shown))
    Text += (Text.empty() ? "'" : ", '") + shownCell(Name) + "'";
  if (Names.size() > Shown)
    Text += " and " + std::to_string(Names.size() - Shown) + " more";
  return Text;
}

static bool isMeasured(const ProfiledLaunch &Launch) {
  return any_of(Launch.Instructions,
                [](const auto &Entry) { return Entry.second.Wavefronts != 0; });
}

static Error differentPrograms(StringRef What, ArrayRef<std::string> Measured,
                               ArrayRef<std::string> Predicted) {
  return createStringError("no " + What +
                           " is both in the profile and in the report: the "
                           "profile has " +
                           listOf(Measured) + ", the report " +
                           listOf(Predicted));
}

/// Fails where several files of the report may be one of the profile.
static Error ambiguousFile(ArrayRef<std::string> Measured,
                           ArrayRef<std::string> Predicted) {
  for (const std::string &Path : Measured)
    if (const std::vector<std::string> Nearest = nearestFiles(Path, Predicted);
        Nearest.size() > 1)
      return createStringError("'" + shownCell(Path) +
                               "' of the profile may be any of " +
                               listOf(Nearest) + ": compare it with one");
  return Error::success();
}

Expected<Comparison> banklint::compareProfile(const Profile &Measured,
                                              const Prediction &Predicted) {
  const FileMap Files = matchFiles(Measured.Files, Predicted.Files);
  if (Files.empty())
    if (Error E = ambiguousFile(Measured.Files, Predicted.Files))
      return std::move(E);
  if (Files.empty() && !Measured.Files.empty() && !Predicted.Files.empty())
    return differentPrograms("file", Measured.Files, Predicted.Files);
  std::vector<std::string> Kernels;
  for (const ProfiledLaunch &Launch : Measured.Launches)
    if (!is_contained(Kernels, Launch.Kernel))
      Kernels.push_back(Launch.Kernel);

  std::vector<std::string> Names;
  for (const PredictedKernel &Kernel : Predicted.Kernels)
    if (!is_contained(Names, Kernel.Name))
      Names.push_back(Kernel.Name);
  LaunchMatcher Matcher(Predicted);
  std::vector<PlacedLaunch> Placed;
  std::map<std::string, std::optional<size_t>> Indices; // of names, as written
  std::set<std::string> Met;
  for (const ProfiledLaunch &Launch : Measured.Launches) {
    auto [Entry, IsNew] = Indices.try_emplace(Launch.Kernel);
    if (IsNew)
      Entry->second = kernelNamed(Launch.Kernel, Names);
    const std::string *Name = Entry->second ? &Names[*Entry->second] : nullptr;
    Placed.push_back(Matcher.place(Launch, Name));
    if (Name)
      Met.insert(*Name);
  }
  const bool HasWavefronts = any_of(Measured.Launches, isMeasured);
  if (HasWavefronts && Names.empty())
    return createStringError(
        "the report has no access to shared memory, and "
        "the profile has some in " +
        listOf(std::vector<std::string>(Kernels.begin(), Kernels.end())));
  if (Met.empty() && !Names.empty())
    return differentPrograms("kernel", Kernels, Names);

  Comparison Result;
  for (const std::vector<PlacedLaunch> &Group : groupsOf(Placed)) {
    ComparedKernel Kernel = KernelComparer(Group, Files).compare();
    if (!Kernel.Lines.empty())
      Result.Kernels.push_back(std::move(Kernel));
  }
  for (const std::string &Name : Names)
    if (!Met.count(Name))
      Result.NotProfiled.push_back(Name);
  return Result;
}
