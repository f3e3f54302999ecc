//===- Reason.cpp - Why something is not known ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Reason.h"
#include "Values/TextCursor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <cstddef>
#include <iterator>
#include <string>

using namespace banklint;

bool banklint::isByHardware(ReasonKind Kind) {
  switch (Kind) {
  case ReasonKind::BarrierObject:
  case ReasonKind::BulkCopy:
  case ReasonKind::BulkCopyReads:
  case ReasonKind::BulkCopyWrites:
  case ReasonKind::TensorCoreDescriptor:
  case ReasonKind::WgmmaDescriptor:
    return true;
  default:
    return false;
  }
}
using llvm::ArrayRef;
using llvm::BumpPtrAllocator;
using llvm::raw_ostream;
using llvm::SmallVector;
using llvm::StringLiteral;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

namespace {
/// A kind as it is printed, and what reports say of it.
struct KindText {
  StringLiteral Name, Sentence;

  bool hasName() const { return Sentence.contains("{name}"); }
  bool hasNumber() const { return Sentence.contains("{number}"); }
  bool hasValues() const { return Sentence.contains("{values}"); }
  bool hasInner() const { return Sentence.contains("{reason}"); }
  bool hasFields() const { return Sentence.contains('{'); }
};
} // namespace

static constexpr KindText Kinds[] = {
    {"None", ""},
#define REASON(KIND, SENTENCE) {#KIND, SENTENCE},
#include "Values/Reasons.def"
};

static const KindText &textOf(ReasonKind Kind) { return Kinds[size_t(Kind)]; }

Reason::Reason(ReasonKind Kind, const ReasonFields *Fields)
    : Kind(Kind), Fields(Fields) {
  assert(textOf(Kind).hasFields() == (Fields != nullptr) &&
         "a reason has the fields of its kind");
}

static const ReasonFields *keep(const ReasonFields &From,
                                BumpPtrAllocator &To) {
  auto *Kept = new (To) ReasonFields(From);
  Kept->Name = From.Name.copy(To);
  SmallVector<ReasonValue, 4> Values;
  for (const ReasonValue &Each : From.Values)
    Values.push_back({Each.Symbol.copy(To), Each.Number});
  Kept->Values = ArrayRef<ReasonValue>(Values).copy(To);
  Kept->Inner = From.Inner.copy(To);
  return Kept;
}

Reason::Reason(ReasonKind Kind, const ReasonFields &Fields,
               BumpPtrAllocator &Storage)
    : Reason(Kind, keep(Fields, Storage)) {}

const ReasonFields &Reason::fields() const {
  static const ReasonFields NoFields;
  return Fields ? *Fields : NoFields;
}

Reason Reason::copy(BumpPtrAllocator &To) const {
  return Fields ? Reason(Kind, *Fields, To).atLine(Line) : *this;
}

bool Reason::operator==(const Reason &Other) const {
  if (Kind != Other.Kind || Line != Other.Line)
    return false;
  if (Fields == Other.Fields)
    return true;
  const ReasonFields &A = fields(), &B = Other.fields();
  auto AreSame = [](const ReasonValue &X, const ReasonValue &Y) {
    return X.Symbol == Y.Symbol && X.Number == Y.Number;
  };
  return A.Name == B.Name && A.Number == B.Number && A.Inner == B.Inner &&
         llvm::equal(A.Values, B.Values, AreSame);
}

bool banklint::hasFields(ReasonKind Kind) { return textOf(Kind).hasFields(); }

//===----------------------------------------------------------------------===//
// Sentences
//===----------------------------------------------------------------------===//

/// "n = 32, stage = 1"
static std::string textOf(ArrayRef<ReasonValue> Values) {
  std::string Text;
  for (const ReasonValue &Each : Values)
    Text += (Text.empty() ? "" : ", ") + toText(Each.Symbol) + " = " +
            std::to_string(Each.Number);
  return Text;
}

/// What stands for a field in a sentence.
static std::string textOf(StringRef Field, const ReasonFields &Fields) {
  if (Field == "name")
    return Fields.Name.str();
  if (Field == "number")
    return std::to_string(Fields.Number);
  if (Field == "values")
    return textOf(Fields.Values);
  assert(Field == "reason" && "every field is listed");
  return toText(Fields.Inner);
}

