//===- Parts.cpp - What of a source can be checked by itself --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Parts.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <iterator>

using namespace banklint;
using namespace clang;

/// All instances of a template have the text of its pattern.
static const Decl *patternOf(const Decl *D) {
  const Decl *Pattern = nullptr;
  if (const auto *Function = llvm::dyn_cast<FunctionDecl>(D))
    Pattern = Function->getTemplateInstantiationPattern();
  else if (const auto *Class = llvm::dyn_cast<CXXRecordDecl>(D))
    Pattern = Class->getTemplateInstantiationPattern();
  else if (const auto *Variable = llvm::dyn_cast<VarDecl>(D))
    Pattern = Variable->getTemplateInstantiationPattern();
  return (Pattern ? Pattern : D)->getCanonicalDecl();
}

static bool isDevice(const FunctionDecl *Function) {
  return Function->hasAttr<CUDAGlobalAttr>() ||
         Function->hasAttr<CUDADeviceAttr>();
}

/// What is in a body and counts outside of it.
static bool hasDirective(llvm::StringRef Body) {
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Body.split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    bool IsOfLoop =
        Line.consume_front("pragma") && (Line.ltrim().starts_with("unroll") ||
                                         Line.ltrim().starts_with("nounroll"));
    if (!IsOfLoop)
      return true;
  }
  return Body.contains("__COUNTER__") || Body.contains("_Pragma") ||
         Body.contains("__LINE__");
}

/// Finds the bodies, and what connects them.
class SourceParts::Builder : public RecursiveASTVisitor<Builder> {
public:
  Builder(ASTContext &Context, SourceParts &Out)
      : Context(Context), Sources(Context.getSourceManager()), Out(Out) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *D);
  bool VisitExpr(Expr *E) {
    mentionType(E->getType());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    mentionType(D->getType());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    mention(E->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    mention(E->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    mention(E->getConstructor());
    return true;
  }

  bool finish();

private:
  bool isSystem(const Decl *D) const {
    return D->getLocation().isInvalid() ||
           Sources.isInSystemHeader(D->getLocation());
  }
  void enter(FunctionDecl *Function);
  void addBody(const FunctionDecl *Function);
  void mention(const Decl *D);
  void mentionFunction(const FunctionDecl *Function);
  void mentionType(QualType Type);
  void join(const Decl *D) {
    if (Current)
      Connected.unionSets(Current, D);
  }
  void joinUsersOfMacros();
  void spreadFrame();

  ASTContext &Context;
  const SourceManager &Sources;
  SourceParts &Out;
  const Decl *Current = nullptr; ///< the device function around; null: frame
  bool IsDivisible = true;
  llvm::EquivalenceClasses<const Decl *> Connected;
  llvm::MapVector<const Decl *, SourceParts::Body> Bodies;
  llvm::DenseMap<const Decl *, llvm::SetVector<const Decl *>> Calls;
  llvm::SetVector<const Decl *> OfFrame; ///< functions that the frame calls
  llvm::DenseSet<std::pair<const Decl *, const Decl *>> Entered;
};

void SourceParts::Builder::addBody(const FunctionDecl *Function) {
  SourceLocation Begin = Function->getBody()->getBeginLoc();
  SourceLocation End = Function->getBody()->getEndLoc();
  if (Begin.isMacroID() || End.isMacroID()) {
    IsDivisible = false;
    return;
  }
  if (!Sources.isWrittenInMainFile(Begin))
    return;
  Body B;
  B.Begin = Sources.getFileOffset(Begin);
  B.End = Sources.getFileOffset(End) + 1;
  IsDivisible &= B.Begin < B.End && B.End <= Out.Text.size();
  Bodies.insert({patternOf(Function), B});
}

/// What stands in functions for the host belongs to the frame.
void SourceParts::Builder::enter(FunctionDecl *Function) {
  const Decl *Pattern = patternOf(Function);
  bool HasBody = Function->doesThisDeclarationHaveABody();
  if (HasBody && !Current && Function->getCanonicalDecl() == Pattern)
    addBody(Function);
  if (Current)
    join(Pattern); // of a local class
  const Decl *Outer = std::exchange(Current, Current ? Current : Pattern);
  Connected.insert(Current);
  if (const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Function))
    join(patternOf(Method->getParent()));
  RecursiveASTVisitor::TraverseDecl(Function);
  Current = Outer;
  if (HasBody && Function->hasAttr<CUDAGlobalAttr>() &&
      !Function->isDependentContext()) {
    Out.Kernels.push_back(Function);
    IsDivisible &= Bodies.contains(Pattern);
  }
}

