//===- Value.cpp - What the 32 lanes of a warp hold -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Value.h"
#include "Arithmetic.h"
#include "ResultBounds.h"
#include "Values/Limits.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

int64_t IntType::wrap(int64_t Number) const { return wrapped(Number, *this); }

//===----------------------------------------------------------------------===//
// LaneNumbers and Value
//===----------------------------------------------------------------------===//

/// Numbers that are the same are never stored for each lane, so that equal
/// numbers are stored alike.
[[maybe_unused]] static bool isCanonical(const LaneNumbers &Numbers) {
  return Numbers.isSame() || Numbers.min() != Numbers.max();
}

bool LaneNumbers::operator==(const LaneNumbers &Other) const {
  assert(isCanonical(*this) && isCanonical(Other) &&
         "numbers that are the same are stored once");
  if (isSame() != Other.isSame())
    return false;
  return isSame() ? Same == Other.Same
                  : Each == Other.Each || *Each == *Other.Each;
}

int64_t LaneNumbers::min() const {
  return isSame() ? Same : *std::min_element(Each->begin(), Each->end());
}

int64_t LaneNumbers::max() const {
  return isSame() ? Same : *std::max_element(Each->begin(), Each->end());
}

bool Value::isUniform() const {
  return Constant.isSame() && llvm::all_of(terms(), [](const Term &T) {
           return T.Factor.isSame() && T.What->IsUniform;
         });
}

bool Value::isVarying() const {
  return llvm::any_of(terms(),
                      [](const Term &T) { return T.What->HasVarying; });
}

Reason Value::reason() const {
  for (const Term &T : terms()) {
    if (T.What->Kind == Variable::Varying)
      return T.What->Why;
    if (T.What->HasVarying) {
      Reason OfLeft = T.What->Left.reason();
      return OfLeft ? OfLeft : T.What->Right.reason();
    }
  }
  return {};
}

bool Value::operator==(const Value &Other) const {
  auto AreSame = [](const Term &A, const Term &B) {
    return A.What == B.What && A.Factor == B.Factor;
  };
  return Constant == Other.Constant &&
         llvm::equal(terms(), Other.terms(), AreSame) &&
         llvm::equal(launchTerms(), Other.launchTerms(), AreSame);
}

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

/// A sum of products, which becomes a few wide instructions.
static uint64_t hashOf(const Lanes &Each) {
  uint64_t Sum = 0, Odd = 0x9E3779B97F4A7C15;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane, Odd += 0xD1B54A32D192ED02)
    Sum += uint64_t(Each[Lane]) * Odd;
  return (Sum ^ Sum >> 32) >> 1; // what DenseMap keeps for itself is larger
}

Value Pool::lanes(const Lanes &Each) {
  if (llvm::all_of(Each, [&](int64_t N) { return N == Each[0]; }))
    return Value(Each[0]);
  const Lanes *&Kept = KnownLanes[hashOf(Each)];
  if (!Kept || *Kept != Each)
    Kept = new (Storage) Lanes(Each);
  return Value(LaneNumbers(*Kept));
}

Variable *Pool::newVariable(Variable::VariableKind Kind) {
  Variable *A = new (Storage) Variable;
  A->Kind = Kind;
  A->Owner = this;
  A->Id = NextId++;
  return A;
}

/// Of a number that is made of no other.
Variable *Pool::newLeaf(Variable::VariableKind Kind) {
  Variable *A = newVariable(Kind);
  A->Leaf = ++LastLeaf;
  return A;
}

/// Of symbols and loaded data.
int64_t Pool::leastDivided(Range Bounds) const {
  bool HasNoLeast = Bounds.Min == INT64_MIN && Bounds.Max >= 0;
  return HasNoLeast && TrustsSigns ? 0 : Bounds.Min;
}

Value Pool::symbol(const Reason &What, SymbolKind Role, Range Bounds,
                   int64_t MultipleOf) {
  assert(Bounds.Min <= Bounds.Max && "there is a number within the bounds");
  assert(MultipleOf > 0 && "every number is a multiple of 1");
  if (Bounds.isPoint())
    return Value(Bounds.Min);
  Variable *A = newLeaf(Variable::Symbol);
  A->Why = What;
  A->Role = Role;
  A->Bounds = Bounds;
  A->LeastDivided = leastDivided(Bounds);
  A->MultipleOf = MultipleOf;
  return valueOf(A);
}

