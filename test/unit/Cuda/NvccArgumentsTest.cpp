//===- NvccArgumentsTest.cpp - nvcc's arguments as Clang's ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is expected of values, lists, quotes and option files is what
// `nvcc --dryrun` of CUDA 13.0 hands to its preprocessor.
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccArguments.h"
#include "Commands/NvccOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace banklint;
using llvm::StringRef;
using llvm::opt::Option;
using Words = std::vector<std::string>;

static ClangArguments translate(const Words &Arguments,
                                CompilerStyle Style = CompilerStyle::Nvcc) {
  llvm::Expected<ClangArguments> Result =
      translateArguments(Arguments, "/build", Style);
  if (Result)
    return *Result;
  ADD_FAILURE() << llvm::toString(Result.takeError());
  return {};
}

/// The arguments for Clang, one behind the other; "-D X" as "-DX".
static std::string text(const Words &Arguments,
                        CompilerStyle Style = CompilerStyle::Nvcc) {
  std::string Result;
  for (StringRef Word : translate(Arguments, Style).Arguments) {
    bool IsJoined = StringRef(Result).ends_with("-D") ||
                    StringRef(Result).ends_with("-U") ||
                    StringRef(Result).ends_with("-I");
    Result += (Result.empty() || IsJoined ? "" : " ") + Word.str();
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Flags.
//===----------------------------------------------------------------------===//

/// The entries of the table that can be written: no meanings, no inputs.
static std::vector<Option> namedOptions() {
  std::vector<Option> Result;
  for (unsigned ID = 1; ID <= nvccOptTable().getNumOptions(); ++ID)
    if (!nvccOptTable().getOptionPrefix(ID).empty())
      Result.push_back(nvccOptTable().getOption(ID));
  return Result;
}

/// The names of an option, with their dashes.
static Words names(const Option &Named) {
  llvm::SmallVector<StringRef> Prefixes;
  nvccOptTable().appendOptionPrefixes(Named.getID(), Prefixes);
  Words Result;
  for (StringRef Prefix : Prefixes)
    Result.push_back((Prefix + Named.getName()).str());
  return Result;
}

/// A value that the option makes sense of.
static std::string valueFor(const Option &Named) {
  switch (Named.getUnaliasedOption().getID()) {
  case nvcc::OPT_x:
    return "cu";
  case nvcc::OPT_options_file:
    return "/dev/null";
  case nvcc::OPT_gpu_architecture:
    return "sm_80";
  case nvcc::OPT_std:
    return "c++17";
  default:
    return "7";
  }
}

static std::vector<Words> spellings(const Option &Named) {
  std::string Value = valueFor(Named);
  std::vector<Words> Result;
  for (const std::string &Name : names(Named)) {
    Option::OptionClass Kind = Named.getKind();
    if (Kind == Option::FlagClass)
      Result.push_back({Name});
    if (Kind == Option::SeparateClass || Kind == Option::JoinedOrSeparateClass)
      Result.push_back({Name, Value});
    if (Kind == Option::JoinedClass || Kind == Option::JoinedOrSeparateClass)
      Result.push_back({Name + Value});
  }
  return Result;
}

TEST(NvccArguments, EveryFlagInEverySpellingLeavesItsNeighboursAlone) {
  for (const Option &Named : namedOptions())
    for (const Words &Spelling : spellings(Named)) {
      Words Line = {"-DBEFORE"};
      Line.insert(Line.end(), Spelling.begin(), Spelling.end());
      Line.insert(Line.end(), {"x.cu", "-DBEHIND"});
      ClangArguments Result = translate(Line);
      std::string Shown = llvm::join(Line, " "), Text = text(Line);
      EXPECT_EQ(Result.Inputs, Words{"x.cu"}) << Shown;
      EXPECT_EQ(Result.Ignored, Words{}) << Shown;
      EXPECT_TRUE(StringRef(Text).starts_with("-DBEFORE")) << Shown;
      EXPECT_TRUE(StringRef(Text).ends_with("-DBEHIND")) << Shown;
    }
}

TEST(NvccArguments, EveryNameStandsOnce) {
  std::set<std::string> Names;
  for (const Option &Named : namedOptions())
    for (const std::string &Name : names(Named))
      EXPECT_TRUE(Names.insert(Name).second) << Name;
  EXPECT_EQ(Names.count("--gpu-architecture="), 1u) << "of " << Names.size();
}

TEST(NvccArguments, MacrosAreAList) {
  EXPECT_EQ(text({"-DA=1,B=2"}), "-DA=1 -DB=2");
  EXPECT_EQ(text({"-D", "A", "-D=B", "--define-macro=C"}), "-DA -DB -DC");
  EXPECT_EQ(text({"-DX=\"a,b\""}), "-DX=\"a,b\"");
  EXPECT_EQ(text({"-DX=a\\,b"}), "-DX=a,b");
  EXPECT_EQ(text({"-DX=\\\"a\\\""}), "-DX=\"a\"");
  EXPECT_EQ(text({"-UA,B", "-DA"}), "-UA -UB -DA");
}

TEST(NvccArguments, MacrosWithParametersStayWhole) {
  EXPECT_EQ(text({"-DF(a,b)=a"}), "-DF(a,b)=a");
}

TEST(NvccArguments, FoldersAreAListRelativeToTheCompiler) {
  EXPECT_EQ(text({"-Ia,/b", "-I=c", "-I", "d"}),
            "-I/build/a -I/b -I/build/c -I/build/d");
  EXPECT_EQ(text({"-I\"a b\"", "-I", ""}), "-I/build/a b");
  EXPECT_EQ(text({"-isystem=a,b", "--system-include", "c"}),
            "-isystem /build/a -isystem /build/b -isystem /build/c");
}

TEST(NvccArguments, AnEmptyPathInQuotesLeavesItsNeighboursAlone) {
  EXPECT_EQ(text({"-I\"\"", "-DX"}), "-DX");
  EXPECT_EQ(text({"-isystem=\"\",a", "-include=\"\"", "-DX"}),
            "-isystem /build/a -DX");
}

TEST(NvccArguments, TheHighestArchitectureCounts) {
  EXPECT_EQ(translate({"-arch=sm_80", "-gencode", "arch=compute_70,code=sm_70",
                       "-gencode=arch=compute_90a,code=[sm_90a,compute_90a]"})
                .GpuArch,
            "sm_90a");
  EXPECT_EQ(translate({"-arch=sm_x", "-code=sm_x"}).GpuArch, "sm_x");
  EXPECT_EQ(translate({"-arch=hopper", "-code=sm_90"}).GpuArch, "sm_90");
  EXPECT_EQ(translate({"-arch=native"}).GpuArch, "");
  EXPECT_EQ(translate({"-arch=all-major"}).GpuArch, "");
  EXPECT_EQ(translate({"-gencode", "arch=compute_120,code=lto_120"}).GpuArch,
            "sm_120");
}

TEST(NvccArguments, TheLastStandardCounts) {
  EXPECT_EQ(text({"-std=c++14", "--std", "c++20"}), "-std=c++14 -std=c++20");
}

TEST(NvccArguments, AStandardThatNoCompilerKnowsIsAnError) {
  for (auto Style : {CompilerStyle::Nvcc, CompilerStyle::Clang}) {
    auto Result = translateArguments({"-std=c++71"}, "/build", Style);
    ASSERT_FALSE(bool(Result));
    EXPECT_EQ(llvm::toString(Result.takeError()),
              "unknown language standard '-std=c++71'");
  }
}

//===----------------------------------------------------------------------===//
// The host compiler.
//===----------------------------------------------------------------------===//

TEST(NvccArguments, OfTheHostCompilersOnlyMeaningStays) {
  EXPECT_EQ(text({"-DN", "-Xcompiler=-fPIC,-DX=1,-Wall", "--compiler-options",
                  "-I a -O3"}),
            "-DX=1 -I/build/a -DN");
  EXPECT_EQ(text({"-Xcompiler", "-include", "-Xcompiler", "/dev/null"}),
            "-include /dev/null");
  // PyTorch's extensions quote once more.
  EXPECT_EQ(text({"--compiler-options", "'-fPIC'", "-Xcompiler", "'-DX'"}),
            "-DX");
  EXPECT_EQ(text({"-Xcompiler", "\"-DX=a,b\""}), "-DX=a,b");
}

TEST(NvccArguments, TheHostCompilerSetsNoTypeOfTheDevice) {
  EXPECT_EQ(text({"-Xcompiler=-fshort-enums,-fno-signed-char,-funsigned-char,"
                  "-fshort-wchar,-fpack-struct"}),
            "");
}

TEST(NvccArguments, ForwardedFlagsAreTheHostCompilers) {
  ClangArguments Result =
      translate({"-forward-unknown-to-host-compiler", "-fopenmp",
                 "-march=haswell", "-Wp,-D_GLIBCXX_ASSERTIONS",
                 "-fsanitize=address", "-iquote=a", "-fno-such-flag", "x.cu"});
  EXPECT_EQ(Result.Inputs, Words{"x.cu"});
  EXPECT_EQ(Result.Ignored, Words{"-fno-such-flag"});
}

TEST(NvccArguments, WhatTheHostCompilerRefusesIsNamedOnly) {
  EXPECT_EQ(translate({"-Xcompiler", "-include", "x.cu"}).Ignored,
            Words{"-include"});
}

//===----------------------------------------------------------------------===//
// Option files.
//===----------------------------------------------------------------------===//

TEST(NvccArguments, OptionFilesHaveDoubleQuotesOnly) {
  EXPECT_EQ(tokenizeNvccOptionsFile("-DA=\"b c\" -DE=a\\ b\n-I\"x y\""),
            (Words{"-DA=b c", "-DE=a b", "-Ix y"}));
  EXPECT_EQ(tokenizeNvccOptionsFile("-DB=\\\"q\\\" -I/o'brien"),
            (Words{"-DB=q", "-I/o'brien"}));
}

TEST(NvccArguments, AnOptionFileThatIncludesItselfIsAnError) {
  llvm::SmallString<128> File;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("options", "rsp", File));
  llvm::FileRemover Remover(File);
  std::error_code EC;
  llvm::raw_fd_ostream(File, EC) << "--options-file " << File;
  auto Result =
      translateArguments({"-optf", File.str().str()}, "", CompilerStyle::Nvcc);
  ASSERT_FALSE(Result);
  EXPECT_EQ(llvm::toString(Result.takeError()),
            ("option file '" + File + "' includes itself").str());
}

// Ten files that each name the next one four times are a million arguments.
TEST(NvccArguments, OptionFilesThatNameOthersComeToAnEnd) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("options", Folder));
  auto Name = [&](unsigned Number) {
    return (Folder + "/" + llvm::Twine(Number)).str();
  };
  for (unsigned I = 0; I != 10; ++I) {
    std::error_code EC;
    llvm::raw_fd_ostream File(Name(I), EC);
    for (unsigned Times = 0; Times != 4; ++Times)
      File << "-optf=" << I + 1 << " @" << I + 1 << '\n';
  }
  {
    std::error_code EC;
    llvm::raw_fd_ostream Last(Name(10), EC);
  }
  for (auto [Argument, Style] : {std::pair("-optf=0", CompilerStyle::Nvcc),
                                 std::pair("@0", CompilerStyle::Clang)}) {
    auto Result = translateArguments({Argument}, Folder, Style);
    ASSERT_FALSE(Result) << Argument;
    EXPECT_NE(
        llvm::toString(Result.takeError()).find("comes after 1000 others"),
        std::string::npos);
  }
  EXPECT_FALSE(llvm::sys::fs::remove_directories(Folder));
}

