//===- LaunchSizes.h - Dynamic memory that has to grow ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_LAUNCHSIZES_H
#define BANKLINT_FIX_LAUNCHSIZES_H

#include "Candidates/RowForm.h"
#include "Text/Mentions.h"

namespace banklint {

/// The sizes that launches ask for, and a use of the array that each is of.
using LaunchSizes = llvm::MapVector<const clang::Expr *, const ArrayInKernel *>;

/// Tells the uses of a form how large dynamic memory is: a number of whole rows
/// in each launch, or else an obstacle. Empty for arrays of a known size.
LaunchSizes findLaunchSizes(RowForm &Form, const DeclaredArray &Array,
                            const SourceMap &Map,
                            const clang::ASTContext &Context);

/// Whether another size is of the same type.
bool canGrow(const clang::Expr *Size, const clang::ASTContext &Context);

/// Rows of which a launch asks for a whole number.
struct SizedRows {
  int64_t RowBytes;     ///< their length
  int64_t ElementBytes; ///< of what a factor counts that is their length
  std::set<std::string> Spellings; ///< of that length elsewhere
  int64_t InPart = 0; ///< how many there are, if that is not all of the memory
};

/// Whether a size is made of the length of rows by name, or of numbers alone:
/// what else it names may be another number in another build.
bool namesRows(const clang::Expr *Size, const SizedRows &Rows,
               const clang::ASTContext &Context);

/// Has a launch ask for rows that are longer: in the factor that is the length
/// of a row, or else by what all rows take.
llvm::Error growLaunchSize(const clang::Expr *Size, const SizedRows &Rows,
                           int64_t ExtraBytes, const SourceMap &Map,
                           const clang::ASTContext &Context, Fix &Out);

/// Sizes of launches that are rounded up.
struct RoundedSizes {
  std::optional<SourceObstacle> Obstacle;
  bool IsAny = false;     ///< some size may be no multiple now
  bool MayNotFit = false; ///< as `RoundedMemory::MayNotFit`
};

/// Writes `(bytes + 127) / 128 * 128`, or the number that this is; says what
/// keeps it from that.
std::optional<SourceObstacle> roundUp(const clang::Expr *Size, int64_t Multiple,
                                      Mentions &Mentioned, const SourceMap &Map,
                                      const clang::ASTContext &Context,
                                      Fix &Out);

/// Has every launch of the array's kernels ask for a multiple of so many bytes,
/// and their attributes allow one: `(bytes + 127) / 128 * 128`. What is one in
/// each configuration that the text knows stays, as do arrays of a known size.
RoundedSizes roundLaunchSizes(const DeclaredArray &Array, int64_t MultipleBytes,
                              Mentions &Mentioned, const SourceMap &Map,
                              const clang::ASTContext &Context, Fix &Out);

} // namespace banklint

#endif // BANKLINT_FIX_LAUNCHSIZES_H
