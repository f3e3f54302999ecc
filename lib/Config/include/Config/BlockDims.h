//===- BlockDims.h - The user's word on block shapes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that the source does not show may be known to the user. Needs no
// Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_BLOCKDIMS_H
#define BANKLINT_CONFIG_BLOCKDIMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>
#include <string>
#include <tuple>

namespace banklint {

/// Who says that a kernel runs with some block.
struct BlockSource {
  enum SourceKind {
    Launch,       ///< one in the source, at `Line` of the file `Name`
    Rule,         ///< the user, in what `Name` names
    LaunchBounds, ///< its __launch_bounds__
    Indices,      ///< its indices, which number rows of `Line` threads
    WholeWarps,   ///< nobody: all one-dimensional blocks are alike to it
    CommonShapes, ///< nobody: it is one of those that are often used
  } Kind = CommonShapes;
  std::string Name = {};
  unsigned Line = 0;
  /// Of a launch of which the kernel has another in the line, else 0.
  unsigned Column = 0;

  bool operator<(const BlockSource &Other) const {
    return std::tie(Kind, Name, Line, Column) <
           std::tie(Other.Kind, Other.Name, Other.Line, Other.Column);
  }
};

/// "launch at transpose.cu:31" or "...:31:12", "--block-dim", "common block shapes".
std::string toText(const BlockSource &Source);

/// The block that some kernels run with.
struct BlockDimRule {
  std::string Kernels = "*"; ///< a glob over their names
  std::array<unsigned, 3> Block = {1, 1, 1};
  std::string Source; ///< who says so, as a report shows it: "--block-dim"
};

/// "32,8" as {32, 8, 1}. Nothing where an extent is no number, is zero or above
/// CUDA's limits (1024, 1024, 64), or where the block has more than 1024
/// threads.
std::optional<std::array<unsigned, 3>> parseBlockDim(llvm::StringRef Text);

/// The rule for every kernel that a user gives as the value of `Option`. Fails
/// with a sentence that names it where `Text` is no block.
llvm::Expected<BlockDimRule> blockDimOf(llvm::StringRef Text,
                                        llvm::StringRef Option);

/// The first rule whose glob matches one of a kernel's `Names`, or null.
const BlockDimRule *blockDimFor(llvm::ArrayRef<BlockDimRule> Rules,
                                llvm::ArrayRef<llvm::StringRef> Names);

} // namespace banklint

#endif // BANKLINT_CONFIG_BLOCKDIMS_H
