//===- Archive.cpp - A report kept for later ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Archive.h"
#include "Bank/BankModel.h"
#include "Config/BlockDims.h"
#include "Finding/AccessReason.h"
#include "Finding/CompiledText.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Model/Rules.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "Warp/Count.h"
#include "Warp/Formula.h"
#include "Warp/Reason.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// The members of each structure. A binding names all or does not compile.
//===----------------------------------------------------------------------===//

#define BANKLINT_MEMBERS(Structure, ...)                                       \
  static auto members(Structure &Of) {                                         \
    auto &[__VA_ARGS__] = Of;                                                  \
    return std::tie(__VA_ARGS__);                                              \
  }

BANKLINT_MEMBERS(SourcePoint, File, Line, Column)
BANKLINT_MEMBERS(SourceSpan, Begin, EndLine, EndColumn)
BANKLINT_MEMBERS(Request, Kind, BytesPerLane, ActiveMask, OffsetBytes, Matrices,
                 FromBytes, ZeroFilledMask)
BANKLINT_MEMBERS(BlockSource, Kind, Name, Line, Column)
BANKLINT_MEMBERS(SavedReason, Kind, Line, Name, Number, Values, Inner)
BANKLINT_MEMBERS(SavedReasonValue, Symbol, Number)
BANKLINT_MEMBERS(SomeBlocks, With, Without)
BANKLINT_MEMBERS(EqualSteps, Bytes)
BANKLINT_MEMBERS(TwoLanes, First, Second, Bytes)
BANKLINT_MEMBERS(Access, Span, Kernel, ShortKernel, Function, Text, Arrays,
                 Pointer, Operation, BytesPerLane, SourceBytes, Block,
                 BlockFrom, Judgement, Reason, Wavefronts, Ideal, Worst,
                 InAnyLayout, WorstOfLayout, InexactBy, IsPartOf, Elsewhere,
                 RequestsPerBlock, LeastRequests, IsConditional, IsProbe,
                 IsAtCall, Library, IsInLibraryStorage, Inside, Fingerprint,
                 Why, FewestWavefronts, MostWavefronts, Example, Launch, Guard,
                 IsHalf, IsLeast, Declared, DeclaredEndLine, SumsFor)
BANKLINT_MEMBERS(Count, Least, Most, Where, Doubt)
BANKLINT_MEMBERS(AccessCount, At, Operation, Arrays, Text, Wavefronts, Ideal)
BANKLINT_MEMBERS(KernelCount, Kernel, ShortKernel, Block, BlockFrom, Launch,
                 Grid, Accesses, IsPart, IsEstimate)
BANKLINT_MEMBERS(AccessKey, At, Operation)
BANKLINT_MEMBERS(MeanOver, Kernels, Shapes, AreInstances)
BANKLINT_MEMBERS(LayoutEffect, Wavefronts, HasExcess, RequestRatio, Example,
                 Over)
BANKLINT_MEMBERS(WorsenedAccess, Which, Before, After)
BANKLINT_MEMBERS(ResidentBlocks, Before, After)
BANKLINT_MEMBERS(ElementType, Name, Bytes)
BANKLINT_MEMBERS(LongerRows, Array, Element, RowBytes, ExtraBytes, Blocks)
BANKLINT_MEMBERS(SwizzledIndices, Array, Access, MultipleBytes, MayNotFit,
                 DroppedElements, ExtraBytes)
BANKLINT_MEMBERS(GappedIndices, Array, Access, ExtraBytes, Blocks)
BANKLINT_MEMBERS(ProposedLayout, Change, Effect, Worsened, HasUnknown,
                 HasOtherBlocks, TakesRegisters)
BANKLINT_MEMBERS(Edit, File, OffsetBytes, LengthBytes, Text)
BANKLINT_MEMBERS(KernelGrowth, Kernel, Where, Bytes, ExtraBytes)
BANKLINT_MEMBERS(TextRange, Begin, End)
BANKLINT_MEMBERS(CompiledFile, Name, Unused)
BANKLINT_MEMBERS(ProvedEdits, Edits, Symbols, IsSafe, IsHalfRead, Kernels)
BANKLINT_MEMBERS(LaunchElsewhere, Kernel, Block, Grid, Arguments, Source)
BANKLINT_MEMBERS(CallElsewhere, Function, Arguments)
BANKLINT_MEMBERS(LaunchLinks, Defined, Wanted, Launched, Launches, Calls)
BANKLINT_MEMBERS(CompiledText, Source, Build, IsKnown, HasErrors, Files,
                 Undefined, Proposed, Links)
BANKLINT_MEMBERS(Fix, Proposed, Where, IsSafe, Edits, Symbols, IsDisputed,
                 IsHalfRead, UnprovedBuild, LeavesOthers, Kernels)
