//===- Value.h - What the 32 lanes of a warp hold ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer of the interpreted program is the same expression in all lanes of
// a warp, so one `Value` stands for 32 numbers:
//
//     value(lane) = constant(lane) + sum over terms of factor(lane) * variable
//
// where a *variable* is a number that is not known: a *symbol* that is the same
// in every lane (a kernel argument, a block index, a loop counter), a *varying*
// unknown that each lane has its own of (loaded data), or an operation such as
// `a ^ b` whose operands are not known well enough to be carried out.
//
// `threadIdx.x + blockIdx.x * 256` is {0, 1, ..., 31} + 256 * blockIdx.x: its
// differences between lanes are known although its value is not, and these
// differences are all that a bank conflict depends on.
//
// What only the launch decides is a number to the walk and an unknown in
// machine code, which serves all launches: an argument of 5 is the constant 5,
// and beside it a *launch term*, a variable for `argument - 5`. It is zero in
// this launch and changes no number, but tells what is known of the value in
// all launches:
//
//     4 * n + t, where n is 5     {20, 21, ...} and the launch term 4 * (n - 5)
//
// Everything is C++ integer arithmetic on types of 1 to 64 bits. Known lanes
// wrap exactly. Where variables are involved, 32-bit arithmetic is taken not to
// overflow (for signed types C++ says so; for unsigned ones it is an
// assumption that indices of real programs keep). Values with variables may
// then stand for a congruent number: `n - 1u` is -1 where n is 0. Where such a
// value is divided, symbols and loaded data that have no known lower bound are
// taken as not negative: so are sizes and indices. What is computed from them
// is what follows: `n - lane` may be negative.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_VALUE_H
#define BANKLINT_VALUES_VALUE_H

