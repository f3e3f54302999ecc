//===- CompiledText.cpp - Which text a source compiled --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/CompiledText.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "Text/UserFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>
#include <set>

using namespace banklint;
using namespace clang;

namespace {
/// Goes through all declarations, and into no statement.
class DeclarationVisitor : public RecursiveASTVisitor<DeclarationVisitor> {
public:
  explicit DeclarationVisitor(const SourceManager &Sources)
      : Sources(Sources) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *) { return true; }
  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) &&
        (Sources.isInSystemHeader(D->getLocation()) || isOfCompiler(D)))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  /// `operator new`, which nothing declares.
  static bool isOfCompiler(const Decl *D) {
    return D->isImplicit() && D->getLocation().isInvalid();
  }

  bool VisitNamedDecl(NamedDecl *D) {
    if (D->getIdentifier() && D->getLocation().isFileID())
      Declared[D->getIdentifier()].insert(D->getLocation());
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) {
    if (D->doesThisDeclarationHaveABody() && D->getBody())
      noteText(D, D->getBody()->getSourceRange(), !isUnused(D));
    else if (!D->isDependentContext() && !D->hasBody())
      Undefined.insert(D->getCanonicalDecl());
    return true;
  }

  /// A constant that nothing names.
  bool VisitVarDecl(VarDecl *D) {
    bool IsDiscarded = D->isInline() || !D->isExternallyVisible();
    if (D->isFileVarDecl() && D->hasInit() && IsDiscarded &&
        !D->isReferenced() && !D->hasAttr<UsedAttr>() &&
        D->getTemplateSpecializationKind() == TSK_Undeclared &&
        !D->getDescribedVarTemplate() && D->getType().isConstQualified() &&
        !D->getType()->isDependentType())
      noteText(D, D->getInit()->getSourceRange(), /*IsUsed=*/false);
    return true;
  }

  /// The text of a body or a value.
  struct DeclaredText {
    const IdentifierInfo *Name = nullptr;
    SourceLocation Last;
    /// Any of the declarations that share it is code of the source.
    bool IsUsed = false;
  };
  llvm::MapVector<SourceLocation, DeclaredText> Texts; ///< by their begin
  /// Where names are declared.
  llvm::DenseMap<const IdentifierInfo *, llvm::DenseSet<SourceLocation>>
      Declared;
  llvm::SetVector<const FunctionDecl *> Undefined; ///< of the device

private:
  /// Whether nothing in this source runs it, and no other source can.
  bool isUnused(const FunctionDecl *D) const {
    if (D->isDependentContext())
      return true; // its instances are functions of their own
    bool IsDiscarded = D->isInlined() || !D->isExternallyVisible();
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    return IsDiscarded && !D->isReferenced() && !D->isUsed() &&
           !D->hasAttr<CUDAGlobalAttr>() && !D->hasAttr<UsedAttr>() &&
           !D->isTemplateInstantiation() && !(Method && Method->isVirtual()) &&
           !isa<CXXConstructorDecl, CXXDestructorDecl>(D);
  }
  void noteText(const NamedDecl *D, SourceRange Range, bool IsUsed) {
    if (Range.isInvalid() || Range.getBegin().isMacroID() ||
        Range.getEnd().isMacroID() ||
        !Sources.isWrittenInSameFile(Range.getBegin(), Range.getEnd()))
      return;
    DeclaredText &Known = Texts[Range.getBegin()];
    Known.Name = D->getIdentifier();
    Known.Last = Range.getEnd();
    Known.IsUsed |= IsUsed;
  }

  const SourceManager &Sources;
};
} // namespace

/// How often the text of the files has each identifier, also where the
/// preprocessor leaves it out.
static llvm::StringMap<unsigned> wordsOf(const UserFiles &Files,
                                         const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringMap<unsigned> Words;
  for (const auto &[File, Entered] : Files) {
    FileID Id = Entered.first;
    Lexer Lexer(Id, Sources.getBufferOrFake(Id), Sources,
                Context.getLangOpts());
    for (Token Token; !Lexer.LexFromRawLexer(Token);)
      if (Token.is(tok::raw_identifier))
        ++Words[Token.getRawIdentifier()];
  }
  return Words;
}

CompiledText banklint::compiledText(const ASTContext &Context,
                                    llvm::ArrayRef<SourceRange> LeftOut) {
  const SourceManager &Sources = Context.getSourceManager();
  DeclarationVisitor Visitor(Sources);
  Visitor.TraverseDecl(Context.getTranslationUnitDecl());
  const UserFiles Files = userFilesOf(Sources);
  CompiledText Text;
  Text.IsKnown = true;
  std::optional<llvm::StringMap<unsigned>> Words;
  // Another configuration of this source may name what this one does not.
  auto IsNamed = [&](const IdentifierInfo *Name) {
    if (!Name)
      return true;
    if (!Words)
      Words = wordsOf(Files, Context);
    return Words->lookup(Name->getName()) >
           Visitor.Declared.lookup(Name).size();
  };
  for (const FunctionDecl *D : Visitor.Undefined)
    if (D->isReferenced() || IsNamed(D->getIdentifier()))
      if (std::string Name = externalName(D, Context); !Name.empty())
        Text.Undefined.push_back(std::move(Name));
  std::map<FileID, std::vector<TextRange>> Unused;
  for (const auto &[Begin, Declared] : Visitor.Texts) {
    if (Declared.IsUsed || IsNamed(Declared.Name))
      continue;
    // What is inserted right behind the last token belongs to it.
    unsigned Length = Lexer::MeasureTokenLength(Declared.Last, Sources,
                                                Context.getLangOpts());
    Unused[Sources.getFileID(Begin)].push_back(
        {Sources.getFileOffset(Begin),
         Sources.getFileOffset(Declared.Last) + Length + 1});
  }
  for (const SourceRange &Range : LeftOut)
    Unused[Sources.getFileID(Range.getBegin())].push_back(
        {Sources.getFileOffset(Range.getBegin()),
         Sources.getFileOffset(Range.getEnd())});
  for (const auto &[File, Entered] : Files) {
    auto [Id, Count] = Entered;
    CompiledFile &Read = Text.Files.emplace_back();
    Read.Name = pointOf(Sources.getLocForStartOfFile(Id), Context).File;
    // What is entered twice may mean something in one of the two places.
    if (Count == 1)
      Read.Unused = std::move(Unused[Id]);
  }
  return Text;
}

std::vector<ProvedEdits>
banklint::provedEdits(llvm::ArrayRef<Finding> Findings) {
  std::vector<ProvedEdits> Result;
  std::set<std::tuple<FileEdits, bool, bool>> Known;
  for (const Finding &F : Findings)
    for (const Fix &X : F.Fixes)
      if (Known.insert({fileEditsOf(X.Edits), X.IsSafe, X.IsHalfRead}).second)
        Result.push_back(
            {X.Edits, X.Symbols, X.IsSafe, X.IsHalfRead, X.Kernels});
  return Result;
}