BANKLINT_MEMBERS(note::Possible, Reason)
BANKLINT_MEMBERS(note::Why, Meeting)
BANKLINT_MEMBERS(note::Merged, SourceBytes, Bytes)
BANKLINT_MEMBERS(note::Inexact, By)
BANKLINT_MEMBERS(note::Reduction, Array)
BANKLINT_MEMBERS(note::Scan, Array, ElementBytes)
BANKLINT_MEMBERS(note::OtherInstance, Parameter, Value, Kernel)
BANKLINT_MEMBERS(note::InLibrary, Function)
BANKLINT_MEMBERS(note::LayoutSwizzle, Array, Swizzle, Replaced)
BANKLINT_MEMBERS(note::LayoutStrides, Array, Layout, Replaced, Share,
                 ExtraBytes)
BANKLINT_MEMBERS(note::Probe, Kernel)
BANKLINT_MEMBERS(note::Guard, IsHalf)
BANKLINT_MEMBERS(note::WholeLines, RunBytes)
BANKLINT_MEMBERS(note::Launch, Block, Source, Kernels)
BANKLINT_MEMBERS(note::OtherLaunch, Block, Wavefronts, Ideal)
BANKLINT_MEMBERS(note::Likewise, Operation, Text, Ways, IsSteady, IsOfLines,
                 Left, Arrays, Meeting)
BANKLINT_MEMBERS(note::Swizzle, Proposed)
BANKLINT_MEMBERS(note::SpareMember, Member, WithoutIt, SavedBytes)
BANKLINT_MEMBERS(note::RowAdvice, NowBytes, BestBytes, Element, IsDeclared)
BANKLINT_MEMBERS(Obstacle, Kind, Name)
BANKLINT_MEMBERS(note::NoFix, Array, What, ByHand)
BANKLINT_MEMBERS(note::CutSearch, Array)
BANKLINT_MEMBERS(Note, Span, Content)
BANKLINT_MEMBERS(Finding, Rule, Span, Message, Notes, Declared, DeclaredEndLine,
                 Function, Text, Arrays, Kernels, Library, IsInLibraryStorage,
                 Operation, Ways, IsSteady, ExcessPerBlock, LeastExcess,
                 Fingerprint, SilencedBy, IsHalfRead, Fixes, Others, IsError)
BANKLINT_MEMBERS(FoundHeader, File, Folder)
BANKLINT_MEMBERS(NotAnalysed, Kind, Span, Name, Detail, ErrorAt, ErrorCount,
                 KernelCount, OtherArch, IsTried, IsError, Headers, Kernels,
                 FoundAt, HasCommand, IsExpected)
BANKLINT_MEMBERS(Summary, Files, Kernels, Accesses, Conflicts, Findings, Fixed,
                 Possible, Unknown, ByHardware, ByLines, Suppressed,
                 BelowThreshold, InBaseline, InLibraries, OutsideDiff,
                 NotAnalysed)
BANKLINT_MEMBERS(Report, Accesses, Findings, Silenced, Gaps, Assumed, Kernels,
                 Texts, Totals)

#undef BANKLINT_MEMBERS

// No binding can name nothing.
static std::tuple<> members(note::UnnamedMember &) { return {}; }
static std::tuple<> members(NoReason &) { return {}; }
static std::tuple<> members(SameWord &) { return {}; }
static std::tuple<> members(OtherPlaces &) { return {}; }
static std::tuple<> members(SamePlaces &) { return {}; }
static std::tuple<> members(ManyLines &) { return {}; }

// The last enumerator of each enumeration: a number above it is no value.
static constexpr AccessOperation last(AccessOperation) {
  return AccessOperation::Store;
}
static constexpr BlockSource::SourceKind last(BlockSource::SourceKind) {
  return BlockSource::CommonShapes;
}
static constexpr CountDoubt last(CountDoubt) { return CountDoubt::Budget; }
static constexpr ReasonKind last(ReasonKind) { return ReasonKind::Statement; }
static constexpr GapKind last(GapKind) { return GapKind::UnreadFile; }
static constexpr ObstacleKind last(ObstacleKind) {
  return ObstacleKind(ObstacleKinds - 1);
}
static constexpr RequestKind last(RequestKind) {
  return RequestKind::CpAsyncBypass;
}
static constexpr Silence last(Silence) { return Silence::Library; }
static constexpr Verdict last(Verdict) { return Verdict::Unknown; }
static constexpr SumReaders last(SumReaders) { return SumReaders::Many; }

//===----------------------------------------------------------------------===//
// There and back.
//===----------------------------------------------------------------------===//

template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T> struct IsShared : std::false_type {};
template <typename T>
struct IsShared<std::shared_ptr<const T>> : std::true_type {};

template <typename T> struct IsSequence : std::false_type {};
template <typename T> struct IsSequence<std::vector<T>> : std::true_type {};
template <typename T, size_t N>
struct IsSequence<std::array<T, N>> : std::true_type {};

template <typename T> struct IsVariant : std::false_type {};
template <typename... T>
struct IsVariant<std::variant<T...>> : std::true_type {};

