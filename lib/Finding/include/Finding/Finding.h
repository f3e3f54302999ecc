//===- Finding.h - What banklint says about a source ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of the way through the house: plain data, free of Clang's AST, that
// every writer in lib/Report turns into one format. An *access* is one shared
// memory operation of the source under one kernel and one block shape; a
// *finding* is what a reader is warned about, collected from all of them; a
// *fix* is a set of edits that was proved to help.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_FINDING_H
#define BANKLINT_FINDING_FINDING_H

#include "Config/BlockDims.h"
#include "Finding/AccessReason.h"
#include "Finding/CompiledText.h"
#include "Finding/Note.h"
#include "Finding/Obstacle.h"
#include "Formulas/Count.h"
#include "Nvcc/Rules/Rules.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace banklint {

struct Request;

/// What is known of an access, in the order of severity.
enum class Verdict {
  ConflictFree, ///< every request spends its ideal number of wavefronts
  ByHardware,   ///< no request of a warp: TMA, operands of wgmma, mbarriers
  Conflict,     ///< some request certainly spends more
  Possible,     ///< more for some shapes or values, which the reason names
  Unknown,      ///< not known, for the reason given
};

/// The word that the JSON report uses: "conflict-free", "conflict", ...
const char *verdictName(Verdict V);

/// The verdict of that name, if there is one.
std::optional<Verdict> verdictNamed(llvm::StringRef Name);

/// The names of arrays as one field of formats and of fingerprints, which stay
/// as they are: "s", "s' or 't", "".
std::string arrayField(const std::vector<std::string> &Arrays);

/// An operation of the source and the array that it accesses. In a function
/// that is called with several arrays, one operation makes an access to each.
struct ArrayAccess {
  AccessKey Where;
  std::vector<std::string> Arrays; ///< as `Access::Arrays`
  SourcePoint Declared;            ///< as `Access::Declared`

  friend bool operator<(const ArrayAccess &A, const ArrayAccess &B) {
    return std::tie(A.Where, A.Arrays, A.Declared) <
           std::tie(B.Where, B.Arrays, B.Declared);
  }
  friend bool operator==(const ArrayAccess &A, const ArrayAccess &B) {
    return std::tie(A.Where, A.Arrays, A.Declared) ==
           std::tie(B.Where, B.Arrays, B.Declared);
  }
};

/// Who reads what `s[i] += s[i + stride]` leaves, beside its next rounds.
enum class SumReaders {
  One,  ///< a single sum is read
  Many, ///< several are, as in a scan
};

/// One shared-memory operation of the source on one array, under one kernel and
/// one block shape, over all warps and iterations that execute it.
struct Access {
  SourceSpan Span;
  std::string Kernel;      ///< as Clang prints it, with parameters
  std::string ShortKernel; ///< that for people, with layouts in short form
  /// In which it stands: "ns::load", without parameters. The kernel itself, or
  /// a function that it calls.
  std::string Function;
  std::string Text; ///< as the source spells it, without white space
  /// The name of the shared variable; of all that a condition chooses among, or
  /// none where it is not known.
  std::vector<std::string> Arrays;
  /// The pointer by which it is made, where that points to a part of dynamic
  /// shared memory: what people call their array then.
  std::string Pointer;
  AccessOperation Operation = AccessOperation::Load;
  unsigned BytesPerLane = 0; ///< after merging
  unsigned SourceBytes = 0;  ///< as the source accesses them
  std::array<unsigned, 3> Block = {0, 0, 0};
  BlockSource BlockFrom; ///< who says so
  Verdict Judgement = Verdict::Unknown;
  /// Why it is possible or unknown; of the others, the limit that keeps it from
  /// being exact.
  AccessReason Reason;
  /// Means a request; not set where unknown.
  std::optional<double> Wavefronts, Ideal;
  /// The largest wavefronts / ideal of any request.
  std::optional<double> Worst;
  /// What it takes at least in any layout of shared memory: of copies, what
  /// their global side costs; of all else, the ideal.
  std::optional<double> InAnyLayout;
  /// The largest wavefronts / `InAnyLayout`; 1 where no layout helps.
  std::optional<double> WorstOfLayout;
  /// What keeps it from being exact: rules that are
  /// not certain, a guard, a budget.
  ModelRules InexactBy;
  bool isExact() const { return !InexactBy; }
  /// Its requests stand at other accesses, which it was merged with.
  bool IsPartOf = false;
  /// Where its requests stand, if not here, each once: accesses of the
  /// functions that are called here, or those that this one was merged with.
  std::vector<SourcePoint> Elsewhere;
  /// Requests a block, where known.
  std::optional<uint64_t> RequestsPerBlock;
  /// Requests that a block makes at least, if each loop of unknown length makes
  /// one round; 0 where that is not known either.
  uint64_t LeastRequests = 0;
  /// Whole warps make some of its requests or not: a condition decides that is
  /// not known, as on an argument of the kernel.
  bool IsConditional = false;