Value Pool::launched(const Reason &What, int64_t Number, Range Bounds,
                     int64_t MultipleOf) {
  Value Unknown = symbol(What, SymbolKind::Unknown, Bounds, MultipleOf);
  return withLaunch(Value(Number), Unknown.terms());
}

Value Pool::guardedChoice(const Reason &What) {
  Variable *A = newLeaf(Variable::Symbol);
  A->Why = What;
  A->Role = SymbolKind::Choice;
  A->Bounds = {0, 1};
  A->LeastDivided = leastDivided(A->Bounds);
  A->Limit = ReasonKind::LanesTakenAlike;
  return valueOf(A);
}

Value Pool::visited(const Reason &What, ArrayRef<int64_t> Choices,
                    unsigned SureChoices) {
  assert(!Choices.empty() && "a symbol has a value");
  assert(SureChoices > 0 && SureChoices <= Choices.size() &&
         "one of the first choices comes up");
  auto [Least, Most] = std::minmax_element(Choices.begin(), Choices.end());
  int64_t Common = int64_t(1) << 62;
  for (int64_t Choice : Choices)
    Common = std::min(Common, lowestBit(Choice));
  Value V = symbol(What, SymbolKind::Visited, {*Least, *Most}, Common);
  if (!V.isKnown()) {
    Variable *A =
        const_cast<Variable *>(V.terms()[0].What); // made a line above
    A->Choices = Choices.copy(Storage);
    A->SureChoices = SureChoices;
  }
  return V;
}

Variable *Pool::varyingVariable(const Reason &Why, Range Bounds) {
  Variable *A = newLeaf(Variable::Varying);
  A->IsUniform = false;
  A->HasVarying = true;
  A->Why = Why;
  A->Bounds = Bounds;
  A->LeastDivided = leastDivided(Bounds);
  return A;
}

Value Pool::varying(const Reason &Why, Range Bounds, const void *Origin,
                    int64_t MultipleOf) {
  if (HasOneThread)
    return symbol(Why, SymbolKind::Unknown, Bounds, MultipleOf);
  Variable *A = varyingVariable(Why, Bounds);
  A->Origin = Origin;
  A->MultipleOf = MultipleOf;
  return valueOf(A);
}

void Pool::noteLoaded(const Value &Loaded, const Value &At) {
  if (Loaded.terms().size() != 1 || Loaded.terms()[0].What->Leaf != LastLeaf)
    return;
  auto *A = const_cast<Variable *>(Loaded.terms()[0].What); // of this pool
  A->LoadedAt = new (Storage) Value(At);
  A->Leaf = 0;
  --LastLeaf;
}

/// What a value was loaded from, if nothing was computed from it since.
static const void *originOf(const Value &V) {
  return V.terms().size() == 1 && V.constant().isSame() &&
                 V.terms()[0].Factor.isSame() &&
                 V.terms()[0].Factor.same() == 1 && V.constant().same() == 0
             ? V.terms()[0].What->Origin
             : nullptr;
}

bool Pool::areAlike(const Value &A, const Value &B) {
  return originOf(A) && originOf(A) == originOf(B);
}

Value Pool::evenOdds(const Reason &Why) {
  Variable *A = varyingVariable(Why, {0, 1});
  A->HasEvenOdds = true;
  return valueOf(A);
}

bool Pool::isSum(ArrayRef<Term> Terms) const {
  for (size_t I = 0; I != Terms.size(); ++I)
    if (Terms[I].What->Owner != this || Terms[I].Factor.isZero() ||
        (I && Terms[I - 1].What->Id >= Terms[I].What->Id))
      return false;
  return true;
}

Value Pool::save(LaneNumbers Constant, ArrayRef<Term> Terms) {
  assert(isSum(Terms) &&
         "terms are of this pool, not zero, and in the order of "
         "their unknowns");
  if (Terms.empty())
    return Value(Constant);
  return Value(Constant, Terms.copy(Storage));
}

LaneNumbers Pool::wrapLanes(LaneNumbers Numbers, IntType T) {
  // Nearly all fit already.
  bool Fits = true;
  for (unsigned Lane = 0; Lane != (Numbers.isSame() ? 1 : LaneCount); ++Lane)
    Fits &= T.wrap(Numbers[Lane]) == Numbers[Lane];
  if (Fits)
    return Numbers;
  return mapLanes(Numbers, 0, [&](int64_t N, int64_t) { return T.wrap(N); });
}

