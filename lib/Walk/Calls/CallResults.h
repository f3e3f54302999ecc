//===- CallResults.h - Calls that are made again ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions give back that depend on what they are given alone, and that
// were given the same before. `crd2idx((3, 4), (8, 8), (8, 1))` of a layout
// library is the same at each of the hundreds of places and iterations that ask
// for it, and so is the place that a tile has at `(3, 4)`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_CALLS_CALLRESULTS_H
#define BANKLINT_WALK_CALLS_CALLRESULTS_H

#include "Expressions/Effects.h"
#include "State/Machine.h"
#include "llvm/ADT/FoldingSet.h"
#include <optional>

namespace banklint {

class CallResults {
public:
  /// A function and all that it is given.
  struct Key {
    llvm::FoldingSetNodeID ID;
    /// The objects that addresses among it point into.
    llvm::SmallVector<const Object *, 4> Bases;
    /// What is given by reference: not where it lies counts, but what it holds.
    llvm::SmallVector<const Pointer *, 4> References;
  };
  /// `Callee` holds the parameters, and the object that it is called on; of
  /// what is given by reference, it looks at these. None where some of that is
  /// loaded, unknown or too much.
  static std::optional<Key>
  keyOf(const Machine &M, const Machine::Frame &Callee, GivenSet Looked);

  /// Of what a call left in the object of its result.
  struct Part {
    int64_t OffsetBytes;
    Scalar Held;
    /// `Held` is the place so many bytes behind what is given by this
    /// reference.
    std::optional<size_t> Reference;
    int64_t BytesBehind = 0;
  };
  struct Result : llvm::FastFoldingSetNode {
    Result(const llvm::FoldingSetNodeID &ID, llvm::ArrayRef<Part> Parts,
           uint64_t CodeSize)
        : FastFoldingSetNode(ID), Parts(Parts), CodeSize(CodeSize) {}
    llvm::SmallVector<Part, 1> Parts;
    uint64_t CodeSize; ///< of the code that was walked
  };
  /// Null where no such call was kept.
  const Result *find(const Key &Of);
  /// What a part is worth where the same is given again.
  static Scalar worth(const Part &Of, const Key &Given, Machine &M);
  /// Keeps what a call gave, unless part of it is unknown, or an address of a
  /// variable that another call has another one of.
  void add(const Key &Of, const Object &Made, uint64_t CodeSize);

private:
  static std::optional<Part> partOf(const Key &Of, int64_t OffsetBytes,
                                    const Scalar &Held);

  llvm::FoldingSet<Result> Known;
  std::vector<std::unique_ptr<Result>> All;
};

} // namespace banklint

#endif // BANKLINT_WALK_CALLS_CALLRESULTS_H
