//===- Launches.h - With which blocks a kernel runs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAUNCH_LAUNCHES_H
#define BANKLINT_LAUNCH_LAUNCHES_H

#include "Config/BlockDims.h"
#include "Config/LaunchesElsewhere.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// A block shape that a kernel runs with, and how that is known.
struct LaunchShape {
  std::array<unsigned, 3> Block = {1, 1, 1};
  /// Blocks of the grid in each direction, where they are known.
  std::array<std::optional<int64_t>, 3> Grid;
  /// What is passed for each parameter, where that is a known number.
  std::vector<std::optional<int64_t>> Arguments;
  clang::SourceLocation Where; ///< of the launch; invalid if in another source
  /// Whether it is a guess, among others, at what the launch may be.
  bool IsGuess = false;
  /// Something tells more than the guess does: it only serves the proof of a
  /// fix, which has to hold for it, too.
  bool IsForProof = false;
  /// It is only tried where all before it go beyond the kernel's arrays.
  bool IsFallback = false;
  /// The kernel also runs with blocks that are not known.
  bool HasOthers = false;
  /// The address of the kernel, or of another instance of its template, goes
  /// somewhere beside launches: who has it may launch with any block.
  bool IsPassed = false;
  BlockSource Source; ///< who says so
  /// Functions, as linkers name them, that the launch was reached through from
  /// another source.
  std::set<std::string> CalledElsewhere;
};

/// The launches that host code of the source makes, by kernel.
using LaunchTable =
    llvm::DenseMap<const clang::FunctionDecl *, std::vector<LaunchShape>>;

/// What a limit keeps from the table.
struct LaunchGap {
  enum GapKind {
    LongHostWalk,  ///< the host code before a launch takes too many steps
    ManyShapes,    ///< so many may a launch have
    ManyArguments, ///< the launches of a kernel pass too many combinations
  } Kind;
  clang::SourceLocation Where;
  /// Null where a launch names none.
  const clang::FunctionDecl *Kernel = nullptr;
};

/// Runs the host functions that launch kernels, and collects the shapes that
/// come out as constants; those of `Others` are among them. The gaps are in the
/// order of the source. What other sources may ask for goes to `Links`, which
/// may be null: the host functions that it defines and wants to know the calls
/// of, and what `Others` ask for.
LaunchTable findLaunches(clang::ASTContext &Context,
                         std::vector<LaunchGap> &Gaps,
                         const Elsewhere &Others = {},
                         LaunchLinks *Links = nullptr);

/// The name by which sources of a run speak of a kernel or a host function;
/// empty where no other one can mean it.
std::string linkName(const clang::FunctionDecl *Function,
                     const clang::ASTContext &Context);

/// The shapes to analyse a kernel with, best knowledge first: its launches, the
/// user's word if there is one, its launch bounds, the rows that its indices
/// number, or common shapes.
std::vector<LaunchShape> shapesOf(const clang::FunctionDecl *Kernel,
                                  const LaunchTable &Launches,
                                  const BlockDimRule *UserWord,
                                  clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LAUNCH_LAUNCHES_H
