//===- NvccOptions.td - The table of nvcc's options -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the names of nvcc's options and whether they take a
// value, for nvcc 11.8 to 13.x. Where the help text is silent, the table says
// what `nvcc --dryrun` of 13.0 does.
//
// The spellings of an option are aliases of one record, its meaning, which has
// no spelling itself. Options that are treated alike share one.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

//===----------------------------------------------------------------------===//
// Spellings.
//===----------------------------------------------------------------------===//

// nvcc takes a long name behind two dashes and a short one behind one. Here
// either may stand behind either.
defvar Dashes = ["-", "--"];

class Meaning : Option<[], "<"#NAME#">", KIND_SEPARATE>;

multiclass FlagOf<Option To, list<string> Names> {
  foreach Name = Names in
    def : Flag<Dashes, Name>, Alias<To>;
}

// The value is the next argument or follows `=`.
multiclass ValueOf<Option To, list<string> Names> {
  foreach Name = Names in {
    def : Separate<Dashes, Name>, Alias<To>;
    def : Joined<Dashes, Name#"=">, Alias<To>;
  }
}

// The value may also follow the short name at once: `-DX`. If nothing follows
// `=`, the value is the next argument.
multiclass JoinedValueOf<Option To, string Long, string Short> {
  def : Separate<Dashes, Long>, Alias<To>;
  def : Separate<["--"], Short>, Alias<To>;
  def : JoinedOrSeparate<["-"], Short>, Alias<To>;
  foreach Name = [Long, Short] in
    def : JoinedOrSeparate<Dashes, Name#"=">, Alias<To>;
}

multiclass Value<list<string> Names> {
  def NAME : Meaning;
  defm : ValueOf<!cast<Option>(NAME), Names>;
}

multiclass JoinedValue<string Long, string Short> {
  def NAME : Meaning;
  defm : JoinedValueOf<!cast<Option>(NAME), Long, Short>;
}

//===----------------------------------------------------------------------===//
// Options that are translated or noted.
//===----------------------------------------------------------------------===//

defm pre_include : Value<["pre-include", "include"]>;
defm define_macro : JoinedValue<"define-macro", "D">;
defm undefine_macro : JoinedValue<"undefine-macro", "U">;
defm include_path : JoinedValue<"include-path", "I">;
defm system_include : Value<["system-include", "isystem"]>;
// nvcc itself has none; a remark of ours says so of headers that it has found.
defm iquote : Value<["iquote"]>;
defm ftemplate_depth : Value<["ftemplate-depth"]>;
defm x : Value<["x"]>;
defm std : Value<["std"]>;
defm compiler_options : Value<["compiler-options", "Xcompiler"]>;
defm gpu_architecture : Value<["gpu-architecture", "arch", "gpu-code", "code",
                               "generate-code", "gencode"]>;
defm prec_div : Value<["prec-div"]>;
defm prec_sqrt : Value<["prec-sqrt"]>;
defm default_stream : Value<["default-stream"]>;
defm relocatable_device_code : Value<["relocatable-device-code", "rdc"]>;
defm options_file : Value<["options-file", "optf"]>;

// Flags that stand for an argument of Clang's.
def clang_argument : Meaning;
class ClangArgument<string Name, string Argument>
    : Flag<Dashes, Name>, Alias<clang_argument>, AliasArgs<[Argument]>;
def : ClangArgument<"expt-relaxed-constexpr",
                    "-D__CUDACC_RELAXED_CONSTEXPR__">;
foreach Name = ["extended-lambda", "expt-extended-lambda"] in
  def : ClangArgument<Name, "-D__CUDACC_EXTENDED_LAMBDA__">;
foreach Name = ["device-c", "dc", "dlink-time-opt", "dlto"] in
  def : ClangArgument<Name, "-D__CUDACC_RDC__">;
foreach Name = ["device-debug", "G"] in
  def : ClangArgument<Name, "-D__CUDACC_DEBUG__">;
foreach Name = ["extensible-whole-program", "ewp"] in
  def : ClangArgument<Name, "-D__CUDACC_EWP__">;
foreach Name = ["no-exceptions", "noeh"] in
  def : ClangArgument<Name, "-fno-exceptions">;

// It sets no macro, as Clang's does.
def use_fast_math : Meaning;
defm : FlagOf<use_fast_math, ["use_fast_math", "use-fast-math"]>;

//===----------------------------------------------------------------------===//
// Options with which nothing is compiled: the source is printed, say.
//===----------------------------------------------------------------------===//

def no_code : Meaning;
defm : FlagOf<no_code, [
  "preprocess", "E", "generate-dependencies", "M",
  "generate-nonsystem-dependencies", "MM", "dryrun", "list-gpu-code",
  "code-ls", "list-gpu-arch", "arch-ls", "help", "h", "version", "V"
]>;

