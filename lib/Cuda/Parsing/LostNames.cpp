//===- LostNames.cpp - What rejected code may use -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LostNames.h"
#include "Cuda/LostCode.h"
#include "Cuda/LostText.h"
#include "Parsing/ErrorIndex.h"
#include "Parsing/RejectedNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace clang;

using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Headers that are missing
//===----------------------------------------------------------------------===//

/// Whether a folder around a file has what the first part of a header's name
/// says: where `proj/a.h` is not found, `../include/proj` may still be there.
static bool isBeside(StringRef File, StringRef Header) {
  constexpr unsigned MostFolders = 12;
  const StringRef First = *llvm::sys::path::begin(Header);
  llvm::SmallString<256> Folder(File);
  if (llvm::sys::fs::make_absolute(Folder))
    return true; // for all that is known
  for (unsigned I = 0; I != MostFolders; ++I) {
    llvm::sys::path::remove_filename(Folder);
    if (Folder.empty() || Folder == llvm::sys::path::root_path(Folder))
      break;
    for (StringRef Of : {"", "include", "inc", "src"}) {
      llvm::SmallString<256> Place(Folder);
      llvm::sys::path::append(Place, Of, First);
      if (llvm::sys::fs::exists(Place))
        return true;
    }
  }
  return false;
}

/// Whether a missing header is a library's: asked for in angle brackets, and no
/// part of the project.
static bool isOfLibrary(const SourceError &E, const SourceManager &Sources) {
  return !E.IsQuoted && !E.Header.empty() &&
         !isBeside(Sources.getFilename(E.Where), E.Header);
}

bool LostNames::isInMissingHeader(SourceLocation Declared) const {
  const SourceManager &Sources = Context.getSourceManager();
  return LacksOwnHeader ||
         (LastMissing.isValid() &&
          Sources.isBeforeInTranslationUnit(Sources.getExpansionLoc(Declared),
                                            LastMissing));
}

//===----------------------------------------------------------------------===//
// What is around an error
//===----------------------------------------------------------------------===//

namespace {
/// Finds the bodies of functions, patterns of templates included.
class BodyFinder : public RecursiveASTVisitor<BodyFinder> {
public:
  explicit BodyFinder(std::vector<const FunctionDecl *> &Out) : Out(Out) {}
  bool VisitFunctionDecl(const FunctionDecl *Function) {
    if (Function->doesThisDeclarationHaveABody())
      Out.push_back(Function);
    return true;
  }

private:
  std::vector<const FunctionDecl *> &Out;
};

/// Offsets of what stands in one file.
class FileText {
public:
  FileText(FileID File, const ASTContext &Context)
      : File(File), Context(Context) {}

  /// The text of a range from its first token to its last; nothing where it
  /// stands in another file.
  std::optional<Extent> of(SourceRange Range) const;

private:
  const FileID File;
  const ASTContext &Context;
};
} // namespace

std::optional<Extent> FileText::of(SourceRange Range) const {
  const SourceManager &Sources = Context.getSourceManager();
  if (Range.isInvalid())
    return std::nullopt;
  const auto Begin =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Range.getBegin()));
  const SourceLocation Last =
      Sources.getExpansionRange(Range.getEnd()).getEnd();
  const auto End = Sources.getDecomposedLoc(
      Lexer::getLocForEndOfToken(Last, 0, Sources, Context.getLangOpts()));
  if (Begin.first != File || End.first != File || End.second < Begin.second)
    return std::nullopt;
  return Extent{Begin.second, End.second};
}

/// Of what lies between neighbours in a file, the part that is around an
/// offset. Nothing where one of them is: that one goes to `Around`.
static std::optional<Extent> gapAround(unsigned Offset, Extent Whole,
                                       ArrayRef<SourceRange> Neighbours,
                                       const FileText &Text,
                                       const SourceRange *&Around) {
  Around = nullptr;
  for (const SourceRange &Range : Neighbours) {
    const std::optional<Extent> Known = Text.of(Range);
    if (!Known)
      continue;
    if (Known->contains(Offset)) {
      Around = &Range;
      return std::nullopt;
    }
    if (Known->End <= Offset)
      Whole.Begin = std::max(Whole.Begin, Known->End);
    else
      Whole.End = std::min(Whole.End, Known->Begin);
  }
  return Whole;
}

