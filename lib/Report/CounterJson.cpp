//===- CounterJson.cpp - The profiler's counters as JSON ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterJson.h"
#include "Counters.h"
#include "Finding/Finding.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "JsonText.h"
#include "Source/AccessKey.h"
#include "llvm/Support/JSON.h"
#include <utility>

using namespace llvm;
using namespace banklint;

static json::Value treeOf(const Formula &F) {
  return json::Object{{"text", F.text()}, {"tree", F.tree()}};
}

static json::Value valueOf(const Count &C) {
  json::Array Where;
  for (const Formula &F : C.Where)
    Where.push_back(json::Object{{"text", F.textOfNotNegative()},
                                 {"tree", F.treeOfNotNegative()}});
  json::Object Result{{"exact", C.isExact()},
                      {"least", treeOf(C.Least)},
                      {"most", C.Most ? treeOf(*C.Most) : json::Value(nullptr)},
                      {"where", std::move(Where)}};
  Result["reason"] =
      C.isExact() ? json::Value(nullptr) : json::Value(countDoubtText(C.Doubt));
  return Result;
}

static json::Object objectOf(const Counters &Of) {
  return json::Object{{WavefrontsCounter, valueOf(Of.Wavefronts)},
                      {IdealCounter, valueOf(Of.Ideal)},
                      {"excess", valueOf(Of.Excess)}};
}

static json::Value valueOf(const AccessCount &A) {
  Counters Own;
  Own.add(A);
  json::Object Result = objectOf(Own);
  Result["file"] = jsonText(A.At.File);
  Result["line"] = A.At.Line;
  Result["column"] = A.At.Column;
  Result["operation"] = jsonText(operationName(A.Operation));
  Result["array"] = jsonText(arrayField(A.Arrays));
  Result["text"] = jsonText(A.Text);
  return Result;
}

json::Array banklint::countersAsJson(const Report &R) {
  json::Array Kernels;
  for (const KernelCount &Each : R.Kernels) {
    if (Each.Accesses.empty())
      continue;
    const KernelCounters Of = countersOf(Each);
    json::Object Operations;
    for (const auto &[Operation, Sum] : Of.Operations)
      Operations[operationName(Operation)] = objectOf(Sum);
    json::Array Accesses;
    for (const AccessCount &A : Each.Accesses)
      Accesses.push_back(valueOf(A));
    json::Object Kernel{
        {"kernel", jsonText(Each.Kernel)},
        {"kernel_short", jsonText(Each.ShortKernel)},
        {"block", json::Array{Each.Block[0], Each.Block[1], Each.Block[2]}},
        {"block_source", jsonText(toText(Each.BlockFrom))},
        {"complete", !Each.IsPart},
        {"estimate", Each.IsEstimate},
        {"a_block", objectOf(Of.Block)},
        {"operations", std::move(Operations)},
        {"accesses", std::move(Accesses)}};
    Kernel["grid"] = Each.Grid.empty()
                         ? json::Value(nullptr)
                         : json::Value(json::Array{Each.Grid[0], Each.Grid[1],
                                                   Each.Grid[2]});
    Kernel["launch"] =
        Of.Launch ? json::Value(objectOf(*Of.Launch)) : json::Value(nullptr);
    Kernels.push_back(std::move(Kernel));
  }
  return Kernels;
}
