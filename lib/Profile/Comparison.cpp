//===- Comparison.cpp - Prediction beside measurement ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Comparison.h"
#include "Profile/Csv.h"
#include "Profile/Export.h"
#include "Profile/KernelNames.h"
#include "Profile/Prediction.h"
#include "Profile/SourceFiles.h"
#include "Source/AccessKey.h"
#include "Warp/Count.h"
#include "Warp/Formula.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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
// Shapes.
//===----------------------------------------------------------------------===//

using Extents = std::array<unsigned, 3>;

/// Adds what may come from any file: the most that there is, rather than more.
static void addTo(int64_t &Sum, int64_t Number) {
  if (AddOverflow(Sum, Number, Sum))
    Sum = INT64_MAX;
}

static void addTo(Measurement &Sum, const Measurement &M) {
  addTo(Sum.Requests, M.Requests);
  addTo(Sum.Wavefronts, M.Wavefronts);
  addTo(Sum.Ideal, M.Ideal);
}

static int64_t productOf(const Extents &E) {
  int64_t Product = int64_t(E[0]) * E[1];
  if (MulOverflow(Product, int64_t(E[2]), Product))
    return INT64_MAX;
  return Product;
}

static std::string shapeText(const Extents &E) {
  std::string Text = std::to_string(E[0]);
  if (E[1] != 1 || E[2] != 1)
    Text += "x" + std::to_string(E[1]);
  if (E[2] != 1)
    Text += "x" + std::to_string(E[2]);
  return Text;
}

/// As many blocks of this shape have the warps and threads of the launch; none
/// where no number of them has.
static std::optional<int64_t> blocksOf(const ProfiledLaunch &Launch,
                                       const Extents &Block) {
  if (Launch.Grid)
    return productOf(*Launch.Grid);
  const int64_t Threads = productOf(Block);
  if (!Launch.Warps || !Launch.Threads || Threads == 0 ||
      *Launch.Threads % Threads != 0)
    return std::nullopt;
  const int64_t Blocks = *Launch.Threads / Threads;
  if (Blocks * ((Threads - 1) / 32 + 1) != *Launch.Warps)
    return std::nullopt;
  return Blocks;
}

namespace {
/// One launch, with the prediction for it.
struct PlacedLaunch {
  const ProfiledLaunch *Launch = nullptr;
  const PredictedKernel *Predicted = nullptr; ///< null where there is none
  std::string Name;
  std::optional<Extents> Block;
  ShapeSource BlockFrom = ShapeSource::Unknown;
  std::optional<int64_t> Blocks;
  /// Why nothing is predicted for it.
  LineCause Missing;
};
} // namespace

