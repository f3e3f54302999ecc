//===- Parts.h - What of a source can be checked by itself ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most edits of a source change the body of one function. What is said of a
// kernel depends on
//
//   the frame     all of the main file but the bodies of device functions, and
//                 of the latter those that the frame itself calls or that hold
//                 directives; with it the headers and the command
//   its part      the bodies of the device functions that it is connected with:
//                 functions that name each other, or the same variable, member
//                 or class, or that use the same macro
//
// so that kernels whose frame and part are as they were need no second look.
// Their places may have moved: they are counted within the frame or a body.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_PARTS_H
#define BANKLINT_CHECK_PARTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

/// A place of the main file that text elsewhere does not move.
struct AnchoredPlace {
  /// Of the body in its part, in the order of the source; the frame is -1.
  int Body = -1;
  unsigned OffsetBytes = 0; ///< in the body, or in the frame without bodies
};

/// The parts of a parsed source.
class SourceParts {
public:
  /// Nothing where the source cannot be divided: a kernel stands elsewhere, or
  /// a body in a macro.
  static std::optional<SourceParts> of(clang::ASTContext &Context);

  size_t count() const { return Bodies.size(); }
  /// The part of a kernel.
  size_t partOf(const clang::FunctionDecl *Kernel) const;
  llvm::ArrayRef<const clang::FunctionDecl *> kernels() const {
    return Kernels;
  }
  /// The text of the frame with a part's bodies: all that changes the findings
  /// of the part, but for what the headers and the command say.
  std::string textOf(size_t Part) const;
  /// The part whose body a place is in; nothing for the frame.
  std::optional<size_t> partAt(unsigned OffsetBytes) const;

  /// Nothing for a place in the body of another part.
  std::optional<AnchoredPlace> anchor(size_t Part, unsigned OffsetBytes) const;
  unsigned place(size_t Part, const AnchoredPlace &Where) const;

  /// The main file, as findings name it.
  const std::string &file() const { return File; }
  llvm::StringRef text() const { return Text; }

private:
  class Builder;
  struct Body {
    unsigned Begin = 0, End = 0; ///< offsets in bytes
    size_t Part = 0;
  };
  std::string File;
  llvm::StringRef Text;
  std::vector<Body> All;                   ///< in the order of the source
  std::vector<std::vector<size_t>> Bodies; ///< of each part
  std::vector<const clang::FunctionDecl *> Kernels;
  llvm::DenseMap<const clang::FunctionDecl *, size_t> Parts; ///< of kernels
};

} // namespace banklint

#endif // BANKLINT_CHECK_PARTS_H
