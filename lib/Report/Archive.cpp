//===- Archive.cpp - A report kept for later ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Archive.h"
#include "Bank/BankModel.h"
#include "Config/BlockDims.h"
#include "Files/Nesting.h"
#include "Finding/AccessReason.h"
#include "Finding/CompiledText.h"
#include "Finding/Finding.h"
#include "Finding/Note.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "Nvcc/Rules/Rules.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "Values/Reason.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
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
BANKLINT_MEMBERS(LongerRows, Array, Element, RowBytes, ExtraBytes, Blocks,
                 OfAllBytes)
BANKLINT_MEMBERS(SwizzledIndices, Array, Access, MultipleBytes, MayNotFit,
                 DroppedElements, ExtraBytes)
BANKLINT_MEMBERS(GappedIndices, Array, Access, ExtraBytes, Blocks)
BANKLINT_MEMBERS(ProposedLayout, Change, Effect, Worsened, HasUnknown,
                 HasOtherBlocks, TakesRegisters)
BANKLINT_MEMBERS(Edit, File, OffsetBytes, LengthBytes, Text)
BANKLINT_MEMBERS(KernelGrowth, Kernel, Where, ExtraBytes, RoomBytes)
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
BANKLINT_MEMBERS(note::RowAdvice, NowBytes, BestBytes, Element, IsDeclared,
                 OfAllBytes)
BANKLINT_MEMBERS(Obstacle, Kind, Name)
BANKLINT_MEMBERS(note::NoFix, Array, What, ByHand)
BANKLINT_MEMBERS(note::CutSearch, Array)
BANKLINT_MEMBERS(Note, Span, Content)
BANKLINT_MEMBERS(Finding, Rule, Span, Message, Notes, Declared, DeclaredEndLine,
                 Function, Text, Arrays, Kernels, Library, IsInLibraryStorage,
                 Operation, Ways, IsSteady, ExcessPerBlock, LeastExcess,
                 Fingerprint, SilencedBy, IsHalfRead, Fixes, Others, IsError)
BANKLINT_MEMBERS(FoundHeader, File, Folder, IsQuoted)
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

template <typename T> struct IsVector : std::false_type {};
template <typename T> struct IsVector<std::vector<T>> : std::true_type {};

template <typename T> struct IsSequence : std::false_type {};
template <typename T> struct IsSequence<std::vector<T>> : std::true_type {};
template <typename T, size_t N>
struct IsSequence<std::array<T, N>> : std::true_type {};

template <typename T> struct IsVariant : std::false_type {};
template <typename... T>
struct IsVariant<std::variant<T...>> : std::true_type {};

namespace {
/// Writes values, one behind the other.
class Archiver {
public:
  explicit Archiver(raw_ostream &OS) : To(OS) {}
  template <typename T> void save(const T &Value);

  bool IsWhole = true; ///< all of them can be written

private:
  msgpack::Writer To;
};

/// Reads them in the same order.
class Restorer {
public:
  explicit Restorer(StringRef Text) : Bytes(Text.size()), From(Text) {}
  template <typename T> bool load(T &Value);
  /// Nothing is left.
  bool isAtEnd();

private:
  /// The next object, if there is one.
  std::optional<msgpack::Object> next();
  template <typename T> bool load(const msgpack::Object &Next, T &Value);

  const size_t Bytes; ///< as long as no list is
  msgpack::Reader From;
  unsigned Depth = 0;
};
} // namespace

