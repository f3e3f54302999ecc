//===- ReadMemory.cpp - Reads of what other blocks may write --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/ReadMemory.h"
#include "Candidates/Uses.h"
#include "Cuda/Intrinsics.h"
#include "Ptx/Ptx.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::StringRef;

static StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

/// Whether memory is that of the block itself.
static bool isShared(const Expr *Address) {
  const ValueDecl *Base = baseOfAddress(Address);
  return Base && Base->hasAttr<CUDASharedAttr>();
}

/// The variable of the thread that an lvalue is, or is a part of; null for
/// other memory.
static const VarDecl *localIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    return Variable && Variable->hasLocalStorage() &&
                   !Variable->getType()->isReferenceType()
               ? Variable
               : nullptr;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? nullptr : localIn(Member->getBase());
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  const Expr *Base =
      Element ? Element->getBase()->IgnoreParenImpCasts() : nullptr;
  return Base && Base->getType()->isArrayType() ? localIn(Base) : nullptr;
}

bool banklint::isOfConstant(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isOfConstant(Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return isOfConstant(Element->getBase());
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!Variable || Variable->hasLocalStorage())
    return false;
  const QualType Element(Variable->getType()->getBaseElementTypeUnsafe(), 0);
  return Variable->hasAttr<CUDAConstantAttr>() ||
         Variable->getType().isConstQualified() || Element.isConstQualified();
}

/// Whether other blocks may write what a load reads: no variable of the thread,
/// and nothing that the source says is constant.
static bool isWrittenByOthers(const Expr *Loaded) {
  if (Loaded->getType().isVolatileQualified())
    return !isShared(Loaded);
  if (localIn(Loaded) || isOfConstant(Loaded) || isShared(Loaded))
    return false;
  const ValueDecl *Base = baseOfAddress(Loaded);
  const QualType Type = Base ? Base->getType() : QualType();
  return !(Base && Type->isPointerType() && Type.isRestrictQualified() &&
           Type->getPointeeType().isConstQualified());
}

/// Whether an instruction reads memory that other blocks may write.
static bool reads(const PtxInstruction &I) {
  switch (I.Opcode) {
  case PtxOpcode::Ld:
  case PtxOpcode::Atom:
    return I.space() != PtxSpace::Shared && !I.has("nc");
  case PtxOpcode::Cp:
  case PtxOpcode::Ldu:
  case PtxOpcode::Multimem:
  case PtxOpcode::Suld:
  case PtxOpcode::Tex:
    return true;
  default:
    break;
  }
  const bool IsBarrier =
      llvm::is_contained({"bar", "barrier", "membar", "fence"}, I.Parts[0]);
  return effectOf(I.Opcode) == PtxEffect::Unknown && !IsBarrier;
}

bool banklint::readsMemory(const GCCAsmStmt *S) {
  return llvm::any_of(parsePtx(S->getAsmString(), {}).Instructions,
                      [](const PtxInstruction &I) { return reads(I); });
}

static bool isAtomicObject(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && !libraryOf(*Method).empty() &&
         Method->getParent()->getName().starts_with("atomic");
}

unsigned MemoryReader::count(const Stmt *S) {
  Reads = 0;
  Entered.clear();
  TraverseStmt(const_cast<Stmt *>(S));
  return Reads;
}

bool MemoryReader::VisitCallExpr(CallExpr *Call) {
  Reads += readsByCall(Call);
  return true;
}

bool MemoryReader::VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
  Reads += Cast->getCastKind() == CK_LValueToRValue &&
           isWrittenByOthers(Cast->getSubExpr());
  return true;
}

bool MemoryReader::VisitGCCAsmStmt(GCCAsmStmt *Assembly) {
  Reads += readsMemory(Assembly);
  return true;
}

bool MemoryReader::VisitAtomicExpr(AtomicExpr *) {
  ++Reads;
  return true;
}

void MemoryReader::noteCallee(const FunctionDecl &Callee) {
  const FunctionDecl *Defined = nullptr;
  if (isOfUser(Callee) && Callee.hasBody(Defined) &&
      Entered.insert(Defined).second)
    visitDefinition(*Defined);
}

bool MemoryReader::isOfUser(const FunctionDecl &F) const {
  return !F.getBuiltinID() && libraryOf(F).empty() &&
         !Context.getSourceManager().isInSystemHeader(F.getLocation());
}

bool MemoryReader::readsByCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return true;
  switch (intrinsicOf(*Callee)) {
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
    return Call->getNumArgs() && !isShared(Call->getArg(0));
  case Intrinsic::CachedLoad:
    return nameOf(Callee) != "__ldg";
  case Intrinsic::PipelineCopy:
  case Intrinsic::GroupCopy:
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MatrixLoad:
    return true;
  case Intrinsic::None:
    break;
  default:
    return false; // of the arguments alone, which are looked at as well
  }
  if (isAtomicObject(*Callee))
    return true;
  if (isOfUser(*Callee))
    return !Callee->hasBody();
  // What a library is given no address of, it does not read.
  return llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
    return P->getType()->isPointerType();
  });
}
