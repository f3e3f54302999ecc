//===- Export.cpp - What Nsight Compute writes as CSV ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Export.h"
#include "Profile/Csv.h"
#include "Profile/KernelNames.h"
#include "Profile/Opcodes.h"
#include "Shapes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// The columns that are read.
enum class Column {
  None,
  Line,
  Address,
  Text,
  Requests,
  Threads,
  Lanes,
  Wavefronts,
  Ideal,
  Id,
  Kernel,
  Block,
  Grid,
};

/// What the columns of a table mean.
class Header {
public:
  explicit Header(ArrayRef<std::string> Names);

  size_t size() const { return Count; }
  /// Cells that a row needs for all columns that are read.
  size_t readSize() const { return Read; }
  bool has(Column C) const { return Indices.count(C) != 0; }
  StringRef cell(const CsvRow &Row, Column C) const {
    return has(C) ? StringRef(Row.Cells[Indices.at(C)]) : StringRef();
  }

  /// The text of a line, which stands before that of its instructions.
  StringRef lineText(const CsvRow &Row) const {
    return FirstText ? StringRef(Row.Cells[*FirstText]) : StringRef();
  }

  /// Joins what the text of a source was taken apart to.
  void joinText(CsvRow &Row) const;

  bool isOfSource() const { return has(Column::Text); }
  bool isOfLaunches() const {
    return has(Column::Kernel) && has(Column::Block) && has(Column::Grid) &&
           has(Column::Id);
  }

private:
  size_t Count, Read = 0;
  std::optional<size_t> FirstText; ///< the first column "Source"
  std::map<Column, size_t> Indices;
};
} // namespace

static Column columnNamed(StringRef Name) {
  Name.consume_front("# ");
  return StringSwitch<Column>(Name)
      .Cases({"Line No", "Line"}, Column::Line)
      .Case("Address", Column::Address)
      .Case("Source", Column::Text)
      .Cases({"Instructions Executed", "inst_executed"}, Column::Requests)
      .Cases({"Thread Instructions Executed", "thread_inst_executed"},
             Column::Threads)
      .Cases({"Predicated-On Thread Instructions Executed",
              "thread_inst_executed_true"},
             Column::Lanes)
      .Cases({"L1 Wavefronts Shared", "memory_l1_wavefronts_shared"},
             Column::Wavefronts)
      .Cases(
          {"L1 Wavefronts Shared Ideal", "memory_l1_wavefronts_shared_ideal"},
          Column::Ideal)
      .Case("ID", Column::Id)
      .Case("Kernel Name", Column::Kernel)
      .Case("Block Size", Column::Block)
      .Case("Grid Size", Column::Grid)
      .Default(Column::None);
}

Header::Header(ArrayRef<std::string> Names) : Count(Names.size()) {
  for (auto [I, Name] : enumerate(Names)) {
    const Column C = columnNamed(Name);
    if (C == Column::Text && !FirstText)
      FirstText = I;
    // Of two columns "Source", that behind the address has the instruction.
    if (C == Column::None || (C == Column::Text && has(C) && I != 0 &&
                              columnNamed(Names[I - 1]) != Column::Address))
      continue;
    Indices[C] = I;
    Read = std::max(Read, I + 1);
  }
}

void Header::joinText(CsvRow &Row) const {
  if (!FirstText || Row.Cells.size() <= Count)
    return;
  const auto Text = Row.Cells.begin() + ptrdiff_t(*FirstText);
  const auto End = Text + ptrdiff_t(Row.Cells.size() - Count) + 1;
  *Text = join(Text, End, "\",\"");
  Row.Cells.erase(Text + 1, End);
}

/// Whether a row names columns: of text beside a place, or of launches.
static bool isHeader(ArrayRef<std::string> Cells) {
  const Header Names(Cells);
  return (Names.isOfSource() &&
          (Names.has(Column::Address) || Names.has(Column::Line))) ||
         Names.isOfLaunches();
}

bool banklint::looksLikeExport(StringRef Text) {
  return any_of(
      ArrayRef<StringRef>{"\"Function Name\",\"", "\"Kernel Name\",\"",
                          "\"Address\",\"Source\",", "\"Line No\",\"Source\""},
      [&](StringRef Part) { return Text.contains(Part); });
}

