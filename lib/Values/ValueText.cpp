//===- ValueText.cpp - Values as text -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/ValueText.h"
#include "Arithmetic.h"
#include "Bank/Gpu.h"
#include "Values/Decision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"
#include <optional>

using namespace banklint;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void VariableNames::add(const Value &V) {
  for (const Term &T : V.terms())
    add(T.What, /*IsLaunch=*/false);
  for (const Term &T : V.launchTerms())
    add(T.What, /*IsLaunch=*/true);
}

void VariableNames::add(const Variable *A, bool IsLaunch) {
  assert(Names.empty() && "names are given once, to all");
  if (!Noted.insert(A).second)
    return;
  if (A->Kind == Variable::Unresolved) {
    add(A->Left);
    add(A->Right);
    return;
  }
  Leaves.push_back(A);
  if (IsLaunch)
    OfLaunch.insert(A);
}

/// What the text of a value has for itself: "lane", "min", "u32".
static bool isReserved(StringRef Name) {
  if (Name == "lane" || Name == "launch" || Name == "min" || Name == "max")
    return true;
  unsigned Bits;
  return (Name.consume_front("i") || Name.consume_front("u")) &&
         !Name.getAsInteger(10, Bits);
}

/// Whether a symbol can go by what it is called. A name with a number behind
/// one letter may be one of those that are made up here.
static bool isName(const Variable &A) {
  if (A.Kind != Variable::Symbol || A.Why.kind() != ReasonKind::Named)
    return false;
  StringRef Name = A.Why.fields().Name;
  TextCursor Text(Name);
  return !Name.empty() && !Name.contains('#') && Text.takeName() == Name;
}

static StringRef prefixOf(const Variable &A) {
  if (A.Kind == Variable::Varying)
    return "v";
  switch (A.Role) {
  case SymbolKind::Unknown:
    return "n";
  case SymbolKind::Choice:
    return "c";
  case SymbolKind::Visited:
    return "k";
  case SymbolKind::WarpShift:
    return "w";
  }
  llvm_unreachable("every role is listed");
}

void VariableNames::assign() {
  llvm::sort(Leaves, [](const Variable *A, const Variable *B) {
    return A->Id < B->Id;
  });
  llvm::StringMap<unsigned> Uses;
  for (const Variable *A : Leaves)
    if (isName(*A))
      Uses.try_emplace(A->Why.fields().Name, isReserved(A->Why.fields().Name));
  llvm::StringMap<unsigned> MadeUp;
  for (const Variable *A : Leaves) {
    std::string &Name = Names[A];
    if (isName(*A)) {
      StringRef Given = A->Why.fields().Name;
      unsigned Before = Uses[Given]++;
      Name = Given.str() + (Before ? "#" + llvm::utostr(Before) : "");
      continue;
    }
    StringRef Prefix = prefixOf(*A);
    do
      Name = (Prefix + llvm::Twine(++MadeUp[Prefix])).str();
    while (Uses.contains(Name));
  }
}

StringRef VariableNames::of(const Variable *A) const {
  auto Found = Names.find(A);
  assert(Found != Names.end() &&
         "the variable was noted, and names were given");
  return Found->second;
}

static void printRange(raw_ostream &OS, Range Bounds) {
  if (Bounds.Min != INT64_MIN)
    OS << Bounds.Min;
  OS << "..";
  if (Bounds.Max != INT64_MAX)
    OS << Bounds.Max;
}

StringRef banklint::roleName(SymbolKind Role) {
  switch (Role) {
  case SymbolKind::Unknown:
    return "unknown";
  case SymbolKind::Choice:
    return "choice";
  case SymbolKind::Visited:
    return "visited";
  case SymbolKind::WarpShift:
    return "warp shift";
  }
  llvm_unreachable("every role is listed");
}

