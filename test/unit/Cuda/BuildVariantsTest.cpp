//===- BuildVariantsTest.cpp - Other builds that a source knows -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BuildVariants.h"
#include "../ParsedSource.h"

using namespace banklint;

static llvm::Expected<CompileCommand>
commandFor(llvm::StringRef File, std::vector<std::string> Arguments) {
  ParseOptions Parsing;
  Parsing.CudaPath = "none";
  Parsing.Arguments = std::move(Arguments);
  auto Commands = CommandFinder::create(std::move(Parsing),
                                        std::make_shared<const Database>());
  if (!Commands)
    return Commands.takeError();
  auto Found = Commands->commandsFor(File);
  if (!Found)
    return Found.takeError();
  return Found->front();
}

/// The options of each build, or "too many".
static std::vector<std::string>
buildsOf(llvm::StringRef Text, std::vector<std::string> Arguments = {}) {
  llvm::SmallString<128> Path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("source", "cu", Path));
  llvm::FileRemover Remover(Path);
  auto Command = commandFor(Path, std::move(Arguments));
  EXPECT_TRUE(bool(Command));
  // A kernel, for whose sake conditions matter.
  Command->EditedFiles[Path.str().str()] =
      (Text + "\n__global__ void k() {}\n").str();
  std::vector<std::string> Result;
  ParseDetails Details;
  llvm::Error Failed = parseDevicePass(
      *Command,
      [&](clang::ASTContext &Context, llvm::ArrayRef<SourceError>) {
        auto Builds = knownBuilds(*Details.Macros, Context, {}).Variants;
        if (!Builds)
          Result.push_back("too many");
        else
          for (const BuildVariant &Build : *Builds)
            Result.push_back(llvm::StringRef(Build.text()).trim('\'').str());
      },
      /*Precompiled=*/nullptr, &Details);
  EXPECT_FALSE(bool(Failed));
  return Result;
}

using Texts = std::vector<std::string>;