//===----------------------------------------------------------------------===//
// Tables.
//===----------------------------------------------------------------------===//

/// Goes through the rows of one file.
class ProfileReader::TableReader {
public:
  TableReader(ProfileReader &To, StringRef File) : To(To), File(File) {}

  Error read(MutableArrayRef<CsvRow> Rows);

private:
  Error fail(const CsvRow &Row, const Twine &Reason) const {
    return createStringError("'" + File + "', line " + Twine(Row.Line) + ": " +
                             Reason);
  }
  Expected<int64_t> count(const CsvRow &Row, Column C,
                          StringRef ColumnName) const;
  Error begin(const CsvRow &Row);
  void beginLaunch();
  Error line(const CsvRow &Row);
  Error instruction(const CsvRow &Row);
  Error addInstruction(const CsvRow &Row, uint64_t Address,
                       const SharedOpcode &Opcode);
  Error endLine();
  void addToSums(const CsvRow &Row, uint64_t Address);
  Error launch(const CsvRow &Row);
  Error addCounters(const CsvRow &Row, RawLaunch &To);
  bool takeSubject(const CsvRow &Row);
  Error row(CsvRow &Row);

  ProfileReader &To;
  StringRef File;
  std::optional<Header> Columns;
  ArrayRef<std::string> Names; ///< of the columns
  std::string Path, Function;  ///< of the table that comes, or is read
  bool IsOfCode = false;       ///< lines with machine code
  /// The files with a table in the launch that is read.
  std::set<std::pair<std::string, std::string>> Known;
  // The line that is read.
  unsigned LineNumber = 0, LineRow = 0;
  std::string LineText;
  std::optional<int64_t> LineWavefronts;
  std::map<uint64_t, int64_t> WavefrontsOf;
  std::optional<uint64_t> FirstAddress; ///< of the launch
};

Expected<int64_t> ProfileReader::TableReader::count(const CsvRow &Row, Column C,
                                                    StringRef Name) const {
  const StringRef Cell = Columns->cell(Row, C);
  if (std::optional<int64_t> Count = countIn(Cell))
    return *Count;
  return fail(Row,
              "'" + shownCell(Cell) + "' in column '" + Name + "' is no count");
}

/// Rows in front of a table say what it is of.
Error ProfileReader::TableReader::begin(const CsvRow &Row) {
  Columns.emplace(Row.Cells);
  Names = Row.Cells;
  IsOfCode = Columns->has(Column::Line) && Columns->has(Column::Address);
  if (!Columns->isOfSource())
    return Error::success();
  if (!IsOfCode) {
    // A column of counters tells machine code from a listing of the source.
    std::string &Of =
        Columns->has(Column::Address) ? To.OfMachineCode : To.OfText;
    if (Of.empty())
      Of = File.str();
    return Error::success();
  }
  if (Path.empty() || Function.empty())
    return fail(Row, "a table of lines without the rows 'File Path' and "
                     "'Function Name' in front of it");
  To.HasLines = true;
  if (!is_contained(To.Files, Path))
    To.Files.push_back(Path);
  if (To.Launches.empty() || To.Launches.back().Kernel != Function ||
      Known.count({Path, Function}))
    beginLaunch();
  Known.insert({Path, Function});
  return Error::success();
}

void ProfileReader::TableReader::beginLaunch() {
  To.Launches.emplace_back().Kernel = Function;
  To.Shown.push_back({{}, {0, 0, 0, 0}});
  Known.clear();
  FirstAddress.reset();
}

Error ProfileReader::TableReader::line(const CsvRow &Row) {
  Expected<int64_t> Number = count(Row, Column::Line, "Line No");
  if (!Number)
    return Number.takeError();
  if (!isUInt<31>(*Number) || *Number == 0)
    return fail(Row, "no source has a line " + Twine(*Number));
  LineNumber = unsigned(*Number);
  LineRow = Row.Line;
  LineText = Columns->lineText(Row).str();
  LineWavefronts = countIn(Columns->cell(Row, Column::Wavefronts));
  WavefrontsOf.clear();
  return Error::success();
}

