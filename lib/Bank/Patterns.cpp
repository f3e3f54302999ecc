//===- Patterns.cpp - Tables of requests ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Patterns.h"
#include "Bank/BankModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

using namespace banklint;
using namespace llvm;

namespace {

/// The name of a kind of request, without `.trans`.
struct KindName {
  StringRef Name;
  RequestKind Kind;
  unsigned Matrices;
};

/// Where a table keeps what a request is made of.
struct Columns {
  unsigned Count = 0;
  unsigned Kind = 0, Bytes = 0, ActiveMask = 0;
  std::optional<unsigned> Wavefronts, ZeroFilledMask;
  std::array<unsigned, LaneCount> Offsets = {};
  /// Of the global side of copies, if the table has that.
  std::optional<std::array<unsigned, LaneCount>> Sources;
};

using Cells = SmallVector<StringRef, 40>;

} // namespace

static const KindName KindNames[] = {
    {"load", RequestKind::Load, 0},
    {"load.generic", RequestKind::GenericLoad, 0},
    {"store", RequestKind::Store, 0},
    {"atomic", RequestKind::Atomic, 0},
    {"atomic.cas", RequestKind::AtomicCas, 0},
    {"atomic.inc", RequestKind::AtomicIncrement, 0},
    {"ldmatrix.x1", RequestKind::LdMatrix, 1},
    {"ldmatrix.x2", RequestKind::LdMatrix, 2},
    {"ldmatrix.x4", RequestKind::LdMatrix, 4},
    {"stmatrix.x1", RequestKind::StMatrix, 1},
    {"stmatrix.x2", RequestKind::StMatrix, 2},
    {"stmatrix.x4", RequestKind::StMatrix, 4},
    {"cp.async.ca", RequestKind::CpAsync, 0},
    {"cp.async.cg", RequestKind::CpAsyncBypass, 0},
};

static Error failure(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

static Cells cellsOf(StringRef Row) {
  Cells Result;
  Row.split(Result, ',');
  return Result;
}

/// Transposing moves data, not addresses, so it is no kind of its own.
static StringRef withoutTrans(StringRef Name) {
  StringRef Bare = Name;
  return Bare.consume_back(".trans") && Bare.contains("matrix") ? Bare : Name;
}

static Expected<Columns> columnsOf(StringRef Header) {
  Cells Names = cellsOf(Header);
  Columns Found;
  Found.Count = Names.size();
  std::string Missing;
  auto Find = [&](const Twine &Name) -> std::optional<unsigned> {
    auto *Cell = find(Names, Name.str());
    if (Cell != Names.end())
      return Cell - Names.begin();
    return std::nullopt;
  };
  auto Require = [&](const Twine &Name) {
    std::optional<unsigned> Column = Find(Name);
    if (!Column && Missing.empty())
      Missing = Name.str();
    return Column.value_or(0);
  };
  Found.Kind = Require("kind");
  Found.Bytes = Require("bytes");
  Found.ActiveMask = Require("active_mask");
  Found.Wavefronts = Find("wavefronts");
  Found.ZeroFilledMask = Find("zero_mask");
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Found.Offsets[Lane] = Require("addr" + Twine(Lane));
  if (Find("from0")) {
    Found.Sources.emplace();
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      (*Found.Sources)[Lane] = Require("from" + Twine(Lane));
  }
  if (!Missing.empty())
    return failure("the header has no column '" + Missing + "'");
  if (Find("predicted"))
    return failure("the table has a column 'predicted' already");
  return Found;
}

/// Reads the addresses of the lanes that ask for memory.
static Error readOffsets(const Cells &Row,
                         const std::array<unsigned, LaneCount> &Columns,
                         const Request &R, LaneBytes &To) {
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (!(askingLanes(R) >> Lane & 1))
      continue;
    StringRef Cell = Row[Columns[Lane]];
    uint32_t &OffsetBytes = To[Lane];
    if (Cell.getAsInteger(10, OffsetBytes))
      return failure("the address '" + Cell + "' of lane " + Twine(Lane) +
                     " is not a byte offset");
    if (OffsetBytes % R.BytesPerLane)
      return failure("the address " + Cell + " of lane " + Twine(Lane) +
                     " is not a multiple of " + Twine(R.BytesPerLane) +
                     ", on which the hardware traps");
  }
  return Error::success();
}

