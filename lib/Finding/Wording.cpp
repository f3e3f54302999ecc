//===- Wording.cpp - From fields to what users read -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Wording.h"
#include "Bank/BankModel.h"
#include "Nvcc/Rules/Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace banklint;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::string banklint::blockName(const std::array<unsigned, 3> &Block) {
  std::string Name = std::to_string(Block[0]);
  if (Block[1] > 1 || Block[2] > 1)
    Name += "x" + std::to_string(Block[1]);
  if (Block[2] > 1)
    Name += "x" + std::to_string(Block[2]);
  return Name;
}

std::string banklint::wavefrontText(double Wavefronts) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3f", Wavefronts);
  std::string Result = Text;
  Result.erase(Result.find_last_not_of('0') + 1);
  if (Result.back() == '.')
    Result.pop_back();
  return Result;
}

static std::string wordsText(int64_t Bytes) {
  return Bytes % WordBytes == 0 ? std::to_string(Bytes / WordBytes) + " words"
                                : std::to_string(Bytes) + " bytes";
}

//===----------------------------------------------------------------------===//
// Other layouts
//===----------------------------------------------------------------------===//

/// " on average over 2 instantiations"; "" of one kernel in blocks of one
/// shape.
static std::string meanText(const std::optional<MeanOver> &Over) {
  if (!Over || (Over->Kernels == 1 && Over->Shapes == 1))
    return "";
  std::vector<std::string> Parts;
  if (Over->Kernels > 1)
    Parts.push_back(std::to_string(Over->Kernels) +
                    (Over->AreInstances ? " instantiations" : " kernels"));
  if (Over->Shapes > 1)
    Parts.push_back(std::to_string(Over->Shapes) + " block shapes");
  return " on average over " + llvm::join(Parts, " and ");
}

/// What a layout leaves of the access: "leaves no conflict", or "leaves no
/// conflict here" where others pay for it, or keep theirs.
static std::string effectText(const LayoutEffect &Effect,
                              bool IsOnlyHere = false) {
  if (Effect.Wavefronts == 0)
    return "leaves it no requests";
  std::string Text =
      Effect.HasExcess
          ? "leaves " + wavefrontText(Effect.Wavefronts) +
                " wavefronts per request" + meanText(Effect.Over)
          : std::string("leaves no conflict") + (IsOnlyHere ? " here" : "");
  if (!Effect.RequestRatio)
    return Text;
  // "1.05 times fewer" is hard to picture.
  if (*Effect.RequestRatio >= 1.5)
    return Text + ", in " + wavefrontText(*Effect.RequestRatio) +
           " times fewer requests";
  const long Percent = std::lround(100 * (1 - 1 / *Effect.RequestRatio));
  return Percent > 0
             ? Text + ", in " + std::to_string(Percent) + " % fewer requests"
             : Text;
}

/// "33 floats", "36 elements"; in bytes where these are no elements.
static std::string elementsText(int64_t Bytes, const ElementType &Element) {
  if (Element.Name.empty() || Bytes % Element.Bytes)
    return wordsText(Bytes);
  bool HasPlural = llvm::is_contained(
      {"float", "double", "int", "char", "short", "long"}, Element.Name);
  const int64_t Count = Bytes / Element.Bytes;
  return std::to_string(Count) + " " + (HasPlural ? Element.Name : "element") +
         (Count == 1 ? "" : "s");
}

/// What it costs other accesses, and what it takes for granted.
static std::vector<std::string> drawbacksOf(const ProposedLayout &Proposed) {
  std::vector<std::string> Texts;
  if (const auto &Worsened = Proposed.Worsened)
    Texts.push_back(std::string("the ") +
                    operationName(Worsened->Which.Operation) + " at line " +
                    std::to_string(Worsened->Which.At.Line) + " then takes " +
                    wavefrontText(Worsened->After) + " wavefronts instead of " +
                    wavefrontText(Worsened->Before));
  if (Proposed.HasUnknown)
    Texts.push_back("the cost of some accesses is then unknown");
  const auto *Swizzle = std::get_if<SwizzledIndices>(&Proposed.Change);
  if (Swizzle && Swizzle->MayNotFit)
    Texts.push_back("a launch that asks for nearly all the shared memory that "
                    "a block can have then fails");
  if (Proposed.HasOtherBlocks)
    Texts.push_back(
        "its kernel may also be launched with blocks that are not known");
  if (Proposed.TakesRegisters)
    Texts.push_back("a kernel that keeps so much in registers may then fit "
                    "fewer blocks on an SM");
  return Texts;
}

