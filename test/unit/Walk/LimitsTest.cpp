//===- LimitsTest.cpp - What a walk says where it stops short -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/Limits.h"
#include "WalkedSource.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
using Texts = std::vector<std::string>;

/// Why the only subscript of a record is not known; empty where it is.
std::string reasonOf(const WalkedSource &W, size_t Which) {
  const SharedAddress *Where = W[Which].Where;
  return Where && Where->Index.size() == 1 ? toText(Where->Index[0].reason())
                                           : "no subscript";
}

/// The unknown that is the only subscript of a record.
const Variable &onlySymbolOf(const WalkedSource &W, size_t Which) {
  const SharedAddress *Where = W[Which].Where;
  assert(Where && Where->Index.size() == 1 &&
         Where->Index[0].terms().size() == 1 && "the subscript is a symbol");
  return *Where->Index[0].terms()[0].What;
}

//===----------------------------------------------------------------------===//
// Steps, loops and calls
//===----------------------------------------------------------------------===//

TEST(StepLimit, TearsTheTrace) {
  WalkOptions Few;
  Few.Steps = 20;
  WalkedSource W(R"cuda(
    __global__ void k() {
      __shared__ float s[64];
      for (int i = 0; i < 64; ++i)
        s[i] = 1;
    }
  )cuda",
                 Few);
  EXPECT_EQ(W.Ended.End, WalkEnd::OutOfBudget);
  EXPECT_TRUE(W.Left.IsTorn);
  EXPECT_EQ(W.StepsLeft, 0u);
}

TEST(IterationLimit, LeavesTheRestToALoopOfUnknownLength) {
  WalkedSource W(R"cuda(
    __global__ void k() {
      __shared__ float s[1024];
      for (int i = 0; i < 600; ++i)
        s[i] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), limits::LoopIterations + 1);
  EXPECT_EQ(W.place(limits::LoopIterations - 1), "[511]");
  EXPECT_FALSE(W[limits::LoopIterations - 1].IsRepeated);
  EXPECT_FALSE(W[limits::LoopIterations - 1].Limit);
  EXPECT_TRUE(W[limits::LoopIterations].IsRepeated);
  EXPECT_EQ(toText(W[limits::LoopIterations].Limit),
            "iterations are analysed as one after the first 512 of the loop at "
            "line 4");
}

TEST(LoopStepLimit, LeavesTheRestToALoopOfUnknownLength) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[1024];
      for (int i = 0; i < 300; ++i) {
        for (int j = 0; j < 300; ++j)
          n += j;
        s[i] = 1;
      }
    }
  )cuda");
  EXPECT_EQ(W.Ended.End, WalkEnd::Complete);
  ASSERT_LT(W.records().size(), 300u);
  EXPECT_FALSE(W.records().front().IsRepeated);
  EXPECT_FALSE(W.records().front().Limit);
  EXPECT_TRUE(W.records().back().IsRepeated);
  EXPECT_EQ(toText(W.records().back().Limit),
            "iterations are analysed as one after the first 200000 steps of "
            "the loop at line 4");
}

TEST(IterationLimit, IsNotThatOfALoopOfUnknownLength) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[1024];
      for (int i = 0; i < n; ++i)
        s[i] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_TRUE(W[0].IsRepeated);
  EXPECT_FALSE(W[0].Limit);
}

