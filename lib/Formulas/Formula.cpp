//===- Formula.cpp - A number as a formula in unknowns --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Formula.h"
#include "FormulaAtom.h"
#include "Values/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Numbers that may not fit
//===----------------------------------------------------------------------===//

static bool fits(__int128 Number) {
  // Both ends stand for "no bound" in ranges.
  return Number > INT64_MIN && Number < INT64_MAX;
}

/// Of sums and products of bounds, whose ends mean "no bound".
static int64_t saturated(__int128 Number) {
  return Number <= INT64_MIN   ? INT64_MIN
         : Number >= INT64_MAX ? INT64_MAX
                               : int64_t(Number);
}

static bool isOpen(int64_t Bound) {
  return Bound == INT64_MIN || Bound == INT64_MAX;
}

static int64_t sumOfBounds(int64_t A, int64_t B) {
  return isOpen(A) ? A : isOpen(B) ? B : saturated(__int128(A) + B);
}

static int64_t productOfBounds(int64_t A, int64_t B) {
  if (A == 0 || B == 0)
    return 0;
  if (isOpen(A) || isOpen(B))
    return (A < 0) == (B < 0) ? INT64_MAX : INT64_MIN;
  return saturated(__int128(A) * B);
}

static Range sumOfRanges(Range A, Range B) {
  return {sumOfBounds(A.Min, B.Min), sumOfBounds(A.Max, B.Max)};
}

