//===- ReasonTest.cpp - Why something is not known ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Reason.h"
#include "Values/TextCursor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

using namespace banklint;

namespace {

/// A kind, as the table has it.
struct KindOfTable {
  ReasonKind Kind;
  llvm::StringRef Name, Sentence;
};
constexpr KindOfTable Kinds[] = {
#define REASON(KIND, SENTENCE) {ReasonKind::KIND, #KIND, SENTENCE},
#include "Values/Reasons.def"
};

std::string printed(const Reason &Why) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Why.print(OS);
  return Text;
}

struct ReasonTest : testing::Test {
  llvm::BumpPtrAllocator Storage;

  /// A reason of the kind, with something in each field that its sentence has.
  Reason example(const KindOfTable &Of, unsigned Line = 0) {
    const ReasonValue Values[] = {
        {Reason(ReasonKind::Named, {"n"}, Storage), 32},
        {ReasonKind::LoopCounter, -1}};
    auto Has = [&](llvm::StringRef Field) {
      return Of.Sentence.contains(Field);
    };
    ReasonFields Fields;
    if (Has("{name}"))
      Fields.Name = "a \"name\"";
    if (Has("{number}"))
      Fields.Number = -4096;
    if (Has("{values}"))
      Fields.Values = Values;
    if (Has("{reason}"))
      Fields.Inner = Reason(ReasonKind::LoadedFromMemory).atLine(3);
    return (Has("{") ? Reason(Of.Kind, Fields, Storage) : Reason(Of.Kind))
        .atLine(Line);
  }

  /// What a text says, or the mistake in it.
  std::string readAndPrint(llvm::StringRef Text) {
    TextCursor Cursor(Text);
    Reason Why = readReason(Cursor, Storage);
    Cursor.expectEnd();
    return Cursor.hasFailed() ? Cursor.mistake().str() : printed(Why);
  }
};

TEST_F(ReasonTest, NoReasonIsNone) {
  EXPECT_FALSE(Reason());
  EXPECT_TRUE(Reason(ReasonKind::NeverSet));
  EXPECT_EQ(toText(Reason()), "");
}

TEST_F(ReasonTest, EveryKindIsPrintedAndReadBack) {
  for (const KindOfTable &Each : Kinds)
    for (unsigned Line : {0, 12}) {
      Reason Why = example(Each, Line);
      std::string Text = printed(Why);
      TextCursor Cursor(Text);
      EXPECT_TRUE(isAtReason(Cursor)) << Text;
      Reason Read = readReason(Cursor, Storage);
      Cursor.expectEnd();
      EXPECT_EQ(Cursor.mistake(), "") << Text;
      EXPECT_TRUE(Read == Why) << Text;
      EXPECT_EQ(Read.kind(), Each.Kind) << Text;
    }
}

TEST_F(ReasonTest, EverySentenceShowsAllFieldsOfItsKind) {
  for (const KindOfTable &Each : Kinds) {
    std::string Text = toText(example(Each, 12));
    EXPECT_EQ(Text.find_first_of("{}"), std::string::npos) << Text;
    auto ShowsAsTold = [&](llvm::StringRef Field, llvm::StringRef Content) {
      EXPECT_EQ(Each.Sentence.contains(Field),
                llvm::StringRef(Text).contains(Content))
          << Text;
    };
    ShowsAsTold("{name}", "a \"name\"");
    ShowsAsTold("{number}", "-4096");
    ShowsAsTold("{values}", "n = 32, a loop counter = -1");
    ShowsAsTold("{reason}", "loaded from memory at line 3");
    EXPECT_TRUE(llvm::StringRef(Text).ends_with(" at line 12")) << Text;
  }
}

TEST_F(ReasonTest, SentencesTellKindsApart) {
  for (const KindOfTable &A : Kinds)
    for (const KindOfTable &B : Kinds) {
      // A statement goes by Clang's name for it.
      bool IsName = A.Sentence == "{name}";
      if (A.Kind != B.Kind && !IsName) {
        EXPECT_NE(A.Sentence, B.Sentence);
      }
    }
}

TEST_F(ReasonTest, AReasonIsItsKindItsLineAndItsFields) {
  Reason Deep(ReasonKind::DeepCall, {"store", 40}, Storage);
  EXPECT_TRUE(Deep == Reason(ReasonKind::DeepCall, {"store", 40}, Storage));
  EXPECT_TRUE(Deep != Reason(ReasonKind::DeepCall, {"load", 40}, Storage));
  EXPECT_TRUE(Deep != Reason(ReasonKind::DeepCall, {"store", 41}, Storage));
  EXPECT_TRUE(Deep != Deep.atLine(3));
  EXPECT_TRUE(Deep != Reason(ReasonKind::Goto));
}

TEST_F(ReasonTest, ACopyOutlivesWhatItWasMadeFrom) {
  llvm::BumpPtrAllocator Kept;
  for (const KindOfTable &Each : Kinds) {
    auto Before = std::make_unique<llvm::BumpPtrAllocator>();
    Reason Copy = example(Each, 12).copy(*Before).copy(Kept);
    Before.reset();
    EXPECT_TRUE(Copy == example(Each, 12)) << Each.Name.str();
  }
}

TEST_F(ReasonTest, MistakesInATextAreNamed) {
  EXPECT_EQ(readAndPrint("Unheard line 3"),
            "'Unheard' is not a kind of reason");
  EXPECT_EQ(readAndPrint("NeverSet \"name\""), "'\"name\"' is not understood");
  EXPECT_EQ(readAndPrint("DeepCall 3"), "'\"' is missing");
  EXPECT_EQ(readAndPrint("LongCopy"), "a number is missing");
  EXPECT_EQ(readAndPrint("SomeValues [NeverSet]"), "'=' is missing");
  EXPECT_EQ(readAndPrint("VaryingIndex (VaryingIndex (NeverSet))"),
            "a reason of such a kind stands in no other");
}
} // namespace
