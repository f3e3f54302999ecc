//===- Names.h - Functions as reports name them -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that is given layouts as template arguments has a name of thousands
// of characters. Types of CuTe are written as CuTe's users write them:
//
//   cute::Layout<cute::tuple<cute::C<8>, cute::C<64>>,
//                cute::tuple<cute::C<64>, cute::C<1>>>      (8,64):(64,1)
//   cute::ComposedLayout<cute::Swizzle<3, 3, 3>, cute::C<0>, ...>
//                                           Swizzle<3,3,3> o (8,64):(64,1)
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NAMES_H
#define BANKLINT_CUDA_NAMES_H

#include "clang/AST/Decl.h"
#include <string>

namespace banklint {

/// Of a function with its template arguments and the types of its parameters,
/// for people: layouts of CuTe are written as users of CuTe write them:
/// "ns::copy<float, (8,64):(64,1)>(const float *, int)".
std::string signatureOf(const clang::FunctionDecl &Function);

/// The same as Clang prints it, for programs: all template arguments are types
/// and numbers of the source.
std::string fullSignatureOf(const clang::FunctionDecl &Function);

/// The name by which other sources reach a function; empty where they cannot.
std::string externalName(const clang::FunctionDecl *Function,
                         const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_CUDA_NAMES_H
