//===- TemplateProbes.h - Templates that nothing instantiates ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header may hold kernel templates only. Of these something can be said that
// holds whatever they are instantiated with: it shows where they are
// instantiated with arguments as different as can be. Numbers are a power of
// two, an odd number, nothing, one; types differ in size. What the template
// does not take (`static_assert`, a type that lacks a member) is left out.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TEMPLATEPROBES_H
#define BANKLINT_CUDA_TEMPLATEPROBES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace banklint {

/// Instantiates the kernel templates of the main file that have no
/// instantiations. Each probe takes as long as an instantiation does. To be
/// called at the end of the source, while its parser is alive. `HadErrors` is
/// asked behind each of them, and starts anew.
void probeTemplates(clang::Sema &Actions, llvm::function_ref<bool()> HadErrors);

/// Instantiates the kernel templates that launches name with all arguments, and
/// whose callee Clang leaves open since it rejects what they pass: the launches
/// name their instances then. To be called at the same time.
void instantiateLaunched(clang::Sema &Actions);

/// True for what probeTemplates() made, and nothing in the source asks for.
bool isTemplateProbe(const clang::FunctionDecl *Function);

} // namespace banklint

#endif // BANKLINT_CUDA_TEMPLATEPROBES_H
