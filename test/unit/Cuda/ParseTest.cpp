//===- ParseTest.cpp - What is visited of a source ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Parse.h"
#include "Cuda/CompileCommand.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Parses a text that may be wrong, and says whether whoever goes through all
/// declarations passes over those of headers.
bool passesOverHeaders(llvm::StringRef Text) {
  llvm::SmallString<128> Path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("source", "cu", Path));
  const llvm::FileRemover Remover(Path);
  {
    std::error_code Failed;
    llvm::raw_fd_ostream OS(Path, Failed);
    EXPECT_FALSE(Failed);
    OS << Text;
  }
  ParseOptions Parsing;
  Parsing.CudaPath = "none";
  Parsing.Arguments.emplace();
  auto Commands = CommandFinder::create(std::move(Parsing),
                                        std::make_shared<const Database>());
  EXPECT_TRUE(bool(Commands));
  auto Found = Commands->commandsFor(Path);
  EXPECT_TRUE(bool(Found));
  bool IsLimited = false;
  llvm::Error Failed =
      parseDevicePass(Found->front(), [&](clang::ASTContext &Context,
                                          llvm::ArrayRef<SourceError>) {
        IsLimited = llvm::none_of(
            Context.getTraversalScope(), [&](const clang::Decl *D) {
              return llvm::isa<clang::TranslationUnitDecl>(D);
            });
      });
  EXPECT_FALSE(bool(Failed));
  return IsLimited;
}

TEST(Traversal, PassesOverHeaders) {
  EXPECT_TRUE(passesOverHeaders("__global__ void k() {}\n"));
}

TEST(Traversal, PassesOverHeadersWhereTheHostAloneIsRejected) {
  EXPECT_TRUE(passesOverHeaders("__global__ void k() {}\n"
                                "int main() { return missing; }\n"));
}

TEST(Traversal, GoesThroughHeadersWhereDeviceCodeIsRejected) {
  EXPECT_FALSE(passesOverHeaders("__global__ void k() { missing = 1; }\n"));
}

} // namespace
