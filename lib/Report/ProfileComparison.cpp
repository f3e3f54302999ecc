//===- ProfileComparison.cpp - A profile beside a report ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/ProfileComparison.h"
#include "Files/Shown.h"
#include "Finding/Wording.h"
#include "JsonText.h"
#include "Profile/Comparison.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Sentences.
//===----------------------------------------------------------------------===//

static std::string placeText(const ProfiledLine &Line) {
  return Line.File + ":" + std::to_string(Line.Line);
}

/// "a.cu:7, 9 and 12".
static std::string placesText(ArrayRef<ProfiledLine> Lines) {
  std::string Text;
  StringRef File;
  for (auto [I, Line] : enumerate(Lines)) {
    if (I)
      Text += I + 1 == Lines.size() ? " and " : ", ";
    Text += Line.File == File ? std::to_string(Line.Line) : placeText(Line);
    File = Line.File;
  }
  return Text;
}

static std::string withReason(StringRef Sentence, StringRef Reason) {
  return Reason.empty() ? Sentence.str() : (Sentence + ": " + Reason).str();
}

/// What a reader is told of a cause.
static std::string causeText(const LineCause &Why) {
  switch (Why.Kind) {
  case Cause::NotKnown:
    return withReason("not known before it runs", Why.Detail);
  case Cause::OnlyRequests:
    return withReason(
        "each request takes what is predicted; how many there are "
        "is not known",
        Why.Detail);
  case Cause::OtherShape:
    return "launched with blocks of another shape than was analysed, " +
           Why.Detail + "; pass --block-dim, or a source with the launch";
  case Cause::ShapeUnknown:
    return "the shape of the blocks is not in the export, and they may be of " +
           Why.Detail +
           " or of others with as many warps; give the raw page, "
           "too (--page raw)";
  case Cause::NoKernel:
    return "the report has no kernel of this name";
  case Cause::NotExecuted:
    return withReason("no warp executed it with a lane", Why.Detail);
  case Cause::NoInstruction:
    return withReason("no machine instruction of this kind stands at the line",
                      Why.Detail);
  case Cause::InHeader:
    return "its machine instructions stand at " + placesText(Why.Elsewhere);
  case Cause::Together:
    return "agrees together with " + placesText(Why.Elsewhere) +
           ": the compiler has merged or moved accesses";
  case Cause::AmongOthers:
    return "its machine instructions stand at " + placesText(Why.Elsewhere) +
           ", with those of accesses whose cost is not known";
  case Cause::ProfilersIdeal:
    return "the profiler's ideal counts bytes of active lanes, not phases";
  case Cause::NotReported:
    return "the report has no such access here";
  case Cause::PartOfKernel:
    return "the report has no such access here, and says that some code of the "
           "kernel was not analysed";
  case Cause::NotExplained:
    return "not explained";
  }
  llvm_unreachable("every cause is listed");
}

/// For programs, as "not-known".
static StringRef causeName(Cause Kind) {
  switch (Kind) {
  case Cause::NotKnown:
    return "not-known";
  case Cause::OnlyRequests:
    return "only-requests";
  case Cause::OtherShape:
    return "other-shape";
  case Cause::ShapeUnknown:
    return "shape-unknown";
  case Cause::NoKernel:
    return "no-kernel";
  case Cause::NotExecuted:
    return "not-executed";
  case Cause::NoInstruction:
    return "no-instruction";
  case Cause::InHeader:
    return "in-header";
  case Cause::Together:
    return "together";
  case Cause::AmongOthers:
    return "among-others";
  case Cause::ProfilersIdeal:
    return "profilers-ideal";
  case Cause::NotReported:
    return "not-reported";
  case Cause::PartOfKernel:
    return "part-of-kernel";
  case Cause::NotExplained:
    return "not-explained";
  }
  llvm_unreachable("every cause is listed");
}

//===----------------------------------------------------------------------===//
// Text.
//===----------------------------------------------------------------------===//

/// "12", "at least 12" as "12..", "0..14".
static std::string boundsText(const Bounds &B) {
  std::string Text = std::to_string(B.Least);
  if (B.isExact())
    return Text;
  return Text + ".." + (B.Most ? std::to_string(*B.Most) : "");
}

static bool saysNothing(const Bounds &B) { return B.Least == 0 && !B.Most; }

static std::string predictedText(const ComparedLine &Line) {
  if (!Line.IsPredicted)
    return "-";
  if (Line.IsByHardware)
    return "by hardware";
  if (Line.Wavefronts && Line.Ideal && !saysNothing(*Line.Wavefronts))
    return boundsText(*Line.Wavefronts) + "/" + boundsText(*Line.Ideal);
  if (Line.Request)
    return wavefrontText(Line.Request->Wavefronts) + "/" +
           wavefrontText(Line.Request->Ideal) + " each";
  return "?";
}