/// What the instructions of a line take is what the line takes, or rows are
/// missing.
Error ProfileReader::TableReader::endLine() {
  int64_t Sum = 0;
  for (const auto &Entry : WavefrontsOf)
    addTo(Sum, Entry.second);
  const bool IsWhole = !LineNumber || !LineWavefronts || *LineWavefronts == Sum;
  const int64_t Of = LineWavefronts.value_or(0);
  LineNumber = 0;
  if (IsWhole)
    return Error::success();
  return createStringError("'" + File + "', line " + Twine(LineRow) +
                           ": a source line of " + Twine(Of) +
                           " wavefronts, whose instructions below have " +
                           Twine(Sum) + ": rows are missing");
}

Error ProfileReader::TableReader::instruction(const CsvRow &Row) {
  StringRef Cell = Columns->cell(Row, Column::Address);
  if (Cell == "..." || Cell == "-") // left out: of another line
    return Error::success();
  if (!LineNumber)
    return fail(Row, "an instruction without a line above it");
  uint64_t Address = 0;
  const bool IsHexadecimal = Cell.consume_front("0x");
  if (Cell.getAsInteger(IsHexadecimal ? 16 : 10, Address))
    return fail(Row, "'" + shownCell(Columns->cell(Row, Column::Address)) +
                         "' is no address");
  ProfiledLaunch &Launch = To.Launches.back();
  Launch.HasCode = true;
  if (!FirstAddress || Address < *FirstAddress) {
    FirstAddress = Address;
    Launch.Warps = countIn(Columns->cell(Row, Column::Requests));
    Launch.Threads = countIn(Columns->cell(Row, Column::Threads));
  }
  addToSums(Row, Address);
  const std::optional<SharedOpcode> Opcode =
      sharedOpcode(Columns->cell(Row, Column::Text));
  if (!Opcode)
    return Error::success();
  return addInstruction(Row, Address, *Opcode);
}

/// Adds a number that a page may lack; then the sum is not known.
static void addCell(std::optional<int64_t> &Sum,
                    std::optional<int64_t> Number) {
  if (Sum && Number)
    addTo(*Sum, *Number);
  else
    Sum.reset();
}

void ProfileReader::TableReader::addToSums(const CsvRow &Row,
                                           uint64_t Address) {
  ShownCode &Code = To.Shown.back();
  if (!Code.Addresses.insert(Address).second)
    return;
  for (auto [C, Sum] : {std::pair(Column::Requests, &Code.Counted.Instructions),
                        {Column::Threads, &Code.Counted.Threads},
                        {Column::Wavefronts, &Code.Counted.Wavefronts},
                        {Column::Ideal, &Code.Counted.Ideal}})
    addCell(*Sum, countIn(Columns->cell(Row, C)));
}

Error ProfileReader::TableReader::addInstruction(const CsvRow &Row,
                                                 uint64_t Address,
                                                 const SharedOpcode &Opcode) {
  // A table without any shared memory lacks its columns.
  if (Opcode.IsGeneric && !Columns->has(Column::Wavefronts))
    return Error::success();
  for (Column C : {Column::Requests, Column::Wavefronts, Column::Ideal})
    if (!Columns->has(C))
      return fail(Row,
                  "an access to shared memory without its counters; profile "
                  "with '--set full' or '--section SourceCounters'");
  Expected<int64_t> Requests =
      count(Row, Column::Requests, "Instructions Executed");
  if (!Requests)
    return Requests.takeError();
  Expected<int64_t> Wavefronts =
      count(Row, Column::Wavefronts, "L1 Wavefronts Shared");
  if (!Wavefronts)
    return Wavefronts.takeError();
  Expected<int64_t> Ideal =
      count(Row, Column::Ideal, "L1 Wavefronts Shared Ideal");
  if (!Ideal)
    return Ideal.takeError();
  WavefrontsOf[Address] = *Wavefronts;
  if (Opcode.IsGeneric && *Wavefronts == 0)
    return Error::success();
  ProfiledInstruction I;
  I.Text = shownCell(Columns->cell(Row, Column::Text).trim());
  I.Operation = Opcode.Operation;
  I.Requests = *Requests;
  I.Lanes = countIn(Columns->cell(Row, Column::Lanes));
  I.Wavefronts = *Wavefronts;
  I.Ideal = *Ideal;
  auto [Entry, IsNew] =
      To.Launches.back().Instructions.try_emplace(Address, std::move(I));
  ProfiledInstruction &Met = Entry->second;
  if (Met.Wavefronts != *Wavefronts || Met.Ideal != *Ideal ||
      Met.Requests != *Requests)
    return fail(Row, "the instruction has other counters than in a row above");
  const ProfiledLine Here = {Path, LineNumber};
  if (!is_contained(Met.Lines, Here))
    Met.Lines.push_back(Here);
  To.Texts.try_emplace(Here, LineText);
  return Error::success();
}

