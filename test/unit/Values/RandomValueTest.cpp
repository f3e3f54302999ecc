//===- RandomValueTest.cpp - Values and decisions against plain C++ -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random expressions of lanes, constants and symbols are evaluated twice: by
// `Pool`, which gets the symbols' numbers only afterwards, and lane by lane in
// C++. Cases are left out where Value.h promises nothing:
//
//   - a signed operation overflows;
//   - an unsigned operation on unknowns wraps, and a division, comparison or
//     conversion then sees the difference.
//
// Symbols without a known lower bound are not negative, as Value.h has it.
//
//===----------------------------------------------------------------------===//

#include "Values/Decision.h"
#include "Values/Evaluation.h"
#include "Values/Value.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

namespace {

constexpr IntType Unsigned32 = {32, false};

/// An expression, as `Pool` has it and as C++ computes it.
struct Node {
  enum Kind { Known, Symbol, Binary, Convert, Not } What = Known;
  IntType Type = Int32;
  Value V;
  Lanes Numbers = {}; ///< of Known
  unsigned Index = 0; ///< of Symbol
  Operation Op = Operation::Add;
  bool IsComparison = false; ///< Op is IsNegative (<) or IsZero (==) of both
  const Node *Left = nullptr, *Right = nullptr;
};

std::ostream &operator<<(std::ostream &Out, const Node &N) {
  static constexpr const char *Signs[] = {
      " + ", " - ", " * ",   " / ",   " % ", " << ", " >> ", " & ",
      " | ", " ^ ", " min ", " max ", " < ", " == ", " && ", " || "};
  std::string Type =
      (N.Type.IsSigned ? "i" : "u") + std::to_string(N.Type.Bits);
  switch (N.What) {
  case Node::Known:
    return Out << '{' << N.Numbers[0] << ", " << N.Numbers[1] << ", ...}";
  case Node::Symbol:
    return Out << N.V.terms()[0].What->Why.fields().Name.str();
  case Node::Convert:
    return Out << Type << '(' << *N.Left << ')';
  case Node::Not:
    return Out << '!' << *N.Left;
  case Node::Binary:
    return Out << Type << '(' << *N.Left << Signs[unsigned(N.Op)] << *N.Right
               << ')';
  }
  return Out;
}

struct SymbolOf {
  Value V;
  const Variable *What;
  IntType Type;
  std::vector<int64_t> Tried;
};

/// Makes expressions and evaluates them.
class Expressions {
public:
  explicit Expressions(unsigned Seed) : Random(Seed) {
    add("n", {}, 1, Int32, {0, 1, 7, 100, 4096});
    add("size", {0, INT64_MAX}, 1, Unsigned32, {0, 3, 33, 255, 1000});
    add("small", {0, 7}, 1, Int32, {0, 1, 2, 3, 4, 5, 6, 7});
    add("sign", {-5, 5}, 1, Int32, {-5, -4, -1, 0, 2, 5});
    add("shift", {0, 992}, 32, Unsigned32, {0, 32, 96, 512, 992});
    add("flag", {0, 1}, 1, Int32, {0, 1});
    add("wide", {0, int64_t(1) << 36}, 4, Int64, {0, 4, 36, int64_t(1) << 36});
  }

  /// At most `Depth` operations deep.
  const Node *make(unsigned Depth) {
    if (Depth == 0 || pick(8) == 0)
      return leaf();
    if (pick(10) == 0)
      return convert(make(Depth - 1), anyType());
    const Node *Left = make(Depth - 1), *Right = make(Depth - 1);
    static constexpr Operation Operations[] = {
        Operation::Add, Operation::Add, Operation::Sub, Operation::Mul,
        Operation::Div, Operation::Rem, Operation::Shl, Operation::Shr,
        Operation::And, Operation::Or,  Operation::Xor, Operation::Min,
        Operation::Max};
    Operation Op = Operations[pick(std::size(Operations))];
    bool IsDivision = Op == Operation::Div || Op == Operation::Rem;
    bool IsShift = Op == Operation::Shl || Op == Operation::Shr;
    if (IsShift)
      Right = number(pick(6));
    else if (IsDivision && pick(4) != 0)
      Right = number(std::array{1, 2, 3, 4, 8, 12, 16, 32}[pick(8)]);
    return binary(Op, Left, Right);
  }