TEST(NvccArguments, OptionFilesAreOfBoundedSizeTogether) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("options", Folder));
  {
    std::error_code EC;
    llvm::raw_fd_ostream Large((Folder + "/large").str(), EC);
    for (unsigned I = 0; I != 1 << 19; ++I)
      Large << "-MD ";
  }
  EXPECT_TRUE(
      bool(translateArguments({"@large"}, Folder, CompilerStyle::Clang)));
  auto Result = translateArguments({"@large", "@large", "@large"}, Folder,
                                   CompilerStyle::Clang);
  ASSERT_FALSE(Result);
  EXPECT_NE(llvm::toString(Result.takeError()).find("MB together"),
            std::string::npos);
  EXPECT_FALSE(llvm::sys::fs::remove_directories(Folder));
}

//===----------------------------------------------------------------------===//
// Compilers.
//===----------------------------------------------------------------------===//

TEST(NvccArguments, ClangReadsTheSameWordsOtherwise) {
  EXPECT_EQ(text({"-DX=a,b", "-O", "x.cu"}, CompilerStyle::Clang), "-DX=a,b");
  EXPECT_EQ(translate({"-DX=a,b", "-O", "x.cu"}, CompilerStyle::Clang).Inputs,
            Words{"x.cu"});
  EXPECT_EQ(translate({"--cuda-gpu-arch=sm_80"}, CompilerStyle::Clang).GpuArch,
            "sm_80");
  EXPECT_EQ(styleOf({"-x", "cuda", "-DX"}), CompilerStyle::Clang);
  EXPECT_EQ(styleOf({"--cuda-path=/opt"}), CompilerStyle::Clang);
  EXPECT_EQ(styleOf({"-x", "cu", "-DX"}), CompilerStyle::Nvcc);
}

