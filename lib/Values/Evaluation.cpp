//===- Evaluation.cpp - A value, for one set of numbers after another -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Evaluation.h"
#include "Arithmetic.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

unsigned Evaluation::add(const Value &V) {
  Sum New;
  New.Constant = V.constant();
  for (const Term &T : V.terms())
    New.Terms.push_back({add(T.What), T.Factor});
  Sums.push_back(std::move(New));
  return unsigned(Sums.size() - 1);
}

unsigned Evaluation::add(const Variable *A) {
  if (auto Known = NodeOf.find(A); Known != NodeOf.end())
    return Known->second;
  Node New;
  New.What = A;
  IsVarying |= A->Kind == Variable::Varying;
  if (A->Kind == Variable::Unresolved) {
    New.Left = add(A->Left);
    New.Right = add(A->Right);
    assert(!NodeOf.count(A) && "no variable is made of itself");
  }
  Nodes.push_back(New);
  return NodeOf[A] = unsigned(Nodes.size() - 1);
}

bool Evaluation::hasChanged(const Sum &S, const std::deque<Node> &Nodes) {
  return llvm::any_of(S.Terms,
                      [&](const auto &T) { return Nodes[T.first].HasChanged; });
}

void Evaluation::workOut(Sum &S, const std::deque<Node> &Nodes) {
  S.Now.IsSame = S.Constant.isSame();
  for (const auto &[Which, Factor] : S.Terms)
    S.Now.IsSame &= Factor.isSame() && Nodes[Which].Now.IsSame;
  const unsigned Count = S.Now.IsSame ? 1 : LaneCount;
  for (unsigned Lane = 0; Lane != Count; ++Lane)
    S.Now.Each[Lane] = S.Constant[Lane];
  for (const auto &[Which, Factor] : S.Terms) {
    const Known &Number = Nodes[Which].Now;
    auto Add = [&, &Factor = Factor](auto NumberOf) {
      if (Factor.isSame())
        for (unsigned Lane = 0; Lane != Count; ++Lane)
          S.Now.Each[Lane] =
              wrapAdd(S.Now.Each[Lane], wrapMul(NumberOf(Lane), Factor.same()));
      else
        for (unsigned Lane = 0; Lane != Count; ++Lane)
          S.Now.Each[Lane] =
              wrapAdd(S.Now.Each[Lane],
                      wrapMul(NumberOf(Lane), (*Factor.each())[Lane]));
    };
    if (Number.IsSame)
      Add([Same = Number.Each[0]](unsigned) { return Same; });
    else
      Add([&Each = Number.Each](unsigned Lane) { return Each[Lane]; });
  }
}

template <Operation Op>
void Evaluation::computeLanes(const Known &Left, const Known &Right, IntType T,
                              Known &To) {
  To.IsSame = Left.IsSame && Right.IsSame;
  if (To.IsSame) {
    To.Each[0] = compute(Op, Left.Each[0], Right.Each[0], T);
    return;
  }
  const LaneNumbers A = Left.numbers(), B = Right.numbers();
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    To.Each[Lane] = compute(Op, A[Lane], B[Lane], T);
}

/// Which operation it is is asked once for all lanes.
void Evaluation::workOut(Node &N, const Known &Left, const Known &Right) {
  const IntType T = N.What->Type;
  switch (N.What->Op) {
#define OPERATION(OP)                                                          \
  case Operation::OP:                                                          \
    return computeLanes<Operation::OP>(Left, Right, T, N.Now);
    OPERATION(Add)
    OPERATION(Sub)
    OPERATION(Mul)
    OPERATION(Div)
    OPERATION(Rem)
    OPERATION(Shl)
    OPERATION(Shr)
    OPERATION(And)
    OPERATION(Or)
    OPERATION(Xor)
    OPERATION(Min)
    OPERATION(Max)
    OPERATION(IsNegative)
    OPERATION(IsZero)
    OPERATION(LogicalAnd)
    OPERATION(LogicalOr)
    OPERATION(Convert)
#undef OPERATION
  }
  llvm_unreachable("every operation is listed");
}

const LaneNumbers *Evaluation::of(const Assignment &Numbers) {
  if (IsVarying)
    return nullptr;
  const bool IsFirst = !std::exchange(IsWorkedOut, true);
  for (Node &N : Nodes) {
    if (N.What->Kind == Variable::Symbol) {
      auto Found = Numbers.find(N.What);
      if (Found == Numbers.end()) {
        IsWorkedOut = false;
        return nullptr;
      }
      N.HasChanged = IsFirst || N.Now.Each[0] != Found->second;
      N.Now.Each[0] = Found->second;
      continue;
    }
    Sum &A = Sums[N.Left], &B = Sums[N.Right];
    const bool IsLeftNew = IsFirst || hasChanged(A, Nodes);
    const bool IsRightNew = IsFirst || hasChanged(B, Nodes);
    N.HasChanged = IsLeftNew || IsRightNew;
    if (IsLeftNew)
      workOut(A, Nodes);
    if (IsRightNew)
      workOut(B, Nodes);
    if (N.HasChanged)
      workOut(N, A.Now, B.Now);
  }
  if (IsFirst || hasChanged(Sums[Result], Nodes))
    workOut(Sums[Result], Nodes);
  Last = Sums[Result].Now.numbers();
  return &Last;
}