/// "(32, 8, 1)".
static std::optional<std::array<unsigned, 3>> extentsIn(StringRef Cell) {
  if (!Cell.consume_front("(") || !Cell.consume_back(")"))
    return std::nullopt;
  SmallVector<StringRef, 3> Parts;
  Cell.split(Parts, ',');
  std::array<unsigned, 3> Extents = {1, 1, 1};
  if (Parts.size() != 3)
    return std::nullopt;
  for (auto [Extent, Part] : zip_equal(Extents, Parts))
    if (Part.trim().getAsInteger(10, Extent) || Extent == 0)
      return std::nullopt;
  return Extents;
}

/// Whether a counter is of shared memory, and a sum over the launch.
static bool isShownCounter(StringRef Name) {
  return Name.ends_with(".sum") &&
         (Name.starts_with("l1tex__data_bank_conflicts_pipe_lsu_mem_shared") ||
          Name.starts_with("l1tex__data_pipe_lsu_wavefronts_mem_shared"));
}

/// A row of the raw page, or of that of details, which has one for each metric.
Error ProfileReader::TableReader::launch(const CsvRow &Row) {
  const StringRef Id = Columns->cell(Row, Column::Id);
  if (Id.empty()) // the units
    return Error::success();
  auto [Entry, IsNew] = To.RawOf.try_emplace(Id.str(), To.Raw.size());
  if (IsNew) {
    RawLaunch &L = To.Raw.emplace_back();
    if (To.OfLaunches.empty())
      To.OfLaunches = File.str();
    L.Kernel = shownCell(Columns->cell(Row, Column::Kernel));
    for (auto [C, Name, Shape] :
         {std::tuple(Column::Block, "Block Size", &L.Block),
          std::tuple(Column::Grid, "Grid Size", &L.Grid)}) {
      const std::optional<std::array<unsigned, 3>> Extents =
          extentsIn(Columns->cell(Row, C));
      if (!Extents)
        return fail(Row, "'" + shownCell(Columns->cell(Row, C)) +
                             "' in column '" + Name + "' is no shape");
      *Shape = *Extents;
    }
  }
  RawLaunch &L = To.Raw[Entry->second];
  // The page of details has a row for each metric, and no column.
  return L.Counters.empty() ? addCounters(Row, L) : Error::success();
}

/// Whether the profiler says in a cell that it has no number.
static bool isMissing(StringRef Cell) {
  return is_contained({"", "-", "nan", "no data", "n/a"}, Cell);
}

Error ProfileReader::TableReader::addCounters(const CsvRow &Row,
                                              RawLaunch &Launch) {
  for (auto [Name, Cell] : zip(Names, Row.Cells)) {
    const Column C = columnNamed(Name);
    std::optional<int64_t> *Sum =
        C == Column::Requests     ? &Launch.Counted.Instructions
        : C == Column::Threads    ? &Launch.Counted.Threads
        : C == Column::Wavefronts ? &Launch.Counted.Wavefronts
        : C == Column::Ideal      ? &Launch.Counted.Ideal
                                  : nullptr;
    if ((!Sum && !isShownCounter(Name)) || isMissing(Cell))
      continue;
    const std::optional<int64_t> Count = countIn(Cell);
    if (!Count)
      return fail(Row, "'" + shownCell(Cell) + "' in column '" +
                           shownCell(Name) + "' is no count");
    if (Sum)
      *Sum = Count;
    else
      Launch.Counters.emplace_back(shownCell(Name), *Count);
  }
  return Error::success();
}