TEST(NvccArguments, TheCompilerStandsBehindLaunchers) {
  auto Find = [](const Words &Line) {
    CompilerCall Call = findCompiler(Line);
    return Call.Compiler + " " + std::to_string(Call.FirstArgument) +
           (Call.Style == CompilerStyle::Nvcc ? " nvcc" : " clang");
  };
  EXPECT_EQ(Find({"nvcc", "-c", "x.cu"}), "nvcc 1 nvcc");
  EXPECT_EQ(Find({"sccache", "/opt/cuda/bin/nvcc", "-c", "x.cu"}),
            "/opt/cuda/bin/nvcc 2 nvcc");
  EXPECT_EQ(Find({"env", "CCACHE_DIR=/x", "ccache", "nvcc-12", "-c"}),
            "nvcc-12 4 nvcc");
  EXPECT_EQ(Find({"/kokkos/bin/nvcc_wrapper", "-c"}),
            "/kokkos/bin/nvcc_wrapper 1 nvcc");
  EXPECT_EQ(Find({"clang++-18", "-x", "cuda"}), "clang++-18 1 clang");
  EXPECT_EQ(Find({"ccache", "x86_64-linux-gnu-g++-13", "-c"}),
            "x86_64-linux-gnu-g++-13 2 clang");
  EXPECT_EQ(Find({"crosstool_wrapper", "-x", "cuda", "-c"}),
            "crosstool_wrapper 1 clang");
  EXPECT_EQ(Find({"wrapper", "-ccbin", "g++", "-c"}), "wrapper 1 nvcc");
}

