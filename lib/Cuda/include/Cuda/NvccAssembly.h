//===- NvccAssembly.h - Inline assembly as nvcc takes it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes assembly that Clang rejects, and with it the statement, all that
// depends on what it writes, or a whole template:
//
//   asm("mov.u32 %0, %clusterid.x;" : "=r"(Rank));        // one percent sign
//   asm("st.shared.b32 [%0], %1;" :: "r"(At) "r"(Value)); // no comma
//
// A percent sign before a name that no operand can have stands for itself;
// before what is neither a letter nor a digit it vanishes with that; a comma
// between operands may be missing (nvcc 13.0). So the tokens of a statement are
// changed before the parser sees them: `%%clusterid.x`, `"r"(At), "r"(Value)`.
// What nvcc rejects, too, as `%r1`, stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCASSEMBLY_H
#define BANKLINT_CUDA_NVCCASSEMBLY_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace banklint {

/// The literal of a text of assembly, as it is spelled, with its quotes, the
/// way Clang wants it: `"mov.u32 %0, %laneid;"` becomes `"mov.u32 %0,
/// %%laneid;"`.
std::string escapedAssembly(llvm::StringRef Literal);

/// Changes the assembly of one parse.
class NvccAssembly {
public:
  /// Watches the tokens that `Source` hands out, from now on.
  explicit NvccAssembly(clang::Preprocessor &Source);
  NvccAssembly(const NvccAssembly &) = delete;
  NvccAssembly &operator=(const NvccAssembly &) = delete;

private:
  void see(clang::Token &Next);
  void begin(const clang::Token &Next);
  bool isBehindOperand() const;
  void escape(clang::Token &Text) const;
  void insertComma(clang::Token &Operand) const;

  clang::Preprocessor &Source;
  bool IsKeywordSeen = false; ///< `asm`, and no parenthesis yet
  unsigned Depth = 0;         ///< of parentheses; 0 outside a statement
  unsigned Section = 0;       ///< 0 the text, 1 outputs, 2 inputs, 3 clobbers
  clang::tok::TokenKind Previous = clang::tok::unknown;
};

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCASSEMBLY_H
