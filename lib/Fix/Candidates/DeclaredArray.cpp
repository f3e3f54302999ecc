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

/// Whether what a call executes is in this source, or a library's.
static bool seesCode(const CallExpr &Call) {
  if (llvm::isa<CXXPseudoDestructorExpr>(Call.getCallee()->IgnoreParens()))
    return true;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return false;
  if (const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->isVirtual()) {
    const auto *OfObject = llvm::dyn_cast<CXXMemberCallExpr>(&Call);
    return Method->getDevirtualizedMethod(
        OfObject ? OfObject->getImplicitObjectArgument() : Call.getArg(0),
        /*IsAppleKext=*/false);
  }
  const SourceManager &Sources = Callee->getASTContext().getSourceManager();
  return Callee->hasBody() || Callee->getBuiltinID() || Callee->isImplicit() ||
         Callee->isDefaulted() ||
         Sources.isInSystemHeader(Callee->getLocation());
}

namespace {
/// Finds the functions that code comes to, the dynamic arrays that it names,
/// and calls of what is not seen.
class CodeVisitor : public CalledCodeVisitor<CodeVisitor> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *Variable = llvm::dyn_cast<VarDecl>(E->getDecl());
    if (Variable && Variable->hasAttr<CUDASharedAttr>() &&
        Variable->hasExternalStorage())
      Dynamic.insert(Variable->getCanonicalDecl());
    return CalledCodeVisitor::VisitDeclRefExpr(E);
  }
  bool VisitCallExpr(CallExpr *E) {
    if (!Unseen && !seesCode(*E))
      Unseen = E;
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    const CXXRecordDecl *Class = E->getDestroyedType()->getAsCXXRecordDecl();
    const CXXDestructorDecl *Ended = Class ? Class->getDestructor() : nullptr;
    if (Ended && Ended->isVirtual() && !Class->isEffectivelyFinal())
      Unseen = E;
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

  const Expr *Unseen = nullptr;
  llvm::SetVector<const VarDecl *> Dynamic;
  llvm::DenseSet<const FunctionDecl *> Entered;
  std::vector<const GCCAsmStmt *> Assembly;
};
} // namespace

void DeclaredArray::reach() const {
  if (Reached)
    return;
  CodeVisitor Code;
  for (const ArrayInKernel &Use : Uses)
    Code.noteCallee(*walkOf(Use).Kernel);
  Reached = {std::move(Code.Entered), std::move(Code.Dynamic),
             std::move(Code.Assembly), Code.Unseen};
}

const ArrayUses &DeclaredArray::usesOf(const VarDecl *Instance) const {
  assert(Instances.contains(Instance) && "a variable of another declaration");
  if (IsJoint)
    Instance = Instances.front();
  auto Found = Known.find(Instance);
  if (Found == Known.end()) {
    llvm::ArrayRef<const VarDecl *> Followed = Instance;
    if (IsJoint)
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
