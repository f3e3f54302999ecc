//===- NvccSyntax.h - What nvcc takes and Clang does not --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of code that Clang can be led to read:
//
//   tiles.index<false>(i)              without `template`, of an object whose
//                                      type depends on a parameter
//   __device__ void put(auto *s)       in C++17
//   scale<view.extent>()               a constant by a parameter that is a
//                                      reference
//   decltype(f(std::declval<T>()))     in device code
//
// For the first three, a source with errors is parsed once more.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCSYNTAX_H
#define BANKLINT_CUDA_NVCCSYNTAX_H

#include "clang/AST/DeclBase.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace banklint {

/// The rules of later standards by which nvcc reads sources of earlier ones.
struct LaterRules {
  bool AutoParameters = false;    ///< C++20
  bool UnknownReferences = false; ///< C++23: in constants
  bool any() const { return AutoParameters || UnknownReferences; }
  /// To be called once the keywords and macros of the source's own standard
  /// are set.
  void apply(clang::LangOptions &Options) const;
};

/// Where names of templates stand that the keyword is to be put before: by
/// file, from its begin.
using TemplateNames = llvm::StringMap<llvm::DenseSet<unsigned>>;

/// Collects, from the errors of a source, how nvcc reads it.
class NvccForms {
public:
  void note(const clang::Diagnostic &Error);

  LaterRules Rules;
  std::vector<clang::SourceLocation> TemplateNames; ///< in files
};

/// From now on, `template` stands before these names.
void insertTemplateKeywords(clang::Preprocessor &Source, TemplateNames Names);

/// Lets device code call what the standard library only declares, to be named
/// in operands that are not evaluated. `D` stands outside of functions.
void allowOnDevice(clang::Decl *D);

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCSYNTAX_H