template <typename T> void Archiver::save(const T &Value) {
  if constexpr (std::is_same_v<T, Formula>) {
    save(llvm::to_string(Value.archive()));
  } else if constexpr (std::is_same_v<T, ModelRules>) {
    save(llvm::to_string(Value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    To.write(StringRef(Value));
  } else if constexpr (std::is_same_v<T, double>) {
    // As a number, it would lose what a float does not hold.
    IsWhole &= std::isfinite(Value);
    To.write(bit_cast<uint64_t>(Value));
  } else if constexpr (std::is_enum_v<T>) {
    To.write(static_cast<int64_t>(Value));
  } else if constexpr (std::is_same_v<T, bool>) {
    To.write(Value);
  } else if constexpr (std::is_integral_v<T>) {
    using Widest = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    To.write(static_cast<Widest>(Value));
  } else if constexpr (IsOptional<T>::value || IsShared<T>::value) {
    if (Value)
      save(*Value);
    else
      To.writeNil();
  } else if constexpr (IsVariant<T>::value) {
    To.writeArraySize(2);
    save(Value.index());
    std::visit([&](const auto &Held) { save(Held); }, Value);
  } else if constexpr (IsSequence<T>::value) {
    To.writeArraySize(uint32_t(Value.size()));
    for (const auto &Part : Value)
      save(Part);
  } else {
    const auto Parts = members(const_cast<std::remove_const_t<T> &>(Value));
    To.writeArraySize(std::tuple_size_v<decltype(Parts)>);
    std::apply([&](const auto &...Part) { (save(Part), ...); }, Parts);
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

std::optional<msgpack::Object> Restorer::next() {
  msgpack::Object Next;
  Expected<bool> IsRead = From.read(Next);
  if (IsRead && *IsRead)
    return Next;
  consumeError(IsRead.takeError());
  return std::nullopt;
}

bool Restorer::isAtEnd() {
  msgpack::Object Next;
  Expected<bool> IsRead = From.read(Next);
  const bool IsEnd = IsRead && !*IsRead;
  consumeError(IsRead.takeError());
  return IsEnd;
}

template <typename T> bool Restorer::load(T &Value) {
  const std::optional<msgpack::Object> Next = next();
  if (!Next || Depth == MaxNesting)
    return false;
  ++Depth;
  const bool IsLoaded = load(*Next, Value);
  --Depth;
  return IsLoaded;
}

template <typename T>
bool Restorer::load(const msgpack::Object &Next, T &Value) {
  const bool IsNil = Next.Kind == msgpack::Type::Nil;
  const bool IsArray =
      Next.Kind == msgpack::Type::Array && Next.Length <= Bytes;
  if constexpr (std::is_same_v<T, Formula>) {
    std::string Text;
    if (!load(Next, Text))
      return false;
    Expected<json::Value> Parsed = parseJson(Text);
    std::optional<Formula> Restored =
        Parsed ? Formula::restore(*Parsed) : std::nullopt;
    consumeError(Parsed.takeError());
    if (Restored)
      Value = std::move(*Restored);
    return Restored.has_value();
  } else if constexpr (std::is_same_v<T, ModelRules>) {
    std::string Ids;
    const std::optional<ModelRules> Rules =
        load(Next, Ids) ? readRules(Ids) : std::nullopt;
    Value = Rules.value_or(ModelRules());
    return Rules.has_value();
  } else if constexpr (std::is_enum_v<T>) {
    int Number = 0;
    if (!load(Next, Number) || Number < 0 || Number > int(last(T())))
      return false;
    Value = static_cast<T>(Number);
    return true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (Next.Kind != msgpack::Type::String)
      return false;
    Value = Next.Raw.str();
    return true;
  } else if constexpr (std::is_same_v<T, double>) {
    uint64_t Bits = 0;
    if (!load(Next, Bits))
      return false;
    Value = bit_cast<double>(Bits);
    return std::isfinite(Value);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (Next.Kind != msgpack::Type::Boolean)
      return false;
    Value = Next.Bool;
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (Next.Kind == msgpack::Type::UInt &&
        Next.UInt <= uint64_t(Limits::max()))
      Value = static_cast<T>(Next.UInt);
    else if (std::is_signed_v<T> && Next.Kind == msgpack::Type::Int &&
             Next.Int >= int64_t(Limits::min()) && Next.Int < 0)
      Value = static_cast<T>(Next.Int);
    else
      return false;
    return true;
  } else if constexpr (IsOptional<T>::value) {
    // A member may hold something to begin with.
    Value.reset();
    return IsNil || load(Next, Value.emplace());
  } else if constexpr (IsShared<T>::value) {
    Value.reset();
    if (IsNil)
      return true;
    auto Shared =
        std::make_shared<std::remove_const_t<typename T::element_type>>();
    Value = Shared;
    return load(Next, *Shared);
  } else if constexpr (IsVariant<T>::value) {
    size_t Number = 0;
    return IsArray && Next.Length == 2 && load(Number) && hold(Number, Value) &&
           std::visit([&](auto &Held) { return load(Held); }, Value);
  } else if constexpr (IsVector<T>::value) {
    // One by one: a length may be any number.
    Value.clear();
    for (size_t I = 0; IsArray && I != Next.Length; ++I)
      if (!load(Value.emplace_back()))
        return false;
    return IsArray;
  } else if constexpr (IsSequence<T>::value) {
    return IsArray && Next.Length == Value.size() &&
           all_of(Value, [&](auto &Part) { return load(Part); });
  } else {
    auto Parts = members(Value);
    return IsArray && Next.Length == std::tuple_size_v<decltype(Parts)> &&
           std::apply([&](auto &...Part) { return (load(Part) && ...); },
                      Parts);
  }
}

std::optional<std::string> banklint::archiveReport(const Report &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  Archiver Archive(OS);
  Archive.save(R);
  if (!Archive.IsWhole)
    return std::nullopt;
  return Text;
}

std::optional<Report> banklint::restoreReport(StringRef Archived) {
  Report R;
  Restorer Archive(Archived);
  if (!Archive.load(R) || !Archive.isAtEnd())
    return std::nullopt;
  return R;
}
