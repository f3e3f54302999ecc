//===- BlockDims.cpp - The user's word on block shapes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/BlockDims.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/GlobPattern.h"
#include <array>
#include <optional>

using namespace banklint;
using namespace llvm;

std::string banklint::toText(const BlockSource &Source) {
  switch (Source.Kind) {
  case BlockSource::Launch:
    return "launch at " + Source.Name +
           (Source.Line ? ":" + std::to_string(Source.Line) : "") +
           (Source.Column ? ":" + std::to_string(Source.Column) : "");
  case BlockSource::Rule:
    return Source.Name;
  case BlockSource::LaunchBounds:
    return "__launch_bounds__";
  case BlockSource::Indices:
    return "indices that number rows of " + std::to_string(Source.Line) +
           " threads";
  case BlockSource::WholeWarps:
    return "any one-dimensional block of whole warps";
  case BlockSource::CommonShapes:
    return "common block shapes";
  }
  llvm_unreachable("every source is listed");
}

std::optional<std::array<unsigned, 3>> banklint::parseBlockDim(StringRef Text) {
  std::array<unsigned, 3> Result = {1, 1, 1};
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, Text.contains('x') ? 'x' : ',');
  if (Parts.size() > 3)
    return std::nullopt;
  for (auto [Part, Extent, Limit] : zip(Parts, Result, MaxBlockExtents))
    if (Part.trim().getAsInteger(10, Extent) || Extent == 0 || Extent > Limit)
      return std::nullopt;
  if (Result[0] * Result[1] * Result[2] > MaxBlockThreads)
    return std::nullopt;
  return Result;
}

Expected<BlockDimRule> banklint::blockDimOf(StringRef Text, StringRef Option) {
  if (std::optional<std::array<unsigned, 3>> Block = parseBlockDim(Text))
    return BlockDimRule{"*", *Block, Option.str()};
  return createStringError(
      "invalid block '" + Text + "': " + Option +
      " takes X[,Y[,Z]] with at most 1024 threads and Z up to 64, for example "
      "32,8 or 32x8");
}

const BlockDimRule *banklint::blockDimFor(ArrayRef<BlockDimRule> Rules,
                                          ArrayRef<StringRef> Names) {
  for (const BlockDimRule &Rule : Rules) {
    Expected<GlobPattern> Glob = GlobPattern::create(Rule.Kernels);
    if (!Glob)
      consumeError(Glob.takeError());
    else if (any_of(Names, [&](StringRef Name) { return Glob->match(Name); }))
      return &Rule;
  }
  return nullptr;
}
