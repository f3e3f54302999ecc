//===- Atomics.h - Atomics that the lanes of a warp share -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVPTX and ptxas: where all lanes are seen to name one word, an atomic is
// combined, and one lane sends the request (REDUX, or POPC of the voters, and
// one ATOMS).
//
//   atomicAdd(&count, 1);            one request
//   x = atomicAdd(&count, n);        likewise, of a number that the lanes share
//   atomicAdd(&s[threadIdx.x], 1);   as many as there are lanes
//
// Operations whose result is unused are combined whatever they add; of those
// whose result is used, additions of a number that the lanes share. Additions
// of other numbers take one of two paths. Where it is not known whether that is
// seen, the access may be without its conflict. Evidence: hardware/atomics.cu
// (nvcc 13.0 -O3, sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_ATOMICS_H
#define BANKLINT_NVCC_SOURCE_ATOMICS_H

#include "Values/Value.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// Whether it is seen that an expression is the same in all lanes.
enum class Sameness {
  Plain,    ///< made of shared variables, constants, arguments, block indices
  OfThread, ///< a sum with a thread index: what is known to differ
  Unclear,  ///< depends on what it makes of variables, quotients, masks
};

enum class Combination { None, Possible, Sure };

/// An atomic on shared memory that may be combined.
struct SharedAtomic {
  llvm::StringRef Name; ///< of the function
  bool IsUnused;        ///< nobody looks at its result
  const clang::Expr *Address;
  Value Place; ///< in bytes
  LaneMask Active;
  bool IsGeneric;
  const Value &Operand;
};

class AtomicCombiner {
public:
  Combination of(const SharedAtomic &Atomic, const Pool &P);

private:
  llvm::DenseMap<const clang::Expr *, Sameness> OfAddresses;
};

/// Whether all of some lanes name one word.
bool isOneWordIn(LaneMask Active, const Value &Place);

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_ATOMICS_H
