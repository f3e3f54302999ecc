//===- Note.h - What is said of a warning, as data --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A note is its kind, and the fields that its sentence is made of. Sentences
// are made where they are written (Wording.h): whatever merges, moves or picks
// notes looks at kinds and fields.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_NOTE_H
#define BANKLINT_FINDING_NOTE_H

#include "Config/BlockDims.h"
#include "Finding/AccessReason.h"
#include "Finding/Obstacle.h"
#include "Nvcc/Rules/Rules.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace banklint {

struct Request;

//===----------------------------------------------------------------------===//
// Other layouts
//===----------------------------------------------------------------------===//

/// What a mean is taken over besides the requests of one kernel.
struct MeanOver {
  unsigned Kernels = 1, Shapes = 1; ///< shapes of blocks
  bool AreInstances = false;        ///< the kernels, of one template
};

/// What a layout leaves of the requests of one access.
struct LayoutEffect {
  double Wavefronts = 0;  ///< mean a request; 0 if no request is left
  bool HasExcess = false; ///< some request still takes more than its ideal
  /// Requests before for each that is left; set where there are fewer.
  std::optional<double> RequestRatio;
  /// The worst request then, of its first warp; null if none is known.
  std::shared_ptr<const Request> Example = nullptr;
  /// Set where the mean is another in some of these.
  std::optional<MeanOver> Over = std::nullopt;
};

/// An access that a layout makes worse, in wavefronts a request.
struct WorsenedAccess {
  AccessKey Which;
  double Before = 0, After = 0;
};

/// Blocks that an SM has room for.
struct ResidentBlocks {
  int64_t Before = 0, After = 0;
};

/// Elements of an array, as its declaration has them.
struct ElementType {
  std::string Name;  ///< "float"; empty where accesses see others
  int64_t Bytes = 1; ///< of one
};

/// Each row of an array is longer; or shorter, where it takes bytes below zero.
struct LongerRows {
  std::string Array; ///< or the member that has the rows
  ElementType Element;
  int64_t RowBytes = 0;                 ///< of a row then
  int64_t ExtraBytes = 0;               ///< of the whole array
  std::optional<ResidentBlocks> Blocks; ///< set where an SM has room for fewer
  int64_t OfAllBytes = 0; ///< by how much each grows, if they differ; else 0
};

/// Elements change places within aligned blocks of the array.
struct SwizzledIndices {
  std::string Array;
  std::string Access; ///< as the source would spell it
  /// What the launch's size for it has to be a multiple of, and may not be now;
  /// 0 where there is nothing to do.
  int64_t MultipleBytes = 0;
  /// Some launch may then ask for more than it can have.
  bool MayNotFit = false;
  int64_t DroppedElements = 0; ///< of each row, which are not needed any more
  int64_t ExtraBytes = 0;      ///< of the array; below 0 where it is smaller
};

/// A gap follows each 128 bytes of an array, and every index leaves out those
/// before its element.
struct GappedIndices {
  std::string Array;
  std::string Access;                   ///< "s[i + i / 32 * 4]"
  int64_t ExtraBytes = 0;               ///< of the whole array
  std::optional<ResidentBlocks> Blocks; ///< set where an SM has room for fewer
};

/// Another layout, and what it was proved to do.
struct ProposedLayout {
  std::variant<LongerRows, SwizzledIndices, GappedIndices> Change;
  LayoutEffect Effect; ///< on the access that it is proposed for
  std::optional<WorsenedAccess> Worsened; ///< the one that loses most
  bool HasUnknown = false; ///< the cost of some accesses is then unknown
  /// Some launch may have other blocks than those that it is proved for.
  bool HasOtherBlocks = false;
  /// Longer indices may take registers that its kernel needs for its blocks.
  bool TakesRegisters = false;
};

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

