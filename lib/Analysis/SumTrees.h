//===- SumTrees.h - Sums in rounds, and who reads them ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `s[i] += s[i + stride]`, round by round, is a reduction if only the last sum
// is read, and then it does not matter which threads add: another order of
// them has no conflict. A scan begins with the same rounds and needs all sums
// where they are.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_ANALYSIS_SUMTREES_H
#define BANKLINT_ANALYSIS_SUMTREES_H

#include "Finding/Finding.h"
#include "Trace/Trace.h"
#include "Walk/SiteMap.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <set>

namespace banklint {

/// What the walks of one kernel in one block show of such rounds.
class SumTrees {
public:
  void add(const Trace &Group);

  /// Who reads the sums that the statement at `Site` makes in an array, of
  /// which the accesses at it are a part; nothing where that is not known.
  /// `Reached` are the functions of the kernel.
  std::optional<SumReaders> readersOf(
      SiteId Site, const SharedArray &Array, const SiteMap &Sites,
      const llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Reached) const;

private:
  /// What one site does with an array.
  struct AtSite {
    bool IsSum = false;       ///< it reads, adds and writes back
    bool IsIrregular = false; ///< it does something else, too
    std::set<SiteId> Added;   ///< loads of what it adds
    std::set<SiteId> NotAdded;
    unsigned Bytes = 0;     ///< that a lane adds to
    std::set<int64_t> Read; ///< the elements, by their first byte
    unsigned MostBytes = 0; ///< that a lane reads
    bool ReadsMany = false; ///< elements that are not one number
  };
  struct OfArray {
    std::map<SiteId, AtSite> Sites;
    std::set<SiteId> Sums; ///< few, of sites that may be many
  };
  void addTo(OfArray &To, llvm::ArrayRef<const AccessRecord *> Records,
             Pool &Values);

  std::map<unsigned, OfArray> Arrays; ///< by `SharedArray::DeclarationId`
  std::optional<unsigned> Dynamic;
  bool HasLostAccess = false;
};

} // namespace banklint

#endif // BANKLINT_ANALYSIS_SUMTREES_H
