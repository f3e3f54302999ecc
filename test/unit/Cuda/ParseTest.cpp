//===- ParseTest.cpp - What is visited of a source ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedSource.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Parses a text that may be wrong, and says whether whoever goes through all
/// declarations passes over those of headers.
bool passesOverHeaders(llvm::StringRef Text) {
  bool IsLimited = false;
  withErrors(Text, [&](clang::ASTContext &Context,
                       llvm::ArrayRef<SourceError>) {
    IsLimited =
        llvm::none_of(Context.getTraversalScope(), [](const clang::Decl *D) {
          return llvm::isa<clang::TranslationUnitDecl>(D);
        });
  });
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
