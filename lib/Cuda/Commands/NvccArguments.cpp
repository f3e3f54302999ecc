//===- NvccArguments.cpp - nvcc's arguments as Clang's --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccArguments.h"
#include "Commands/NvccOptions.h"
#include "Commands/PassedOptions.h"
#include "Files/ReadFile.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/OffloadArch.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include <cassert>
#include <iterator>
#include <optional>
#include <set>

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// The compiler.
//===----------------------------------------------------------------------===//

/// The style of a program by its name, where the name tells: versions, targets
/// and wrappers go by "nvcc-12", "x86_64-linux-gnu-g++-13", "nvcc_wrapper".
static std::optional<CompilerStyle> styleOfProgram(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  if (Name.starts_with_insensitive("nvcc"))
    return CompilerStyle::Nvcc;
  Name = Name.rtrim("0123456789.-");
  for (StringRef Known : {"clang", "clang++", "gcc", "g++", "cc", "c++"})
    if (Name == Known || Name.ends_with(("-" + Known).str()))
      return CompilerStyle::Clang;
  return std::nullopt;
}

CompilerStyle banklint::styleOf(ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    bool IsCudaInput = Argument == "-x" && I + 1 < Arguments.size() &&
                       Arguments[I + 1] == "cuda";
    if (IsCudaInput || Argument == "-xcuda" ||
        Argument.starts_with("--cuda-") || Argument.starts_with("--offload-") ||
        Argument == "-Xclang")
      return CompilerStyle::Clang;
  }
  return CompilerStyle::Nvcc;
}

CompilerCall banklint::findCompiler(ArrayRef<std::string> CommandLine) {
  for (size_t I = 0; I < CommandLine.size(); ++I) {
    StringRef Word = CommandLine[I];
    if (Word.starts_with("-"))
      break;
    if (std::optional<CompilerStyle> Style = styleOfProgram(Word))
      return {Word.str(), I + 1, *Style};
  }
  CompilerCall Call;
  if (CommandLine.empty())
    return Call;
  Call.Compiler = CommandLine.front();
  Call.Style = styleOf(CommandLine.drop_front());
  return Call;
}

//===----------------------------------------------------------------------===//
// Architectures.
//===----------------------------------------------------------------------===//

/// 90 for "sm_90a"; 0 for what is no architecture, as one of more than three
/// digits.
static unsigned archNumber(StringRef Arch) {
  unsigned Number = 0;
  if (!Arch.consume_front("sm_") || Arch.consumeInteger(10, Number) ||
      Number > 999)
    return 0;
  return Number;
}

/// Keeps the highest of `Highest` and the architectures that a value of
/// -arch, -code or -gencode names: "arch=compute_80,code=[sm_80,sm_90]". What
/// is no architecture, "sm_x", is the lowest.
static void noteArchs(StringRef Value, std::string &Highest) {
  SmallVector<StringRef, 8> Parts;
  SplitString(Value, Parts, ",=[]\"' ");
  for (StringRef Part : Parts) {
    if (is_contained({"arch", "code", "native", "all", "all-major"}, Part))
      continue;
    std::string Arch = Part.str();
    if (Part.consume_front("compute_") || Part.consume_front("lto_"))
      Arch = ("sm_" + Part).str();
    if (Highest.empty() || archNumber(Arch) > archNumber(Highest))
      Highest = Arch;
  }
}

