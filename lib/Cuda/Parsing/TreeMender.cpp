//===- TreeMender.cpp - Puts lost statements into a function --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is compared with its text: what stands between two statements of it,
// with an error in it, is a statement that Clang has dropped. A statement that
// an error stands in is lost as a whole, whatever Clang has kept of it; so is
// one that uses what was rejected elsewhere. Of branches, loops and lambdas
// only what the error stands in is lost.
//
// Places are those in the file: what a macro has made stands where it is named.
//
//===----------------------------------------------------------------------===//

#include "Parsing/TreeMender.h"
#include "Cuda/LaunchSyntax.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

unsigned TreeMender::offsetOf(SourceLocation Where) const {
  return Sources.getFileOffset(Sources.getExpansionLoc(Where));
}

unsigned TreeMender::offsetBehind(SourceLocation Where) const {
  const SourceLocation End = Sources.getExpansionRange(Where).getEnd();
  return Sources.getFileOffset(End) +
         Lexer::MeasureTokenLength(End, Sources, Context.getLangOpts());
}

/// Nothing for what stands in another file.
std::optional<Extent> TreeMender::extentOf(SourceRange Where) const {
  if (Where.isInvalid() ||
      Sources.getFileID(Sources.getExpansionLoc(Where.getBegin())) != File ||
      Sources.getFileID(Sources.getExpansionLoc(Where.getEnd())) != File)
    return std::nullopt;
  return Extent{offsetOf(Where.getBegin()), offsetBehind(Where.getEnd())};
}

std::optional<Extent> TreeMender::extentOf(const Stmt *S) const {
  return extentOf(S->getSourceRange());
}

SourceLocation TreeMender::locationAt(unsigned Offset) const {
  return Sources.getLocForStartOfFile(File).getLocWithOffset(int(Offset));
}

const TreeMender::Fault *TreeMender::faultIn(unsigned Begin,
                                             unsigned End) const {
  for (const Fault &F : Faults)
    if (Begin <= F.Offset && F.Offset < End)
      return &F;
  return nullptr;
}

/// Where the text goes on behind a statement that ends at `End`. In the place
/// of a rejected statement without braces, Clang has an empty one at its begin.
unsigned TreeMender::behindOf(const Stmt *S, unsigned End) const {
  const Stmt *Last = S;
  while (Last && !isa<NullStmt>(Last)) {
    if (const auto *If = dyn_cast<IfStmt>(Last))
      Last = If->getElse() ? If->getElse() : If->getThen();
    else if (const auto *For = dyn_cast<ForStmt>(Last))
      Last = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(Last))
      Last = While->getBody();
    else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Last))
      Last = Range->getBody();
    else if (const auto *Label = dyn_cast<LabelStmt>(Last))
      Last = Label->getSubStmt();
    else if (const auto *Case = dyn_cast<SwitchCase>(Last))
      Last = Case->getSubStmt();
    else if (const auto *Attributed = dyn_cast<AttributedStmt>(Last))
      Last = Attributed->getSubStmt();
    else
      return End;
  }
  if (!Last || Last->getBeginLoc().isInvalid() ||
      Last->getBeginLoc().isMacroID())
    return End;
  const unsigned At = offsetOf(Last->getBeginLoc());
  return Sources.getBufferData(File)[At] == ';' ? End : At;
}

//===----------------------------------------------------------------------===//
// What is rejected
//===----------------------------------------------------------------------===//

bool TreeMender::isRejected(const ValueDecl *D) const {
  return D->isInvalidDecl() && !Errors.Accepted.contains(D->getLocation());
}

bool TreeMender::isRejected(const DeclRefExpr *Ref) const {
  const ValueDecl *D = Ref->getDecl();
  if (isRejected(D))
    return true;
  const auto Found = D->getIdentifier() ? Redeclared.find(D->getName().str())
                                        : Redeclared.end();
  return Found != Redeclared.end() && !Ref->hasQualifier() &&
         offsetOf(Ref->getLocation()) >= Found->second.End &&
         (!D->getDeclContext()->isFunctionOrMethod() ||
          offsetOf(D->getLocation()) < Found->second.Begin);
}

