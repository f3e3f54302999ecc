//===- Hover.h - What an editor shows over an access or array ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HOVER_H
#define BANKLINT_REPORT_HOVER_H

#include "Report/Explain.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace banklint {

/// A shared variable as one instantiation declares it.
struct DeclaredArray {
  std::string Declaration;   ///< "float tile[32][33]"
  uint64_t Bytes = 0;        ///< 0: the launch says how many
  unsigned ElementBytes = 0; ///< of what it is an array of arrays of
  uint64_t RowBytes = 0;     ///< of its innermost rows; 0 where it has only one
  bool IsArray = true;       ///< and no single object

  friend bool operator==(const DeclaredArray &A, const DeclaredArray &B) {
    return A.Declaration == B.Declaration && A.Bytes == B.Bytes;
  }
};

/// How a client wants to have it.
enum class HoverForm { Plain, Markdown };

/// The cost of an access, the reason, and the words that its worst request asks
/// of each bank, a few lines in all.
std::string hoverOfAccess(const Explanation &E, HoverForm Form);

/// The size of an array, the banks that its elements lie in, and the cost of
/// each of its accesses, whose lines are named. One of `Instances` for each
/// layout that it has.
std::string hoverOfArray(llvm::ArrayRef<DeclaredArray> Instances,
                         llvm::ArrayRef<Explanation> Accesses, HoverForm Form);

} // namespace banklint

#endif // BANKLINT_REPORT_HOVER_H
