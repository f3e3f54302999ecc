//===- LoopEnds.cpp - Which numbers of iterations the compiler knows ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/LoopEnds.h"
#include "Recurrences.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;

LoopEndFinder::LoopEndFinder(const ASTContext &Context)
    : Context(Context), Found(std::make_unique<Recurrences>(Context)) {}
LoopEndFinder::~LoopEndFinder() = default;

namespace {

/// A side of a comparison, or their difference, over the iterations.
struct Motion {
  SymbolicSum Start; ///< in the first iteration
  int64_t Step = 0;  ///< what an iteration adds
};

/// Judges the exits of one loop.
class ExitJudge {
public:
  ExitJudge(const SymbolicLoop &Loop, const Recurrences &Found,
            const CompileTime &Known, const ASTContext &Context)
      : Loop(Loop), Found(Found), Known(Known), Context(Context) {}

  LoopEnd judge() const;

private:
  LoopEnd judge(const LoopExit &Exit) const;
  LoopEnd judgeUp(const LoopExit &Exit, const Motion &Counter,
                  const SymbolicSum &End, bool IsInclusive) const;
  LoopEnd judgeDown(const LoopExit &Exit, const Motion &Counter,
                    const SymbolicSum &End, bool IsInclusive) const;
  LoopEnd judgePointers(const LoopExit &Exit, const Motion &Counter,
                        BinaryOperatorKind Op) const;
  LoopEnd judgeMoving(const LoopExit &Exit) const;
  bool endsByLowBits(const LoopExit &Exit) const;

  std::optional<Motion> motionOf(const SymbolicSum &Sum) const;
  bool moves(const SymbolicSum &Sum) const;
  SymbolicSum resolved(SymbolicSum Sum) const;
  bool isConstant(const SymbolicSum &Sum) const;
  bool isHidden(const SymbolicSum &Sum) const;
  bool isPlaceAlone(const SymbolicSum &Sum) const;
  unsigned zerosOf(const SymbolicSum &Sum) const;
  unsigned zerosOfTerms(const SymbolicSum &Sum) const;
  bool areTermsPlain(const SymbolicSum &Sum) const;
  bool isWidened(const SymbolicSum &Sum) const;
  uint64_t sizeOf(QualType Type) const { return Context.getTypeSize(Type); }

  const SymbolicLoop &Loop;
  const Recurrences &Found;
  const CompileTime &Known;
  const ASTContext &Context;
};

} // namespace

static LoopEnd doubtful(LoopEnd::Kind What) {
  return {What, /*IsKnownBeyond=*/false, /*IsDoubtful=*/true};
}

//===----------------------------------------------------------------------===//
// Sums over iterations
//===----------------------------------------------------------------------===//

/// Whether a number is another one in the next iteration.
bool ExitJudge::moves(const SymbolicSum &Sum) const {
  return llvm::any_of(Sum.Terms, [&](const SymbolicSum::Term &T) {
    const SymbolicLoop::Variable *Set = Loop.variableOf(T.Symbol);
    if (Set)
      return !Set->End || Set->End->symbol() != T.Symbol;
    const Symbol &S = Found.symbol(T.Symbol);
    return llvm::any_of(
        S.Operands, [&](const SymbolicSum &Operand) { return moves(Operand); });
  });
}

/// None where it moves in another way than by a constant.
std::optional<Motion> ExitJudge::motionOf(const SymbolicSum &Sum) const {
  Motion Result;
  Result.Start = SymbolicSum(Sum.Constant);
  Result.Start.IsDoubtful = Sum.IsDoubtful;
  for (const SymbolicSum::Term &T : Sum.Terms) {
    const SymbolicLoop::Variable *Moved = Loop.variableOf(T.Symbol);
    const Symbol &S = Found.symbol(T.Symbol);
    if (Moved) {
      if (!Moved->End)
        return std::nullopt;
      SymbolicSum Step = *Moved->End;
      SymbolicSum Head;
      Head.Terms.push_back({T.Symbol, 1});
      Step.add(Head, -1);
      if (!Step.isNumber())
        return std::nullopt;
      Result.Start.add(Moved->Start, T.Factor);
      Result.Start.IsDoubtful |= Step.IsDoubtful;
      Result.Step += Step.Constant * T.Factor;
      continue;
    }
    SymbolicSum One;
    One.Terms.push_back({T.Symbol, 1});
    if (!moves(One)) {
      Result.Start.add(One, T.Factor);
      continue;
    }
    // A counter that was widened: whether it wraps is not looked at.
    if (S.What != Symbol::SignExtended && S.What != Symbol::ZeroExtended)
      return std::nullopt;
    const std::optional<Motion> Narrow = motionOf(S.Operands[0]);
    if (!Narrow)
      return std::nullopt;
    Result.Start.add(Narrow->Start, T.Factor);
    Result.Start.IsDoubtful = true;
    Result.Step += Narrow->Step * T.Factor;
  }
  Result.Start = resolved(Result.Start);
  return Result;
}

