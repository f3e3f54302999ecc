//===- Config.cpp - What .banklint.yaml says ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Config.h"
#include "Config/BlockDims.h"
#include "Config/Keys.h"
#include "Config/NearestName.h"
#include "Config/Rules.h"
#include "Files/Nesting.h"
#include "Files/PathGlobs.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

// Scalars that are checked where they stand, so that an error names the line.
LLVM_YAML_STRONG_TYPEDEF(std::string, GlobText)
LLVM_YAML_STRONG_TYPEDEF(std::string, ArchText)
LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(GlobText)
LLVM_YAML_IS_SEQUENCE_VECTOR(BlockDimRule)

namespace {
/// A list of scalars, of which a single one may stand alone.
template <typename T> struct ListOf {
  std::vector<T> Entries;
};

/// What the entry of such a list is not.
struct NoEntry {};

/// A list of blocks by kernels, of which a single one may stand alone, and a
/// single block for all kernels.
struct BlockDimList {
  std::vector<BlockDimRule> Rules;
};
} // namespace

namespace llvm::yaml {
template <> struct MappingTraits<NoEntry> {
  static void mapping(IO &Io, NoEntry &) { Io.setError("not a sequence"); }
};

template <typename T> struct PolymorphicTraits<ListOf<T>> {
  static NodeKind getKind(const ListOf<T> &) { return NodeKind::Sequence; }
  static T &getAsScalar(ListOf<T> &List) { return List.Entries.emplace_back(); }
  static std::vector<T> &getAsSequence(ListOf<T> &List) { return List.Entries; }
  static NoEntry &getAsMap(ListOf<T> &) {
    static NoEntry None;
    return None;
  }
};
} // namespace llvm::yaml

namespace {
/// One entry of `rules`.
struct RuleSwitch {
  std::string Name;
  bool IsOn = false;
  std::string Complaint; ///< why it makes no sense
};
} // namespace

