//===- Evaluation.cpp - A value, for one set of numbers after another -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warp/Evaluation.h"
#include "Arithmetic.h"
#include "Bank/Gpu.h"

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

void Evaluation::workOut(Sum &S, const std::deque<Node> &Nodes) {
  S.Now.IsSame = S.Constant.isSame();
  for (const auto &[Which, Factor] : S.Terms)
    S.Now.IsSame &= Factor.isSame() && Nodes[Which].Now.IsSame;
  const unsigned Count = S.Now.IsSame ? 1 : LaneCount;
  for (unsigned Lane = 0; Lane != Count; ++Lane)
    S.Now.Each[Lane] = S.Constant[Lane];
  for (const auto &[Which, Factor] : S.Terms) {
    LaneNumbers Number = Nodes[Which].Now.numbers();
    for (unsigned Lane = 0; Lane != Count; ++Lane)
      S.Now.Each[Lane] =
          wrapAdd(S.Now.Each[Lane], wrapMul(Number[Lane], Factor[Lane]));
  }
}

const LaneNumbers *Evaluation::of(const Assignment &Numbers) {
  if (IsVarying)
    return nullptr;
  for (Node &N : Nodes) {
    if (N.What->Kind == Variable::Symbol) {
      auto Found = Numbers.find(N.What);
      if (Found == Numbers.end())
        return nullptr;
      N.Now.Each[0] = Found->second;
      continue;
    }
    Sum &A = Sums[N.Left], &B = Sums[N.Right];
    workOut(A, Nodes);
    workOut(B, Nodes);
    N.Now.IsSame = A.Now.IsSame && B.Now.IsSame;
    LaneNumbers Left = A.Now.numbers(), Right = B.Now.numbers();
    const unsigned Count = N.Now.IsSame ? 1 : LaneCount;
    for (unsigned Lane = 0; Lane != Count; ++Lane)
      N.Now.Each[Lane] =
          compute(N.What->Op, Left[Lane], Right[Lane], N.What->Type);
  }
  workOut(Sums[Result], Nodes);
  Last = Sums[Result].Now.numbers();
  return &Last;
}