/// Whether a row in front of a table says what it is of; takes that.
bool ProfileReader::TableReader::takeSubject(const CsvRow &Row) {
  const StringRef First = Row.Cells.front();
  const bool IsPath = First == "File Path" || First == "File Name";
  if (Row.Cells.size() == 1 ||
      (!IsPath && First != "Function Name" && First != "Kernel Name"))
    return false;
  (IsPath ? Path : Function) = shownCell(Row.Cells[1]);
  Columns.reset();
  return true;
}

/// A row of the table that was begun.
Error ProfileReader::TableReader::row(CsvRow &Row) {
  if (Row.HasBareQuotes)
    Columns->joinText(Row);
  // The page of details leaves out empty cells at the end.
  if (Columns->isOfLaunches() ? Row.Cells.size() < Columns->readSize()
                              : Row.Cells.size() != Columns->size())
    return fail(Row, Twine(Row.Cells.size()) + " cells in a table of " +
                         Twine(Columns->size()) + " columns");
  if (Columns->isOfLaunches())
    return launch(Row);
  if (!IsOfCode)
    return Error::success();
  if (Columns->cell(Row, Column::Line).empty())
    return instruction(Row);
  if (Error E = endLine())
    return E;
  return line(Row);
}

Error ProfileReader::TableReader::read(MutableArrayRef<CsvRow> Rows) {
  bool HasTable = false;
  for (CsvRow &Row : Rows) {
    const bool IsBegin = isHeader(Row.Cells);
    if (IsBegin || takeSubject(Row)) {
      if (Error E = endLine())
        return E;
      if (!IsBegin)
        continue;
      if (Error E = begin(Row))
        return E;
      HasTable = true;
    } else if (Columns && Row.Cells.size() != 1) {
      // A row of one cell is what the program has printed in between.
      if (Error E = this->row(Row))
        return E;
    }
  }
  if (Error E = endLine())
    return E;
  if (!HasTable)
    return createStringError(
        "'" + File +
        "' is no profile: it holds no table of Nsight Compute's source or raw "
        "page; see 'banklint compare' in the manual for how to export one");
  return Error::success();
}

Error ProfileReader::add(StringRef File, StringRef Text) {
  Expected<std::vector<CsvRow>> Rows = parseCsv(Text);
  if (!Rows)
    return createStringError("'" + File +
                             "' is no CSV: " + toString(Rows.takeError()));
  return TableReader(*this, File).read(*Rows);
}

//===----------------------------------------------------------------------===//
// Launches of both pages.
//===----------------------------------------------------------------------===//

/// Whether both pages mean one kernel: the raw page may leave out the
/// arguments.
static bool isSameKernel(const KernelName &OfSource, const KernelName &OfRaw) {
  return OfSource.Base == OfRaw.Base &&
         (OfSource.Arguments == OfRaw.Arguments || OfRaw.Arguments.empty());
}

/// Which launch of the raw page each one is; none where they are of other
/// kernels. A kernel whose code has no lines is on that page alone, and passed
/// over.
std::optional<std::vector<size_t>> ProfileReader::matchLaunches() const {
  std::vector<KernelName> Names, RawNames;
  for (const ProfiledLaunch &Launch : Launches)
    Names.push_back(KernelName::parse(Launch.Kernel));
  for (const RawLaunch &L : Raw)
    RawNames.push_back(KernelName::parse(L.Kernel));
  std::vector<size_t> Of;
  std::vector<bool> IsTaken(Raw.size());
  size_t Next = 0;
  for (const KernelName &Name : Names) {
    while (Next != Raw.size() && !isSameKernel(Name, RawNames[Next]))
      ++Next;
    if (Next == Raw.size())
      return std::nullopt;
    IsTaken[Next] = true;
    Of.push_back(Next++);
  }
  // A launch more of a kernel, and nobody knows which was passed over.
  std::set<std::string> Bases;
  for (const KernelName &Name : Names)
    Bases.insert(Name.Base);
  for (size_t I = 0; I != Raw.size(); ++I)
    if (!IsTaken[I] && Bases.count(RawNames[I].Base))
      return std::nullopt;
  return Of;
}

