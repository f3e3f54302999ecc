//===- AccessKeyTest.cpp - What tells accesses of a source apart ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/AccessKey.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace banklint;
using llvm::StringRef;

static constexpr AccessOperation All[] = {
    AccessOperation::Atomic,   AccessOperation::CpAsync,
    AccessOperation::LdMatrix, AccessOperation::Load,
    AccessOperation::StMatrix, AccessOperation::Store};

TEST(AccessOperation, IsOrderedAsItsNamesAre) {
  for (AccessOperation A : All)
    for (AccessOperation B : All)
      EXPECT_EQ(A < B, StringRef(operationName(A)) < operationName(B))
          << operationName(A) << ' ' << operationName(B);
}

TEST(AccessOperation, IsKnownByItsNameAlone) {
  for (AccessOperation Operation : All)
    EXPECT_EQ(operationNamed(operationName(Operation)), Operation);
  for (StringRef Name : {"", "Load", "loads", "cp"})
    EXPECT_EQ(operationNamed(Name), std::nullopt) << Name.str();
}

TEST(AccessOperation, SaysWhereTheDataGoes) {
  std::vector<std::string> Spelled;
  for (AccessOperation Operation : All)
    Spelled.push_back(operationName(Operation) + std::string(" ") +
                      operationPreposition(Operation));
  EXPECT_EQ(Spelled, (std::vector<std::string>{"atomic on", "cp.async to",
                                               "ldmatrix from", "load from",
                                               "stmatrix to", "store to"}));
}

TEST(AccessKey, IsOrderedByFileThenLineThenColumnThenOperation) {
  const std::vector<AccessKey> Ordered = {
      {{"a.cu", 9, 9}, AccessOperation::Store},
      {{"b.cu", 1, 9}, AccessOperation::Store},
      {{"b.cu", 2, 1}, AccessOperation::Store},
      {{"b.cu", 2, 10}, AccessOperation::Load},
      {{"b.cu", 2, 10}, AccessOperation::Store},
      {{"b.cu", 10, 1}, AccessOperation::Atomic},
  };
  for (size_t A = 0; A != Ordered.size(); ++A)
    for (size_t B = 0; B != Ordered.size(); ++B) {
      EXPECT_EQ(Ordered[A] < Ordered[B], A < B) << A << ' ' << B;
      EXPECT_EQ(Ordered[A] == Ordered[B], A == B) << A << ' ' << B;
    }
}