/// Constants and factors beside variables are kept as the signed number of the
/// type's width, so that `n - 1u` stays n minus one.
Value Pool::make(LaneNumbers Constant, ArrayRef<Term> Terms, IntType T) {
  if (Terms.empty())
    return Value(wrapLanes(Constant, T));
  IntType Kept = {T.Bits, true};
  Constant = wrapLanes(Constant, Kept);
  SmallVector<Term, 4> Wrapped;
  for (const Term &Each : Terms)
    if (LaneNumbers Factor = wrapLanes(Each.Factor, Kept); !Factor.isZero())
      Wrapped.push_back({Each.What, Factor});
  return Wrapped.empty() ? Value(wrapLanes(Constant, T))
                         : save(Constant, Wrapped);
}

//===----------------------------------------------------------------------===//
// Linear arithmetic
//===----------------------------------------------------------------------===//

/// Left + SignOfB * Right; both are in the order of their variables.
SmallVector<Term, 4> Pool::sumOf(ArrayRef<Term> Left, ArrayRef<Term> Right,
                                 int64_t SignOfB) {
  SmallVector<Term, 4> Sum;
  while (!Left.empty() || !Right.empty()) {
    bool TakesLeft = !Left.empty() &&
                     (Right.empty() || Left[0].What->Id <= Right[0].What->Id);
    bool TakesRight = !Right.empty() &&
                      (Left.empty() || Right[0].What->Id <= Left[0].What->Id);
    LaneNumbers Zero(0);
    LaneNumbers Factor = mapLanes(
        TakesLeft ? Left[0].Factor : Zero, TakesRight ? Right[0].Factor : Zero,
        [&](int64_t X, int64_t Y) { return wrapAdd(X, wrapMul(SignOfB, Y)); });
    if (!Factor.isZero())
      Sum.push_back({(TakesLeft ? Left : Right)[0].What, Factor});
    if (TakesLeft)
      Left = Left.drop_front();
    if (TakesRight)
      Right = Right.drop_front();
  }
  return Sum;
}

/// What a variable is the remainder of a division by; 0 where it is none. A
/// mask of the low bits is one that rounds downwards.
static int64_t divisorOfRemainder(const Variable &A, bool &IsMask) {
  if (!A.Right.isNumber() || A.Right.constant().same() <= 0)
    return 0;
  const int64_t Number = A.Right.constant().same();
  if (A.Op == Operation::And && isPowerOfTwo(wrapAdd(Number, 1))) {
    IsMask = true;
    return Number + 1;
  }
  IsMask = !A.Type.IsSigned && isPowerOfTwo(Number);
  return A.Op == Operation::Rem && Number > 1 ? Number : 0;
}

/// The terms of this launch, or those that other launches add to it.
static ArrayRef<Term> termsOf(const Value &V, bool AreOfLaunch) {
  return AreOfLaunch ? V.launchTerms() : V.terms();
}

/// Joins a remainder in a sum of terms with what it is the remainder of, or
/// with its quotient:
///
///   n - n % 4              n / 4 * 4, which tells what divides it
///   n / 4 * 4 + n % 4      n, of launch terms: rows and columns stay apart
///
/// Changes no more than one of them; false is returned where there is none.
bool Pool::joinRemainder(SmallVectorImpl<Term> &Sum, LaneNumbers &Constant,
                         bool AreOfLaunch, IntType T) {
  auto Add = [&](LaneNumbers Numbers, LaneNumbers Factor) {
    Constant = mapLanes(Constant, mapLanes(Numbers, Factor, wrapMul), wrapAdd);
  };
  for (const Term Rest : Sum) { // which is assigned to below
    bool IsMask = false;
    const int64_t By = divisorOfRemainder(*Rest.What, IsMask);
    if (By == 0)
      continue;
    const Value &Of = Rest.What->Left;
    const IntType OfRest = Rest.What->Type;
    const ArrayRef<Term> OfTerms = termsOf(Of, AreOfLaunch);
    const LaneNumbers Factor = mapLanes(LaneNumbers(0), Rest.Factor, wrapSub),
                      Multiple = mapLanes(Rest.Factor, By, wrapMul);
    auto IsQuotient = [&](const Term &Each) {
      return AreOfLaunch && Each.What->Op == Operation::Div &&
             Each.What->Left == Of && Each.What->Right.isNumber(By) &&
             Each.What->Type.IsSigned == OfRest.IsSigned &&
             Each.Factor == Multiple;
    };
    SmallVector<Term, 4> Without = sumOf(Sum, {{Rest.What, Rest.Factor}}, -1);
    if (auto *const Quotient = llvm::find_if(Without, IsQuotient);
        Quotient != Without.end()) {
      Add(Of.constant(), Rest.Factor);
      Without.erase(Quotient);
      Sum = sumOf(Without, scaled(OfTerms, Rest.Factor), 1);
      return true;
    }
    const size_t Terms = Without.size();
    Without = sumOf(Without, scaled(OfTerms, Factor), -1);
    if (OfTerms.empty() || Without.size() + OfTerms.size() != Terms)
      continue;
    const Value Quotient =
        IsMask ? shr(Of, Value(llvm::Log2_64(uint64_t(By))),
                     {OfRest.Bits, T.IsSigned && T.Bits == OfRest.Bits})
               : div(Of, Value(By), OfRest);
    const ArrayRef<Term> Quotients = termsOf(Quotient, AreOfLaunch);
    // Not all multiples are found that a remainder of a number makes that may
    // be negative, or is made of others.
    if (!IsMask || OfTerms.size() > 1 ||
        OfTerms[0].What->Kind != Variable::Symbol)
      noteDoubt(Value(LaneNumbers(0), Quotients));
    Sum = sumOf(Without, scaled(Quotients, Multiple), -1);
    // Where the rest was taken from has a constant that the quotient has, too.
    Add(Of.constant(), Rest.Factor);
    Add(Quotient.constant(), mapLanes(LaneNumbers(0), Multiple, wrapSub));
    return true;
  }
  return false;
}

