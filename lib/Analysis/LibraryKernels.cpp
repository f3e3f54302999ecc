//===- LibraryKernels.cpp - Kernels that libraries launch -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a call in the source, all functions are followed that bodies name,
// whether or not they are called: libraries pass kernels on as arguments.
//
//===----------------------------------------------------------------------===//

#include "LibraryKernels.h"
#include "Cuda/LineMarkers.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
using Named =
    llvm::SmallVector<std::pair<const FunctionDecl *, SourceRange>, 8>;

/// The functions that a body names, and where.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  explicit NameCollector(Named &Into) : Into(Into) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(E->getDecl(), E); }
  bool VisitMemberExpr(MemberExpr *E) { return add(E->getMemberDecl(), E); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return add(E->getConstructor(), E);
  }

private:
  bool add(const ValueDecl *D, const Expr *E) {
    if (const auto *Function = llvm::dyn_cast<FunctionDecl>(D))
      Into.push_back({Function, E->getSourceRange()});
    return true;
  }
  Named &Into;
};

/// Follows calls into libraries.
class LibraryWalk {
public:
  explicit LibraryWalk(const SourceManager &Sources) : Sources(Sources) {}
  /// The kernels of libraries that a function leads to, if no other did.
  llvm::SmallVector<const FunctionDecl *, 4> kernelsFrom(const FunctionDecl *);

private:
  const SourceManager &Sources;
  llvm::DenseSet<const FunctionDecl *> Known;
};
} // namespace

static Named namesIn(const FunctionDecl *Function) {
  Named Found;
  const FunctionDecl *Defined = nullptr;
  if (!Function->hasBody(Defined))
    return Found;
  NameCollector Collector(Found);
  Collector.TraverseStmt(Defined->getBody());
  if (const auto *Made = llvm::dyn_cast<CXXConstructorDecl>(Defined))
    for (const CXXCtorInitializer *Init : Made->inits())
      Collector.TraverseStmt(Init->getInit());
  return Found;
}

llvm::SmallVector<const FunctionDecl *, 4>
LibraryWalk::kernelsFrom(const FunctionDecl *From) {
  llvm::SmallVector<const FunctionDecl *, 4> Kernels;
  llvm::SmallVector<const FunctionDecl *, 32> Left = {From};
  while (!Left.empty()) {
    const FunctionDecl *Function = Left.pop_back_val()->getCanonicalDecl();
    // The source's own functions are looked at by themselves.
    if (!Sources.isInSystemHeader(Function->getLocation()) ||
        !Known.insert(Function).second)
      continue;
    if (Function->hasAttr<CUDAGlobalAttr>()) {
      if (Function->isTemplateInstantiation() ||
          !isSystemByPragma(Function->getLocation(), Sources))
        Kernels.push_back(Function);
      continue;
    }
    for (const auto &[Callee, Where] : namesIn(Function))
      Left.push_back(Callee);
  }
  return Kernels;
}

/// The outermost namespace: 'cub', whatever versions stand below it.
static std::string outermostNamespaceOf(const FunctionDecl *Kernel) {
  std::string Name;
  for (const DeclContext *Around = Kernel->getDeclContext(); Around;
       Around = Around->getParent())
    if (const auto *Space = llvm::dyn_cast<NamespaceDecl>(Around);
        Space && !Space->isAnonymousNamespace())
      Name = Space->getNameAsString();
  return Name;
}

void banklint::nameLibraryKernels(
    llvm::ArrayRef<const FunctionDecl *> OwnFunctions,
    const ASTContext &Context, Analysis &Out) {
  LibraryWalk Walk(Context.getSourceManager());
  for (const FunctionDecl *Function : OwnFunctions)
    for (const auto &[Callee, Where] : namesIn(Function)) {
      std::map<std::string, std::vector<std::string>> ByLibrary;
      for (const FunctionDecl *Kernel : Walk.kernelsFrom(Callee))
        ByLibrary[outermostNamespaceOf(Kernel)].push_back(
            Kernel->getNameAsString());
      for (auto &[Library, Names] : ByLibrary) {
        llvm::sort(Names);
        NotAnalysed Gap{GapKind::LibraryKernels, spanOf(Where, Context),
                        Names.front(), Library};
        Gap.KernelCount = unsigned(Names.size());
        Out.Gaps.push_back(std::move(Gap));
      }
    }
}

/// The kernels, no templates, that stand in text of a pragma's.
static void addKernelsBehindPragmas(
    const DeclContext &Scope, const SourceManager &Sources,
    std::map<FileID, std::vector<const FunctionDecl *>> &ByFile) {
  for (const Decl *D : Scope.noload_decls()) {
    if (const auto *Kernel = llvm::dyn_cast<FunctionDecl>(D);
        Kernel && Kernel->hasAttr<CUDAGlobalAttr>() &&
        Kernel->isThisDeclarationADefinition() &&
        isSystemByPragma(Kernel->getLocation(), Sources))
      ByFile[Sources.getFileID(Sources.getExpansionLoc(Kernel->getLocation()))]
          .push_back(Kernel);
    if (llvm::isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      addKernelsBehindPragmas(*llvm::cast<DeclContext>(D), Sources, ByFile);
  }
}

void banklint::nameKernelsBehindPragmas(const ASTContext &Context,
                                        Analysis &Out) {
  std::map<FileID, std::vector<const FunctionDecl *>> ByFile;
  addKernelsBehindPragmas(*Context.getTranslationUnitDecl(),
                          Context.getSourceManager(), ByFile);
  for (const auto &[File, Kernels] : ByFile) {
    NotAnalysed Gap{GapKind::SystemPragma,
                    spanOf(Kernels.front()->getLocation(), Context),
                    Kernels.front()->getNameAsString()};
    Gap.KernelCount = unsigned(Kernels.size());
    Out.Gaps.push_back(std::move(Gap));
  }
}