/// The parts of a statement that have statements of their own.
static llvm::SmallVector<const Stmt *, 4> partsOf(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 4> Result;
  if (llvm::isa<CompoundStmt, IfStmt, ForStmt, CXXForRangeStmt, WhileStmt,
                DoStmt, SwitchStmt, SwitchCase, CXXTryStmt, CXXCatchStmt>(S))
    for (const Stmt *Part : S->children())
      if (Part && (llvm::isa<CompoundStmt>(S) || !llvm::isa<Expr>(Part)))
        Result.push_back(Part);
  return Result;
}

namespace {
/// The text around an offset in a body that belongs to what is lost there: of
/// the innermost statement all that no other one in it has.
class LostStretches {
public:
  LostStretches(unsigned Offset, const FileText &Text)
      : Offset(Offset), Text(Text) {}
  std::vector<Extent> in(const Stmt *S, Extent Whole) const;

private:
  const unsigned Offset;
  const FileText &Text;
};
} // namespace

std::vector<Extent> LostStretches::in(const Stmt *S, Extent Whole) const {
  const llvm::SmallVector<const Stmt *, 4> Parts = partsOf(S);
  std::vector<SourceRange> Ranges;
  for (const Stmt *Part : Parts)
    Ranges.push_back(Part->getSourceRange());
  const SourceRange *Around = nullptr;
  const std::optional<Extent> Gap =
      gapAround(Offset, Whole, Ranges, Text, Around);
  if (Around)
    return in(Parts[size_t(Around - Ranges.data())], *Text.of(*Around));
  if (llvm::isa<CompoundStmt>(S))
    return {*Gap};
  // The head may go on behind a part: `do {} while (x);`.
  std::vector<Extent> Result;
  unsigned Begin = Whole.Begin;
  for (const SourceRange &Range : Ranges)
    if (const std::optional<Extent> Part = Text.of(Range);
        Part && Part->Begin >= Begin) {
      Result.push_back({Begin, Part->Begin});
      Begin = Part->End;
    }
  Result.push_back({Begin, Whole.End});
  return Result;
}

//===----------------------------------------------------------------------===//
// LostNames
//===----------------------------------------------------------------------===//

void LostNames::addText(FileID File, unsigned Begin, unsigned End,
                        const Preprocessor *Macros, StringRef Except) {
  const LostText Text(File, {Begin, End}, Context, Macros);
  IsAnything |= Text.makesNames();
  for (StringRef Word : Text.words())
    if (Word != Except)
      Words.insert(Word);
}

/// What may change the meaning of a name without being named itself. Of types
/// and constants that Clang rejects, all uses are errors.
static bool isWordOfDeclaration(StringRef Word) {
  return llvm::is_contained({"template", "operator", "concept"}, Word);
}

void LostNames::addAround(const SourceError &E) {
  const SourceManager &Sources = Context.getSourceManager();
  const auto [File, Offset] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(E.Where));
  const FileText Text(File, Context);
  const FunctionDecl *Inner = nullptr;
  for (const FileID Includer : includersOf(File, Sources))
    if (auto Here = Bodies.find(Includer); Here != Bodies.end())
      for (const FunctionDecl *Function : Here->second)
        if (standsIn(E, *Function)) {
          if (Function->getIdentifier())
            Functions.insert(Function->getName());
          Inner = Function;
        }
  if (Inner) {
    const std::optional<Extent> Body =
        Text.of(Inner->getBody()->getSourceRange());
    const std::optional<Extent> All = Text.of(Inner->getSourceRange());
    if (!Body || !All) {
      IsAnything = true;
      return;
    }
    if (Body->contains(Offset)) {
      for (Extent Lost :
           LostStretches(Offset, Text).in(Inner->getBody(), *Body))
        addText(File, Lost.Begin, Lost.End, E.Macros);
      return;
    }
    if (All->Begin <= Offset && Offset < Body->Begin) {
      const StringRef Own = Inner->getIdentifier() ? Inner->getName() : "";
      // A constructor, a conversion or an operator is used without a name, and
      // of a constant that is made by it only the value is left.
      if (Own.empty()) {
        const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Inner);
        const LostText Head(File, {All->Begin, Body->Begin}, Context, E.Macros);
        Declares |= llvm::is_contained(Head.words(), "constexpr") ||
                    llvm::is_contained(Head.words(), "consteval") ||
                    (Method ? Method->getParent()->isDependentContext()
                            : Inner->hasAttr<CUDADeviceAttr>());
        if (Method)
          Classes.insert(Method->getParent()->getCanonicalDecl());
      }
      addText(File, All->Begin, Body->Begin, E.Macros, Own);
      return;
    }
  }
  const SourceRange *Around = nullptr;
  const Extent Whole = {0, unsigned(Sources.getBufferData(File).size())};
  auto Here = Declarations.find(File);
  std::optional<Extent> Lost =
      gapAround(Offset, Whole,
                Here == Declarations.end() ? ArrayRef<SourceRange>()
                                           : ArrayRef(Here->second),
                Text, Around);
  if (!Lost)
    Lost = Text.of(*Around);
  Declares |= Around && Guides.contains(Around->getBegin());
  if (const CXXRecordDecl *Class =
          Around ? Records.lookup(Around->getBegin()) : nullptr) {
    Classes.insert(Class);
    return addText(File, Lost->Begin, Lost->End, E.Macros);
  }
  const LostText Outside(File, {Lost->Begin, Lost->End}, Context, E.Macros);
  const bool IsNamespace = llvm::is_contained(Outside.words(), "namespace");
  Declares |= llvm::any_of(Outside.words(), isWordOfDeclaration) ||
              (llvm::is_contained(Outside.words(), "using") && !IsNamespace);
  addText(File, Lost->Begin, Lost->End, E.Macros);
}