bool SourceParts::Builder::TraverseDecl(Decl *D) {
  if (!D || (!llvm::isa<TranslationUnitDecl>(D) && isSystem(D)))
    return true;
  auto *Function = llvm::dyn_cast<FunctionDecl>(D);
  if (Function && isDevice(Function))
    enter(Function);
  else
    RecursiveASTVisitor::TraverseDecl(D);
  return true;
}

void SourceParts::Builder::mentionFunction(const FunctionDecl *Function) {
  const Decl *Pattern = patternOf(Function);
  const FunctionDecl *Defined = nullptr;
  bool HasBody = Function->hasBody(Defined);
  if (isSystem(Function)) {
    // Only an instance can lead back to the source.
    if (HasBody && Defined->isTemplateInstantiation() &&
        Entered.insert({Current, Defined}).second)
      TraverseStmt(Defined->getBody());
    return;
  }
  if (!HasBody)
    return; // a builtin, or of another source: callers share nothing
  if (Current) {
    join(Pattern);
    Calls[Current].insert(Pattern);
  } else if (!Function->hasAttr<CUDAGlobalAttr>()) {
    OfFrame.insert(Pattern); // a kernel is only launched
  }
  if (Sources.isWrittenInMainFile(Defined->getLocation()) ||
      !Entered.insert({nullptr, Defined}).second)
    return;
  const Decl *Outer =
      std::exchange(Current, isDevice(Defined) ? Pattern : nullptr);
  TraverseStmt(Defined->getBody());
  Current = Outer;
}

void SourceParts::Builder::mention(const Decl *D) {
  if (const auto *Function = llvm::dyn_cast<FunctionDecl>(D))
    return mentionFunction(Function);
  if (isSystem(D))
    return;
  if (const auto *Field = llvm::dyn_cast<FieldDecl>(D))
    return join(patternOf(Field->getParent()));
  const auto *Variable = llvm::dyn_cast<VarDecl>(D);
  // A constant is what the frame says, whoever names it.
  if (Variable && Variable->hasGlobalStorage() &&
      !Variable->isUsableInConstantExpressions(Context))
    join(patternOf(Variable));
}

void SourceParts::Builder::mentionType(QualType Type) {
  if (Type.isNull())
    return;
  Type = Type.getNonReferenceType();
  while (!Type->getPointeeType().isNull())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (Class && !Class->isLambda() && !isSystem(Class))
    join(patternOf(Class));
}

/// What functions of the frame call is called by the frame.
void SourceParts::Builder::spreadFrame() {
  for (size_t I = 0; I != OfFrame.size(); ++I)
    if (auto Called = Calls.find(OfFrame[I]); Called != Calls.end())
      OfFrame.insert(Called->second.begin(), Called->second.end());
}

/// What a fix edits in the text of a macro serves all that use it. One word is
/// no text to edit: where it stands is.
void SourceParts::Builder::joinUsersOfMacros() {
  auto InOrder = Bodies.takeVector();
  llvm::sort(InOrder, [](const auto &A, const auto &B) {
    return A.second.Begin < B.second.Begin;
  });
  llvm::DenseMap<SourceLocation, const Decl *> UserOf;
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isExpansion() || !Entry.getExpansion().isMacroBodyExpansion())
      continue;
    const SourceLocation Macro = Entry.getExpansion().getSpellingLoc();
    const SourceLocation Use =
        Sources.getExpansionLoc(Entry.getExpansion().getExpansionLocStart());
    if (Sources.isInSystemHeader(Macro) || !Sources.isWrittenInMainFile(Use))
      continue;
    const unsigned Word =
        Lexer::MeasureTokenLength(Macro, Sources, Context.getLangOpts());
    const unsigned Next = I + 1 == Sources.local_sloc_entry_size()
                              ? Sources.getNextLocalOffset()
                              : Sources.getLocalSLocEntry(I + 1).getOffset();
    if (Next - Entry.getOffset() <= Word + 1)
      continue;
    const unsigned Offset = Sources.getFileOffset(Use);
    auto *Behind =
        llvm::upper_bound(InOrder, Offset, [](unsigned At, const auto &Each) {
          return At < Each.second.Begin;
        });
    if (Behind == InOrder.begin() || std::prev(Behind)->second.End <= Offset)
      continue;
    const Decl *User = std::prev(Behind)->first;
    Connected.unionSets(UserOf.try_emplace(Macro, User).first->second, User);
  }
  for (auto &Each : InOrder)
    Bodies.insert(Each);
}

