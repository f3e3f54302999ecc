//===- Model.cpp - banklint model: a calculator of banks ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Bank/Patterns.h"
#include "Files/ReadFile.h"
#include "Files/Shown.h"
#include "Report/BankPicture.h"
#include "Report/BankSvg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::ModelCommand("model",
                                      "calculate banks and wavefronts");

static cl::opt<std::string>
    PatternsFile("patterns", cl::value_desc("FILE"), cl::sub(ModelCommand),
                 cl::desc("predict the wavefronts of each request of a table"));
static cl::opt<std::string>
    TypeName("type", cl::value_desc("T"), cl::init("float"),
             cl::sub(ModelCommand),
             cl::desc("the CUDA type of an element: float (the default), "
                      "half2, int4, ..."));
static cl::opt<std::string>
    ExtentText("extent", cl::value_desc("AxBxC"), cl::sub(ModelCommand),
               cl::desc("print the bank of every element of an array"));
static cl::opt<bool> ShowMap("map", cl::sub(ModelCommand),
                             cl::desc("with --extent: also as a picture"));
static cl::list<std::string>
    StrideTexts("stride", cl::value_desc("N,..."), cl::CommaSeparated,
                cl::sub(ModelCommand),
                cl::desc("print what one load costs whose lanes are N elements "
                         "apart"));
static cl::opt<bool> ShowSvg("svg", cl::sub(ModelCommand),
                             cl::desc("with --stride: as a picture of the "
                                      "banks, in SVG"));

namespace {

/// A type of CUDA.
struct Element {
  StringRef Name;
  unsigned Bytes;
};

using Extents = SmallVector<uint64_t, 4>;

} // namespace

/// Sizes as in CUDA on 64-bit Linux.
static constexpr Element Scalars[] = {
    {"bool", 1},          {"char", 1},
    {"signed char", 1},   {"unsigned char", 1},
    {"int8_t", 1},        {"uint8_t", 1},
    {"short", 2},         {"unsigned short", 2},
    {"int16_t", 2},       {"uint16_t", 2},
    {"half", 2},          {"__half", 2},
    {"__nv_bfloat16", 2}, {"half2", 4},
    {"__half2", 4},       {"__nv_bfloat162", 4},
    {"int", 4},           {"unsigned", 4},
    {"unsigned int", 4},  {"int32_t", 4},
    {"uint32_t", 4},      {"float", 4},
    {"long", 8},          {"unsigned long", 8},
    {"long long", 8},     {"unsigned long long", 8},
    {"int64_t", 8},       {"uint64_t", 8},
    {"size_t", 8},        {"double", 8},
};

/// What `vector_types.h` makes vectors of 1 to 4 of: `char3`, `ulonglong2`.
static constexpr Element VectorElements[] = {
    {"char", 1},  {"uchar", 1},  {"short", 2},    {"ushort", 2},
    {"int", 4},   {"uint", 4},   {"long", 8},     {"ulong", 8},
    {"float", 4}, {"double", 8}, {"longlong", 8}, {"ulonglong", 8},
};

static Error failure(const Twine &Sentence) {
  return createStringError(inconvertibleErrorCode(), Sentence);
}

static std::optional<unsigned> bytesOf(StringRef Type) {
  for (const Element &Scalar : Scalars)
    if (Type == Scalar.Name)
      return Scalar.Bytes;
  for (const Element &Part : VectorElements)
    for (unsigned Count = 1; Count <= 4; ++Count)
      if (Type == (Part.Name + Twine(Count)).str())
        return Count * Part.Bytes;
  return std::nullopt;
}

static Expected<Element> readType(StringRef Name) {
  if (std::optional<unsigned> Bytes = bytesOf(Name))
    return Element{Name, *Bytes};
  return failure("unknown type '" + Name +
                 "': name a CUDA scalar or vector type, such as 'float', "
                 "'half2' or 'double2'");
}

//===----------------------------------------------------------------------===//
// --extent
//===----------------------------------------------------------------------===//

/// Reads `4x33`, outermost extent first.
static Expected<Extents> readExtents(StringRef Text, const Element &Type) {
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, 'x');
  Extents Read;
  uint64_t ArrayBytes = Type.Bytes;
  for (StringRef Part : Parts) {
    uint64_t &Extent = Read.emplace_back();
    if (Part.getAsInteger(10, Extent) || Extent == 0)
      return failure("the extent '" + Text +
                     "' is not a list of positive numbers, such as '4x33'");
    if (Extent > UINT32_MAX / ArrayBytes)
      return failure("the array of extent '" + Text +
                     "' is larger than 4 gigabytes");
    ArrayBytes *= Extent;
  }
  return Read;
}

