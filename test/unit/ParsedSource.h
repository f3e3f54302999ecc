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
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

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

/// Finds what a text declares by its name, instances of templates included.
template <typename Declaration>
class DeclarationFinder
    : public clang::RecursiveASTVisitor<DeclarationFinder<Declaration>> {
public:
  explicit DeclarationFinder(llvm::StringRef Name) : Name(Name) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitNamedDecl(clang::NamedDecl *D) {
    auto *Right = llvm::dyn_cast<Declaration>(D);
    if (!Right || !D->getIdentifier() || D->getName() != Name)
      return true;
    if (const auto *Context = llvm::dyn_cast<clang::DeclContext>(D);
        Context && Context->isDependentContext())
      return true;
    Found = Right;
    return false;
  }

  Declaration *Found = nullptr;

private:
  llvm::StringRef Name;
};

/// The first of this name that is no template; fails where there is none.
template <typename Declaration>
const Declaration *declared(llvm::StringRef Name, clang::ASTContext &Context) {
  DeclarationFinder<Declaration> Finder(Name);
  Finder.TraverseAST(Context);
  EXPECT_TRUE(Finder.Found) << Name.str() << " is not declared";
  return Finder.Found;
}

} // namespace banklint

#endif // BANKLINT_TEST_PARSEDSOURCE_H
