//===- KernelNamesTest.cpp - One kernel as several tools write it ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/KernelNames.h"
#include "gtest/gtest.h"
#include <optional>
#include <string>
#include <vector>

using namespace banklint;

using Names = std::vector<std::string>;

TEST(KernelNames, PartsAreFreeOfSpelling) {
  KernelName Name = KernelName::parse(
      "void ns::column<float, (int)32, (bool)1>(T1 *, const unsigned int *)");
  EXPECT_EQ(Name.Base, "ns::column");
  EXPECT_EQ(Name.Arguments, "<float,32,1>");
  EXPECT_EQ(Name.Parameters, "(T1*,constunsignedint*)");
  Name =
      KernelName::parse("ns::column<float, 32UL, true>(float *, const uint *)");
  EXPECT_EQ(Name.Arguments, "<float,32,1>");
  EXPECT_EQ(Name.Parameters, "(float*,constunsignedint*)");
  EXPECT_EQ(KernelName::parse("f").Base, "f");
  EXPECT_EQ(KernelName::parse("f").Parameters, "");
  EXPECT_EQ(KernelName::parse("f<(int)-3>(int)").Arguments, "<-3>");
  EXPECT_EQ(KernelName::parse("f<unsigned>(unsigned)").Arguments,
            "<unsignedint>");
  EXPECT_EQ(KernelName::parse("(anonymous namespace)::f(int)").Base,
            KernelName::parse("<unnamed>::f(int)").Base);
}

TEST(KernelNames, BrokenNamesDoNotMatter) {
  for (const char *Text : {"", "(", ")", "<", ">", ">>", "f(", "f)", "f<(int)",
                           "void ", "((((", "f<1>>(int)"})
    EXPECT_EQ(kernelNamed(Text, Names{"g(int)"}), std::nullopt) << Text;
}

TEST(KernelNames, TemplateArgumentsTellInstancesApart) {
  const Names Known = {"f<1>(int *)", "f<2>(int *)"};
  EXPECT_EQ(kernelNamed("void f<(int)2>(T1 *)", Known), 1U);
  EXPECT_EQ(kernelNamed("void f<(int)3>(T1 *)", Known), std::nullopt);
  EXPECT_EQ(kernelNamed("f", Known), std::nullopt);
  EXPECT_EQ(kernelNamed("f", Names{"f<1>(int *)"}), 0U);
  EXPECT_EQ(kernelNamed("void f<(int)2>(T1 *)", Names{"f<1>(int *)"}),
            std::nullopt);
}

TEST(KernelNames, ParametersTellOverloadsApart) {
  const Names Known = {"f(int *)", "f(float *)"};
  EXPECT_EQ(kernelNamed("f(float *)", Known), 1U);
  EXPECT_EQ(kernelNamed("f(double *)", Known), std::nullopt);
  // Alone, it is meant whatever its parameters are called.
  EXPECT_EQ(kernelNamed("f(uint4 *)", Names{"f(data_t *)"}), 0U);
}

TEST(KernelNames, AnEnumeratorMayBeANumber) {
  EXPECT_EQ(
      kernelNamed("void f<(Mode)1>(int *)", Names{"f<Mode::Fast>(int *)"}), 0U);
  EXPECT_EQ(kernelNamed("void f<float>(T1 *)", Names{"f<double>(double *)"}),
            std::nullopt);
}