static std::string blocksText(const std::optional<ResidentBlocks> &Blocks) {
  if (!Blocks)
    return "";
  return "; shared memory then limits an SM to " +
         std::to_string(Blocks->After) +
         (Blocks->After == 1 ? " block" : " blocks") + " instead of " +
         std::to_string(Blocks->Before);
}

/// What the layout is, what it does for the access, and what it costs.
static std::string gainText(const LongerRows &Rows, const std::string &Effect) {
  const bool IsShorter = Rows.ExtraBytes < 0;
  std::string Text =
      std::string(IsShorter ? "shorten" : "pad") + " the rows of '" +
      Rows.Array + "' " +
      (Rows.OfAllBytes
           ? "by " + elementsText(std::abs(Rows.OfAllBytes), Rows.Element)
           : "to " + elementsText(Rows.RowBytes, Rows.Element)) +
      (IsShorter ? " (" : " (+") + std::to_string(Rows.ExtraBytes) +
      " bytes), which " + Effect;
  return Text + blocksText(Rows.Blocks);
}

static std::string gainText(const SwizzledIndices &Swizzle,
                            const std::string &Effect) {
  std::string Text = "swizzle every index of '" + Swizzle.Array +
                     "', in the form '" + Swizzle.Access + "'";
  if (Swizzle.DroppedElements)
    Text += ", with " + std::to_string(Swizzle.DroppedElements) +
            (Swizzle.DroppedElements == 1 ? " element" : " elements") +
            " less in each row";
  if (Swizzle.MultipleBytes)
    return Text + ", and round its size up to a multiple of " +
           std::to_string(Swizzle.MultipleBytes) + " bytes, which " + Effect;
  const int64_t ExtraBytes = Swizzle.ExtraBytes;
  if (ExtraBytes > 0)
    Text += ", and let it grow to whole blocks of the swizzle (+" +
            std::to_string(ExtraBytes) + " bytes)";
  Text += ", which " + Effect;
  if (ExtraBytes < 0)
    Text += " and frees " + std::to_string(-ExtraBytes) + " bytes";
  return ExtraBytes ? Text : Text + " and takes no memory";
}

static std::string gainText(const GappedIndices &Gaps,
                            const std::string &Effect) {
  return "leave gaps in '" + Gaps.Array + "', in the form '" + Gaps.Access +
         "' (+" + std::to_string(Gaps.ExtraBytes) + " bytes), which " + Effect +
         blocksText(Gaps.Blocks);
}

static std::string gainText(const ProposedLayout &Proposed,
                            bool LeavesOthers = false) {
  const std::string Effect = effectText(
      Proposed.Effect, LeavesOthers || Proposed.Worsened.has_value());
  return std::visit(
      [&](const auto &Change) { return gainText(Change, Effect); },
      Proposed.Change);
}

static std::string layoutText(const ProposedLayout &Proposed,
                              bool LeavesOthers = false) {
  std::string Text = gainText(Proposed, LeavesOthers);
  for (const std::string &Drawback : drawbacksOf(Proposed))
    Text += "; " + Drawback;
  return Text;
}

static constexpr llvm::StringLiteral UnsafeMark = " (unsafe";

/// What a fix that frees the access of the finding leaves elsewhere.
static std::string leftText(const Fix &X) {
  return X.LeavesOthers && !X.Proposed.Effect.HasExcess
             ? "; other accesses still conflict"
             : "";
}