std::string banklint::knownGpuArch(StringRef GpuArch) {
  auto IsKnown = [](StringRef Arch) {
    clang::OffloadArch Found = clang::StringToOffloadArch(Arch);
    return Found != clang::OffloadArch::UNKNOWN &&
           clang::IsNVIDIAOffloadArch(Found);
  };
  if (IsKnown(GpuArch))
    return GpuArch.str();
  for (unsigned Number = archNumber(GpuArch); Number >= 20; --Number) {
    std::string Arch = ("sm_" + Twine(Number)).str();
    if (IsKnown(Arch))
      return Arch;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Translation.
//===----------------------------------------------------------------------===//

static std::string resolve(StringRef Path, StringRef Folder) {
  if (Folder.empty() || Path.empty() || sys::path::is_absolute(Path))
    return Path.str();
  SmallString<128> Full(Folder);
  sys::path::append(Full, Path);
  return Full.str().str();
}

static std::vector<std::string> tokenize(StringRef Text) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 32> Tokens;
  cl::TokenizeGNUCommandLine(Text, Saver, Tokens);
  return std::vector<std::string>(Tokens.begin(), Tokens.end());
}

std::vector<std::string>
banklint::withNvccEnvironment(ArrayRef<std::string> Arguments) {
  std::vector<std::string> Result;
  if (auto Flags = sys::Process::GetEnv("NVCC_PREPEND_FLAGS"))
    Result = tokenize(*Flags);
  Result.insert(Result.end(), Arguments.begin(), Arguments.end());
  if (auto Flags = sys::Process::GetEnv("NVCC_APPEND_FLAGS"))
    append_range(Result, tokenize(*Flags));
  return Result;
}

namespace {
/// The option files of one command line, which may name each other.
class OptionFiles {
public:
  /// Calls `Use` with what `File` holds.
  Error read(StringRef File, function_ref<Error(StringRef)> Use);

private:
  static constexpr unsigned MaxDepth = 16, MaxCount = 1000;

  unsigned Depth = 0;
  /// A file counts as often as it is named: where each names the next one
  /// twice, a few small files hold any number of arguments.
  unsigned Count = 0;
  uint64_t Bytes = 0; ///< of all together
};
} // namespace

Error OptionFiles::read(StringRef File, function_ref<Error(StringRef)> Use) {
  auto Buffer = readRegularFile(File, MaxOptionsBytes);
  if (!Buffer)
    return createStringError("cannot read option file '" + File +
                             "': " + toString(Buffer.takeError()));
  if (Depth == MaxDepth)
    return createStringError("option file '" + File + "' includes itself");
  if (++Count > MaxCount)
    return createStringError("option file '" + File + "' comes after " +
                             Twine(MaxCount) + " others");
  Bytes += (*Buffer)->getBufferSize();
  if (Bytes > MaxOptionsBytes)
    return createStringError("option file '" + File + "' and those before it " +
                             "have more than " + Twine(MaxOptionsBytes >> 20) +
                             " MB together");
  ++Depth;
  Error Result = Use((*Buffer)->getBuffer());
  --Depth;
  return Result;
}

static Error missingValue(StringRef Argument) {
  return createStringError("compiler argument '" + Argument +
                           "' lacks its value");
}

/// The arguments as LLVM's option tables take them. They refer to `Arguments`.
static std::vector<const char *> cStrings(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Words;
  for (const std::string &Argument : Arguments)
    Words.push_back(Argument.c_str());
  return Words;
}

static std::string withoutQuotes(StringRef Value) {
  std::string Result = Value.str();
  erase(Result, '"');
  return Result;
}

/// The quotes of a macro belong to it, those of a path do not. nvcc passes over
/// an empty path.
static std::vector<std::string> splitPaths(StringRef List) {
  std::vector<std::string> Paths;
  for (StringRef Part : splitNvccList(List))
    if (std::string Path = withoutQuotes(Part); !Path.empty())
      Paths.push_back(std::move(Path));
  return Paths;
}

namespace {
/// First step for nvcc's arguments: its options become Clang's, and what the
/// host compiler gets is set apart.
class NvccTranslation {
public:
  NvccTranslation(StringRef Folder, ClangArguments &Out)
      : Folder(Folder), Out(Out) {}

  Error add(ArrayRef<std::string> Arguments);

  /// What the host compiler reads, in front of nvcc's own options: the values
  /// of -Xcompiler, inputs, and what is no option of nvcc's.
  std::vector<std::string> Host;

private:
  Error apply(const opt::Arg &Argument);
  void translate(unsigned ID, StringRef Value);
  void addInput(StringRef Word);
  void addEach(StringRef Name, ArrayRef<std::string> Values);

  StringRef Folder;
  ClangArguments &Out;
  OptionFiles Files;
};
} // namespace

Error NvccTranslation::add(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Words = cStrings(Arguments);
  opt::InputArgList List(Words.data(), Words.data() + Words.size());
  // One by one: ParseArgs would skip empty arguments.
  for (unsigned Next = 0; Next < Words.size();) {
    StringRef Word = Words[Next];
    std::unique_ptr<opt::Arg> Argument = nvccOptTable().ParseOneArg(List, Next);
    if (!Argument)
      return missingValue(Word);
    if (Error E = apply(*Argument))
      return E;
  }
  return Error::success();
}

/// Notes what is no argument of Clang's device pass, and translates the rest.
Error NvccTranslation::apply(const opt::Arg &Argument) {
  using namespace nvcc;
  assert(Argument.getNumValues() <= 1 && "an option of nvcc has two values");
  unsigned ID = Argument.getOption().getID();
  StringRef Value = Argument.getNumValues() ? Argument.getValue() : "";
  switch (ID) {
  case OPT_dropped:
    break;
  case OPT_no_code:
    Out.MakesCode = false;
    break;
  case OPT_INPUT:
  case OPT_UNKNOWN:
    addInput(Value);
    break;
  case OPT_x:
    Out.Language = Value.str();
    break;
  case OPT_gpu_architecture:
    noteArchs(Value, Out.GpuArch);
    break;
  case OPT_compiler_options:
    // A shell reads them once more.
    for (StringRef One : splitNvccList(Value))
      append_range(Host, tokenize(One));
    break;
  case OPT_options_file:
    for (StringRef Path : splitNvccList(Value))
      if (Error E = Files.read(resolve(Path, Folder), [&](StringRef Text) {
            return add(tokenizeNvccOptionsFile(Text));
          }))
        return E;
    break;
  default:
    translate(ID, Value);
  }
  return Error::success();
}

/// Adds Clang's form of an option that changes the meaning of the source.
void NvccTranslation::translate(unsigned ID, StringRef Value) {
  using namespace nvcc;
  switch (ID) {
  case OPT_clang_argument:
    return Out.Arguments.push_back(Value.str());
  case OPT_pre_include:
    return addEach("-include", splitPaths(Value));
  case OPT_define_macro:
    return addEach("-D", splitNvccList(Value));
  case OPT_undefine_macro:
    return addEach("-U", splitNvccList(Value));
  case OPT_include_path:
    // In one word, as nvcc hands it on: `-I-` is an option of its own.
    for (const std::string &Path : splitPaths(Value))
      Out.Arguments.push_back("-I" + Path);
    return;
  case OPT_system_include:
    return addEach("-isystem", splitPaths(Value));
  case OPT_iquote:
    return addEach("-iquote", splitPaths(Value));
  case OPT_ftemplate_depth:
    return Out.Arguments.push_back("-ftemplate-depth=" + withoutQuotes(Value));
  case OPT_std:
    return Out.Arguments.push_back("-std=" + withoutQuotes(Value));
  case OPT_prec_div:
    if (Value == "false")
      Out.Arguments.push_back("-freciprocal-math");
    return;
  case OPT_prec_sqrt:
    if (Value == "false")
      Out.Arguments.push_back("-fapprox-func");
    return;
  case OPT_use_fast_math:
    Out.Arguments.insert(Out.Arguments.end(),
                         {"-ffast-math", "-U__FAST_MATH__"});
    return;
  case OPT_relocatable_device_code:
    if (Value == "true")
      Out.Arguments.push_back("-D__CUDACC_RDC__");
    return;
  case OPT_default_stream:
    if (Value == "per-thread")
      Out.Arguments.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
    return;
  default:
    llvm_unreachable("an option of nvcc has no translation");
  }
}

/// The host compiler reads `-` and response files.
void NvccTranslation::addInput(StringRef Word) {
  bool IsHosts = Word.starts_with("-") || Word.starts_with("@");
  (IsHosts ? Host : Out.Inputs).push_back(Word.str());
}

void NvccTranslation::addEach(StringRef Name, ArrayRef<std::string> Values) {
  for (const std::string &Value : Values) {
    assert(!Value.empty() && "an empty value was not passed over");
    Out.Arguments.push_back(Name.str());
    Out.Arguments.push_back(Value);
  }
}

/// First step for Clang's arguments: `@file` becomes what the file holds.
static Error expandResponseFiles(ArrayRef<std::string> Arguments,
                                 StringRef Folder, OptionFiles &Files,
                                 std::vector<std::string> &Out) {
  for (const std::string &Argument : Arguments) {
    if (Argument.size() < 2 || Argument.front() != '@') {
      Out.push_back(Argument);
      continue;
    }
    std::string File = resolve(Argument.substr(1), Folder);
    if (Error E = Files.read(File, [&](StringRef Text) {
          return expandResponseFiles(tokenize(Text), Folder, Files, Out);
        }))
      return E;
  }
  return Error::success();
}

namespace {
/// Second step: Clang's table sorts what is left.
class ClangFilter {
public:
  ClangFilter(StringRef Folder, ClangArguments &Out)
      : Folder(Folder), Out(Out) {}

  /// Adds what `PassageOf` lets pass of `Given` to `Kept`.
  Error add(ArrayRef<std::string> Given,
            function_ref<Passage(const opt::Arg &)> PassageOf);

  std::vector<std::string> Kept;
  std::vector<std::string> Inputs;

private:
  void note(const opt::Arg &Argument, const opt::InputArgList &List,
            Passage Passes);
  void keep(const opt::Arg &Argument, const opt::InputArgList &List);

  StringRef Folder;
  ClangArguments &Out;
};
} // namespace

/// The arguments as Clang's driver reads them; `Missing` is the place of one
/// that lacks its value, if there is one.
static opt::InputArgList driverArguments(ArrayRef<const char *> Words,
                                         std::optional<unsigned> &Missing) {
  unsigned Index = 0, Count = 0;
  opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Words, Index, Count, opt::Visibility(clang::options::ClangOption));
  if (Count)
    Missing = Index;
  return Parsed;
}

