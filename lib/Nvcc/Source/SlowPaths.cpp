//===- SlowPaths.cpp - What takes a branch in machine code ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/SlowPaths.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Dividing by a power of two is multiplying by another.
static bool isPowerOfTwo(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Context) ||
      !Result.Val.isFloat())
    return false;
  return Result.Val.getFloat().getExactInverse(nullptr);
}

bool banklint::hasSlowPath(const BinaryOperator &Operation,
                           const ASTContext &Context) {
  BinaryOperatorKind Kind = Operation.getOpcode();
  QualType Type = Operation.getType();
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&Operation))
    Type = Compound->getComputationResultType();
  const bool IsQuotient = Kind == BO_Div || Kind == BO_DivAssign;
  if (Type->isIntegerType())
    return (IsQuotient || Kind == BO_Rem || Kind == BO_RemAssign) &&
           Context.getTypeSize(Type) == 64 &&
           !Operation.getRHS()->isEvaluatable(Context);
  // The fast variant of single precision has none.
  const bool IsPrecise =
      Context.hasSameUnqualifiedType(Type, Context.DoubleTy) ||
      (Context.hasSameUnqualifiedType(Type, Context.FloatTy) &&
       !Context.getLangOpts().AllowRecip);
  return IsQuotient && IsPrecise &&
         !isPowerOfTwo(Operation.getRHS(), Context) &&
         !Operation.isEvaluatable(Context);
}

SlowPath banklint::slowPathOf(const FunctionDecl &Function,
                              const ASTContext &Context) {
  if (!Function.getIdentifier() || Function.getNumParams() == 0)
    return SlowPath::None;
  const LangOptions &Language = Context.getLangOpts();
  const bool IsSingle = Context.hasSameUnqualifiedType(
      Function.getParamDecl(0)->getType(), Context.FloatTy);
  auto UnlessFast = [&](SlowPath Precise, bool IsFast) {
    return IsSingle && IsFast ? SlowPath::None : Precise;
  };
  llvm::StringRef Name = Function.getName();
  Name.consume_front("__builtin_");
  if (IsSingle)
    Name.consume_back("f");
  return llvm::StringSwitch<SlowPath>(Name)
      .Cases({"printf", "vprintf", "malloc", "free"}, SlowPath::InIr)
      .Cases({"__assertfail", "__assert_fail"}, SlowPath::InIr)
      .Cases({"fmod", "remainder", "atan2"}, SlowPath::InIr)
      .Cases({"sin", "cos", "sincos", "tan"},
             UnlessFast(SlowPath::InIr, Language.FastMath))
      .Case("pow", UnlessFast(SlowPath::InIr, /*IsFast=*/true))
      .Case("sqrt", UnlessFast(SlowPath::InMachineCode, Language.ApproxFunc))
      .Case("rsqrt", UnlessFast(SlowPath::InMachineCode, /*IsFast=*/true))
      .Case("hypot", IsSingle && !Language.FastMath ? SlowPath::InMachineCode
                                                    : SlowPath::None)
      .Cases({"__fdiv_rn", "__frcp_rn", "__fsqrt_rn"}, SlowPath::InMachineCode)
      .Cases({"__ddiv_rn", "__drcp_rn", "__dsqrt_rn"}, SlowPath::InMachineCode)
      .Default(SlowPath::None);
}

/// `__half`, `__nv_bfloat162`, `__nv_fp8_e4m3`.
static bool isNarrowFloat(const RecordDecl *Class) {
  if (!Class || !Class->getIdentifier())
    return false;
  const llvm::StringRef Name = Class->getName();
  return Name == "__half" || Name == "__half2" || Name == "__nv_bfloat16" ||
         Name == "__nv_bfloat162" || Name.starts_with("__nv_fp8") ||
         Name.starts_with("__nv_fp6") || Name.starts_with("__nv_fp4");
}

bool banklint::isInlineAssembly(const FunctionDecl &Function) {
  if (Function.hasBody())
    return false;
  auto IsNarrow = [](QualType Type) {
    return isNarrowFloat(Type.getNonReferenceType()->getAsRecordDecl());
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return IsNarrow(Function.getReturnType()) ||
         (Method && isNarrowFloat(Method->getParent())) ||
         llvm::any_of(Function.parameters(), [&](const ParmVarDecl *P) {
           return IsNarrow(P->getType());
         });
}

bool banklint::isSameInAllIterations(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && (isa<ParmVarDecl>(Variable) ||
                        Variable->getType().isConstQualified());
  }
  if (isa<CallExpr>(E) || isa<ArraySubscriptExpr>(E) || isa<MemberExpr>(E))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return false;
  return llvm::all_of(E->children(), [](const Stmt *Child) {
    const auto *Part = llvm::dyn_cast_or_null<Expr>(Child);
    return !Part || isSameInAllIterations(Part);
  });
}