/// A declaration that Clang rejects, and that a part of the statement names.
const ValueDecl *TreeMender::rejectedIn(const Stmt *S) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && isRejected(Ref))
    return Ref->getDecl();
  for (const Stmt *Child : S->children())
    if (Child)
      if (const ValueDecl *Found = rejectedIn(Child))
        return Found;
  return nullptr;
}

/// Names only what nvcc takes of all that is rejected.
static bool isOfAccepted(const Stmt *S, const ErrorsOfSource &Errors) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl()->isInvalidDecl() &&
           Errors.Accepted.contains(Ref->getDecl()->getLocation());
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && isOfAccepted(Child, Errors);
  });
}

/// Whether a statement uses what was rejected elsewhere, but for the bodies of
/// lambdas.
bool TreeMender::usesRejected(const Stmt *S) const {
  if (const auto *E = dyn_cast<Expr>(S))
    if (E->containsErrors() || E->isTypeDependent())
      return rejectedIn(E) || !isOfAccepted(E, Errors);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return isRejected(Ref);
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    if (Declared->decls().empty())
      return true; // what was in it is rejected
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        if (isRejected(V) || V->getType()->isDependentType())
          return true;
  }
  const auto *Lambda = dyn_cast<LambdaExpr>(S);
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && !(Lambda && Child == Lambda->getBody()) &&
           usesRejected(Child);
  });
}

bool TreeMender::isHurt(const Stmt *S) const {
  const std::optional<Extent> Where = extentOf(S);
  return (Where && faultIn(Where->Begin, behindOf(S, Where->End))) ||
         usesRejected(S);
}

bool TreeMender::isOfOneMacro(const Stmt *S) const {
  return S->getBeginLoc().isMacroID() && S->getEndLoc().isMacroID() &&
         offsetOf(S->getBeginLoc()) == offsetOf(S->getEndLoc());
}

std::string TreeMender::messageFor(const Stmt *S) const {
  if (const ValueDecl *Cause = rejectedIn(S))
    return "it uses '" + Cause->getNameAsString() + "', which Clang rejects";
  return "it uses what Clang rejects";
}

//===----------------------------------------------------------------------===//
// Lost text
//===----------------------------------------------------------------------===//

void TreeMender::addThis(llvm::SmallVectorImpl<Expr *> &Named) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (!Method || Method->isStatic())
    return;
  QualType This = Method->getFunctionObjectParameterReferenceType();
  if (const CXXRecordDecl *Class = Method->getParent(); Class->isLambda()) {
    llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
    FieldDecl *OfThis = nullptr;
    Class->getCaptureFields(Captures, OfThis);
    if (!OfThis)
      return;
    This = OfThis->getType();
  } else {
    This = Method->getThisType();
  }
  if (This->isPointerType())
    Named.push_back(CXXThisExpr::Create(Context, Method->getBeginLoc(), This,
                                        /*IsImplicit=*/true));
}

/// References to all that words may mean at a place. Those to functions stand
/// at its end, where no name does: which instance a word means, the tree does
/// not know.
llvm::SmallVector<Expr *, 8> TreeMender::namedBy(const LostText &Text,
                                                 unsigned Offset) {
  llvm::SetVector<llvm::StringRef> Words;
  Words.insert_range(Text.words());
  // Of a name that is made, the begin is a word.
  if (Text.makesNames())
    for (llvm::StringRef Name : Locals.keys())
      if (llvm::any_of(Text.words(), [&](llvm::StringRef Word) {
            return Name.starts_with(Word);
          }))
        Words.insert(Name);
  for (size_t I = 0; I != Words.size(); ++I)
    if (auto Held = HeldBy.find(Words[I]); Held != HeldBy.end())
      Words.insert_range(Held->second);
  llvm::SmallVector<Expr *, 8> Named;
  auto Add = [&](ValueDecl *D) {
    const QualType Type = D->getType().getNonReferenceType();
    if (D->isInvalidDecl() || Type->isDependentType() ||
        Type->isUndeducedType())
      return;
    Named.push_back(DeclRefExpr::Create(
        Context, NestedNameSpecifierLoc(), SourceLocation(), D,
        /*RefersToEnclosingVariableOrCapture=*/false,
        locationAt(isa<FunctionDecl>(D) ? Text.lastToken() : Offset), Type,
        VK_LValue));
  };
  for (llvm::StringRef Word : Words) {
    if (auto Local = Locals.find(Word); Local != Locals.end())
      for (VarDecl *V : Local->second)
        if (isa<ParmVarDecl>(V) || offsetOf(V->getLocation()) < Offset)
          Add(V);
    if (auto Other = Names.All.find(Word); Other != Names.All.end())
      for (ValueDecl *D : Other->second)
        Add(D);
  }
  addThis(Named);
  return Named;
}

