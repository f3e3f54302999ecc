//===- Prediction.cpp - What a JSON report predicts -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Prediction.h"
#include "Counters.h"
#include "Finding/Finding.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "JsonNames.h" // IWYU pragma: keep
#include "Profile/Prediction.h"
#include "ReportFile.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Formulas.
//===----------------------------------------------------------------------===//

static std::optional<Formula> formulaOf(const json::Value &Tree);

/// The formula of an operation and what it is of.
static std::optional<Formula> formulaOf(StringRef Op, ArrayRef<Formula> Of,
                                        StringRef Counter) {
  if (Op == "+" || Op == "*") {
    Formula Result(Op == "+" ? 0 : 1);
    for (const Formula &F : Of)
      Result = Op == "+" ? Result + F : Result * F;
    return Result;
  }
  if (Op == "min" || Op == "max" || Op == "gcd") {
    Formula Result = Of.front();
    for (const Formula &F : Of.drop_front())
      Result = Op == "min"   ? Formula::min(Result, F)
               : Op == "max" ? Formula::max(Result, F)
                             : Formula::gcd(Result, F);
    return Result;
  }
  if (Op == "log2" && Of.size() == 1)
    return Formula::log2(Of[0]);
  if (Op == "if" && Of.size() == 3)
    return Formula::choice(Of[0], Of[1], Of[2]);
  if (Of.size() != 2)
    return std::nullopt;
  const Formula &A = Of[0], &B = Of[1];
  const bool IsQuotient = Op == "floor" || Op == "ceil";
  if (IsQuotient && B.isNumber() && B.number() <= 0)
    return std::nullopt;
  const auto Not = [](const Formula &Condition) { return 1 - Condition; };
  using Result = std::optional<Formula>;
  return StringSwitch<std::function<Result()>>(Op)
      .Case("floor", [&] { return Result(Formula::floorQuotient(A, B)); })
      .Case("ceil", [&] { return Result(Formula::ceilingQuotient(A, B)); })
      .Case("sum", [&] { return Result(Formula::sum(Counter, A, B)); })
      .Case("<", [&] { return Result(Formula::less(A, B)); })
      .Case(">", [&] { return Result(Formula::less(B, A)); })
      .Case("<=", [&] { return Result(Not(Formula::less(B, A))); })
      .Case(">=", [&] { return Result(Not(Formula::less(A, B))); })
      .Case("=", [&] { return Result(Formula::equal(A, B)); })
      .Case("!=", [&] { return Result(Not(Formula::equal(A, B))); })
      .Default([] { return Result(); })();
}

/// Back from the tree that `Formula::tree` makes; none for what is none.
static std::optional<Formula> formulaOf(const json::Value &Tree) {
  if (std::optional<int64_t> Number = Tree.getAsInteger())
    return Formula(*Number);
  const json::Object *Node = Tree.getAsObject();
  if (!Node)
    return std::nullopt;
  if (std::optional<StringRef> Name = Node->getString("unknown"))
    return Formula::unknown(*Name);
  const std::optional<StringRef> Counter = Node->getString("counter");
  const std::optional<StringRef> Op = Node->getString("op");
  if (Counter && !Op)
    return Formula::unknown(*Counter);
  const json::Array *Operands = Node->getArray("of");
  if (!Op || !Operands || Operands->empty())
    return std::nullopt;
  std::vector<Formula> Of;
  for (const json::Value &Operand : *Operands) {
    std::optional<Formula> F = formulaOf(Operand);
    if (!F)
      return std::nullopt;
    Of.push_back(std::move(*F));
  }
  return formulaOf(*Op, Of, Counter.value_or(""));
}

namespace banklint {
// Found by the reader of JSON.
static bool fromJSON(const json::Value &Value, Formula &F, json::Path Path) {
  const json::Object *Node = Value.getAsObject();
  const json::Value *Tree = Node ? Node->get("tree") : nullptr;
  std::optional<Formula> Read = Tree ? formulaOf(*Tree) : std::nullopt;
  if (!Read) {
    Path.report("expected a formula");
    return false;
  }
  F = std::move(*Read);
  return true;
}
} // namespace banklint

namespace {
/// A count, and the words for why it is not exact.
struct ReadCount {
  Count Bounds;
  std::string Reason;
};

bool fromJSON(const json::Value &Value, ReadCount &C, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  std::optional<std::string> Reason;
  std::vector<Formula> Where;
  if (!Map || !Map.map("least", C.Bounds.Least) ||
      !Map.map("most", C.Bounds.Most) || !Map.map("reason", Reason) ||
      !Map.map("where", Where))
    return false;
  for (const Formula &Condition : Where)
    C.Bounds.Where.push_back(Condition - 1); // not negative where it holds
  C.Reason = Reason.value_or("");
  return true;
}
} // namespace

//===----------------------------------------------------------------------===//
// Reports.
//===----------------------------------------------------------------------===//

