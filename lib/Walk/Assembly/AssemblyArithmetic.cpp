//===- AssemblyArithmetic.cpp - Integers and predicates of PTX ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Moves, selections, conversions
//===----------------------------------------------------------------------===//

/// selp d, a, b, c
bool Interpreter::Assembly::select(const PtxInstruction &In) {
  if (In.Operands.size() != 4)
    return false;
  PtxType T = In.lastType();
  Split Lanes =
      I.decideHere(I.P.truth(read(In.Operands[3], PtxPredicate).Number));
  if (!Lanes.False) {
    write(In.Operands[0], read(In.Operands[1], T), T);
  } else if (!Lanes.True) {
    write(In.Operands[0], read(In.Operands[2], T), T);
  } else {
    Scalar True = read(In.Operands[1], T), False = read(In.Operands[2], T);
    write(In.Operands[0], I.joinArms(Lanes, Loc, True, False), T);
  }
  return true;
}

/// cvta: an address is of one object in every space.
void Interpreter::Assembly::convertAddress(const PtxInstruction &In) {
  Scalar V = read(In.Operands[1], In.lastType());
  if (!V.Address && !In.has("to") && In.space() == PtxSpace::Shared)
    V = Scalar(new (I.P.storage()) Pointer(&I.Memory.window(), {}, V.Number));
  write(In.Operands[0], V, In.lastType());
}

