//===- GuardedKernels.cpp - Kernels for other architectures ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedKernels.h"
#include "Cuda/BuildVariants.h"
#include "Cuda/Locations.h"
#include "Cuda/Parse.h"
#include "Cuda/TemplateProbes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <set>
#include <utility>

using namespace banklint;
using namespace clang;

using llvm::StringRef;

/// To look for code under one takes a parse.
static constexpr size_t MostArchs = 2;

//===----------------------------------------------------------------------===//
// What text that is left out is for
//===----------------------------------------------------------------------===//

/// The architecture that meets a comparison with `Number`, nearest to `Now`;
/// both as `__CUDA_ARCH__` has them. "" where none does.
static std::string archFor(tok::TokenKind Operator, int Number, int Now) {
  auto IsMet = [&](int Arch) {
    switch (Operator) {
    case tok::equalequal:
      return Arch == Number;
    case tok::exclaimequal:
      return Arch != Number;
    case tok::less:
      return Arch < Number;
    case tok::lessequal:
      return Arch <= Number;
    case tok::greater:
      return Arch > Number;
    case tok::greaterequal:
      return Arch >= Number;
    default:
      return false;
    }
  };
  int Nearest = 0;
  for (int Arch : {700, 720, 750, 800, 860, 870, 890, 900, 1000, 1030, 1200})
    if (Arch != Now && IsMet(Arch) &&
        (!Nearest || std::abs(Arch - Now) < std::abs(Nearest - Now)))
      Nearest = Arch;
  return Nearest ? "sm_" + std::to_string(Nearest / 10) : "";
}

/// "sm_100a" of "__CUDA_ARCH_FEAT_SM100_ALL", "sm_90" of "HAS_SM90"; "" of a
/// name that means none.
static std::string archIn(StringRef Name) {
  const size_t At = Name.find_insensitive("sm");
  if (At == StringRef::npos)
    return "";
  StringRef Rest = Name.drop_front(At + 2).ltrim('_');
  const StringRef Number = Rest.take_while(llvm::isDigit);
  if (Number.size() < 2 || Number.size() > 3)
    return "";
  Rest = Rest.drop_front(Number.size());
  const bool HasFeatures = Name.starts_with("__CUDA_ARCH_FEAT_") ||
                           Rest.starts_with_insensitive("a");
  return "sm_" + Number.str() + (HasFeatures ? "a" : "");
}

