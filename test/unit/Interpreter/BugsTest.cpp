//===- BugsTest.cpp - What is right, and fails today ----------------------===//
#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Texts = std::vector<std::string>;

// nvcc 13.0, sm_90: UIADD3 of 0, 8 and 16 for these; see ns2.cu.
TEST(SharedMemory, PlacesArraysOfTheNamespaceInTheOrderOfTheirDeclaration) {
  withCuda(R"cuda(
    __shared__ int a[1];
    __shared__ double b[1];
    __shared__ int c[3];
    __global__ void k(int n) { c[n] = 3; b[n] = 1; a[n] = 2; }
  )cuda",
           [](clang::ASTContext &Context) {
             SharedMemory Memory;
             llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Reached;
             Memory.layOut(declared<clang::FunctionDecl>("k", Context), Context,
                           Reached);
             Texts Places;
             for (const SharedArray *Array : Memory.arrays())
               Places.push_back((Array->Name + " at " +
                                 llvm::Twine(Array->PlacementBytes))
                                    .str());
             EXPECT_EQ(Places, (Texts{"a at 0", "b at 8", "c at 16"}));
           });
}

TEST(Assignment, OfAValueInitializedObjectZeroesItsMembers) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k() {
      __shared__ float s[64];
      Pair x;
      x.a = 5;
      x = Pair();
      s[x.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[0]"}));
}

TEST(Assignment, OfAZeroedObjectCopiesItsZeros) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k() {
      __shared__ float s[64];
      Pair x, zero = Pair();
      x.a = 5;
      x = zero;
      s[x.a] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[0]"}));
}

TEST(TrialOfALoop, DoesNotZeroAnObject) {
  WalkedSource W(R"cuda(
    struct Pair { int a, b; };
    __global__ void k(int n) {
      __shared__ float s[64];
      Pair x;
      for (int i = 0; i < n; ++i) {
        x = Pair();
        if (n > i)
          return;
      }
      s[x.b] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_TRUE(W[0].Where->Index[0].isVarying()) << "never set";
}

TEST(UnknownLoop, LeavesAVariableAsItsLastTestLeftIt) {
  WalkedSource W(R"cuda(
    __global__ void k(float *out) {
      __shared__ float s[64];
      int i = 0;
      while (out[i++] > 0)
        ;
      s[i] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[k1 + 1]"}));
}

TEST(UnknownLoop, RepeatsTheAccessesOfItsCondition) {
  WalkedSource W(R"cuda(
    __global__ void k(float *out) {
      __shared__ float s[64];
      int i = 0;
      while (s[i] > 0)
        ++i;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_TRUE(W[0].IsRepeated);
}

TEST(TrialOfALoop, KeepsNoAddressesInSharedMemory) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[256];
      __shared__ float *table[4];
      for (int i = 0; i < n; ++i)
        table[i & 3] = s + 33 * i;
      __syncthreads();
      table[0][threadIdx.x] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 3u);
  EXPECT_EQ(W.place(2), "unknown") << "the fifth iteration wrote another";
}

TEST(UnknownLoop, ThatIsLeftInItsFirstIterationKeepsTheVariables) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[256];
      int x = 3;
      for (int i = 0; i < n; ++i) {
        x = 9;
        return;
      }
      s[x] = 1;
    }
  )cuda");
  EXPECT_EQ(W.places(), (Texts{"[3]"}));
}

} // namespace