static std::string measuredText(const ComparedLine &Line) {
  if (!Line.Measured)
    return "-";
  return std::to_string(Line.Measured->Wavefronts) + "/" +
         std::to_string(Line.Measured->Ideal);
}

static std::string counted(int64_t Count, StringRef One) {
  return std::to_string(Count) + " " + One.str() + (Count == 1 ? "" : "s");
}

/// "transpose(float *), blocks of 32x32: 2 launches, 8 blocks".
static std::string headText(const ComparedKernel &Kernel) {
  std::string Text = Kernel.Name;
  if (Kernel.Block)
    Text += ", blocks of " + blockName(*Kernel.Block);
  Text += Kernel.Launches == 1
              ? ": 1 launch"
              : ": " + std::to_string(Kernel.Launches) + " launches";
  if (Kernel.Blocks)
    Text += ", " + counted(*Kernel.Blocks, "block");
  if (Kernel.BlockFrom == ShapeSource::Threads)
    Text += " (by its warps; the shape is not in the export)";
  else if (Kernel.BlockFrom == ShapeSource::Unknown)
    Text += " (the shape is not in the export)";
  return Text;
}

namespace {
/// The cells of a line; the numbers stand to the right of their columns.
using Row = std::array<std::string, 5>;
constexpr const char *Columns[] = {"line", "operation", "array", "predicted",
                                   "measured"};
constexpr size_t FirstNumber = 3;
} // namespace

static Row rowOf(const ComparedLine &Line) {
  const std::string Arrays = shownText(join(Line.Arrays, ", "));
  return {shownText(placeText(Line.At)), operationName(Line.Operation),
          Arrays.empty() ? "-" : Arrays, predictedText(Line),
          measuredText(Line)};
}

static void writeRow(raw_ostream &OS, const Row &Cells,
                     ArrayRef<size_t> Widths) {
  OS << "  ";
  for (auto [I, Cell] : enumerate(Cells))
    OS << (I ? "  " : "")
       << (I < FirstNumber ? left_justify(Cell, unsigned(Widths[I]))
                           : right_justify(Cell, unsigned(Widths[I])));
}

static void writeCounters(raw_ostream &OS, const ComparedKernel &Kernel) {
  const auto IsShown = [](const auto &Counter) { return Counter.second != 0; };
  if (none_of(Kernel.Counters, IsShown))
    return;
  OS << "  counters of the raw page, with other traffic in them\n";
  for (const auto &[Name, Value] : make_filter_range(Kernel.Counters, IsShown))
    OS << "    " << shownText(Name) << ' ' << Value << '\n';
}

void banklint::writeComparison(raw_ostream &OS, const Comparison &Compared) {
  std::array<size_t, std::size(Columns)> Widths;
  for (auto [Width, Name] : zip_equal(Widths, Columns))
    Width = StringRef(Name).size();
  for (const ComparedKernel &Kernel : Compared.Kernels)
    for (const ComparedLine &Line : Kernel.Lines)
      for (auto [Width, Cell] : zip_equal(Widths, rowOf(Line)))
        Width = std::max(Width, Cell.size());
  for (const ComparedKernel &Kernel : Compared.Kernels) {
    if (&Kernel != &Compared.Kernels.front())
      OS << '\n';
    OS << shownText(headText(Kernel)) << '\n';
    Row Names;
    copy(Columns, Names.begin());
    writeRow(OS, Names, Widths);
    OS << '\n';
    for (const ComparedLine &Line : Kernel.Lines) {
      writeRow(OS, rowOf(Line), Widths);
      OS << "  " << agreementName(Line.Judgement) << '\n';
      for (const LineCause &Why : Line.Causes)
        OS << "      " << shownText(causeText(Why)) << '\n';
    }
    writeCounters(OS, Kernel);
  }
  if (!Compared.NotProfiled.empty()) {
    OS << (Compared.Kernels.empty() ? "" : "\n") << "not in the profile\n";
    for (const std::string &Name : Compared.NotProfiled)
      OS << "  " << shownText(Name) << '\n';
  }
}

void banklint::writeComparisonSummary(raw_ostream &OS,
                                      const Comparison &Compared) {
  const auto Count = [&](Agreement A) { return Compared.count(A); };
  const size_t Agreeing = Count(Agreement::Agrees);
  OS << Agreeing << (Agreeing == 1 ? " line agrees, " : " lines agree, ")
     << Count(Agreement::WithinBounds) << " within bounds, "
     << Count(Agreement::Explained) << " explained, " << Count(Agreement::Open)
     << " open, " << Count(Agreement::Differs) << " not explained\n";
}