std::string banklint::toText(const Reason &Why) {
  std::string Text;
  StringRef Rest = textOf(Why.kind()).Sentence;
  while (!Rest.empty()) {
    auto [Before, Behind] = Rest.split('{');
    Text += Before;
    if (Before.size() == Rest.size())
      break;
    auto [Field, Others] = Behind.split('}');
    Text += textOf(Field, Why.fields());
    Rest = Others;
  }
  if (Why.line())
    Text += " at line " + std::to_string(Why.line());
  return Text;
}

//===----------------------------------------------------------------------===//
// Kinds and fields as text
//===----------------------------------------------------------------------===//

static void printName(raw_ostream &OS, StringRef Name) {
  OS << '"';
  llvm::printEscapedString(Name, OS);
  OS << '"';
}

void Reason::print(raw_ostream &OS) const {
  const KindText &Text = textOf(Kind);
  const ReasonFields &Of = fields();
  if (Kind != ReasonKind::Named)
    OS << Text.Name << (Text.hasName() ? " " : "");
  if (Text.hasName())
    printName(OS, Of.Name);
  if (Text.hasNumber())
    OS << ' ' << Of.Number;
  if (Text.hasValues()) {
    OS << " [";
    for (const ReasonValue &Each : Of.Values) {
      OS << (&Each == Of.Values.begin() ? "" : ", ");
      Each.Symbol.print(OS);
      OS << " = " << Each.Number;
    }
    OS << ']';
  }
  if (Text.hasInner()) {
    Of.Inner.print(OS << " (");
    OS << ')';
  }
  if (Line)
    OS << " line " << Line;
}

LLVM_DUMP_METHOD void Reason::dump() const {
  print(llvm::dbgs());
  llvm::dbgs() << '\n';
}

bool banklint::isAtReason(TextCursor &Text) {
  return Text.isAtQuote() || llvm::isUpper(Text.peek());
}

static ReasonKind readKind(TextCursor &Text) {
  if (Text.isAtQuote())
    return ReasonKind::Named;
  StringRef Name = Text.takeName();
  for (size_t Kind = 1; Kind != std::size(Kinds); ++Kind)
    if (Kinds[Kind].Name == Name)
      return ReasonKind(Kind);
  Text.fail("'" + Name + "' is not a kind of reason");
  return ReasonKind::None;
}

/// Reasons in others are those that what is not known has, which hold none
/// themselves.
static Reason readNested(TextCursor &Text, bool IsInner,
                         BumpPtrAllocator &Storage) {
  ReasonKind Kind = readKind(Text);
  const KindText &Needed = textOf(Kind);
  if (IsInner && (Needed.hasValues() || Needed.hasInner()))
    Text.fail("a reason of such a kind stands in no other");
  if (Text.hasFailed())
    return {};
  ReasonFields Fields;
  std::string Name;
  SmallVector<ReasonValue, 4> Values;
  if (Needed.hasName())
    Fields.Name = Name = Text.readQuoted();
  if (Needed.hasNumber())
    Fields.Number = Text.readNumber();
  if (Needed.hasValues()) {
    Text.expect("[");
    do {
      ReasonValue &Each = Values.emplace_back();
      Each.Symbol = readNested(Text, /*IsInner=*/true, Storage);
      Text.expect("=");
      Each.Number = Text.readNumber();
    } while (Text.take(","));
    Text.expect("]");
    Fields.Values = Values;
  }
  if (Needed.hasInner()) {
    Text.expect("(");
    Fields.Inner = readNested(Text, /*IsInner=*/true, Storage);
    Text.expect(")");
  }
  unsigned Line = Text.takeWords("line") ? Text.readUnsigned() : 0;
  return (Needed.hasFields() ? Reason(Kind, Fields, Storage) : Reason(Kind))
      .atLine(Line);
}

Reason banklint::readReason(TextCursor &Text, BumpPtrAllocator &Storage) {
  return readNested(Text, /*IsInner=*/false, Storage);
}