  /// Its kernel is one of those that a template was tried with, and so it is in
  /// all of them; nothing in the source instantiates that.
  bool IsProbe = false;

  /// A view of accesses that stand in a function called here, which profilers
  /// show at the call; the report lists them at their own place as well.
  bool IsAtCall = false;

  /// The library's function that makes it at this call; empty for what the
  /// source does itself.
  std::string Library;
  /// The library makes it to an object of a class of its own, as to CUB's
  /// `TempStorage`: no layout there is the source's.
  bool IsInLibraryStorage = false;

  std::string Fingerprint; ///< see Fingerprint.h; empty before it is computed

  // What a diagnostic explains; not part of the JSON report.
  std::optional<LaneConflict> Why; ///< of the worst request
  /// The fewest and the most wavefronts of a request, where nobody knows how
  /// often each of them comes up: the mean is then one over the kinds of them.
  std::optional<double> FewestWavefronts, MostWavefronts;
  /// The worst request, of its first warp; null if none is known.
  std::shared_ptr<const Request> Example;
  SourcePoint Inside; ///< where the library makes it
  SourceSpan Launch;  ///< the launch that gave the block, if any
  SourceSpan Guard;   ///< the condition that is taken to hold in full
  /// `Guard` compares data: about half of the lanes pass it, so that the
  /// wavefronts are an upper bound.
  bool IsHalf = false;
  /// Some request may take more: the wavefronts are a lower bound.
  bool IsLeast = false;
  SourcePoint Declared;         ///< the array's declaration
  unsigned DeclaredEndLine = 0; ///< where that ends
  /// Of an access of sums in rounds, if the walks show it.
  std::optional<SumReaders> SumsFor;

  AccessKey key() const { return {Span.Begin, Operation}; }
  ArrayAccess ofArray() const { return {key(), Arrays, Declared}; }
  /// It spends more than its ideal, and that is no bank conflict: a copy whose
  /// lines of global memory take as much in any layout.
  bool isOfLines() const {
    return Worst && WorstOfLayout && *Worst > 1 && *WorstOfLayout <= 1;
  }
};

/// What the profiler counts of one access, over all warps of a block.
struct AccessCount {
  SourcePoint At;
  AccessOperation Operation = AccessOperation::Load;
  std::vector<std::string> Arrays; ///< as `Access::Arrays`
  std::string Text;                ///< as `Access::Text`
  /// As `memory_l1_wavefronts_shared` and `..._ideal`.
  Count Wavefronts, Ideal;

  friend bool operator==(const AccessCount &A, const AccessCount &B) {
    return A.At == B.At && A.Operation == B.Operation && A.Arrays == B.Arrays &&
           A.Text == B.Text && A.Wavefronts == B.Wavefronts &&
           A.Ideal == B.Ideal;
  }
};

