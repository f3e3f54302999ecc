//===- TraceText.cpp - Traces as text -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/TraceText.h"
#include "PlaceNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace banklint;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

static void printQuoted(raw_ostream &OS, StringRef Text) {
  OS << '"';
  llvm::printEscapedString(Text, OS);
  OS << '"';
}

void LineParts::text(StringRef Text, StringRef Words) {
  if (!Text.empty())
    printQuoted(next() << Words << ' ', Text);
}

void LineParts::reason(const Reason &Why, StringRef Words) {
  if (Why)
    Why.print(next() << Words << ' ');
}

void LineParts::lanes(LaneMask Active) {
  if (Active != AllLanes)
    next() << "lanes " << llvm::format_hex_no_prefix(Active, 8);
}

namespace {
/// The parts of a line that refers to sites.
class Parts : public LineParts {
public:
  using LineParts::LineParts;
  void numbers(ArrayRef<unsigned> Numbers, StringRef Words) {
    if (Numbers.empty())
      return;
    raw_ostream &OS = next() << Words;
    for (unsigned Each : Numbers)
      OS << ' ' << Each;
  }
  void site(SiteId Site, StringRef Words, const TraceNames &Names) {
    if (Site != NoSite)
      next() << Words << ' ' << Names.of(Site);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void TraceNames::add(const SharedArray &Array) { Arrays.insert({&Array, ""}); }

void TraceNames::add(SiteId Site) {
  if (Site != NoSite)
    SiteNames.insert({Site, ""});
}

void TraceNames::add(const SharedAddress &Where) {
  add(*Where.Array);
  for (const Value &Index : Where.Index)
    Variables.add(Index);
  Variables.add(Where.WithinBytes);
}

void TraceNames::addSitesOf(const AccessRecord &Record) {
  for (SiteId Site :
       {Record.Site, Record.LaterView, Record.ShownAt, Record.Guard})
    add(Site);
  for (SiteId Call : Record.Calls)
    add(Call);
}

void TraceNames::add(const AccessRecord &Record) {
  addSitesOf(Record);
  if (Record.Where)
    add(*Record.Where);
  if (Record.From)
    Variables.add(*Record.From);
  if (Record.Condition)
    Variables.add(*Record.Condition);
}

void TraceNames::add(const UnrollBlock &Unroll) {
  add(Unroll.Loop);
  if (Unroll.Counter)
    Variables.add(Unroll.Counter);
}

void TraceNames::add(const Region &R) {
  if (const auto *Loop = std::get_if<LoopRecords>(&R)) {
    add(Loop->Condition);
    return;
  }
  const auto &Arms = std::get<BranchArms>(R);
  add(Arms.Behind.Guard);
  for (const auto &[First, Second] : Arms.Stores) {
    add(First);
    add(Second);
  }
}

void TraceNames::add(const Trace &T) {
  addPlacesOf(T);
  for (const AccessRecord &Record : T.Records)
    add(Record);
  for (const UnrollBlock &Unroll : T.Unrolls)
    add(Unroll);
  for (const Assignment &Warp : T.Warps)
    for (const auto &[Symbol, Number] : Warp)
      Variables.add(Symbol);
  if (T.StrideUnits)
    Variables.add(T.StrideUnits);
}

void TraceNames::addPlacesOf(const Trace &T) {
  for (const AccessRecord &Record : T.Records) {
    addSitesOf(Record);
    if (Record.Where)
      add(*Record.Where->Array);
  }
  for (const UnrollBlock &Unroll : T.Unrolls)
    add(Unroll.Loop);
  for (const Region &R : T.Regions)
    add(R);
}

std::string banklint::shortName(const SourcePoint &At) {
  StringRef File = llvm::sys::path::filename(At.File);
  bool IsPlain = !File.empty() && llvm::all_of(File, [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == '-';
  });
  return IsPlain ? (File + ":" + llvm::Twine(At.Line) + ":" +
                    llvm::Twine(At.Column))
                       .str()
                 : "";
}

/// Whether a text can be a name as it stands.
static bool isName(StringRef Text) {
  TextCursor Cursor(Text);
  return !Text.empty() && !Text.contains('#') && Cursor.takeName() == Text;
}

/// Whether the text can name it as the source does.
static bool hasOneName(const SharedArray &Array) {
  return isName(Array.Name) && Array.OtherNames.empty();
}

void TraceNames::assign() {
  DistinctNames ArrayNames, ShortNames;
  unsigned MadeUp = 0;
  for (auto &[Array, Name] : Arrays)
    Name = hasOneName(*Array) ? ArrayNames.next(Array->Name.str())
                              : "array#" + std::to_string(++MadeUp);
  for (auto &[Site, Name] : SiteNames) {
    if (Sites)
      Name = shortName((*Sites)[Site].Span.Begin);
    Name = Name.empty() ? "#" + std::to_string(Site) : ShortNames.next(Name);
  }
  Variables.assign();
}

StringRef TraceNames::of(const SharedArray &Array) const {
  const auto *Found = Arrays.find(&Array);
  assert(Found != Arrays.end() && "the array was noted");
  return Found->second;
}

std::string TraceNames::of(SiteId Site) const {
  auto Found = SiteNames.find(Site);
  assert(Found != SiteNames.end() && "the site was noted");
  return Found->second;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static void printNumbers(raw_ostream &OS, ArrayRef<int64_t> Numbers) {
  for (int64_t Number : Numbers)
    OS << ' ' << Number;
}

/// Usually declarations are numbered as they are printed.
static void printFacts(raw_ostream &OS, const SharedArray &Array,
                       unsigned UsualDeclaration) {
  Parts P(OS);
  if (!Array.isDeclared())
    P.next() << "view";
  P.flag(Array.isDeclared() && !Array.IsDynamic, "static");
  P.flag(Array.IsDynamic, "dynamic");
  if (Array.SizeBytes)
    P.next() << Array.SizeBytes << " bytes at " << Array.PlacementBytes;
  else
    P.number(Array.PlacementBytes, "at");
  if (Array.DeclaredAlignment != 1)
    P.next() << "align " << Array.DeclaredAlignment;
  if (!Array.Extents.empty())
    printNumbers(P.next() << "extents", Array.Extents);
  if (!Array.StrideBytes.empty())
    printNumbers(P.next() << "strides", Array.StrideBytes);
  P.flag(Array.HasClassElements, "class elements");
  P.flag(Array.Escapes, "escapes");
  P.flag(Array.IsSwizzled, "swizzled");
  P.flag(Array.HasOpenPlacement, "open placement");
  P.flag(Array.IsReplaced, "replaced");
  if (Array.isDeclared() && Array.DeclarationId != UsualDeclaration)
    P.next() << "declaration " << Array.DeclarationId;
}

static void print(raw_ostream &OS, const Site &S) {
  printQuoted(OS, S.Span.Begin.File);
  OS << ' ' << S.Span.Begin.Line << ':' << S.Span.Begin.Column;
  if (S.Span.EndLine)
    OS << '-' << S.Span.EndLine << ':' << S.Span.EndColumn;
  Parts P(OS, ", ");
  P.text(S.Function, "in");
  P.text(S.Text, "text");
  P.text(S.Library, "library");
  if (S.Inside.Line) {
    printQuoted(P.next() << "inside ", S.Inside.File);
    OS << ' ' << S.Inside.Line << ':' << S.Inside.Column;
  }
}

void TraceNames::printPlaces(raw_ostream &OS) const {
  unsigned Declared = 0;
  for (const auto &[Array, Name] : Arrays) {
    OS << "array " << Name << ": ";
    if (!hasOneName(*Array)) {
      printQuoted(OS, Array->Name);
      for (StringRef Other : Array->OtherNames)
        printQuoted(OS << " or ", Other);
      OS << ", ";
    }
    printFacts(OS, *Array, Declared + 1);
    Declared += Array->isDeclared();
    OS << '\n';
  }
  if (!Sites)
    return;
  for (const auto &[Number, Name] : SiteNames) {
    OS << "site " << Number << ": ";
    ::print(OS, (*Sites)[Number]);
    OS << '\n';
  }
}

void banklint::print(raw_ostream &OS, const SharedAddress &Where,
                     const TraceNames &Names) {
  OS << Names.of(*Where.Array);
  for (const Value &Index : Where.Index) {
    OS << '[';
    print(OS, Index, Names.variables());
    OS << ']';
  }
  if (Where.WithinBytes.isNumber(0) && Where.WithinBytes.launchTerms().empty())
    return;
  OS << " + (";
  print(OS, Where.WithinBytes, Names.variables());
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Unroll blocks
//===----------------------------------------------------------------------===//

void banklint::print(raw_ostream &OS, const UnrollBlock &Unroll,
                     const TraceNames &Names) {
  Parts P(OS);
  P.site(Unroll.Loop, "loop at", Names);
  P.number(Unroll.Run, "run");
  P.flag(Unroll.IsUncounted, "no constant step");
  if (Unroll.Degree != 1)
    P.next() << Unroll.Degree << " iterations";
  if (Unroll.Counter)
    P.next() << "counter " << Names.variables().of(Unroll.Counter);
  P.number(Unroll.Arm, "arm");
  P.numbers(Unroll.Walked, "walks");
  P.flag(Unroll.HasSlowPath, "slow path");
  P.flag(Unroll.HasEpilogueLoop, "unknown remainder");
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

StringRef banklint::requestKindName(RequestKind Kind) {
  switch (Kind) {
  case RequestKind::Load:
    return "load";
  case RequestKind::GenericLoad:
    return "generic load";
  case RequestKind::Store:
    return "store";
  case RequestKind::Atomic:
    return "atomic";
  case RequestKind::AtomicCas:
    return "cas";
  case RequestKind::AtomicIncrement:
    return "increment";
  case RequestKind::LdMatrix:
    return "ldmatrix";
  case RequestKind::StMatrix:
    return "stmatrix";
  case RequestKind::CpAsync:
    return "cp.async";
  case RequestKind::CpAsyncBypass:
    return "cp.async bypass";
  }
  llvm_unreachable("every kind is listed");
}

static void printPlan(Parts &P, const AccessRecord &Record,
                      const TraceNames &Names) {
  P.number(Record.Block, "block");
  P.number(Record.Arm, "arm");
  P.numbers(Record.OuterArms, "outer arms");
  P.number(Record.Unroll, "unroll block");
  P.number(Record.Fence, "fence");
  P.number(Record.Exchange, "exchange");
  P.number(Record.SlowPath, "slow path");
  P.number(Record.Apart, "apart");
  P.number(Record.WarpStepBytes, "warp step");
  if (Record.SeenAlignment != AccessRecord::MaxAlignment)
    P.number(Record.SeenAlignment, "seen alignment");
  P.flag(Record.IsFixed, "fixed");
  P.flag(Record.IsLoose, "loose");
}

void banklint::printShare(raw_ostream &OS, double Share) {
  double Parts = Share ? std::round(1 / Share) : 0;
  if (Parts && 1 / Parts == Share)
    OS << "1/" << int64_t(Parts);
  else
    OS << llvm::format("%.17g", Share);
}

void banklint::print(raw_ostream &OS, const AccessRecord &Record,
                     const TraceNames &Names) {
  StringRef Operation = operationName(Record.Operation);
  OS << Operation << ' ' << Record.BytesPerLane << " bytes ";
  if (Record.Where)
    print(OS, *Record.Where, Names);
  else
    OS << '?';
  Parts P(OS, ", ");
  P.site(Record.Site, "at", Names);
  if (StringRef Kind = requestKindName(Record.Kind); Kind != Operation)
    P.next() << "as " << Kind;
  if (Record.From)
    print(P.next() << "from ", *Record.From, Names.variables());
  if (Record.ZeroFilled == AllLanes)
    P.next() << "zero fill";
  else if (Record.ZeroFilled)
    P.next() << "zero fill in lanes "
             << llvm::format_hex_no_prefix(Record.ZeroFilled, 8);
  if (Record.ElementBytes != Record.BytesPerLane)
    P.next() << "elements of " << Record.ElementBytes;
  if (Record.UsedBytes != AccessRecord::AllBytes)
    P.next() << "uses bytes "
             << llvm::format_hex_no_prefix(Record.UsedBytes, 4);
  P.number(Record.Matrices, "matrices");
  P.lanes(Record.Active);
  if (Record.Confidence != Certainty::Exact)
    P.next() << Record.Confidence;
  if (Record.Condition)
    print(P.next() << "when ", *Record.Condition, Names.variables());
  P.site(Record.Guard, "guard", Names);
  P.flag(Record.IsRepeated, "repeated");
  P.flag(Record.IsVolatile, "volatile");
  P.flag(Record.IsWidened, "widened");
  printPlan(P, Record, Names);
  if (!Record.Calls.empty()) {
    P.next() << "called at";
    for (SiteId Call : Record.Calls)
      OS << ' ' << Names.of(Call);
  }
  P.site(Record.ShownAt, "shown at", Names);
  P.site(Record.LaterView, "later view", Names);
  P.reason(Record.Doubt, "doubt");
  P.reason(Record.Limit, "limit");
  P.reason(Record.Why, "reason");
  P.flag(Record.IsPartOf, "part of");
  if (Record.InexactBy)
    P.next() << "inexact by " << Record.InexactBy;
  P.flag(Record.IsLeftOver, "left over");
  if (Record.Share != 1)
    printShare(P.next() << "share ", Record.Share);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void banklint::print(raw_ostream &OS, const Region &R,
                     const TraceNames &Names) {
  if (const auto *Loop = std::get_if<LoopRecords>(&R)) {
    Parts P(OS << "loop: ");
    P.site(Loop->Condition, "condition", Names);
    P.next() << "records " << Loop->Begin << " to " << Loop->End;
    P.flag(Loop->Hoists, "hoists");
    P.flag(Loop->MayHoist, "may hoist");
    P.flag(Loop->IsOneLine, "one line");
    P.number(Loop->Arm, "arm");
    P.number(Loop->OuterUnroll, "outer unroll block");
    return;
  }
  const auto &Arms = std::get<BranchArms>(R);
  Parts P(OS << "branch: ");
  P.next() << "then " << Arms.ThenBegin << ", else " << Arms.ElseBegin
           << ", end " << Arms.End;
  P.number(Arms.ThenArm, "then arm");
  P.number(Arms.ElseArm, "else arm");
  P.number(Arms.Arm, "arm");
  P.numbers(Arms.OuterArms, "outer arms");
  for (const auto &[First, Second] : Arms.Stores)
    P.next() << "store " << Names.of(First) << " with " << Names.of(Second);
  if (Arms.Behind.Confidence != Certainty::Exact)
    P.next() << "behind " << Arms.Behind.Confidence;
  P.site(Arms.Behind.Guard, "behind guard", Names);
  P.number(Arms.Behind.Block, "behind block");
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

using Symbols = llvm::SmallVector<const Variable *, 4>;

/// In the order in which they were made.
static Symbols symbolsOf(const Assignment &Warp) {
  Symbols Result(llvm::make_first_range(Warp));
  llvm::sort(Result, [](const Variable *A, const Variable *B) {
    return A->Id < B->Id;
  });
  return Result;
}

/// " 0 32 .. 96" for even steps.
static void printSequence(raw_ostream &OS, ArrayRef<int64_t> Numbers) {
  bool IsEven = Numbers.size() > 3 && Numbers[0] != Numbers[1];
  for (size_t I = 1; I < Numbers.size(); ++I)
    IsEven &= Numbers[I] - Numbers[I - 1] == Numbers[1] - Numbers[0];
  if (!IsEven)
    return printNumbers(OS, Numbers);
  printNumbers(OS, Numbers.take_front(2));
  OS << " .. " << Numbers.back();
}

/// Warps with numbers for the same symbols share a line.
static void printWarps(raw_ostream &OS, ArrayRef<Assignment> Warps,
                       const VariableNames &Names) {
  while (!Warps.empty()) {
    Symbols Known = symbolsOf(Warps.front());
    ArrayRef<Assignment> Alike = Warps.take_while(
        [&](const Assignment &Warp) { return symbolsOf(Warp) == Known; });
    OS << "warps " << Alike.size();
    Parts P(OS, ": ");
    for (const Variable *Symbol : Known) {
      llvm::SmallVector<int64_t, 32> Numbers;
      for (const Assignment &Warp : Alike)
        Numbers.push_back(Warp.lookup(Symbol));
      printSequence(P.next() << Names.of(Symbol) << " =", Numbers);
    }
    OS << '\n';
    Warps = Warps.drop_front(Alike.size());
  }
}

void banklint::print(raw_ostream &OS, const Trace &T, const TraceNames &Names) {
  Names.variables().printDeclarations(OS);
  printWarps(OS, T.Warps, Names.variables());
  if (T.StrideUnits)
    OS << "stride units " << Names.variables().of(T.StrideUnits) << '\n';
  for (size_t I = 0; I != T.Unrolls.size(); ++I) {
    std::string Text;
    llvm::raw_string_ostream Line(Text);
    print(Line, T.Unrolls[I], Names);
    // The first is that of accesses outside of all loops.
    if (I || !Text.empty())
      OS << "unroll block " << I << ':' << (Text.empty() ? "" : " ") << Text
         << '\n';
  }
  if (T.IsTorn)
    OS << "torn\n";
  for (size_t I = 0; I != T.Records.size(); ++I) {
    OS << I << ": ";
    print(OS, T.Records[I], Names);
    OS << '\n';
  }
  for (const Region &R : T.Regions) {
    print(OS, R, Names);
    OS << '\n';
  }
}

void Trace::print(raw_ostream &OS) const {
  TraceNames Names;
  Names.add(*this);
  Names.assign();
  Names.printPlaces(OS);
  banklint::print(OS, *this, Names);
}

void banklint::print(raw_ostream &OS, const KernelTraces &Kernel,
                     ArrayRef<const Trace *> Groups) {
  TraceNames Places(Kernel.Sites);
  if (Kernel.Arrays)
    for (const SharedArray *Array : Kernel.Arrays->arrays())
      Places.add(*Array);
  for (const Trace *Group : Groups)
    Places.addPlacesOf(*Group);
  OS << "threads " << Kernel.Block[0] << ' ' << Kernel.Block[1] << ' '
     << Kernel.Block[2] << '\n';
  TraceNames Named = Places;
  Named.assign();
  Named.printPlaces(OS);
  for (const Trace *Group : Groups) {
    OS << "group\n";
    TraceNames Names = Places;
    Names.add(*Group);
    Names.assign();
    print(OS, *Group, Names);
  }
}

void KernelTraces::print(raw_ostream &OS) const {
  llvm::SmallVector<const Trace *, 4> All;
  for (const Trace &Group : Groups)
    All.push_back(&Group);
  banklint::print(OS, *this, All);
}

//===----------------------------------------------------------------------===//
// Single parts
//===----------------------------------------------------------------------===//

/// Prints a part of a trace with names of its own.
template <typename Part>
static void printAlone(raw_ostream &OS, const Part &Printed) {
  TraceNames Names;
  Names.add(Printed);
  Names.assign();
  print(OS, Printed, Names);
}

template <typename Part> static void dumpLine(const Part &Printed) {
  Printed.print(llvm::dbgs());
  llvm::dbgs() << '\n';
}

void SharedArray::print(raw_ostream &OS) const {
  OS << Name << ": ";
  printFacts(OS, *this, /*UsualDeclaration=*/1);
}
void SharedAddress::print(raw_ostream &OS) const { printAlone(OS, *this); }
void UnrollBlock::print(raw_ostream &OS) const { printAlone(OS, *this); }
void AccessRecord::print(raw_ostream &OS) const { printAlone(OS, *this); }
void BranchArms::print(raw_ostream &OS) const { printAlone(OS, Region(*this)); }
void LoopRecords::print(raw_ostream &OS) const {
  printAlone(OS, Region(*this));
}

LLVM_DUMP_METHOD void SharedArray::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void SharedAddress::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void UnrollBlock::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void AccessRecord::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void BranchArms::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void LoopRecords::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void Trace::dump() const { print(llvm::dbgs()); }
LLVM_DUMP_METHOD void KernelTraces::dump() const { print(llvm::dbgs()); }