static Error readMask(StringRef Cell, StringRef What, uint32_t &To) {
  if (Cell.getAsInteger(0, To))
    return failure("the " + What + " mask '" + Cell +
                   "' is not a number of 32 bits");
  return Error::success();
}

/// Reads the global side of a copy. Without columns for it, neighbouring lanes
/// read neighbouring pieces, all of them.
static Error readSource(const Cells &Row, const Columns &Where, Request &R) {
  if (!isCopy(R.Kind))
    return Error::success();
  if (Where.ZeroFilledMask)
    if (Error E =
            readMask(Row[*Where.ZeroFilledMask], "zero", R.ZeroFilledMask))
      return E;
  LaneBytes &From = R.FromBytes.emplace();
  if (Where.Sources)
    return readOffsets(Row, *Where.Sources, R, From);
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    From[Lane] = Lane * R.BytesPerLane;
  return Error::success();
}

static Expected<Pattern> readRow(StringRef Text, const Columns &Where) {
  Cells Row = cellsOf(Text);
  if (Row.size() != Where.Count)
    return failure("the row has " + Twine(Row.size()) +
                   " cells where the header has " + Twine(Where.Count));

  Pattern Read;
  Read.Text = Text;
  StringRef Name = Row[Where.Kind], Bytes = Row[Where.Bytes];
  const auto *Known = find_if(KindNames, [&](const KindName &K) {
    return K.Name == withoutTrans(Name);
  });
  if (Known == std::end(KindNames))
    return failure("unknown kind of request '" + Name + "'");
  Read.Asked.Kind = Known->Kind;
  Read.Asked.Matrices = Known->Matrices;
  if (Bytes.getAsInteger(10, Read.Asked.BytesPerLane) || !hasRule(Read.Asked))
    return failure("no rule for '" + Name + "' of '" + Bytes +
                   "' bytes a lane");
  if (Error E =
          readMask(Row[Where.ActiveMask], "active", Read.Asked.ActiveMask))
    return std::move(E);
  if (Where.Wavefronts && !Row[*Where.Wavefronts].empty() &&
      Row[*Where.Wavefronts].getAsInteger(10, Read.Wavefronts.emplace()))
    return failure("'" + Row[*Where.Wavefronts] +
                   "' is not a number of wavefronts");
  if (Error E =
          readOffsets(Row, Where.Offsets, Read.Asked, Read.Asked.OffsetBytes))
    return std::move(E);
  if (Error E = readSource(Row, Where, Read.Asked))
    return std::move(E);
  return Read;
}

Expected<PatternTable> banklint::readPatterns(StringRef Text, StringRef Name) {
  PatternTable Table;
  Columns Where;
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    StringRef Row;
    std::tie(Row, Text) = Text.split('\n');
    Row = Row.rtrim('\r');
    auto Located = [&](Error E) {
      return failure(Name + ":" + Twine(Line) + ": " + toString(std::move(E)));
    };
    if (Row.empty())
      continue;
    if (Table.Header.empty()) {
      Expected<Columns> Found = columnsOf(Row);
      if (!Found)
        return Located(Found.takeError());
      Table.Header = Row;
      Where = *Found;
      continue;
    }
    Expected<Pattern> Read = readRow(Row, Where);
    if (!Read)
      return Located(Read.takeError());
    Read->Line = Line;
    Table.Rows.push_back(*Read);
  }
  if (Table.Header.empty())
    return failure(Name + ": the table is empty, without even a header");
  Table.PredictedColumn = Where.Wavefronts.value_or(Where.ActiveMask) + 1;
  return Table;
}

static void writeRow(StringRef Row, unsigned Column, const Twine &Cell,
                     raw_ostream &Out) {
  std::string Added = Cell.str();
  Cells All = cellsOf(Row);
  All.insert(All.begin() + Column, Added);
  Out << join(All, ",") << '\n';
}

void banklint::writePredictions(const PatternTable &Table, raw_ostream &Out) {
  writeRow(Table.Header, Table.PredictedColumn, "predicted", Out);
  for (const Pattern &P : Table.Rows)
    writeRow(P.Text, Table.PredictedColumn, Twine(costOf(P.Asked).Wavefronts),
             Out);
}