Value Pool::combine(Value A, Value B, int64_t SignOfB, IntType T) {
  LaneNumbers Constant =
      mapLanes(A.constant(), B.constant(), [&](int64_t X, int64_t Y) {
        return wrapAdd(X, wrapMul(SignOfB, Y));
      });
  SmallVector<Term, 4> Sum = sumOf(A.terms(), B.terms(), SignOfB);
  for (size_t Steps = Sum.size();
       Steps && joinRemainder(Sum, Constant, /*AreOfLaunch=*/false, T); --Steps)
    ;
  if (Sum.size() > limits::ExpressionUnknowns) {
    // What a hash mixes together grows with every round.
    Operation Op = SignOfB < 0 ? Operation::Sub : Operation::Add;
    Value Mixed = unresolved(Op, Value(0, A.terms()), Value(0, B.terms()), T);
    return make(Constant, Mixed.terms(), T);
  }
  return make(Constant, Sum, T);
}

Value Pool::add(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Add, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Add>(A, B, T);
  return combine(A, B, 1, T);
}

Value Pool::sub(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Sub, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Sub>(A, B, T);
  return combine(A, B, -1, T);
}

/// Whether a multiple of a quotient is one of what was divided, without a rest:
/// 32 * (w / 32) of a warp's first thread.
static bool isExactQuotient(const Variable &A, const LaneNumbers &Factor) {
  if (A.Op != Operation::Div || !A.Right.isNumber() || A.Left.isKnown() ||
      !A.Left.constant().isZero() || !A.Left.launchTerms().empty())
    return false;
  const int64_t By = A.Right.constant().same();
  return By > 1 && multipleOf(A.Left.terms()) % By == 0 && Factor.isSame() &&
         Factor.same() % By == 0;
}

SmallVector<Term, 4> Pool::scaled(ArrayRef<Term> Terms, LaneNumbers Factor) {
  SmallVector<Term, 4> Products;
  SmallVector<Term, 4> Whole;
  for (const Term &Each : Terms) {
    LaneNumbers Product = mapLanes(Each.Factor, Factor, wrapMul);
    if (isExactQuotient(*Each.What, Product))
      Whole = sumOf(
          Whole,
          scaled(Each.What->Left.terms(),
                 mapLanes(Product, Each.What->Right.constant(), floorDiv)),
          1);
    else if (!Product.isZero())
      Products.push_back({Each.What, Product});
  }
  return Whole.empty() ? Products : sumOf(Products, Whole, 1);
}

Value Pool::scale(Value A, LaneNumbers Factor, IntType T) {
  return make(mapLanes(A.constant(), Factor, wrapMul),
              scaled(A.terms(), Factor), T);
}

static bool isLargeProduct(const Value &A, const Value &B) {
  return A.terms().size() * B.terms().size() > limits::ProductTerms;
}

