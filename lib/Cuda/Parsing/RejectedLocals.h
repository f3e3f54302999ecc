//===- RejectedLocals.h - Variables that cost an instance -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a variable in a template has an error, as `auto t = missing::tile();`,
// Clang makes no instance of the body at all: it stops at the declaration, or
// where a statement behind it makes no sense. So while instances are made, an
// empty declaration stands in the place of each of these, and an expression of
// no known type in that of each name of the variable. What is lost there is
// found by its text, as in other functions. So it is in device code that is
// only walked: of what is constexpr, or read for launches, a part makes no
// number.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LIB_CUDA_PARSING_REJECTEDLOCALS_H
#define BANKLINT_LIB_CUDA_PARSING_REJECTEDLOCALS_H

#include <utility>
#include <vector>

namespace clang {
class Decl;
class Stmt;
} // namespace clang

namespace banklint {

class RejectedLocals {
public:
  /// Takes them out of the templates in a declaration that has been parsed:
  /// Clang makes instances at the end of the source.
  void takeOut(clang::Decl *D);
  void putBack();

private:
  std::vector<std::pair<clang::Stmt **, clang::Stmt *>> Taken;
};

} // namespace banklint

#endif // BANKLINT_LIB_CUDA_PARSING_REJECTEDLOCALS_H
