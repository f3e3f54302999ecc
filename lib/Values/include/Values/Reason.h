//===- Reason.h - Why something is not known --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is not understood is an unknown with a reason: a kind, the line of the
// source that it is about, and the fields that reasons of its kind have. All
// kinds stand in Reasons.def, with their sentences. A sentence is made where a
// report is written, and nothing is decided by what it says.
//
// In the text of a value or of a trace, a reason is its kind with the fields in
// their order and the line, and a name is its text in quotes:
//
//   LoadedFromMemory line 12
//   DeepCall "store" 12 line 7
//   VaryingIndex (LoadedFromMemory line 12)
//   SomeValues ["n" = 32, LoopCounter = 1]
//   "blockIdx.x"
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_REASON_H
#define BANKLINT_VALUES_REASON_H

#include "Values/TextCursor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>

namespace banklint {

enum class ReasonKind : uint16_t {
  None, ///< there is nothing to give a reason for
#define REASON(KIND, SENTENCE) KIND,
#include "Values/Reasons.def"
};

struct ReasonFields;

/// Why something is not known. Cheap to copy; the fields live where they were
/// made.
class Reason {
public:
  Reason() = default;
  /// Of a kind without fields.
  Reason(ReasonKind Kind) : Reason(Kind, nullptr) {}
  /// With the fields that the kind has, which are kept in `Storage`.
  Reason(ReasonKind Kind, const ReasonFields &Fields,
         llvm::BumpPtrAllocator &Storage);

  /// False where everything is known.
  explicit operator bool() const { return Kind != ReasonKind::None; }
  ReasonKind kind() const { return Kind; }
  /// 0 where no line is known.
  unsigned line() const { return Line; }
  /// Empty ones if the kind has none.
  const ReasonFields &fields() const;

  Reason atLine(unsigned Where) const {
    Reason Result = *this;
    Result.Line = Where;
    return Result;
  }
  /// The same, kept in another place.
  Reason copy(llvm::BumpPtrAllocator &To) const;

  bool operator==(const Reason &Other) const;
  bool operator!=(const Reason &Other) const { return !(*this == Other); }

  /// Kind and fields; `dump` adds a line break.
  void print(llvm::raw_ostream &OS) const;
  void dump() const;

private:
  Reason(ReasonKind Kind, const ReasonFields *Fields);

  ReasonKind Kind = ReasonKind::None;
  unsigned Line = 0;
  const ReasonFields *Fields = nullptr; ///< null where the kind has none
};

/// Whether a unit of the hardware acts by itself, so that no request of a warp
/// has addresses: bulk and tensor copies, operands that a descriptor names, and
/// mbarriers.
bool isByHardware(ReasonKind Kind);

/// A number that a symbol is tried with.
struct ReasonValue {
  Reason Symbol;
  int64_t Number = 0;
};

struct ReasonFields {
  llvm::StringRef Name = {};
  int64_t Number = 0;
  llvm::ArrayRef<ReasonValue> Values = {};
  Reason Inner = {};
};

/// Whether reasons of a kind have fields beside the line.
bool hasFields(ReasonKind Kind);

/// The sentence, or the name; "" of no reason.
std::string toText(const Reason &Why);

/// What `Reason::print` writes, kept in `Storage`.
Reason readReason(TextCursor &Text, llvm::BumpPtrAllocator &Storage);
/// Whether a reason comes next.
bool isAtReason(TextCursor &Text);

} // namespace banklint

#endif // BANKLINT_VALUES_REASON_H