bool SourceParts::Builder::finish() {
  joinUsersOfMacros();
  spreadFrame();
  llvm::DenseMap<const Decl *, size_t> Numbers;
  auto PartOf = [&](const Decl *D) {
    const Decl *Leader = Connected.getLeaderValue(D);
    return Numbers.try_emplace(Leader, Numbers.size()).first->second;
  };
  for (const FunctionDecl *Kernel : Out.Kernels)
    Out.Parts[Kernel] = PartOf(patternOf(Kernel));
  for (auto &[Function, B] : Bodies) {
    if (OfFrame.contains(Function) ||
        hasDirective(Out.Text.slice(B.Begin, B.End)))
      continue;
    B.Part = PartOf(Function);
    Out.All.push_back(B);
  }
  llvm::sort(Out.All,
             [](const Body &A, const Body &B) { return A.Begin < B.Begin; });
  Out.Bodies.resize(Numbers.size());
  for (size_t I = 0; I != Out.All.size(); ++I) {
    IsDivisible &= I == 0 || Out.All[I - 1].End <= Out.All[I].Begin;
    Out.Bodies[Out.All[I].Part].push_back(I);
  }
  return IsDivisible;
}

std::optional<SourceParts> SourceParts::of(ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  SourceParts Result;
  FileID Main = Sources.getMainFileID();
  Result.File = pointOf(Sources.getLocForStartOfFile(Main), Context).File;
  Result.Text = Sources.getBufferData(Main);
  Builder Finder(Context, Result);
  Finder.TraverseAST(Context);
  if (!Finder.finish())
    return std::nullopt;
  return Result;
}

//===----------------------------------------------------------------------===//
// Texts and places
//===----------------------------------------------------------------------===//

size_t SourceParts::partOf(const FunctionDecl *Kernel) const {
  return Parts.find(Kernel)->second;
}

std::string SourceParts::textOf(size_t Part) const {
  std::string Result;
  unsigned Begin = 0;
  for (const Body &B : All) {
    Result += Text.slice(Begin, B.Begin);
    Result += '\0';
    if (B.Part == Part)
      Result += Text.slice(B.Begin, B.End);
    Result += '\0';
    Begin = B.End;
  }
  return Result += Text.substr(Begin);
}

std::optional<size_t> SourceParts::partAt(unsigned OffsetBytes) const {
  const auto Behind =
      llvm::upper_bound(All, OffsetBytes, [](unsigned At, const Body &B) {
        return At < B.Begin;
      });
  if (Behind == All.begin() || std::prev(Behind)->End <= OffsetBytes)
    return std::nullopt;
  return std::prev(Behind)->Part;
}

std::optional<AnchoredPlace> SourceParts::anchor(size_t Part,
                                                 unsigned OffsetBytes) const {
  unsigned Left = OffsetBytes;
  int InPart = 0;
  for (const Body &B : All) {
    if (OffsetBytes < B.Begin)
      break;
    if (OffsetBytes < B.End)
      return B.Part == Part
                 ? std::optional(AnchoredPlace{InPart, OffsetBytes - B.Begin})
                 : std::nullopt;
    Left -= B.End - B.Begin;
    InPart += B.Part == Part;
  }
  return AnchoredPlace{-1, Left};
}

unsigned SourceParts::place(size_t Part, const AnchoredPlace &Where) const {
  if (Where.Body >= 0)
    return All[Bodies[Part][size_t(Where.Body)]].Begin + Where.OffsetBytes;
  unsigned Result = Where.OffsetBytes;
  for (const Body &B : All)
    if (B.Begin <= Result)
      Result += B.End - B.Begin;
  return Result;
}
