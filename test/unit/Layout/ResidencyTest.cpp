//===- ResidencyTest.cpp - Blocks that an SM holds at once ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Residency.h"
#include "HandMadeTrace.h"
#include "gtest/gtest.h"

using namespace banklint;

// An SM has 228 KB = 233,472 bytes. A block of 18 KB takes 18,432 + 1,024
// bytes: 12 fit exactly. One byte more is allocated as 128: 19,584 bytes, of
// which 11 fit. 2,048 / 128 = 16 blocks of 128 threads would fit.

static const SiteTable Lines = sitesOfLines(1);

TEST(Residency, IsLostWhereFewerBlocksFit) {
  HandMadeKernel K(Lines, {128, 1, 1});
  std::vector<ArrayInKernel> Uses = {K.use(K.array({18 * 1024}, 1))};
  std::optional<Residency> Lost = lostResidency(Uses, 1);
  ASSERT_TRUE(Lost);
  EXPECT_EQ(Lost->Now, 12);
  EXPECT_EQ(Lost->Then, 11);
}

TEST(Residency, StaysWithinAnAllocationUnit) {
  HandMadeKernel K(Lines, {128, 1, 1});
  std::vector<ArrayInKernel> Uses = {K.use(K.array({18 * 1024 - 128}, 1))};
  EXPECT_FALSE(lostResidency(Uses, 128));
}

TEST(Residency, IsNotLostWhereThreadsAreScarcer) {
  // 2,048 / (16 * 16) = 8 blocks.
  HandMadeKernel K(Lines, {16, 16, 1});
  std::vector<ArrayInKernel> Uses = {K.use(K.array({18 * 1024}, 1))};
  EXPECT_FALSE(lostResidency(Uses, 1));
}

TEST(Residency, CountsWholeWarps) {
  // 40 threads are two warps: 2,048 / 64 = 32 blocks; 6,272 + 1,024 = 7,296
  // bytes each let 32 fit exactly, and 128 more 31.
  HandMadeKernel K(Lines, {40, 1, 1});
  std::vector<ArrayInKernel> Uses = {K.use(K.array({6272}, 1))};
  std::optional<Residency> Lost = lostResidency(Uses, 1);
  ASSERT_TRUE(Lost);
  EXPECT_EQ(Lost->Now, 32);
  EXPECT_EQ(Lost->Then, 31);
}

TEST(Residency, IsThatOfTheKernelThatLosesMost) {
  HandMadeKernel Less(Lines, {128, 1, 1}), Most(Lines, {128, 1, 1});
  // 10 + 1 KB: 20 fit, but threads allow 16; 4 KB more leave 15.
  // 18 + 1 KB: 12 fit; 4 KB more leave 9.
  std::vector<ArrayInKernel> Uses = {
      Less.use(Less.array({10 * 1024}, 1)),
      Most.use(Most.array({18 * 1024}, 1)),
  };
  std::optional<Residency> Lost = lostResidency(Uses, 4 * 1024);
  ASSERT_TRUE(Lost);
  EXPECT_EQ(Lost->Now, 12);
  EXPECT_EQ(Lost->Then, 9);
}

TEST(Residency, MayBeLostOnAnOlderGpu) {
  // 2,048 / 128 = 16 blocks; 64 KB / 4,096 = 16, too (sm_60, where nothing is
  // reserved), and 64 KB / 4,352 = 15. sm_90 has room for 44.
  HandMadeKernel K(Lines, {128, 1, 1});
  const ArrayInKernel Use = K.use(K.array({4096}, 1));
  EXPECT_FALSE(lostResidency({Use}, 128));
  EXPECT_TRUE(mayLoseBlocks(Use, 4096, 128));
}

TEST(Residency, IsKeptOnEachGpuWhereThreadsAreScarcer) {
  // Two blocks of 1,024 threads, or one.
  HandMadeKernel K(Lines, {32, 32, 1});
  const ArrayInKernel Use = K.use(K.array({4096}, 1));
  EXPECT_FALSE(mayLoseBlocks(Use, 4096, 128));
}