  /// Multiples of a number, of its quotient, and of the quotient of that.
  const Node *makeBesideQuotients() {
    static constexpr int64_t Factors[] = {-768, -48, -32, -3, -1,
                                          0,    1,   4,   33, 132};
    const auto Multiple = [&](const Node *Of) {
      return binary(Operation::Mul, Of, number(Factors[pick(10)]));
    };
    const Node *Part = make(2), *Sum = Multiple(Part);
    for (unsigned Parts = 1 + pick(3); Parts; --Parts) {
      const unsigned Which = pick(5);
      if (Which < 2)
        Part = binary(Operation::Div, Part,
                      number(std::array{2, 3, 8, 24, 32}[pick(5)]));
      else if (Which < 4)
        Part = binary(Operation::Shr, Part, number(1 + pick(5)));
      else
        Part = binary(Operation::And, Part, number(-(int64_t(2) << pick(5))));
      Sum = binary(Operation::Add, Sum, Multiple(Part));
    }
    return Sum;
  }

  /// 0 or 1.
  const Node *makeCondition(unsigned Depth) {
    unsigned Which = pick(Depth ? 6 : 3);
    if (Which >= 4)
      return binary(Which == 4 ? Operation::LogicalAnd : Operation::LogicalOr,
                    makeCondition(Depth - 1), makeCondition(Depth - 1));
    if (Which == 3)
      return negation(makeCondition(Depth - 1));
    const Node *Left = make(2), *Right = pick(2) ? leaf() : make(1);
    return binary(Which == 0 ? Operation::IsZero : Operation::IsNegative, Left,
                  Right, /*IsComparison=*/true);
  }

  /// Chooses the symbols' numbers.
  void assign() {
    for (unsigned I = 0; I != Symbols.size(); ++I) {
      Chosen[I] = Symbols[I].Tried[pick(Symbols[I].Tried.size())];
      Numbers[Symbols[I].What] = Chosen[I];
    }
  }

  /// What `Pool` gets, compared with what it should.
  enum Agreement {
    Unpromised, ///< nothing is promised
    Congruent,  ///< the same modulo 2^bits, and so are its parts
    Equal,      ///< in all parts
    Wrong,
  };
  /// Evaluates in C++ and compares all parts.
  Agreement evaluate(const Node &N, Lanes &Result);

  std::string numbers() const {
    std::string Text;
    for (auto [S, Number] : llvm::zip(Symbols, Chosen))
      Text +=
          " " + S.What->Why.fields().Name.str() + "=" + std::to_string(Number);
    return Text;
  }

  Pool P;
  llvm::SmallVector<SymbolOf, 8> Symbols;
  Assignment Numbers;

private:
  unsigned pick(unsigned Count) { return Random() % Count; }

  IntType anyType() {
    static constexpr IntType Types[] = {
        Int32, Unsigned32, Int64, {8, true}, {16, false}};
    return Types[pick(5)];
  }

  void add(llvm::StringRef Name, Range Bounds, int64_t MultipleOf, IntType Type,
           std::vector<int64_t> Tried) {
    Value V = P.symbol(Name, SymbolKind::Unknown, Bounds, MultipleOf);
    Symbols.push_back({V, V.terms()[0].What, Type, std::move(Tried)});
    Chosen.push_back(0);
  }

  Node *keep(Node N) {
    Nodes.push_back(std::make_unique<Node>(N));
    return Nodes.back().get();
  }

  const Node *number(int64_t Number) {
    Node N;
    N.Numbers.fill(Number);
    N.V = Number;
    return keep(N);
  }