/// Clang would read the source as another C++ without a word.
static Error checkStandard(StringRef Name) {
  using clang::LangStandard;
  if (LangStandard::getLangKind(Name) != LangStandard::lang_unspecified)
    return Error::success();
  return createStringError("unknown language standard '-std=" + Name + "'");
}

Error ClangFilter::add(ArrayRef<std::string> Given,
                       function_ref<Passage(const opt::Arg &)> PassageOf) {
  std::vector<const char *> Words = cStrings(Given);
  std::optional<unsigned> Missing;
  opt::InputArgList Parsed = driverArguments(Words, Missing);
  if (Missing)
    return missingValue(Words[*Missing]);
  for (const opt::Arg *Argument : Parsed) {
    std::vector<std::string> HandedOn;
    if (forEachHandedOn(*Argument, [&](StringRef Word) {
          HandedOn.push_back(Word.str());
        })) {
      for (const std::string &Word : HandedOn)
        if (Error E = add(Word, PassageOf)) {
          consumeError(std::move(E));
          Out.Refused.push_back(Word);
        }
      continue;
    }
    const Passage Passes = PassageOf(*Argument);
    if (Argument->getOption().matches(clang::options::OPT_std_EQ) &&
        Passes == Passage::Passed)
      if (Error E = checkStandard(Argument->getValue()))
        return E;
    note(*Argument, Parsed, Passes);
  }
  return Error::success();
}