/// Moves on to the next element, the innermost index first; all 0 again behind
/// the last one.
static void advance(Extents &Index, ArrayRef<uint64_t> Array) {
  for (size_t D = Array.size(); D-- != 0;) {
    if (++Index[D] != Array[D])
      return;
    Index[D] = 0;
  }
}

static std::string joined(ArrayRef<uint64_t> Index, StringRef Separator) {
  return join(map_range(Index, [](uint64_t I) { return utostr(I); }),
              Separator);
}

static uint64_t elementCount(ArrayRef<uint64_t> Array) {
  uint64_t Count = 1;
  for (uint64_t Extent : Array)
    Count *= Extent;
  return Count;
}

/// `Array Idx: 0 Bank Idx: 0` or `Matrix Idx: (1, 0) Bank Idx: 1`, a line an
/// element. The bank of an element is that of its first byte.
static void printBanks(const Element &Type, ArrayRef<uint64_t> Array) {
  Extents Index(Array.size(), 0);
  bool IsMatrix = Array.size() > 1;
  for (uint64_t I = 0, E = elementCount(Array); I != E; ++I) {
    outs() << (IsMatrix ? "Matrix Idx: (" : "Array Idx: ")
           << joined(Index, ", ") << (IsMatrix ? ") " : " ")
           << "Bank Idx: " << bankOf(I * Type.Bytes) << '\n';
    advance(Index, Array);
  }
}

/// The bank of every element in the shape of the array: a row of it begins a
/// line with its outer indices, and goes on in lines that begin with how far.
///
///    col  0  1  2  3  4  5 ... 31
///      0  0  1  2  3  4  5 ... 31
///    +32  0
///      1  1  2  3  4  5  6 ...  0
static void printPicture(const Element &Type, ArrayRef<uint64_t> Array) {
  uint64_t RowElements = Array.back();
  Extents Row(Array.drop_back());
  size_t LabelColumns =
      std::max({size_t(4), joined(Row, ",").size(),
                RowElements > 32 ? utostr(RowElements).size() + 1 : 0});
  // The picture is at most 100 columns wide.
  unsigned PerLine = LabelColumns <= 4 ? 32 : 16;
  auto PrintLabel = [&](const std::string &Label) {
    outs() << right_justify(Label, LabelColumns);
  };

  outs() << "\nbank of each element of '" << Type.Name << "' ["
         << joined(Array, "][") << "]\n";
  PrintLabel("col");
  for (unsigned I = 0; I != std::min<uint64_t>(PerLine, RowElements); ++I)
    outs() << format("%3u", I);
  Extents Index(Row.size(), 0);
  for (uint64_t I = 0, E = elementCount(Array); I != E; ++I) {
    uint64_t Column = I % RowElements;
    if (Column % PerLine == 0) {
      outs() << '\n';
      PrintLabel(Column ? "+" + utostr(Column) : joined(Index, ","));
    }
    outs() << format("%3u", bankOf(I * Type.Bytes));
    if (Column + 1 == RowElements)
      advance(Index, Row);
  }
  outs() << '\n';
}