/// Nine unknown bits, each for its own lanes, have 512 sets of numbers.
TEST(ConditionLimit, IsThatOfTheAccessesBehindTheCondition) {
  auto Walk = [](const char *Bits) {
    return WalkedSource((llvm::Twine(R"cuda(
      __global__ void k(bool a, bool b, bool c, bool d, bool e, bool f, bool g,
                        bool h, bool i) {
        __shared__ float s[64];
        if ((threadIdx.x ^ a ^ (b + 0) ^ (c + 0) ^ (d + 0) ^ (e + 0) ^ (f + 0)
             ^ (g + 0) ^ (h + 0) )cuda") +
                         Bits + R"cuda() == 1)
          s[threadIdx.x] = 1;
        s[threadIdx.x] = 2;
      }
    )cuda")
                            .str());
  };
  WalkedSource Most = Walk(""), More = Walk("^ (i + 0)");
  ASSERT_EQ(Most.records().size(), 2u);
  EXPECT_LT(Most[0].Confidence, Certainty::Data);
  EXPECT_FALSE(Most[0].Limit);
  ASSERT_EQ(More.records().size(), 2u);
  EXPECT_EQ(More[0].Confidence, Certainty::Data);
  EXPECT_EQ(More[0].Limit.kind(), ReasonKind::ManyConditionNumbers);
  EXPECT_EQ(More[0].Limit.fields().Number, limits::DecisionTrials);
  EXPECT_FALSE(More[1].Limit);
}

TEST(ProductLimit, IsThatOfTheAddressesThatHoldTheProduct) {
  WalkedSource W(R"cuda(
    __global__ void k(int a, int b, int c, int d, int e, int f) {
      __shared__ float s[64];
      s[(a + b + c + d) * (a + b + c + d) + threadIdx.x] = 1;
      s[(a + b + c + d) * (a + b + c + d + e) + threadIdx.x] = 2;
      s[threadIdx.x] = 3;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 3u);
  EXPECT_FALSE(W[0].Limit);
  EXPECT_EQ(toText(W[1].Limit), "depends on a product of more than 16 terms");
  EXPECT_FALSE(W[2].Limit);
}

TEST(OperandLimit, IsAGap) {
  auto GapsOf = [](unsigned Depth) {
    return WalkedSource("__global__ void k(float *p) {\n  float v;\n"
                        "  asm(\"ld.v2.f32 " +
                        std::string(Depth, '{') + "%0" +
                        std::string(Depth, '}') +
                        ", [%1];\" : \"=f\"(v) : \"l\"(p));\n  *p = v;\n}")
        .Gaps;
  };
  EXPECT_EQ(GapsOf(limits::OperandDepth - 1), Texts());
  EXPECT_EQ(GapsOf(limits::OperandDepth),
            (Texts{"3: an operand of inline assembly within 32 brackets"}));
}

TEST(PhaseLimit, MakesAVariableOfMoreNumbersUnknown) {
  auto IndexUpTo = [](const char *Last) {
    WalkedSource W((llvm::Twine(R"cuda(
      __global__ void k(int n) {
        __shared__ float s[64];
        int p = 0;
        for (int i = 0; i < n; ++i) {
          s[p] = 1;
          p = p == )cuda") +
                    Last + " ? 0 : p + 1; } }")
                       .str());
    EXPECT_EQ(W.records().size(), 1u);
    const Variable &Index = onlySymbolOf(W, 0);
    return toText(Index.Why) + " of " + std::to_string(Index.Choices.size());
  };
  EXPECT_EQ(IndexUpTo("3"), "a loop's phase of 4");
  EXPECT_EQ(IndexUpTo("4"), "a value that changes in a loop of 0");
}

TEST(PowerLimit, EndsTheNumbersOfAVariableThatDoubles) {
  WalkedSource W(R"cuda(
    __global__ void k(int n) {
      __shared__ float s[64];
      for (int d = 1; d < n; d *= 2)
        s[d] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(onlySymbolOf(W, 0).Choices.back(), limits::LargestPower);
}

TEST(CallDepthLimit, IsAGap) {
  WalkedSource W(R"cuda(
    template <int N> struct Chain {
      static __device__ int store(float *s) { return Chain<N - 1>::store(s); }
    };
    template <> struct Chain<0> {
      static __device__ int store(float *s) { s[threadIdx.x] = 1; return 0; }
    };
    __global__ void k() {
      __shared__ float s[64];
      s[Chain<38>::store(s)] = 2;
      s[Chain<45>::store(s)] = 3;
    }
  )cuda");
  EXPECT_EQ(W.Gaps, (Texts{"3: a call of 'store' within 40 others"}));
  // The store at the end of the short chain, and behind it; of the long one an
  // access to some place of `s`, and a store to an unknown one.
  ASSERT_EQ(W.records().size(), 4u);
  EXPECT_EQ(W.place(1), "[0]");
  EXPECT_EQ(W.place(2), "unknown");
  EXPECT_EQ(W[2].Why.kind(), ReasonKind::PassedOver);
  EXPECT_EQ(W[2].Why.fields().Name, "store");
  EXPECT_EQ(reasonOf(W, 3).find("returned by 'store'"), 0u);
}

TEST(CallDepthLimit, EndsConstructorsToo) {
  WalkedSource W(R"cuda(
    struct Countdown {
      int last;
      __device__ Countdown(int n) : last(0) {
        if (n > 0)
          last = Countdown(n - 1).last;
      }
    };
    __global__ void k(int n) {
      __shared__ float s[64];
      s[Countdown(n).last] = 1;
    }
  )cuda");
  EXPECT_EQ(W.Gaps, (Texts{"6: a call of 'Countdown' within 40 others"}));
  EXPECT_NE(W.place(0), "[0]");
}

TEST(RecursiveCall, IsAGap) {
  WalkedSource W(R"cuda(
    __device__ int descend(float *s, int n, int &met) {
      s[n] = 1;
      met = n;
      return n > 0 ? descend(s, n - 1, met) : 0;
    }
    __global__ void k(int n) {
      __shared__ float s[64];
      int met = 0;
      s[descend(s, n, met)] = 2;
      s[met] = 3;
    }
  )cuda");
  EXPECT_EQ(W.Gaps, (Texts{"5: a recursive call of 'descend'"}));
  ASSERT_EQ(W.records().size(), 4u);
  EXPECT_EQ(W.place(1), "unknown") << "what the call may access";
  EXPECT_NE(W.place(3), "[0]") << "the call may set it";
}

TEST(RecursiveCall, OfAConstantExpressionOnlyLacksItsResult) {
  WalkedSource W(R"cuda(
    __device__ constexpr int log2Of(int n) {
      return n > 1 ? 1 + log2Of(n / 2) : 0;
    }
    __global__ void k(int n) {
      __shared__ float s[64];
      s[log2Of(n)] = 1;
    }
  )cuda");
  EXPECT_EQ(W.Gaps, Texts());
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(reasonOf(W, 0).find("returned by a recursive function"), 0u)
      << reasonOf(W, 0);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

TEST(ElementLimit, OfACaptureMakesTheRestUnknown) {
  WalkedSource W(R"cuda(
    __global__ void k() {
      __shared__ float s[64];
      int a[300] = {};
      a[5] = 3;
      a[299] = 4;
      auto store = [a] {
        s[a[5]] = 1;
        s[a[255]] = 1;
        s[a[299]] = 1;
      };
      store();
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 3u);
  EXPECT_EQ(W.place(0), "[3]");
  EXPECT_EQ(W.place(1), "[0]");
  EXPECT_EQ(reasonOf(W, 2),
            "read beyond the first 256 elements of an array at line 7");
  EXPECT_EQ(W.Gaps, Texts());
}

TEST(ElementLimit, OfACopyFromMemoryMakesTheRestUnknown) {
  WalkedSource W(R"cuda(
    struct Table { int v[300]; };
    __global__ void k(const Table *in) {
      __shared__ float s[64];
      Table zero = {}, t = zero;
      t = *in;
      s[t.v[0]] = 1;
      s[t.v[299]] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 2u);
  EXPECT_EQ(reasonOf(W, 0), "") << "the same number in all lanes";
  EXPECT_EQ(reasonOf(W, 1).find("read beyond the first 256 elements"), 0u);
}

TEST(ElementLimit, OfConstructorsMakesTheRestUnknown) {
  WalkedSource W(R"cuda(
    struct Three {
      int x;
      __device__ Three() : x(3) {}
    };
    __global__ void k() {
      __shared__ float s[64];
      Three a[100];
      s[a[63].x] = 1;
      s[a[64].x] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 2u);
  EXPECT_EQ(W.place(0), "[3]");
  EXPECT_EQ(reasonOf(W, 1),
            "read beyond the first 64 elements of an array at line 8");
  EXPECT_EQ(W.Gaps, Texts()) << "they make no access";
}

TEST(ElementLimit, OfConstructorsThatMakeAccessesIsAGap) {
  WalkedSource W(R"cuda(
    __shared__ float s[64];
    struct Store {
      __device__ Store() { s[threadIdx.x] = 1; }
    };
    __global__ void k() {
      Store a[100];
    }
  )cuda");
  EXPECT_EQ(W.records().size(), limits::ConstructedElements);
  EXPECT_EQ(W.Gaps,
            (Texts{"7: the rest of an array beyond its first 64 elements"}));
}

TEST(ConstantLimit, MakesALongTableUnknown) {
  WalkedSource W(R"cuda(
    __constant__ constexpr int Short[4096] = {3}, Long[4097] = {3};
    __global__ void k() {
      __shared__ float s[64];
      s[Short[0]] = 1;
      s[Long[0]] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 2u);
  EXPECT_EQ(W.place(0), "[3]");
  EXPECT_EQ(reasonOf(W, 1), "read from a constant of more than 4096 elements");
}

TEST(FillLimit, MakesAPartOfManyNumbersUnknown) {
  WalkedSource W(R"cuda(
    struct Part { int v[5000]; };
    struct Whole { int head; Part part; };
    __global__ void k() {
      __shared__ float s[64];
      Whole w;
      w.part = Part();
      s[w.part.v[4000]] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(reasonOf(W, 0), "part of an object of more than 4096 numbers");
}

TEST(ChoiceLimit, MakesALongSumUnknown) {
  WalkedSource W(R"cuda(
    __global__ void k(int n, int a, int b, int c, int d, int e, int f) {
      __shared__ float s[64];
      int few = a, many = a;
      if (n > 3) {
        few = b;
        many = b + c + d + e + f;
      }
      s[few] = 1;
      s[many] = 1;
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 2u);
  EXPECT_GT(W[0].Where->Index[0].terms().size(), 1u);
  EXPECT_EQ(onlySymbolOf(W, 1).Why, ReasonKind::ConditionalValue);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST(MemoryCopy, EndsInNarrowerAccesses) {
  WalkedSource W(R"cuda(
    __global__ void k(const float *in) {
      __shared__ float s[64];
      memcpy(s, in, 7);
      memcpy(s, in, 3);
    }
  )cuda");
  std::vector<unsigned> Bytes;
  for (const AccessRecord &R : W.records())
    Bytes.push_back(R.BytesPerLane);
  EXPECT_EQ(Bytes, (std::vector<unsigned>{4, 2, 1, 2, 1}));
}

TEST(CopyLimit, MakesALongCopyUnknown) {
  WalkedSource W(R"cuda(
    __global__ void k(const float *in) {
      __shared__ float s[2048];
      memcpy(s, in, 4097);
    }
  )cuda");
  ASSERT_EQ(W.records().size(), 1u);
  EXPECT_EQ(W.place(0), "unknown");
  EXPECT_EQ(W[0].Why.kind(), ReasonKind::LongCopy);
  EXPECT_EQ(W[0].Why.fields().Number, 4096);
}

/// Each object is brought by two loads.
TEST(LoadedPartLimit, MakesLoadsOfManyPartsUnknown) {
  auto Walk = [](int Count) {
    return WalkedSource("struct alignas(8) P { float a, b[3]; };"
                        "__global__ void k(float *out) {"
                        "__shared__ P s[1024]; P q[" +
                        std::to_string(Count) +
                        "]; float y = 0;"
                        "for (int i = 0; i < " +
                        std::to_string(Count) +
                        "; ++i) q[i] = s[threadIdx.x + i];"
                        "for (int i = 0; i < " +
                        std::to_string(Count) +
                        "; ++i) y += q[i].a; *out = y; }");
  };
  WalkedSource Most = Walk(256), More = Walk(257);
  EXPECT_TRUE(Most[0].Where);
  EXPECT_EQ(Most[0].UsedBytes, 0x000f);
  for (size_t I : {0, 513}) {
    EXPECT_FALSE(More[I].Where);
    EXPECT_EQ(More[I].Why.kind(), ReasonKind::ManyLoads);
    EXPECT_EQ(More[I].Why.fields().Number, 512);
  }
}
} // namespace
