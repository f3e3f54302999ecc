//===- KnownFloats.cpp - Integers of known floating-point numbers ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a floating-point number nothing is kept, but loops count to integers that
// are made of some: (int)log2(float(n)), ceil(n / 2.0). Where all that such an
// expression consists of is known, so is its integer, unless it lies so close
// to the next one that rounding decides.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// How far from what is computed here the machine may be, relatively.
static constexpr double MostError = 1e-4;

/// Whether a `float` holds it: then `double` does, too.
static bool isFloat(double N) { return double(float(N)) == N; }

namespace {
enum class FloatFunction { None, Log2, SquareRoot, Ceil, Floor, Truncate };
} // namespace

static FloatFunction functionOf(const CallExpr &Call,
                                const SourceManager &Sources) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call.getNumArgs() != 1 ||
      !(Callee->getBuiltinID() ||
        Sources.isInSystemHeader(Callee->getLocation())))
    return FloatFunction::None;
  return llvm::StringSwitch<FloatFunction>(Callee->getName())
      .Cases({"log2", "log2f"}, FloatFunction::Log2)
      .Cases({"sqrt", "sqrtf"}, FloatFunction::SquareRoot)
      .Cases({"ceil", "ceilf"}, FloatFunction::Ceil)
      .Cases({"floor", "floorf"}, FloatFunction::Floor)
      .Cases({"trunc", "truncf"}, FloatFunction::Truncate)
      .Default(FloatFunction::None);
}

/// Whether its whole part is certain.
bool Interpreter::KnownFloat::isFarFromNext() const {
  return IsExact || std::abs(Number - std::round(Number)) >
                        MostError * std::max(1.0, std::abs(Number));
}

auto Interpreter::knownCall(const CallExpr *E) -> std::optional<KnownFloat> {
  const FloatFunction Function = functionOf(*E, Context.getSourceManager());
  std::optional<KnownFloat> Of =
      Function == FloatFunction::None ? std::nullopt : knownFloat(E->getArg(0));
  if (!Of)
    return std::nullopt;
  double &N = Of->Number;
  switch (Function) {
  case FloatFunction::Log2: {
    int Exponent = 0;
    // A power of two has an integer, also on the GPU.
    Of->IsExact &= std::frexp(N, &Exponent) == 0.5;
    N = std::log2(N);
    break;
  }
  case FloatFunction::SquareRoot:
    N = std::sqrt(N);
    Of->IsExact &= N == std::round(N);
    break;
  default:
    if (!Of->isFarFromNext())
      return std::nullopt;
    Of->IsExact = true;
    N = Function == FloatFunction::Ceil    ? std::ceil(N)
        : Function == FloatFunction::Floor ? std::floor(N)
                                           : std::trunc(N);
  }
  return Of;
}

auto Interpreter::knownFloat(const Expr *E) -> std::optional<KnownFloat> {
  E = E->IgnoreParens();
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E))
    return KnownFloat{Literal->getValueAsApproximateDouble(),
                      isFloat(Literal->getValueAsApproximateDouble()), false};
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return knownCall(Call);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Operand = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_FloatingCast ||
        Cast->getCastKind() == CK_NoOp)
      return knownFloat(Operand);
    if (Cast->getCastKind() != CK_IntegralToFloating)
      return std::nullopt;
    const Value Number = number(Operand);
    if (!Number.isNumber())
      return std::nullopt;
    const auto Float = double(Number.constant().same());
    return KnownFloat{Float, isFloat(Float), !Number.launchTerms().empty()};
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !(Binary->isMultiplicativeOp() || Binary->isAdditiveOp()))
    return std::nullopt;
  const auto A = knownFloat(Binary->getLHS()), B = knownFloat(Binary->getRHS());
  if (!A || !B)
    return std::nullopt;
  const double Result = Binary->getOpcode() == BO_Mul   ? A->Number * B->Number
                        : Binary->getOpcode() == BO_Div ? A->Number / B->Number
                        : Binary->getOpcode() == BO_Add ? A->Number + B->Number
                                                        : A->Number - B->Number;
  // What is rounded here, or on the machine, does not lead back.
  const double Back = Binary->getOpcode() == BO_Mul   ? Result / B->Number
                      : Binary->getOpcode() == BO_Div ? Result * B->Number
                      : Binary->getOpcode() == BO_Add ? Result - B->Number
                                                      : Result + B->Number;
  return KnownFloat{Result,
                    A->IsExact && B->IsExact && Back == A->Number &&
                        Result == std::round(Result) && isFloat(Result),
                    A->IsOfLaunch || B->IsOfLaunch};
}

std::optional<Value> Interpreter::knownInteger(const Expr *OfFloat,
                                               QualType Type) {
  if (OfFloat->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
    return std::nullopt;
  // It is evaluated a second time.
  const Recorder::Pause Paused(Recorded);
  const std::optional<KnownFloat> Of = knownFloat(OfFloat);
  // Larger ones are rounded.
  constexpr double Largest = 1 << 24;
  if (!Of || !(std::abs(Of->Number) < Largest) || !Of->isFarFromNext() ||
      (Of->Number < 0 && !Type->isSignedIntegerType()))
    return std::nullopt;
  const auto Number = int64_t(std::trunc(Of->Number));
  if (!Of->IsOfLaunch)
    return Value(Number);
  return P.launched(
      why(ReasonKind::ComputedFromFloatingPoint, OfFloat->getBeginLoc()),
      Number);
}