/// Adds the architectures that the directives in a range ask for.
static void addArchs(SourceRange Range, const ASTContext &Context, int Now,
                     std::vector<std::string> &To) {
  const SourceManager &Sources = Context.getSourceManager();
  const auto [Id, Begin] = Sources.getDecomposedLoc(Range.getBegin());
  const unsigned End = Sources.getFileOffset(Range.getEnd());
  const StringRef Text = Sources.getBufferData(Id);
  Lexer Raw(Sources.getLocForStartOfFile(Id), Context.getLangOpts(),
            Text.begin(), Text.begin() + Begin, Text.end());
  auto Add = [&](std::string Arch) {
    if (!Arch.empty() && !llvm::is_contained(To, Arch))
      To.push_back(std::move(Arch));
  };
  bool IsDirective = false;
  Token Before, Current;
  Before.startToken();
  std::string Asked; ///< `__CUDA_ARCH__`, if it stands two tokens before
  tok::TokenKind Operator = tok::unknown;
  for (Raw.LexFromRawLexer(Current);
       Current.isNot(tok::eof) &&
       Sources.getFileOffset(Current.getLocation()) < End;
       Before = Current, Raw.LexFromRawLexer(Current)) {
    if (Current.isAtStartOfLine())
      IsDirective = Current.is(tok::hash);
    if (!IsDirective)
      continue;
    if (Current.is(tok::raw_identifier)) {
      Asked = Current.getRawIdentifier().str();
      Operator = tok::unknown;
      Add(archIn(Asked));
    } else if (Current.is(tok::numeric_constant)) {
      int Number = 0;
      if (Asked == "__CUDA_ARCH__" &&
          !StringRef(Current.getLiteralData(), Current.getLength())
               .getAsInteger(10, Number))
        Add(archFor(Operator, Number, Now));
      Asked.clear();
    } else {
      Operator = Current.getKind();
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions without code
//===----------------------------------------------------------------------===//

namespace {
/// Tells which functions do nothing, but for saying that they do not.
class EmptyCode {
public:
  explicit EmptyCode(const ASTContext &Context) : Context(Context) {}

  /// `Met` are the functions that it consists of.
  bool isEmpty(const FunctionDecl *Function,
               std::set<const FunctionDecl *> &Met);

private:
  bool isEmpty(const Stmt *S, std::set<const FunctionDecl *> &Met);
  bool isEmpty(const CallExpr *Call, std::set<const FunctionDecl *> &Met);
  bool isEmpty(const Decl *D) const;
  bool hasEffects(const Expr *E) const {
    return E && E->HasSideEffects(Context);
  }

  const ASTContext &Context;
  static constexpr size_t MostFunctions = 64;
};
} // namespace

bool EmptyCode::isEmpty(const FunctionDecl *Function,
                        std::set<const FunctionDecl *> &Met) {
  const FunctionDecl *Definition = nullptr;
  if (!Function->hasBody(Definition) || Met.size() > MostFunctions)
    return false;
  return !Met.insert(Definition).second || isEmpty(Definition->getBody(), Met);
}

bool EmptyCode::isEmpty(const Decl *D) const {
  const auto *Variable = llvm::dyn_cast<VarDecl>(D);
  return !Variable || (!hasEffects(Variable->getInit()) &&
                       !Variable->needsDestruction(Context));
}

/// What a kernel says for want of code: `printf`, `assert(0)`, `__trap()`.
static bool isComplaint(const FunctionDecl *Function) {
  return Function->isNoReturn() ||
         (Function->getIdentifier() &&
          llvm::is_contained({"printf", "__trap", "__assert_fail"},
                             Function->getName()));
}

bool EmptyCode::isEmpty(const CallExpr *Call,
                        std::set<const FunctionDecl *> &Met) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee &&
         llvm::none_of(Call->arguments(),
                       [&](const Expr *E) { return hasEffects(E); }) &&
         (isComplaint(Callee) || isEmpty(Callee, Met));
}

bool EmptyCode::isEmpty(const Stmt *S, std::set<const FunctionDecl *> &Met) {
  if (!S || llvm::isa<NullStmt>(S))
    return true;
  if (const auto *Attributed = llvm::dyn_cast<AttributedStmt>(S))
    return isEmpty(Attributed->getSubStmt(), Met);
  if (const auto *Block = llvm::dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return isEmpty(Each, Met); });
  if (const auto *Declared = llvm::dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(),
                        [&](const Decl *Each) { return isEmpty(Each); });
  if (const auto *Return = llvm::dyn_cast<ReturnStmt>(S))
    return isEmpty(Return->getRetValue(), Met);
  if (const auto *If = llvm::dyn_cast<IfStmt>(S))
    return isEmpty(If->getInit(), Met) && !hasEffects(If->getCond()) &&
           isEmpty(If->getThen(), Met) && isEmpty(If->getElse(), Met);
  const auto *E = llvm::dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (const auto *Choice = llvm::dyn_cast<AbstractConditionalOperator>(E))
    return !hasEffects(Choice->getCond()) &&
           isEmpty(Choice->getTrueExpr(), Met) &&
           isEmpty(Choice->getFalseExpr(), Met);
  if (const auto *Call = llvm::dyn_cast<CallExpr>(E))
    return isEmpty(Call, Met);
  return !hasEffects(E);
}

namespace {
/// Collects the kernels of the user's files.
class KernelsOfUser : public RecursiveASTVisitor<KernelsOfUser> {
public:
  explicit KernelsOfUser(const ASTContext &Context)
      : Sources(Context.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *D) {
    return (D && !llvm::isa<TranslationUnitDecl>(D) &&
            Sources.isInSystemHeader(D->getLocation())) ||
           RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseStmt(Stmt *) { return true; } // holds none
  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (Function->doesThisDeclarationHaveABody() &&
        !Function->isDependentContext() &&
        Function->hasAttr<CUDAGlobalAttr>() && !isTemplateProbe(Function))
      Kernels.push_back(Function);
    return true;
  }

  std::vector<const FunctionDecl *> Kernels;

private:
  const SourceManager &Sources;
};
} // namespace

static std::vector<const FunctionDecl *> kernelsOf(ASTContext &Context) {
  KernelsOfUser Visitor(Context);
  Visitor.TraverseAST(Context);
  return std::move(Visitor.Kernels);
}

//===----------------------------------------------------------------------===//
// Both together
//===----------------------------------------------------------------------===//

/// What `__CUDA_ARCH__` is: 900 for "sm_90a".
static int archNumber(const ASTContext &Context) {
  StringRef Name = Context.getTargetInfo().getTargetOpts().CPU;
  int Number = 0;
  Name.consume_front("sm_");
  Name.consumeInteger(10, Number);
  return Number * 10;
}

GuardedKernels banklint::guardedKernels(ASTContext &Context,
                                        llvm::ArrayRef<SourceRange> LeftOut) {
  const SourceManager &Sources = Context.getSourceManager();
  const int Now = archNumber(Context);
  // By file and offset, what asks for an architecture.
  struct Text {
    unsigned Begin, End;
    std::vector<std::string> Archs;
  };
  llvm::DenseMap<FileID, std::vector<Text>> Texts;
  for (SourceRange Range : LeftOut) {
    if (Range.getBegin().isMacroID() ||
        Sources.isInSystemHeader(Range.getBegin()))
      continue;
    std::vector<std::string> Archs;
    addArchs(Range, Context, Now, Archs);
    if (!Archs.empty())
      Texts[Sources.getFileID(Range.getBegin())].push_back(
          {Sources.getFileOffset(Range.getBegin()),
           Sources.getFileOffset(Range.getEnd()), std::move(Archs)});
  }
  GuardedKernels Result;
  if (Texts.empty())
    return Result;
  EmptyCode Code(Context);
  for (const FunctionDecl *Kernel : kernelsOf(Context)) {
    std::set<const FunctionDecl *> Met;
    if (Kernel->isInvalidDecl() || !Code.isEmpty(Kernel, Met))
      continue;
    bool IsGuarded = false;
    for (const FunctionDecl *Function : Met) {
      const SourceRange Body = Function->getBody()->getSourceRange();
      const auto Known =
          Texts.find(Sources.getFileID(Sources.getFileLoc(Body.getBegin())));
      if (Known == Texts.end())
        continue;
      const unsigned Begin =
          Sources.getFileOffset(Sources.getFileLoc(Body.getBegin()));
      const unsigned End =
          Sources.getFileOffset(Sources.getFileLoc(Body.getEnd()));
      for (const Text &Each : Known->second) {
        if (Each.Begin < Begin || Each.End > End)
          continue;
        IsGuarded = true;
        for (const std::string &Arch : Each.Archs)
          if (!llvm::is_contained(Result.Archs, Arch))
            Result.Archs.push_back(Arch);
      }
    }
    if (!IsGuarded)
      continue;
    Result.Kernels.push_back(
        {spanOf(Kernel->getLocation(), Context), Kernel->getNameAsString()});
    for (const FunctionDecl *Function : Met)
      Result.Functions.insert(pointOf(Function->getLocation(), Context));
  }
  return Result;
}

void banklint::nameGuardedKernels(GuardedKernels Guarded,
                                  const CompileCommand &Command,
                                  PrecompiledHeaders *Precompiled, Report &R) {
  if (Guarded.Archs.size() > MostArchs)
    Guarded.Archs.resize(MostArchs);
  for (const std::string &Arch : Guarded.Archs) {
    if (Guarded.Kernels.empty())
      return;
    BuildVariant Other;
    Other.GpuArch = Arch;
    std::set<SourcePoint> WithCode;
    auto Look = [&](ASTContext &Context, llvm::ArrayRef<SourceError>) {
      EmptyCode Code(Context);
      for (const FunctionDecl *Kernel : kernelsOf(Context))
        if (std::set<const FunctionDecl *> Met; !Code.isEmpty(Kernel, Met))
          WithCode.insert(pointOf(Kernel->getLocation(), Context));
    };
    // A library's tiles take half a minute to instantiate, and that there are
    // some is all that is asked.
    auto IsCode = [&](const FunctionDecl *Function) {
      return Function->hasAttr<CUDADeviceAttr>() &&
             !Guarded.Functions.count(
                 pointOf(Function->getLocation(), Function->getASTContext()));
    };
    // Without a parse, nothing is known.
    llvm::consumeError(parseDevicePass(Other.applyTo(Command), Look,
                                       Precompiled, /*Details=*/nullptr,
                                       /*IsInVain=*/nullptr, IsCode));
    auto HasCode = [&](const GuardedKernels::Kernel &K) {
      return WithCode.count(K.Span.Begin) != 0;
    };
    const auto First = llvm::find_if(Guarded.Kernels, HasCode);
    if (First == Guarded.Kernels.end())
      continue;
    NotAnalysed &Gap = R.Gaps.emplace_back();
    Gap.Kind = GapKind::OtherArchitecture;
    Gap.Span = First->Span;
    Gap.Name = First->Name;
    Gap.Detail = Command.GpuArch;
    Gap.KernelCount = unsigned(llvm::count_if(Guarded.Kernels, HasCode));
    Gap.OtherArch = Arch;
    llvm::erase_if(Guarded.Kernels, HasCode);
  }
}