Value Pool::mul(Value A, Value B, IntType T) {
  if (isLaunched(A, B))
    return applyLaunched(Operation::Mul, A, B, T);
  if (A.isKnown() && B.isKnown())
    return computeKnown<Operation::Mul>(A, B, T);
  if (B.isKnown())
    return scale(A, B.constant(), T);
  if (A.isKnown())
    return scale(B, A.constant(), T);
  if (isLargeProduct(A, B))
    return unresolved(Operation::Mul, A, B, T);
  Value Sum = add(scale(A, B.constant(), T),
                  scale(Value(LaneNumbers(0), B.terms()), A.constant(), T), T);
  auto Multiply = [](int64_t X, int64_t Y) { return wrapMul(X, Y); };
  for (const Term &X : A.terms())
    for (const Term &Y : B.terms()) {
      LaneNumbers Factor = mapLanes(X.Factor, Y.Factor, Multiply);
      if (!Factor.isZero())
        Sum = add(Sum,
                  save(LaneNumbers(0), {{product(X.What, Y.What), Factor}}), T);
    }
  return Sum;
}

const Variable *Pool::product(const Variable *A, const Variable *B) {
  if (A->Id > B->Id)
    std::swap(A, B);
  if (A == B && A->Role == SymbolKind::Choice)
    return A; // 0 * 0 = 0, 1 * 1 = 1
  return unresolved(Operation::Mul, valueOf(A), valueOf(B), Int64)
      .terms()[0]
      .What;
}

//===----------------------------------------------------------------------===//
// Unresolved operations
//===----------------------------------------------------------------------===//

/// Whether A is below or equal to zero, where its bounds tell for every lane.
Value Pool::compareWithZero(Operation Op, Value A, Value B, IntType T) {
  assert(B.isNumber(0) && "the other side of the comparison is zero");
  Lanes Each;
  unsigned Asked = hasSameRange(A) ? 1 : LaneCount;
  for (unsigned Lane = 0; Lane != Asked; ++Lane) {
    Range Bounds = rangeInLane(A, Lane);
    bool True = Op == Operation::IsNegative
                    ? Bounds.Max < 0
                    : Bounds.isPoint() && Bounds.Min == 0;
    bool False = Op == Operation::IsNegative ? Bounds.Min >= 0
                                             : Bounds.Min > 0 || Bounds.Max < 0;
    if (!True && !False)
      return unresolved(Op, A, B, T);
    Each[Lane] = True;
  }
  return Asked == 1 ? Value(Each[0]) : lanes(Each);
}

/// Carries an operation out if that is possible now.
Value Pool::apply(Operation Op, Value A, Value B, IntType T) {
  bool AreKnown = A.isKnown() && B.isKnown();
  switch (Op) {
  case Operation::Add:
    return add(A, B, T);
  case Operation::Sub:
    return sub(A, B, T);
  case Operation::Mul:
    return mul(A, B, T);
  case Operation::Div:
    return div(A, B, T);
  case Operation::Rem:
    return rem(A, B, T);
  case Operation::Shl:
    return shl(A, B, T);
  case Operation::Shr:
    return shr(A, B, T);
  case Operation::And:
    return bitAnd(A, B, T);
  case Operation::Or:
    return bitOr(A, B, T);
  case Operation::Xor:
    return bitXor(A, B, T);
  case Operation::Min:
    return min(A, B, T);
  case Operation::Max:
    return max(A, B, T);
  case Operation::IsNegative:
  case Operation::IsZero:
    if (!AreKnown)
      return compareWithZero(Op, A, B, T);
    break;
  case Operation::LogicalAnd:
  case Operation::LogicalOr:
    if (!AreKnown && (A.isNumber() || B.isNumber()))
      return Op == Operation::LogicalAnd ? logicalAnd(A, B) : logicalOr(A, B);
    break;
  case Operation::Convert:
    return convert(A, Int64, T);
  }
  if (!AreKnown)
    return unresolved(Op, A, B, T);
  return Value(mapLanes(A.constant(), B.constant(), [&](int64_t X, int64_t Y) {
    return compute(Op, X, Y, T);
  }));
}

/// Calls `Visit` for each term of both operands, launch terms included.
template <typename Function>
static void forEachTerm(const Value &A, const Value &B, Function Visit) {
  for (const Value *Operand : {&A, &B})
    for (ArrayRef<Term> Terms : {Operand->terms(), Operand->launchTerms()})
      for (const Term &Each : Terms)
        Visit(Each);
}