Expr *TreeMender::lostText(Extent Where, const Fault *Why, std::string Message,
                           QualType Type, bool MayJump) {
  const SourceError *Error = Why ? Why->Error : nullptr;
  const LostText Text(File, Where, Context, Errors.Macros);
  if (Text.mayJump() && !MayJump && !IsOnHost)
    giveUp(Error);
  if (Type->isVoidType()) // of a statement
    for (llvm::StringRef Name : Text.declared()) {
      Redeclared[Name.str()] = Where;
      for (llvm::StringRef Word : Text.words())
        HeldBy[Name].push_back(Word.str());
    }
  const SourceLocation Begin = locationAt(Where.Begin),
                       Last = locationAt(Text.lastToken());
  Lost.push_back(
      {Function, SourceRange(Begin, Last),
       Error ? "Clang rejects it: " + Error->Message : std::move(Message),
       Error && Error->IsUndeclaredName});
  return RecoveryExpr::Create(Context, Type, Begin, Last,
                              namedBy(Text, Where.Begin));
}

static QualType typeOfLost(const Expr *E, const ASTContext &Context) {
  const QualType Type = E->getType();
  if (Type.isNull() || Type->isDependentType() || Type->isPlaceholderType())
    return Context.IntTy;
  return E->isLValue() && !Type->isVoidType()
             ? Context.getLValueReferenceType(Type)
             : Type;
}

/// A statement as a whole, or an expression in the head of one.
Stmt *TreeMender::lose(Stmt *S, QualType Type) {
  std::optional<Extent> Where = extentOf(S);
  if (!Where) {
    giveUp(First);
    return S;
  }
  // A statement that Clang has cut short goes on to where the next one begins.
  const Fault *Why = faultIn(*Where);
  return lostText(*Where, Why, messageFor(S), Type);
}

