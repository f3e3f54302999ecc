//===- NvccFlags.cpp - The table of nvcc's flags --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace banklint;

// From `nvcc --help` of CUDA 13.0, in its order, with the spellings and flags
// of earlier versions.
static constexpr NvccFlag NvccFlags[] = {
    {"cuda", "cuda", NvccAction::Drop},
    {"cubin", "cubin", NvccAction::Drop},
    {"fatbin", "fatbin", NvccAction::Drop},
    {"ptx", "ptx", NvccAction::Drop},
    {"optix-ir", "optix-ir", NvccAction::Drop},
    {"ltoir", "ltoir", NvccAction::Drop},
    {"preprocess", "E", NvccAction::NoCode},
    {"generate-dependencies", "M", NvccAction::NoCode},
    {"generate-nonsystem-dependencies", "MM", NvccAction::NoCode},
    {"generate-dependencies-with-compile", "MD", NvccAction::Drop},
    {"generate-nonsystem-dependencies-with-compile", "MMD", NvccAction::Drop},
    {"dependency-output", "MF", NvccAction::DropValue},
    {"generate-dependency-targets", "MP", NvccAction::Drop},
    {"dependency-target-name", "MT", NvccAction::DropValue},
    {"compile", "c", NvccAction::Drop},
    {"device-c", "dc", NvccAction::Drop},
    {"device-w", "dw", NvccAction::Drop},
    {"device-link", "dlink", NvccAction::Drop},
    {"link", "link", NvccAction::Drop},
    {"lib", "lib", NvccAction::Drop},
    {"run", "run", NvccAction::Drop},

    {"output-file", "o", NvccAction::DropValue},
    {"pre-include", "include", NvccAction::Values, "-include"},
    {"objdir-as-tempdir", "objtemp", NvccAction::Drop},
    {"library", "l", NvccAction::DropValue, "", true},
    {"define-macro", "D", NvccAction::Values, "-D", true},
    {"undefine-macro", "U", NvccAction::Values, "-U", true},
    {"include-path", "I", NvccAction::Values, "-I", true},
    {"system-include", "isystem", NvccAction::Values, "-isystem"},
    {"library-path", "L", NvccAction::DropValue, "", true},
    {"output-directory", "odir", NvccAction::DropValue},
    {"compiler-bindir", "ccbin", NvccAction::DropValue},
    {"allow-unsupported-compiler", "", NvccAction::Drop},
    {"archiver-binary", "arbin", NvccAction::DropValue},
    {"cudart", "cudart", NvccAction::DropValue},
    {"cudadevrt", "cudadevrt", NvccAction::DropValue},
    {"libdevice-directory", "ldir", NvccAction::DropValue},
    {"target-directory", "target-dir", NvccAction::DropValue},
    {"use-local-env", "use-local-env", NvccAction::Drop},
    {"force-cl-env-setup", "force-cl-env-setup", NvccAction::Drop},

    {"profile", "pg", NvccAction::Drop},
    {"debug", "g", NvccAction::Drop},
    {"device-debug", "G", NvccAction::Drop},
    {"generate-line-info", "lineinfo", NvccAction::Drop},
    {"optimization-info", "opt-info", NvccAction::DropValue},
    {"optimize", "O", NvccAction::DropValue, "", true},
    {"Ofast-compile", "Ofc", NvccAction::DropValue},
    {"dopt", "dopt", NvccAction::DropValue},
    {"dlink-time-opt", "dlto", NvccAction::Drop},
    {"lto", "lto", NvccAction::Drop},
    {"gen-opt-lto", "gen-opt-lto", NvccAction::Drop},
    {"ftemplate-backtrace-limit", "", NvccAction::DropValue},
    {"ftemplate-depth", "", NvccAction::Value, "-ftemplate-depth="},
    {"no-exceptions", "noeh", NvccAction::Drop},
    {"shared", "shared", NvccAction::Drop},
    {"x", "x", NvccAction::Language},
    {"std", "std", NvccAction::Value, "-std="},
    {"no-host-device-initializer-list", "nohdinitlist", NvccAction::Drop},
    {"no-host-device-move-forward", "nohdmoveforward", NvccAction::Drop},
    {"expt-relaxed-constexpr", "", NvccAction::Replace,
     "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"extended-lambda", "", NvccAction::Replace,
     "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"expt-extended-lambda", "", NvccAction::Replace,
     "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"machine", "m", NvccAction::DropValue},
    {"m64", "m64", NvccAction::Drop},
    {"m32", "m32", NvccAction::Drop},

    {"compiler-options", "Xcompiler", NvccAction::HostOptions},
    {"linker-options", "Xlinker", NvccAction::DropValue},
    {"archive-options", "Xarchive", NvccAction::DropValue},
    {"ptxas-options", "Xptxas", NvccAction::DropValue},
    {"nvlink-options", "Xnvlink", NvccAction::DropValue},

    {"static-global-template-stub", "", NvccAction::DropValue},
    {"device-entity-has-hidden-visibility", "", NvccAction::DropValue},
    {"forward-unknown-to-host-compiler", "", NvccAction::Drop},
    {"forward-unknown-to-host-linker", "", NvccAction::Drop},
    {"forward-unknown-opts", "", NvccAction::Drop},
    {"dont-use-profile", "noprof", NvccAction::Drop},
    {"dryrun", "dryrun", NvccAction::NoCode},
    {"verbose", "v", NvccAction::Drop},
    {"threads", "t", NvccAction::DropValue, "", true},
    {"split-compile", "", NvccAction::DropValue},
    {"split-compile-extended", "", NvccAction::DropValue},
    {"fdevice-syntax-only", "", NvccAction::Drop},
    {"fdevice-time-trace", "", NvccAction::DropValue},
    {"keep", "keep", NvccAction::Drop},
    {"keep-dir", "keep-dir", NvccAction::DropValue},
    {"save-temps", "save-temps", NvccAction::Drop},
    {"clean-targets", "clean", NvccAction::Drop},
    {"time", "time", NvccAction::DropValue},
    {"run-args", "run-args", NvccAction::DropValue},
    {"input-drive-prefix", "idp", NvccAction::DropValue},
    {"dependency-drive-prefix", "ddp", NvccAction::DropValue},
    {"drive-prefix", "dp", NvccAction::DropValue},
    {"no-align-double", "", NvccAction::Drop},
    {"no-device-link", "nodlink", NvccAction::Drop},

    {"gpu-architecture", "arch", NvccAction::Arch},
    {"gpu-code", "code", NvccAction::Arch},
    {"generate-code", "gencode", NvccAction::Arch},
    {"relocatable-device-code", "rdc", NvccAction::DropValue},
    {"entries", "e", NvccAction::DropValue},
    {"maxrregcount", "maxrregcount", NvccAction::DropValue},
    {"use_fast_math", "", NvccAction::Replace, "-ffast-math"},
    {"use-fast-math", "", NvccAction::Replace, "-ffast-math"},
    {"ftz", "ftz", NvccAction::DropValue},
    {"prec-div", "prec-div", NvccAction::IfFalse, "-freciprocal-math"},
    {"prec-sqrt", "prec-sqrt", NvccAction::IfFalse, "-fapprox-func"},
    {"fmad", "fmad", NvccAction::DropValue},
    {"extra-device-vectorization", "", NvccAction::Drop},
    {"default-stream", "default-stream", NvccAction::DefaultStream},
    {"disable-warnings", "w", NvccAction::Drop},
    {"keep-device-functions", "", NvccAction::Drop},
    {"source-in-ptx", "src-in-ptx", NvccAction::Drop},
    {"restrict", "restrict", NvccAction::Drop},
    {"Wreorder", "", NvccAction::Drop},
    {"Wdefault-stream-launch", "", NvccAction::Drop},
    {"Wmissing-launch-bounds", "", NvccAction::Drop},
    {"Wext-lambda-captures-this", "", NvccAction::Drop},
    {"Wno-deprecated-declarations", "", NvccAction::Drop},
    {"Wno-deprecated-gpu-targets", "", NvccAction::Drop},
    {"Werror", "Werror", NvccAction::DropValue},
    {"resource-usage", "res-usage", NvccAction::Drop},
    {"extensible-whole-program", "ewp", NvccAction::Drop},
    {"no-compress", "no-compress", NvccAction::Drop},
    {"qpp-config", "qpp-config", NvccAction::DropValue},
    {"compile-as-tools-patch", "astoolspatch", NvccAction::Drop},
    {"list-gpu-code", "code-ls", NvccAction::NoCode},
    {"list-gpu-arch", "arch-ls", NvccAction::NoCode},
    {"display-error-number", "err-no", NvccAction::Drop},
    {"no-display-error-number", "no-err-no", NvccAction::Drop},
    {"diag-error", "diag-error", NvccAction::DropValue},
    {"diag-suppress", "diag-suppress", NvccAction::DropValue},
    {"diag-warn", "diag-warn", NvccAction::DropValue},
    {"host-linker-script", "hls", NvccAction::DropValue},
    {"augment-host-linker-script", "aug-hls", NvccAction::Drop},
    {"relocatable-link", "r", NvccAction::Drop},
    {"brief-diagnostics", "brief-diag", NvccAction::DropValue},
    {"jump-table-density", "jtd", NvccAction::DropValue},
    {"relocatable-ptx", "reloc-ptx", NvccAction::Drop},
    {"device-stack-protector", "", NvccAction::DropValue},
    {"compress-mode", "compress-mode", NvccAction::DropValue},
    {"frandom-seed", "frandom-seed", NvccAction::DropValue},
    {"sanitize", "sanitize", NvccAction::DropValue},
    {"jobserver", "jobserver", NvccAction::Drop},
    {"help", "h", NvccAction::NoCode},
    {"version", "V", NvccAction::NoCode},
    {"options-file", "optf", NvccAction::OptionsFile},

    // Those that the help text does not name.
    {"cicc-options", "Xcicc", NvccAction::DropValue},
    {"cudafe-options", "Xcudafe", NvccAction::DropValue},
    {"fatbin-options", "Xfatbin", NvccAction::DropValue},
    {"nvasm-options", "Xnvasm", NvccAction::DropValue},
    {"nvdisasm-options", "Xnvdisasm", NvccAction::DropValue},
    {"nvvm-options", "Xnvvm", NvccAction::DropValue},
    {"all-prefix", "", NvccAction::DropValue},
    {"cpp-prefix", "", NvccAction::DropValue},
    {"cudafe-prefix", "", NvccAction::DropValue},
    {"cicc-prefix", "", NvccAction::DropValue},
    {"ptxas-prefix", "", NvccAction::DropValue},
    {"nvlink-prefix", "", NvccAction::DropValue},
    {"aggressive-inline", "", NvccAction::Drop},
    {"cuda-api-version", "", NvccAction::DropValue},
    {"dD", "dD", NvccAction::Drop},
    {"dQ", "dQ", NvccAction::DropValue},
    {"device-compilation", "", NvccAction::DropValue},
    {"export-dir", "", NvccAction::DropValue},
    {"extern-mode", "", NvccAction::DropValue},
    {"fassociative-math", "", NvccAction::Drop},
    {"global_var", "", NvccAction::Drop},
    {"host-relocatable-link", "host-r", NvccAction::Drop},
    {"intern-mode", "", NvccAction::DropValue},
    {"legacy-launch-seq", "", NvccAction::Drop},
    {"no-device-inline", "nodinline", NvccAction::Drop},
    {"no-libdevice", "", NvccAction::DropValue},
    {"no-lineinfo-ia", "", NvccAction::Drop},
    {"no-shadow-functions", "", NvccAction::Drop},
    {"nvasm-loopback", "", NvccAction::Drop},
    {"nvvm-version", "", NvccAction::DropValue},
    {"ok", "ok", NvccAction::DropValue},
    {"restrict-in-struct", "", NvccAction::Drop},
    {"tdump", "", NvccAction::Drop},
    {"tool-name", "", NvccAction::DropValue},
    {"use-cubin", "", NvccAction::DropValue},
    {"version-ident", "", NvccAction::DropValue},
};

bool NvccFlag::takesValue() const {
  return Do != NvccAction::Drop && Do != NvccAction::NoCode &&
         Do != NvccAction::Replace;
}

ArrayRef<NvccFlag> banklint::nvccFlags() { return NvccFlags; }

const NvccFlag *banklint::findNvccFlag(StringRef Argument,
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
    if (!Names || (HasValue && !Flag.takesValue()))
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

std::vector<std::string> banklint::splitNvccList(StringRef List) {
  std::vector<std::string> Parts(1);
  bool IsQuoted = false;
  int Depth = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    char C = List[I];
    if (C == '\\' && I + 1 < List.size() &&
        is_contained({',', '"'}, List[I + 1])) {
      Parts.back() += List[++I];
      continue;
    }
    if (C == '"')
      IsQuoted = !IsQuoted;
    else if (!IsQuoted)
      Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
    if (C == ',' && !IsQuoted && Depth <= 0)
      Parts.emplace_back();
    else
      Parts.back() += C;
  }
  erase_if(Parts, [](const std::string &Part) { return Part.empty(); });
  return Parts;
}

std::vector<std::string> banklint::tokenizeNvccOptionsFile(StringRef Text) {
  std::string Escaped;
  for (char C : Text)
    Escaped += C == '\'' ? std::string("\\'") : std::string(1, C);
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 32> Tokens;
  cl::TokenizeGNUCommandLine(Escaped, Saver, Tokens);
  std::vector<std::string> Result;
  for (StringRef Token : Tokens) {
    Result.push_back(Token.str());
    erase(Result.back(), '"');
  }
  return Result;
}
