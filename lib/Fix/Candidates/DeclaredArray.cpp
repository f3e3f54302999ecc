//===- DeclaredArray.cpp - One declaration of a shared array --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/DeclaredArray.h"
#include "Cuda/CalledCode.h"
#include "Cuda/Locations.h"
#include "Proof/BlockMemory.h"
#include "Text/SourceMap.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

/// The dynamic memory that the kernel is known to have, of the 48 KB that it
/// shares with static arrays. It may have more where its attributes are set.
static int64_t knownDynamicBytes(const FunctionDecl *Kernel,
                                 const SourceMap &Map,
                                 const ASTContext &Context) {
  const DynamicMemory Memory = dynamicMemoryOf(Kernel, Map, Context);
  return Memory.HasLimit ? Memory.mostBytes() : 0;
}

std::map<ArrayKey, DeclaredArray>
banklint::declaredArrays(const Analysis &Found, const SourceMap &Map,
                         ASTContext &Context,
                         const std::set<ArrayKey> *Wanted) {
  std::map<ArrayKey, DeclaredArray> Arrays;
  std::map<const FunctionDecl *, int64_t> DynamicBytes;
  for (const WalkedKernel &Walked : Found.Walked)
    for (const SharedArray *Known : Walked.Memory->arrays()) {
      const VarDecl *Declaration = Walked.Memory->declarationOf(*Known);
      ArrayKey Key = {pointOf(Declaration->getLocation(), Context),
                      Known->Name.str()};
      if (Wanted && !Wanted->count(Key))
        continue;
      DeclaredArray &Array =
          Arrays.try_emplace(Key, Map, Context).first->second;
      ArrayInKernel &Use = Array.Uses.emplace_back();
      Use.Walked = &Walked;
      Use.Array = Known;
      if (Known->SizeBytes) {
        auto [Bytes, IsNew] = DynamicBytes.try_emplace(Walked.Kernel);
        if (IsNew)
          Bytes->second = knownDynamicBytes(Walked.Kernel, Map, Context);
        Use.DynamicBytes = Bytes->second;
      }
      Array.Instances.insert(Declaration);
    }
  return Arrays;
}

/// Whether a call goes through a pointer, or is one of a virtual method.
static bool isIndirect(const CallExpr &Call) {
  if (llvm::isa<CXXPseudoDestructorExpr>(Call.getCallee()->IgnoreParens()))
    return false;
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Method || !Method->isVirtual())
    return !Callee;
  const auto *OfObject = llvm::dyn_cast<CXXMemberCallExpr>(&Call);
  return !Method->getDevirtualizedMethod(
      OfObject ? OfObject->getImplicitObjectArgument() : Call.getArg(0),
      /*IsAppleKext=*/false);
}

/// Whether what a call executes, unless it is indirect, is in this source, or a
/// library's.
static bool seesCode(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || isIndirect(Call))
    return true;
  const SourceManager &Sources = Callee->getASTContext().getSourceManager();
  return Callee->hasBody() || Callee->getBuiltinID() || Callee->isImplicit() ||
         Callee->isDefaulted() ||
         Sources.isInSystemHeader(Callee->getLocation());
}

/// Whether device code may call that of other sources: with -rdc=true, -ewp, or
/// Clang's -fgpu-rdc.
static bool mayCallOtherSources(const ASTContext &Context) {
  return llvm::any_of(
      llvm::ArrayRef({"__CUDACC_RDC__", "__CUDACC_EWP__", "__CLANG_RDC__"}),
      [&](const char *Macro) {
        return Context.Idents.get(Macro).hasMacroDefinition();
      });
}