uint64_t Pool::keyOf(Operation Op, const Value &A, const Value &B, IntType T) {
  uint64_t Key = llvm::hash_combine(
      unsigned(Op), T.Bits, A.terms().size(), B.terms().size(), A.constant()[0],
      B.constant()[0], A.constant()[31], B.constant()[31]);
  forEachTerm(A, B, [&](const Term &Each) {
    Key =
        llvm::hash_combine(Key, Each.What->Id, Each.Factor[0], Each.Factor[31]);
  });
  return Key >> 1;
}

static bool isCondition(Operation Op) {
  return Op == Operation::IsNegative || Op == Operation::IsZero ||
         Op == Operation::LogicalAnd || Op == Operation::LogicalOr;
}

/// Keeps an operation as a symbol or a varying number where nothing can be
/// gained from its operands. Conditions keep theirs, which tell which lanes are
/// undecided.
static void forgetOperands(Variable &A) {
  bool IsTooLarge = A.Weight > limits::ExpressionUnknowns;
  if (!IsTooLarge && (!A.HasVarying || isCondition(A.Op)))
    return;
  if (IsTooLarge)
    A.Limit = ReasonKind::MixedUnknowns;
  A.Why = A.Left.isVarying() ? A.Left.reason() : A.Right.reason();
  if (!A.HasVarying && !A.IsUniform) {
    A.HasVarying = true;
    A.Why = ReasonKind::LongExpression;
  } else if (A.IsUniform) {
    A.Why = ReasonKind::ComputedValue;
  }
  A.Kind = A.HasVarying ? Variable::Varying : Variable::Symbol;
  A.Weight = 1;
}

Value Pool::unresolved(Operation Op, Value A, Value B, IntType T) {
  Variable *&Similar = similarTo(Op, A, B, T);
  for (const Variable *Known = Similar; Known; Known = Known->NextSimilar)
    if (Known->Op == Op && Known->Type.Bits == T.Bits &&
        Known->Type.IsSigned == T.IsSigned && Known->Left == A &&
        Known->Right == B)
      return valueOf(Known);
  Variable *New = newVariable(Variable::Unresolved);
  New->Op = Op;
  New->Type = T;
  New->Left = A;
  New->Right = B;
  New->IsUniform = A.isUniform() && B.isUniform();
  New->HasVarying = A.isVarying() || B.isVarying();
  New->Bounds = boundsOfResult(Op, A, range(A), B, range(B), T);
  New->LeastDivided =
      boundsOfResult(Op, A, rangeDivided(A), B, rangeDivided(B), T).Min;
  // A remainder has the sign of what is divided.
  if (Op == Operation::Rem)
    New->Bounds.Min = std::max(New->Bounds.Min, New->LeastDivided);
  New->MultipleOf =
      multipleOfResult(Op, provenMultipleOf(A), provenMultipleOf(B));
  if (Op == Operation::Rem && New->Bounds.Max != INT64_MAX)
    New->Bounds.Max -= floorMod(New->Bounds.Max, New->MultipleOf);
  if (const int64_t Divisor = divisorOf(Op, B); isPowerOfTwo(Divisor))
    New->MultipleOf = std::max<int64_t>(provenMultipleOf(A) / Divisor, 1);
  forEachTerm(A, B, [&](const Term &T) {
    assert(T.What->Owner == this && "values are of one pool");
    New->Weight += T.What->Weight;
    if (T.What->Limit != ReasonKind::None)
      New->Limit = T.What->Limit;
  });
  if (Op == Operation::Mul && isLargeProduct(A, B))
    New->Limit = ReasonKind::LargeProduct;
  forgetOperands(*New);
  New->NextSimilar = Similar;
  Similar = New;
  return valueOf(New);
}

//===----------------------------------------------------------------------===//
// What only the launch decides
//===----------------------------------------------------------------------===//

Value Pool::withLaunch(Value V, ArrayRef<Term> Terms) {
  assert(isSum(Terms) && "launch terms are as others");
  V.LaunchTerms = Terms.empty() ? nullptr
                                : new (Storage)
                                      ArrayRef<Term>(Terms.copy(Storage));
  return V;
}

int64_t Pool::provenMultipleOf(const Value &V) const {
  int64_t Step = std::min(multipleOf(V.terms()), multipleOf(V.launchTerms()));
  for (unsigned Lane = 0; Lane != (V.constant().isSame() ? 1 : LaneCount);
       ++Lane)
    Step = std::min(Step, lowestBit(V.constant()[Lane]));
  return Step;
}

