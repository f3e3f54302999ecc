//===- Launches.h - With which blocks a kernel runs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_KERNEL_LAUNCHES_H
#define BANKLINT_KERNEL_LAUNCHES_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// Threads of a block along x, y and z.
using BlockExtents = std::array<unsigned, 3>;

/// What a user writes for a block: "32,8" is {32, 8, 1}. Fails with a sentence
/// that names `Option` where `Text` is no block, or one of more threads than
/// hardware runs (CUDA C++ Programming Guide, "Compute Capabilities").
llvm::Expected<BlockExtents> parseBlockDim(llvm::StringRef Text,
                                           llvm::StringRef Option);

/// A block shape that a kernel runs with, and how that is known.
struct LaunchShape {
  std::array<unsigned, 3> Block = {1, 1, 1};
  /// Blocks of the grid in each direction, where they are known.
  std::array<std::optional<int64_t>, 3> Grid;
  /// What is passed for each parameter, where that is a known number.
  std::vector<std::optional<int64_t>> Arguments;
  clang::SourceLocation Where; ///< of the launch
  /// Whether it is a guess, among others, at what the launch may be.
  bool IsGuess = false;
  std::string Source; ///< "launch at x.cu:31", "--block-dim", ...
};

/// The launches that host code of the source makes, by kernel.
using LaunchTable =
    llvm::DenseMap<const clang::FunctionDecl *, std::vector<LaunchShape>>;

/// Runs the host functions that launch kernels, and collects the shapes that
/// come out as constants.
LaunchTable findLaunches(clang::ASTContext &Context);

/// The shapes to analyse a kernel with, best knowledge first: its launches in
/// the source, the user's word, its launch bounds, or common shapes.
std::vector<LaunchShape>
shapesOf(const clang::FunctionDecl *Kernel, const LaunchTable &Launches,
         const std::optional<std::array<unsigned, 3>> &BlockDim,
         clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_KERNEL_LAUNCHES_H