namespace {
/// Finds the functions that code comes to, the dynamic arrays that it names,
/// indirect calls, and others of what is not seen.
class CodeVisitor : public CalledCodeVisitor<CodeVisitor> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *Variable = llvm::dyn_cast<VarDecl>(E->getDecl());
    if (Variable && Variable->hasAttr<CUDASharedAttr>()) {
      NamesShared = true;
      if (Variable->hasExternalStorage())
        Dynamic.insert(Variable->getCanonicalDecl());
    }
    return CalledCodeVisitor::VisitDeclRefExpr(E);
  }
  bool VisitVarDecl(VarDecl *Variable) {
    NamesShared |= Variable->hasAttr<CUDASharedAttr>();
    return CalledCodeVisitor::VisitVarDecl(Variable);
  }
  bool VisitCallExpr(CallExpr *E) {
    if (!Indirect && isIndirect(*E))
      Indirect = E;
    if (!Unseen && !seesCode(*E))
      Unseen = E;
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    const CXXRecordDecl *Class = E->getDestroyedType()->getAsCXXRecordDecl();
    const CXXDestructorDecl *Ended = Class ? Class->getDestructor() : nullptr;
    if (!Indirect && Ended && Ended->isVirtual() &&
        !Class->isEffectivelyFinal())
      Indirect = E;
    return CalledCodeVisitor::VisitCXXDeleteExpr(E);
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    Assembly.push_back(S);
    return true;
  }
  void noteCallee(const FunctionDecl &Function) {
    const FunctionDecl *Defined = nullptr;
    const bool IsDefined = Function.hasBody(Defined);
    if (!Entered.insert(IsDefined ? Defined : &Function).second)
      return;
    if (IsDefined)
      visitDefinition(*Defined);
    else
      visitParts(Function);
  }

  const Expr *Indirect = nullptr;
  const Expr *Unseen = nullptr;
  bool NamesShared = false;
  llvm::SetVector<const VarDecl *> Dynamic;
  llvm::DenseSet<const FunctionDecl *> Entered;
  std::vector<const GCCAsmStmt *> Assembly;
};

/// Finds what else an indirect call may come to in a function: its lambdas, of
/// generic ones their instances, and code of other sources that it calls.
class OtherCodeVisitor : public RecursiveASTVisitor<OtherCodeVisitor> {
public:
  explicit OtherCodeVisitor(CodeVisitor &Code) : Code(Code) {}
  bool VisitLambdaExpr(LambdaExpr *E) {
    if (const auto *Generic = E->getDependentCallOperator())
      for (const FunctionDecl *Instance : Generic->specializations())
        Code.noteCallee(*Instance);
    else
      Code.noteCallee(*E->getCallOperator());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && Callee->hasAttr<CUDADeviceAttr>() && !seesCode(*E))
      Code.Unseen = E;
    return true;
  }

private:
  CodeVisitor &Code;
};
} // namespace

/// Visits all that an indirect call may come to.
static void noteAll(const SourceMap &Map, CodeVisitor &Code) {
  for (const FunctionDecl *Function : Map.bodies()) {
    if (Function->hasAttr<CUDADeviceAttr>())
      Code.noteCallee(*Function);
    OtherCodeVisitor(Code).TraverseStmt(Function->getBody());
  }
}

void DeclaredArray::reach() const {
  if (Reached)
    return;
  CodeVisitor Code;
  for (const ArrayInKernel &Use : Uses)
    Code.noteCallee(*walkOf(Use).Kernel);
  if (Code.Indirect && !Code.Unseen) {
    // It may come to any function of the source, and a kernel with such a call
    // is given the shared memory of all that have their addresses taken.
    Code.NamesShared = false;
    noteAll(*Map, Code);
    if (Code.Unseen || Code.NamesShared || Map->haveLibrariesShared() ||
        mayCallOtherSources(*Context) || !walkOf(Uses.front()).Lost->isEmpty())
      Code.Unseen = Code.Indirect;
  }
  Reached = {std::move(Code.Entered), std::move(Code.Dynamic),
             std::move(Code.Assembly), Code.Unseen};
}

const ArrayUses &DeclaredArray::usesOf(const VarDecl *Instance) const {
  assert(Instances.contains(Instance) && "a variable of another declaration");
  const bool IsOne = IsJoint && !AreApart;
  if (IsOne)
    Instance = Instances.front();
  auto Found = Known.find(Instance);
  if (Found == Known.end()) {
    llvm::ArrayRef<const VarDecl *> Followed = Instance;
    if (IsOne)
      Followed = Instances.getArrayRef();
    Found = Known
                .emplace(Instance, banklint::usesOf(Followed, functions(), *Map,
                                                    *Context, Member))
                .first;
  }
  return Found->second;
}

bool banklint::leadsInto(const Stmt *S, const ArrayUses &Uses) {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  return E && (Uses.Followed.contains(E) ||
               llvm::any_of(E->children(), [&](const Stmt *Child) {
                 return leadsInto(Child, Uses);
               }));
}