/// With what calls pass in the place of parameters.
SymbolicSum ExitJudge::resolved(SymbolicSum Sum) const {
  constexpr unsigned MostCalls = 8;
  for (unsigned N = 0; N != MostCalls; ++N) {
    SymbolicSum Result(Sum.Constant);
    Result.IsDoubtful = Sum.IsDoubtful;
    bool IsChanged = false;
    for (const SymbolicSum::Term &T : Sum.Terms) {
      const Symbol &S = Found.symbol(T.Symbol);
      const Expr *Given =
          S.What == Symbol::Parameter ? Known.givenFor(*S.Variable) : nullptr;
      const SymbolicSum *Passed = Given ? Found.argument(*Given) : nullptr;
      SymbolicSum One;
      One.Terms.push_back({T.Symbol, 1});
      Result.add(Passed ? *Passed : One, T.Factor);
      IsChanged |= Passed != nullptr;
    }
    if (!IsChanged)
      return Result;
    Sum = std::move(Result);
  }
  return Sum;
}

/// Whether the compiler knows a number, whatever it is.
bool ExitJudge::isConstant(const SymbolicSum &Sum) const {
  return llvm::all_of(Sum.Terms, [&](const SymbolicSum::Term &T) {
    const Symbol &S = Found.symbol(T.Symbol);
    if (S.What == Symbol::Parameter) {
      const Expr *Given = Known.givenFor(*S.Variable);
      return Given && Known.isConstant(Given);
    }
    return S.What != Symbol::Head && S.What != Symbol::Array && S.Of &&
           Known.isConstant(S.Of);
  });
}

/// Whether a number is not followed that the compiler may follow: a variable
/// that has an address, or what several comparisons make.
bool ExitJudge::isHidden(const SymbolicSum &Sum) const {
  return llvm::any_of(Sum.Terms, [&](const SymbolicSum::Term &T) {
    const Symbol &S = Found.symbol(T.Symbol);
    return S.What == Symbol::Hidden || S.Operator == BO_LAnd ||
           S.Operator == BO_LOr;
  });
}

/// Whether a pointer is a place in one static array, or a number a constant.
bool ExitJudge::isPlaceAlone(const SymbolicSum &Sum) const {
  SymbolicSum Rest = Sum;
  llvm::erase_if(Rest.Terms, [&](const SymbolicSum::Term &T) {
    return T.Factor == 1 && Found.symbol(T.Symbol).What == Symbol::Array;
  });
  return Sum.Terms.size() - Rest.Terms.size() <= 1 && isConstant(Rest);
}

static unsigned zerosOfNumber(int64_t Number) {
  constexpr unsigned Most = 32;
  return Number ? std::min<unsigned>(llvm::countr_zero(uint64_t(Number)), Most)
                : Most;
}

/// How many low bits of a number are known to be 0.
unsigned ExitJudge::zerosOf(const SymbolicSum &Sum) const {
  return std::min(zerosOfNumber(Sum.Constant), zerosOfTerms(Sum));
}

unsigned ExitJudge::zerosOfTerms(const SymbolicSum &Sum) const {
  unsigned Zeros = zerosOfNumber(0);
  for (const SymbolicSum::Term &T : Sum.Terms) {
    const Symbol &S = Found.symbol(T.Symbol);
    unsigned OfSymbol = 0;
    if (S.What == Symbol::SignExtended || S.What == Symbol::ZeroExtended)
      OfSymbol = zerosOf(S.Operands[0]);
    else if (S.What == Symbol::Operation && S.Operator == BO_And)
      OfSymbol = std::max(zerosOf(S.Operands[0]), zerosOf(S.Operands[1]));
    else if (S.What == Symbol::Operation && S.Operator == BO_Mul)
      OfSymbol = zerosOf(S.Operands[0]) + zerosOf(S.Operands[1]);
    Zeros = std::min(Zeros, zerosOfNumber(T.Factor) + OfSymbol);
  }
  return Zeros;
}