/// The numbers are those of this launch; beside them, launch terms are carried
/// through what is linear. Of other operations no more is known than what
/// divides the result.
Value Pool::applyLaunched(Operation Op, const Value &A, const Value &B,
                          IntType T) {
  Value Result = apply(Op, withoutLaunch(A), withoutLaunch(B), T);
  // What differs from lane to lane in unknown ways tells no more.
  if (Result.isVarying())
    return Result;
  ArrayRef<Term> Left = A.launchTerms(), Right = B.launchTerms();
  auto IsPlain = [](const Value &V) { return V.isKnown() && !V.LaunchTerms; };
  if (Op == Operation::Add || Op == Operation::Sub) {
    SmallVector<Term, 4> Sum =
        sumOf(Left, Right, Op == Operation::Add ? 1 : -1);
    LaneNumbers OfLaunch(0); // what the terms are in this launch counts nothing
    for (size_t Steps = Sum.size();
         Steps && joinRemainder(Sum, OfLaunch, /*AreOfLaunch=*/true, T);
         --Steps)
      ;
    if (Sum.size() <= limits::ExpressionUnknowns)
      return withLaunch(Result, Sum);
  }
  if (Op == Operation::Mul && IsPlain(B))
    return withLaunch(Result, scaled(Left, B.constant()));
  if (Op == Operation::Mul && IsPlain(A))
    return withLaunch(Result, scaled(Right, A.constant()));
  if (Op == Operation::Rem && B.isNumber() && IsPlain(B) &&
      provenMultipleOf(A) % std::max<int64_t>(B.constant().same(), 1) == 0)
    return Result;
  if (Op == Operation::Shl && IsPlain(B))
    return withLaunch(Result, scaled(Left, shl(Value(1), B, Int64).constant()));
  const Value Unknown = unresolved(Op, A, B, T);
  // That (4 * n + 2) / 2 is 4 * n / 2 and one, it knows of some n; of others
  // not that (n & -4) / 2 is even.
  const int64_t Divisor = divisorOf(Op, B), Step = multipleOf(Left);
  const bool IsOfBits = Op == Operation::Div && T.IsSigned &&
                        llvm::any_of(Left, [](const Term &E) {
                          return E.What->Kind == Variable::Unresolved;
                        });
  if (Divisor > 1 && Step % Divisor == 0 &&
      (IsOfBits || floorMod(A.constant()[0], Step) != 0))
    noteDoubt(Unknown);
  return withLaunch(Result, Unknown.terms());
}

//===----------------------------------------------------------------------===//
// Copies from other pools
//===----------------------------------------------------------------------===//

Value Pool::copy(const Value &V, VariableCopies &Copies) {
  auto CopyLanes = [&](const LaneNumbers &Numbers) {
    return mapLanes(Numbers, 0, [](int64_t N, int64_t) { return N; });
  };
  auto CopyTerms = [&](ArrayRef<Term> From) {
    SmallVector<Term, 4> Terms;
    for (const Term &T : From)
      Terms.push_back({copy(T.What, Copies), CopyLanes(T.Factor)});
    return Terms;
  };
  return withLaunch(save(CopyLanes(V.constant()), CopyTerms(V.terms())),
                    CopyTerms(V.launchTerms()));
}