TEST(BuildVariants, DefineWhatIsNotDefined) {
  EXPECT_EQ(buildsOf("#ifdef A\n#endif"), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#ifndef A\nint x;\n#endif"), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#if defined(A)\n#endif"), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#if !defined A\n#endif"), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#if A\n#endif"), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#if 0\n#elif A\n#endif"), Texts{"-DA"});
}

TEST(BuildVariants, UndefineWhatTheBuildDefines) {
  EXPECT_EQ(buildsOf("#ifdef A\n#endif", {"-DA"}), Texts{"-UA"});
  EXPECT_EQ(buildsOf("#if A\n#endif", {"-DA"}), Texts{"-DA=0"});
}

TEST(BuildVariants, MeetOrMissAComparison) {
  EXPECT_EQ(buildsOf("#if A == 2\n#endif"), Texts{"-DA=2"});
  EXPECT_EQ(buildsOf("#if A == 2\n#endif", {"-DA=2"}), Texts{"-DA=3"});
  EXPECT_EQ(buildsOf("#if A != 2\n#endif"), Texts{"-DA=2"});
  EXPECT_EQ(buildsOf("#if A > 2\n#endif"), Texts{"-DA=3"});
  EXPECT_EQ(buildsOf("#if 2 <= A\n#endif"), Texts{"-DA=2"});
  EXPECT_EQ(buildsOf("#if A >= 2\n#endif", {"-DA=5"}), Texts{"-DA"});
  EXPECT_EQ(buildsOf("#define FAST 4\n#if A == FAST\n#endif"), Texts{"-DA=4"});
}

TEST(BuildVariants, TryTheNumbersOfArithmetic) {
  EXPECT_EQ(buildsOf("#if A + 0 > 1\n#endif"),
            (Texts{"-DA=0", "-DA", "-DA=2"}));
}

TEST(BuildVariants, PutConditionsTogether) {
  EXPECT_EQ(buildsOf("#ifdef A\n#ifdef B\n#endif\n#endif"),
            (Texts{"-DA", "-DB", "-DA -DB"}));
  EXPECT_EQ(buildsOf("#ifdef A\n#endif\n#ifdef B\n#endif\n#ifdef C\n#endif"),
            (Texts{"-DA", "-DB", "-DC", "-DA -DB -DC", "-DA -DB", "-DA -DC",
                   "-DB -DC"}));
}

TEST(BuildVariants, KnowTheArchitectures) {
  EXPECT_EQ(buildsOf("#if __CUDA_ARCH__ >= 800\n#endif"),
            Texts{"--gpu-arch=sm_75"});
  EXPECT_EQ(buildsOf("#if __CUDA_ARCH__ < 1000\n#endif"),
            Texts{"--gpu-arch=sm_100"});
  EXPECT_EQ(buildsOf("#ifdef __CUDA_ARCH__\n#endif"), Texts{});
}

TEST(BuildVariants, AreNoneWhereTheTextDecides) {
  EXPECT_EQ(buildsOf("#define A 1\n#if A\n#endif"), Texts{});
  EXPECT_EQ(buildsOf("#ifndef GUARD\n#define GUARD\n#endif"), Texts{});
  EXPECT_EQ(buildsOf("#ifdef __linux__\n#endif"), Texts{});
  EXPECT_EQ(buildsOf("#if __cplusplus > 201703L\n#endif"), Texts{});
}

TEST(BuildVariants, KnowDefaults) {
  EXPECT_EQ(buildsOf("int x;\n#ifndef A\n#define A 0\n#endif"), Texts{"-DA"});
  // Any size may be given: the next one stands for all.
  EXPECT_EQ(buildsOf("int x;\n#ifndef N\n#define N 32\n#endif\nint a[N];"),
            Texts{"-DN=33"});
  EXPECT_EQ(buildsOf("int x;\n#ifndef N\n#define N 32\n#endif\n"
                     "#if N > 64\n#endif"),
            Texts{"-DN=65"});
  EXPECT_EQ(buildsOf("#ifdef N\nint a[N];\n#endif"), Texts{});
}

TEST(BuildVariants, CombineFewMacrosOnly) {
  const std::string Four = "#ifdef A\n#endif\n#ifdef B\n#endif\n"
                           "#ifdef C\n#endif\n#ifdef D\n#endif\n";
  EXPECT_EQ(buildsOf(Four),
            (Texts{"-DA", "-DB", "-DC", "-DD", "-DA -DB -DC -DD", "-DA -DB",
                   "-DA -DC", "-DB -DC", "-DA -DB -DC", "-DA -DD", "-DB -DD",
                   "-DA -DB -DD", "-DC -DD", "-DA -DC -DD", "-DB -DC -DD"}));
  EXPECT_EQ(buildsOf(Four + "#ifdef E\n#endif"),
            (Texts{"-DA", "-DB", "-DC", "-DD", "-DE", "-DA -DB -DC -DD -DE"}));
}

/// Of a macro M with a default, which a file that begins so uses.
static Texts defaultsOf(llvm::StringRef Begin, llvm::StringRef Default) {
  return buildsOf((Begin + "\n#ifndef M\n#define M " + Default +
                   "\n#endif\n#define USED M\n")
                      .str());
}

TEST(BuildVariants, GiveDefaultsAnotherNumber) {
  EXPECT_EQ(defaultsOf("", "(8 * 4)"),
            (Texts{"-DM=(9 * 4)", "-DM=(((8 * 4)) + 1)"}));
  EXPECT_EQ(defaultsOf("#define N (2 + 2)", "N"), Texts{"-DM=((N) + 1)"});
  EXPECT_EQ(defaultsOf("constexpr int N = 4;", "N"), Texts{"-DM=((N) + 1)"});
  EXPECT_EQ(defaultsOf("template <int N> struct Tile;", "Tile<4>"),
            (Texts{"-DM=Tile<5>", "-DM=((Tile<4>) + 1)"}));
}

TEST(BuildVariants, GiveDefaultsAnotherType) {
  EXPECT_EQ(defaultsOf("", "float"), Texts{"-DM=double"});
  EXPECT_EQ(defaultsOf("", "const double"), Texts{"-DM=float"});
  EXPECT_EQ(defaultsOf("", "unsigned char"), Texts{"-DM=long long"});
  EXPECT_EQ(defaultsOf("", "unsigned long"), Texts{"-DM=int"});
  // One that a header of the system declares.
  EXPECT_EQ(defaultsOf("", "float2"), Texts{"-DM=float"});
}

TEST(BuildVariants, GiveDefaultsAnotherName) {
  EXPECT_EQ(defaultsOf("namespace a {} namespace b { namespace c {} }", "a"),
            Texts{"-DM=b"});
  EXPECT_EQ(
      defaultsOf("struct A; using B = int; template <class> struct C;", "A"),
      Texts{"-DM=B"});
  EXPECT_EQ(defaultsOf("int f(int); int g(int); int h(); int x;", "f"),
            Texts{"-DM=g"});
  EXPECT_EQ(defaultsOf("namespace n { struct A; struct B; } struct C;", "n::A"),
            Texts{"-DM=n::B"});
}

TEST(BuildVariants, KnowNoOtherValue) {
  EXPECT_EQ(defaultsOf("", "__forceinline__"), Texts{});
  EXPECT_EQ(defaultsOf("", "\"text\""), Texts{});
  EXPECT_EQ(defaultsOf("", "1e-5f"), Texts{});
  EXPECT_EQ(defaultsOf("struct A;", "A"), Texts{});
  EXPECT_EQ(buildsOf("int x;\n#ifndef M\n#define M(x) f(x)\n#endif\n"
                     "#define USED M(1)"),
            Texts{});
}

TEST(BuildVariants, EndWhereTheyAreTooMany) {
  std::string Text;
  for (int I = 0; I != 40; ++I)
    Text += "#ifdef A" + std::to_string(I) + "\n#endif\n";
  EXPECT_EQ(buildsOf(Text), Texts{"too many"});
}

TEST(BuildVariants, ChangeACommand) {
  BuildVariant Build;
  Build.Macros = {{"A", "2"}, {"B", std::nullopt}, {"C", "1"}};
  Build.GpuArch = "sm_75";
  EXPECT_EQ(Build.text(), "'-DA=2 -UB -DC --gpu-arch=sm_75'");
  CompileCommand Command;
  Command.GpuArch = "sm_90";
  Command.Arguments = {"clang++", "--cuda-gpu-arch=sm_90", "a.cu"};
  Command = Build.applyTo(std::move(Command));
  EXPECT_EQ(Command.GpuArch, "sm_75");
  EXPECT_EQ(Command.Arguments[1], "--cuda-gpu-arch=sm_75");
  EXPECT_EQ(Command.LateMacros.size(), 3u);
}
