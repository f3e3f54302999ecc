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
  const auto *OfObject = llvm::dyn_cast<CXXMemberCallExpr>(&Call);
  const CXXMethodDecl *Method = OfObject ? OfObject->getMethodDecl() : nullptr;
  if (Method && Method->isVirtual())
    return !Method->getDevirtualizedMethod(
        OfObject->getImplicitObjectArgument(), /*IsAppleKext=*/false);
  return !Call.getDirectCallee();
}

/// Whether what a call executes is in this source, or a library's. Of one that
/// is indirect nothing is said.
static bool seesCode(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return true;
  const SourceManager &Sources = Callee->getASTContext().getSourceManager();
  return Callee->hasBody() || Callee->getBuiltinID() || Callee->isImplicit() ||
         Callee->isDefaulted() ||
         Sources.isInSystemHeader(Callee->getLocation());
}

/// Whether an indirect call may be one of this function, which is called so.
static bool mayCall(const CallExpr &Call, const FunctionDecl &Function) {
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(&Function);
  if (llvm::isa<CXXMemberCallExpr>(Call))
    return Method && (Method->isVirtual() || !Call.getDirectCallee());
  if (Method && Method->isInstance())
    return Method->getParent()->isLambda();
  const QualType Called = Call.getCallee()->getType()->getPointeeType();
  return !Called.isNull() &&
         Function.getASTContext().hasSameFunctionTypeIgnoringExceptionSpec(
             Called, Function.getType());
}

/// Whether device code may call that of other sources: by `-rdc=true` or
/// `-ewp`.
static bool callsOtherSources(const ASTContext &Context) {
  return Context.Idents.get("__CUDACC_RDC__").hasMacroDefinition() ||
         Context.Idents.get("__CUDACC_EWP__").hasMacroDefinition();
}

namespace {
/// Finds the functions that code comes to, the arrays that it names, and calls
/// of what is not seen.
class CodeVisitor : public CalledCodeVisitor<CodeVisitor> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *Variable = llvm::dyn_cast<VarDecl>(E->getDecl());
    if (Variable && Variable->hasAttr<CUDASharedAttr>()) {
      if (Variable->hasExternalStorage())
        Dynamic.insert(Variable->getCanonicalDecl());
      else
        NamesStatic = true;
    }
    return CalledCodeVisitor::VisitDeclRefExpr(E);
  }
  bool VisitCallExpr(CallExpr *E) {
    if (!Unseen && !seesCode(*E))
      Unseen = E;
    if (isIndirect(*E))
      Indirect.insert(E);
    return true;
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

  const CallExpr *Unseen = nullptr;
  llvm::SetVector<const CallExpr *> Indirect;
  bool NamesStatic = false;
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
  // Such a call comes to what the source takes the address of, as long as there
  // is no other source. For shared arrays that it brings along, no kernel is
  // known to have the memory.
  Code.NamesStatic = false;
  for (size_t I = 0; I != Code.Indirect.size() && !Code.Unseen; ++I) {
    const CallExpr *Call = Code.Indirect[I];
    bool HasCallee = false;
    for (const FunctionDecl *Function : Map->bodies())
      if (Function->hasAttr<CUDADeviceAttr>() &&
          Map->isCalledUnseen(Function) && mayCall(*Call, *Function)) {
        HasCallee = true;
        Code.noteCallee(*Function);
      }
    if (!HasCallee || Code.NamesStatic || callsOtherSources(*Context))
      Code.Unseen = Call;
  }
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