void ClangFilter::note(const opt::Arg &Argument, const opt::InputArgList &List,
                       Passage Passes) {
  using namespace clang::options;
  const opt::Option &Option = Argument.getOption();
  if (Option.matches(OPT_UNKNOWN))
    Out.Ignored.push_back(Argument.getAsString(List));
  else if (Option.matches(OPT_INPUT))
    Inputs.push_back(Argument.getValue());
  else if (Option.matches(OPT_offload_arch_EQ))
    // A list, which may be empty.
    for (StringRef Value : Argument.getValues())
      noteArchs(Value, Out.GpuArch);
  else if (Option.matches(OPT_cuda_path_EQ))
    Out.CudaPath = resolve(Argument.getValue(), Folder);
  else if (Option.matches(OPT_x))
    Out.Language = Argument.getValue();
  else if (Option.matches(OPT_E) || Option.matches(OPT_M) ||
           Option.matches(OPT_MM) || Option.matches(OPT__HASH_HASH_HASH))
    Out.MakesCode = false;
  else if (Option.matches(OPT_fgpu_rdc) || Option.matches(OPT_fno_gpu_rdc))
    Out.IsRelocatable = Option.matches(OPT_fgpu_rdc);
  else if (Option.matches(OPT_Xclang) &&
           StringRef(Argument.getValue()) == "-fgpu-rdc")
    Out.IsRelocatable = true;
  else if (Passes == Passage::Passed)
    keep(Argument, List);
  else if (Passes == Passage::Refused)
    Out.Refused.push_back(Argument.getAsString(List));
}