/// `IsWhole` becomes false where a value cannot be written.
template <typename T> static json::Value save(const T &Value, bool &IsWhole) {
  if constexpr (std::is_same_v<T, Formula>) {
    return Value.archive();
  } else if constexpr (std::is_same_v<T, ModelRules>) {
    return llvm::to_string(Value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    // A name may hold any byte; JSON may not.
    if (json::isUTF8(Value))
      return Value;
    return json::Object{{"bytes", toHex(Value)}};
  } else if constexpr (std::is_same_v<T, double>) {
    IsWhole &= std::isfinite(Value);
    return Value;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<int>(Value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return Value;
  } else if constexpr (IsOptional<T>::value || IsShared<T>::value) {
    return Value ? save(*Value, IsWhole) : json::Value(nullptr);
  } else if constexpr (IsVariant<T>::value) {
    return json::Array{
        Value.index(),
        std::visit([&](const auto &Held) { return save(Held, IsWhole); },
                   Value)};
  } else {
    json::Array Parts;
    auto Add = [&](const auto &Part) { Parts.push_back(save(Part, IsWhole)); };
    if constexpr (IsSequence<T>::value)
      for_each(Value, Add);
    else
      std::apply([&](const auto &...Part) { (Add(Part), ...); },
                 members(const_cast<std::remove_const_t<T> &>(Value)));
    return Parts;
  }
}

/// Makes `Value` hold its alternative of that number.
template <size_t I = 0, typename... T>
static bool hold(size_t Number, std::variant<T...> &Value) {
  if constexpr (I == sizeof...(T)) {
    return false;
  } else {
    if (Number != I)
      return hold<I + 1>(Number, Value);
    Value.template emplace<I>();
    return true;
  }
}

template <typename T> static bool load(const json::Value &From, T &Value) {
  if constexpr (std::is_same_v<T, Formula>) {
    std::optional<Formula> Restored = Formula::restore(From);
    if (Restored)
      Value = std::move(*Restored);
    return Restored.has_value();
  } else if constexpr (std::is_same_v<T, ModelRules>) {
    const std::optional<StringRef> Ids = From.getAsString();
    const std::optional<ModelRules> Rules =
        Ids ? readRules(*Ids) : std::nullopt;
    Value = Rules.value_or(ModelRules());
    return Rules.has_value();
  } else if constexpr (std::is_enum_v<T>) {
    int Number = 0;
    if (!load(From, Number) || Number < 0 || Number > int(last(T())))
      return false;
    Value = static_cast<T>(Number);
    return true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    const json::Object *Bytes = From.getAsObject();
    if (Bytes)
      return tryGetFromHex(Bytes->getString("bytes").value_or("?"), Value);
    json::Path::Root Root;
    return fromJSON(From, Value, Root);
  } else if constexpr (std::is_arithmetic_v<T>) {
    json::Path::Root Root;
    if (!fromJSON(From, Value, Root))
      return false;
    if constexpr (std::is_same_v<T, double>)
      return std::isfinite(Value); // 1e999 is read as infinity
    return true;
  } else if constexpr (IsOptional<T>::value) {
    // A member may hold something to begin with.
    Value.reset();
    if (From.kind() == json::Value::Null)
      return true;
    return load(From, Value.emplace());
  } else if constexpr (IsShared<T>::value) {
    Value.reset();
    if (From.kind() == json::Value::Null)
      return true;
    auto Shared =
        std::make_shared<std::remove_const_t<typename T::element_type>>();
    Value = Shared;
    return load(From, *Shared);
  } else if constexpr (IsVariant<T>::value) {
    const json::Array *Parts = From.getAsArray();
    std::optional<int64_t> Number =
        Parts && Parts->size() == 2 ? (*Parts)[0].getAsInteger() : std::nullopt;
    return Number && hold(size_t(*Number), Value) &&
           std::visit([&](auto &Held) { return load((*Parts)[1], Held); },
                      Value);
  } else {
    const json::Array *Parts = From.getAsArray();
    if (!Parts)
      return false;
    size_t Next = 0;
    auto Take = [&](auto &Part) {
      if (Next == Parts->size())
        return false;
      return load((*Parts)[Next++], Part);
    };
    if constexpr (IsSequence<T>::value) {
      if constexpr (std::is_same_v<T, std::vector<typename T::value_type>>)
        Value.resize(Parts->size());
      return all_of(Value, Take) && Next == Parts->size();
    } else {
      return std::apply([&](auto &...Part) { return (Take(Part) && ...); },
                        members(Value)) &&
             Next == Parts->size();
    }
  }
}

std::optional<json::Value> banklint::archiveReport(const Report &R) {
  bool IsWhole = true;
  json::Value Archived = save(R, IsWhole);
  if (!IsWhole)
    return std::nullopt;
  return Archived;
}

std::optional<Report> banklint::restoreReport(const json::Value &Archived) {
  Report R;
  if (!load(Archived, R))
    return std::nullopt;
  return R;
}
