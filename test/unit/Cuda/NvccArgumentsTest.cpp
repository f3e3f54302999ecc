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
#include "NvccFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace banklint;
using llvm::StringRef;
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

/// A value that the flag makes sense of.
static std::string valueFor(const NvccFlag &Flag) {
  switch (Flag.Do) {
  case NvccAction::Language:
    return "cu";
  case NvccAction::OptionsFile:
    return "/dev/null";
  case NvccAction::Arch:
    return "sm_80";
  default:
    return "7";
  }
}

static std::vector<Words> spellings(const NvccFlag &Flag) {
  Words Names = {("--" + Flag.Long).str()};
  if (!Flag.Short.empty())
    Names.push_back(("-" + Flag.Short).str());
  std::string Value = valueFor(Flag);
  std::vector<Words> Result;
  for (const std::string &Name : Names) {
    if (!Flag.takesValue()) {
      Result.push_back({Name});
      continue;
    }
    Result.push_back({Name, Value});
    Result.push_back({Name + "=" + Value});
  }
  if (Flag.IsJoined)
    Result.push_back({("-" + Flag.Short).str() + Value});
  return Result;
}

TEST(NvccArguments, EveryFlagInEverySpellingLeavesItsNeighboursAlone) {
  for (const NvccFlag &Flag : nvccFlags())
    for (const Words &Spelling : spellings(Flag)) {
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
  for (const NvccFlag &Flag : nvccFlags()) {
    EXPECT_TRUE(Names.insert("--" + Flag.Long.str()).second) << Flag.Long.str();
    if (!Flag.Short.empty() && Flag.Short != Flag.Long) {
      EXPECT_TRUE(Names.insert("-" + Flag.Short.str()).second)
          << Flag.Short.str();
    }
  }
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
  EXPECT_EQ(translate({"-arch=native"}).GpuArch, "");
  EXPECT_EQ(translate({"-arch=all-major"}).GpuArch, "");
  EXPECT_EQ(translate({"-gencode", "arch=compute_120,code=lto_120"}).GpuArch,
            "sm_120");
}

TEST(NvccArguments, TheLastStandardCounts) {
  EXPECT_EQ(text({"-std=c++14", "--std", "c++20"}), "-std=c++14 -std=c++20");
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

TEST(NvccArguments, ForwardedFlagsAreTheHostCompilers) {
  ClangArguments Result =
      translate({"-forward-unknown-to-host-compiler", "-fopenmp",
                 "-march=native", "-Wp,-D_GLIBCXX_ASSERTIONS",
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