/// cvt between integers
bool Interpreter::Assembly::convert(const PtxInstruction &In) {
  llvm::SmallVector<PtxType, 4> Types = In.types();
  if (Types.size() != 2 || Types[0].IsFloat || Types[1].IsFloat ||
      In.has("sat"))
    return false;
  Scalar V = read(In.Operands[1], Types[1]);
  if (!V.Address)
    V = I.P.convert(V.Number, intTypeOf(Types[1]), intTypeOf(Types[0]));
  write(In.Operands[0], V, Types[0]);
  return true;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static std::optional<BinaryOperatorKind> comparisonOf(StringRef Name) {
  return llvm::StringSwitch<std::optional<BinaryOperatorKind>>(Name)
      .Case("eq", BO_EQ)
      .Case("ne", BO_NE)
      .Cases({"lt", "lo"}, BO_LT)
      .Cases({"le", "ls"}, BO_LE)
      .Cases({"gt", "hi"}, BO_GT)
      .Cases({"ge", "hs"}, BO_GE)
      .Default(std::nullopt);
}

/// setp.CmpOp{.BoolOp}.type p[|q], a, b{, {!}c}
void Interpreter::Assembly::compare(const PtxInstruction &In) {
  if (In.Operands.size() < 3 || In.Parts.size() < 3)
    return performOther(In);
  std::optional<BinaryOperatorKind> Op = comparisonOf(In.Parts[1]);
  PtxType T = In.lastType();
  Value Holds, Fails;
  if (!Op || T.IsFloat) {
    bool AreUniform = isUniform(In.Operands[1]) && isUniform(In.Operands[2]);
    Holds = unknown(PtxPredicate, AreUniform, ReasonKind::ComparedInAssembly)
                .Number;
  } else {
    Scalar A = read(In.Operands[1], T), B = read(In.Operands[2], T);
    Holds = I.arithmetic(*Op, I.Context.BoolTy, typeFor(T), A, B).Number;
  }
  Fails = I.P.logicalNot(Holds);
  if (In.Operands.size() > 3) {
    Value With = read(In.Operands[3], PtxPredicate).Number;
    auto Combine = [&](const Value &V) {
      return In.has("or")    ? I.P.logicalOr(V, With)
             : In.has("xor") ? I.P.logicalNot(I.P.equal(V, With, {1, false}))
                             : I.P.logicalAnd(V, With);
    };
    Holds = Combine(Holds);
    Fails = Combine(Fails);
  }
  const PtxOperand &To = In.Operands[0];
  if (To.Kind != PtxOperand::Vector)
    return write(To, Holds, PtxPredicate);
  const Value *Predicates[] = {&Holds, &Fails};
  for (auto [Part, Result] : llvm::zip(To.Parts, Predicates))
    write(Part, *Result, PtxPredicate);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static std::optional<BinaryOperatorKind> operatorOf(PtxOpcode Opcode) {
  switch (Opcode) {
  case PtxOpcode::Add:
    return BO_Add;
  case PtxOpcode::Sub:
    return BO_Sub;
  case PtxOpcode::Mul:
  case PtxOpcode::Mul24:
  case PtxOpcode::Mad:
  case PtxOpcode::Mad24:
    return BO_Mul;
  case PtxOpcode::Div:
    return BO_Div;
  case PtxOpcode::Rem:
    return BO_Rem;
  case PtxOpcode::Shl:
    return BO_Shl;
  case PtxOpcode::Shr:
    return BO_Shr;
  case PtxOpcode::And:
    return BO_And;
  case PtxOpcode::Or:
    return BO_Or;
  case PtxOpcode::Xor:
    return BO_Xor;
  default:
    return std::nullopt;
  }
}

/// Instructions of two operands that C++ has an operator for.
std::optional<Scalar> Interpreter::Assembly::binary(const PtxInstruction &In) {
  std::optional<BinaryOperatorKind> Op = operatorOf(In.Opcode);
  assert(Op && "an operator of C++");
  if (In.has("cc") || In.has("hi") || In.Operands.size() < 3)
    return std::nullopt;
  PtxType T = In.lastType();
  bool IsShift = Op == BO_Shl || Op == BO_Shr;
  Scalar A = read(In.Operands[1], T);
  Scalar B = read(In.Operands[2], IsShift ? PtxWord32 : T);
  if (In.has("wide"))
    T.Bits *= 2;
  if (T.Bits == 1) {
    if (Op == BO_Xor)
      return Scalar(I.P.logicalNot(I.P.equal(A.Number, B.Number, {1, false})));
    return Scalar(Op == BO_And ? I.P.logicalAnd(A.Number, B.Number)
                               : I.P.logicalOr(A.Number, B.Number));
  }
  QualType Type = typeFor(T);
  Scalar Result = I.arithmetic(*Op, Type, Type, A, B);
  bool IsMultiplyAdd =
      In.Opcode == PtxOpcode::Mad || In.Opcode == PtxOpcode::Mad24;
  if (IsMultiplyAdd && In.Operands.size() > 3)
    Result = I.arithmetic(BO_Add, Type, Type, Result, read(In.Operands[3], T));
  return Result;
}

std::optional<Scalar> Interpreter::Assembly::unary(const PtxInstruction &In) {
  PtxType T = In.lastType();
  Value A = read(In.Operands[1], T).Number;
  switch (In.Opcode) {
  case PtxOpcode::Not:
    return Scalar(T.Bits == 1 ? I.P.logicalNot(A)
                              : I.P.complement(A, intTypeOf(T)));
  case PtxOpcode::Neg:
    return Scalar(I.P.negate(A, intTypeOf(T)));
  case PtxOpcode::Abs:
    return Scalar(I.P.max(A, I.P.negate(A, intTypeOf(T)), intTypeOf(T)));
  default:
    llvm_unreachable("an instruction of one operand");
  }
}

/// min, max
std::optional<Scalar>
Interpreter::Assembly::extremum(const PtxInstruction &In) {
  if (In.Operands.size() != 3)
    return std::nullopt;
  PtxType T = In.lastType();
  Value A = read(In.Operands[1], T).Number, B = read(In.Operands[2], T).Number;
  return Scalar(In.Opcode == PtxOpcode::Min ? I.P.min(A, B, intTypeOf(T))
                                            : I.P.max(A, B, intTypeOf(T)));
}

//===----------------------------------------------------------------------===//
// Functions of bits
//===----------------------------------------------------------------------===//

/// Positions and lengths of bit fields are the low byte of their operand.
static constexpr uint64_t FieldOperandMask = 255;

/// One lane's result; the operands have no bits beyond those of the type.
static uint64_t bitFunction(PtxOpcode Opcode, unsigned Bits,
                            llvm::ArrayRef<uint64_t> N) {
  assert(Bits && Bits <= 64 && "a word of at most 64 bits");
  switch (Opcode) {
  case PtxOpcode::Popc:
    return uint64_t(llvm::popcount(N[0]));
  case PtxOpcode::Clz:
    return uint64_t(llvm::countl_zero(N[0])) - (64 - Bits);
  case PtxOpcode::Brev: {
    uint64_t Reversed = 0;
    for (unsigned Bit = 0; Bit != Bits; ++Bit)
      Reversed |= (N[0] >> Bit & 1) << (Bits - 1 - Bit);
    return Reversed;
  }
  case PtxOpcode::Bfind:
    return N[0] ? 63 - uint64_t(llvm::countl_zero(N[0])) : 0xffffffff;
  case PtxOpcode::Bfe: {
    uint64_t Position = N[1] & FieldOperandMask;
    uint64_t Length = std::min<uint64_t>(N[2] & FieldOperandMask, 63);
    return Position >= Bits ? 0 : N[0] >> Position & ((1ull << Length) - 1);
  }
  case PtxOpcode::Lop3: {
    // Bit 4a + 2b + c of the table is the result for these three bits.
    uint64_t Result = 0;
    for (unsigned Row = 0; Row != 8; ++Row)
      if (N[3] >> Row & 1)
        Result |= (Row & 4 ? N[0] : ~N[0]) & (Row & 2 ? N[1] : ~N[1]) &
                  (Row & 1 ? N[2] : ~N[2]);
    return Result & llvm::maskTrailingOnes<uint64_t>(Bits);
  }
  default:
    llvm_unreachable("a function of bits");
  }
}

/// Whether `bitFunction` knows an instruction with that many sources.
static bool isBitFunction(const PtxInstruction &In, size_t Sources) {
  PtxType T = In.lastType();
  switch (In.Opcode) {
  case PtxOpcode::Popc:
  case PtxOpcode::Clz:
  case PtxOpcode::Brev:
    return Sources >= 1;
  case PtxOpcode::Bfind:
    return Sources >= 1 && !T.IsSigned && !In.has("shiftamt");
  case PtxOpcode::Bfe:
    return Sources == 3 && !T.IsSigned;
  case PtxOpcode::Lop3:
    return Sources >= 4;
  default:
    return false;
  }
}

std::optional<Scalar> Interpreter::Assembly::bits(const PtxInstruction &In) {
  PtxType T = {In.lastType().Bits, false, false};
  if (!isBitFunction(In, In.Operands.size() - 1) || T.Bits > 64)
    return std::nullopt;
  llvm::SmallVector<Value, 4> From;
  for (const PtxOperand &O : llvm::drop_begin(In.Operands)) {
    Scalar V = read(O, T);
    if (V.Address)
      return std::nullopt;
    From.push_back(V.Number);
  }
  // A bit field of an unknown number, at a known position.
  if (In.Opcode == PtxOpcode::Bfe && From[1].isNumber() && From[2].isNumber()) {
    uint64_t Length = uint64_t(From[2].constant().same()) & FieldOperandMask;
    Value Mask = Length >= 63 ? -1 : (int64_t(1) << Length) - 1;
    return Scalar(I.P.bitAnd(I.P.shr(From[0], From[1], intTypeOf(T)), Mask,
                             intTypeOf(T)));
  }
  if (!llvm::all_of(From, [](const Value &V) { return V.isKnown(); }))
    return std::nullopt;
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    llvm::SmallVector<uint64_t, 4> Numbers;
    for (const Value &V : From)
      Numbers.push_back(uint64_t(V.constant()[Lane]) &
                        llvm::maskTrailingOnes<uint64_t>(T.Bits));
    Each[Lane] = int64_t(bitFunction(In.Opcode, T.Bits, Numbers));
  }
  return Scalar(I.P.lanes(Each));
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

/// Nothing for instructions that are not evaluated.
std::optional<Scalar>
Interpreter::Assembly::evaluate(const PtxInstruction &In) {
  if (In.lastType().IsFloat || In.has("sat"))
    return std::nullopt;
  switch (In.Opcode) {
  case PtxOpcode::Not:
  case PtxOpcode::Neg:
  case PtxOpcode::Abs:
    return unary(In);
  case PtxOpcode::Min:
  case PtxOpcode::Max:
    return extremum(In);
  default:
    return operatorOf(In.Opcode) ? binary(In) : bits(In);
  }
}

bool Interpreter::Assembly::performArithmetic(const PtxInstruction &In) {
  if (In.Opcode == PtxOpcode::Setp) {
    compare(In);
    return true;
  }
  if (In.Operands.size() < 2 || In.Operands[0].Kind == PtxOperand::Vector)
    return false;
  PtxType T = In.lastType();
  switch (In.Opcode) {
  case PtxOpcode::Mov:
    if (In.Operands[1].Kind == PtxOperand::Vector)
      return false;
    write(In.Operands[0], read(In.Operands[1], T), T);
    return true;
  case PtxOpcode::Selp:
    return select(In);
  case PtxOpcode::Cvta:
    convertAddress(In);
    return true;
  case PtxOpcode::Cvt:
    return convert(In);
  default:
    break;
  }
  std::optional<Scalar> Result = evaluate(In);
  if (!Result)
    return false;
  if (operatorOf(In.Opcode) && In.has("wide"))
    T.Bits *= 2;
  write(In.Operands[0], *Result, T);
  return true;
}