/// Finds which of the analysed shapes a launch has.
static void findShape(PlacedLaunch &To,
                      ArrayRef<const PredictedKernel *> Shapes) {
  std::vector<const PredictedKernel *> Fitting;
  std::set<std::string> All, Blocks;
  for (const PredictedKernel *Kernel : Shapes) {
    const bool Fits = To.Launch->Block
                          ? *To.Launch->Block == Kernel->Block
                          : blocksOf(*To.Launch, Kernel->Block).has_value();
    All.insert(shapeText(Kernel->Block));
    if (!Fits)
      continue;
    Fitting.push_back(Kernel);
    Blocks.insert(shapeText(Kernel->Block));
  }
  To.Block = To.Launch->Block;
  if (To.Block)
    To.BlockFrom = ShapeSource::Export;
  if (Fitting.empty()) {
    To.Missing = {Cause::OtherShape, join(All, ", ")};
    return;
  }
  if (Blocks.size() > 1) {
    To.Missing = {Cause::ShapeUnknown, join(Blocks, ", ")};
    return;
  }
  // One shape may be launched with several grids; another grid than those is
  // as good as any where the report counts by block.
  const auto IsSameGrid = [&](const PredictedKernel *Kernel) {
    return To.Launch->Grid && Kernel->Grid &&
           equal(*To.Launch->Grid, *Kernel->Grid);
  };
  const auto Same = find_if(Fitting, IsSameGrid);
  To.Predicted = Same == Fitting.end() ? Fitting.front() : *Same;
  To.Block = To.Predicted->Block;
  if (To.BlockFrom == ShapeSource::Unknown)
    To.BlockFrom = ShapeSource::Threads;
  To.Blocks = blocksOf(*To.Launch, *To.Block);
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
/// An instruction, over all launches of a kernel.
struct Part {
  AccessOperation Operation = AccessOperation::Load;
  std::string Opcode;              ///< "LDS.64"
  std::vector<ProfiledLine> Lines; ///< named as in the report
  Measurement Sum;
  std::optional<int64_t> Lanes = 0;
};

/// Wavefronts and ideal over the launches.
using Expectation = std::pair<int64_t, int64_t>;

/// A line that is being judged.
struct Work {
  ComparedLine Line;
  const PredictedLine *Predicted = nullptr;
  std::vector<const Part *> Parts;
  /// What it is predicted to take, if only by what accesses take on average.
  std::optional<Expectation> Expected;
  /// It differs, and nothing explains that yet.
  bool IsOpen = false;

  Measurement measured() const { return Line.Measured.value_or(Measurement()); }
  /// Makes a number of what is expected, which was measured.
  void takeExpected() {
    Line.Wavefronts = Bounds{Expected->first, Expected->first};
    Line.Ideal = Bounds{Expected->second, Expected->second};
  }
  bool isExact() const {
    return Line.Wavefronts && Line.Wavefronts->isExact() && Line.Ideal &&
           Line.Ideal->isExact();
  }
};

using FileMap = std::map<std::string, std::string>;

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
  void settle(AccessOperation Operation);
  void settleInHeaders(ArrayRef<Work *> Missing, ArrayRef<Work *> Found);
  bool settleTogether(ArrayRef<Work *> Group);
  void settleNeighbours(std::vector<Work *> &Missing,
                        std::vector<Work *> &Found);
  void settleUnknown(std::vector<Work *> &Missing, std::vector<Work *> &Found,
                     AccessOperation Operation);

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

/// Whether a line is of a file that the report has accesses in, not of a header
/// of a library.
static bool isKnownFile(const ProfiledLine &Line, const FileMap &Files) {
  return any_of(Files,
                [&](const auto &Entry) { return Entry.second == Line.File; });
}

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

static void addPart(Work &To, const Part &P) {
  To.Parts.push_back(&P);
  if (!To.Line.Measured)
    To.Line.Measured.emplace();
  addTo(*To.Line.Measured, P.Sum);
  if (!is_contained(To.Line.Instructions, P.Opcode))
    To.Line.Instructions.push_back(P.Opcode);
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

static void conclude(Work &W, Agreement A) {
  W.Line.Judgement = A;
  W.IsOpen = false;
}

static void conclude(Work &W, Agreement A, LineCause Why) {
  conclude(W, A);
  W.Line.Causes.push_back(std::move(Why));
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

//===----------------------------------------------------------------------===//
// What a line alone does not explain.
//===----------------------------------------------------------------------===//

static std::vector<ProfiledLine> placesOf(ArrayRef<Work *> Works,
                                          const Work *But = nullptr) {
  std::vector<ProfiledLine> Places;
  for (const Work *W : Works)
    if (W != But && !is_contained(Places, W->Line.At))
      Places.push_back(W->Line.At);
  return Places;
}

/// Instructions of a header without the line that calls it: those that take
/// just what lines without any are predicted to take are theirs.
void KernelComparer::settleInHeaders(ArrayRef<Work *> Missing,
                                     ArrayRef<Work *> Found) {
  std::vector<std::pair<Expectation, Work *>> Lacking;
  for (Work *W : Missing) {
    if (W->Line.Measured || !W->Expected)
      return;
    Lacking.push_back({*W->Expected, W});
  }
  std::vector<std::tuple<Expectation, const Part *, Work *>> Instructions;
  for (Work *W : Found) {
    if (isKnownFile(W->Line.At, Files))
      return;
    for (const Part *P : W->Parts)
      Instructions.push_back({{P->Sum.Wavefronts, P->Sum.Ideal}, P, W});
  }
  if (Lacking.size() != Instructions.size())
    return;
  sort(Lacking);
  sort(Instructions);
  for (auto [Lack, I] : zip_equal(Lacking, Instructions))
    if (Lack.first != std::get<0>(I))
      return;
  for (auto [Lack, I] : zip_equal(Lacking, Instructions)) {
    Work &W = *Lack.second;
    addPart(W, *std::get<1>(I));
    W.takeExpected();
    conclude(W, Agreement::Agrees,
             {Cause::InHeader, "", {std::get<2>(I)->Line.At}});
    std::get<2>(I)->IsOpen = false;
  }
}

/// Several lines that differ, and whose sums do not: the compiler has merged
/// their accesses, or an instruction stands at another line of a statement.
bool KernelComparer::settleTogether(ArrayRef<Work *> Group) {
  __int128 Wavefronts = 0, Ideal = 0;
  bool HasPrediction = false;
  for (const Work *W : Group) {
    Wavefronts += W->measured().Wavefronts;
    Ideal += W->measured().Ideal;
    if (!W->Predicted)
      continue;
    HasPrediction = true;
    if (!W->Expected)
      return false;
    Wavefronts -= W->Expected->first;
    Ideal -= W->Expected->second;
  }
  if (Group.size() < 2 || !HasPrediction || Wavefronts != 0 || Ideal != 0)
    return false;
  for (Work *W : Group)
    conclude(*W, Agreement::Explained,
             {Cause::Together, "", placesOf(Group, W)});
  return true;
}

/// Lines of one statement stand close to each other.
void KernelComparer::settleNeighbours(std::vector<Work *> &Missing,
                                      std::vector<Work *> &Found) {
  static constexpr unsigned Near = 3;
  std::vector<Work *> All = Missing;
  append_range(All, Found);
  sort(All,
       [](const Work *A, const Work *B) { return A->Line.At < B->Line.At; });
  for (size_t Begin = 0, End = 0; Begin != All.size(); Begin = End) {
    for (End = Begin + 1; End != All.size(); ++End)
      if (All[End]->Line.At.File != All[Begin]->Line.At.File ||
          All[End]->Line.At.Line - All[End - 1]->Line.At.Line > Near)
        break;
    settleTogether(ArrayRef(All).slice(Begin, End - Begin));
  }
  const auto IsSettled = [](const Work *W) { return !W->IsOpen; };
  erase_if(Missing, IsSettled);
  erase_if(Found, IsSettled);
}

/// Accesses whose cost is not known may have made the instructions of a header
/// that are left, and those of others beside them.
void KernelComparer::settleUnknown(std::vector<Work *> &Missing,
                                   std::vector<Work *> &Found,
                                   AccessOperation Operation) {
  std::vector<Work *> Unknown;
  for (Work &W : Lines)
    if (W.Line.Operation == Operation && W.Line.Judgement == Agreement::Open &&
        !W.IsOpen && !W.Line.Measured)
      Unknown.push_back(&W);
  erase_if(Found,
           [&](const Work *W) { return isKnownFile(W->Line.At, Files); });
  if (Unknown.empty() || Found.empty())
    return;
  __int128 Needed = 0, Measured = 0;
  for (const Work *W : Missing)
    Needed += W->Expected ? W->Expected->first : 0;
  for (const Work *W : Found)
    Measured += W->measured().Wavefronts;
  if (Needed > Measured)
    return;
  const std::vector<ProfiledLine> Places = placesOf(Found);
  for (Work *W : Missing)
    if (!W->Line.Measured && W->Expected)
      conclude(*W, Agreement::Open, {Cause::AmongOthers, "", Places});
  for (Work *W : Unknown) {
    W->Line.Causes = {{Cause::NotKnown, W->Predicted->Reason}};
    if (Unknown.size() == 1 && Missing.empty()) {
      for (const Work *F : Found)
        for (const Part *P : F->Parts)
          addPart(*W, *P);
      W->Line.Causes.push_back({Cause::InHeader, "", Places});
    } else {
      W->Line.Causes.push_back({Cause::AmongOthers, "", Places});
    }
  }
  for (Work *W : Found)
    W->IsOpen = false;
}

void KernelComparer::settle(AccessOperation Operation) {
  std::vector<Work *> Missing, Found;
  for (auto [From, To] :
       {std::pair(&Lines, &Missing), std::pair(&Rest, &Found)})
    for (Work &W : *From)
      if (W.IsOpen && W.Line.Operation == Operation)
        To->push_back(&W);
  settleInHeaders(Missing, Found);
  const auto IsSettled = [](const Work *W) { return !W->IsOpen; };
  erase_if(Missing, IsSettled);
  erase_if(Found, IsSettled);
  settleNeighbours(Missing, Found);
  std::vector<Work *> All = Missing;
  append_range(All, Found);
  if (settleTogether(All))
    return;
  settleUnknown(Missing, Found, Operation);
}

/// Of lines that are still open, what can be said.
static void concludeOpen(Work &W, const PlacedLaunch &Placed) {
  const PredictedKernel *Predicted = Placed.Predicted;
  // Blocks that somebody guessed may be others of as many warps.
  if (Placed.BlockFrom == ShapeSource::Threads && !Predicted->IsLaunched)
    return conclude(W, Agreement::Open,
                    {Cause::ShapeUnknown, shapeText(Predicted->Block)});
  if (!W.Predicted) {
    const bool IsPart = Predicted->IsPart;
    conclude(W, IsPart ? Agreement::Open : Agreement::Differs,
             {IsPart ? Cause::PartOfKernel : Cause::NotReported});
    return;
  }
  const bool IsIdle =
      W.Line.Measured && all_of(W.Parts, [](const Part *P) {
        return P->Sum.Requests == 0 || (P->Lanes && *P->Lanes == 0);
      });
  // What may take none at all need not be there.
  if (!W.Line.Measured && W.Line.Wavefronts && W.Line.Wavefronts->contains(0))
    return conclude(W, Agreement::Open,
                    {Cause::NoInstruction, W.Predicted->Reason});
  if (!W.Line.Measured)
    W.Line.Causes.push_back({Cause::NoInstruction});
  else if (IsIdle)
    W.Line.Causes.push_back({Cause::NotExecuted});
  const bool IsCondition = IsIdle && W.Predicted->IsConditional;
  conclude(W, IsCondition ? Agreement::Explained : Agreement::Differs);
  if (!IsCondition)
    W.Line.Causes.push_back({Cause::NotExplained});
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
    std::set<AccessOperation> Operations;
    for (Work &W : Lines) {
      judge(W);
      Operations.insert(W.Line.Operation);
    }
    for (const Work &W : Rest)
      Operations.insert(W.Line.Operation);
    for (AccessOperation Operation : Operations)
      settle(Operation);
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

/// Finds what is predicted for a launch; `Name` is the kernel's in the report,
/// null where that has none.
static PlacedLaunch place(const ProfiledLaunch &Launch, const std::string *Name,
                          const Prediction &Predicted) {
  PlacedLaunch To;
  To.Launch = &Launch;
  if (!Name) {
    To.Name = Launch.Kernel;
    To.Block = Launch.Block;
    if (To.Block)
      To.BlockFrom = ShapeSource::Export;
    To.Missing = {Cause::NoKernel};
    return To;
  }
  To.Name = *Name;
  std::vector<const PredictedKernel *> Shapes;
  for (const PredictedKernel &Kernel : Predicted.Kernels)
    if (Kernel.Name == *Name)
      Shapes.push_back(&Kernel);
  findShape(To, Shapes);
  return To;
}

/// The launches of one kernel and one shape together, in the order of the
/// first.
static std::vector<std::vector<PlacedLaunch>>
groupsOf(ArrayRef<PlacedLaunch> Placed) {
  using Key =
      std::tuple<std::string, const PredictedKernel *, std::optional<Extents>>;
  std::map<Key, size_t> Known;
  std::vector<std::vector<PlacedLaunch>> Groups;
  for (const PlacedLaunch &Launch : Placed) {
    auto [Entry, IsNew] = Known.try_emplace(
        {Launch.Name, Launch.Predicted, Launch.Block}, Groups.size());
    if (IsNew)
      Groups.emplace_back();
    Groups[Entry->second].push_back(Launch);
  }
  return Groups;
}

Expected<Comparison> banklint::compareProfile(const Profile &Measured,
                                              const Prediction &Predicted) {
  const FileMap Files = matchFiles(Measured.Files, Predicted.Files);
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
  std::vector<PlacedLaunch> Placed;
  std::map<std::string, std::optional<size_t>> Indices; // of names, as written
  std::set<std::string> Met;
  for (const ProfiledLaunch &Launch : Measured.Launches) {
    auto [Entry, IsNew] = Indices.try_emplace(Launch.Kernel);
    if (IsNew)
      Entry->second = kernelNamed(Launch.Kernel, Names);
    const std::string *Name = Entry->second ? &Names[*Entry->second] : nullptr;
    Placed.push_back(place(Launch, Name, Predicted));
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
