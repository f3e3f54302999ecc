//===- SpecialRegisters.cpp - %tid.x, %laneid and the like ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Interpreter.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

static constexpr int64_t DimensionBytes = 4; ///< of a member of dim3

/// The built-in variable that has a register's components.
static StringRef variableOf(StringRef Register) {
  return llvm::StringSwitch<StringRef>(Register)
      .Case("%tid", "threadIdx")
      .Case("%ntid", "blockDim")
      .Case("%ctaid", "blockIdx")
      .Case("%nctaid", "gridDim")
      .Default("");
}

/// Nothing for names that PTX does not have.
static std::optional<Lanes> laneMasks(StringRef Comparison) {
  constexpr uint64_t All = llvm::maskTrailingOnes<uint64_t>(LaneCount);
  Lanes Masks;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    uint64_t Own = 1ull << Lane, Below = Own - 1;
    auto Mask = llvm::StringSwitch<std::optional<uint64_t>>(Comparison)
                    .Case("eq", Own)
                    .Case("lt", Below)
                    .Case("le", Below | Own)
                    .Case("gt", All & ~(Below | Own))
                    .Case("ge", All & ~Below)
                    .Default(std::nullopt);
    if (!Mask)
      return std::nullopt;
    Masks[Lane] = int64_t(*Mask);
  }
  return Masks;
}

/// Registers of the warp, the block, the cluster, the grid or the machine.
static bool isSameInWarp(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
      "%smid",   "%nsmid",      "%gridid",  "%nwarpid",      "%clock",
      "%global", "%clusterid",  "%cluster", "%ncluster",     "%nctaid",
      "%ctaid",  "%total_smem", "%aggr_",   "%dynamic_smem", "%reserved_smem",
      "%envreg", "%ntid",       "%pm",      "%is_explicit_", "%current_graph_"};
  return llvm::any_of(
      Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

Scalar Interpreter::specialRegister(StringRef Name, SourceLocation Loc) {
  auto Component = [&](StringRef Variable, char Axis) -> Value {
    assert(Axis >= 'x' && Axis <= 'z' && "dim3 has three members");
    auto Found = Builtins.find(Variable);
    if (Found == Builtins.end())
      return P.symbol(Name, SymbolKind::Unknown, {0, INT64_MAX});
    return readCell(*Found->second, DimensionBytes * (Axis - 'x'),
                    Context.UnsignedIntTy)
        .Number;
  };
  auto [Register, Axis] = Name.rsplit('.');
  StringRef Variable = variableOf(Register);
  if (!Variable.empty() && Axis.size() == 1 && StringRef("xyz").contains(Axis))
    return Component(Variable, Axis[0]);
  if (Name == "%laneid") {
    Lanes Numbers;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Numbers[Lane] = Lane;
    return P.lanes(Numbers);
  }
  if (Name == "%cluster_ctarank")
    return ClusterRank;
  if (StringRef Comparison = Name; Comparison.consume_front("%lanemask_"))
    if (std::optional<Lanes> Masks = laneMasks(Comparison))
      return P.lanes(*Masks);
  if (Name == "%warpid") {
    IntType T = {32, false};
    Value Thread = P.add(Component("threadIdx", 'x'),
                         P.mul(Component("blockDim", 'x'),
                               P.add(Component("threadIdx", 'y'),
                                     P.mul(Component("blockDim", 'y'),
                                           Component("threadIdx", 'z'), T),
                                     T),
                               T),
                         T);
    return P.div(Thread, Value(LaneCount), T);
  }
  return unknownOf(Context.UnsignedLongTy, isSameInWarp(Name), P.named(Name),
                   Loc);
}
