//===- FormulaText.cpp - Formulas as text and as trees --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is a sum of products inside is shown as people write it: conditions
// become choices, and comparisons have something above 0 on each side.
//
//===----------------------------------------------------------------------===//

#include "FormulaAtom.h"
#include "Formulas/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using llvm::StringRef;
namespace json = llvm::json;

/// A formula as it is written.
struct Formula::Shown {
  std::string Op;   ///< "+", "*", "floor", "if", ...; empty for a leaf
  std::string Name; ///< of an unknown or a counter
  int64_t Number = 0;
  std::vector<Shown> Of;

  bool isNumber() const { return Op.empty() && Name.empty(); }
};

/// The name of a sum's counter, as people see it.
static std::string counterName(StringRef Name) {
  unsigned Depth = 0;
  if (Name.drop_front().getAsInteger(10, Depth))
    return Name.str();
  static constexpr char Letters[] = "ijkl";
  return Depth < 4 ? std::string("'") + Letters[Depth]
                   : "'" + std::to_string(Depth);
}

//===----------------------------------------------------------------------===//
// From sums to what is shown
//===----------------------------------------------------------------------===//

Formula::Shown Formula::comparison(const Formula &Difference, const char *Op,
                                   const char *Turned) {
  Formula Left, Right;
  for (const Product &P : Difference.Products)
    if (P.Factor > 0)
      Left.add(P);
    else
      Right.add({-P.Factor, P.Atoms});
  if (Left.isNumber()) // n > 4 rather than 4 < n
    return {Turned, "", 0, {shown(Right), shown(Left)}};
  return {Op, "", 0, {shown(Left), shown(Right)}};
}

Formula::Shown Formula::shownCondition(const Atom &A, bool IsNot) {
  assert(isCondition(A) && "only these hold or not");
  if (A.What == Kind::Zero)
    return IsNot ? comparison(A.Of[0], "!=", "!=")
                 : comparison(A.Of[0], "=", "=");
  if (!IsNot)
    return comparison(A.Of[0], "<", ">");
  // n - 2 >= 0 where n > 1, which is shorter.
  if (A.Of[0].constant() < 0)
    return comparison(A.Of[0] + Formula(1), ">", "<");
  return comparison(A.Of[0], ">=", "<=");
}

Formula::Shown Formula::shownAtom(const Atom &A) {
  static constexpr std::pair<Kind, const char *> Names[] = {
      {Kind::Floor, "floor"}, {Kind::Ceiling, "ceil"}, {Kind::Log2, "log2"},
      {Kind::Min, "min"},     {Kind::Max, "max"},      {Kind::Gcd, "gcd"},
      {Kind::Sum, "sum"}};
  if (A.What == Kind::Unknown)
    return {"", A.Name[0] == '#' ? counterName(A.Name) : A.Name, 0, {}};
  Shown S;
  for (const auto &[What, Name] : Names)
    if (What == A.What)
      S.Op = Name;
  if (A.What == Kind::Sum)
    S.Name = counterName(A.Name);
  for (const Formula &Part : A.Of)
    S.Of.push_back(shown(Part));
  return S;
}

/// Without conditions, but for those within.
Formula::Shown Formula::shownSum(const Formula &F) {
  Shown Sum = {"+", "", 0, {}};
  for (const Product &P : F.Products) {
    Shown Whole = {"*", "", 0, {}};
    if (P.Factor != 1 || P.Atoms.empty())
      Whole.Of.push_back({"", "", P.Factor, {}});
    for (const AtomRef &A : P.Atoms)
      Whole.Of.push_back(shownAtom(*A));
    Sum.Of.push_back(Whole.Of.size() == 1 ? Whole.Of[0] : Whole);
  }
  if (Sum.Of.empty())
    return Shown();
  // n - m rather than -m + n.
  const auto IsBelow = [](const Shown &S) {
    const Shown &Factor = S.Op == "*" ? S.Of[0] : S;
    return Factor.isNumber() && Factor.Number < 0;
  };
  if (const auto First = llvm::find_if_not(Sum.Of, IsBelow);
      First != Sum.Of.end() && !First->isNumber())
    std::rotate(Sum.Of.begin(), First, std::next(First));
  return Sum.Of.size() == 1 ? Sum.Of[0] : Sum;
}