//===----------------------------------------------------------------------===//
// JSON.
//===----------------------------------------------------------------------===//

static json::Value valueOf(const std::optional<Bounds> &B) {
  if (!B)
    return nullptr;
  return json::Object{{"least", B->Least},
                      {"most", B->Most ? json::Value(*B->Most) : nullptr}};
}

static json::Object valueOf(const LineCause &Why) {
  json::Array Elsewhere;
  for (const ProfiledLine &Line : Why.Elsewhere)
    Elsewhere.push_back(
        json::Object{{"file", jsonText(Line.File)}, {"line", Line.Line}});
  return json::Object{{"name", causeName(Why.Kind)},
                      {"text", jsonText(causeText(Why))},
                      {"elsewhere", std::move(Elsewhere)}};
}

static json::Object valueOf(const ComparedLine &Line) {
  json::Array Arrays, Instructions, Causes;
  for (const std::string &Array : Line.Arrays)
    Arrays.push_back(jsonText(Array));
  for (const std::string &Opcode : Line.Instructions)
    Instructions.push_back(jsonText(Opcode));
  for (const LineCause &Why : Line.Causes)
    Causes.push_back(valueOf(Why));
  json::Value Predicted = nullptr, Request = nullptr, Measured = nullptr;
  if (Line.Request)
    Request = json::Object{{"wavefronts", Line.Request->Wavefronts},
                           {"ideal", Line.Request->Ideal}};
  if (Line.IsPredicted)
    Predicted = json::Object{{"by_hardware", Line.IsByHardware},
                             {"wavefronts", valueOf(Line.Wavefronts)},
                             {"ideal", valueOf(Line.Ideal)},
                             {"a_request", std::move(Request)}};
  if (Line.Measured)
    Measured = json::Object{{"requests", Line.Measured->Requests},
                            {"wavefronts", Line.Measured->Wavefronts},
                            {"ideal", Line.Measured->Ideal},
                            {"instructions", std::move(Instructions)}};
  return json::Object{{"file", jsonText(Line.At.File)},
                      {"line", Line.At.Line},
                      {"operation", operationName(Line.Operation)},
                      {"arrays", std::move(Arrays)},
                      {"predicted", std::move(Predicted)},
                      {"measured", std::move(Measured)},
                      {"agreement", agreementName(Line.Judgement)},
                      {"causes", std::move(Causes)}};
}

static StringRef sourceName(ShapeSource From) {
  switch (From) {
  case ShapeSource::Export:
    return "raw page";
  case ShapeSource::Threads:
    return "warps";
  case ShapeSource::Unknown:
    return "unknown";
  }
  llvm_unreachable("every source is listed");
}

static json::Object valueOf(const ComparedKernel &Kernel) {
  json::Array Lines;
  json::Object Counters;
  for (const ComparedLine &Line : Kernel.Lines)
    Lines.push_back(valueOf(Line));
  for (const auto &[Name, Value] : Kernel.Counters)
    Counters[jsonText(Name).getAsString()->str()] = Value;
  json::Value Block = nullptr;
  if (Kernel.Block)
    Block =
        json::Array{(*Kernel.Block)[0], (*Kernel.Block)[1], (*Kernel.Block)[2]};
  return json::Object{
      {"kernel", jsonText(Kernel.Name)},
      {"block", std::move(Block)},
      {"block_source", sourceName(Kernel.BlockFrom)},
      {"launches", Kernel.Launches},
      {"blocks", Kernel.Blocks ? json::Value(*Kernel.Blocks) : nullptr},
      {"counters", std::move(Counters)},
      {"lines", std::move(Lines)}};
}

void banklint::writeComparisonJson(raw_ostream &OS,
                                   const Comparison &Compared) {
  json::Array Kernels, NotProfiled;
  for (const ComparedKernel &Kernel : Compared.Kernels)
    Kernels.push_back(valueOf(Kernel));
  for (const std::string &Name : Compared.NotProfiled)
    NotProfiled.push_back(jsonText(Name));
  json::Object Summary{
      {"agree", Compared.count(Agreement::Agrees)},
      {"within_bounds", Compared.count(Agreement::WithinBounds)},
      {"explained", Compared.count(Agreement::Explained)},
      {"open", Compared.count(Agreement::Open)},
      {"differ", Compared.count(Agreement::Differs)}};
  json::OStream J(OS, /*IndentSize=*/2);
  J.value(json::Object{{"version", 1},
                       {"kernels", std::move(Kernels)},
                       {"not_profiled", std::move(NotProfiled)},
                       {"summary", std::move(Summary)}});
  OS << '\n';
}