namespace llvm::yaml {
/// What both checked scalars share: they are written as they are.
template <typename T> struct CheckedScalar {
  static void output(const T &Value, void *, raw_ostream &OS) {
    OS << Value.value;
  }
  static QuotingType mustQuote(StringRef Text) {
    QuotingType Type = needsQuotes(Text);
    // To LLVM a comma needs none, but lists in brackets end an entry with it.
    return Type == QuotingType::None && Text.contains(',') ? QuotingType::Single
                                                           : Type;
  }
};

template <> struct ScalarTraits<GlobText> : CheckedScalar<GlobText> {
  static StringRef input(StringRef Text, void *, GlobText &Value) {
    Value.value = Text.str();
    if (Expected<GlobPattern> Glob = GlobPattern::create(Text); !Glob) {
      consumeError(Glob.takeError());
      return "this is no glob: a bracket or a backslash is left open";
    }
    return Text.empty() ? "a glob cannot be empty" : "";
  }
};

template <> struct ScalarTraits<ArchText> : CheckedScalar<ArchText> {
  static StringRef input(StringRef Text, void *, ArchText &Value) {
    Value.value = Text.str();
    bool IsArch = Text.consume_front("sm_") && !Text.empty() &&
                  isDigit(Text.front()) && all_of(Text, isAlnum);
    return IsArch ? "" : "an architecture is sm_NN, for example sm_90";
  }
};

template <> struct ScalarTraits<std::array<unsigned, 3>> {
  using Block = std::array<unsigned, 3>;
  static void output(const Block &Value, void *, raw_ostream &OS) {
    OS << Value[0];
    if (Value[1] > 1 || Value[2] > 1)
      OS << ',' << Value[1];
    if (Value[2] > 1)
      OS << ',' << Value[2];
  }
  static StringRef input(StringRef Text, void *, Block &Value) {
    std::optional<Block> Known = parseBlockDim(Text);
    if (!Known)
      return "a block is X[,Y[,Z]] with at most 1024 threads and Z up to 64, "
             "for example 32,8 "
             "or 32x8";
    Value = *Known;
    return "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<RuleSwitch> {
  static void output(const RuleSwitch &Value, void *, raw_ostream &OS) {
    OS << (Value.IsOn ? "on" : "off");
  }
  static StringRef input(StringRef Text, void *Context, RuleSwitch &Value) {
    Expected<const Rule *> Known = findRule(Value.Name);
    if (Known)
      return ScalarTraits<bool>::input(Text, Context, Value.IsOn);
    return Value.Complaint = toString(Known.takeError());
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct CustomMappingTraits<std::map<std::string, bool>> {
  using Switches = std::map<std::string, bool>;
  static void inputOne(IO &Io, StringRef Name, Switches &Rules) {
    RuleSwitch One{Name.str(), false, ""};
    Io.mapRequired(One.Name.c_str(), One);
    if (Expected<const Rule *> Known = findRule(One.Name))
      Rules[(*Known)->Name.str()] = One.IsOn;
    else // which was complained of
      consumeError(Known.takeError());
  }
  static void output(IO &Io, Switches &Rules) {
    for (auto &[Name, IsOn] : Rules) {
      RuleSwitch One{Name, IsOn, ""};
      Io.mapRequired(Name.c_str(), One);
    }
  }
};

template <> struct MappingTraits<BlockDimRule> {
  static void mapping(IO &Io, BlockDimRule &Rule) {
    GlobText Kernels(Rule.Kernels);
    Io.mapRequired(key::Kernel, Kernels);
    Rule.Kernels = Kernels.value;
    Io.mapRequired(key::Block, Rule.Block);
  }
};

template <> struct PolymorphicTraits<BlockDimList> {
  static NodeKind getKind(const BlockDimList &) { return NodeKind::Sequence; }
  static std::array<unsigned, 3> &getAsScalar(BlockDimList &List) {
    return List.Rules.emplace_back(BlockDimRule{"*", {}, ""}).Block;
  }
  static std::vector<BlockDimRule> &getAsSequence(BlockDimList &List) {
    return List.Rules;
  }
  static BlockDimRule &getAsMap(BlockDimList &List) {
    return List.Rules.emplace_back();
  }
};

template <> struct MappingTraits<Configuration> {
  static void mapping(IO &Io, Configuration &Settings) {
    Io.mapOptional(key::Rules, Settings.Rules);
    Io.mapOptional(key::MinWays, Settings.MinWays);
    Io.mapOptional(key::MinExcess, Settings.MinExcess);
    BlockDimList Blocks{std::move(Settings.BlockDims)};
    if (!Io.outputting() ||
        !Blocks.Rules.empty()) // an empty list is not written
      Io.mapOptional(key::BlockDim, Blocks);
    Settings.BlockDims = std::move(Blocks.Rules);
    mapArguments(Io, Settings.ExtraArguments);
    mapGlobs(Io, key::Exclude, Settings.Exclude);
    mapHeaders(Io, Settings.MissingHeaders);
    Io.mapOptional(key::Baseline, Settings.Baseline, std::string());
    ArchText Arch(Settings.GpuArch);
    Io.mapOptional(key::GpuArch, Arch, ArchText());
    Settings.GpuArch = Arch.value;
    Io.mapOptional(key::CudaPath, Settings.CudaPath, std::string());
  }

private:
  /// An empty list is not written.
  template <typename T>
  static void mapList(IO &Io, const char *Key, ListOf<T> &List) {
    if (!Io.outputting() || !List.Entries.empty())
      Io.mapOptional(Key, List);
  }
  static void mapArguments(IO &Io, std::vector<std::string> &Arguments) {
    ListOf<std::string> List{std::move(Arguments)};
    mapList(Io, key::ExtraArgs, List);
    Arguments = std::move(List.Entries);
  }
  static void mapGlobs(IO &Io, const char *Key, std::vector<PathGlob> &Globs) {
    ListOf<GlobText> List;
    for (const PathGlob &Glob : Globs)
      List.Entries.push_back(Glob.Text);
    mapList(Io, Key, List);
    Globs.clear();
    for (GlobText &Text : List.Entries)
      Globs.push_back({std::move(Text.value), "", ""});
  }
  static void mapHeaders(IO &Io, std::vector<std::string> &Headers) {
    ListOf<GlobText> List;
    for (std::string &Header : Headers)
      List.Entries.emplace_back(std::move(Header));
    mapList(Io, key::MissingHeaders, List);
    Headers.clear();
    for (GlobText &Text : List.Entries)
      Headers.push_back(std::move(Text.value));
  }
};
} // namespace llvm::yaml

/// What LLVM's reader says, in words for those who write configurations. It has
/// no codes for what it says; nothing depends on a message that is not listed.
static std::string reword(StringRef Message) {
  std::string Own =
      StringSwitch<std::string>(Message)
          .Case("not a mapping", "keys with values are expected here")
          .Case("not a sequence", "a list is expected here")
          .Case("unexpected scalar", "a single value is expected here")
          .Case("invalid boolean", "'on' or 'off' is expected here")
          .Case("invalid number", "a whole number from 0 on is expected here")
          .Cases({"Got empty alias or anchor", "unknown node kind"},
                 "a value that begins with '*' or '&' needs quotes")
          .Default(Message.rtrim(".!").str());
  Own[0] = toLower(Own[0]);
  // A key that is quoted may go on in another line.
  std::replace_if(
      Own.begin(), Own.end(), [](char C) { return C == '\n' || C == '\r'; },
      ' ');
  return Own;
}

/// Keeps the first thing that YAML has against a file, as a sentence.
static void noteFirst(const SMDiagnostic &Said, void *Sentence) {
  auto &Kept = *static_cast<std::string *>(Sentence);
  if (!Kept.empty())
    return;
  std::string What = reword(Said.getMessage());
  raw_string_ostream OS(Kept);
  OS << Said.getFilename() << ':' << Said.getLineNo() << ':'
     << Said.getColumnNo() + 1 << ": " << What;
  // Unknown keys are all that the reader warns of, at the key.
  if (Said.getKind() != SourceMgr::DK_Warning || Said.getRanges().empty())
    return;
  auto [Begin, End] = Said.getRanges().front();
  StringRef Key = Said.getLineContents().slice(Begin, End).trim("'\"");
  SmallVector<StringRef> Names = {key::Kernel, key::Block};
  for (const ConfigurationKey &Known : configurationKeys())
    Names.push_back(Known.Name);
  StringRef Meant = nearestName(Key, Names);
  if (!Meant.empty())
    OS << "; did you mean '" << Meant << "'?";
}

StringRef Configuration::folder() const { return sys::path::parent_path(File); }

/// Paths and reports are seen from the file that the settings stand in.
static void settle(Configuration &Settings, StringRef File) {
  Settings.File = File.str();
  for (BlockDimRule &Rule : Settings.BlockDims)
    Rule.Source =
        ("'" + Rule.Kernels + "' in " + sys::path::filename(File)).str();
  for (PathGlob &Glob : Settings.Exclude) {
    Glob.Folder = Settings.folder();
    Glob.Source = Settings.File;
  }
  for (std::string *Named : {&Settings.Baseline, &Settings.CudaPath}) {
    if (Named->empty() || (Named == &Settings.CudaPath && *Named == "none"))
      continue;
    SmallString<128> Path(*Named);
    sys::path::make_absolute(Settings.folder(), Path);
    *Named = Path.str().str();
  }
}

Expected<Configuration> banklint::parseConfiguration(StringRef File,
                                                     StringRef Text) {
  const std::string Name = shownPath(File);
  if (Error E = checkYamlNesting(Text))
    return createStringError(Name + ": " + toString(std::move(E)));
  // YAML's writer drops the rest of a text behind a byte that is none.
  if (size_t At = 0; !json::isUTF8(Text, &At))
    return createStringError(Name + ":" +
                             Twine(Text.take_front(At).count('\n') + 1) +
                             ": this is no UTF-8");
  Configuration Settings;
  std::string Sentence;
  yaml::Input Input(MemoryBufferRef(Text, Name), nullptr, noteFirst, &Sentence);
  // As warnings they can be told from other mistakes; each fails all the same.
  Input.setAllowUnknownKeys(true);
  Input >> Settings;
  // An empty file has no node, and no next document can be asked for.
  if (Sentence.empty() && !Input.error() && Input.getCurrentNode() &&
      Input.nextDocument())
    Sentence = Name + ": a configuration is one document, here are more";
  if (!Sentence.empty())
    return createStringError(Sentence);
  if (std::error_code Code = Input.error())
    return createStringError(Name + ": " + Code.message());
  settle(Settings, File);
  return Settings;
}

Expected<Configuration> banklint::readConfiguration(StringRef File) {
  auto Buffer = readRegularFile(File, MaxSettingsBytes);
  if (!Buffer)
    return createStringError("cannot read '" + shownPath(File) +
                             "': " + toString(Buffer.takeError()));
  return parseConfiguration(File, (*Buffer)->getBuffer());
}

Configuration banklint::overlay(Configuration Lower,
                                const Configuration &Upper) {
  for (const auto &[Rule, IsOn] : Upper.Rules)
    Lower.Rules[Rule] = IsOn;
  append_range(Lower.ExtraArguments, Upper.ExtraArguments);
  append_range(Lower.Exclude, Upper.Exclude);
  append_range(Lower.MissingHeaders, Upper.MissingHeaders);
  Lower.BlockDims.insert(Lower.BlockDims.begin(), Upper.BlockDims.begin(),
                         Upper.BlockDims.end());
  if (Upper.MinWays)
    Lower.MinWays = Upper.MinWays;
  if (Upper.MinExcess)
    Lower.MinExcess = Upper.MinExcess;
  if (!Upper.Baseline.empty())
    Lower.Baseline = Upper.Baseline;
  if (!Upper.GpuArch.empty())
    Lower.GpuArch = Upper.GpuArch;
  if (!Upper.CudaPath.empty())
    Lower.CudaPath = Upper.CudaPath;
  return Lower;
}

void banklint::writeConfiguration(raw_ostream &OS,
                                  const Configuration &Settings) {
  Configuration Copy = Settings;
  yaml::Output Output(OS, /*Ctxt=*/nullptr, /*WrapColumn=*/80);
  Output << Copy;
}