void TreeMender::giveUp(const SourceError *Why) {
  IsGivenUp = true;
  if (!First)
    First = Why;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Stmt *TreeMender::mendOnHost(Stmt *S) {
  if (isa<Expr>(S) || isa<DeclStmt>(S))
    return S;
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return mendBlock(Block);
  auto *If = dyn_cast<IfStmt>(S);
  const bool IsThenLost = If && mendThen(If);
  for (Stmt *&Part : S->children())
    if (Part && !(IsThenLost && Part == If->getThen()))
      Part = mendOnHost(Part);
  return S;
}

Stmt *TreeMender::mend(Stmt *S) {
  if (IsOnHost)
    return mendOnHost(S);
  if (IsGivenUp || !isHurt(S)) {
    mendLambdas(S);
    return S;
  }
  if (isOfOneMacro(S))
    return lose(S, Context.VoidTy);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return mendBlock(cast<CompoundStmt>(S));
  case Stmt::ReturnStmtClass:
    return mendReturn(cast<ReturnStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return mendRangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::IfStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
  case Stmt::LabelStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::CXXTryStmtClass:
    return mendParts(S);
  case Stmt::DeclStmtClass: {
    llvm::SmallVector<Stmt *, 2> Into;
    mendDeclarations(cast<DeclStmt>(S), Into);
    if (Into.size() == 1)
      return Into.front();
    return CompoundStmt::Create(Context, Into, FPOptionsOverride(),
                                S->getBeginLoc(), S->getEndLoc());
  }
  default:
    if (mendLambdas(S))
      return S;
    const auto *E = dyn_cast<Expr>(S);
    return lose(S, E ? typeOfLost(E, Context) : QualType(Context.VoidTy));
  }
}

/// The error of a statement of which Clang has the begin alone: its text goes
/// on behind what the tree has.
const TreeMender::Fault *TreeMender::faultThatCuts(Extent Where) const {
  const Fault *Why = faultIn(Where);
  llvm::StringRef Text = Sources.getBufferData(File);
  const auto IsEnd = [](llvm::StringRef At) {
    return At.empty() || At.front() == ';' || At.front() == '}';
  };
  return Why && !IsEnd(Text.substr(Where.End - 1)) &&
                 !IsEnd(Text.substr(Where.End).ltrim())
             ? Why
             : nullptr;
}

/// Of `int UNKNOWN v = 3;` the tree has a variable `UNKNOWN`, and ends at `v`.
void TreeMender::redeclareBehind(const DeclStmt &S) {
  const unsigned At = offsetOf(S.getEndLoc());
  const llvm::StringRef Name =
      Sources.getBufferData(File).substr(At).take_while(
          [](char C) { return isAsciiIdentifierContinue(C); });
  if (!Name.empty() && (S.decls().empty() ||
                        At > offsetOf((*std::prev(S.decl_end()))->getEndLoc())))
    Redeclared[Name.str()] = {At, At + unsigned(Name.size())};
}

Stmt *TreeMender::mendBlock(CompoundStmt *Block) {
  llvm::SmallVector<Stmt *, 16> New;
  const auto Outer = Redeclared;
  unsigned At = offsetBehind(Block->getLBracLoc());
  const Fault *Cut = nullptr;
  for (Stmt *Child : Block->body()) {
    std::optional<Extent> Where = extentOf(Child);
    if (Where) {
      mendBetween(At, Where->Begin, New, Cut);
      Cut = faultThatCuts(*Where);
      if (const auto *Declared = dyn_cast<DeclStmt>(Child); Declared && Cut)
        redeclareBehind(*Declared);
    }
    const bool IsDeclaration =
        !IsOnHost && isa<DeclStmt>(Child) && isHurt(Child);
    if (IsDeclaration)
      mendDeclarations(cast<DeclStmt>(Child), New);
    else
      New.push_back(mend(Child));
    if (Where)
      At = std::max(At, behindOf(Child, Where->End));
  }
  mendBetween(At, offsetBehind(Block->getRBracLoc()) - 1, New, Cut);
  // Errors at the brace itself are of what it ends.
  if (const unsigned Brace = offsetOf(Block->getRBracLoc());
      !IsOnHost && faultIn(Brace, Brace + 1) && !New.empty() &&
      !isa<RecoveryExpr>(New.back()))
    New.back() = lose(New.back(), Context.VoidTy);
  Redeclared = Outer;
  return CompoundStmt::Create(Context, New, FPOptionsOverride(),
                              Block->getLBracLoc(), Block->getRBracLoc());
}

/// Between two statements of a block. `Cut` is an error by which the first goes
/// on here; it may be null.
void TreeMender::mendBetween(unsigned Begin, unsigned End,
                             llvm::SmallVectorImpl<Stmt *> &Into,
                             const Fault *Cut) {
  const Fault *Own = Begin < End ? faultIn(Begin, End) : nullptr;
  const Fault *Why = Own ? Own : Cut;
  if (Begin >= End || !Why || IsGivenUp)
    return;
  const LostText Text(File, {Begin, End}, Context, Errors.Macros);
  if (!Text.isEmpty()) {
    llvm::StringRef Gap =
        Sources.getBufferData(File).substr(Begin, End - Begin);
    const size_t Skipped = Gap.size() - Gap.ltrim("; \t\n\r").size();
    Into.push_back(
        lostText({Begin + unsigned(Skipped), End}, Why, "", Context.VoidTy));
    return;
  }
  // What stands before does not end as Clang expects.
  if (!Own || IsOnHost || Into.empty() || isa<RecoveryExpr>(Into.back()))
    return;
  if (isa<DeclStmt>(Into.back()))
    return giveUp(Why->Error);
  std::optional<Extent> Before = extentOf(Into.back());
  if (!Before)
    return giveUp(Why->Error);
  Into.back() = lostText(*Before, Why, "", Context.VoidTy);
}

/// The arm of an `if` before an `else`, in the place of which Clang has an
/// empty statement. False where the error is not there.
bool TreeMender::mendThen(IfStmt *S) {
  const auto *Empty = dyn_cast<NullStmt>(S->getThen());
  if (!Empty || !S->getElse())
    return false;
  const unsigned Begin = offsetOf(Empty->getBeginLoc());
  const unsigned End = offsetOf(S->getElseLoc());
  const Fault *Why = faultIn(Begin, End);
  if (!Why)
    return false;
  S->setThen(lostText({Begin, End}, Why, "", Context.VoidTy));
  return true;
}

/// Of a branch or a loop, what an error stands in. One that stands in none of
/// the parts costs the whole.
Stmt *TreeMender::mendParts(Stmt *S) {
  std::optional<Extent> Where = extentOf(S);
  if (!Where) {
    giveUp(First);
    return S;
  }
  llvm::SmallVector<Extent, 6> Parts;
  const unsigned End = behindOf(S, Where->End);
  bool IsHeadLost = false;
  for (const Stmt *Part : S->children()) {
    if (!Part)
      continue;
    if (std::optional<Extent> OfPart = extentOf(Part))
      Parts.push_back({OfPart->Begin, behindOf(Part, OfPart->End)});
    const bool IsLabel = isa<CaseStmt>(S) && isa<Expr>(Part) &&
                         Part != cast<CaseStmt>(S)->getSubStmt();
    IsHeadLost |= isHurt(Part) &&
                  (IsLabel || (isa<DeclStmt>(Part) && usesRejected(Part)));
  }
  auto *If = dyn_cast<IfStmt>(S);
  const bool IsThenLost = If && mendThen(If);
  if (IsThenLost)
    Parts.push_back(
        {offsetOf(If->getThen()->getBeginLoc()), offsetOf(If->getElseLoc())});
  for (const Fault &F : Faults)
    IsHeadLost |=
        Where->Begin <= F.Offset && F.Offset < End &&
        llvm::none_of(
            Parts, [&](Extent Part) { return Part.contains(F.Offset); });
  if (IsHeadLost)
    return lose(S, Context.VoidTy);
  for (Stmt *&Part : S->children())
    if (Part && !(IsThenLost && Part == If->getThen()))
      Part = mend(Part);
  return S;
}

/// The parts of its head depend on each other.
Stmt *TreeMender::mendRangeFor(CXXForRangeStmt *S) {
  std::optional<Extent> Where = extentOf(S), Body = extentOf(S->getBody());
  bool IsHeadLost = !Where || !Body ||
                    faultIn(Where->Begin, std::min(Body->Begin, Where->End));
  for (const Stmt *Part : S->children())
    IsHeadLost |= Part && Part != S->getBody() && usesRejected(Part);
  if (IsHeadLost)
    return lose(S, Context.VoidTy);
  S->setBody(mend(S->getBody()));
  return S;
}

/// It returns all the same.
Stmt *TreeMender::mendReturn(ReturnStmt *S) {
  std::optional<Extent> Where = extentOf(S);
  Expr *Result = S->getRetValue();
  if (!Where || !Result) {
    giveUp(First);
    return S;
  }
  if (mendLambdas(S))
    return S;
  const unsigned Begin = offsetBehind(S->getReturnLoc());
  S->setRetValue(lostText({Begin, Where->End}, faultIn(*Where), messageFor(S),
                          Function->getReturnType()));
  return S;
}

/// Lambdas that stand in a statement. True where the rest of it is sound.
bool TreeMender::mendLambdas(Stmt *S) {
  llvm::SmallVector<Stmt *, 16> Left = {S};
  llvm::SmallVector<Extent, 2> Bodies;
  while (!Left.empty()) {
    Stmt *Part = Left.pop_back_val();
    if (auto *Lambda = dyn_cast<LambdaExpr>(Part)) {
      if (std::optional<Extent> Body = extentOf(Lambda->getBody()))
        Bodies.push_back(*Body);
      std::vector<FunctionDecl *> Bodied = {Lambda->getCallOperator()};
      if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
        Bodied.assign(Generic->spec_begin(), Generic->spec_end());
      for (FunctionDecl *Each : Bodied)
        TreeMender(Context, Names, Errors, Out).run(Each);
      for (Stmt *&Child : Lambda->children())
        if (Child && isa<CompoundStmt>(Child))
          Child = Lambda->getCallOperator()->getBody();
      continue;
    }
    for (Stmt *Child : Part->children())
      if (Child)
        Left.push_back(Child);
  }
  std::optional<Extent> Where = extentOf(S);
  return !Bodies.empty() && Where && !usesRejected(S) &&
         llvm::all_of(Faults, [&](const Fault &F) {
           return !Where->contains(F.Offset) ||
                  llvm::any_of(Bodies, [&](Extent Body) {
                    return Body.contains(F.Offset);
                  });
         });
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Variables that Clang rejects are dropped, with what they are given; others
/// stay, and what they hold is not known.
void TreeMender::mendDeclarations(DeclStmt *S,
                                  llvm::SmallVectorImpl<Stmt *> &Into) {
  std::optional<Extent> Where = extentOf(S);
  if (!Where)
    return giveUp(First);
  if (mendLambdas(S)) {
    Into.push_back(S);
    return;
  }
  llvm::SmallVector<Decl *, 4> Kept;
  const llvm::SmallVector<Decl *, 4> All(S->decls());
  bool HasDropped = All.empty();
  const unsigned FirstName =
      HasDropped ? Where->Begin : offsetOf(All.front()->getLocation());
  const bool IsTypeLost = faultIn(Where->Begin, FirstName);
  for (size_t I = 0; I != All.size(); ++I) {
    const unsigned Name = offsetOf(All[I]->getLocation());
    const unsigned End =
        I + 1 == All.size() ? Where->End : offsetOf(All[I + 1]->getLocation());
    auto *Variable = dyn_cast<VarDecl>(All[I]);
    const Fault *Why = faultIn(IsTypeLost ? Where->Begin : Name, End);
    const bool IsHurtHere =
        Why ||
        (Variable &&
         (isRejected(Variable) || Variable->getType()->isDependentType() ||
          (Variable->getInit() && usesRejected(Variable->getInit()))));
    if (!IsHurtHere) {
      Kept.push_back(All[I]);
      continue;
    }
    // A local class: nobody knows what it has.
    if (isa<TagDecl>(All[I]))
      return giveUp(Why ? Why->Error : First);
    const LostText Text(File, {Name, End}, Context, Errors.Macros);
    if (Variable)
      for (llvm::StringRef Word : Text.words())
        HeldBy[Variable->getName()].push_back(Word.str());
    if (!Variable || isRejected(Variable) ||
        Variable->getType()->isDependentType() ||
        Variable->hasAttr<CUDASharedAttr>()) {
      HasDropped = true;
      continue;
    }
    Kept.push_back(Variable);
    Variable->setInit(
        lostText({Name, End}, Why, messageFor(S), Variable->getType()));
  }
  if (HasDropped)
    Into.push_back(
        lostText(*Where, faultIn(*Where), messageFor(S), Context.VoidTy));
  if (Kept.size() == All.size() && !HasDropped)
    Into.push_back(S);
  else if (!Kept.empty())
    Into.push_back(new (Context) DeclStmt(
        DeclGroupRef::Create(Context, Kept.data(), unsigned(Kept.size())),
        S->getBeginLoc(), S->getEndLoc()));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void TreeMender::collectNames(const FunctionDecl *In) {
  llvm::SmallVector<const DeclContext *, 8> Contexts;
  // Blocks are no contexts: all variables of a function are its own.
  for (const DeclContext *C = In; C && !C->isFileContext(); C = C->getParent())
    if (isa<FunctionDecl>(C))
      Contexts.push_back(C);
  auto Add = [&](const ValueDecl *Named, VarDecl *Of) {
    if (Named->getIdentifier())
      Locals[Named->getName()].push_back(Of);
  };
  for (const DeclContext *C : Contexts) {
    // Of an instance its context does not list them.
    for (ParmVarDecl *Parameter : cast<FunctionDecl>(C)->parameters())
      Add(Parameter, Parameter);
    for (Decl *D : C->decls()) {
      auto *V = dyn_cast<VarDecl>(D);
      if (V && !isa<ParmVarDecl>(V))
        Add(V, V);
      // What its parts are is in it, or in a variable of each.
      if (auto *Whole = dyn_cast<DecompositionDecl>(D))
        for (BindingDecl *Part : Whole->flat_bindings()) {
          Add(Part, Whole);
          if (VarDecl *Holder = Part->getHoldingVar())
            Add(Part, Holder);
        }
    }
  }
}

/// Of what stands before the body, and costs nothing in it.
void TreeMender::nameLost(SourceRange Text, const SourceError &E) {
  Out.Statements.push_back(
      {Function, Text, "Clang rejects it: " + E.Message, E.IsUndeclaredName});
}

/// Names an error of the type of a parameter that has another one now: what
/// uses it has errors of its own. False for other errors.
bool TreeMender::isOfLostParameter(const SourceError &E) {
  const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern();
  for (const ParmVarDecl *P : (Pattern ? Pattern : Function)->parameters())
    if (isLost(P->getType()) &&
        offsetOf(P->getBeginLoc()) <= offsetOf(E.Where) &&
        offsetOf(E.Where) < offsetOf(P->getLocation())) {
      nameLost(P->getSourceRange(), E);
      return true;
    }
  return false;
}

void TreeMender::collectFaults() {
  const SourceRange Body = Function->getBody()->getSourceRange();
  File = Sources.getFileID(Sources.getExpansionLoc(Body.getBegin()));
  const std::optional<Extent> Where = extentOf(Body);
  for (const SourceError *E : Errors.Faults.in(*Function)) {
    if (E->IsInLaunchBounds)
      nameLost(E->Where, *E);
    if (E->IsInLaunchBounds || isOfLostParameter(*E))
      continue;
    if (!First)
      First = E;
    if (Where && Sources.getFileID(E->Where) == File &&
        Where->contains(offsetOf(E->Where)))
      Faults.push_back({offsetOf(E->Where), E});
    else if (!Outside)
      Outside = E;
  }
}

/// Nothing of it is known but what it names, and that it returns.
void TreeMender::loseFunction() {
  Stmt *Body = Function->getBody();
  std::optional<Extent> Where = extentOf(Body);
  Lost.clear();
  if (Function->hasAttr<CUDAGlobalAttr>() || !Where) {
    if (First)
      Out.Kernels.insert({Function, *First});
    return;
  }
  const QualType Result = Function->getReturnType();
  const bool IsKnown = !Result->isDependentType() && !Result->isUndeducedType();
  const Fault Why{0, First};
  Expr *All =
      lostText(*Where, First ? &Why : nullptr, "it uses what Clang rejects",
               IsKnown ? Result : QualType(Context.VoidTy),
               /*MayJump=*/true);
  Stmt *Only = ReturnStmt::Create(Context, Body->getBeginLoc(), All, nullptr);
  Function->setBody(CompoundStmt::Create(Context, Only, FPOptionsOverride(),
                                         Body->getBeginLoc(),
                                         Body->getEndLoc()));
}

void TreeMender::runOnHost(FunctionDecl *Mended) {
  Function = Mended;
  IsOnHost = true;
  auto *Body = llvm::dyn_cast_or_null<CompoundStmt>(Function->getBody());
  if (!Body || Body->getLBracLoc().isMacroID())
    return;
  collectFaults();
  if (Faults.empty())
    return;
  collectNames(Function);
  Function->setBody(mendBlock(Body));
}

void TreeMender::run(FunctionDecl *Mended) {
  Function = Mended;
  auto *Body = llvm::dyn_cast_or_null<CompoundStmt>(Function->getBody());
  if (!Body || Function->isDependentContext() ||
      Out.Functions.contains(Function->getCanonicalDecl()))
    return;
  collectFaults();
  IsGivenUp = Outside || Function->isInvalidDecl() ||
              (!Faults.empty() && (Body->getLBracLoc().isMacroID() ||
                                   Body->getRBracLoc().isMacroID()));
  if (!IsGivenUp && Faults.empty() && !usesRejected(Body)) {
    mendLambdas(Body);
    return;
  }
  collectNames(Function);
  if (!IsGivenUp) {
    Stmt *New = mend(Body);
    if (!IsGivenUp)
      Function->setBody(New);
  }
  if (IsGivenUp)
    loseFunction();
  Out.Functions.insert(Function->getCanonicalDecl());
  llvm::append_range(Out.Statements, Lost);
}
