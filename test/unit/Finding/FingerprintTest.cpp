//===- FingerprintTest.cpp - Findings that are known again ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Fingerprint.h"
#include "Finding/Finding.h"
#include "Source/AccessKey.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;

/// The load of docs/examples/transpose.cu.
static Access load() {
  Access A;
  A.Span.Begin = {"transpose.cu", 10, 44};
  A.Function = "transpose";
  A.Arrays = {"tile"};
  A.Text = "tile[threadIdx.x][threadIdx.y]";
  A.Operation = AccessOperation::Load;
  return A;
}

static std::string fingerprintOf(const Access &A) {
  Report R;
  R.Accesses = {A};
  computeFingerprints(R);
  return R.Accesses[0].Fingerprint;
}

// Baselines hold fingerprints of earlier versions.
TEST(Fingerprint, StaysWhatItWas) {
  EXPECT_EQ(fingerprintOf(load()), "3973310a2e30f045");
  Access Store = load();
  Store.Operation = AccessOperation::Store;
  Store.Text = "tile[threadIdx.y][threadIdx.x]";
  EXPECT_EQ(fingerprintOf(Store), "58d7cd53caec1fae");
  Report R;
  Finding &F = R.Findings.emplace_back();
  F.Rule = "banklint-bank-conflict";
  F.Span = load().Span;
  F.Function = load().Function;
  F.Arrays = load().Arrays;
  F.Text = load().Text;
  F.Operation = load().Operation;
  computeFingerprints(R);
  EXPECT_EQ(R.Findings[0].Fingerprint, "f8c24b514a875bcc");
}

TEST(Fingerprint, DiffersByOperationAndNotByPlace) {
  std::set<std::string> Different;
  for (AccessOperation Operation :
       {AccessOperation::Atomic, AccessOperation::CpAsync,
        AccessOperation::LdMatrix, AccessOperation::Load,
        AccessOperation::StMatrix, AccessOperation::Store}) {
    Access A = load();
    A.Operation = Operation;
    Different.insert(fingerprintOf(A));
    A.Span.Begin = {"moved.cu", 1, 1};
    Different.insert(fingerprintOf(A));
  }
  EXPECT_EQ(Different.size(), 6u);
}