  const Node *leaf() {
    unsigned Which = pick(4);
    if (Which == 0)
      return number(int64_t(pick(40)) - 4);
    Node N;
    if (Which == 1) {
      int64_t Step = std::array{1, 1, 4, 33}[pick(4)], Modulus = 4 << pick(4);
      for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
        N.Numbers[Lane] = Lane % Modulus * Step;
      N.V = P.lanes(N.Numbers);
      return keep(N);
    }
    N.What = Node::Symbol;
    N.Index = pick(Symbols.size());
    N.V = Symbols[N.Index].V;
    N.Type = Symbols[N.Index].Type;
    return keep(N);
  }

  const Node *convert(const Node *Inner, IntType To) {
    Node N;
    N.What = Node::Convert;
    N.Type = To;
    N.Left = Inner;
    N.V = P.convert(Inner->V, Inner->Type, To);
    return keep(N);
  }

  const Node *negation(const Node *Inner) {
    Node N;
    N.What = Node::Not;
    N.Left = Inner;
    N.V = P.logicalNot(Inner->V);
    return keep(N);
  }

  /// Converts both sides to their common type, as C++ does.
  const Node *binary(Operation Op, const Node *Left, const Node *Right,
                     bool IsComparison = false) {
    Node N;
    N.What = Node::Binary;
    N.Op = Op;
    N.IsComparison = IsComparison;
    bool IsShift = Op == Operation::Shl || Op == Operation::Shr;
    bool IsLogical = Op == Operation::LogicalAnd || Op == Operation::LogicalOr;
    auto Promoted = [](IntType T) { return T.Bits < 32 ? Int32 : T; };
    IntType T = Promoted(Left->Type), Other = Promoted(Right->Type);
    if (!IsShift &&
        (Other.Bits > T.Bits || (Other.Bits == T.Bits && !Other.IsSigned)))
      T = Other;
    auto To = [&](const Node *Side) {
      bool IsSame =
          Side->Type.Bits == T.Bits && Side->Type.IsSigned == T.IsSigned;
      return IsSame || IsLogical ? Side : convert(Side, T);
    };
    N.Left = To(Left);
    N.Right = IsShift ? Right : To(Right);
    N.Type = IsComparison || IsLogical ? Int32 : T;
    N.V = operate(N, T);
    return keep(N);
  }

  Value operate(const Node &N, IntType T) {
    Value A = N.Left->V, B = N.Right->V;
    switch (N.Op) {
    case Operation::Add:
      return P.add(A, B, T);
    case Operation::Sub:
      return P.sub(A, B, T);
    case Operation::Mul:
      return P.mul(A, B, T);
    case Operation::Div:
      return P.div(A, B, T);
    case Operation::Rem:
      return P.rem(A, B, T);
    case Operation::Shl:
      return P.shl(A, B, T);
    case Operation::Shr:
      return P.shr(A, B, T);
    case Operation::And:
      return P.bitAnd(A, B, T);
    case Operation::Or:
      return P.bitOr(A, B, T);
    case Operation::Xor:
      return P.bitXor(A, B, T);
    case Operation::Min:
      return P.min(A, B, T);
    case Operation::Max:
      return P.max(A, B, T);
    case Operation::IsNegative:
      return P.less(A, B, T);
    case Operation::IsZero:
      return P.equal(A, B, T);
    case Operation::LogicalAnd:
      return P.logicalAnd(A, B);
    case Operation::LogicalOr:
      return P.logicalOr(A, B);
    case Operation::Convert:
      break;
    }
    return {};
  }

  /// One lane in C++: 128 bits hold every exact result. False where the
  /// operation is undefined.
  static bool compute(const Node &N, int64_t A, int64_t B, int64_t &Result);