#include "Bank/Gpu.h"
#include "Values/Reason.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <array>
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace banklint {

/// One bit a lane; bit 0 is lane 0.
using LaneMask = uint32_t;
inline constexpr LaneMask AllLanes = ~LaneMask(0);

/// A C++ integer type.
struct IntType {
  unsigned Bits = 32;
  bool IsSigned = true;

  /// The number of this type that is congruent to `Number`:
  /// {8, unsigned}.wrap(-1) is 255.
  int64_t wrap(int64_t Number) const;
};

inline constexpr IntType Int32 = {32, true};
inline constexpr IntType Int64 = {64, true};

using Lanes = std::array<int64_t, LaneCount>;

/// A known number for each lane; most are the same in all, and cost nothing.
class LaneNumbers {
public:
  LaneNumbers(int64_t Same = 0) : Same(Same) {}
  explicit LaneNumbers(const Lanes &Each) : Each(&Each) {}

  bool isSame() const { return !Each; }
  int64_t same() const { return Same; }
  int64_t operator[](unsigned Lane) const {
    return Each ? (*Each)[Lane] : Same;
  }
  bool isZero() const { return !Each && Same == 0; }
  /// Where the numbers of the lanes are kept; null where they are the same.
  const Lanes *each() const { return Each; }
  bool operator==(const LaneNumbers &Other) const;
  int64_t min() const;
  int64_t max() const;

private:
  int64_t Same = 0;
  const Lanes *Each = nullptr;
};

struct Variable;
class Pool;

struct Term {
  const Variable *What;
  LaneNumbers Factor;
};

/// What one expression is in all lanes. Cheap to copy; its parts live in the
/// `Pool` that made it.
class Value {
public:
  Value(int64_t Number = 0) : Constant(Number) {}
  Value(LaneNumbers Numbers, llvm::ArrayRef<Term> Terms = {})
      : Constant(Numbers), TermsBegin(Terms.data()), TermCount(Terms.size()) {}

  const LaneNumbers &constant() const { return Constant; }
  llvm::ArrayRef<Term> terms() const { return {TermsBegin, TermCount}; }
  /// What other launches would add, and what is zero in this one.
  llvm::ArrayRef<Term> launchTerms() const {
    return LaunchTerms ? *LaunchTerms : llvm::ArrayRef<Term>();
  }

  /// Every lane's number is known.
  bool isKnown() const { return TermCount == 0; }
  /// Known, and the same number in all lanes.
  bool isNumber() const { return isKnown() && Constant.isSame(); }
  bool isNumber(int64_t Number) const {
    return isNumber() && Constant.same() == Number;
  }
  /// The same in all lanes, known or not.
  bool isUniform() const;
  /// Part of it differs from lane to lane in a way that is not known.
  bool isVarying() const;
  /// Why it is varying; none where it is not.
  Reason reason() const;

  bool operator==(const Value &Other) const;

  /// As arithmetic, see ValueText.h; `dump` adds what is known of each name.
  void print(llvm::raw_ostream &OS) const;
  void dump() const;

private:
  friend class Pool;
  LaneNumbers Constant;
  const Term *TermsBegin = nullptr;
  size_t TermCount = 0;
  const llvm::ArrayRef<Term> *LaunchTerms = nullptr; ///< null if there is none
};

/// What an unresolved variable computes.
enum class Operation {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Min,
  Max,
  IsNegative, ///< left < 0
  IsZero,     ///< left == 0
  LogicalAnd,
  LogicalOr,
  Convert, ///< left, wrapped to the type
};

/// Least and greatest number that something can be; saturated at the ends of
/// 64 bits, which mean "no bound".
struct Range {
  int64_t Min = INT64_MIN;
  int64_t Max = INT64_MAX;
  bool isPoint() const { return Min == Max; }
};

/// How the values of a symbol relate to a run of the kernel.
enum class SymbolKind {
  Unknown,   ///< one value that is not known: an argument, a loaded word
  Choice,    ///< 0 or 1: which way an unknown uniform condition went
  Visited,   ///< takes all its values in turn: a loop counter, a block index
  WarpShift, ///< how far this warp's thread index lies from its group's first
};

/// A number that is not known.
struct Variable {
  enum VariableKind { Symbol, Varying, Unresolved } Kind = Symbol;
  unsigned Id = 0; ///< in the order in which a pool makes them
  /// Which of those it is that are made of nothing else, from 1 on, in that
  /// order; 0 of what is made of others, or has `LoadedAt`.
  unsigned Leaf = 0;
  /// Where it was loaded from memory that is not shared, if that was said.
  const Value *LoadedAt = nullptr;
  const Pool *Owner = nullptr;
  bool IsUniform = true; ///< the same in all lanes
  bool HasVarying = false;
  /// Varying: 0 or 1, and in each lane the one is as likely as the other.
  bool HasEvenOdds = false;
  /// Varying: what it was loaded from. Values of one origin are alike.
  const void *Origin = nullptr;
  unsigned Weight = 1; ///< of how many variables it is made
  Range Bounds;
  /// The lower bound where it is divided: symbols and loaded data without one
  /// are not negative there, nor is what is computed from these alone.
  int64_t LeastDivided = INT64_MIN;
  int64_t MultipleOf = 1; ///< it is a multiple of this
  /// Where a symbol's values are listed: these, the most certain first, and at
  /// least one of the first `SureChoices` comes up.
  llvm::ArrayRef<int64_t> Choices;
  unsigned SureChoices = 1;
  Reason Why; ///< what a symbol is, or why it varies
  /// The limit at which it, or what it is computed from, stopped being taken
  /// apart. Records of accesses say it (`AccessRecord::Limit`).
  ReasonKind Limit = ReasonKind::None;
  SymbolKind Role = SymbolKind::Unknown;
  Variable *NextSimilar = nullptr; ///< in the pool's table of operations
  /// Of an operation, also where it is kept as a symbol or varying because
  /// nothing could be gained from its operands.
  Operation Op = Operation::Add;
  IntType Type;
  Value Left, Right;
};

/// Numbers for symbols, by the symbol's identity.
using Assignment = llvm::SmallDenseMap<const Variable *, int64_t, 8>;

/// Makes values and does arithmetic on them. Values live as long as their
/// pool. Every operation takes the type in which C++ computes it.
class Pool {
public:
  /// Unknown numbers that are divided are taken to be counts, which are not
  /// negative: as `n / 32` of an argument. With this, they may be; to be called
  /// before there are values.
  void doubtSigns() { TrustsSigns = false; }
  /// Host code has one thread: what is not known does not vary among lanes. To
  /// be called before there are values.
  void runOneThread() { HasOneThread = true; }

  Value lanes(const Lanes &Each);
  /// A unknown that all lanes share.
  Value symbol(const Reason &What, SymbolKind Role, Range Bounds = {},
               int64_t MultipleOf = 1);
  Value symbol(llvm::StringRef Name, SymbolKind Role, Range Bounds = {},
               int64_t MultipleOf = 1) {
    return symbol(named(Name), Role, Bounds, MultipleOf);
  }
  /// Which way a condition goes, 0 or 1, that all lanes meet alike in blocks
  /// away from the edge of an unknown bound. What depends on it is not exact:
  /// lanes part where the bound lies between them.
  Value guardedChoice(const Reason &What);
  /// A symbol that takes these values in turn, the most certain first.
  Value visited(const Reason &What, llvm::ArrayRef<int64_t> Choices,
                unsigned SureChoices);
  /// A number that only the launch decides. What is known of it in all launches
  /// are the bounds of, and what divides, its difference from `Number`.
  Value launched(const Reason &What, int64_t Number, Range Bounds = {},
                 int64_t MultipleOf = 1);
  Value launched(llvm::StringRef Name, int64_t Number, Range Bounds = {},
                 int64_t MultipleOf = 1) {
    return launched(named(Name), Number, Bounds, MultipleOf);
  }
  /// An unknown that each lane has its own of.
  Value varying(const Reason &Why, Range Bounds = {},
                const void *Origin = nullptr, int64_t MultipleOf = 1);
  /// Both were loaded from one origin, and nothing was computed from them.
  static bool areAlike(const Value &A, const Value &B);
  /// Which of two like values is larger: 0 or 1 in each lane, nobody knows.
  Value evenOdds(const Reason &Why);

  Value add(Value A, Value B, IntType T = Int64);
  Value sub(Value A, Value B, IntType T = Int64);
  Value mul(Value A, Value B, IntType T = Int64);
  Value div(Value A, Value B, IntType T);
  Value rem(Value A, Value B, IntType T);
  Value shl(Value A, Value B, IntType T);
  Value shr(Value A, Value B, IntType T);
  Value bitAnd(Value A, Value B, IntType T);
  Value bitOr(Value A, Value B, IntType T);
  Value bitXor(Value A, Value B, IntType T);
  /// Whether A ^ B clears the bits of a constant, which are set in the other
  /// one in all lanes: (4 * t + 1) ^ 1. It becomes a difference only where
  /// nothing else is made of the other one but places in memory.
  bool clearsBits(const Value &A, const Value &B) const;
  /// Whether V holds bits of a number of which it is not known what is seen of
  /// them: how far (X + 1) & 255 is from (X + 2) & 255, of some even X, and not
  /// of others.
  bool holdsInexactBits(const Value &V) const;
  /// A multiple of `Granule` that a number without its last bits and a constant
  /// make.
  Value movedMask(Value Sum, int64_t Granule, IntType T);
  Value min(Value A, Value B, IntType T);
  Value max(Value A, Value B, IntType T);
  Value negate(Value A, IntType T) { return sub(Value(0), A, T); }
  Value complement(Value A, IntType T) { return bitXor(A, Value(-1), T); }
  /// 1 where A < B, else 0.
  Value less(Value A, Value B, IntType T);
  Value equal(Value A, Value B, IntType T);
  Value logicalNot(Value A);
  Value logicalAnd(Value A, Value B);
  Value logicalOr(Value A, Value B);
  /// A as 0 or 1.
  Value truth(Value A);
  Value convert(Value A, IntType From, IntType To);
  /// A in the lanes of the mask, B in the others.
  Value select(LaneMask Mask, Value A, Value B);

  /// What V is in this launch, and no more.
  static Value withoutLaunch(Value V) {
    V.LaunchTerms = nullptr;
    return V;
  }
  /// V as the lanes of the mask have it: without variables that count for
  /// nothing in these, and what it is in other lanes is lost.
  Value inLanes(const Value &V, LaneMask Mask);

  /// What is known of the bounds, over all lanes.
  Range range(const Value &V) const;
  Range rangeInLane(const Value &V, unsigned Lane) const;
  /// Whether the range is the same in every lane.
  static bool hasSameRange(const Value &V);
  /// Whether each variable counts for the same in every lane.
  static bool hasSameFactors(const Value &V);
  /// A power of two that divides V - V.constant() in every case.
  int64_t termsMultipleOf(const Value &V) const;

  /// V with numbers put in for symbols.
  Value substitute(Value V, const Assignment &Numbers);
  /// The same, with what only the launch decides kept beside the numbers.
  Value substituteBesideLaunch(const Value &V, const Assignment &Numbers);
  /// V with one unknown in place of each sum that all lanes share and that is
  /// made of several: `(lane + n * m + k) % p` is `(lane + u) % p`. Holds for
  /// all that V can be, and for more.
  Value withFewerUnknowns(const Value &V);
  /// The uniform symbols that V depends on, each once, in order of creation.
  void symbols(const Value &V,
               llvm::SmallVectorImpl<const Variable *> &Out) const;

  /// V of another pool, with variables of this one in place of those. An
  /// operation that is carried out later finds those that were copied. `Copies`
  /// has the variables that were; all copies of one pool have to share it.
  using VariableCopies = llvm::DenseMap<const Variable *, const Variable *>;
  Value copy(const Value &V, VariableCopies &Copies);
  const Variable *copy(const Variable *A, VariableCopies &Copies);

  /// The variable that was made last is what is loaded from here: two loads of
  /// one place give one number to a `Sample`.
  void noteLoaded(const Value &Loaded, const Value &At);

  /// What formulas call a symbol: "n". Where nothing was said, they cannot
  /// speak of it.
  void nameInFormulas(const Value &Symbol, llvm::StringRef Name);
  llvm::StringRef nameInFormulas(const Variable *A) const {
    return FormulaNames.lookup(A);
  }
  /// The sides of an unsigned comparison that are taken not to have gone below
  /// 0; none of another.
  llvm::ArrayRef<Value> takenNotNegative(const Variable *Comparison) const {
    const auto Known = NotNegative.find(Comparison);
    return Known == NotNegative.end() ? llvm::ArrayRef<Value>()
                                      : llvm::ArrayRef<Value>(Known->second);
  }

  /// One times a variable.
  Value valueOf(const Variable *A) { return save(0, {{A, 1}}); }

  /// Reasons with fields, which are kept here.
  Reason reason(ReasonKind Kind, llvm::StringRef Name) {
    return Reason(Kind, {Name}, Storage);
  }
  Reason reason(ReasonKind Kind, int64_t Number) {
    return Reason(Kind, {{}, Number}, Storage);
  }
  /// The limit at which part of a value stopped being taken apart.
  Reason limitOf(const Value &V);
  Reason named(llvm::StringRef Name) { return reason(ReasonKind::Named, Name); }
  llvm::BumpPtrAllocator &storage() { return Storage; }

private:
  int64_t leastDivided(Range Bounds) const;
  Variable *newVariable(Variable::VariableKind Kind);
  Variable *newLeaf(Variable::VariableKind Kind);
  /// The range of V where it is divided.
  Range rangeDivided(const Value &V) const;
  bool mayBeNegative(const Value &V) const { return rangeDivided(V).Min < 0; }
  Variable *varyingVariable(const Reason &Why, Range Bounds);
  /// Whether these can be the terms of a value of this pool.
  bool isSum(llvm::ArrayRef<Term> Terms) const;
  template <typename Function>
  LaneNumbers mapLanes(LaneNumbers A, LaneNumbers B, Function F);
  template <Operation Op>
  Value computeKnown(const Value &A, const Value &B, IntType T);
  Value combine(Value A, Value B, int64_t SignOfB, IntType T);
  llvm::SmallVector<Term, 4> sumOf(llvm::ArrayRef<Term> Left,
                                   llvm::ArrayRef<Term> Right, int64_t SignOfB);
  bool joinRemainder(llvm::SmallVectorImpl<Term> &Sum, LaneNumbers &Constant,
                     bool AreOfLaunch, IntType T);
  llvm::SmallVector<Term, 4> scaled(llvm::ArrayRef<Term> Terms,
                                    LaneNumbers Factor);
  static bool isLaunched(const Value &A, const Value &B) {
    return A.LaunchTerms || B.LaunchTerms;
  }
  Value withLaunch(Value V, llvm::ArrayRef<Term> Terms);
  Value applyLaunched(Operation Op, const Value &A, const Value &B, IntType T);
  int64_t provenMultipleOf(const Value &V) const;
  Value scale(Value A, LaneNumbers Factor, IntType T);
  Value make(LaneNumbers Constant, llvm::ArrayRef<Term> Terms, IntType T);
  Value save(LaneNumbers Constant, llvm::ArrayRef<Term> Terms);
  LaneNumbers wrapLanes(LaneNumbers Numbers, IntType T);
  /// A = Divisor * Quotient + Rest; false where no rest would do.
  bool splitMultiples(const Value &A, int64_t Divisor, IntType T,
                      Value &Quotient, Value &Rest);
  Value unresolved(Operation Op, Value A, Value B, IntType T);
  Value extreme(Operation Op, Value A, Value B, IntType T);
  Value compareWithZero(Operation Op, Value A, Value B, IntType T);
  Value compare(Operation Op, const Value &A, const Value &B, IntType T);
  Value oneUnknown(const Value &V);
  /// Whether warps are told apart by a symbol that V depends on.
  bool tellsWarps(const Value &V) const;
  /// The variables that may be this operation: a list by `NextSimilar`.
  Variable *&similarTo(Operation Op, const Value &A, const Value &B,
                       IntType T) {
    return Interned[keyOf(Op, A, B, T)];
  }
  static uint64_t keyOf(Operation Op, const Value &A, const Value &B,
                        IntType T);
  const Variable *product(const Variable *A, const Variable *B);
  Value apply(Operation Op, Value A, Value B, IntType T);
  /// V = Multiple + Rest, with Multiple divisible by Modulus and Rest its
  /// lanes' known residues; false where the residues are not known.
  bool splitResidues(Value V, int64_t Modulus, Value &Multiple,
                     LaneNumbers &Rest);
  Value bitwise(Operation Op, Value A, Value B, IntType T);
  Value bitwiseByParts(Operation Op, Value A, Value B, int64_t Step, IntType T);
  Value quotient(Value A, Value B, IntType T);
  Value remainder(Value A, Value B, IntType T);
  Value shiftedRight(Value A, Value B, IntType T);
  Value narrowed(Operation Op, Value Bits, const Value &Of, const Value &By,
                 IntType T);
  Value keptApart(Operation Op, Value Bits, const Value &Of, const Value &By,
                  IntType T);
  void noteDoubt(const Value &Bits);
  Value wholeOf(Value Bits) const;
  bool haveNoCommonBits(const Value &High, const Value &Low) const;
  std::optional<Value> sumOfBits(const Value &A, const Value &B, IntType T);
  std::optional<Value> withJoinedXor(const Value &A, const Value &B, IntType T);
  bool isLinearXor(const Value &A, const Value &B, IntType T) const;

  llvm::BumpPtrAllocator Storage;
  llvm::DenseMap<uint64_t, Variable *> Interned;
  /// The same numbers are kept once, by their hash.
  llvm::DenseMap<uint64_t, const Lanes *> KnownLanes;
  /// Of numbers that are some of the bits of others, the others; by their key.
  llvm::DenseMap<uint64_t, llvm::SmallVector<std::pair<Value, Value>, 1>>
      Wholes;
  llvm::DenseSet<const Variable *> DoubtfulBits;
  llvm::DenseMap<const Variable *, llvm::StringRef> FormulaNames;
  llvm::DenseMap<const Variable *, llvm::SmallVector<Value, 2>> NotNegative;
  unsigned NextId = 0, LastLeaf = 0;
  bool TrustsSigns = true;
  bool HasOneThread = false;
};

} // namespace banklint

#endif // BANKLINT_VALUES_VALUE_H