const Variable *Pool::copy(const Variable *A, VariableCopies &Copies) {
  if (const Variable *Known = Copies.lookup(A))
    return Known;
  // Its identity is kept: it gives the order of the terms of a value.
  Variable *New = new (Storage) Variable(*A);
  New->Owner = this;
  NextId = std::max(NextId, A->Id + 1);
  New->Why = A->Why.copy(Storage);
  New->Choices = ArrayRef(A->Choices).copy(Storage);
  New->Left = New->Right = Value();
  New->LoadedAt = nullptr;
  New->NextSimilar = nullptr;
  if (A->Kind == Variable::Unresolved) {
    New->Left = copy(A->Left, Copies);
    New->Right = copy(A->Right, Copies);
    Variable *&Similar = similarTo(New->Op, New->Left, New->Right, New->Type);
    New->NextSimilar = Similar;
    Similar = New;
  }
  Copies[A] = New;
  return New;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Reason Pool::limitOf(const Value &V) {
  for (const Term &T : V.terms())
    if (T.What->Limit == ReasonKind::LanesTakenAlike)
      return T.What->Limit; // counts nothing
    else if (T.What->Limit != ReasonKind::None)
      return reason(T.What->Limit, T.What->Limit == ReasonKind::LargeProduct
                                       ? int64_t(limits::ProductTerms)
                                       : int64_t(limits::ExpressionUnknowns));
  return {};
}

Value Pool::substitute(Value V, const Assignment &Numbers) {
  V = withoutLaunch(V);
  if (V.isKnown())
    return V;
  Value Sum = V.constant();
  for (const Term &T : V.terms()) {
    Value Inner = valueOf(T.What);
    if (T.What->Kind == Variable::Unresolved) {
      Value Left = substitute(T.What->Left, Numbers);
      Value Right = substitute(T.What->Right, Numbers);
      if (!(Left == T.What->Left) || !(Right == T.What->Right))
        Inner = apply(T.What->Op, Left, Right, T.What->Type);
    } else if (auto Found = Numbers.find(T.What); Found != Numbers.end()) {
      Inner = Value(Found->second);
    } else if (isOneForMany(*T.What)) {
      if (Value Whole = substitute(T.What->Left, Numbers); Whole.isKnown())
        Inner = Whole;
    }
    Sum = add(Sum, scale(Inner, T.Factor, Int64));
  }
  return Sum;
}

Value Pool::substituteBesideLaunch(const Value &V, const Assignment &Numbers) {
  SmallVector<Term, 4> Launch;
  for (const Term &T : V.launchTerms()) {
    Value Inner = valueOf(T.What);
    if (T.What->Kind == Variable::Unresolved) {
      Value Left = substituteBesideLaunch(T.What->Left, Numbers);
      Value Right = substituteBesideLaunch(T.What->Right, Numbers);
      if (T.What->Op == Operation::Mul && (Left.isNumber() || Right.isNumber()))
        Inner = mul(Left, Right, T.What->Type);
      else if (!(Left == T.What->Left) || !(Right == T.What->Right))
        Inner = unresolved(T.What->Op, Left, Right, T.What->Type);
    } else if (Numbers.count(T.What)) {
      continue; // a number whatever the launch
    }
    const ArrayRef<Term> OfInner =
        Inner.launchTerms().empty() ? Inner.terms() : Inner.launchTerms();
    Launch = sumOf(Launch, scaled(OfInner, T.Factor), 1);
  }
  return withLaunch(substitute(V, Numbers), Launch);
}

bool Pool::tellsWarps(const Value &V) const {
  SmallVector<const Variable *, 4> Symbols;
  symbols(V, Symbols);
  return llvm::any_of(Symbols, [](const Variable *A) {
    return A->Role == SymbolKind::WarpShift;
  });
}

Value Pool::withFewerUnknowns(const Value &V) {
  Value Rest = V.constant();
  SmallVector<Term, 4> Shared;
  for (const Term &T : V.terms()) {
    if (T.What->IsUniform && T.Factor.isSame() &&
        !tellsWarps(valueOf(T.What))) {
      Shared.push_back(T);
      continue;
    }
    Value Inner = valueOf(T.What);
    if (T.What->Kind == Variable::Unresolved)
      Inner = apply(T.What->Op, withFewerUnknowns(T.What->Left),
                    withFewerUnknowns(T.What->Right), T.What->Type);
    Rest = add(Rest, scale(Inner, T.Factor, Int64));
  }
  Value Sum = save(0, Shared);
  SmallVector<const Variable *, 4> Symbols;
  symbols(Sum, Symbols);
  return add(Rest, Symbols.size() > 1 ? oneUnknown(Sum) : Sum);
}

bool Pool::hasSameFactors(const Value &V) {
  return llvm::all_of(V.terms(),
                      [](const Term &T) { return T.Factor.isSame(); });
}

bool Pool::hasSameRange(const Value &V) {
  return V.constant().isSame() && hasSameFactors(V);
}

void Pool::symbols(const Value &V,
                   SmallVectorImpl<const Variable *> &Out) const {
  for (const Term &T : V.terms()) {
    if (T.What->Kind == Variable::Unresolved) {
      symbols(T.What->Left, Out);
      symbols(T.What->Right, Out);
    } else if (T.What->Kind == Variable::Symbol) {
      auto *Place = llvm::lower_bound(
          Out, T.What,
          [](const Variable *A, const Variable *B) { return A->Id < B->Id; });
      if (Place == Out.end() || *Place != T.What)
        Out.insert(Place, T.What);
    }
  }
}