Formula::Shown Formula::shown(const Formula &F) {
  // The condition that most of what depends on one depends on.
  AtomRef Best;
  size_t Most = 0, Guarded = 0;
  for (const Product &P : F.Products) {
    Guarded +=
        llvm::any_of(P.Atoms, [](const AtomRef &A) { return isCondition(*A); });
    for (const AtomRef &A : P.Atoms) {
      if (!isCondition(*A))
        continue;
      const auto Count =
          size_t(llvm::count_if(F.Products, [&](const Product &Other) {
            return llvm::any_of(Other.Atoms, [&](const AtomRef &B) {
              return compare(*A, *B) == 0;
            });
          }));
      if (Count > Most) {
        Most = Count;
        Best = A;
      }
    }
  }
  if (!Best)
    return shownSum(F);
  const auto With = [&](int64_t Holds, const Formula &Of) {
    return Of.map([&](const Atom &A) -> std::optional<Formula> {
      if (compare(A, *Best) == 0)
        return Formula(Holds);
      return std::nullopt;
    });
  };
  // What does not depend on it stands beside it, unless that is all.
  Formula Guards, Beside;
  for (const Product &P : F.Products) {
    const bool HasIt = llvm::any_of(
        P.Atoms, [&](const AtomRef &A) { return compare(*A, *Best) == 0; });
    (HasIt ? Guards : Beside).add(P);
  }
  const bool IsWhole = Most == Guarded;
  const Formula Then = With(1, IsWhole ? F : Guards);
  const Formula Else = With(0, IsWhole ? F : Guards);
  const bool IsTurned = Then.isNumber(0) && !Else.isNumber(0);
  Shown Choice = {"if", "", 0, {}};
  Choice.Of.push_back(shownCondition(*Best, IsTurned));
  Choice.Of.push_back(shown(IsTurned ? Else : Then));
  Choice.Of.push_back(shown(IsTurned ? Then : Else));
  if (IsWhole || Beside.isNumber(0))
    return Choice;
  Shown Sum = {"+", "", 0, {Choice}};
  Shown Rest = shown(Beside);
  if (Rest.Op == "+")
    Sum.Of.insert(Sum.Of.end(), Rest.Of.begin(), Rest.Of.end());
  else
    Sum.Of.push_back(std::move(Rest));
  return Sum;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static StringRef signOf(StringRef Op) {
  return llvm::StringSwitch<StringRef>(Op)
      .Case(">=", " ≥ ")
      .Case("<=", " ≤ ")
      .Case("!=", " ≠ ")
      .Case("<", " < ")
      .Case(">", " > ")
      .Case("=", " = ")
      .Default("");
}

/// In brackets where that binds less than what is around it: a sum in a
/// product, a choice in either.
std::string Formula::textOf(const Shown &S, unsigned Around) {
  enum { OfAll, OfSum, OfProduct, OfFactor };
  const auto Part = [&](size_t Which, unsigned Inside = OfAll) {
    return textOf(S.Of[Which], Inside);
  };
  const auto Within = [&](const std::string &Text, unsigned Own) {
    return Own < Around ? "(" + Text + ")" : Text;
  };
  if (S.Op.empty())
    return S.Name.empty() ? Within(std::to_string(S.Number),
                                   S.Number < 0 ? OfSum : OfFactor)
                          : (S.Name[0] == '\'' ? S.Name.substr(1) : S.Name);
  if (S.Op == "+") {
    std::string Text;
    for (Shown Each : S.Of) {
      int64_t *Factor = Each.isNumber() ? &Each.Number
                        : Each.Op == "*" && Each.Of[0].isNumber()
                            ? &Each.Of[0].Number
                            : nullptr;
      const bool IsBelow = Factor && *Factor < 0 && !Text.empty();
      if (IsBelow)
        *Factor = -*Factor;
      if (IsBelow && *Factor == 1 && Each.Op == "*")
        Each.Of.erase(Each.Of.begin());
      if (!Text.empty())
        Text += IsBelow ? " - " : " + ";
      Text += textOf(Each, OfSum + (Each.Op == "if"));
    }
    return Within(Text, OfSum);
  }
  if (S.Op == "*") {
    std::string Text;
    for (const Shown &Each : S.Of) {
      if (&Each == &S.Of[0] && Each.isNumber() && Each.Number == -1 &&
          S.Of.size() > 1) {
        Text = "-";
        continue;
      }
      if (!Text.empty() && Text != "-")
        Text += "·";
      Text += &Each == &S.Of[0] ? textOf(Each, OfAll) : textOf(Each, OfProduct);
    }
    return Within(Text, Text[0] == '-' ? OfSum : OfProduct);
  }
  if (S.Op == "if")
    return Within("if " + Part(0) + " then " + Part(1) + " else " + Part(2),
                  OfAll);
  if (S.Op == "floor")
    return "⌊" + Part(0, OfProduct) + " / " + Part(1, OfFactor) + "⌋";
  if (S.Op == "ceil")
    return "⌈" + Part(0, OfProduct) + " / " + Part(1, OfFactor) + "⌉";
  if (S.Op == "log2")
    return "⌊log₂" +
           (S.Of[0].Op.empty() ? " " + Part(0) : "(" + Part(0) + ")") + "⌋";
  if (S.Op == "sum")
    return Within("Σ(" + S.Name.substr(1) + " < " + Part(0) + ") " +
                      Part(1, OfProduct),
                  OfSum);
  if (const StringRef Sign = signOf(S.Op); !Sign.empty())
    return Part(0) + Sign.str() + Part(1);
  return S.Op + "(" + Part(0) + ", " + Part(1) + ")";
}

std::string Formula::text() const {
  return IsValid ? textOf(shown(*this), 0) : "too long a formula";
}

std::string Formula::textOfNotNegative() const {
  return textOf(comparison(*this, ">=", "<="), 0);
}

void Formula::dump() const { llvm::errs() << text() << '\n'; }

size_t Formula::partsOf(Kind What) {
  switch (What) {
  case Kind::Unknown:
    return 0;
  case Kind::Negative:
  case Kind::Zero:
  case Kind::Log2:
    return 1;
  default:
    return 2;
  }
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

json::Value Formula::treeOf(const Shown &S) {
  if (S.isNumber())
    return S.Number;
  if (S.Op.empty()) {
    if (S.Name[0] == '\'')
      return json::Object{{"counter", S.Name.substr(1)}};
    return json::Object{{"unknown", S.Name}};
  }
  json::Array Of;
  for (const Shown &Part : S.Of)
    Of.push_back(treeOf(Part));
  json::Object Tree{{"op", S.Op}, {"of", std::move(Of)}};
  if (!S.Name.empty())
    Tree["counter"] = S.Name.substr(1);
  return Tree;
}

json::Value Formula::tree() const {
  return IsValid ? treeOf(shown(*this)) : json::Value(nullptr);
}

json::Value Formula::treeOfNotNegative() const {
  return treeOf(comparison(*this, ">=", "<="));
}

json::Value Formula::archive() const {
  if (!IsValid)
    return nullptr;
  json::Array Sum;
  for (const Product &P : Products) {
    json::Array Factors{P.Factor};
    for (const AtomRef &A : P.Atoms) {
      json::Array Of{int(A->What), A->Name, A->Bounds.Min, A->Bounds.Max};
      for (const Formula &Part : A->Of)
        Of.push_back(Part.archive());
      Factors.push_back(std::move(Of));
    }
    Sum.push_back(std::move(Factors));
  }
  return Sum;
}

std::optional<Formula> Formula::restore(const json::Value &Archived) {
  if (Archived.kind() == json::Value::Null)
    return invalid(/*IsTooLarge=*/false);
  const json::Array *Sum = Archived.getAsArray();
  if (!Sum)
    return std::nullopt;
  Formula Result;
  for (const json::Value &Each : *Sum) {
    const json::Array *Factors = Each.getAsArray();
    if (!Factors || Factors->empty() || !Factors->front().getAsInteger())
      return std::nullopt;
    Formula One(*Factors->front().getAsInteger());
    for (const json::Value &Factor : llvm::drop_begin(*Factors)) {
      const json::Array *Of = Factor.getAsArray();
      if (!Of || Of->size() < 4)
        return std::nullopt;
      const auto What = (*Of)[0].getAsInteger(), Min = (*Of)[2].getAsInteger(),
                 Max = (*Of)[3].getAsInteger();
      const auto Name = (*Of)[1].getAsString();
      if (!What || !Min || !Max || !Name || *What < 0 || *What > int(Kind::Sum))
        return std::nullopt;
      std::vector<Formula> Parts;
      for (const json::Value &Part : llvm::drop_begin(*Of, 4)) {
        std::optional<Formula> Restored = restore(Part);
        if (!Restored)
          return std::nullopt;
        Parts.push_back(std::move(*Restored));
      }
      if (Parts.size() != partsOf(Kind(*What)))
        return std::nullopt;
      One = One * ofAtom(Kind(*What), std::move(Parts), *Name, {*Min, *Max});
    }
    Result = Result + One;
  }
  return Result;
}
