//===- Formula.h - A number as a formula in unknowns ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often a kernel does something, where arguments decide: `31·n + 4`. A
// formula is an integer polynomial of *atoms*: unknowns, and functions of other
// formulas that are no polynomials. A condition is an atom, too, of 0 or 1, so
// that a choice is a sum like any other:
//
//     if n < 4 then 1 else 3     is     3 - 2·[n < 4]
//
// Formulas that are equal as polynomials of the same atoms are the same: like
// terms join, constants fold, and what the bounds of unknowns decide is gone.
// All numbers are integers of the mathematical kind. Where a formula becomes
// too long, or a constant in it too large for 64 bits, it is not valid, and so
// is nothing that is made of it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FORMULAS_FORMULA_H
#define BANKLINT_FORMULAS_FORMULA_H

#include "Values/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

class Formula {
public:
  Formula(int64_t Number = 0);
  /// A number that a name stands for, and its bounds. Names that begin with '#'
  /// are of what is yet to be replaced: the counter of a loop around.
  static Formula unknown(llvm::StringRef Name, Range Bounds = {});

  /// `⌊A / B⌋` and `⌈A / B⌉`, for B above 0.
  static Formula floorQuotient(const Formula &A, const Formula &B);
  static Formula ceilingQuotient(const Formula &A, const Formula &B);
  /// `⌊log₂ A⌋` for A above 0, else 0.
  static Formula log2(const Formula &A);
  static Formula min(const Formula &A, const Formula &B);
  static Formula max(const Formula &A, const Formula &B);
  /// The greatest common divisor; that of 0 and B is B.
  static Formula gcd(const Formula &A, const Formula &B);
  /// The sum of `Of`, for a counter of that name from 0 to `Count` - 1, in
  /// closed form where one is known; 0 where the count is below 1.
  static Formula sum(llvm::StringRef Counter, const Formula &Count,
                     const Formula &Of);
  /// Conditions: 1 where it holds, else 0.
  static Formula less(const Formula &A, const Formula &B);
  static Formula equal(const Formula &A, const Formula &B);
  static Formula both(const Formula &A, const Formula &B);
  static Formula either(const Formula &A, const Formula &B);
  static Formula choice(const Formula &Condition, const Formula &Then,
                        const Formula &Else);

  friend Formula operator+(const Formula &A, const Formula &B);
  friend Formula operator-(const Formula &A, const Formula &B);
  friend Formula operator*(const Formula &A, const Formula &B);
  friend bool operator==(const Formula &A, const Formula &B) {
    return A.IsValid == B.IsValid && A.compare(B) == 0;
  }
  friend bool operator!=(const Formula &A, const Formula &B) {
    return !(A == B);
  }

  bool isValid() const { return IsValid; }
  /// Of one that is not valid: some number in it does not fit 64 bits.
  bool isTooLarge() const { return IsTooLarge; }
  bool isNumber() const;
  bool isNumber(int64_t Number) const { return *this == Formula(Number); }
  /// Of a formula that is a number.
  int64_t number() const;
  /// What it can be, from the bounds of its unknowns.
  Range bounds() const;
  bool mentions(llvm::StringRef Name) const;
  /// The names of its unknowns, each once, in order.
  std::vector<std::string> unknowns() const;
  /// With `By` in the place of an unknown.
  Formula substitute(llvm::StringRef Name, const Formula &By) const;

  /// The factors of the powers of an unknown, from 0 to 2; none where it is in
  /// other functions, or in higher powers.
  std::optional<std::array<Formula, 3>> powersOf(llvm::StringRef Name) const;

  /// Its number where each unknown has one; none where one has not, or numbers
  /// grow beyond 64 bits, or it divides by what is not above 0.
  using Numbers =
      llvm::function_ref<std::optional<int64_t>(llvm::StringRef Name)>;
  std::optional<int64_t> evaluate(Numbers Of) const;

