//===- NvccArguments.cpp - nvcc's arguments as Clang's --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccArguments.h"
#include "clang/Basic/OffloadArch.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// The table of nvcc's flags.
//===----------------------------------------------------------------------===//

namespace {
/// What becomes of a flag. Flags named in no row are left to Clang's table.
enum class Action {
  Drop,          ///< says nothing about the source
  DropValue,     ///< the same, and takes a value
  Replace,       ///< becomes `Clang`
  Value,         ///< becomes `Clang` followed by the value
  Values,        ///< the same for each value of a list with commas
  IfTrue,        ///< becomes `Clang` if the value is true
  Arch,          ///< names the architectures
  HostOptions,   ///< a list of options for the host compiler
  OptionsFile,   ///< a list of files that hold further options
  DefaultStream, ///< a macro for the headers
};

struct NvccFlag {
  StringLiteral Long, Short; ///< without dashes; Short may be empty
  Action Do;
  StringLiteral Clang = "";
  bool IsJoined = false; ///< the value may follow Short at once: -DX
};
} // namespace

// From `nvcc --help` of CUDA 13.0, in its order, with the older spellings that
// nvcc still takes.
static constexpr NvccFlag NvccFlags[] = {
    {"cuda", "cuda", Action::Drop},
    {"cubin", "cubin", Action::Drop},
    {"fatbin", "fatbin", Action::Drop},
    {"ptx", "ptx", Action::Drop},
    {"optix-ir", "optix-ir", Action::Drop},
    {"ltoir", "ltoir", Action::Drop},
    {"preprocess", "E", Action::Drop},
    {"generate-dependencies", "M", Action::Drop},
    {"generate-nonsystem-dependencies", "MM", Action::Drop},
    {"generate-dependencies-with-compile", "MD", Action::Drop},
    {"generate-nonsystem-dependencies-with-compile", "MMD", Action::Drop},
    {"dependency-output", "MF", Action::DropValue},
    {"generate-dependency-targets", "MP", Action::Drop},
    {"dependency-target-name", "MT", Action::DropValue},
    {"compile", "c", Action::Drop},
    {"device-c", "dc", Action::Replace, "-fgpu-rdc"},
    {"device-w", "dw", Action::Drop},
    {"device-link", "dlink", Action::Drop},
    {"link", "link", Action::Drop},
    {"lib", "lib", Action::Drop},
    {"run", "run", Action::Drop},

    {"output-file", "o", Action::DropValue, "", true},
    {"pre-include", "include", Action::Values, "-include"},
    {"objdir-as-tempdir", "objtemp", Action::Drop},
    {"library", "l", Action::DropValue},
    {"define-macro", "D", Action::Value, "-D", true},
    {"undefine-macro", "U", Action::Value, "-U", true},
    {"include-path", "I", Action::Values, "-I", true},
    {"system-include", "isystem", Action::Values, "-isystem"},
    {"library-path", "L", Action::DropValue, "", true},
    {"output-directory", "odir", Action::DropValue},
    {"compiler-bindir", "ccbin", Action::DropValue},
    {"allow-unsupported-compiler", "", Action::Drop},
    {"archiver-binary", "arbin", Action::DropValue},
    {"cudart", "cudart", Action::DropValue},
    {"cudadevrt", "cudadevrt", Action::DropValue},
    {"libdevice-directory", "ldir", Action::DropValue},
    {"target-directory", "target-dir", Action::DropValue},
    {"use-local-env", "use-local-env", Action::Drop},
    {"force-cl-env-setup", "force-cl-env-setup", Action::Drop},

    {"profile", "pg", Action::Drop},
    {"debug", "g", Action::Drop},
    {"device-debug", "G", Action::Drop},
    {"generate-line-info", "lineinfo", Action::Drop},
    {"optimization-info", "opt-info", Action::DropValue},
    {"optimize", "O", Action::DropValue, "", true},
    {"Ofast-compile", "Ofc", Action::DropValue},
    {"dopt", "dopt", Action::DropValue},
    {"dlink-time-opt", "dlto", Action::Drop},
    {"lto", "lto", Action::Drop},
    {"gen-opt-lto", "gen-opt-lto", Action::Drop},
    {"ftemplate-backtrace-limit", "", Action::DropValue},
    {"ftemplate-depth", "", Action::Value, "-ftemplate-depth="},
    {"no-exceptions", "noeh", Action::Drop},
    {"shared", "shared", Action::Drop},
    {"x", "x", Action::DropValue, "", true},
    {"std", "std", Action::Value, "-std="},
    {"no-host-device-initializer-list", "nohdinitlist", Action::Drop},
    {"no-host-device-move-forward", "nohdmoveforward", Action::Drop},
    {"expt-relaxed-constexpr", "", Action::Replace,
     "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"extended-lambda", "", Action::Replace, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"expt-extended-lambda", "", Action::Replace,
     "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"machine", "m", Action::DropValue},
    {"m64", "m64", Action::Drop},

    {"compiler-options", "Xcompiler", Action::HostOptions},
    {"linker-options", "Xlinker", Action::DropValue},
    {"archive-options", "Xarchive", Action::DropValue},
    {"ptxas-options", "Xptxas", Action::DropValue},
    {"nvlink-options", "Xnvlink", Action::DropValue},
    {"Xcudafe", "Xcudafe", Action::DropValue},
    {"Xnvvm", "Xnvvm", Action::DropValue},
    {"Xcicc", "Xcicc", Action::DropValue},

    {"static-global-template-stub", "", Action::DropValue},
    {"device-entity-has-hidden-visibility", "", Action::DropValue},
    {"forward-unknown-to-host-compiler", "", Action::Drop},
    {"forward-unknown-to-host-linker", "", Action::Drop},
    {"forward-unknown-opts", "", Action::Drop},
    {"dont-use-profile", "noprof", Action::Drop},
    {"dryrun", "dryrun", Action::Drop},
    {"verbose", "v", Action::Drop},
    {"threads", "t", Action::DropValue},
    {"split-compile", "", Action::DropValue},
    {"split-compile-extended", "", Action::DropValue},
    {"fdevice-syntax-only", "", Action::Drop},
    {"fdevice-time-trace", "", Action::DropValue},
    {"keep", "keep", Action::Drop},
    {"keep-dir", "keep-dir", Action::DropValue},
    {"save-temps", "save-temps", Action::Drop},
    {"clean-targets", "clean", Action::Drop},
    {"time", "time", Action::DropValue},
    {"run-args", "run-args", Action::DropValue},
    {"input-drive-prefix", "idp", Action::DropValue},
    {"dependency-drive-prefix", "ddp", Action::DropValue},
    {"drive-prefix", "dp", Action::DropValue},
    {"no-align-double", "", Action::Drop},
    {"no-device-link", "nodlink", Action::Drop},

    {"gpu-architecture", "arch", Action::Arch},
    {"gpu-code", "code", Action::Arch},
    {"generate-code", "gencode", Action::Arch},
    {"relocatable-device-code", "rdc", Action::IfTrue, "-fgpu-rdc"},
    {"entries", "e", Action::DropValue},
    {"maxrregcount", "maxrregcount", Action::DropValue},
    {"use_fast_math", "", Action::Replace, "-ffast-math"},
    {"use-fast-math", "", Action::Replace, "-ffast-math"},
    {"ftz", "ftz", Action::DropValue},
    {"prec-div", "prec-div", Action::DropValue},
    {"prec-sqrt", "prec-sqrt", Action::DropValue},
    {"fmad", "fmad", Action::DropValue},
    {"extra-device-vectorization", "", Action::Drop},
    {"default-stream", "default-stream", Action::DefaultStream},
    {"disable-warnings", "w", Action::Drop},
    {"keep-device-functions", "", Action::Drop},
    {"source-in-ptx", "src-in-ptx", Action::Drop},
    {"restrict", "restrict", Action::Drop},
    {"Werror", "Werror", Action::Drop},
    {"resource-usage", "res-usage", Action::Drop},
    {"extensible-whole-program", "ewp", Action::Drop},
    {"no-compress", "no-compress", Action::Drop},
    {"qpp-config", "qpp-config", Action::DropValue},
    {"compile-as-tools-patch", "astoolspatch", Action::Drop},
    {"list-gpu-code", "code-ls", Action::Drop},
    {"list-gpu-arch", "arch-ls", Action::Drop},
    {"display-error-number", "err-no", Action::Drop},
    {"no-display-error-number", "no-err-no", Action::Drop},
    {"diag-error", "diag-error", Action::DropValue},
    {"diag-suppress", "diag-suppress", Action::DropValue},
    {"diag-warn", "diag-warn", Action::DropValue},
    {"host-linker-script", "hls", Action::DropValue},
    {"augment-host-linker-script", "aug-hls", Action::Drop},
    {"relocatable-link", "r", Action::Drop},
    {"brief-diagnostics", "brief-diag", Action::DropValue},
    {"jump-table-density", "jtd", Action::DropValue},
    {"relocatable-ptx", "reloc-ptx", Action::Drop},
    {"device-stack-protector", "", Action::DropValue},
    {"compress-mode", "compress-mode", Action::DropValue},
    {"frandom-seed", "frandom-seed", Action::DropValue},
    {"sanitize", "sanitize", Action::DropValue},
    {"jobserver", "jobserver", Action::Drop},
    {"options-file", "optf", Action::OptionsFile},
};

static bool takesValue(const NvccFlag &Flag) {
  return Flag.Do != Action::Drop && Flag.Do != Action::Replace;
}

/// The row of an argument, and what follows the flag in the same argument:
/// nothing, or a value behind `=` or, for joined flags, at once. nvcc takes a
/// long name behind one dash as well as two.
static const NvccFlag *findFlag(StringRef Argument,
                                std::optional<StringRef> &Value) {
  StringRef Name = Argument;
  if (!Name.consume_front("-") || Name.empty())
    return nullptr;
  bool IsLong = Name.consume_front("-");
  auto [Plain, Rest] = Name.split('=');
  bool HasValue = Plain.size() != Name.size();
  for (const NvccFlag &Flag : NvccFlags) {
    bool Names =
        Plain == Flag.Long || (!Flag.Short.empty() && Plain == Flag.Short);
    if (!Names || (HasValue && !takesValue(Flag)))
      continue;
    if (HasValue)
      Value = Rest;
    return &Flag;
  }
  if (IsLong)
    return nullptr;
  for (const NvccFlag &Flag : NvccFlags)
    if (Flag.IsJoined && Name.starts_with(Flag.Short)) {
      Value = Name.drop_front(Flag.Short.size());
      return &Flag;
    }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Architectures.
//===----------------------------------------------------------------------===//

/// 90 for "sm_90a".
static unsigned archNumber(StringRef Arch) {
  unsigned Number = 0;
  if (!Arch.consume_front("sm_") || Arch.consumeInteger(10, Number))
    return 0;
  return Number;
}

/// Keeps the highest of `Highest` and the architectures that a value of
/// -arch, -code or -gencode names: "arch=compute_80,code=[sm_80,sm_90]".
static void noteArchs(StringRef Value, std::string &Highest) {
  SmallVector<StringRef, 8> Parts;
  SplitString(Value, Parts, ",=[]\"' ");
  for (StringRef Part : Parts) {
    if (!Part.consume_front("sm_") && !Part.consume_front("compute_") &&
        !Part.consume_front("lto_"))
      continue;
    std::string Arch = ("sm_" + Part).str();
    if (archNumber(Arch) > archNumber(Highest))
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

namespace {
/// First step: nvcc's flags become Clang's, everything else stays as it is.
class NvccTranslation {
public:
  NvccTranslation(StringRef Folder, ClangArguments &Out)
      : Folder(Folder), Out(Out) {}

  Error add(ArrayRef<std::string> Arguments);

private:
  Error apply(const NvccFlag &Flag, StringRef Value);
  void addHostOptions(StringRef List);
  Error addOptionsFile(StringRef Path);

  StringRef Folder;
  ClangArguments &Out;
  unsigned OpenFiles = 0;
};
} // namespace

Error NvccTranslation::add(ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument.size() > 1 && Argument.front() == '@') {
      if (Error E = addOptionsFile(Argument.drop_front()))
        return E;
      continue;
    }
    // Clang's own, with a value that must not be taken for a flag.
    if (Argument == "-Xclang" || Argument == "-mllvm") {
      Out.Arguments.push_back(Arguments[I]);
      if (++I < Arguments.size())
        Out.Arguments.push_back(Arguments[I]);
      continue;
    }
    std::optional<StringRef> Value;
    const NvccFlag *Flag = findFlag(Argument, Value);
    if (!Flag) {
      Out.Arguments.push_back(Arguments[I]);
      continue;
    }
    if (takesValue(*Flag) && (!Value || (Flag->IsJoined && Value->empty()))) {
      if (I + 1 == Arguments.size())
        return createStringError("compiler argument '" + Argument +
                                 "' lacks its value");
      Value = Arguments[++I];
    }
    if (Error E = apply(*Flag, Value.value_or("")))
      return E;
  }
  return Error::success();
}

Error NvccTranslation::apply(const NvccFlag &Flag, StringRef Value) {
  // "-std=" takes its value in the same argument, "-I" in either way.
  auto AddValue = [&](StringRef One) {
    if (Flag.Clang.ends_with("=") || Flag.Clang.size() == 2) {
      Out.Arguments.push_back((Flag.Clang + One).str());
      return;
    }
    Out.Arguments.push_back(Flag.Clang.str());
    Out.Arguments.push_back(One.str());
  };
  switch (Flag.Do) {
  case Action::Drop:
  case Action::DropValue:
    break;
  case Action::Replace:
    Out.Arguments.push_back(Flag.Clang.str());
    break;
  case Action::Value:
    AddValue(Value);
    break;
  case Action::Values: {
    SmallVector<StringRef, 4> Parts;
    Value.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for_each(Parts, AddValue);
    break;
  }
  case Action::IfTrue:
    if (Value == "true")
      Out.Arguments.push_back(Flag.Clang.str());
    break;
  case Action::Arch:
    noteArchs(Value, Out.GpuArch);
    break;
  case Action::HostOptions:
    addHostOptions(Value);
    break;
  case Action::OptionsFile: {
    SmallVector<StringRef, 4> Paths;
    Value.split(Paths, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Path : Paths)
      if (Error E = addOptionsFile(Path))
        return E;
    break;
  }
  case Action::DefaultStream:
    if (Value == "per-thread")
      Out.Arguments.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
    break;
  }
  return Error::success();
}

/// Of the host compiler's options only those that change what the source says
/// to the device pass.
void NvccTranslation::addHostOptions(StringRef List) {
  SmallVector<StringRef, 8> Options;
  SplitString(List, Options, ", \t\n");
  for (size_t I = 0; I < Options.size(); ++I) {
    StringRef Option = Options[I];
    bool IsJoined = Option.starts_with("-D") || Option.starts_with("-I") ||
                    Option.starts_with("-U") || Option.starts_with("-std=");
    bool IsSeparate = Option == "-isystem" || Option == "-include" ||
                      Option == "-D" || Option == "-I" || Option == "-U";
    if (!IsJoined && !IsSeparate)
      continue;
    Out.Arguments.push_back(Option.str());
    if (IsSeparate && ++I < Options.size())
      Out.Arguments.push_back(Options[I].str());
  }
}

Error NvccTranslation::addOptionsFile(StringRef Path) {
  std::string Full = resolve(Path, Folder);
  auto Buffer = MemoryBuffer::getFile(Full);
  if (!Buffer)
    return createStringError("cannot read option file '" + Full +
                             "': " + Buffer.getError().message());
  if (OpenFiles == 16)
    return createStringError("option file '" + Full + "' includes itself");
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 32> Tokens;
  cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Tokens);
  ++OpenFiles;
  Error Result = add(std::vector<std::string>(Tokens.begin(), Tokens.end()));
  --OpenFiles;
  return Result;
}

/// True for what Clang's table knows and the device pass does not need: other
/// stages, outputs, warnings, inputs, and what banklint decides itself.
static bool isNeedless(const opt::Arg &Argument) {
  using namespace clang::options;
  const opt::Option &Option = Argument.getOption();
  for (unsigned Id : {OPT_INPUT,
                      OPT_Action_Group,
                      OPT_M_Group,
                      OPT_Link_Group,
                      OPT_W_Group,
                      OPT_w,
                      OPT_pedantic_Group,
                      OPT_O_Group,
                      OPT_g_Group,
                      OPT_o,
                      OPT_x,
                      OPT_offload_device_only,
                      OPT_offload_host_only,
                      OPT_offload_host_device,
                      OPT_no_offload_arch_EQ,
                      OPT_v,
                      OPT_save_temps,
                      OPT_save_temps_EQ,
                      OPT_ferror_limit_EQ,
                      OPT_fopenmp,
                      OPT_fopenmp_EQ,
                      OPT__HASH_HASH_HASH})
    if (Option.matches(Id))
      return true;
  return false;
}

/// True for options whose value is a path that is relative to the folder of the
/// compiler; the value of `-include` is searched there first.
static bool isPath(const opt::Arg &Argument) {
  using namespace clang::options;
  const opt::Option &Option = Argument.getOption();
  for (unsigned Id :
       {OPT_I, OPT_isystem, OPT_iquote, OPT_idirafter, OPT_include, OPT_imacros,
        OPT_include_pch, OPT_isysroot, OPT__sysroot_EQ, OPT_resource_dir,
        OPT_ivfsoverlay, OPT_B, OPT_gcc_toolchain, OPT_gcc_install_dir_EQ,
        OPT_fmodule_map_file})
    if (Option.matches(Id))
      return true;
  return false;
}

/// Second step: Clang's table sorts what is left.
static Error filterForClang(StringRef Folder, ClangArguments &Out) {
  using namespace clang::options;
  std::vector<const char *> Given;
  for (const std::string &Argument : Out.Arguments)
    Given.push_back(Argument.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Given, MissingIndex, MissingCount, opt::Visibility(ClangOption));
  if (MissingCount)
    return createStringError(Twine("compiler argument '") +
                             Given[MissingIndex] + "' lacks its value");
  std::vector<std::string> Kept;
  for (const opt::Arg *Argument : Parsed) {
    const opt::Option &Option = Argument->getOption();
    if (Option.matches(OPT_UNKNOWN)) {
      Out.Ignored.push_back(Argument->getAsString(Parsed));
    } else if (Option.matches(OPT_offload_arch_EQ)) {
      noteArchs(Argument->getValue(), Out.GpuArch);
    } else if (Option.matches(OPT_cuda_path_EQ)) {
      Out.CudaPath = resolve(Argument->getValue(), Folder);
    } else if (!isNeedless(*Argument)) {
      opt::ArgStringList Rendered;
      Argument->render(Parsed, Rendered);
      Kept.insert(Kept.end(), Rendered.begin(), Rendered.end());
      // The value ends the last argument, joined to the flag or alone.
      if (isPath(*Argument)) {
        StringRef Value = Argument->getValue();
        std::string Full = resolve(Value, Folder);
        bool IsSearched =
            Option.matches(OPT_include) || Option.matches(OPT_imacros);
        if (!IsSearched || sys::fs::exists(Full))
          Kept.back().replace(Kept.back().size() - Value.size(), Value.size(),
                              Full);
      }
    }
  }
  Out.Arguments = std::move(Kept);
  return Error::success();
}

Expected<ClangArguments>
banklint::translateArguments(ArrayRef<std::string> Arguments,
                             StringRef Folder) {
  ClangArguments Out;
  if (Error E = NvccTranslation(Folder, Out).add(Arguments))
    return E;
  if (Error E = filterForClang(Folder, Out))
    return E;
  return Out;
}