namespace {
struct ReadAccess {
  std::string File, Kernel, Array, BlockFrom;
  ReportedNumber<0> Line, Column, Bytes;
  AccessOperation Operation = AccessOperation::Load;
  Verdict Judgement = Verdict::Unknown;
  std::array<unsigned, 3> Block = {0, 0, 0};
  std::optional<std::string> Reason;
  std::optional<ReportedAmount> Wavefronts, Ideal, Requests;
  bool IsExact = false, IsConditional = false, IsAtCall = false;
};

bool fromJSON(const json::Value &Value, ReadAccess &A, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("file", A.File) && Map.map("line", A.Line) &&
         Map.map("column", A.Column) && Map.map("kernel", A.Kernel) &&
         Map.map("array", A.Array) && Map.map("operation", A.Operation) &&
         Map.map("bytes", A.Bytes) && mapBlock(Map, Path, A.Block) &&
         Map.map("block_source", A.BlockFrom) &&
         Map.map("verdict", A.Judgement) && Map.map("reason", A.Reason) &&
         Map.map("wavefronts", A.Wavefronts) && Map.map("ideal", A.Ideal) &&
         Map.map("exact", A.IsExact) && Map.map("requests", A.Requests) &&
         Map.map("conditional", A.IsConditional) &&
         Map.map("at_call", A.IsAtCall);
}

} // namespace

namespace {
/// Goes through a report.
class PredictionReader {
public:
  bool read(const json::Object &Report, json::Path Path,
            const json::Array &Accesses, json::Path OfAccesses);

  Prediction Result;

private:
  PredictedKernel &kernelOf(StringRef Name,
                            const std::array<unsigned, 3> &Block);
  static PredictedLine &lineOf(PredictedKernel &Kernel, StringRef File,
                               unsigned Line, AccessOperation Operation);
  bool readAccesses(const json::Array &Accesses, json::Path Path);
  void add(const ReadAccess &A);
  bool readCounts(const json::Array &Kernels, json::Path Path);
  bool readCount(const json::Value &Value, json::Path Path,
                 PredictedKernel &Kernel);

  /// Operations on arrays in each kernel: no fewer than the summary counts.
  std::set<std::tuple<std::string, std::string, unsigned, unsigned,
                      AccessOperation, std::string>>
      Known;
};
} // namespace

PredictedKernel &
PredictionReader::kernelOf(StringRef Name,
                           const std::array<unsigned, 3> &Block) {
  auto Met = find_if(Result.Kernels, [&](const PredictedKernel &K) {
    return K.Name == Name && K.Block == Block;
  });
  if (Met != Result.Kernels.end())
    return *Met;
  PredictedKernel &New = Result.Kernels.emplace_back();
  New.Name = Name.str();
  New.Block = Block;
  return New;
}

PredictedLine &PredictionReader::lineOf(PredictedKernel &Kernel, StringRef File,
                                        unsigned Line,
                                        AccessOperation Operation) {
  auto Met = find_if(Kernel.Lines, [&](const PredictedLine &P) {
    return P.File == File && P.Line == Line && P.Operation == Operation;
  });
  if (Met != Kernel.Lines.end())
    return *Met;
  PredictedLine &New = Kernel.Lines.emplace_back();
  New.File = File.str();
  New.Line = Line;
  New.Operation = Operation;
  New.Block.emplace();
  return New;
}

static bool isSame(const Cost &A, const Cost &B) {
  return A.Wavefronts == B.Wavefronts && A.Ideal == B.Ideal;
}

void PredictionReader::add(const ReadAccess &A) {
  PredictedKernel &Kernel = kernelOf(A.Kernel, A.Block);
  // The report has the words of `BlockSource` alone.
  Kernel.IsLaunched |= StringRef(A.BlockFrom).starts_with("launch ");
  PredictedLine &P = lineOf(Kernel, A.File, A.Line.Number, A.Operation);
  const bool IsFirst = P.Arrays.empty();
  if (!is_contained(P.Arrays, A.Array))
    P.Arrays.push_back(A.Array);
  P.IsExact &= A.IsExact;
  P.IsByHardware &= A.Judgement == Verdict::ByHardware;
  P.IsConflict |= A.Judgement == Verdict::Conflict;
  P.IsConflictFree &= A.Judgement == Verdict::ConflictFree;
  P.IsConditional |= A.IsConditional;
  P.IsWide |= A.Bytes.Number >= 8;
  if (P.Reason.empty())
    P.Reason = A.Reason.value_or("");
  std::optional<Cost> Request;
  if (A.Wavefronts && A.Ideal)
    Request = Cost{A.Wavefronts->Number, A.Ideal->Number};
  if (IsFirst)
    P.Request = Request;
  else if (!Request || !P.Request || !isSame(*Request, *P.Request))
    P.Request.reset();
  if (!A.Requests || !Request || A.IsConditional)
    P.Block.reset();
  if (P.Block) {
    P.Block->Wavefronts += A.Requests->Number * Request->Wavefronts;
    P.Block->Ideal += A.Requests->Number * Request->Ideal;
  }
}

