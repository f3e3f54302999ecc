//===- SharedMemory.h - The shared arrays of a kernel -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_SHAREDMEMORY_H
#define BANKLINT_WALK_SHAREDMEMORY_H

#include "Trace/SharedLayout.h"
#include "Walk/Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Allocator.h"
#include <deque>
#include <map>
#include <set>

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

class Journal;

/// The shared variables of a kernel and what is common to all of its walks.
class SharedMemory : public SharedLayout {
public:
  /// Lays out what the kernel and the functions that it calls use. These
  /// functions are added to `Reached`.
  void layOut(const clang::FunctionDecl *Kernel,
              const clang::ASTContext &Context,
              llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Reached);
  /// Whether the kernel may come to shared memory at all. Only where nothing
  /// that it calls names a shared variable or inline assembly of shared memory,
  /// makes an address of a number, or calls what is not known by name, it
  /// cannot: a launch passes no addresses of shared memory. True before
  /// `layOut`.
  bool isReachable() const { return IsReachable; }
  /// The object of a `__shared__` variable; behind the others if it is new.
  Object &object(const clang::VarDecl *Variable,
                 const clang::ASTContext &Context);
  /// A view of all shared memory, for pointers that may be into several arrays.
  Object &window();
  /// One for those that may be anywhere in shared memory, but began in this
  /// array, or in one of these two.
  Object &window(const Object &Of);
  Object &window(const Object &A, const Object &B);
  const clang::VarDecl *declarationOf(const SharedArray &Array) const {
    assert(Array.isDeclared() && "a view has no declaration");
    return Declarations[Array.DeclarationId - 1];
  }

  /// A place in shared memory.
  using Place = std::pair<Object *, int64_t>;
  /// Shared memory may hold addresses of shared memory: one thread writes where
  /// the others, of its warp and of others, will find an object. A place that
  /// is not known holds or names any.
  void keepAddress(std::optional<Place> Holder, std::optional<Place> Address,
                   Journal &Changes);
  /// An address outside of shared memory is kept at a place: what is loaded
  /// from there may lead out.
  void keepOtherAddress(std::optional<Place> Holder, Journal &Changes);
  bool holdsAddresses() const { return HoldsAddresses; }
  /// The one address that was kept there, if that is known.
  std::optional<Place> keptAddress(Place Holder) const;

private:
  Object &makeObject(llvm::StringRef Name, clang::QualType Type);

  std::deque<Object> Storage;
  llvm::BumpPtrAllocator Numbers;
  llvm::SmallVector<const clang::VarDecl *, 8> Declarations; ///< by number
  llvm::DenseMap<const clang::VarDecl *, Object *> ByVariable;
  /// The declarations that a view is of, as pointers were joined.
  using Viewed = std::vector<unsigned>;
  Viewed viewedBy(const Object &O) const;
  Object &window(const Viewed &Declared, llvm::ArrayRef<llvm::StringRef> Names);
  std::map<Viewed, Object *> Windows;
  /// Not set where several were kept.
  std::map<Place, std::optional<Place>> KeptAddresses;
  std::set<Place> HoldersOfOthers;
  bool IsReachable = true;
  bool HoldsAddresses = false;
  bool MayHoldAnywhere = false; ///< an address was kept at an unknown place
};

/// Whether the body of a function names a `__shared__` variable.
bool namesSharedMemory(const clang::FunctionDecl *Function);

} // namespace banklint

#endif // BANKLINT_WALK_SHAREDMEMORY_H