/// Of what is cut out of a number by bits, the compiler knows less.
bool ExitJudge::areTermsPlain(const SymbolicSum &Sum) const {
  return llvm::none_of(Sum.Terms, [&](const SymbolicSum::Term &T) {
    const Symbol &S = Found.symbol(T.Symbol);
    return S.What == Symbol::Operation &&
           (S.Operator == BO_And || S.Operator == BO_Rem ||
            S.Operator == BO_Mul);
  });
}

/// Whether a number of 64 bits is one of 32 bits, signed, and a constant.
bool ExitJudge::isWidened(const SymbolicSum &Sum) const {
  return Sum.Terms.size() == 1 && Sum.Terms[0].Factor == 1 &&
         Found.symbol(Sum.Terms[0].Symbol).What == Symbol::SignExtended &&
         !Found.symbol(Sum.Terms[0].Symbol).Operands[0].symbol();
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// `i % 4`, `i & 3`: where the counter begins is known in these bits.
bool ExitJudge::endsByLowBits(const LoopExit &Exit) const {
  const std::optional<unsigned> Number = Exit.Left.symbol();
  if (!Number || Exit.GoesOn != BO_NE || !(Exit.Right == SymbolicSum()))
    return false;
  const Symbol &S = Found.symbol(*Number);
  if (S.What != Symbol::Operation ||
      (S.Operator != BO_Rem && S.Operator != BO_And) ||
      !S.Operands[1].isNumber())
    return false;
  const uint64_t Bound =
      uint64_t(S.Operands[1].Constant) + (S.Operator == BO_And);
  const std::optional<Motion> Counter = motionOf(S.Operands[0]);
  return Counter && std::abs(Counter->Step) == 1 && Bound > 1 &&
         llvm::isPowerOf2_64(Bound) && !Counter->Start.IsDoubtful &&
         zerosOfTerms(Counter->Start) >= llvm::Log2_64(Bound);
}

/// Both sides move, or their difference does that is held against 0.
LoopEnd ExitJudge::judgeMoving(const LoopExit &Exit) const {
  llvm::SmallDenseSet<unsigned, 4> Heads;
  for (const SymbolicSum &Side : {Exit.Left, Exit.Right})
    for (const SymbolicSum::Term &T : Side.Terms)
      if (Loop.variableOf(T.Symbol))
        Heads.insert(T.Symbol);
  auto IsCounter = [](const SymbolicSum &Side) {
    return llvm::any_of(Side.Terms, [](const SymbolicSum::Term &T) {
      return std::abs(T.Factor) == 1;
    });
  };
  // Of one counter on both sides, the compiler may take one away, or run the
  // loop: it does not where a side is the counter itself.
  const bool IsOne = Heads.size() == 1;
  const std::optional<Motion> Left = motionOf(Exit.Left),
                              Right = motionOf(Exit.Right);
  if (!IsOne && Left && Right)
    return {LoopEnd::Moving};
  if (Left && Right && IsCounter(Exit.Left) && Left->Step * Right->Step < 0)
    return {LoopEnd::Moving};
  return doubtful(LoopEnd::Open);
}

LoopEnd ExitJudge::judge(const LoopExit &Exit) const {
  if (endsByLowBits(Exit))
    return {LoopEnd::Constant};
  const bool MovesLeft = moves(Exit.Left), MovesRight = moves(Exit.Right);
  if (isHidden(Exit.Left) || isHidden(Exit.Right)) {
    LoopEnd Result;
    Result.IsOpenDoubtful = true;
    return Result;
  }
  if (!MovesLeft && !MovesRight)
    return {};
  const bool IsRelation = Exit.GoesOn != BO_NE && Exit.GoesOn != BO_EQ;
  if (IsRelation && MovesLeft && MovesRight)
    return judgeMoving(Exit);
  const std::optional<Motion> Left = motionOf(Exit.Left),
                              Right = motionOf(Exit.Right);
  if (!Left || !Right)
    return {};
  SymbolicSum Apart = Left->Start;
  Apart.add(Right->Start, -1);
  const int64_t Step = Left->Step - Right->Step;
  if (!isConstant(Apart) || Step == 0)
    return {};
  if (Exit.GoesOn == BO_EQ)
    return {};
  if (Exit.GoesOn == BO_NE)
    return Apart.IsDoubtful ? doubtful(LoopEnd::Constant)
                            : LoopEnd{LoopEnd::Constant};
  // `r - l > 0` is `r > l`.
  BinaryOperatorKind Op = Exit.GoesOn;
  const Motion &Counter = MovesLeft ? *Left : *Right;
  const SymbolicSum &End = MovesLeft ? Right->Start : Left->Start;
  const SymbolicSum &Moved = MovesLeft ? Exit.Left : Exit.Right;
  if (!MovesLeft)
    Op = BinaryOperator::reverseComparisonOp(Op);
  unsigned Heads = 0;
  for (const SymbolicSum::Term &T : Moved.Terms)
    Heads += Loop.variableOf(T.Symbol) != nullptr;
  const bool IsAgainstZero =
      End.isNumber() && ((End.Constant == 0 && (Op == BO_GT || Op == BO_LT)) ||
                         (End.Constant == 1 && Op == BO_GE) ||
                         (End.Constant == -1 && Op == BO_LE));
  if (Heads > 1 && (IsAgainstZero || Moved.IsDoubtful))
    return {LoopEnd::Moving};
  LoopEnd Result;
  if (isPlaceAlone(Counter.Start) && isPlaceAlone(End))
    Result = {LoopEnd::Constant};
  else if (Exit.Type->isPointerType())
    Result = judgePointers(Exit, Counter, Op);
  else if (Counter.Step > 0 && (Op == BO_LT || Op == BO_LE))
    Result = judgeUp(Exit, Counter, End, Op == BO_LE);
  else if (Counter.Step < 0 && (Op == BO_GT || Op == BO_GE))
    Result = judgeDown(Exit, Counter, End, Op == BO_GE);
  Result.IsDoubtful |= Apart.IsDoubtful;
  Result.IsUnsigned = Exit.Type->isUnsignedIntegerOrEnumerationType();
  Result.IsOfPointers = Exit.Type->isPointerType();
  return Result;
}

LoopEnd ExitJudge::judgeUp(const LoopExit &Exit, const Motion &Counter,
                           const SymbolicSum &End, bool IsInclusive) const {
  const bool IsSigned = Exit.Type->isSignedIntegerOrEnumerationType();
  const bool IsWide = sizeOf(Exit.Type) > 32;
  const unsigned Zeros = zerosOfTerms(Counter.Start);
  const int64_t Block = int64_t(1) << Zeros;
  const int64_t First = Counter.Start.Constant,
                Behind = End.Constant + IsInclusive;
  if (!IsSigned) {
    // A bound that is the last number must not wrap, nor a step come by it.
    if (IsWide ? IsInclusive || Counter.Step != 1
               : Counter.Step > (int64_t(1) << zerosOf(End)) && !IsInclusive)
      return {LoopEnd::Rolled};
    if (IsInclusive && !(First >= 0 && Behind < Block))
      return {LoopEnd::Rolled};
    return {LoopEnd::AtMost, /*IsKnownBeyond=*/true};
  }
  if (IsWide)
    return isWidened(Counter.Start) ? LoopEnd{LoopEnd::Constant}
                                    : LoopEnd{LoopEnd::AtMost};
  const bool BeginsBlock = First == 0 || (First == 1 && Counter.Step == 1) ||
                           (First == Counter.Step && !Exit.IsAtHead);
  if (BeginsBlock && Behind <= Block && areTermsPlain(Counter.Start))
    return {LoopEnd::Constant};
  return {LoopEnd::AtMost};
}

LoopEnd ExitJudge::judgeDown(const LoopExit &Exit, const Motion &Counter,
                             const SymbolicSum &End, bool IsInclusive) const {
  if (!Exit.Type->isSignedIntegerOrEnumerationType())
    return End.Constant < 0 ? doubtful(LoopEnd::Rolled)
                            : LoopEnd{LoopEnd::Rolled};
  if (sizeOf(Exit.Type) > 32)
    return isWidened(Counter.Start) ? LoopEnd{LoopEnd::Constant}
                                    : doubtful(LoopEnd::Rolled);
  const int64_t Block = int64_t(1) << zerosOfTerms(Counter.Start);
  // Where it begins, whether it is stepped before it is tested or not.
  const int64_t First =
      Counter.Start.Constant - (Exit.IsAtHead ? 0 : Counter.Step);
  const bool IsToBlock =
      End.Constant == 0 || (End.Constant == -1 && !IsInclusive);
  if (!IsToBlock || First < 0 || First >= Block - 1)
    return {LoopEnd::Rolled};
  return areTermsPlain(Counter.Start) ? LoopEnd{LoopEnd::Constant}
                                      : doubtful(LoopEnd::Rolled);
}

LoopEnd ExitJudge::judgePointers(const LoopExit &Exit, const Motion &Counter,
                                 BinaryOperatorKind Op) const {
  const QualType Element = Exit.Type->getPointeeType();
  if (Element->isIncompleteType() || Element->isFunctionType())
    return doubtful(LoopEnd::Rolled);
  const int64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  const int64_t Stride = std::abs(Counter.Step) * Bytes;
  if (Op != BO_LT || Counter.Step < 0)
    return Stride > 1 ? LoopEnd{LoopEnd::Rolled} : doubtful(LoopEnd::Rolled);
  // The array that all of it lies in, through conversions of its address.
  const VarDecl *Array = nullptr;
  llvm::SmallVector<SymbolicSum, 4> Left{Counter.Start};
  while (!Left.empty()) {
    const SymbolicSum Sum = Left.pop_back_val();
    for (const SymbolicSum::Term &T : Sum.Terms) {
      const Symbol &S = Found.symbol(T.Symbol);
      if (S.What == Symbol::Array && !S.Variable->getType()->isScalarType())
        Array = S.Variable;
      else if (S.What == Symbol::Operation &&
               (S.Type->isPointerType() || S.Type->isArrayType()))
        llvm::append_range(Left, S.Operands);
    }
  }
  if (!Array)
    return doubtful(Counter.Step == 1 ? LoopEnd::AtMost : LoopEnd::Rolled);
  if (Stride > Context.getDeclAlign(Array).getQuantity())
    return {LoopEnd::Rolled};
  const bool IsElement =
      Stride ==
      Context.getTypeSizeInChars(Context.getBaseElementType(Array->getType()))
          .getQuantity();
  if (IsElement && Exit.IsAtHead)
    return {LoopEnd::Constant};
  return {LoopEnd::AtMost, /*IsKnownBeyond=*/IsElement};
}

/// Of several exits, one that is known is enough, if the others are understood.
/// Where they are not, the compiler may know it all the same.
LoopEnd ExitJudge::judge() const {
  llvm::SmallVector<LoopEnd, 2> Ends;
  for (const LoopExit &Exit : Loop.Exits)
    Ends.push_back(judge(Exit));
  if (Ends.size() == 1 && !Loop.HasOtherExit)
    return Ends.front();
  auto Is = [](LoopEnd::Kind What) {
    return [What](const LoopEnd &End) { return End.What == What; };
  };
  if (Loop.HasOtherExit || llvm::any_of(Ends, Is(LoopEnd::Open))) {
    LoopEnd Result;
    Result.IsOpenDoubtful = llvm::any_of(Ends, [](const LoopEnd &End) {
      return End.IsOpenDoubtful || End.What == LoopEnd::Constant ||
             End.What == LoopEnd::AtMost;
    });
    return Result;
  }
  if (!Ends.empty() && llvm::all_of(Ends, Is(LoopEnd::Moving)))
    return Ends.front();
  const auto *Sure = llvm::find_if(Ends, [](const LoopEnd &End) {
    return End.What == LoopEnd::Constant && !End.IsDoubtful;
  });
  return Sure == Ends.end() ? LoopEnd() : *Sure;
}

LoopEnd LoopEndFinder::endOf(const Stmt &Loop,
                             llvm::ArrayRef<const FunctionDecl *> Functions,
                             const CompileTime &Known) {
  for (const FunctionDecl *Function : Functions)
    Found->follow(*Function);
  const SymbolicLoop *Followed = Found->loop(Loop);
  return Followed ? ExitJudge(*Followed, *Found, Known, Context).judge()
                  : LoopEnd();
}