/// One type for each kind of note.
namespace note {

/// Why the conflict is possible, and not certain.
struct Possible {
  AccessReason Reason;
};

/// How lanes of the worst request meet in one bank.
struct Why {
  LaneConflict Meeting;
};

/// Neighbouring accesses are one of so many bytes a lane, which the numbers of
/// the warning are of.
struct Merged {
  unsigned SourceBytes = 0, Bytes = 0;
};

/// Machine code may do otherwise than the numbers of the warning have it, by
/// these rules.
struct Inexact {
  ModelRules By;
};

/// A library makes the access, in a call of this function; the note is where it
/// does.
struct InLibrary {
  std::string Function;
};

/// A template was tried with this kernel, which nothing in the source uses.
struct Probe {
  std::string Kernel;
};

/// The condition at the note is taken to hold for all threads; with `IsHalf` it
/// compares data, and about half of the lanes pass it.
struct Guard {
  bool IsHalf = false;
};

/// The block that the numbers of the warning are of.
struct Launch {
  std::array<unsigned, 3> Block = {0, 0, 0};
  /// Who says so; not set where the note is at the launch.
  std::optional<BlockSource> Source;
  /// As `Finding::Kernels`.
  std::vector<std::string> Kernels;
};

/// No layout of shared memory helps a copy, which reads so many bytes side by
/// side of global memory.
struct WholeLines {
  unsigned RunBytes = 0;
};

/// A launch of another block, which conflicts as well. The note is at it.
struct OtherLaunch {
  std::array<unsigned, 3> Block = {0, 0, 0};
  double Wavefronts = 0, Ideal = 0; ///< means a request
};

/// Another access, which conflicts for the same cause. The note is at it.
struct Likewise {
  AccessOperation Operation = AccessOperation::Load;
  std::string Text;       ///< as `Finding::Text`
  double Ways = 0;        ///< as `Finding::Ways`
  bool IsSteady = false;  ///< in every request
  bool IsOfLines = false; ///< a finding of `CopyLinesRule`
  unsigned Left = 0;      ///< accesses that are not named behind this one
  std::vector<std::string> Arrays; ///< where they are others; or empty
  /// How its lanes meet; set where those of the warning meet in another way.
  std::optional<LaneConflict> Meeting;
};

/// A swizzle in a library's layout that frees all accesses to an array.
struct LayoutSwizzle {
  std::string Array;
  std::string Swizzle;  ///< "Swizzle<3,3,3>"
  std::string Replaced; ///< the one that the layout has now; or empty
};

/// Strides of a library's tensor that free all accesses to an array.
struct LayoutStrides {
  std::string Array;
  std::string Layout;   ///< "(128,8):(1,132)"
  std::string Replaced; ///< the one that the tensor has now
  double Share = 1;     ///< of the wavefronts of all accesses, what is left
  int64_t ExtraBytes = 0;
};

/// A swizzle that is left to the reader.
struct Swizzle {
  ProposedLayout Proposed;
};

/// A member that nothing names, which costs wavefronts.
struct SpareMember {
  std::string Member;
  LayoutEffect WithoutIt;
  int64_t SavedBytes = 0;
};

/// An instantiation of the same template, which is launched too, and has no
/// conflict: it differs in the number for one parameter, which only the
/// declaration of the array depends on.
struct OtherInstance {
  std::string Parameter, Value; ///< "Pad", "1"
  std::string Kernel;           ///< "transpose<double, 1>"
};

/// What is added up in steps that grow from round to round, of which one sum is
/// read: another order of the threads is the cure.
struct Reduction {
  std::string Array; ///< its name
};

/// The same where other sums are read, too, as in a scan: elements have to stay
/// apart by other indices.
struct Scan {
  std::string Array;         ///< its name
  unsigned ElementBytes = 4; ///< of those that are added
};

/// A member that nothing names, which the warning is about.
struct UnnamedMember {};

/// The row length that would be best, where it is not an edit.
struct RowAdvice {
  int64_t NowBytes = 0, BestBytes = 0;
  ElementType Element;
  bool IsDeclared = true; ///< else the indices make the rows
  int64_t OfAllBytes = 0; ///< by how much each grows, if they differ; else 0
};

/// Why no longer rows are offered.
struct NoFix {
  std::string Array;
  Obstacle What;
  std::optional<RowAdvice> ByHand;
};

/// A fix is offered, and a better one may have been left untried: the search
/// for layouts of the array has spent its steps.
struct CutSearch {
  std::string Array;
};

} // namespace note

/// A line below a warning.
struct Note {
  SourceSpan Span;
  std::variant<
      note::Possible, note::Why, note::Merged, note::Inexact, note::InLibrary,
      note::LayoutSwizzle, note::LayoutStrides, note::Probe, note::Guard,
      note::WholeLines, note::Launch, note::OtherLaunch, note::Likewise,
      note::Swizzle, note::SpareMember, note::UnnamedMember, note::NoFix,
      note::CutSearch, note::Reduction, note::Scan, note::OtherInstance>
      Content;

  /// The fields of a note of kind `T`, null if it is of another.
  template <typename T> const T *getAs() const {
    return std::get_if<T>(&Content);
  }
  template <typename T> T *getAs() { return std::get_if<T>(&Content); }
};

} // namespace banklint

#endif // BANKLINT_FINDING_NOTE_H
