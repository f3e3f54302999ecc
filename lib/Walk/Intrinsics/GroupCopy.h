//===- GroupCopy.h - memcpy_async by a group of threads ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call of memcpy_async({group,} target, source, size{, barrier or
// pipeline}), or with a count of elements behind each pointer.
//
// The group's threads copy one access after the other, in the order of their
// ranks. An access is as long as the alignment that the types promise: 4, 8 or
// 16 bytes. (Read off the library headers of CUDA 13.0.)
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_INTRINSICS_GROUPCOPY_H
#define BANKLINT_WALK_INTRINSICS_GROUPCOPY_H

#include "Interpreter.h"

namespace banklint {

class Interpreter::GroupCopy {
public:
  GroupCopy(Interpreter &I, llvm::ArrayRef<const clang::Expr *> Arguments,
            const clang::Expr *Site);

  /// Whether the types say how long an access is.
  bool hasKnownSize() const;
  void run();

private:
  /// A thread's place in the group.
  struct Membership {
    Value Rank = 0;
    Value Threads = 1;
  };

  int64_t promisedAlignment() const;
  void evaluateGroup();
  void classifyArguments();
  Scalar addressOf(const clang::Expr *E);
  Value sizeInBytes();
  /// Nothing for groups whose threads are not known.
  std::optional<Membership> membership();
  Value rankInBlock();
  /// `From` is null where the copy's other side is not understood.
  void recordAccesses(const Pointer *At, const Pointer *From, bool IsIntoShared,
                      const Membership &Thread, const Value &Accesses);
  void recordUnknown(const Reason &Why);
  /// A register of the thread, as PTX names it.
  Value special(llvm::StringRef Register);

  Interpreter &I;
  llvm::SmallVector<const clang::Expr *, 6> Arguments;
  const clang::Expr *Site;
  int64_t AccessBytes;

  const clang::CXXRecordDecl *Group = nullptr;
  llvm::SmallVector<const clang::Expr *, 4> Pointers, Sizes;
  bool HasBarrier = false;
};

} // namespace banklint

#endif // BANKLINT_WALK_INTRINSICS_GROUPCOPY_H
