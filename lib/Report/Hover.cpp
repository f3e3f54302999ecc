//===- Hover.cpp - What an editor shows over an access or array -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Hover.h"
#include "AccessCost.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Report/Explain.h"
#include "Source/AccessKey.h"
#include "Wavefronts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

namespace {
/// Lines and blocks of code, in one of the two forms.
class Page {
public:
  explicit Page(HoverForm Form) : Form(Form) {}

  /// `Text` is as sources have it, whatever it would mean as markup.
  void line(StringRef Text, bool IsTitle = false) {
    const bool IsMarkdown = Form == HoverForm::Markdown;
    if (!Result.empty())
      Result += IsMarkdown ? "  \n" : "\n";
    const char *Mark = IsMarkdown && IsTitle ? "**" : "";
    Result += Mark + (IsMarkdown ? escaped(Text) : Text.str()) + Mark;
  }

  void code(StringRef Lines) {
    const bool IsMarkdown = Form == HoverForm::Markdown;
    Result += IsMarkdown ? "\n\n```text\n" : "\n\n";
    Result += Lines.rtrim('\n');
    Result += IsMarkdown ? "\n```\n" : "\n";
  }

  std::string take() { return std::move(Result); }

private:
  static std::string escaped(StringRef Text) {
    std::string Escaped;
    for (const char C : Text) {
      if (StringRef("\\`*_{}[]<>()#+!|~&$").contains(C))
        Escaped += '\\';
      Escaped += C;
    }
    return Escaped;
  }

  HoverForm Form;
  std::string Result;
};
} // namespace

template <typename Function> static std::string written(Function Write) {
  std::string Text;
  raw_string_ostream OS(Text);
  Write(OS);
  return StringRef(Text).rtrim('\n').str();
}

static std::string costText(const Access &A) {
  return written(
      [&](raw_ostream &OS) { writeCost(OS, A, /*IsUnitNamed=*/true); });
}

/// Half of the banks a line, which fits into an editor's window.
static std::string bankTable(const PhaseMap &Phase) {
  constexpr unsigned PerLine = BankCount / 2;
  return written([&](raw_ostream &OS) {
    for (unsigned First = 0; First != BankCount; First += PerLine) {
      OS << "bank ";
      for (unsigned Bank = First; Bank != First + PerLine; ++Bank)
        OS << format("%3u", Bank);
      OS << "\nwords";
      for (unsigned Bank = First; Bank != First + PerLine; ++Bank)
        if (const size_t Words = Phase.Banks[Bank].size())
          OS << format("%3zu", Words);
        else
          OS << "  .";
      OS << '\n';
    }
  });
}

std::string banklint::hoverOfAccess(const Explanation &E, HoverForm Form) {
  const Access &Worst = E.worst();
  Page P(Form);
  P.line(operationText(Worst), /*IsTitle=*/true);
  P.line(costText(Worst));
  if (Worst.Why)
    P.line("because " + conflictText(*Worst.Why));
  std::string Where = "in " + shownText(Worst.ShortKernel);
  if (Worst.Block[0])
    Where += " with blocks of " + blockName(Worst.Block);
  if (const size_t Others = E.Accesses.size() - 1)
    Where += ", the worst of the " + std::to_string(Others + 1) +
             " kernels and launches that make it";
  P.line(Where);
  if (canBeDrawn(&Worst) && hasBankMap(*Worst.Example)) {
    std::string Title = "words accessed in each bank";
    if (isDrawnAlone(Worst))
      Title += ", in the worst request";
    P.code(Title + "\n" + bankTable(worstPhase(*Worst.Example)));
  }
  return P.take();
}

static std::string bytesText(uint64_t Bytes) {
  return std::to_string(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

/// "4 * i" of a factor, "i" of 1.
static std::string timesText(uint64_t Factor, const char *Index) {
  return (Factor == 1 ? "" : std::to_string(Factor) + " * ") + Index;
}

/// Which bank an element begins in, from that of the first element on: "bank of
/// row i, element j: (4 * i + j) % 32". "" where no short formula says it.
static std::string bankFormula(const DeclaredArray &A) {
  const unsigned Bytes = A.ElementBytes;
  const bool IsOfWords = Bytes && Bytes % WordBytes == 0;
  if (!IsOfWords && !(Bytes && WordBytes % Bytes == 0))
    return "";
  const bool HasRows = A.RowBytes != 0;
  if (A.RowBytes % WordBytes)
    return "";
  const char *Index = HasRows ? "j" : "i";
  std::string Sum = IsOfWords
                        ? timesText(Bytes / WordBytes, Index)
                        : Index + (" / " + std::to_string(WordBytes / Bytes));
  if (const uint64_t Step = A.RowBytes / WordBytes % BankCount)
    Sum = "(" + timesText(Step, "i") + " + " + Sum + ")";
  return (HasRows ? "bank of row i, element j: " : "bank of element i: ") +
         Sum + " % 32, counted from the first";
}

static void writeLayout(Page &P, const DeclaredArray &A) {
  P.line("__shared__ " + shownText(A.Declaration), /*IsTitle=*/true);
  std::string Size =
      A.Bytes ? bytesText(A.Bytes) : "as many bytes as the launch asks for";
  if (A.RowBytes)
    Size += ", in rows of " + bytesText(A.RowBytes);
  P.line(Size);
  if (std::string Banks = bankFormula(A); A.IsArray && !Banks.empty())
    P.line(Banks);
}

std::string banklint::hoverOfArray(ArrayRef<DeclaredArray> Instances,
                                   ArrayRef<Explanation> Accesses,
                                   HoverForm Form) {
  constexpr size_t MaxInstances = 3, MaxAccesses = 12;
  Page P(Form);
  for (const DeclaredArray &A : Instances.take_front(MaxInstances))
    writeLayout(P, A);
  if (Instances.size() > MaxInstances)
    P.line("and " + std::to_string(Instances.size() - MaxInstances) +
           " other layouts, by instantiation");
  for (const Explanation &E : Accesses.take_front(MaxAccesses)) {
    const Access &Worst = E.worst();
    P.line("line " + std::to_string(Worst.Span.Begin.Line) + ": " +
           operationName(Worst.Operation) +
           (Worst.Text.empty() ? "" : " '" + shownText(Worst.Text) + "'") +
           ": " + costText(Worst));
  }
  if (Accesses.size() > MaxAccesses)
    P.line("and " + std::to_string(Accesses.size() - MaxAccesses) +
           " other accesses");
  return P.take();
}