std::string banklint::fixText(const Fix &X) {
  const bool IsLonger = !std::holds_alternative<LongerRows>(X.Proposed.Change);
  if (X.IsSafe)
    return layoutText(X.Proposed, X.LeavesOthers) +
           (IsLonger ? "; index arithmetic gets longer" : "") + leftText(X);
  std::vector<std::string> Reasons;
  if (IsLonger)
    Reasons.push_back("index arithmetic gets longer");
  llvm::append_range(Reasons, drawbacksOf(X.Proposed));
  if (X.IsDisputed)
    Reasons.push_back("not safe in another source or build");
  if (X.IsHalfRead)
    Reasons.push_back("code that was not analysed may use it");
  if (!X.UnprovedBuild.empty())
    Reasons.push_back("not proved with " + X.UnprovedBuild);
  std::string Text =
      gainText(X.Proposed, X.LeavesOthers) + leftText(X) + UnsafeMark.str();
  for (const std::string &Reason : Reasons)
    Text += (&Reason == &Reasons.front() ? ": " : "; ") + Reason;
  return Text + ")";
}

bool banklint::isUnsafeText(llvm::StringRef Text) {
  return Text.contains((UnsafeMark + ":").str()) ||
         Text.contains((UnsafeMark + ")").str());
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

std::string banklint::arrayText(const std::vector<std::string> &Arrays) {
  return Arrays.empty() ? "shared memory" : "'" + arrayField(Arrays) + "'";
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

static std::string
blockNames(const std::vector<std::array<unsigned, 3>> &Blocks) {
  std::string Names;
  for (const std::array<unsigned, 3> &Block : Blocks)
    Names += (Names.empty() ? "" : ", ") + blockName(Block);
  return Names;
}

namespace {
/// Makes the sentence of each reason.
struct ReasonWriter {
  std::string operator()(const NoReason &) const { return ""; }
  std::string operator()(const SavedReason &Why) const {
    llvm::BumpPtrAllocator Storage;
    return toText(restoredReason(Why, Storage));
  }
  std::string operator()(const SomeBlocks &Blocks) const {
    return "conflicts for blocks of " + blockNames(Blocks.With) +
           (Blocks.Without.empty()
                ? "; others were not analysed"
                : ", but not of " + blockNames(Blocks.Without));
  }
};

/// Says how lanes meet in a bank.
struct ConflictWriter {
  static std::string distance(int64_t Bytes) {
    int64_t Count = std::abs(Bytes);
    if (Count % WordBytes)
      return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
    Count /= WordBytes;
    return std::to_string(Count) + (Count == 1 ? " word" : " words");
  }

  std::string operator()(const EqualSteps &Steps) const {
    return "adjacent lanes are " + distance(Steps.Bytes) + " apart" +
           (Steps.Bytes % (WordBytes * BankCount) == 0
                ? ", so they all fall in one bank"
                : "");
  }
  std::string operator()(const TwoLanes &Lanes) const {
    return "lanes " + std::to_string(Lanes.First) + " and " +
           std::to_string(Lanes.Second) +
           " access different words of one bank, " + distance(Lanes.Bytes) +
           " apart";
  }
  std::string operator()(const SameWord &) const {
    return "lanes that access the same word are served one after another";
  }
  std::string operator()(const OtherPlaces &) const {
    return "16-byte pieces have different positions in their 128-byte lines of "
           "global and of shared memory";
  }
  std::string operator()(const SamePlaces &) const {
    return "lanes read the same place in different 128-byte lines of global "
           "memory";
  }
  std::string operator()(const ManyLines &) const {
    return "each wavefront takes pieces of one 128-byte line of global memory";
  }
};
} // namespace

std::string banklint::reasonText(const AccessReason &Why) {
  return std::visit(ReasonWriter(), Why);
}

std::string banklint::withoutParameters(llvm::StringRef Kernel) {
  if (!Kernel.ends_with(")"))
    return Kernel.str();
  unsigned Depth = 0;
  for (size_t I = Kernel.size(); I-- > 0;) {
    Depth += Kernel[I] == ')';
    if (Kernel[I] == '(' && --Depth == 0)
      return Kernel.take_front(I).rtrim().str();
  }
  return Kernel.str();
}

std::string banklint::accessedText(const Access &A) {
  const std::string Arrays = arrayText(A.Arrays);
  return A.Pointer.empty() ? Arrays : "'" + A.Pointer + "' (in " + Arrays + ")";
}

std::string banklint::verdictText(const Access &A) {
  return A.Judgement == Verdict::Conflict && A.isOfLines()
             ? "by lines of global memory"
             : verdictName(A.Judgement);
}

std::string banklint::conflictText(const LaneConflict &Meeting) {
  return std::visit(ConflictWriter(), Meeting);
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

static std::string adviceText(const note::RowAdvice &Rows) {
  if (Rows.OfAllBytes)
    return "; by hand, rows that are " +
           elementsText(std::abs(Rows.OfAllBytes), Rows.Element) +
           (Rows.OfAllBytes < 0 ? " shorter" : " longer") + " would be best";
  if (Rows.IsDeclared)
    return "; by hand, rows of " + elementsText(Rows.BestBytes, Rows.Element) +
           " would be best";
  return "; by hand, a row stride of " +
         std::to_string(Rows.BestBytes / Rows.Element.Bytes) + " instead of " +
         std::to_string(Rows.NowBytes / Rows.Element.Bytes) +
         " in every index would be best (+" +
         std::to_string(Rows.BestBytes - Rows.NowBytes) + " bytes per row)";
}

/// "in kernel 'k<float>'".
static std::string kernelText(llvm::ArrayRef<std::string> Kernels) {
  return Kernels.empty() ? "in a kernel"
                         : "in kernel '" + Kernels.front() + "'";
}

/// "; also in 3 other instantiations".
static std::string othersText(llvm::ArrayRef<std::string> Kernels) {
  if (Kernels.size() < 2)
    return "";
  auto Template = [](llvm::StringRef Name) { return Name.split('<').first; };
  const llvm::StringRef First = Kernels.front();
  const size_t Others = Kernels.size() - 1;
  const bool AreInstances =
      First.contains('<') && llvm::all_of(Kernels, [&](llvm::StringRef Name) {
        return Template(Name) == Template(First);
      });
  return "; also in " + std::to_string(Others) + " other " +
         (AreInstances ? "instantiation" : "kernel") + (Others == 1 ? "" : "s");
}

/// A text, cut where it is long.
static std::string shortened(llvm::StringRef Text, size_t Longest) {
  if (Text.size() <= Longest)
    return Text.str();
  size_t End = Longest - 3;
  while (End && (uint8_t(Text[End]) & 0xC0) == 0x80) // within a character
    --End;
  return (Text.take_front(End) + "...").str();
}

static constexpr size_t LongestExpression = 48;

std::string banklint::otherText(const Finding &Other) {
  if (Other.Text.empty())
    return Other.Message;
  return Other.Message + ": '" + shortened(Other.Text, LongestExpression) + "'";
}

namespace {
/// Makes the sentence of each kind of note.
struct NoteWriter {
  std::string operator()(const note::Possible &N) const {
    return reasonText(N.Reason);
  }
  std::string operator()(const note::Why &N) const {
    return conflictText(N.Meeting);
  }
  std::string operator()(const note::Merged &N) const {
    if (N.Bytes % N.SourceBytes)
      return "merged by nvcc: it becomes one access of " +
             std::to_string(N.Bytes) + " bytes with its neighbours";
    return "merged by nvcc: " + std::to_string(N.Bytes / N.SourceBytes) +
           " adjacent accesses of " + std::to_string(N.SourceBytes) +
           (N.SourceBytes == 1 ? " byte" : " bytes") + " become this one of " +
           std::to_string(N.Bytes) + " bytes";
  }
  std::string operator()(const note::Inexact &N) const {
    std::string Text;
    N.By.forEach([&](ModelRule R) {
      Text += (Text.empty() ? "inexact: " : "; ") + infoOf(R).Sentence.str();
    });
    return Text;
  }
  std::string operator()(const note::InLibrary &N) const {
    return "'" + N.Function + "' makes the access here";
  }
  std::string operator()(const note::LayoutSwizzle &N) const {
    return "with '" + N.Swizzle + "' in the layout of '" + N.Array + "'" +
           (N.Replaced.empty() ? "" : " in place of '" + N.Replaced + "'") +
           ", no access to it has a conflict";
  }
  std::string operator()(const note::LayoutStrides &N) const {
    std::string Text;
    llvm::raw_string_ostream(Text)
        << "with '" << N.Layout << "' in place of '" << N.Replaced
        << "' as the layout of '" << N.Array
        << "', no access to it has a conflict; all take "
        << llvm::format("%.0f", 100 * N.Share) << " % of the wavefronts"
        << (N.ExtraBytes > 0 ? " and " + std::to_string(N.ExtraBytes) +
                                   " bytes more of shared memory"
                             : "");
    return Text;
  }
  std::string operator()(const note::Probe &N) const {
    return "nothing instantiates the template; every instantiation that was "
           "tried conflicts, and these are the numbers of '" +
           N.Kernel + "'";
  }
  std::string operator()(const note::Guard &N) const {
    return N.IsHalf ? "this compares elements of one array: assuming that "
                      "about half of the lanes pass"
                    : "assuming that all threads of a block take the same "
                      "branch here";
  }
  std::string operator()(const note::WholeLines &N) const {
    const std::string Text = "no layout of shared memory helps; let ";
    if (N.RunBytes >= LineBytes)
      return Text + "rows of global memory begin at a 128-byte boundary";
    return Text +
           "lanes read at least 128 adjacent bytes of global memory, not " +
           std::to_string(N.RunBytes);
  }
  std::string operator()(const note::Launch &N) const {
    const std::string Block = "blocks of " + blockName(N.Block);
    if (N.Source && N.Source->Kind == BlockSource::CommonShapes)
      return kernelText(N.Kernels) + ", assuming " + Block +
             " (a common block shape)" + othersText(N.Kernels);
    return kernelText(N.Kernels) + " with " + Block +
           (N.Source ? " (" + toText(*N.Source) + ")" : ", launched here") +
           othersText(N.Kernels);
  }
  std::string operator()(const note::OtherLaunch &N) const {
    return "also launched here with blocks of " + blockName(N.Block) + ": " +
           wavefrontText(N.Wavefronts) + " wavefronts per request, ideal " +
           wavefrontText(N.Ideal);
  }
  std::string operator()(const note::Likewise &N) const {
    return "likewise " + std::string(N.IsSteady ? "" : "up to ") +
           wavefrontText(N.Ways) +
           (N.IsOfLines ? " times the ideal in " : "-way in ") +
           operationName(N.Operation) + " '" +
           shortened(N.Text, LongestExpression) + "'" +
           (N.Arrays.empty() ? "" : " of " + arrayText(N.Arrays)) +
           (N.Meeting ? ": " + conflictText(*N.Meeting) : "") +
           (N.Left ? ", and in " + std::to_string(N.Left) + " more" : "");
  }
  std::string operator()(const note::Swizzle &N) const {
    return "by hand: " + layoutText(N.Proposed);
  }
  std::string operator()(const note::SpareMember &N) const {
    return "'" + N.Member + "' is never used: a plain struct without it " +
           effectText(N.WithoutIt) + ", and saves " +
           std::to_string(N.SavedBytes) + " bytes";
  }
  std::string operator()(const note::Reduction &N) const {
    return "keep the active threads of this reduction adjacent, with a stride "
           "that halves each round, as in '" +
           N.Array + "[t] += " + N.Array +
           "[t + stride]': that has no conflict";
  }
  std::string operator()(const note::Scan &N) const {
    const std::string Row = std::to_string(LineBytes / N.ElementBytes);
    return "by hand: all of its indices as '" + N.Array + "[i + i / " + Row +
           "]', with an element more for each " + Row +
           ", part lanes whose step is a power of two";
  }
  std::string operator()(const note::OtherInstance &N) const {
    return "by hand: '" + N.Parameter + "' = " + N.Value + ", as in '" +
           N.Kernel + "', leaves no conflict";
  }
  std::string operator()(const note::UnnamedMember &) const {
    return "this member is never used";
  }
  std::string operator()(const note::NoFix &N) const {
    return "no fix for '" + N.Array + "': " + obstacleText(N.What) +
           (N.ByHand ? adviceText(*N.ByHand) : "");
  }
  std::string operator()(const note::CutSearch &N) const {
    return "there may be a better layout of '" + N.Array +
           "': the search ended at its step budget";
  }
};
} // namespace

std::string banklint::noteText(const Note &N) {
  return std::visit(NoteWriter(), N.Content);
}

//===----------------------------------------------------------------------===//
// Gaps
//===----------------------------------------------------------------------===//

std::string banklint::messageText(llvm::StringRef Message) {
  std::string Line =
      Message.take_until([](char C) { return C == '\n' || C == '\r'; }).str();
  if (Line.size() != Message.size())
    Line += "...";
  return shortened(Line, /*Longest=*/200);
}

static std::string kernelsOf(const NotAnalysed &Gap) {
  return Gap.KernelCount > 1 ? "kernels '" + Gap.Name + "' and " +
                                   std::to_string(Gap.KernelCount - 1) + " more"
                             : "kernel '" + Gap.Name + "'";
}

std::string banklint::gapSubject(const NotAnalysed &Gap) {
  std::string Name = "'" + Gap.Name + "'";
  switch (Gap.Kind) {
  case GapKind::BrokenKernel:
  case GapKind::BodilessKernel:
    return "kernel " + Name;
  case GapKind::LostCode:
    return "code in " + Name;
  case GapKind::UnusedTemplate:
    return "kernel template " + Name;
  case GapKind::UncalledFunction:
    return "device function " + Name;
  case GapKind::OtherArchitecture:
  case GapKind::SystemPragma:
    return kernelsOf(Gap);
  case GapKind::LibraryKernels:
    return kernelsOf(Gap) +
           (Gap.Detail.empty() ? " of a library" : " of '" + Gap.Detail + "'");
  case GapKind::Statement:
    return Gap.Detail + " in kernel " + Name;
  case GapKind::UnseenArray:
    return "shared array '" + Gap.Detail + "' of kernel " + Name;
  case GapKind::StepBudget:
    return "part of kernel " + Name;
  case GapKind::LaunchBehindBudget:
  case GapKind::LaunchShapes:
    return Gap.Name.empty() ? "a launch" : "a launch of kernel " + Name;
  case GapKind::LaunchArguments:
    return "what launches pass to kernel " + Name;
  case GapKind::MissingHeader:
    return "code that needs a missing header";
  case GapKind::OutsideKernels:
    return "code outside kernels";
  case GapKind::BrokenSource:
    return "source " + Name;
  case GapKind::UnreadFile:
    return "file " + Name;
  }
  llvm_unreachable("every kind of gap is listed");
}

/// An error that belongs to no kernel; a sentence of its own where it has no
/// place.
static std::string errorText(const NotAnalysed &Gap) {
  std::string Text = Gap.Detail;
  if (Gap.ErrorCount > 1)
    Text = std::to_string(Gap.ErrorCount) + " errors, the first: " + Text;
  if (!Gap.Span.Begin.Line)
    Text = "cannot parse '" + Gap.Span.Begin.File + "': " + Text;
  return Text;
}

std::string banklint::gapReason(const NotAnalysed &Gap) {
  switch (Gap.Kind) {
  case GapKind::BrokenKernel:
    assert(Gap.ErrorAt.Line && "an error within a kernel has a place");
    return "it has an error at " + Gap.ErrorAt.File + ":" +
           std::to_string(Gap.ErrorAt.Line) + ":" +
           std::to_string(Gap.ErrorAt.Column) + ": " + Gap.Detail;
  case GapKind::BodilessKernel:
    return "Clang cannot instantiate its body";
  case GapKind::LostCode:
    return Gap.Detail;
  case GapKind::UnusedTemplate:
    return std::string("nothing in this source instantiates it") +
           (Gap.IsTried ? "; what conflicts in every one that was tried is "
                          "reported"
                        : "");
  case GapKind::UncalledFunction:
    return "it uses shared memory, and no kernel of this source calls it";
  case GapKind::LibraryKernels:
    return Gap.KernelCount > 1 ? "the library launches them itself"
                               : "the library launches it itself";
  case GapKind::OtherArchitecture:
    return (Gap.KernelCount > 1 ? "they have" : "it has") +
           (" no code for " + Gap.Detail) + "; --gpu-arch=" + Gap.OtherArch +
           " has";
  case GapKind::SystemPragma:
    return "'#pragma GCC system_header' makes a library of its header";
  case GapKind::Statement:
    return "it is skipped";
  case GapKind::UnseenArray:
    return "no access to it was found";
  case GapKind::StepBudget:
    return "it exceeds the step budget";
  case GapKind::LaunchBehindBudget:
    return "the host code before it exceeds the step budget";
  case GapKind::LaunchShapes:
    return "its block can have more shapes than are tried";
  case GapKind::LaunchArguments:
    return "more combinations of blocks and arguments than are tried one by "
           "one; only some are";
  case GapKind::MissingHeader:
  case GapKind::OutsideKernels:
  case GapKind::BrokenSource:
    return errorText(Gap);
  case GapKind::UnreadFile:
    return Gap.Detail;
  }
  llvm_unreachable("every kind of gap is listed");
}

/// A word of a shell's.
static std::string quotedForShell(llvm::StringRef Word) {
  const bool IsPlain = llvm::all_of(Word, [](char C) {
    return llvm::isAlnum(C) || llvm::StringRef("_./+-=,@%:").contains(C);
  });
  if (IsPlain && !Word.starts_with("-"))
    return Word.str();
  std::string Quoted = "\"";
  for (char C : Word) {
    if (llvm::StringRef("\"\\$`").contains(C))
      Quoted += '\\';
    Quoted += C;
  }
  return Quoted + "\"";
}

/// "a", "a, b or c".
static std::string listText(llvm::ArrayRef<std::string> Items,
                            llvm::StringRef Last) {
  std::string Text = Items.front();
  for (size_t I = 1; I != Items.size(); ++I)
    Text += (I + 1 == Items.size() ? " " + Last.str() + " " : ", ") + Items[I];
  return Text;
}

std::string banklint::foldersText(llvm::ArrayRef<FoundHeader> Folders,
                                  bool HasCommand) {
  std::string Text = HasCommand ? "'" : "'-- ";
  for (const FoundHeader &Place : Folders)
    Text += (&Place == Folders.begin() ? "" : " ") +
            std::string(Place.IsQuoted ? "-iquote " : "-I ") +
            quotedForShell(Place.Folder);
  return Text + "'";
}

std::string banklint::headerAdvice(llvm::ArrayRef<FoundHeader> FoundAt,
                                   bool HasCommand) {
  if (FoundAt.empty())
    return HasCommand
               ? "add '-I DIR' to 'extra-args' in .banklint.yaml for its folder"
               : "pass its folder as '-- -I DIR', or a compile_commands.json "
                 "with -p DIR";
  constexpr size_t MostShown = 3;
  std::vector<std::string> Files, Options;
  for (const FoundHeader &Place : FoundAt.take_front(MostShown)) {
    Files.push_back(Place.File);
    Options.push_back(foldersText(Place, HasCommand));
  }
  std::string Where = HasCommand ? " to 'extra-args' in .banklint.yaml" : "";
  if (FoundAt.size() <= MostShown)
    return "found at " + listText(Files, "and") + ": add " +
           listText(Options, "or") + Where;
  const size_t Rest = FoundAt.size() - MostShown;
  Files.push_back(std::to_string(Rest) +
                  (Rest == 1 ? " more place" : " more places"));
  return "found at " + listText(Files, "and") + ": add " +
         (HasCommand ? "'-I DIR'" : "'-- -I DIR'") + Where +
         " for the right one";
}

std::string banklint::gapSentence(const NotAnalysed &Gap) {
  if (!Gap.Span.Begin.Line)
    return gapReason(Gap);
  const std::string Lost =
      Gap.Kind == GapKind::MissingHeader
          ? gapReason(Gap) + "; code that needs it is not analysed"
          : gapSubject(Gap) + " not analysed: " + gapReason(Gap);
  return Lost + (Gap.FoundAt.empty()
                     ? ""
                     : "; " + headerAdvice(Gap.FoundAt, Gap.HasCommand));
}
