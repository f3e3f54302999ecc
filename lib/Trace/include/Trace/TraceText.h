//===- TraceText.h - Traces as text, and back -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace prints line by line: what it refers to, then its accesses. Only what
// is not as usual is printed.
//
//   threads 32 4 1
//   array s: static, 4096 bytes at 0, align 4, extents 32 32, strides 128 4
//   site 1: "k.cu" 4:3-4:6
//   site 2: "k.cu" 5:12-5:29, in "kernel", text "s[threadIdx.x][k]"
//   site 3: "k.cu" 4:21-4:22
//   site 4: "k.cu" 4:19-4:24, text "k<n"
//   group
//   symbol w1: WarpThreadIndex "y", warp shift, 0..3
//   symbol k1: LoopCounter, visited, 0..
//   warps 4: w1 = 0 1 .. 3
// clang-format off
//   unroll block 1: loop at k.cu:4:3, run 2, 4 iterations, counter k1, arm 1, unknown remainder
//   0: load 4 bytes s[lane][k1], at k.cu:5:12, whole, guard k.cu:4:21, repeated, block 2, arm 1, outer arms 0, unroll block 1
//   1: cp.async 16 bytes s[lane][0], at k.cu:5:20, as cp.async bypass, from 16 * lane
//   loop: condition k.cu:4:19, records 0 to 1
// clang-format on
//
// Arrays, symbols and sites go by names that they are given here; a site that
// no table describes is '#' and its number. Values are arithmetic, see
// Values/ValueText.h. Usual are all 32 lanes, exact, on arm 0, in block 0, of
// unroll block 0 and behind fence 0. A line that begins with ';' is a comment.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_TRACETEXT_H
#define BANKLINT_TRACE_TRACETEXT_H

#include "Bank/BankModel.h"
#include "Trace/Trace.h"
#include "Values/ValueText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Error.h"
#include <map>

namespace banklint {

/// Puts commas between the parts of a line, and leaves out what is as usual.
class LineParts {
public:
  explicit LineParts(llvm::raw_ostream &OS, llvm::StringRef First = "")
      : OS(OS), Separator(First) {}

  llvm::raw_ostream &next() {
    OS << Separator;
    Separator = ", ";
    return OS;
  }
  void flag(bool IsSet, llvm::StringRef Words) {
    if (IsSet)
      next() << Words;
  }
  /// Usual is 0.
  void number(int64_t Number, llvm::StringRef Words) {
    if (Number)
      next() << Words << ' ' << Number;
  }
  void text(llvm::StringRef Text, llvm::StringRef Words);
  void reason(const Reason &Why, llvm::StringRef Words);
  void lanes(LaneMask Active);

private:
  llvm::raw_ostream &OS;
  llvm::StringRef Separator;
};

/// 1/n for a part of n, else a number with a fraction.
void printShare(llvm::raw_ostream &OS, double Share);

/// "load", "generic load", "cas", "increment", "cp.async bypass", ...
llvm::StringRef requestKindName(RequestKind Kind);

/// Names for what a trace refers to.
class TraceNames {
public:
  /// Without a table, sites go by their numbers.
  explicit TraceNames(const SiteTable *Sites = nullptr) : Sites(Sites) {}

  /// Note what is to have a name.
  void add(const SharedArray &Array);
  void add(const SharedAddress &Where);
  void add(const AccessRecord &Record);
  void add(const UnrollBlock &Unroll);
  void add(const Region &R);
  void add(const Trace &T);
  /// Of a trace whose symbols are those of another pool.
  void addPlacesOf(const Trace &T);
  /// Gives the names, once everything is noted.
  void assign();

  llvm::StringRef of(const SharedArray &Array) const;
  std::string of(SiteId Site) const;
  const VariableNames &variables() const { return Variables; }

  /// The lines of the arrays and sites.
  void printPlaces(llvm::raw_ostream &OS) const;

private:
  void add(SiteId Site);
  void addSitesOf(const AccessRecord &Record);

  const SiteTable *Sites;
  llvm::MapVector<const SharedArray *, std::string> Arrays;
  std::map<SiteId, std::string> SiteNames;
  VariableNames Variables;
};

void print(llvm::raw_ostream &OS, const SharedAddress &Where,
           const TraceNames &Names);
void print(llvm::raw_ostream &OS, const UnrollBlock &Unroll,
           const TraceNames &Names);
void print(llvm::raw_ostream &OS, const AccessRecord &Record,
           const TraceNames &Names);
void print(llvm::raw_ostream &OS, const Region &R, const TraceNames &Names);

/// The trace of one group, without what its names stand for.
void print(llvm::raw_ostream &OS, const Trace &T, const TraceNames &Names);

/// All that `KernelTraces::print` prints, of some of its groups or of others.
void print(llvm::raw_ostream &OS, const KernelTraces &Kernel,
           llvm::ArrayRef<const Trace *> Groups);

/// The traces that a text describes, with all that they refer to.
struct TextTraces {
  SharedLayout Arrays;
  SiteTable Sites;
  KernelTraces Kernel;
  llvm::BumpPtrAllocator Storage;

  /// The only group, of a text with one.
  Trace &trace() {
    assert(Kernel.Groups.size() == 1 && "the text has one group");
    return Kernel.Groups.front();
  }
};

/// Reads what `KernelTraces::print` and `Trace::print` write, so that what is
/// printed of the result is the same text. A mistake is named with its line.
llvm::Expected<std::unique_ptr<TextTraces>> readTraces(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_TRACE_TRACETEXT_H
