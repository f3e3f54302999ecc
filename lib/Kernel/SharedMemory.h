//===- SharedMemory.h - The shared arrays of a kernel -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_KERNEL_SHAREDMEMORY_H
#define BANKLINT_KERNEL_SHAREDMEMORY_H

#include "Kernel/Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <deque>

namespace clang {
class ASTContext;
}

namespace banklint {

/// The shared variables of a kernel and what is common to all of its walks.
class SharedMemory {
public:
  /// Lays out what the kernel and the functions that it calls use. These
  /// functions are added to `Reached`.
  void layOut(const clang::FunctionDecl *Kernel,
              const clang::ASTContext &Context,
              llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Reached);
  /// The object of a `__shared__` variable; behind the others if it is new.
  Object &object(const clang::VarDecl *Variable,
                 const clang::ASTContext &Context);
  /// A view of all shared memory, for pointers that may be into several arrays.
  Object &window(llvm::StringRef Name);
  /// Bytes that the static arrays take.
  int64_t staticBytes() const { return StaticBytes; }
  llvm::ArrayRef<Object *> objects() const { return InOrder; }

private:
  std::deque<Object> Storage;
  llvm::BumpPtrAllocator Numbers;
  llvm::SmallVector<Object *, 8> InOrder;
  llvm::DenseMap<const clang::VarDecl *, Object *> ByVariable;
  llvm::StringMap<Object *> Windows;
  int64_t StaticBytes = 0;
};

/// Whether the body of a function names a `__shared__` variable.
bool namesSharedMemory(const clang::FunctionDecl *Function);

} // namespace banklint

#endif // BANKLINT_KERNEL_SHAREDMEMORY_H
