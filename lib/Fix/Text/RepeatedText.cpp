//===- RepeatedText.cpp - Text that is written once more ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/RepeatedText.h"
#include "Candidates/Uses.h"
#include "Cuda/Intrinsics.h"
#include "Text/MacroText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

bool banklint::isPrimary(const Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, ParenExpr, MemberExpr,
             PseudoObjectExpr, ArraySubscriptExpr, CallExpr,
             SubstNonTypeTemplateParmExpr>(E->IgnoreImpCasts());
}

/// On one line.
std::string banklint::lineOf(const Expr *E, const ASTContext &Context) {
  llvm::SmallVector<llvm::StringRef, 8> Words;
  const std::string Text = spelledText(E, Context);
  llvm::SplitString(Text, Words);
  return Text.find('\n') == std::string::npos ? Text : llvm::join(Words, " ");
}

std::string banklint::operandText(const Expr *E, const ASTContext &Context) {
  const std::string Text = lineOf(E, Context);
  return isPrimary(E) ? Text : "(" + Text + ")";
}

bool banklint::isOfOneLine(llvm::StringRef Text) {
  return !Text.contains('#') && !Text.contains("//") && !Text.contains('\\') &&
         !Text.contains("/*");
}

/// Whether a text is whole: macros may open and close parentheses.
static bool isWhole(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += C == '(' || C == '[' ? 1 : C == ')' || C == ']' ? -1 : 0;
    if (Depth < 0)
      return false;
  }
  return !Text.empty() && Depth == 0 && !Text.contains('"') &&
         !Text.contains('\'');
}

/// Whether an expression calls what may have an effect. A special register is
/// read by a property: threadIdx.x calls a getter.
static bool callsFunction(const Stmt *S) {
  if (isa<PseudoObjectExpr>(S))
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Call && !(Callee && isOfIntegers(intrinsicOf(*Callee)))) ||
         isa<CXXConstructExpr, StmtExpr, LambdaExpr>(S) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && callsFunction(Child);
         });
}

/// Whether a built-in macro writes a number: `__COUNTER__` writes
/// another one each time.
static bool isWrittenByCompiler(const Stmt *S, const SourceManager &Sources) {
  return Sources.isWrittenInScratchSpace(
             Sources.getSpellingLoc(S->getBeginLoc())) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && isWrittenByCompiler(Child, Sources);
         });
}

/// Whether another value may be read each time.
static bool readsVolatile(const Stmt *S) {
  const auto *Load = dyn_cast<CastExpr>(S);
  return (Load && Load->getCastKind() == CK_LValueToRValue &&
          Load->getSubExpr()->getType().isVolatileQualified()) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && readsVolatile(Child);
         });
}

/// Whether a pointer may lead into shared memory. Kernels are given none that
/// do.
static bool mayBeShared(const ValueDecl *D, const SourceMap &Map,
                        llvm::SmallPtrSetImpl<const ValueDecl *> &Seen) {
  if (!D || D->hasAttr<CUDASharedAttr>())
    return true;
  const auto *Parameter = dyn_cast<ParmVarDecl>(D);
  const Decl *Of =
      Parameter ? dyn_cast_or_null<Decl>(Parameter->getDeclContext()) : nullptr;
  if ((Of && Of->hasAttr<CUDAGlobalAttr>()) ||
      !(D->getType()->isPointerType() || D->getType()->isReferenceType()) ||
      !Seen.insert(D).second)
    return false;
  llvm::ArrayRef<const Expr *> Values = Map.valuesOf(D);
  return Values.empty() || llvm::any_of(Values, [&](const Expr *Value) {
           return mayBeShared(baseOfAddress(Value), Map, Seen);
         });
}

bool banklint::readsShared(const Stmt *S, const SourceMap &Map) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  const auto *Member = dyn_cast<MemberExpr>(S);
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen;
  const bool IsAccess = isa<ArraySubscriptExpr>(S) ||
                        (Unary && Unary->getOpcode() == UO_Deref) ||
                        (Member && Member->isArrow());
  const ValueDecl *Named = E ? namedBy(E) : nullptr;
  return (IsAccess && mayBeShared(baseOfAddress(E), Map, Seen)) ||
         (Named && (Named->hasAttr<CUDASharedAttr>() ||
                    (Named->getType()->isReferenceType() &&
                     mayBeShared(Named, Map, Seen)))) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && readsShared(Child, Map);
         });
}

bool banklint::isRepeatable(const Expr *Index, const ASTContext &Context) {
  const std::string Text = spelledText(Index, Context);
  return isWhole(Text) && isOfOneLine(Text) && !callsFunction(Index) &&
         !readsVolatile(Index) &&
         !isWrittenByCompiler(Index, Context.getSourceManager()) &&
         !Index->HasSideEffects(Context, /*IncludePossibleEffects=*/false);
}
