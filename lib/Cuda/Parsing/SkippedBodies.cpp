//===- SkippedBodies.cpp - Function bodies that need no parsing -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing/SkippedBodies.h"
#include "Cuda/HostHeaders.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace banklint;

/// True for the headers in which Clang declares CUDA's intrinsics: their bodies
/// are builtins, inline assembly and calls of libdevice, which say no more than
/// the names. The wrapper around them is not one: it converts `threadIdx`.
static bool isIntrinsicHeader(llvm::StringRef Path) {
  llvm::StringRef Name = llvm::sys::path::filename(Path);
  return Name.starts_with("__clang_cuda_") &&
         Name != "__clang_cuda_runtime_wrapper.h";
}

bool SkippedBodies::contains(const clang::Decl *D) {
  const clang::FunctionDecl *Function = D->getAsFunction();
  clang::SourceLocation Where = Sources.getExpansionLoc(D->getLocation());
  if (!Function || !Sources.isInSystemHeader(Where))
    return false;
  clang::FileID File = Sources.getFileID(Where);
  if (File != LastFile) {
    LastFile = File;
    const llvm::StringRef Path = Sources.getFilename(Where);
    IsLastIntrinsic = isIntrinsicHeader(Path);
    HoldsLastContainers = holdsContainers(Path);
  }
  if (IsLastIntrinsic)
    return true;
  return !HoldsLastContainers && !Function->isTemplated() &&
         !Function->hasAttr<clang::CUDADeviceAttr>() &&
         !Function->hasAttr<clang::CUDAGlobalAttr>();
}