TEST(NvccArguments, TellsWhatIsCompiledAndWhetherItIs) {
  EXPECT_TRUE(translate({"-c", "x.cu"}).MakesCode);
  EXPECT_TRUE(translate({"-MD", "-MF", "x.d", "-c", "x.cu"}).MakesCode);
  EXPECT_FALSE(translate({"-M", "x.cu"}).MakesCode);
  EXPECT_FALSE(translate({"-E", "x.cu"}).MakesCode);
  EXPECT_FALSE(translate({"--version"}).MakesCode);
  EXPECT_FALSE(translate({"-E", "x.cu"}, CompilerStyle::Clang).MakesCode);
  ClangArguments Several = translate({"a.cu", "b.cpp", "c.o", "-o", "d.cu"});
  EXPECT_EQ(Several.Inputs, (Words{"a.cu", "b.cpp", "c.o"}));
  EXPECT_TRUE(Several.isCuda("a.cu"));
  EXPECT_FALSE(Several.isCuda("b.cpp"));
  EXPECT_TRUE(translate({"-x", "cu", "b.cpp"}).isCuda("b.cpp"));
  EXPECT_FALSE(translate({"-x=c++", "a.cu"}).isCuda("a.cu"));
}

TEST(NvccArguments, AMissingValueIsAnError) {
  for (StringRef Flag : {"-arch", "-I", "-o", "--define-macro"}) {
    auto Result = translateArguments({Flag.str()}, "", CompilerStyle::Nvcc);
    ASSERT_FALSE(Result) << Flag.str();
    EXPECT_EQ(llvm::toString(Result.takeError()),
              ("compiler argument '" + Flag + "' lacks its value").str());
  }
}