bool PredictionReader::readAccesses(const json::Array &Accesses,
                                    json::Path Path) {
  std::vector<ReadAccess> Calls;
  for (auto [I, Value] : enumerate(Accesses)) {
    ReadAccess A;
    if (!fromJSON(Value, A, Path.index(unsigned(I))))
      return false;
    if (A.IsAtCall) {
      Calls.push_back(std::move(A));
      continue;
    }
    Known.insert({A.Kernel, A.File, A.Line.Number, A.Column.Number, A.Operation,
                  A.Array});
    if (!is_contained(Result.Files, A.File))
      Result.Files.push_back(A.File);
    add(A);
  }
  for (const ReadAccess &A : Calls)
    for (PredictedLine &P : kernelOf(A.Kernel, A.Block).Lines)
      P.HasCalls |= P.File == A.File && P.Line == A.Line.Number &&
                    P.Operation == A.Operation;
  return true;
}

bool PredictionReader::readCount(const json::Value &Value, json::Path Path,
                                 PredictedKernel &Kernel) {
  std::string File, Array;
  ReportedNumber<0> Line;
  AccessOperation Operation = AccessOperation::Load;
  ReadCount Wavefronts, Ideal;
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("file", File) || !Map.map("line", Line) ||
      !Map.map("operation", Operation) || !Map.map("array", Array) ||
      !Map.map(WavefrontsCounter, Wavefronts) || !Map.map(IdealCounter, Ideal))
    return false;
  for (PredictedLine &P : Kernel.Lines) {
    if (P.File != File || P.Line != Line.Number || P.Operation != Operation)
      continue;
    for (auto [Sum, One] : {std::pair(&P.Wavefronts, &Wavefronts.Bounds),
                            std::pair(&P.Ideal, &Ideal.Bounds)}) {
      if (!*Sum)
        Sum->emplace();
      **Sum += *One;
    }
    if (P.Reason.empty())
      P.Reason = Wavefronts.Reason;
  }
  return true;
}

/// A shape that is launched with several grids has counts for each.
bool PredictionReader::readCounts(const json::Array &Kernels, json::Path Path) {
  std::vector<PredictedKernel> Counted;
  for (auto [I, Value] : enumerate(Kernels)) {
    const json::Path Here = Path.index(unsigned(I));
    std::string Name;
    std::array<unsigned, 3> Block = {0, 0, 0};
    std::optional<std::vector<ReportedNumber<1>>> Grid;
    bool IsComplete = true;
    json::ObjectMapper Map(Value, Here);
    if (!Map || !Map.map("kernel", Name) || !mapBlock(Map, Here, Block) ||
        !Map.map("grid", Grid) || !Map.map("complete", IsComplete))
      return false;
    const json::Array *Accesses = Value.getAsObject()->getArray("accesses");
    if (!Accesses) {
      Here.field("accesses").report("expected array");
      return false;
    }
    PredictedKernel Kernel = kernelOf(Name, Block);
    Kernel.IsPart = !IsComplete;
    if (Grid && Grid->size() == 3)
      Kernel.Grid = {(*Grid)[0].Number, (*Grid)[1].Number, (*Grid)[2].Number};
    for (auto [J, Access] : enumerate(*Accesses))
      if (!readCount(Access, Here.field("accesses").index(unsigned(J)), Kernel))
        return false;
    Counted.push_back(std::move(Kernel));
  }
  erase_if(Result.Kernels, [&](const PredictedKernel &K) {
    return any_of(Counted, [&](const PredictedKernel &C) {
      return C.Name == K.Name && C.Block == K.Block;
    });
  });
  append_range(Result.Kernels, std::move(Counted));
  return true;
}

bool PredictionReader::read(const json::Object &Report, json::Path Path,
                            const json::Array &Accesses,
                            json::Path OfAccesses) {
  if (!readAccesses(Accesses, OfAccesses))
    return false;
  const json::Object *Summary = Report.getObject("summary");
  if (Summary &&
      Summary->getInteger("accesses").value_or(0) > int64_t(Known.size())) {
    OfAccesses.report("lists conflicts alone, make the report with "
                      "--all-accesses");
    return false;
  }
  const json::Array *Kernels = Report.getArray("kernels");
  return !Kernels || readCounts(*Kernels, Path.field("kernels"));
}

Expected<Prediction> banklint::readPrediction(StringRef File, StringRef Text) {
  PredictionReader Reader;
  if (Error E = readReportFile(
          File, Text,
          [&](const json::Object &Report, json::Path Path,
              const json::Array &Accesses, json::Path OfAccesses) {
            return Reader.read(Report, Path, Accesses, OfAccesses);
          }))
    return std::move(E);
  return std::move(Reader.Result);
}