static Range productOfRanges(Range A, Range B) {
  const int64_t Ends[] = {
      productOfBounds(A.Min, B.Min), productOfBounds(A.Min, B.Max),
      productOfBounds(A.Max, B.Min), productOfBounds(A.Max, B.Max)};
  return {*std::min_element(std::begin(Ends), std::end(Ends)),
          *std::max_element(std::begin(Ends), std::end(Ends))};
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

Formula::Kind Formula::kindOf(const Atom &A) { return A.What; }

template <typename T> static int order(const T &A, const T &B) {
  return A < B ? -1 : B < A ? 1 : 0;
}

int Formula::compare(const Atom &A, const Atom &B) {
  if (&A == &B)
    return 0;
  if (int Order = order(A.What, B.What))
    return Order;
  if (int Order = order(A.Name, B.Name))
    return Order;
  if (int Order = order(A.Of.size(), B.Of.size()))
    return Order;
  for (auto [Mine, Other] : llvm::zip_equal(A.Of, B.Of))
    if (int Order = Mine.compare(Other))
      return Order;
  return 0;
}

/// The longer product first, and the constant last.
int Formula::compare(const std::vector<AtomRef> &A,
                     const std::vector<AtomRef> &B) {
  if (int Order = order(B.size(), A.size()))
    return Order;
  for (auto [Mine, Other] : llvm::zip_equal(A, B))
    if (int Order = compare(*Mine, *Other))
      return Order;
  return 0;
}

int Formula::compare(const Formula &Other) const {
  if (int Order = order(Products.size(), Other.Products.size()))
    return Order;
  for (auto [Mine, Its] : llvm::zip_equal(Products, Other.Products)) {
    if (int Order = compare(Mine.Atoms, Its.Atoms))
      return Order;
    if (int Order = order(Mine.Factor, Its.Factor))
      return Order;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

Formula::Formula(int64_t Number) {
  if (Number)
    Products.push_back({Number, {}});
}

Formula Formula::invalid(bool IsTooLarge) {
  Formula Result;
  Result.IsValid = false;
  Result.IsTooLarge = IsTooLarge;
  return Result;
}

Formula Formula::ofAtom(Kind What, std::vector<Formula> Of, StringRef Name,
                        Range Bounds) {
  if (llvm::any_of(Of, [](const Formula &F) { return !F.IsValid; }))
    return invalid(
        llvm::any_of(Of, [](const Formula &F) { return F.IsTooLarge; }));
  auto New = std::make_shared<Atom>();
  New->What = What;
  New->Name = Name.str();
  New->Bounds = Bounds;
  New->Of = std::move(Of);
  Formula Result;
  Result.Products.push_back({1, {std::move(New)}});
  return Result;
}

Formula Formula::unknown(StringRef Name, Range Bounds) {
  assert(!Name.empty() && "an unknown has a name");
  if (Bounds.isPoint())
    return Formula(Bounds.Min);
  return ofAtom(Kind::Unknown, {}, Name, Bounds);
}

void Formula::add(Product P) {
  if (P.Factor == 0)
    return;
  auto At =
      llvm::lower_bound(Products, P, [](const Product &A, const Product &B) {
        return compare(A.Atoms, B.Atoms) < 0;
      });
  if (At == Products.end() || compare(At->Atoms, P.Atoms) != 0) {
    Products.insert(At, std::move(P));
    return;
  }
  const __int128 Sum = __int128(At->Factor) + P.Factor;
  if (!fits(Sum))
    setTooLarge();
  At->Factor = int64_t(Sum);
  if (At->Factor == 0)
    Products.erase(At);
}

void Formula::checkSize() {
  size_t Atoms = 0;
  for (const Product &P : Products)
    Atoms += 1 + P.Atoms.size();
  if (Atoms > limits::FormulaAtoms)
    IsValid = false;
  if (!IsValid)
    Products.clear();
}

namespace banklint {
Formula operator+(const Formula &A, const Formula &B) {
  Formula Result = A;
  Result.IsValid &= B.IsValid;
  Result.IsTooLarge |= B.IsTooLarge;
  for (const Formula::Product &P : B.Products)
    Result.add(P);
  Result.checkSize();
  return Result;
}

Formula operator*(const Formula &A, const Formula &B) {
  const auto IsOne = [](const Formula &F) {
    return F.IsValid && F.Products.size() == 1 && F.Products[0].Factor == 1 &&
           F.Products[0].Atoms.empty();
  };
  if (IsOne(A))
    return B;
  if (IsOne(B))
    return A;
  Formula Result;
  Result.IsValid = A.IsValid && B.IsValid;
  Result.IsTooLarge = A.IsTooLarge || B.IsTooLarge;
  for (const Formula::Product &X : A.Products)
    for (const Formula::Product &Y : B.Products) {
      Formula::Product P;
      const __int128 Factor = __int128(X.Factor) * Y.Factor;
      if (!fits(Factor))
        Result.setTooLarge();
      P.Factor = int64_t(Factor);
      std::merge(X.Atoms.begin(), X.Atoms.end(), Y.Atoms.begin(), Y.Atoms.end(),
                 std::back_inserter(P.Atoms),
                 [](const auto &Mine, const auto &Other) {
                   return Formula::compare(*Mine, *Other) < 0;
                 });
      // A condition holds no more than once, and some hold never together.
      bool IsPossible = true;
      for (size_t I = 0; I < P.Atoms.size() && IsPossible; ++I)
        for (size_t J = I + 1; J < P.Atoms.size() && IsPossible;) {
          const Formula::Atom &Mine = *P.Atoms[I], &Other = *P.Atoms[J];
          if (!Formula::isCondition(Mine) || !Formula::isCondition(Other)) {
            ++J;
            continue;
          }
          const Formula Apart = Other.Of[0] - Mine.Of[0];
          if (!Apart.isNumber()) {
            ++J;
            continue;
          }
          // Where the one is 0, the other is so far from it.
          using Kind = Formula::Kind;
          const int64_t Number = Apart.number();
          const bool IsMineZero = Mine.What == Kind::Zero;
          const bool IsOtherZero = Other.What == Kind::Zero;
          bool KeepsMine = true;
          if (IsMineZero && IsOtherZero) {
            IsPossible = Number == 0;
          } else if (IsMineZero) {
            IsPossible = Number < 0;
          } else if (IsOtherZero) {
            IsPossible = Number > 0;
            KeepsMine = false;
          } else {
            KeepsMine = Number <= 0;
          }
          if (!KeepsMine)
            P.Atoms[I] = P.Atoms[J];
          P.Atoms.erase(P.Atoms.begin() + long(J));
          J = I + 1;
        }
      if (!IsPossible)
        continue;
      llvm::sort(P.Atoms, [](const auto &Mine, const auto &Other) {
        return Formula::compare(*Mine, *Other) < 0;
      });
      Result.add(std::move(P));
    }
  Result.checkSize();
  return Result;
}

Formula operator-(const Formula &A, const Formula &B) {
  return A + Formula(-1) * B;
}
} // namespace banklint

bool Formula::isNumber() const {
  return IsValid && (Products.empty() ||
                     (Products.size() == 1 && Products[0].Atoms.empty()));
}

int64_t Formula::number() const {
  assert(isNumber() && "there are no unknowns");
  return constant();
}

int64_t Formula::constant() const {
  return Products.empty() || !Products.back().Atoms.empty()
             ? 0
             : Products.back().Factor;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Range Formula::boundsOf(const Atom &A) {
  const auto Part = [&](size_t Which) { return A.Of[Which].bounds(); };
  switch (A.What) {
  case Kind::Unknown:
    return A.Bounds;
  case Kind::Negative:
  case Kind::Zero:
    return {0, 1};
  case Kind::Min:
    return {std::min(Part(0).Min, Part(1).Min),
            std::min(Part(0).Max, Part(1).Max)};
  case Kind::Max:
    return {std::max(Part(0).Min, Part(1).Min),
            std::max(Part(0).Max, Part(1).Max)};
  case Kind::Floor:
  case Kind::Ceiling: // away from 0 no more than what is divided
    return {std::min<int64_t>(Part(0).Min, 0),
            std::max<int64_t>(Part(0).Max, 0)};
  case Kind::Log2:
    return {0, 63};
  case Kind::Gcd:
    return {A.Of[1].isNumber() || A.Of[0].isNumber() ? 1 : 0, INT64_MAX};
  case Kind::Sum:
    return {Part(1).Min >= 0 ? 0 : INT64_MIN, Part(1).Max <= 0 ? 0 : INT64_MAX};
  }
  llvm_unreachable("every kind is listed");
}

Range Formula::bounds() const {
  if (!IsValid)
    return {};
  // Whether a condition holds or not, the rest is to be looked at by itself.
  for (const Product &P : Products)
    for (const AtomRef &A : P.Atoms) {
      if (!isCondition(*A))
        continue;
      const auto With = [&](int64_t Holds) {
        return map([&](const Atom &Each) -> std::optional<Formula> {
          if (compare(Each, *A) == 0)
            return Formula(Holds);
          return std::nullopt;
        });
      };
      const Range Then = With(1).bounds(), Else = With(0).bounds();
      return {std::min(Then.Min, Else.Min), std::max(Then.Max, Else.Max)};
    }
  Range Sum = {0, 0};
  for (const Product &P : Products) {
    Range Here = {P.Factor, P.Factor};
    for (const AtomRef &A : P.Atoms)
      Here = productOfRanges(Here, boundsOf(*A));
    Sum = sumOfRanges(Sum, Here);
  }
  for (const Product &P : Products) {
    const Range Other = boundsWithRemainder(P);
    Sum = {std::max(Sum.Min, Other.Min), std::min(Sum.Max, Other.Max)};
  }
  return Sum;
}

/// What is left of a division lies between 0 and the divisor:
///
///     k * a - k * d * ⌊a / d⌋    is k times what is left of a
Range Formula::boundsWithRemainder(const Product &OfQuotient) const {
  if (OfQuotient.Atoms.size() != 1)
    return {};
  const Atom &A = *OfQuotient.Atoms[0];
  if (A.What != Kind::Floor || !A.Of[1].isNumber())
    return {};
  const int64_t Divisor = A.Of[1].number();
  if (Divisor <= 0 || OfQuotient.Factor % Divisor != 0)
    return {};
  const int64_t Times = -(OfQuotient.Factor / Divisor);
  Formula Quotient;
  Quotient.add(OfQuotient);
  const Formula Rest = *this - Quotient - Formula(Times) * A.Of[0];
  // Fewer atoms than before, so that this ends.
  if (!Rest.IsValid || Rest.Products.size() >= Products.size())
    return {};
  return sumOfRanges(Rest.bounds(),
                     productOfRanges({Times, Times}, {0, Divisor - 1}));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// This = Divisor * Quotient + Rest, with what does not divide in the rest.
bool Formula::splitMultiples(int64_t Divisor, Formula &Quotient,
                             Formula &Rest) const {
  for (const Product &P : Products) {
    int64_t Whole = P.Factor / Divisor, Left = P.Factor % Divisor;
    if (!P.Atoms.empty() && Left) {
      Rest.add(P);
      continue;
    }
    if (Left < 0) {
      --Whole;
      Left += Divisor;
    }
    Quotient.add({Whole, P.Atoms});
    Rest.add({Left, P.Atoms});
  }
  return !Quotient.Products.empty();
}

Formula Formula::quotient(Kind What, const Formula &A, const Formula &B) {
  if (!A.IsValid || !B.IsValid)
    return invalid(A, B);
  if (B.isNumber(1) || A.isNumber(0))
    return A;
  if (!B.isNumber())
    return ofAtom(What, {A, B});
  const int64_t Divisor = B.number();
  if (Divisor <= 0)
    return invalid(/*IsTooLarge=*/false);
  Formula Whole, Rest;
  A.splitMultiples(Divisor, Whole, Rest);
  if (Rest.isNumber())
    return Whole + Formula(What == Kind::Ceiling && Rest.number() != 0);
  // What stays in its place is divided by what all of it has in common.
  const int64_t Common = std::gcd(Rest.commonFactor(), Divisor);
  if (Common > 1) {
    Formula Smaller, Left;
    Rest.splitMultiples(Common, Smaller, Left);
    if (What == Kind::Ceiling && !Left.isNumber(0))
      Smaller = Smaller + Formula(1);
    return Whole + quotient(What, Smaller, Formula(Divisor / Common));
  }
  return Whole + ofAtom(What, {Rest, B});
}

Formula Formula::floorQuotient(const Formula &A, const Formula &B) {
  return quotient(Kind::Floor, A, B);
}

Formula Formula::ceilingQuotient(const Formula &A, const Formula &B) {
  return quotient(Kind::Ceiling, A, B);
}

Formula Formula::log2(const Formula &A) {
  if (A.isNumber())
    return Formula(A.number() > 0 ? int64_t(llvm::Log2_64(A.number())) : 0);
  return ofAtom(Kind::Log2, {A});
}

Formula Formula::extreme(Kind What, const Formula &A, const Formula &B) {
  const Range Apart = (A - B).bounds();
  if (!A.IsValid || !B.IsValid)
    return invalid(A, B);
  const bool IsMax = What == Kind::Max;
  if (Apart.Min >= 0)
    return IsMax ? A : B;
  if (Apart.Max <= 0)
    return IsMax ? B : A;
  return A.compare(B) < 0 ? ofAtom(What, {A, B}) : ofAtom(What, {B, A});
}

Formula Formula::min(const Formula &A, const Formula &B) {
  return extreme(Kind::Min, A, B);
}

Formula Formula::max(const Formula &A, const Formula &B) {
  return extreme(Kind::Max, A, B);
}

Formula Formula::gcd(const Formula &A, const Formula &B) {
  if (!A.IsValid || !B.IsValid)
    return invalid(A, B);
  if (A.isNumber() && B.isNumber())
    return Formula(std::gcd(A.number(), B.number()));
  if (A.isNumber())
    return gcd(B, A);
  if (B.isNumber(1))
    return B;
  if (!B.isNumber() || B.isNumber(0))
    return ofAtom(Kind::Gcd, {A, B});
  // Multiples of B count for nothing, nor do factors that share none with it.
  Formula Rest;
  for (const Product &P : A.Products)
    Rest.add({P.Factor % B.number(), P.Atoms});
  if (Rest.isNumber())
    return Formula(std::gcd(Rest.number(), B.number()));
  if (Rest.Products.size() != 1)
    return ofAtom(Kind::Gcd, {Rest, B});
  const int64_t Common = std::gcd(Rest.Products[0].Factor, B.number());
  if (Common == std::abs(B.number()))
    return Formula(Common);
  Rest.Products[0].Factor = 1;
  return Formula(Common) *
         ofAtom(Kind::Gcd, {Rest, Formula(B.number() / Common)});
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

int64_t Formula::commonFactor() const {
  int64_t Common = 0;
  for (const Product &P : Products)
    if (!P.Atoms.empty())
      Common = std::gcd(Common, P.Factor);
  return Common;
}

/// Of both ways to write a condition, that with a first factor above 0.
Formula Formula::negative(const Formula &A) {
  if (!A.IsValid)
    return A;
  const Range Bounds = A.bounds();
  if (Bounds.Max < 0)
    return Formula(1);
  if (Bounds.Min >= 0)
    return Formula(0);
  if (Bounds.Min == -1 && Bounds.Max == 0)
    return Formula(1) - equal(A, Formula(0));
  if (A.Products.front().Factor < 0)
    return Formula(1) - negative(Formula(-1) - A);
  // 4 * n - 6 < 0 where n - 2 < 0.
  Formula Whole, Rest;
  A.splitMultiples(A.commonFactor(), Whole, Rest);
  return ofAtom(Kind::Negative, {Whole});
}

Formula Formula::less(const Formula &A, const Formula &B) {
  return negative(A - B);
}

Formula Formula::equal(const Formula &A, const Formula &B) {
  Formula Apart = A - B;
  if (!Apart.IsValid)
    return Apart;
  const Range Bounds = Apart.bounds();
  if (Bounds.Min > 0 || Bounds.Max < 0)
    return Formula(0);
  if (Bounds.isPoint())
    return Formula(1);
  const int64_t Common = Apart.commonFactor();
  if (Apart.constant() % Common != 0)
    return Formula(0);
  if (Apart.Products.front().Factor < 0)
    Apart = Formula(-1) * Apart;
  Formula Whole, Rest;
  Apart.splitMultiples(Common, Whole, Rest);
  // Of two numbers, it is the one where it is not the other.
  const Range OfWhole = Whole.bounds();
  if (OfWhole.Min == -1 && OfWhole.Max == 0)
    return Formula(1) - ofAtom(Kind::Zero, {Whole + Formula(1)});
  return ofAtom(Kind::Zero, {Whole});
}

Formula Formula::both(const Formula &A, const Formula &B) { return A * B; }

Formula Formula::either(const Formula &A, const Formula &B) {
  return A + B - A * B;
}

Formula Formula::choice(const Formula &Condition, const Formula &Then,
                        const Formula &Else) {
  return Else + Condition * (Then - Else);
}

//===----------------------------------------------------------------------===//
// Sums over a counter
//===----------------------------------------------------------------------===//

std::optional<std::array<Formula, 3>> Formula::powersOf(StringRef Name) const {
  std::array<Formula, 3> Powers;
  for (const Product &P : Products) {
    Product Other = {P.Factor, {}};
    unsigned Power = 0;
    for (const AtomRef &A : P.Atoms) {
      if (A->What == Kind::Unknown && A->Name == Name) {
        ++Power;
        continue;
      }
      if (mentions(*A, Name))
        return std::nullopt;
      Other.Atoms.push_back(A);
    }
    if (Power >= Powers.size())
      return std::nullopt;
    Powers[Power].add(std::move(Other));
  }
  return Powers;
}

/// Without what the counter, from 0 to `Last`, makes sure: the larger of 0 and
/// what is not below it at both ends.
Formula Formula::withoutMaxima(const Formula &Of, StringRef Counter,
                               const Formula &Last) {
  return Of.map([&](const Atom &A) -> std::optional<Formula> {
    if (A.What != Kind::Max)
      return std::nullopt;
    for (unsigned Which : {0, 1}) {
      const Formula Apart = A.Of[Which] - A.Of[1 - Which];
      const auto Powers = Apart.powersOf(Counter);
      if (!Powers || (*Powers)[1].isNumber(0) || !(*Powers)[2].isNumber(0))
        continue;
      const Range Slope = (*Powers)[1].bounds();
      if ((Slope.Min >= 0 && (*Powers)[0].bounds().Min >= 0) ||
          (Slope.Max <= 0 && Apart.substitute(Counter, Last).bounds().Min >= 0))
        return A.Of[Which];
    }
    return std::nullopt;
  });
}

unsigned Formula::depthOfSums(const Formula &F) {
  unsigned Depth = 0;
  for (const Product &P : F.Products)
    for (const AtomRef &A : P.Atoms)
      for (const Formula &Part : A->Of)
        Depth = std::max(Depth, depthOfSums(Part) + (A->What == Kind::Sum));
  return Depth;
}

/// What is larger than 0 of something that is the larger of 0 and another.
std::optional<Formula> Formula::ifPositive(const Formula &F) {
  if (F.Products.size() != 1 || F.Products[0].Factor != 1 ||
      F.Products[0].Atoms.size() != 1)
    return std::nullopt;
  const Atom &A = *F.Products[0].Atoms[0];
  if (A.What != Kind::Max)
    return std::nullopt;
  for (unsigned Which : {0, 1})
    if (A.Of[1 - Which].isNumber(0))
      return A.Of[Which];
  return std::nullopt;
}

/// The sum where the counter is the only unknown.
std::optional<Formula> Formula::sumOfNumbers(StringRef Counter,
                                             const Formula &Times,
                                             const Formula &Of) {
  if (!Times.isNumber() || Times.number() > limits::FoldedIterations ||
      Of.unknowns() != std::vector<std::string>{Counter.str()})
    return std::nullopt;
  const auto Sum = ofAtom(Kind::Sum, {Times, Of}, Counter)
                       .evaluate([](StringRef) -> std::optional<int64_t> {
                         return std::nullopt;
                       });
  return Sum ? std::optional(Formula(*Sum)) : std::nullopt;
}

/// How many numbers of the counter leave so much when they are divided.
std::optional<Formula> Formula::sumOfRemainder(StringRef Counter,
                                               const Formula &Times,
                                               const Formula &Of) {
  for (const Product &P : Of.Products) {
    if (P.Atoms.size() != 1 || P.Atoms[0]->What != Kind::Floor ||
        !P.Atoms[0]->Of[1].isNumber())
      continue;
    const Atom &Quotient = *P.Atoms[0];
    const int64_t Divisor = Quotient.Of[1].number();
    if (Quotient.Of[0] != unknown(Counter, {0}) ||
        std::abs(P.Factor) != Divisor)
      continue;
    Formula Whole;
    Whole.add({Divisor, P.Atoms});
    // ±(counter - d * ⌊counter / d⌋ - left)
    const Formula Left =
        unknown(Counter, {0}) - Whole - (P.Factor < 0 ? Of : Formula(-1) * Of);
    if (Left.isNumber() && Left.number() >= 0 && Left.number() < Divisor)
      return max(Formula(0), ceilingQuotient(Times - Left, Formula(Divisor)));
  }
  return std::nullopt;
}

/// The sum of a function of the counter, where it has a closed form.
std::optional<Formula>
Formula::closedSum(StringRef Counter, const Formula &Times, const Formula &Of) {
  const Atom &A = *Of.Products[0].Atoms[0];
  // Which of them is a number.
  if (A.What == Kind::Zero) {
    if (auto OfRemainder = sumOfRemainder(Counter, Times, A.Of[0]))
      return OfRemainder;
    const auto Powers = A.Of[0].powersOf(Counter);
    if (!Powers || !(*Powers)[2].isNumber(0) ||
        !((*Powers)[1].isNumber(1) || (*Powers)[1].isNumber(-1)))
      return std::nullopt;
    const Formula At = Formula(-1) * (*Powers)[1] * (*Powers)[0];
    return less(At, Times) - less(At, min(Formula(0), Times));
  }
  // How many numbers of the counter a bound lets pass: [a * i + b < 0].
  if (A.What == Kind::Negative) {
    const auto Powers = A.Of[0].powersOf(Counter);
    if (!Powers || !(*Powers)[1].isNumber() || !(*Powers)[2].isNumber(0))
      return std::nullopt;
    const int64_t Slope = (*Powers)[1].number();
    const Formula &Base = (*Powers)[0];
    if (Slope < 0)
      return Times -
             *closedSum(Counter, Times,
                        ofAtom(Kind::Negative, {Formula(-1) - A.Of[0]}));
    return min(Times, max(Formula(0),
                          ceilingQuotient(Formula(-1) * Base, Formula(Slope))));
  }
  // What several take in turn: the larger of 0 and ⌈(n - a * i) / (a * m)⌉, of
  // m of them.
  const std::optional<Formula> Inner = ifPositive(Of);
  if (!Inner || !Times.isNumber())
    return std::nullopt;
  Formula Whole;
  const Atom *Quotient = nullptr;
  for (const Product &P : Inner->Products)
    if (P.Factor == 1 && P.Atoms.size() == 1 &&
        P.Atoms[0]->What == Kind::Ceiling && !Quotient)
      Quotient = P.Atoms[0].get();
    else
      Whole.add(P);
  if (!Quotient || !Quotient->Of[1].isNumber() || Whole.mentions(Counter))
    return std::nullopt;
  const auto Powers = Quotient->Of[0].powersOf(Counter);
  if (!Powers || !(*Powers)[2].isNumber(0) || !(*Powers)[1].isNumber())
    return std::nullopt;
  const int64_t Slope = (*Powers)[1].number();
  const __int128 AllTurns = -__int128(Slope) * Times.number();
  if (Slope >= 0 || AllTurns != Quotient->Of[1].number())
    return std::nullopt;
  return max(Formula(0), ceilingQuotient((*Powers)[0] + Whole * Quotient->Of[1],
                                         Formula(-Slope)));
}

Formula Formula::sum(StringRef Counter, const Formula &Count,
                     const Formula &Of) {
  if (!Count.IsValid || !Of.IsValid)
    return invalid(Count, Of);
  Formula Times = max(Formula(0), Count);
  if (Times.isNumber(0))
    return Times;
  const Formula Whole = ifPositive(Count).value_or(Count);
  const Formula Before = Whole - Formula(1);
  const Formula Each = withoutMaxima(Of, Counter, Before);
  // As often as that: `Fixed`, and a sixth of `InTurn`.
  Formula Result, Fixed, InTurn, Rest;
  for (const Product &P : Each.Products) {
    Product Moving = {1, {}}, Other = {P.Factor, {}};
    for (const AtomRef &A : P.Atoms)
      (mentions(*A, Counter) ? Moving : Other).Atoms.push_back(A);
    Formula OfFixed, OfMoving;
    OfFixed.add(Other);
    OfMoving.add(Moving);
    if (Moving.Atoms.empty()) {
      Fixed = Fixed + OfFixed;
      continue;
    }
    if (const auto Powers = OfMoving.powersOf(Counter)) {
      InTurn = InTurn + OfFixed * Whole * Before *
                            (Formula(3) * (*Powers)[1] +
                             (*Powers)[2] * (Formula(2) * Whole - Formula(1)));
      continue;
    }
    std::optional<Formula> Closed;
    if (Moving.Atoms.size() == 1)
      Closed = closedSum(Counter, Times, OfMoving);
    if (!Closed)
      Closed = sumOfNumbers(Counter, Times, OfMoving);
    if (Closed)
      Result = Result + OfFixed * *Closed;
    else
      Rest.add(P);
  }
  Result =
      Result + (InTurn.isNumber(0)
                    ? Times * Fixed
                    : choice(less(Formula(0), Whole),
                             floorQuotient(InTurn + Formula(6) * Whole * Fixed,
                                           Formula(6)),
                             Formula(0)));
  if (Rest.Products.empty())
    return Result;
  // Counters are called by how many sums are inside.
  const std::string Name = "#" + std::to_string(depthOfSums(Rest));
  return Result + ofAtom(Kind::Sum,
                         {Count, Rest.substitute(Counter, unknown(Name, {0}))},
                         Name);
}

//===----------------------------------------------------------------------===//
// What is in it
//===----------------------------------------------------------------------===//

Formula Formula::make(Kind What, const std::vector<Formula> &Of,
                      StringRef Name) {
  switch (What) {
  case Kind::Unknown:
    break;
  case Kind::Floor:
  case Kind::Ceiling:
    return quotient(What, Of[0], Of[1]);
  case Kind::Log2:
    return log2(Of[0]);
  case Kind::Min:
  case Kind::Max:
    return extreme(What, Of[0], Of[1]);
  case Kind::Gcd:
    return gcd(Of[0], Of[1]);
  case Kind::Sum:
    return sum(Name, Of[0], Of[1]);
  case Kind::Negative:
    return negative(Of[0]);
  case Kind::Zero:
    return equal(Of[0], Formula(0));
  }
  llvm_unreachable("an unknown is made of nothing");
}

Formula Formula::mapAtom(const AtomRef &A, AtomMap F) {
  if (std::optional<Formula> Other = F(*A))
    return *Other;
  Formula Same;
  Same.Products.push_back({1, {A}});
  if (A->Of.empty())
    return Same;
  std::vector<Formula> Of;
  for (const Formula &Part : A->Of)
    Of.push_back(Part.map(F));
  return make(A->What, Of, A->Name);
}

Formula Formula::map(AtomMap F) const {
  Formula Result;
  Result.IsValid = IsValid;
  Result.IsTooLarge = IsTooLarge;
  for (const Product &P : Products) {
    Formula One(P.Factor);
    for (const AtomRef &A : P.Atoms)
      One = One * mapAtom(A, F);
    Result = Result + One;
  }
  return Result;
}

Formula Formula::substitute(StringRef Name, const Formula &By) const {
  return map([&](const Atom &A) -> std::optional<Formula> {
    if (A.What == Kind::Unknown && A.Name == Name)
      return By;
    return std::nullopt;
  });
}

void Formula::addUnknowns(const Atom &A, std::vector<std::string> &To) {
  if (A.What == Kind::Unknown)
    To.push_back(A.Name);
  for (const Formula &Part : A.Of)
    for (const std::string &Name : Part.unknowns())
      if (A.What != Kind::Sum || Name != A.Name)
        To.push_back(Name);
}

std::vector<std::string> Formula::unknowns() const {
  std::vector<std::string> Names;
  for (const Product &P : Products)
    for (const AtomRef &A : P.Atoms)
      addUnknowns(*A, Names);
  llvm::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

bool Formula::mentions(const Atom &A, StringRef Name) {
  std::vector<std::string> Names;
  addUnknowns(A, Names);
  return llvm::is_contained(Names, Name);
}

bool Formula::mentions(StringRef Name) const {
  return llvm::is_contained(unknowns(), Name);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static int64_t floorOf(int64_t A, int64_t B) {
  return A / B - (A % B != 0 && (A < 0));
}

std::optional<int64_t> Formula::evaluate(const Atom &A, Numbers Of) {
  if (A.What == Kind::Unknown)
    return Of(A.Name);
  std::optional<int64_t> X = A.Of[0].evaluate(Of);
  if (!X)
    return std::nullopt;
  if (A.What == Kind::Sum) {
    if (*X > limits::FormulaIterations)
      return std::nullopt;
    __int128 Sum = 0;
    for (int64_t Counter = 0; Counter < *X; ++Counter) {
      const auto Each =
          A.Of[1].evaluate([&](StringRef Name) -> std::optional<int64_t> {
            return Name == A.Name ? std::optional(Counter) : Of(Name);
          });
      if (!Each)
        return std::nullopt;
      Sum += *Each;
    }
    return fits(Sum) ? std::optional(int64_t(Sum)) : std::nullopt;
  }
  std::optional<int64_t> Y =
      A.Of.size() > 1 ? A.Of[1].evaluate(Of) : std::optional<int64_t>(1);
  if (!Y)
    return std::nullopt;
  switch (A.What) {
  case Kind::Floor:
    return *Y > 0 ? std::optional(floorOf(*X, *Y)) : std::nullopt;
  case Kind::Ceiling:
    return *Y > 0 ? std::optional(-floorOf(-*X, *Y)) : std::nullopt;
  case Kind::Log2:
    return *X > 0 ? int64_t(llvm::Log2_64(uint64_t(*X))) : 0;
  case Kind::Min:
    return std::min(*X, *Y);
  case Kind::Max:
    return std::max(*X, *Y);
  case Kind::Gcd:
    return std::gcd(*X, *Y);
  case Kind::Negative:
    return *X < 0;
  case Kind::Zero:
    return *X == 0;
  case Kind::Unknown:
  case Kind::Sum:
    break;
  }
  llvm_unreachable("these are evaluated above");
}

std::optional<int64_t> Formula::evaluate(Numbers Of) const {
  if (!IsValid)
    return std::nullopt;
  __int128 Sum = 0;
  for (const Product &P : Products) {
    __int128 Value = P.Factor;
    for (const AtomRef &A : P.Atoms) {
      if (Value == 0)
        break; // what a condition excludes need not have a number
      const std::optional<int64_t> Here = evaluate(*A, Of);
      if (!Here)
        return std::nullopt;
      Value *= *Here;
      if (!fits(Value))
        return std::nullopt;
    }
    Sum += Value;
  }
  return fits(Sum) ? std::optional(int64_t(Sum)) : std::nullopt;
}