/// A kernel under one launch shape.
struct KernelCount {
  std::string Kernel, ShortKernel; ///< as of an access
  std::array<unsigned, 3> Block = {0, 0, 0};
  BlockSource BlockFrom;
  SourceSpan Launch;                 ///< that gave the block, if any
  std::vector<int64_t> Grid;         ///< three extents, or none: not known
  std::vector<AccessCount> Accesses; ///< in the order of the source
  /// Some code of the kernel was passed over, so that it may do more.
  bool IsPart = false;
  /// For an architecture that nothing was measured on.
  bool IsEstimate = false;

  friend bool operator==(const KernelCount &A, const KernelCount &B) {
    return A.Kernel == B.Kernel && A.Block == B.Block && A.Grid == B.Grid &&
           A.IsPart == B.IsPart && A.Accesses == B.Accesses;
  }
};

/// Edits that belong together, with what they were proved to do.
struct Fix {
  ProposedLayout Proposed;
  SourceSpan Where; ///< what the note points at: the extent
  bool IsSafe = false;
  std::vector<Edit> Edits;
  /// External names of the functions that whoever calls or launches them has to
  /// know the edits of: kernels whose dynamic memory grows, and functions of
  /// the device that hold an edit.
  std::vector<std::string> Symbols;
  /// It was safe, but another source proposes the same as unsafe.
  bool IsDisputed = false;
  /// Clang rejects code of a kernel that uses the array: nothing is proved for
  /// that.
  bool IsHalfRead = false;
  /// Another build that it was not proved for: "'-DUSE_DOUBLE'".
  std::string UnprovedBuild;
  /// Of a finding that stands for others: some of these keep excess.
  bool LeavesOthers = false;
  /// The kernels that use the array, where it becomes larger. A fix alone fits
  /// in each of them.
  std::vector<KernelGrowth> Kernels;

  /// Whether some access of the finding then still takes more wavefronts than
  /// its ideal.
  bool leavesExcess() const {
    return LeavesOthers || Proposed.Effect.HasExcess;
  }

  /// Shared memory that it costs a block.
  int64_t extraBytes() const {
    if (const auto *Rows = std::get_if<LongerRows>(&Proposed.Change))
      return Rows->ExtraBytes;
    if (const auto *Swizzle = std::get_if<SwizzledIndices>(&Proposed.Change))
      return std::max<int64_t>(Swizzle->ExtraBytes, 0);
    const auto *Gaps = std::get_if<GappedIndices>(&Proposed.Change);
    return Gaps ? Gaps->ExtraBytes : 0;
  }
};

/// Why a finding is kept from the reader.
enum class Silence {
  None,
  Comment,   ///< a NOLINT comment covers it
  Threshold, ///< it is too small to be reported
  Baseline,  ///< it is an old one
  Library,   ///< a library makes the access to storage of its own
};

/// What a finding costs a block: `Low` below 32 wavefronts above the ideal (one
/// request that conflicts in full costs 31), `High` from 256 on. Where that is
/// not known, by `Ways`: `High` from 8 on, `Low` below 2.
enum class Severity { Low, Medium, High };

/// "low", "medium", "high".
const char *severityName(Severity S);

/// The best that is offered against a conflict.
enum class Cure {
  Safe,    ///< a fix that was proved to make nothing worse
  Unsafe,  ///< another fix
  ByHand,  ///< a note tells what to write
  None,    ///< proved: of the layouts that are tried, none helps
  Refused, ///< an obstacle stands in the way
};

/// The word that the JSON report uses: "safe", "by-hand", ...
const char *cureName(Cure C);