static Error showExtent(const Element &Type, StringRef Text) {
  Expected<Extents> Array = readExtents(Text, Type);
  if (!Array)
    return Array.takeError();
  printBanks(Type, *Array);
  if (ShowMap)
    printPicture(Type, *Array);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// --stride
//===----------------------------------------------------------------------===//

/// A load by all lanes, `Stride` elements from lane to lane.
static Expected<Request> readStride(StringRef Text, const Element &Type) {
  Request Load;
  Load.BytesPerLane = Type.Bytes;
  if (!hasRule(Load))
    return failure("a '" + Type.Name + "' has " + Twine(Type.Bytes) +
                   " bytes, which no single request loads");
  uint32_t Stride;
  if (Text.getAsInteger(10, Stride))
    return failure("the stride '" + Text +
                   "' is not a number of elements, 0 or more");
  if (Stride > UINT32_MAX / (LaneCount * Type.Bytes))
    return failure("the stride '" + Text +
                   "' takes the lanes further than 4 gigabytes");
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Load.OffsetBytes[Lane] = Lane * Stride * Type.Bytes;
  return Load;
}

/// `0-7` of a mask of successive lanes.
static std::string laneRange(uint32_t LaneMask) {
  return utostr(countr_zero(LaneMask)) + "-" +
         utostr(LaneCount - 1 - countl_zero(LaneMask));
}

/// The bank of each lane, then the words that each phase finds in each bank.
static void printMap(const Request &Load) {
  outs() << "\nbank of each lane's first byte\n";
  writeBankRow(outs(), "lane", [](unsigned Lane) { return Lane; });
  writeBankRow(outs(), "bank",
               [&](unsigned Lane) { return bankOf(Load.OffsetBytes[Lane]); });

  outs() << "\nwords accessed in each bank";
  std::vector<PhaseMap> Phases = mapOf(Load);
  for (size_t P = 0; P != Phases.size(); ++P)
    outs() << (P ? ", " : ", by ") << 'P' << P << " = lanes "
           << laneRange(Phases[P].LaneMask);
  outs() << '\n';
  writeBankRow(outs(), "bank", [](unsigned Bank) { return Bank; });
  for (size_t P = 0; P != Phases.size(); ++P)
    writePhaseRow(outs(), "P" + utostr(P), Phases[P]);
}

static Error showStride(const Element &Type, StringRef Text) {
  Expected<Request> Load = readStride(Text, Type);
  if (!Load)
    return Load.takeError();
  RequestCost Cost = costOf(*Load);
  outs() << "load of '" << Type.Name << "' with a stride of " << Text << " x "
         << Type.Bytes << " = " << Load->OffsetBytes[1] << " bytes\n"
         << "wavefronts: " << Cost.Wavefronts << ", ideal: " << Cost.Ideal;
  if (Cost.excess())
    outs() << format(" (%g-way bank conflict)\n", Cost.ways());
  else
    outs() << " (conflict-free)\n";
  printMap(*Load);
  return Error::success();
}

/// The loads side by side.
static Error drawStrides(const Element &Type) {
  std::vector<BankPanel> Panels;
  for (StringRef Text : StrideTexts) {
    Expected<Request> Load = readStride(Text, Type);
    if (!Load)
      return Load.takeError();
    Panels.push_back(
        {(Type.Name + ", lanes " + Text + " elements apart").str(), *Load});
  }
  writeBankSvg(outs(), Panels);
  return Error::success();
}

static Error showStrides(const Element &Type) {
  if (ShowSvg)
    return drawStrides(Type);
  for (const std::string &Text : StrideTexts) {
    if (&Text != &*StrideTexts.begin())
      outs() << '\n';
    if (Error E = showStride(Type, Text))
      return E;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// --patterns, and which form is asked for
//===----------------------------------------------------------------------===//

static Error showPatterns(StringRef File) {
  auto Text = readNamedFile(File);
  if (!Text)
    return failure("cannot read '" + File + "': " + toString(Text.takeError()));
  Expected<PatternTable> Table = readPatterns((*Text)->getBuffer(), File);
  if (!Table)
    return Table.takeError();
  writePredictions(*Table, outs());
  return Error::success();
}

static Error runForm() {
  bool HasPatterns = PatternsFile.getNumOccurrences();
  bool HasType = TypeName.getNumOccurrences();
  bool HasExtent = ExtentText.getNumOccurrences();
  bool HasStride = StrideTexts.getNumOccurrences();
  if (HasPatterns && !HasType && !HasExtent && !HasStride && !ShowMap &&
      !ShowSvg)
    return showPatterns(PatternsFile);
  if (HasPatterns || HasExtent == HasStride || (ShowMap && !HasExtent) ||
      (ShowSvg && !HasStride))
    return failure("give one of --patterns FILE, [--type T] --extent AxB "
                   "[--map] and [--type T] --stride N [--svg]");
  Expected<Element> Type = readType(TypeName);
  if (!Type)
    return Type.takeError();
  return HasExtent ? showExtent(*Type, ExtentText) : showStrides(*Type);
}

int banklint::runModel() {
  if (Error E = runForm()) {
    WithColor::error(errs(), "banklint model")
        << shownText(toString(std::move(E))) << '\n';
    return 2;
  }
  return 0;
}