//===----------------------------------------------------------------------===//
// Options that say nothing about the source, in the order of `nvcc --help`.
// Below a blank line stand those that it does not list.
//===----------------------------------------------------------------------===//

def dropped : Meaning;

defm : FlagOf<dropped, [
  "cuda", "cubin", "fatbin", "ptx", "optix-ir", "ltoir",
  "generate-dependencies-with-compile", "MD",
  "generate-nonsystem-dependencies-with-compile", "MMD",
  "generate-dependency-targets", "MP", "compile", "c",
  "device-w", "dw", "device-link", "dlink", "link", "lib", "run",
  "objdir-as-tempdir", "objtemp", "allow-unsupported-compiler",
  "use-local-env", "force-cl-env-setup", "profile", "pg", "debug", "g",
  "generate-line-info", "lineinfo",
  "lto", "gen-opt-lto", 
  "shared", "no-host-device-initializer-list", "nohdinitlist",
  "no-host-device-move-forward", "nohdmoveforward", "m64", "m32",
  "forward-unknown-to-host-compiler", "forward-unknown-to-host-linker",
  "forward-unknown-opts", "dont-use-profile", "noprof", "verbose", "v",
  "fdevice-syntax-only", "keep", "save-temps", "clean-targets", "clean",
  "no-align-double", "no-device-link", "nodlink",
  "extra-device-vectorization", "disable-warnings", "w",
  "keep-device-functions", "source-in-ptx", "src-in-ptx", "restrict",
  "Wreorder", "Wdefault-stream-launch", "Wmissing-launch-bounds",
  "Wext-lambda-captures-this", "Wno-deprecated-declarations",
  "Wno-deprecated-gpu-targets", "resource-usage", "res-usage",
  "no-compress",
  "compile-as-tools-patch", "astoolspatch", "display-error-number",
  "err-no", "no-display-error-number", "no-err-no",
  "augment-host-linker-script", "aug-hls", "relocatable-link", "r",
  "relocatable-ptx", "reloc-ptx", "jobserver",

  "aggressive-inline", "dD", "fassociative-math", "global_var",
  "host-relocatable-link", "host-r", "legacy-launch-seq",
  "no-device-inline", "nodinline", "no-lineinfo-ia",
  "no-shadow-functions", "nvasm-loopback", "restrict-in-struct", "tdump"
]>;

defm : ValueOf<dropped, [
  "dependency-output", "MF", "dependency-target-name", "MT",
  "output-file", "o", "output-directory", "odir", "compiler-bindir",
  "ccbin", "archiver-binary", "arbin", "cudart", "cudadevrt",
  "libdevice-directory", "ldir", "target-directory", "target-dir",
  "optimization-info", "opt-info", "Ofast-compile", "Ofc", "dopt",
  "ftemplate-backtrace-limit", "machine", "m", "linker-options",
  "Xlinker", "archive-options", "Xarchive", "ptxas-options", "Xptxas",
  "nvlink-options", "Xnvlink", "static-global-template-stub",
  "device-entity-has-hidden-visibility", "split-compile",
  "split-compile-extended", "fdevice-time-trace", "keep-dir", "time",
  "run-args", "input-drive-prefix", "idp", "dependency-drive-prefix",
  "ddp", "drive-prefix", "dp",
  "entries", "e", "maxrregcount", "ftz", "fmad", "Werror", "qpp-config",
  "diag-error", "diag-suppress", "diag-warn", "host-linker-script",
  "hls", "brief-diagnostics", "brief-diag", "jump-table-density", "jtd",
  "device-stack-protector", "compress-mode", "frandom-seed", "sanitize",

  "cicc-options", "Xcicc", "cudafe-options", "Xcudafe",
  "fatbin-options", "Xfatbin", "nvasm-options", "Xnvasm",
  "nvdisasm-options", "Xnvdisasm", "nvvm-options", "Xnvvm",
  "all-prefix", "cpp-prefix", "cudafe-prefix", "cicc-prefix",
  "ptxas-prefix", "nvlink-prefix", "cuda-api-version", "dQ",
  "device-compilation", "export-dir", "extern-mode", "intern-mode",
  "no-libdevice", "nvvm-version", "ok", "tool-name", "use-cubin",
  "version-ident"
]>;
defm : JoinedValueOf<dropped, "library", "l">;
defm : JoinedValueOf<dropped, "library-path", "L">;
defm : JoinedValueOf<dropped, "optimize", "O">;
defm : JoinedValueOf<dropped, "threads", "t">;