/// What a launch of the raw page has that its lines have not; empty where
/// nothing tells the two apart.
std::string ProfileReader::differenceOf(size_t Launch,
                                        const RawLaunch &L) const {
  const Sums &Lines = Shown[Launch].Counted;
  for (auto [Name, OfLines, OfRaw] :
       {std::tuple("wavefronts", Lines.Wavefronts, L.Counted.Wavefronts),
        {"ideal wavefronts", Lines.Ideal, L.Counted.Ideal}})
    if (OfLines && OfRaw && *OfLines != *OfRaw)
      return std::to_string(*OfRaw) + " " + Name + ", and its lines have " +
             std::to_string(*OfLines);
  if (!Lines.Instructions || !L.Counted.Instructions ||
      *Lines.Instructions < *L.Counted.Instructions)
    return ""; // code without lines, which may be the first
  if (*Lines.Instructions != *L.Counted.Instructions)
    return std::to_string(*L.Counted.Instructions) +
           " instructions executed, and its lines have " +
           std::to_string(*Lines.Instructions);
  const int64_t Threads = productOf(L.Block), Blocks = productOf(L.Grid);
  int64_t AllWarps = 0, AllThreads = 0;
  const bool IsTooLarge =
      MulOverflow(Blocks, (Threads - 1) / 32 + 1, AllWarps) ||
      MulOverflow(Blocks, Threads, AllThreads);
  const ProfiledLaunch &Of = Launches[Launch];
  if (Of.Warps && Of.Threads &&
      (IsTooLarge || *Of.Warps != AllWarps || *Of.Threads != AllThreads))
    return "a grid of " + shapeText(L.Grid) + " blocks of " +
           shapeText(L.Block) + ", and its lines are executed by " +
           std::to_string(*Of.Warps) + " warps of " +
           std::to_string(*Of.Threads) + " threads";
  return "";
}

/// Gives each launch its shape.
Error ProfileReader::takeShapes() {
  const std::optional<std::vector<size_t>> Of = matchLaunches();
  if (!Of)
    return createStringError("the raw page is of other launches than the "
                             "source page: export both from one profile");
  for (auto [I, Launch, RawIndex] : enumerate(Launches, *Of)) {
    const RawLaunch &L = Raw[RawIndex];
    if (const std::string Difference = differenceOf(I, L); !Difference.empty())
      return createStringError("the raw page is not of what the source page "
                               "shows: '" +
                               shownCell(Launch.Kernel) + "' has " +
                               Difference +
                               "; export both, and all rows, from one profile");
    Launch.Block = L.Block;
    Launch.Grid = L.Grid;
    Launch.Counters = L.Counters;
  }
  return Error::success();
}

Expected<Profile> ProfileReader::take() {
  if (!HasLines) {
    if (!OfMachineCode.empty())
      return createStringError(
          "'" + OfMachineCode +
          "' holds machine code without lines: export with '--page source "
          "--print-source cuda,sass', of a program that nvcc compiled with "
          "-lineinfo and ncu profiled with '--import-source yes'");
    if (!OfText.empty())
      return createStringError("'" + OfText +
                               "' holds lines without counters: export with "
                               "'--page source --print-source cuda,sass'");
    return createStringError(
        "'" + OfLaunches +
        "' says how kernels were launched, and nothing of their lines: export "
        "them, too, with '--page source --print-source cuda,sass'");
  }
  for (const ProfiledLaunch &Launch : Launches)
    if (!Launch.HasCode)
      return createStringError("the lines of '" + shownCell(Launch.Kernel) +
                               "' have no machine instructions: rows are "
                               "missing");
  if (!Raw.empty())
    if (Error E = takeShapes())
      return std::move(E);
  Profile Result;
  Result.Launches = std::move(Launches);
  Result.Files = std::move(Files);
  Result.Texts = std::move(Texts);
  return Result;
}