  /// "31·n + 4", "⌊log₂(n - 1)⌋ + 1", "if n < 4 then 1 else 3".
  std::string text() const;
  /// As a condition that the formula is not negative: "n ≥ 1".
  std::string textOfNotNegative() const;
  /// Numbers, {"unknown": "n"}, {"op": "+", "of": [...]}: see
  /// docs/report.schema.json.
  llvm::json::Value tree() const;
  llvm::json::Value treeOfNotNegative() const;
  /// As it is kept in files, and back; none where it is nothing of the kind.
  llvm::json::Value archive() const;
  static std::optional<Formula> restore(const llvm::json::Value &Archived);

  void dump() const;

private:
  /// Conditions first: what they exclude is not worked out.
  enum class Kind {
    Negative, ///< [A < 0]
    Zero,     ///< [A = 0]
    Unknown,
    Floor,
    Ceiling,
    Log2,
    Min,
    Max,
    Gcd,
    Sum, ///< over `Name`: the count, and what is summed up
  };
  struct Atom;
  using AtomRef = std::shared_ptr<const Atom>;
  /// A constant times atoms, in order.
  struct Product {
    int64_t Factor = 0;
    std::vector<AtomRef> Atoms;
  };
  struct Shown;

  static int compare(const Atom &A, const Atom &B);
  static int compare(const std::vector<AtomRef> &A,
                     const std::vector<AtomRef> &B);
  int compare(const Formula &Other) const;
  static bool isCondition(const Atom &A) {
    return kindOf(A) == Kind::Negative || kindOf(A) == Kind::Zero;
  }
  static Kind kindOf(const Atom &A);
  static size_t partsOf(Kind What);
  static Formula invalid(bool IsTooLarge);
  /// What both are made of is not valid.
  static Formula invalid(const Formula &A, const Formula &B) {
    return invalid(A.IsTooLarge || B.IsTooLarge);
  }
  static Formula ofAtom(Kind What, std::vector<Formula> Of,
                        llvm::StringRef Name = "", Range Bounds = {});
  static Formula make(Kind What, const std::vector<Formula> &Of,
                      llvm::StringRef Name);
  static Range boundsOf(const Atom &A);
  Range boundsWithRemainder(const Product &OfQuotient) const;
  void setTooLarge() {
    IsValid = false;
    IsTooLarge = true;
  }
  void add(Product P);
  void checkSize();
  int64_t constant() const;
  /// The greatest number that divides the factors of all but the constant.
  int64_t commonFactor() const;
  bool splitMultiples(int64_t Divisor, Formula &Quotient, Formula &Rest) const;
  using AtomMap = llvm::function_ref<std::optional<Formula>(const Atom &A)>;
  Formula map(AtomMap F) const;
  static Formula mapAtom(const AtomRef &A, AtomMap F);
  static Formula extreme(Kind What, const Formula &A, const Formula &B);
  static Formula quotient(Kind What, const Formula &A, const Formula &B);
  static Formula negative(const Formula &A);
  static Formula withoutMaxima(const Formula &Of, llvm::StringRef Counter,
                               const Formula &Last);
  static bool mentions(const Atom &A, llvm::StringRef Name);
  static std::optional<Formula> ifPositive(const Formula &F);
  static std::optional<Formula> sumOfNumbers(llvm::StringRef Counter,
                                             const Formula &Times,
                                             const Formula &Of);
  static std::optional<Formula> sumOfRemainder(llvm::StringRef Counter,
                                               const Formula &Times,
                                               const Formula &Of);
  static std::optional<Formula>
  closedSum(llvm::StringRef Counter, const Formula &Times, const Formula &Of);
  /// Sums within sums.
  static unsigned depthOfSums(const Formula &F);
  static std::optional<int64_t> evaluate(const Atom &A, Numbers Of);
  static void addUnknowns(const Atom &A, std::vector<std::string> &To);

  static Shown shown(const Formula &F);
  static Shown shownSum(const Formula &F);
  static Shown shownAtom(const Atom &A);
  static Shown shownCondition(const Atom &A, bool IsNot);
  static Shown comparison(const Formula &Difference, const char *Op,
                          const char *Turned);
  static std::string textOf(const Shown &S, unsigned Around);
  static llvm::json::Value treeOf(const Shown &S);

  std::vector<Product> Products; ///< in order, none of them 0
  bool IsValid = true, IsTooLarge = false;
};

} // namespace banklint

#endif // BANKLINT_FORMULAS_FORMULA_H