TEST(NvccArguments, ClangsArchitecturesAreAList) {
  CompilerStyle Clang = CompilerStyle::Clang;
  EXPECT_EQ(translate({"--offload-arch=sm_70,sm_86"}, Clang).GpuArch, "sm_86");
  EXPECT_EQ(translate({"--offload-arch="}, Clang).GpuArch, "");
}

TEST(NvccArguments, ArchitecturesHaveThreeDigitsAtMost) {
  EXPECT_EQ(knownGpuArch("sm_999"), knownGpuArch("sm_998"));
  EXPECT_EQ(knownGpuArch("sm_4294967295"), "");
  EXPECT_EQ(translate({"-arch=sm_4294967295", "-gencode=code=sm_80"}).GpuArch,
            "sm_80");
}

//===----------------------------------------------------------------------===//
// What is let through of a project that is not trusted.
//===----------------------------------------------------------------------===//

TEST(NvccArguments, OfClangsOptionsThoseOfTheLanguagePass) {
  EXPECT_EQ(text({"-std=c++20", "-DN=4", "-fno-exceptions", "-march=haswell",
                  "-ffast-math", "-Xclang", "-fcuda-allow-variadic-functions"},
                 CompilerStyle::Clang),
            "-std=c++20 -DN=4 -fno-exceptions -march=haswell -ffast-math "
            "-Xclang -fcuda-allow-variadic-functions");
  EXPECT_EQ(text({"-isystem", "a", "-iquote", "b", "--sysroot=c"},
                 CompilerStyle::Clang),
            "-isystem /build/a -iquote /build/b --sysroot=/build/c");
}

TEST(NvccArguments, WhatMayWriteOrRunIsRefused) {
  for (const Words &Given : {Words{"-fplugin=x.so"},
                             {"--config=x"},
                             {"-gen-cdb-fragment-path", "x"},
                             {"-include-pch", "x"},
                             {"-fmodules-cache-path=x"},
                             {"-ivfsoverlay", "x"},
                             {"-resource-dir", "x"},
                             {"-B", "x"},
                             {"-fprofile-use=x"},
                             {"--serialize-diagnostics", "x"},
                             {"--autocomplete=x"}}) {
    ClangArguments Found = translate(Given, CompilerStyle::Clang);
    EXPECT_EQ(Found.Arguments, Words()) << Given.front();
    EXPECT_EQ(Found.Refused.size(), 1u) << Given.front();
  }
  // The driver would start a program to ask for the GPU.
  EXPECT_EQ(translate({"--target=nvptx64-nvidia-cuda", "-march=native"},
                      CompilerStyle::Clang)
                .Arguments,
            Words());
  ClangArguments Found = translate(
      {"-Xclang", "-stats-file=x", "-Xclang", "-load", "-Xclang", "x"},
      CompilerStyle::Clang);
  EXPECT_EQ(Found.Arguments, Words());
  EXPECT_EQ(Found.Refused,
            (Words{"-Xclang -stats-file=x", "-Xclang -load", "-Xclang x"}));
}