void LostNames::add(const SourceError &E) {
  const SourceManager &Sources = Context.getSourceManager();
  if (E.Where.isInvalid()) {
    IsAny = IsAnything = true;
    return;
  }
  if (Sources.isInSystemHeader(E.Where))
    return;
  IsAny = true;
  if (!E.IsMissingHeader)
    return addAround(E);
  LacksOwnHeader |= !isOfLibrary(E, Sources);
  if (LastMissing.isInvalid() ||
      Sources.isBeforeInTranslationUnit(LastMissing, E.Where))
    LastMissing = E.Where;
}

static FileID fileOf(SourceLocation Where, const SourceManager &Sources) {
  return Sources.getFileID(Sources.getExpansionLoc(Where));
}

void LostNames::collect(const DeclContext *Of) {
  const SourceManager &Sources = Context.getSourceManager();
  auto Add = [&](SourceRange Range) {
    if (Range.isValid())
      Declarations[fileOf(Range.getBegin(), Sources)].push_back(Range);
  };
  for (const Decl *D : Of->decls()) {
    if (D->isImplicit())
      continue;
    if (llvm::isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      Add(D->getBeginLoc());
      collect(llvm::cast<DeclContext>(D));
      Add(D->getEndLoc());
    } else {
      Add(D->getSourceRange());
      if (const auto *Class = llvm::dyn_cast<CXXRecordDecl>(D);
          Class && !llvm::isa<ClassTemplateSpecializationDecl>(Class))
        Records[D->getBeginLoc()] = Class->getCanonicalDecl();
      if (llvm::isa<CXXDeductionGuideDecl>(D))
        Guides.insert(D->getBeginLoc());
    }
  }
}

LostNames::LostNames(const ASTContext &Context, ArrayRef<SourceError> Errors)
    : Context(Context) {
  auto IsFault = [](const SourceError &E) { return !E.IsAcceptedByNvcc; };
  if (llvm::none_of(Errors, IsFault))
    return;
  // Sources have thousands of functions, most of them of libraries, and
  // some have hundreds of errors: an error looks at those of its own files.
  const SourceManager &Sources = Context.getSourceManager();
  std::vector<const FunctionDecl *> All;
  BodyFinder(All).TraverseAST(const_cast<ASTContext &>(Context));
  for (const FunctionDecl *Function : All) {
    const SourceRange Range = wholeRangeOf(*Function);
    const FileID Begin = fileOf(Range.getBegin(), Sources),
                 End = fileOf(Range.getEnd(), Sources);
    if (Begin.isValid())
      Bodies[Begin].push_back(Function);
    if (End.isValid() && End != Begin)
      Bodies[End].push_back(Function);
  }
  collect(Context.getTranslationUnitDecl());
  for (const SourceError &E : Errors)
    if (IsFault(E))
      add(E);
  Declares |= haveSystemNamesakes(Context, Errors);
}
