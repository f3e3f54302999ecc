//===- ValueText.h - Values as text, and back -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value prints as arithmetic over `lane`, numbers and the names of what is
// not known:
//
//   4 * lane + 12                        known; `lane` is 0, 1, ..., 31
//   (lane % 16) + 68 * (lane / 16)       known; two rows of 16 threads
//   {0, 3, 1, 2, ...}                    known; the lanes follow no such rule
//   4 * lane + 128 * n + v1              with a symbol and a varying number
//   ((lane + n) /u32 3)                  an operation that is not carried out
//   lane + 5 + launch(n)                 a launch term beside the number 5
//
// Sums and products are those of 64 bits and other operations those of `int`,
// unless a type stands behind the sign: i8, u32. Names are declared in lines of
// their own, with everything that is not as usual:
//
//   symbol n: 0.., multiple of 4
//   symbol i1: LoopCounter, visited, 0..15
//   symbol width: launch
//   varying v1: LoadedFromMemory line 12, 0..255
//
// The reader evaluates such a text with the operations of a `Pool`, so that
// what is printed of the result is the same text again.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_VALUETEXT_H
#define BANKLINT_VALUES_VALUETEXT_H

#include "Values/TextCursor.h"
#include "Values/Value.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// "unknown", "choice", "visited", "warp shift".
llvm::StringRef roleName(SymbolKind Role);

/// Names for symbols and varying numbers, each a different one: what the symbol
/// is called where that is a name, else a letter and a number.
class VariableNames {
public:
  VariableNames() = default;
  /// Of what one value is made of.
  explicit VariableNames(const Value &V) {
    add(V);
    assign();
  }

  /// Notes all that a value is made of.
  void add(const Value &V);
  void add(const Variable *A) { add(A, /*IsLaunch=*/false); }
  /// Gives the names, once everything is noted.
  void assign();

  llvm::StringRef of(const Variable *A) const;

  /// A line for each name, in the order in which the variables were made.
  void printDeclarations(llvm::raw_ostream &OS,
                         llvm::StringRef Indentation = "") const;

private:
  void add(const Variable *A, bool IsLaunch);

  llvm::DenseSet<const Variable *> Noted;
  llvm::DenseSet<const Variable *> OfLaunch; ///< those that launch terms have
  llvm::SmallVector<const Variable *, 8> Leaves;
  llvm::DenseMap<const Variable *, std::string> Names;
};

/// Prints a value, all of whose variables have names.
void print(llvm::raw_ostream &OS, const Value &V, const VariableNames &Names);

/// Prints numbers of the lanes in a mask; '_' stands for others where all are
/// listed.
void print(llvm::raw_ostream &OS, const Lanes &Numbers, LaneMask Mask);

/// Makes the values of a text in a pool.
class ValueReader {
public:
  explicit ValueReader(Pool &P) : P(P) {}

  /// Reads what stands behind the word "symbol" or "varying".
  void readSymbol(TextCursor &Text);
  void readVarying(TextCursor &Text);

  Value readValue(TextCursor &Text);
  /// The symbol of a name that was declared.
  const Variable *readVariable(TextCursor &Text);

private:
  Value readSum(TextCursor &Text);
  Value readProduct(TextCursor &Text);
  Value readFactor(TextCursor &Text);
  Value readNestedFactor(TextCursor &Text);
  Value readOperation(TextCursor &Text);
  Value readCall(llvm::StringRef Function, TextCursor &Text);
  Value readList(TextCursor &Text);

  Pool &P;
  unsigned Depth = 0; ///< of the factor that is read, in others
  llvm::StringMap<Value> Declared;
  llvm::DenseMap<int64_t, const void *> Origins;
};

} // namespace banklint

#endif // BANKLINT_VALUES_VALUETEXT_H
