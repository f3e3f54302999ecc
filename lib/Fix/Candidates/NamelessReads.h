//===- NamelessReads.h - Members that are read without names ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of a member that is the length of a row may change if all that
// reads it names it. Structured bindings, copies of an object's bytes, other
// members of a union and comparisons that Clang writes read it without.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_NAMELESSREADS_H
#define BANKLINT_FIX_NAMELESSREADS_H

#include "Text/SourceMap.h"

namespace banklint {

/// Whether code that does not name a member may notice its value, in objects of
/// its class or of one that holds it as a base or a member:
///
///     struct View { float *p; int ld; };
///     auto [p, ld] = View{s, 32};
bool mayBeReadWithoutName(const clang::FieldDecl *Member, const SourceMap &Map,
                          const clang::ASTContext &Context);

/// The same of an address that a variable or a member holds: of a member, and
/// of what a closure has captured by its own name.
bool mayBeReadAsBytes(const clang::ValueDecl *Pointer, const SourceMap &Map,
                      const clang::ASTContext &Context);
/// The same of what a closure captures. Code that is not seen may be given one
/// to call it.
bool mayBeReadAsBytes(const clang::CXXRecordDecl *Closure, const SourceMap &Map,
                      const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_NAMELESSREADS_H
