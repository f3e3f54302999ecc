//===- ProgressTest.cpp - How far a run has come --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "gtest/gtest.h"
#include <chrono>
#include <string>

using namespace banklint;

namespace {
/// What a log gets of `Sources` that take 10 seconds each, with a conflict in
/// every second.
std::string logOf(Progress::Form Form, unsigned Sources) {
  Progress::Time Time;
  testing::internal::CaptureStderr();
  {
    Progress Shown(Form, Sources, [&] { return Time; });
    for (unsigned I = 0; I != Sources; ++I) {
      Shown.begin("a.cu");
      Time += std::chrono::seconds(10);
      Shown.end(I % 2);
    }
  }
  return testing::internal::GetCapturedStderr();
}
} // namespace

TEST(Progress, ALineEveryHalfMinute) {
  EXPECT_EQ(logOf(Progress::Form::Log, 8),
            "banklint: 3 of 8 sources, 1 conflict so far\n"
            "banklint: 6 of 8 sources, 3 conflicts so far\n");
}

TEST(Progress, NoneAtTheEnd) {
  EXPECT_EQ(logOf(Progress::Form::Log, 3), "");
  EXPECT_EQ(logOf(Progress::Form::Log, 2), "");
}

TEST(Progress, NoneUnlessAsked) {
  EXPECT_EQ(logOf(Progress::Form::None, 8), "");
}

TEST(Progress, OneSourceHasNone) {
  EXPECT_EQ(logOf(Progress::Form::Line, 1), "");
}
