//===- NvccAssemblyTest.cpp - Inline assembly as nvcc takes it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccAssembly.h"
#include <gtest/gtest.h>

using namespace banklint;

// Each with what nvcc 13.0 writes to its PTX for it.
TEST(NvccAssemblyTest, DoublesThePercentSignOfAName) {
  EXPECT_EQ(escapedAssembly(R"("mov.u32 %0, %laneid;")"),
            R"("mov.u32 %0, %%laneid;")");
  EXPECT_EQ(escapedAssembly(R"("%0, %clusterid.x;\n%1, %clock64;")"),
            R"("%0, %%clusterid.x;\n%1, %%clock64;")");
  EXPECT_EQ(escapedAssembly(R"("a%c")"), R"("a%%c")");
}

TEST(NvccAssemblyTest, DropsAPercentSignThatEscapesNothing) {
  EXPECT_EQ(escapedAssembly(R"("// 50% of, %.x, %, %_y")"),
            R"("// 50of, x,  y")");
}

TEST(NvccAssemblyTest, KeepsOperandsAndEscapes) {
  for (const char *Text :
       {R"("ld.shared.b32 %0, [%1];")", R"("mov %[out], %%laneid;")",
        R"("%10")", R"("%x1 %x[a]")", R"("%{%}%|%=")", R"("100%")", R"("%\n")",
        "\"\""})
    EXPECT_EQ(escapedAssembly(Text), Text);
}