void VariableNames::printDeclarations(raw_ostream &OS,
                                      StringRef Indentation) const {
  llvm::DenseMap<const void *, unsigned> Origins;
  for (const Variable *A : Leaves) {
    bool IsVarying = A->Kind == Variable::Varying;
    OS << Indentation << (IsVarying ? "varying " : "symbol ") << of(A);
    const char *Separator = ": ";
    auto Next = [&]() -> raw_ostream & {
      OS << Separator;
      Separator = ", ";
      return OS;
    };
    if (!isName(*A))
      A->Why.print(Next());
    if (!IsVarying && A->Role != SymbolKind::Unknown)
      Next() << roleName(A->Role);
    if (OfLaunch.contains(A))
      Next() << "launch";
    if (A->HasEvenOdds)
      Next() << "even odds";
    if (!A->Choices.empty()) {
      Next() << "choices";
      for (int64_t Choice : A->Choices)
        OS << ' ' << Choice;
      if (A->SureChoices != 1)
        Next() << "sure " << A->SureChoices;
    } else if (!A->HasEvenOdds) {
      if (A->Bounds.Min != INT64_MIN || A->Bounds.Max != INT64_MAX) {
        Next();
        printRange(OS, A->Bounds);
      }
      if (A->MultipleOf != 1)
        Next() << "multiple of " << A->MultipleOf;
    }
    if (A->Origin)
      Next()
          << "origin "
          << Origins.try_emplace(A->Origin, Origins.size() + 1).first->second;
    OS << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Numbers of lanes
//===----------------------------------------------------------------------===//

namespace {
/// Base + Within * (lane % Period) + Across * (lane / Period), for all lanes of
/// a mask.
struct LaneRule {
  unsigned Period = LaneCount;
  int64_t Base = 0, Within = 0, Across = 0;

  int64_t at(unsigned Lane) const {
    return wrapAdd(Base, wrapAdd(wrapMul(Within, Lane % Period),
                                 wrapMul(Across, Lane / Period)));
  }
};
} // namespace

/// By how much the numbers grow from one lane of the mask to another, told from
/// the first pair that `IsPair` allows.
template <typename Function>
static int64_t growthOver(unsigned Distance, const Lanes &Numbers,
                          LaneMask Mask, Function IsPair) {
  for (unsigned Lane = 0; Lane + Distance < LaneCount; ++Lane)
    if (Mask >> Lane & 1 && Mask >> (Lane + Distance) & 1 && IsPair(Lane))
      return wrapSub(Numbers[Lane + Distance], Numbers[Lane]);
  return 0;
}

/// The rule of this period that the numbers follow, if there is one.
static std::optional<LaneRule> ruleOf(unsigned Period, const Lanes &Numbers,
                                      LaneMask Mask) {
  LaneRule Rule;
  Rule.Period = Period;
  Rule.Within = growthOver(1, Numbers, Mask, [&](unsigned Lane) {
    return (Lane + 1) % Period != 0;
  });
  Rule.Across =
      growthOver(Period, Numbers, Mask, [](unsigned) { return true; });
  unsigned First = llvm::countr_zero(Mask);
  Rule.Base = wrapSub(Numbers[First], Rule.at(First));
  for (unsigned Lane = First; Lane != LaneCount; ++Lane)
    if (Mask >> Lane & 1 && Rule.at(Lane) != Numbers[Lane])
      return std::nullopt;
  return Rule;
}

/// Rows of threads are mostly as long as a power of two.
static std::optional<LaneRule> ruleOf(const Lanes &Numbers, LaneMask Mask) {
  if (!Mask)
    return std::nullopt;
  for (unsigned Period : {32, 16, 8, 4, 2})
    if (std::optional<LaneRule> Rule = ruleOf(Period, Numbers, Mask))
      return Rule;
  for (unsigned Period = 3; Period != LaneCount; ++Period)
    if (std::optional<LaneRule> Rule = ruleOf(Period, Numbers, Mask))
      return Rule;
  return std::nullopt;
}

/// "{0, 4, ...}"; '_' for lanes that are not in the mask.
static std::string listOf(const Lanes &Numbers, LaneMask Mask) {
  std::string Text = "{";
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Text += (Lane ? ", " : "") +
            (Mask >> Lane & 1 ? std::to_string(Numbers[Lane]) : "_");
  return Text + "}";
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {
/// A sum as it is written down, addend by addend.
class SumText {
public:
  void add(int64_t Factor, StringRef Of) {
    if (Factor == 0)
      return;
    append(Factor < 0);
    uint64_t Magnitude = Factor < 0 ? 0 - uint64_t(Factor) : uint64_t(Factor);
    if (Magnitude != 1)
      Text += std::to_string(Magnitude) + " * ";
    Text += Of;
    IsFactor &= Factor == 1;
  }
  void add(int64_t Number) {
    if (Number == 0 && Addends)
      return;
    append(Number < 0);
    Text +=
        std::to_string(Number < 0 ? 0 - uint64_t(Number) : uint64_t(Number));
    IsFactor &= Number >= 0;
  }
  void addProduct(StringRef Factor, StringRef Of) {
    append(/*IsNegative=*/false);
    Text += (Factor + " * " + Of).str();
    IsFactor = false;
  }
  void add(const Lanes &Numbers, LaneMask Mask);

  const std::string &text() const { return Text; }
  /// As it can stand beside a sign.
  std::string factor() const {
    return IsFactor && Addends == 1 ? Text : "(" + Text + ")";
  }

private:
  void append(bool IsNegative) {
    if (Addends++)
      Text += IsNegative ? " - " : " + ";
    else if (IsNegative)
      Text += "-";
  }

  std::string Text;
  unsigned Addends = 0;
  bool IsFactor = true;
};

/// Writes values whose variables have these names.
class ValueWriter {
public:
  explicit ValueWriter(const VariableNames &Names) : Names(Names) {}

  SumText sum(const Value &V) const;

private:
  void addTerms(SumText &Sum, ArrayRef<Term> Terms) const;
  std::pair<SumText, SumText> operands(const Variable &A) const;
  std::string variable(const Variable &A) const;

  const VariableNames &Names;
};
} // namespace

void SumText::add(const Lanes &Numbers, LaneMask Mask) {
  std::optional<LaneRule> Rule = ruleOf(Numbers, Mask);
  if (!Rule)
    return add(1, listOf(Numbers, Mask));
  std::string Period = std::to_string(Rule->Period);
  if (Rule->Period == LaneCount) {
    add(Rule->Within, "lane");
  } else {
    add(Rule->Within, "(lane % " + Period + ")");
    add(Rule->Across, "(lane / " + Period + ")");
  }
  add(Rule->Base);
}

static SumText sumOf(const LaneNumbers &Numbers) {
  SumText Sum;
  if (Numbers.isSame())
    Sum.add(Numbers.same());
  else
    Sum.add(*Numbers.each(), AllLanes);
  return Sum;
}

/// Leaves as they were made, then operations by their text: so the order is the
/// same in every pool.
void ValueWriter::addTerms(SumText &Sum, ArrayRef<Term> Terms) const {
  llvm::SmallVector<std::pair<std::string, const Term *>, 4> Operations;
  auto Add = [&](const Term &T, StringRef Of) {
    if (T.Factor.isSame())
      Sum.add(T.Factor.same(), Of);
    else
      Sum.addProduct(sumOf(T.Factor).factor(), Of);
  };
  for (const Term &T : Terms)
    if (T.What->Kind == Variable::Unresolved)
      Operations.push_back({variable(*T.What), &T});
    else
      Add(T, Names.of(T.What));
  llvm::sort(Operations, llvm::less_first());
  for (const auto &[Text, T] : Operations)
    Add(*T, Text);
}

SumText ValueWriter::sum(const Value &V) const {
  SumText Sum;
  const LaneNumbers &Constant = V.constant();
  // The number comes last, as people write it.
  std::optional<LaneRule> Rule;
  int64_t Number = Constant.isSame() ? Constant.same() : 0;
  if (!Constant.isSame()) {
    Lanes Varied = *Constant.each();
    Rule = ruleOf(Varied, AllLanes);
    if (Rule) {
      Number = Rule->Base;
      for (int64_t &Each : Varied)
        Each = wrapSub(Each, Number);
    }
    Sum.add(Varied, AllLanes);
  }
  addTerms(Sum, V.terms());
  if (Number != 0 || V.launchTerms().empty())
    Sum.add(Number);
  if (!V.launchTerms().empty()) {
    SumText OfLaunch;
    addTerms(OfLaunch, V.launchTerms());
    Sum.add(1, "launch(" + OfLaunch.text() + ")");
  }
  return Sum;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {
/// How an operation is written, and read again.
struct OperationText {
  Operation Op;
  StringRef Sign;
  /// The type that is not written; of zero bits, each one is.
  IntType Usual;
};
} // namespace

static constexpr IntType NoType = {0, true};
static constexpr OperationText Infixes[] = {
    {Operation::Add, "+", NoType},        {Operation::Sub, "-", NoType},
    {Operation::Mul, "*", Int64},         {Operation::Div, "/", Int32},
    {Operation::Rem, "%", Int32},         {Operation::Shl, "<<", Int32},
    {Operation::Shr, ">>", Int32},        {Operation::And, "&", Int32},
    {Operation::Or, "|", Int32},          {Operation::Xor, "^", Int32},
    {Operation::IsNegative, "<", Int64},  {Operation::IsZero, "==", Int64},
    {Operation::LogicalAnd, "&&", Int32}, {Operation::LogicalOr, "||", Int32},
};

static std::string nameOf(IntType T) {
  return (T.IsSigned ? "i" : "u") + std::to_string(T.Bits);
}

static bool isCommutative(Operation Op) {
  switch (Op) {
  case Operation::Mul:
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
  case Operation::Min:
  case Operation::Max:
    return true;
  default:
    return false;
  }
}

static bool hasOperations(const Value &V) {
  return llvm::any_of(V.terms(), [](const Term &T) {
    return T.What->Kind == Variable::Unresolved;
  });
}

/// A pool holds the operand with the older variable first. Where one is made of
/// operations, the order is by text, as in sums; known numbers come last.
std::pair<SumText, SumText> ValueWriter::operands(const Variable &A) const {
  std::pair<SumText, SumText> Both = {sum(A.Left), sum(A.Right)};
  if (!isCommutative(A.Op) || A.Left.isKnown() || A.Right.isKnown())
    return Both;
  bool IsLeftMade = hasOperations(A.Left), IsRightMade = hasOperations(A.Right);
  if (IsLeftMade && (!IsRightMade || Both.second.text() < Both.first.text()))
    std::swap(Both.first, Both.second);
  return Both;
}

std::string ValueWriter::variable(const Variable &A) const {
  if (A.Kind != Variable::Unresolved)
    return Names.of(&A).str();
  auto [Left, Right] = operands(A);
  if (A.Op == Operation::Convert)
    return nameOf(A.Type) + "(" + Left.text() + ")";
  bool IsMin = A.Op == Operation::Min;
  if (IsMin || A.Op == Operation::Max) {
    bool IsUsual = A.Type.Bits == Int32.Bits && A.Type.IsSigned;
    return std::string(IsMin ? "min" : "max") +
           (IsUsual ? "" : "." + nameOf(A.Type)) + "(" + Left.text() + ", " +
           Right.text() + ")";
  }
  const OperationText *Text = llvm::find_if(
      Infixes, [&](const OperationText &Infix) { return Infix.Op == A.Op; });
  assert(Text != std::end(Infixes) && "every operation has a text");
  bool IsUsual = A.Type.Bits == Text->Usual.Bits &&
                 A.Type.IsSigned == Text->Usual.IsSigned;
  return "(" + Left.factor() + " " + Text->Sign.str() +
         (IsUsual ? "" : nameOf(A.Type)) + " " + Right.factor() + ")";
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void banklint::print(raw_ostream &OS, const Value &V,
                     const VariableNames &Names) {
  OS << ValueWriter(Names).sum(V).text();
}

void banklint::print(raw_ostream &OS, const Lanes &Numbers, LaneMask Mask) {
  SumText Sum;
  Sum.add(Numbers, Mask);
  OS << Sum.text();
}

void Value::print(raw_ostream &OS) const {
  banklint::print(OS, *this, VariableNames(*this));
}

LLVM_DUMP_METHOD void Value::dump() const {
  VariableNames Names(*this);
  banklint::print(llvm::dbgs(), *this, Names);
  llvm::dbgs() << '\n';
  Names.printDeclarations(llvm::dbgs(), "  ");
}

raw_ostream &banklint::operator<<(raw_ostream &OS, Certainty Confidence) {
  switch (Confidence) {
  case Certainty::Exact:
    return OS << "exact";
  case Certainty::Whole:
    return OS << "whole";
  case Certainty::Guarded:
    return OS << "guarded";
  case Certainty::Even:
    return OS << "even";
  case Certainty::Data:
    return OS << "data";
  }
  llvm_unreachable("every certainty is listed");
}

void Split::print(raw_ostream &OS) const {
  OS << "true " << llvm::format_hex_no_prefix(True, 8) << ", false "
     << llvm::format_hex_no_prefix(False, 8) << ", " << Confidence;
  if (!Unresolved.isNumber(0)) {
    OS << ", unresolved ";
    Unresolved.print(OS);
  }
  if (IsLimited)
    OS << ", limited";
}

LLVM_DUMP_METHOD void Split::dump() const {
  print(llvm::dbgs());
  llvm::dbgs() << '\n';
}
