//===- SeenAlignment.cpp - Scalars, and how they are aligned -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Source/Copies.h"
#include "Nvcc/Source/ValueTracking.h"

using namespace banklint;
using namespace clang;

unsigned Interpreter::callChain() {
  unsigned Calls = 0;
  for (const Frame *F = Top; F && F->Call; F = F->Caller)
    Calls = CallChains.try_emplace({Calls, F->Call}, CallChains.size() + 1)
                .first->second;
  return Calls;
}

/// What the types in an expression promise of the alignment of its place, in
/// bytes: members of a packed class have no more than that class.
static int64_t alignmentByTypes(const Expr *Place, const ASTContext &Context) {
  int64_t OffsetBytes = 0; // or what divides it
  auto BytesOf = [&](QualType Type) {
    const int64_t Bytes = Context.getTypeAlignInChars(Type).getQuantity();
    return std::min(Bytes, OffsetBytes ? OffsetBytes & -OffsetBytes : Bytes);
  };
  for (const Expr *E = Place->IgnoreParenImpCasts();;) {
    const Expr *Whole = E;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      Whole = Element->getBase()->IgnoreParenImpCasts();
      if (!isa<MemberExpr>(Whole) || !Whole->getType()->isArrayType())
        return BytesOf(E->getType());
      const int64_t Bytes =
          Context.getTypeSizeInChars(E->getType()).getQuantity();
      Expr::EvalResult Index;
      OffsetBytes += !Element->getIdx()->isValueDependent() &&
                             Element->getIdx()->EvaluateAsInt(Index, Context)
                         ? Index.Val.getInt().getExtValue() * Bytes
                         : Bytes;
    }
    const auto *Member = dyn_cast<MemberExpr>(Whole);
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (!Field || Field->getType()->isReferenceType())
      return BytesOf(Whole->getType());
    const QualType Class = Context.getCanonicalTagType(Field->getParent());
    if (Field->isBitField())
      return BytesOf(Class); // the number that it lies in is loaded
    OffsetBytes += int64_t(Context.getFieldOffset(Field)) / 8;
    if (Member->isArrow())
      return BytesOf(Class);
    E = Member->getBase()->IgnoreParenImpCasts();
  }
}

void Interpreter::recordScalar(AccessOperation Operation, const Pointer *At,
                               QualType Type, const Expr *Site) {
  const size_t First = Recorded.size();
  Recorded.recordRange(Operation, At, Type, Site,
                       alignmentByTypes(Site, Context));
  if (Operation == AccessOperation::Load)
    markWithinUnion(Site, Type, Recorded.recordsFrom(First), Types, Context);
  if (Conditions.Compared.areAny())
    Conditions.Compared.markInexact(Site, First, Recorded.records(),
                                    compileTime(), Recorded.openAlignments());
  Seen.note(Recorded.recordsFrom(First), *Site, callChain(),
            [this] { return compileTime(); });
}
