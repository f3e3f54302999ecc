//===- TraceReader.cpp - Traces of a text ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "PlaceNames.h"
#include "Trace/TraceText.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <optional>
#include <type_traits>

using namespace banklint;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// The table has a place for each number up to the largest: more than any
/// source has, and less than would use up the memory.
static constexpr SiteId MaxSites = 1 << 18;

namespace {
class TraceReader {
public:
  explicit TraceReader(TextTraces &To) : To(To) {}

  void readLine(TextCursor &Line);

private:
  void readThreads(TextCursor &Line);
  void readArray(TextCursor &Line);
  void readArrayFact(SharedArray &Array, TextCursor &Line);
  void readSite(TextCursor &Line);
  void beginGroup();
  void readWarps(TextCursor &Line);
  void readUnrollBlock(TextCursor &Line);
  void readRecord(TextCursor &Line);
  void readFact(AccessRecord &Record, TextCursor &Line);
  bool readPlacement(AccessRecord &Record, TextCursor &Line);
  bool readPresentation(AccessRecord &Record, TextCursor &Line);
  bool readRequestFact(AccessRecord &Record, TextCursor &Line);
  const SharedAddress *readAddress(TextCursor &Line);
  void readBranch(TextCursor &Line);
  void readLoop(TextCursor &Line);

  const SharedArray *arrayOf(TextCursor &Line);
  SiteId siteOf(TextCursor &Line);
  /// The group that a line belongs to; the first need not be announced.
  Trace &group() {
    if (!Values)
      beginGroup();
    return To.Kernel.Groups.back();
  }
  llvm::BumpPtrAllocator &storage() { return group().Values->storage(); }
  template <typename T> ArrayRef<T> keep(const llvm::SmallVectorImpl<T> &List) {
    return ArrayRef<T>(List).copy(storage());
  }