  std::mt19937 Random;
  std::vector<std::unique_ptr<Node>> Nodes;
  llvm::SmallVector<int64_t, 8> Chosen;
};

bool Expressions::compute(const Node &N, int64_t A, int64_t B,
                          int64_t &Result) {
  __int128 X = A, Y = B, Exact = 0;
  switch (N.Op) {
  case Operation::Add:
    Exact = X + Y;
    break;
  case Operation::Sub:
    Exact = X - Y;
    break;
  case Operation::Mul:
    Exact = X * Y;
    break;
  case Operation::Div:
  case Operation::Rem:
    if (Y == 0)
      return false;
    Exact = N.Op == Operation::Div ? X / Y : X % Y;
    break;
  case Operation::Shl:
    Exact = X * (__int128(1) << B);
    break;
  case Operation::Shr:
    Exact = X >> B;
    break;
  case Operation::And:
    Exact = X & Y;
    break;
  case Operation::Or:
    Exact = X | Y;
    break;
  case Operation::Xor:
    Exact = X ^ Y;
    break;
  case Operation::Min:
    Exact = X < Y ? X : Y;
    break;
  case Operation::Max:
    Exact = X < Y ? Y : X;
    break;
  case Operation::IsNegative:
    Exact = X < Y;
    break;
  case Operation::IsZero:
    Exact = X == Y;
    break;
  case Operation::LogicalAnd:
    Exact = X && Y;
    break;
  case Operation::LogicalOr:
    Exact = X || Y;
    break;
  case Operation::Convert:
    break;
  }
  Result = N.Type.wrap(int64_t(Exact));
  return !N.Type.IsSigned || __int128(Result) == Exact;
}

/// The result's low bits depend on no more than the operands' low bits.
static bool isModular(const Node &N) {
  switch (N.Op) {
  case Operation::Add:
  case Operation::Sub:
  case Operation::Mul:
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return N.What == Node::Binary;
  default:
    return false;
  }
}

Expressions::Agreement Expressions::evaluate(const Node &N, Lanes &Result) {
  Lanes A = {}, B = {};
  Agreement Left = N.Left ? evaluate(*N.Left, A) : Equal;
  Agreement Right = N.Right ? evaluate(*N.Right, B) : Equal;
  if (Left == Wrong || Right == Wrong)
    return Wrong;
  Agreement Parts = std::min(Left, Right);
  if (Parts == Unpromised || (Parts == Congruent && !isModular(N)))
    return Unpromised;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    switch (N.What) {
    case Node::Known:
      Result[Lane] = N.Numbers[Lane];
      break;
    case Node::Symbol:
      Result[Lane] = Chosen[N.Index];
      break;
    case Node::Convert:
      Result[Lane] = N.Type.wrap(A[Lane]);
      break;
    case Node::Not:
      Result[Lane] = !A[Lane];
      break;
    case Node::Binary:
      if (!compute(N, A[Lane], B[Lane], Result[Lane]))
        return Unpromised;
    }
  }
  Value Numbered = P.substitute(N.V, Numbers);
  if (!Numbered.isKnown()) // a long expression, which became a new unknown
    return Unpromised;
  Evaluation Evaluated(N.V);
  const LaneNumbers *Each = Evaluated.of(Numbers);
  if (!Each) // an unknown that stands for others, and decided nothing
    return Unpromised;
  bool IsEqual = true, IsCongruent = true;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if ((*Each)[Lane] != Numbered.constant()[Lane])
      return Wrong;
    IsEqual &= Numbered.constant()[Lane] == Result[Lane];
    IsCongruent &= N.Type.wrap(Numbered.constant()[Lane]) == Result[Lane];
  }
  return !IsCongruent ? Wrong : IsEqual ? Parts : Congruent;
}

TEST(RandomValues, AgreeWithCppOnceSymbolsHaveNumbers) {
  unsigned Checked = 0;
  for (unsigned Seed = 0; Seed != 3000; ++Seed) {
    Expressions E(Seed);
    const Node *Root = E.make(4);
    for (unsigned Try = 0; Try != 6; ++Try) {
      E.assign();
      Lanes Expected;
      auto Agreement = E.evaluate(*Root, Expected);
      ASSERT_NE(Agreement, Expressions::Wrong)
          << "seed " << Seed << ": " << *Root << E.numbers();
      Checked += Agreement != Expressions::Unpromised;
    }
  }
  EXPECT_GT(Checked, 6000u); // most cases are within the promises
}