TEST(NvccArguments, OtherStagesAndSwitchesAreNoNews) {
  ClangArguments Found =
      translate({"-O3", "-o", "x", "-MD", "-MF", "x", "-Wall", "-fno-inline",
                 "-mavx2", "-fsanitize=address", "-c"},
                CompilerStyle::Clang);
  EXPECT_EQ(Found.Arguments, Words());
  EXPECT_EQ(Found.Refused, Words());
}

TEST(NvccArguments, WhatIsHandedOnIsSortedAsWell) {
  EXPECT_EQ(text({"-Wp,-MD,x,-DA=1", "-Xpreprocessor", "-DB", "-Xarch_device",
                  "-DC=2", "-Xarch_device", "-fplugin=x", "-Xarch_host", "-DD",
                  "-Xpreprocessor", "-dependency-file", "-Xpreprocessor", "x"},
                 CompilerStyle::Clang),
            "-DA=1 -DB -DC=2");
  EXPECT_EQ(translate({"-Xarch_device", "-MF"}, CompilerStyle::Clang).Refused,
            Words{"-MF"});
}

TEST(NvccArguments, WhatOthersAddIsSorted) {
  using Arguments = std::vector<Words>;
  // -nocudainc is an alias.
  const Words Known = {"clang", "-nocudainc", "-Xclang", "-own", "a.cu"};
  auto Sorted = [&](const Words &Added) {
    Words Extended = Known;
    Extended.insert(Extended.end(), Added.begin(), Added.end());
    return withoutRefused(Extended, Known, [](llvm::ArrayRef<std::string> Own) {
      return Own.front() == "-resource-dir=y";
    });
  };
  auto And = [](const Arguments &Added) {
    Arguments All = {{"-nocudainc"}, {"-Xclang", "-own"}};
    All.insert(All.end(), Added.begin(), Added.end());
    return All;
  };
  EXPECT_EQ(Sorted({"-I", "x", "-fplugin=x", "-Xclang", "-load",
                    "-resource-dir=y", "-MF", "x", "-MJx", "b.cu", "--", "-c"}),
            And({{"-I", "x"}, {"-resource-dir=y"}}));
  // A value is no argument, and the other way round.
  EXPECT_EQ(Sorted({"-D", "-MJx", "-own"}), And({{"-D", "-MJx"}}));
  // What lacks its value.
  EXPECT_EQ(Sorted({"-DA", "-MF"}), And({{"-DA"}}));
}

TEST(NvccArguments, TooManyAreRefused) {
  for (CompilerStyle Style : {CompilerStyle::Nvcc, CompilerStyle::Clang}) {
    Words Many(MaxWords / 2, "-DA"); // "-D" and "A"
    EXPECT_TRUE(bool(translateArguments(Many, "", Style)));
    // What is dropped costs nothing.
    Many.push_back("-MD");
    EXPECT_TRUE(bool(translateArguments(Many, "", Style)));
    Many.push_back("-DA");
    auto Refused = translateArguments(Many, "", Style);
    ASSERT_FALSE(bool(Refused));
    EXPECT_EQ(toString(Refused.takeError()),
              "the compiler has more than 20000 words of arguments");
  }
}

TEST(NvccArguments, MacrosOfModes) {
  EXPECT_EQ(text({"-rdc=true", "-G", "-noeh", "--use_fast_math"},
                 CompilerStyle::Nvcc),
            "-D__CUDACC_RDC__ -D__CUDACC_DEBUG__ -fno-exceptions -ffast-math "
            "-U__FAST_MATH__");
  EXPECT_EQ(text({"-rdc", "false"}, CompilerStyle::Nvcc), "");
  EXPECT_EQ(text({"-dc", "-Xcompiler", "-fopenmp"}, CompilerStyle::Nvcc),
            "-D__CUDACC_RDC__ -D_OPENMP=201511");
  EXPECT_EQ(text({"--use_fast_math", "-Xcompiler", "-ffast-math"},
                 CompilerStyle::Nvcc),
            "-ffast-math -U__FAST_MATH__ -D__FAST_MATH__=1");
}