  TextTraces &To;
  llvm::StringMap<const SharedArray *> Arrays;
  unsigned Declared = 0; ///< arrays
  llvm::StringMap<SiteId> Sites;
  DistinctNames SiteNames;
  std::optional<ValueReader> Values; ///< of the last group
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts of lines
//===----------------------------------------------------------------------===//

/// Calls `ReadPart` for each part between commas.
template <typename Function>
static void forEachPart(TextCursor &Line, Function ReadPart) {
  do
    ReadPart();
  while (Line.take(","));
  Line.expectEnd();
}

template <typename Number>
static SmallVector<Number, 4> readNumbers(TextCursor &Line) {
  SmallVector<Number, 4> Numbers;
  while (Line.isAtNumber())
    if constexpr (std::is_same_v<Number, unsigned>)
      Numbers.push_back(Line.readUnsigned());
    else
      Numbers.push_back(Line.readNumber());
  return Numbers;
}

/// "0 32 .. 96" are even steps; `Most` numbers at most.
static SmallVector<int64_t, 4> readSequence(size_t Most, TextCursor &Line) {
  SmallVector<int64_t, 4> Numbers = readNumbers<int64_t>(Line);
  if (!Line.take(".."))
    return Numbers;
  int64_t Last = Line.readNumber();
  if (Numbers.size() < 2) {
    Line.fail("'..' stands behind two numbers");
    return Numbers;
  }
  int64_t Step = 0, Next = 0;
  bool CanStep = !__builtin_sub_overflow(Numbers.back(),
                                         Numbers[Numbers.size() - 2], &Step);
  while (CanStep && Numbers.back() != Last) {
    CanStep = Numbers.size() < Most &&
              !__builtin_add_overflow(Numbers.back(), Step, &Next);
    if (CanStep)
      Numbers.push_back(Next);
  }
  if (!CanStep)
    Line.fail("the steps do not lead to " + llvm::Twine(Last));
  return Numbers;
}

static std::optional<Certainty> takeCertainty(TextCursor &Line) {
  for (Certainty Confidence :
       {Certainty::Exact, Certainty::Whole, Certainty::Guarded, Certainty::Even,
        Certainty::Data}) {
    std::string Word;
    llvm::raw_string_ostream(Word) << Confidence;
    if (Line.takeWords(Word))
      return Confidence;
  }
  return std::nullopt;
}

const SharedArray *TraceReader::arrayOf(TextCursor &Line) {
  StringRef Name = Line.takeName();
  const SharedArray *Found = Arrays.lookup(Name);
  if (!Found)
    Line.fail("'" + Name + "' is not the name of an array");
  return Found;
}

SiteId TraceReader::siteOf(TextCursor &Line) {
  if (Line.take("#")) {
    SiteId Site = Line.readUnsigned();
    if (Site == NoSite || (To.Sites.size() && Site > To.Sites.size()))
      Line.fail("there is no site " + llvm::Twine(Site));
    return Site;
  }
  StringRef Name = Line.takeUntil(" ,");
  SiteId Found = Sites.lookup(Name);
  if (Found == NoSite)
    Line.fail("'" + Name + "' is not the name of a site");
  return Found;
}

//===----------------------------------------------------------------------===//
// What traces refer to
//===----------------------------------------------------------------------===//

void TraceReader::readThreads(TextCursor &Line) {
  for (unsigned &Threads : To.Kernel.Block)
    Threads = Line.readUnsigned();
  Line.expectEnd();
}

void TraceReader::readArrayFact(SharedArray &Array, TextCursor &Line) {
  auto Keep = [&](ArrayRef<int64_t> Numbers) {
    return Numbers.copy(To.Storage);
  };
  if (Line.isAtQuote()) {
    auto Read = [&] { return StringRef(Line.readQuoted()).copy(To.Storage); };
    Array.Name = Read();
    SmallVector<StringRef, 2> Others;
    while (Line.takeWords("or"))
      Others.push_back(Read());
    Array.OtherNames = ArrayRef<StringRef>(Others).copy(To.Storage);
  } else if (Line.takeWords("view"))
    Array.DeclarationId = 0;
  else if (Line.takeWords("static"))
    Array.IsDynamic = false;
  else if (Line.takeWords("dynamic"))
    Array.IsDynamic = true;
  else if (Line.takeWords("at"))
    Array.PlacementBytes = Line.readNumber();
  else if (Line.takeWords("align"))
    Array.DeclaredAlignment = Line.readNumber();
  else if (Line.takeWords("extents"))
    Array.Extents = Keep(readNumbers<int64_t>(Line));
  else if (Line.takeWords("strides"))
    Array.StrideBytes = Keep(readNumbers<int64_t>(Line));
  else if (Line.takeWords("class elements"))
    Array.HasClassElements = true;
  else if (Line.takeWords("escapes"))
    Array.Escapes = true;
  else if (Line.takeWords("swizzled"))
    Array.IsSwizzled = true;
  else if (Line.takeWords("open placement"))
    Array.HasOpenPlacement = true;
  else if (Line.takeWords("replaced"))
    Array.IsReplaced = true;
  else if (Line.takeWords("declaration"))
    Array.DeclarationId = Line.readUnsigned();
  else {
    Array.SizeBytes = Line.readNumber();
    if (!Line.takeWords("bytes at"))
      Line.fail("'bytes at' is missing");
    Array.PlacementBytes = Line.readNumber();
  }
}

void TraceReader::readArray(TextCursor &Line) {
  StringRef Name = Line.takeName();
  if (Name.empty() || Arrays.contains(Name))
    return Line.fail("'" + Name + "' is no new name for an array");
  SharedArray &Array =
      To.Arrays.add(Name.take_front(Name.find('#')).copy(To.Storage));
  Array.DeclarationId = Declared + 1;
  if (Line.take(":"))
    forEachPart(Line, [&] { readArrayFact(Array, Line); });
  Arrays[Name] = &Array;
  if (Line.hasFailed())
    return;
  int64_t EndBytes;
  if (Array.PlacementBytes < 0 || Array.SizeBytes < 0 ||
      __builtin_add_overflow(Array.PlacementBytes, Array.SizeBytes, &EndBytes))
    return Line.fail("'" + Name + "' lies where no memory is");
  if (Array.DeclaredAlignment <= 0 ||
      !llvm::isPowerOf2_64(uint64_t(Array.DeclaredAlignment)))
    return Line.fail("alignments are powers of two");
  if (!Array.isDeclared())
    return;
  ++Declared;
  if (Array.PlacementBytes < To.Arrays.staticBytes())
    return Line.fail("'" + Name + "' begins before the last array ends");
  To.Arrays.placeAt(Array, Array.PlacementBytes);
}

void TraceReader::readSite(TextCursor &Line) {
  SiteId Number = Line.readUnsigned();
  Line.expect(":");
  Site New;
  New.Span.Begin.File = Line.readQuoted();
  New.Span.Begin.Line = Line.readUnsigned();
  Line.expect(":");
  New.Span.Begin.Column = Line.readUnsigned();
  if (Line.take("-")) {
    New.Span.EndLine = Line.readUnsigned();
    Line.expect(":");
    New.Span.EndColumn = Line.readUnsigned();
  }
  if (Line.take(","))
    forEachPart(Line, [&] {
      if (Line.takeWords("in"))
        New.Function = Line.readQuoted();
      else if (Line.takeWords("text"))
        New.Text = Line.readQuoted();
      else if (Line.takeWords("library"))
        New.Library = Line.readQuoted();
      else if (Line.takeWords("inside")) {
        New.Inside.File = Line.readQuoted();
        New.Inside.Line = Line.readUnsigned();
        Line.expect(":");
        New.Inside.Column = Line.readUnsigned();
      } else
        Line.fail("'in' or 'text' is missing");
    });
  Line.expectEnd();
  if (Values)
    return Line.fail("sites stand in front of the groups");
  if (Number <= To.Sites.size())
    return Line.fail("sites stand in the order of their numbers");
  if (Number > MaxSites)
    return Line.fail("sites are numbered up to " + llvm::Twine(MaxSites));
  // Those in between belong to other traces.
  while (To.Sites.size() + 1 != Number)
    To.Sites.add({});
  if (std::string Name = shortName(New.Span.Begin); !Name.empty())
    Sites[SiteNames.next(Name)] = Number;
  To.Sites.add(std::move(New));
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void TraceReader::beginGroup() {
  Trace &New = To.Kernel.Groups.emplace_back();
  New.Values = std::make_unique<Pool>();
  New.Unrolls.resize(1);
  Values.emplace(*New.Values);
}

/// "4: w1 = 0 1 .. 3, n = 2 2 2 2"
void TraceReader::readWarps(TextCursor &Line) {
  size_t Count = Line.readUnsigned();
  if (Count + group().Warps.size() > MaxBlockThreads / LaneCount)
    return Line.fail("a block has " + llvm::Twine(MaxBlockThreads / LaneCount) +
                     " warps at most");
  SmallVector<Assignment, 8> Warps(Count);
  if (Line.take(":"))
    forEachPart(Line, [&] {
      const Variable *Symbol = Values->readVariable(Line);
      Line.expect("=");
      SmallVector<int64_t, 4> Numbers = readSequence(Count, Line);
      if (Numbers.size() != Count)
        return Line.fail("a number for each warp is missing");
      for (auto [Warp, Number] : llvm::zip_equal(Warps, Numbers))
        Warp[Symbol] = Number;
    });
  Line.expectEnd();
  group().Warps.append(Warps.begin(), Warps.end());
}

void TraceReader::readUnrollBlock(TextCursor &Line) {
  size_t Number = Line.readUnsigned();
  Line.expect(":");
  std::vector<UnrollBlock> &Unrolls = group().Unrolls;
  if (Number > Unrolls.size())
    return Line.fail("unroll blocks are numbered from 0 on");
  Unrolls.resize(std::max(Unrolls.size(), Number + 1));
  UnrollBlock &Unroll = Unrolls[Number];
  if (Line.isAtEnd())
    return;
  forEachPart(Line, [&] {
    if (Line.takeWords("loop at"))
      Unroll.Loop = siteOf(Line);
    else if (Line.takeWords("run"))
      Unroll.Run = Line.readUnsigned();
    else if (Line.takeWords("no constant step"))
      Unroll.IsUncounted = true;
    else if (Line.takeWords("counter"))
      Unroll.Counter = Values->readVariable(Line);
    else if (Line.takeWords("arm"))
      Unroll.Arm = Line.readUnsigned();
    else if (Line.takeWords("walks"))
      llvm::append_range(Unroll.Walked, readNumbers<unsigned>(Line));
    else if (Line.takeWords("slow path"))
      Unroll.HasSlowPath = true;
    else if (Line.takeWords("unknown remainder"))
      Unroll.HasEpilogueLoop = true;
    else {
      Unroll.Degree = Line.readUnsigned();
      if (!Line.takeWords("iterations"))
        Line.fail("'iterations' is missing");
    }
  });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// "s[lane][k1] + (4 * lane)"
const SharedAddress *TraceReader::readAddress(TextCursor &Line) {
  const SharedArray *Array = arrayOf(Line);
  SmallVector<Value, 3> Index;
  while (Line.take("[")) {
    Index.push_back(Values->readValue(Line));
    Line.expect("]");
  }
  Value WithinBytes;
  if (Line.take("+")) {
    Line.expect("(");
    WithinBytes = Values->readValue(Line);
    Line.expect(")");
  }
  return new (storage()) SharedAddress{Array, keep(Index), WithinBytes};
}

/// Where the access stands in the program.
bool TraceReader::readPlacement(AccessRecord &Record, TextCursor &Line) {
  auto Read = [&](StringRef Words, unsigned &To) {
    if (!Line.takeWords(Words))
      return false;
    To = Line.readUnsigned();
    return true;
  };
  if (Line.takeWords("outer arms")) {
    Record.OuterArms = keep(readNumbers<unsigned>(Line));
    return true;
  }
  return Read("block", Record.Block) || Read("arm", Record.Arm) ||
         Read("unroll block", Record.Unroll) || Read("fence", Record.Fence) ||
         Read("exchange", Record.Exchange) ||
         Read("slow path", Record.SlowPath) || Read("apart", Record.Apart) ||
         Read("warp step", Record.WarpStepBytes) ||
         Read("seen alignment", Record.SeenAlignment);
}

/// Where the access is shown, and with which words.
bool TraceReader::readPresentation(AccessRecord &Record, TextCursor &Line) {
  auto Read = [&](StringRef Words, SiteId &Site) {
    if (!Line.takeWords(Words))
      return false;
    Site = siteOf(Line);
    return true;
  };
  auto ReadReason = [&](StringRef Word, Reason &Why) {
    if (!Line.takeWords(Word))
      return false;
    Why = readReason(Line, group().Values->storage());
    return true;
  };
  if (Line.takeWords("called at")) {
    SmallVector<SiteId, 2> Calls;
    while (!Line.isAtEnd() && Line.peek() != ',')
      Calls.push_back(siteOf(Line));
    Record.Calls = keep(Calls);
    return true;
  }
  return Read("at", Record.Site) || Read("guard", Record.Guard) ||
         Read("shown at", Record.ShownAt) ||
         Read("later view", Record.LaterView) ||
         ReadReason("doubt", Record.Doubt) ||
         ReadReason("limit", Record.Limit) || ReadReason("reason", Record.Why);
}

/// 1/n, or a number with a fraction.
static double readShare(TextCursor &Line) {
  StringRef Text = Line.takeUntil(" ,");
  double Share = 0;
  bool IsQuotient = Text.consume_front("1/");
  bool IsNumber = !Text.getAsDouble(Share) && (!IsQuotient || Share != 0);
  if (IsNumber && IsQuotient)
    Share = 1 / Share;
  if (!IsNumber || !std::isfinite(Share) || Share < 0)
    Line.fail("a share is missing");
  return Share;
}

static void readInexactBy(AccessRecord &Record, TextCursor &Line) {
  if (const std::optional<ModelRules> Rules = readRules(Line.takeUntil(",")))
    Record.InexactBy = *Rules;
  else
    Line.fail("what is no rule makes it inexact");
}

/// What became of the access.
bool TraceReader::readRequestFact(AccessRecord &Record, TextCursor &Line) {
  if (Line.takeWords("part of"))
    Record.IsPartOf = true;
  else if (Line.takeWords("inexact by"))
    readInexactBy(Record, Line);
  else if (Line.takeWords("left over"))
    Record.IsLeftOver = true;
  else if (Line.takeWords("share"))
    Record.Share = readShare(Line);
  else
    return false;
  return true;
}

static std::optional<RequestKind> takeKind(TextCursor &Line) {
  for (auto Kind : {RequestKind::Load, RequestKind::GenericLoad,
                    RequestKind::Store, RequestKind::Atomic,
                    RequestKind::AtomicCas, RequestKind::AtomicIncrement,
                    RequestKind::LdMatrix, RequestKind::StMatrix,
                    RequestKind::CpAsyncBypass, RequestKind::CpAsync})
    if (Line.takeWords(requestKindName(Kind)))
      return Kind;
  return std::nullopt;
}

void TraceReader::readFact(AccessRecord &Record, TextCursor &Line) {
  if (std::optional<Certainty> Confidence = takeCertainty(Line))
    Record.Confidence = *Confidence;
  else if (Line.takeWords("as")) {
    std::optional<RequestKind> Kind = takeKind(Line);
    if (!Kind)
      return Line.fail("a kind of request is missing");
    Record.Kind = *Kind;
  } else if (Line.takeWords("from"))
    Record.From = new (storage()) Value(Values->readValue(Line));
  else if (Line.takeWords("zero fill in lanes"))
    Record.ZeroFilled = Line.readHex();
  else if (Line.takeWords("zero fill"))
    Record.ZeroFilled = AllLanes;
  else if (Line.takeWords("elements of"))
    Record.ElementBytes = Line.readUnsigned();
  else if (Line.takeWords("uses bytes"))
    Record.UsedBytes = uint16_t(Line.readHex());
  else if (Line.takeWords("matrices"))
    Record.Matrices = Line.readUnsigned();
  else if (Line.takeWords("lanes"))
    Record.Active = Line.readHex();
  else if (Line.takeWords("when"))
    Record.Condition = new (storage()) Value(Values->readValue(Line));
  else if (Line.takeWords("repeated"))
    Record.IsRepeated = true;
  else if (Line.takeWords("volatile"))
    Record.IsVolatile = true;
  else if (Line.takeWords("widened"))
    Record.IsWidened = true;
  else if (Line.takeWords("fixed"))
    Record.IsFixed = true;
  else if (Line.takeWords("loose"))
    Record.IsLoose = true;
  else if (!readPlacement(Record, Line) && !readPresentation(Record, Line) &&
           !readRequestFact(Record, Line))
    Line.expectEnd();
}

/// The kind of request that an operation usually makes.
static RequestKind usualKind(AccessOperation Operation) {
  switch (Operation) {
  case AccessOperation::Load:
    return RequestKind::Load;
  case AccessOperation::Store:
    return RequestKind::Store;
  case AccessOperation::Atomic:
    return RequestKind::Atomic;
  case AccessOperation::LdMatrix:
    return RequestKind::LdMatrix;
  case AccessOperation::StMatrix:
    return RequestKind::StMatrix;
  case AccessOperation::CpAsync:
    return RequestKind::CpAsync;
  }
  llvm_unreachable("every operation is listed");
}

static AccessOperation readOperation(TextCursor &Line) {
  for (auto Operation : {AccessOperation::Load, AccessOperation::Store,
                         AccessOperation::Atomic, AccessOperation::LdMatrix,
                         AccessOperation::StMatrix, AccessOperation::CpAsync})
    if (Line.takeWords(operationName(Operation)))
      return Operation;
  Line.fail("an operation is missing");
  return AccessOperation::Load;
}

/// "0: load 4 bytes s[lane], at k.cu:14:10, block 2"
void TraceReader::readRecord(TextCursor &Line) {
  std::vector<AccessRecord> &Records = group().Records;
  if (Line.readNumber() != int64_t(Records.size()))
    return Line.fail("accesses are numbered from 0 on");
  Line.expect(":");
  AccessRecord Record;
  Record.Operation = readOperation(Line);
  Record.Kind = usualKind(Record.Operation);
  Record.Active = AllLanes;
  Record.BytesPerLane = Record.ElementBytes = Line.readUnsigned();
  if (!Line.takeWords("bytes"))
    return Line.fail("'bytes' is missing");
  if (!Line.take("?"))
    Record.Where = readAddress(Line);
  if (Line.take(","))
    forEachPart(Line, [&] { readFact(Record, Line); });
  Line.expectEnd();
  if (Record.Unroll >= group().Unrolls.size())
    return Line.fail("there is no unroll block " + llvm::Twine(Record.Unroll));
  Records.push_back(Record);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// "3 to 7", behind "records".
static void readRecords(size_t &Begin, size_t &End, TextCursor &Line) {
  Begin = Line.readUnsigned();
  if (!Line.takeWords("to"))
    Line.fail("'to' is missing");
  End = Line.readUnsigned();
}

void TraceReader::readBranch(TextCursor &Line) {
  BranchArms Arms;
  SmallVector<BranchArms::SitePair, 4> Stores;
  auto ReadPair = [&]() -> BranchArms::SitePair {
    SiteId First = siteOf(Line);
    if (!Line.takeWords("with"))
      Line.fail("'with' is missing");
    return {First, siteOf(Line)};
  };
  forEachPart(Line, [&] {
    if (Line.takeWords("then arm"))
      Arms.ThenArm = Line.readUnsigned();
    else if (Line.takeWords("else arm"))
      Arms.ElseArm = Line.readUnsigned();
    else if (Line.takeWords("then"))
      Arms.ThenBegin = Line.readUnsigned();
    else if (Line.takeWords("else"))
      Arms.ElseBegin = Line.readUnsigned();
    else if (Line.takeWords("end"))
      Arms.End = Line.readUnsigned();
    else if (Line.takeWords("arm"))
      Arms.Arm = Line.readUnsigned();
    else if (Line.takeWords("outer arms"))
      Arms.OuterArms = keep(readNumbers<unsigned>(Line));
    else if (Line.takeWords("store"))
      Stores.push_back(ReadPair());
    else if (Line.takeWords("behind guard"))
      Arms.Behind.Guard = siteOf(Line);
    else if (Line.takeWords("behind block"))
      Arms.Behind.Block = Line.readUnsigned();
    else if (Line.takeWords("behind")) {
      if (std::optional<Certainty> Confidence = takeCertainty(Line))
        Arms.Behind.Confidence = *Confidence;
      else
        Line.fail("what is behind the branch is missing");
    } else
      Line.expectEnd();
  });
  Arms.Stores = keep(Stores);
  group().Regions.push_back(Arms);
}

void TraceReader::readLoop(TextCursor &Line) {
  LoopRecords Loop;
  forEachPart(Line, [&] {
    if (Line.takeWords("condition")) {
      Loop.Condition = siteOf(Line);
    } else if (Line.takeWords("records")) {
      readRecords(Loop.Begin, Loop.End, Line);
    } else if (Line.takeWords("hoists")) {
      Loop.Hoists = true;
    } else if (Line.takeWords("may hoist")) {
      Loop.MayHoist = true;
    } else if (Line.takeWords("one line")) {
      Loop.IsOneLine = true;
    } else if (Line.takeWords("arm")) {
      Loop.Arm = Line.readUnsigned();
    } else if (Line.takeWords("outer unroll block")) {
      Loop.OuterUnroll = Line.readUnsigned();
    } else {
      Line.expectEnd();
    }
  });
  group().Regions.push_back(Loop);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

void TraceReader::readLine(TextCursor &Line) {
  if (Line.takeWords("threads"))
    return readThreads(Line);
  if (Line.takeWords("array"))
    return readArray(Line);
  if (Line.takeWords("site"))
    return readSite(Line);
  if (Line.takeWords("group"))
    return beginGroup();
  Trace &Group = group();
  if (Line.takeWords("symbol"))
    return Values->readSymbol(Line);
  if (Line.takeWords("varying"))
    return Values->readVarying(Line);
  if (Line.takeWords("warps"))
    return readWarps(Line);
  if (Line.takeWords("unroll block"))
    return readUnrollBlock(Line);
  if (Line.takeWords("branch")) {
    Line.expect(":");
    return readBranch(Line);
  }
  if (Line.takeWords("loop")) {
    Line.expect(":");
    return readLoop(Line);
  }
  if (Line.takeWords("stride units")) {
    Group.StrideUnits = Values->readVariable(Line);
    return Line.expectEnd();
  }
  if (Line.takeWords("torn")) {
    Group.IsTorn = true;
    return Line.expectEnd();
  }
  readRecord(Line);
}

llvm::Expected<std::unique_ptr<TextTraces>>
banklint::readTraces(StringRef Text) {
  auto Result = std::make_unique<TextTraces>();
  TraceReader Reader(*Result);
  unsigned Number = 0;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    ++Number;
    Line = Line.trim();
    if (Line.empty() || Line.starts_with(";"))
      continue;
    TextCursor Cursor(Line);
    Reader.readLine(Cursor);
    if (Cursor.hasFailed())
      return llvm::createStringError("line " + llvm::Twine(Number) + ": " +
                                     Cursor.mistake());
  }
  Result->Kernel.Arrays = &Result->Arrays;
  if (Result->Sites.size())
    Result->Kernel.Sites = &Result->Sites;
  return Result;
}
