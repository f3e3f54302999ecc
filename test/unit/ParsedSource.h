//===- ParsedSource.h - Trees for the tests of Clang's parts ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_PARSEDSOURCE_H
#define BANKLINT_TEST_PARSEDSOURCE_H

#include "Cuda/CompileCommand.h"
#include "Cuda/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <vector>

namespace banklint {

/// Parses a text as the device sees it, with the bundled headers, and looks at
/// the tree and at what is wrong with the text.
inline void withErrors(
    llvm::StringRef Text,
    llvm::function_ref<void(clang::ASTContext &, llvm::ArrayRef<SourceError>)>
        Use) {
  llvm::SmallString<128> Path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("source", "cu", Path));
  llvm::FileRemover Remover(Path);
  {
    std::error_code Failed;
    llvm::raw_fd_ostream OS(Path, Failed);
    ASSERT_FALSE(Failed);
    OS << Text;
  }
  ParseOptions Parsing;
  Parsing.CudaPath = "none";
  Parsing.Arguments.emplace();
  auto Commands = CommandFinder::create(std::move(Parsing),
                                        std::make_shared<const Database>());
  ASSERT_TRUE(bool(Commands));
  auto Found = Commands->commandsFor(Path);
  ASSERT_TRUE(bool(Found));
  llvm::Error Failed = parseDevicePass(Found->front(), Use);
  ASSERT_FALSE(bool(Failed));
}

/// The same of a text without errors. The declarations of the bundled headers
/// need no include.
inline void withCuda(llvm::StringRef Text,
                     llvm::function_ref<void(clang::ASTContext &)> Use) {
  withErrors(Text, [&](clang::ASTContext &Context,
                       llvm::ArrayRef<SourceError> Errors) {
    for (const SourceError &E : Errors)
      ADD_FAILURE() << "line " << E.Place.Line << ": " << E.Message;
    Use(Context);
  });
}

/// The first declaration of this name that is wanted, instances of templates
/// included; null where there is none.
clang::NamedDecl *
findDeclared(llvm::StringRef Name, clang::ASTContext &Context,
             llvm::function_ref<bool(const clang::NamedDecl *)> IsWanted);

/// The first of this name that is no template; fails where there is none.
template <typename Declaration>
const Declaration *declared(llvm::StringRef Name, clang::ASTContext &Context) {
  const clang::NamedDecl *Found =
      findDeclared(Name, Context, [](const clang::NamedDecl *D) {
        return llvm::isa<Declaration>(D);
      });
  EXPECT_TRUE(Found) << Name.str() << " is not declared";
  return llvm::cast_if_present<Declaration>(Found);
}

/// All literals of this value.
std::vector<const clang::IntegerLiteral *>
literalsOf(uint64_t Number, clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_TEST_PARSEDSOURCE_H