void ClangFilter::keep(const opt::Arg &Argument,
                       const opt::InputArgList &List) {
  using namespace clang::options;
  opt::ArgStringList Rendered;
  Argument.render(List, Rendered);
  Kept.insert(Kept.end(), Rendered.begin(), Rendered.end());
  if (!isPath(Argument))
    return;
  StringRef Value = Argument.getValue();
  // Joined to the option or alone.
  assert(StringRef(Kept.back()).ends_with(Value) && "a path is not at the end");
  std::string Full = resolve(Value, Folder);
  const opt::Option &Option = Argument.getOption();
  bool IsSearched = Option.matches(OPT_include) || Option.matches(OPT_imacros);
  if (!IsSearched || sys::fs::exists(Full))
    Kept.back().replace(Kept.back().size() - Value.size(), Value.size(), Full);
}

bool ClangArguments::isCuda(StringRef Input) const {
  if (!Language.empty())
    return Language == "cu" || Language == "cuda";
  StringRef Extension = sys::path::extension(Input);
  return Extension == ".cu" || Extension == ".cuh";
}

Expected<ClangArguments>
banklint::translateArguments(ArrayRef<std::string> Arguments, StringRef Folder,
                             CompilerStyle Style) {
  ClangArguments Out;
  ClangFilter Filter(Folder, Out);
  auto OfHost = [](const opt::Arg &A) {
    return isMeaningfulOfHost(A) ? Passage::Passed : Passage::Needless;
  };
  if (Style == CompilerStyle::Nvcc) {
    NvccTranslation Translation(Folder, Out);
    if (Error E = Translation.add(Arguments))
      return E;
    // Its preprocessor reads device code, too: this is what GCC 6 to 15 define.
    for (auto [Option, Macro] : {std::pair("-fopenmp", "_OPENMP=201511"),
                                 std::pair("-ffast-math", "__FAST_MATH__=1")})
      if (is_contained(Translation.Host, Option))
        Out.Arguments.push_back("-D" + std::string(Macro));
    // What the host compiler is right to refuse stops nobody here.
    if (Error E = Filter.add(Translation.Host, OfHost)) {
      consumeError(std::move(E));
      Out.Ignored.push_back(Translation.Host.back());
    }
    if (Error E = Filter.add(Out.Arguments, passageOf))
      return E;
  } else {
    std::vector<std::string> Expanded;
    OptionFiles Files;
    if (Error E = expandResponseFiles(Arguments, Folder, Files, Expanded))
      return E;
    if (Error E = Filter.add(Expanded, passageOf))
      return E;
    Out.Inputs = std::move(Filter.Inputs);
  }
  if (Filter.Kept.size() > MaxWords)
    return createStringError("the compiler has more than " + Twine(MaxWords) +
                             " words of arguments");
  Out.Arguments = std::move(Filter.Kept);
  return Out;
}

/// Calls `Use` with each argument behind the name of the program that is no
/// input, and with its words as they are written: an argument of an alias has
/// the other's name.
static void forEachArgument(
    ArrayRef<std::string> CommandLine,
    function_ref<void(const opt::Arg &, ArrayRef<std::string>)> Use) {
  CommandLine = CommandLine.drop_front();
  std::vector<const char *> Words = cStrings(CommandLine);
  std::optional<unsigned> Missing; // such a word is left out
  opt::InputArgList Parsed = driverArguments(Words, Missing);
  for (auto It = Parsed.begin(), End = Parsed.end(); It != End; ++It) {
    const opt::Option &Option = (*It)->getOption();
    const size_t First = (*It)->getIndex();
    const size_t Behind = std::next(It) != End ? (*std::next(It))->getIndex()
                          : Missing            ? *Missing
                                               : CommandLine.size();
    if (!Option.matches(clang::options::OPT_INPUT) &&
        !Option.matches(clang::options::OPT__DASH_DASH))
      Use(**It, CommandLine.slice(First, Behind - First));
  }
}

std::vector<std::vector<std::string>>
banklint::withoutRefused(ArrayRef<std::string> CommandLine,
                         ArrayRef<std::string> Known,
                         function_ref<bool(ArrayRef<std::string>)> IsHosts) {
  std::set<std::vector<std::string>> KnownArguments;
  forEachArgument(Known, [&](const opt::Arg &, ArrayRef<std::string> Words) {
    KnownArguments.insert(Words.vec());
  });
  std::vector<std::vector<std::string>> Result;
  forEachArgument(CommandLine,
                  [&](const opt::Arg &Argument, ArrayRef<std::string> Words) {
                    if (passageOf(Argument) == Passage::Passed ||
                        KnownArguments.count(Words.vec()) || IsHosts(Words))
                      Result.push_back(Words.vec());
                  });
  return Result;
}