/// One diagnostic.
struct Finding {
  std::string Rule; ///< "banklint-bank-conflict"
  SourceSpan Span;
  std::string Message;
  std::vector<Note> Notes;
  SourcePoint Declared; ///< the array that is accessed
  unsigned DeclaredEndLine = 0;
  // Of the access, as there; all empty where the finding is of none.
  std::string Function, Text;
  std::vector<std::string> Arrays;
  /// The kernels that make the access, each once, without parameters: first the
  /// one that the message tells of.
  std::vector<std::string> Kernels;
  std::string Library; ///< what it calls there to make the access
  bool IsInLibraryStorage = false;
  std::optional<AccessOperation> Operation;
  /// The largest wavefronts / ideal of any request; not set for a finding that
  /// is about no access.
  std::optional<double> Ways;
  bool IsSteady = false; ///< every request takes as much
  /// Wavefronts above the ideal that one block spends, where known.
  std::optional<double> ExcessPerBlock;
  /// Where it is not: what a block spends at least, as `Access::LeastRequests`.
  double LeastExcess = 0;
  /// Tells findings apart for as long as their code stays: see Fingerprint.h.
  /// Empty before `computeFingerprints`.
  std::string Fingerprint;
  Silence SilencedBy = Silence::None;
  /// Code that is not read may use its arrays: none of its fixes is safe.
  bool IsHalfRead = false;
  void keepHalfRead() {
    IsHalfRead = true;
    for (Fix &X : Fixes) {
      X.IsSafe = false;
      X.IsHalfRead = true;
    }
  }
  /// Nobody has looked at another build of its source: no fix is safe.
  void keepFromBuild(const std::string &Build) {
    for (Fix &X : Fixes) {
      X.IsSafe = false;
      X.UnprovedBuild = Build;
    }
  }
  /// Their descriptions are printed as notes behind `Notes`.
  std::vector<Fix> Fixes;
  /// Those of the same cause, which this one stands for, the costliest first;
  /// empty before `groupByCause`.
  std::vector<Finding> Others;
  /// True where the source talks to banklint and makes no sense, as a block of
  /// NOLINT without an end does: printed as an error.
  bool IsError = false;

  /// Wavefronts above the ideal that one block spends, at least, on it and on
  /// all that it stands for.
  double knownExcess() const;
  /// With all that it stands for.
  Severity severity() const;

  /// Not set where no cure was looked for, as for a template that was tried.
  std::optional<Cure> cure() const;
  /// Takes what is said for want of a fix, where there is one, or advice that
  /// was proved, or it was found that no layout helps; and that no rows help
  /// where a member to take out does.
  void dropNeedlessAdvice();
  /// Why there is no fix, or not another one; null where nobody says.
  const Obstacle *obstacle() const;

  /// Of the access; not set where the finding is of none.
  std::optional<AccessKey> key() const {
    if (!Operation)
      return std::nullopt;
    return AccessKey{Span.Begin, *Operation};
  }
  std::optional<ArrayAccess> ofArray() const {
    if (!Operation)
      return std::nullopt;
    return ArrayAccess{*key(), Arrays, Declared};
  }
};

/// What was not analysed, and why.
enum class GapKind {
  BrokenKernel,      ///< a kernel with an error, at `ErrorAt`
  BodilessKernel,    ///< an instance of a template that Clang makes no body for
  LostCode,          ///< in a function: Clang rejects it, as `Detail` says
  UnusedTemplate,    ///< a kernel template that nothing instantiates
  UncalledFunction,  ///< uses shared memory, and no kernel calls it
  LibraryKernels,    ///< a library, `Detail`, launches them itself
  OtherArchitecture, ///< kernels without code for `Detail`, their target
  SystemPragma,      ///< kernels whose header says that it is the system's
  Statement,         ///< in a kernel, passed over; `Detail` says what it is
  UnseenArray,       ///< in a kernel, `Detail`: no access of it was found
  StepBudget,        ///< the end of a kernel, where the budget did not reach
  LaunchBehindBudget, ///< a launch that the walk of host code did not reach
  LaunchShapes,       ///< a launch with more shapes than are tried
  LaunchArguments,    ///< of a kernel: more combinations than are tried
  MissingHeader,      ///< nobody knows what needs it
  OutsideKernels,     ///< code with errors that are no kernel's
  BrokenSource,       ///< errors have left no kernel of it
  UnreadFile,         ///< a source that was not parsed, or not to the end
};