TEST(RandomValues, LieInTheirRangesAndSteps) {
  for (unsigned Seed = 0; Seed != 4000; ++Seed) {
    Expressions E(Seed);
    const Node *Root = Seed % 2 ? E.makeBesideQuotients() : E.make(4);
    const Value &V = Root->V;
    Range Whole = E.P.range(V);
    int64_t Step = E.P.termsMultipleOf(V);
    for (unsigned Try = 0; Try != 6; ++Try) {
      E.assign();
      Lanes Numbers;
      if (E.evaluate(*Root, Numbers) != Expressions::Equal)
        continue;
      for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
        int64_t Number = Numbers[Lane];
        Range InLane = E.P.rangeInLane(V, Lane);
        ASSERT_GE(InLane.Min, Whole.Min) << "seed " << Seed << ": " << *Root;
        ASSERT_LE(InLane.Max, Whole.Max) << "seed " << Seed << ": " << *Root;
        ASSERT_GE(Number, InLane.Min) << "seed " << Seed << ": " << *Root;
        ASSERT_LE(Number, InLane.Max) << "seed " << Seed << ": " << *Root;
        ASSERT_EQ((Number - V.constant()[Lane]) % Step, 0)
            << "seed " << Seed << ": " << *Root;
      }
    }
  }
}

/// The lanes for which the numbers are not zero.
LaneMask trueLanes(const Lanes &Numbers, LaneMask Active) {
  LaneMask True = 0;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    True |= LaneMask(Numbers[Lane] != 0) << Lane;
  return True & Active;
}

TEST(RandomDecisions, HoldForEveryAssignment) {
  unsigned Exact = 0, Undecided = 0;
  for (unsigned Seed = 0; Seed != 4000; ++Seed) {
    Expressions E(Seed);
    const Node *Condition = E.makeCondition(2);
    LaneMask Active = Seed % 3 == 0 ? 0x0000ffff : AllLanes;
    llvm::SmallVector<unsigned> Ways;
    Split S = decide(E.P, Condition->V, Active, {}, Ways);
    EXPECT_TRUE(Ways.empty());
    // Every lane goes somewhere, and none that was not asked about.
    ASSERT_EQ((S.True | S.False) & ~Active, 0u)
        << "seed " << Seed << ": " << *Condition;
    if (S.isKnown()) {
      ASSERT_EQ(S.True ^ S.False, Active)
          << "seed " << Seed << ": " << *Condition;
    }
    for (unsigned Try = 0; Try != 6; ++Try) {
      E.assign();
      Lanes Numbers;
      if (E.evaluate(*Condition, Numbers) != Expressions::Equal)
        continue;
      LaneMask True = trueLanes(Numbers, Active), False = Active & ~True;
      (S.isKnown() ? Exact : Undecided) += 1;
      if (S.isKnown()) {
        ASSERT_EQ(S.True, True) << "seed " << Seed << ": " << *Condition;
        ASSERT_EQ(S.False, False) << "seed " << Seed << ": " << *Condition;
        continue;
      }
      // A side that some lanes take is never said to be empty.
      ASSERT_TRUE(S.True || !True) << "seed " << Seed << ": " << *Condition;
      ASSERT_TRUE(S.False || !False) << "seed " << Seed << ": " << *Condition;
      // A comparison with one unknown that all lanes share gives the fullest
      // sets, and goes one way for the whole warp where it says so.
      const Value &V = Condition->V;
      const Variable *What = V.terms()[0].What;
      if (V.terms().size() != 1 || What->Kind != Variable::Unresolved ||
          (What->Op != Operation::IsNegative && What->Op != Operation::IsZero))
        continue;
      if (S.Confidence == Certainty::Whole) {
        ASSERT_TRUE(True == 0 || True == Active)
            << "seed " << Seed << ": " << *Condition;
      }
      bool IsShared = llvm::all_of(What->Left.terms(), [](const Term &T) {
        return T.Factor.isSame() && T.What->IsUniform;
      });
      if (IsShared) {
        ASSERT_GE(llvm::popcount(S.True), llvm::popcount(True))
            << "seed " << Seed << ": " << *Condition;
        ASSERT_GE(llvm::popcount(S.False), llvm::popcount(False))
            << "seed " << Seed << ": " << *Condition;
      }
    }
  }
  EXPECT_GT(Exact, 1000u);
  EXPECT_GT(Undecided, 1000u);
}

} // namespace