/// A file of the project that an include would find in one more folder.
struct FoundHeader {
  std::string File;
  std::string Folder; ///< as `-I` takes it, from the current folder
  /// All that ask for it do so in quotes: `-iquote` is enough, and leaves the
  /// system's headers alone.
  bool IsQuoted = false;

  friend bool operator<(const FoundHeader &A, const FoundHeader &B) {
    return std::tie(A.File, A.Folder, A.IsQuoted) <
           std::tie(B.File, B.Folder, B.IsQuoted);
  }
};

/// A kernel, template or file that could not be analysed, and why. Wording.h
/// makes the sentence.
struct NotAnalysed {
  GapKind Kind = GapKind::UnreadFile;
  SourceSpan Span;
  /// Of the kernel, template, function, source or file; empty for a missing
  /// header, and for code outside of kernels.
  std::string Name;
  std::string Detail = {};    ///< what a compiler or the system says
  SourcePoint ErrorAt = {};   ///< of a broken kernel
  unsigned ErrorCount = 0;    ///< of code outside of kernels
  unsigned KernelCount = 0;   ///< of a library or a header, `Name` among them
  std::string OtherArch = {}; ///< a target for which kernels have code
  /// Of a template: it was tried, and what always conflicts is reported.
  bool IsTried = false;
  /// True where the source is at fault (an error in device code), so that the
  /// run ends with status 3.
  bool IsError = false;
  /// Of a missing header, its name as it is asked for; of what may need one of
  /// them, those that its source misses.
  std::vector<std::string> Headers = {};
  /// Of lost code: those that come to it, each once, without parameters.
  std::vector<std::string> Kernels = {};
  /// Of a missing header: where the project has it.
  std::vector<FoundHeader> FoundAt = {};
  /// Of a missing header: `compile_commands.json` says how its source is
  /// compiled, and what follows `--` would take its place.
  bool HasCommand = false;
  /// The settings say that its headers are missing here.
  bool IsExpected = false;

  /// Whether a missing header may be the cause, or is all there is to it.
  bool isOfHeaders() const { return !Headers.empty(); }
};

/// Totals of a run.
struct Summary {
  unsigned Files = 0;
  unsigned Kernels = 0;
  unsigned Accesses = 0;
  unsigned Conflicts = 0; ///< accesses that findings tell of
  unsigned Findings = 0;  ///< those that tell of `Conflicts`
  unsigned Fixed = 0;     ///< findings that were fixed in the sources
  unsigned Possible = 0;
  unsigned Unknown = 0;
  unsigned ByHardware = 0;
  unsigned ByLines = 0;        ///< accesses with a finding of `CopyLinesRule`
  unsigned Suppressed = 0;     ///< findings that comments cover
  unsigned BelowThreshold = 0; ///< findings that are too small
  unsigned InBaseline = 0;     ///< findings that the baseline holds
  unsigned InLibraries = 0;    ///< findings in storage of libraries
  unsigned OutsideDiff = 0;    ///< findings that the changes do not touch
  unsigned NotAnalysed = 0;    ///< gaps
};

/// All that is said of one or more sources.
struct Report {
  std::vector<Access> Accesses; ///< all of them, in the order of the source
  std::vector<Finding> Findings;
  /// Kept from the reader; formats that can say so show them all the same.
  std::vector<Finding> Silenced;
  std::vector<NotAnalysed> Gaps;
  /// Headers that no option finds, and that are read where the project has
  /// them.
  std::vector<FoundHeader> Assumed;
  std::vector<KernelCount> Kernels; ///< for totals, in the order of the source
  /// Of each parse that it is made of, for fixes of text that several compile.
  std::vector<CompiledText> Texts;
  Summary Totals;
};

/// Moves the findings that `IsMeant` to the silenced ones, and counts them.
unsigned silence(Report &R, Silence By,
                 llvm::function_ref<bool(const Finding &)> IsMeant);

} // namespace banklint

#endif // BANKLINT_FINDING_FINDING_H
