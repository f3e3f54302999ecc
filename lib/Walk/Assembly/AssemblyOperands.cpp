//===- AssemblyOperands.cpp - Registers and operands of PTX ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "State/AddressKinds.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

/// The widest integers that values have.
static constexpr unsigned MaxIntegerBits = 64;

IntType Interpreter::Assembly::intTypeOf(PtxType T) {
  return {T.Bits ? std::min(T.Bits, MaxIntegerBits) : MaxIntegerBits,
          T.IsSigned};
}

//===----------------------------------------------------------------------===//
// The statement's inputs and outputs
//===----------------------------------------------------------------------===//

void Interpreter::Assembly::readInputs() {
  unsigned Outputs = Statement->getNumOutputs();
  Operands.resize(Outputs + Statement->getNumInputs());
  for (unsigned N = 0; N != Outputs; ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    OutputPlaces.push_back(I.place(Output));
    Operands[N].Type = I.Types.intType(Output->getType());
    if (Statement->isOutputPlusConstraint(N))
      Operands[N].Content =
          I.load(OutputPlaces[N], Output->getType(), Output->IgnoreParens());
    Operands[N].IsSet = Statement->isOutputPlusConstraint(N);
  }
  for (unsigned N = 0; N != Statement->getNumInputs(); ++N) {
    const Expr *Input = Statement->getInputExpr(N);
    Slot New;
    New.Content =
        Input->isGLValue() ? Scalar(I.place(Input)) : I.evaluate(Input);
    New.Type = I.Types.intType(Input->getType());
    New.IsSet = true;
    // "0" names the first output's register.
    unsigned Tied = 0;
    std::string Constraint = Statement->getInputConstraint(N);
    if (!StringRef(Constraint).getAsInteger(10, Tied) && Tied < Outputs)
      Operands[Tied] = New;
    Operands[Outputs + N] = New;
  }
}

void Interpreter::Assembly::storeOutputs() {
  assert(OutputPlaces.size() == Statement->getNumOutputs() &&
         "the inputs are read first");
  for (unsigned N = 0; N != Statement->getNumOutputs(); ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    QualType Type = Output->getType();
    I.store(OutputPlaces[N], Type, outputValue(Operands[N], Type),
            Output->IgnoreParens());
  }
}

Scalar Interpreter::Assembly::outputValue(const Slot &Output, QualType Type) {
  const Scalar &V = Output.Content;
  if (!Output.IsSet)
    return I.unknownOf(Type, false, ReasonKind::WrittenInAssembly, Loc);
  if (V.Address)
    return V;
  if (Type->isPointerType())
    return V.Number.isNumber(0)
               ? V
               : Scalar(I.lost(I.why(ReasonKind::PointerFromAssembly, Loc)));
  if (Type->isRealFloatingType())
    return I.floating(V.Number.isUniform());
  if (I.Types.isInteger(Type))
    return I.P.convert(V.Number, Output.Type, I.Types.intType(Type));
  return V;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

Interpreter::Assembly::Slot *
Interpreter::Assembly::slotOf(const PtxOperand &O) {
  switch (O.Kind) {
  case PtxOperand::Placeholder:
    return O.Number >= 0 && size_t(O.Number) < Operands.size()
               ? &Operands[size_t(O.Number)]
               : nullptr;
  case PtxOperand::Register:
  case PtxOperand::Special:
    return &Registers[O.Name];
  default:
    return nullptr;
  }
}

QualType Interpreter::Assembly::typeFor(PtxType T) const {
  if (T.IsFloat)
    return T.Bits == 64 ? I.Context.DoubleTy : I.Context.FloatTy;
  if (T.Bits == 1)
    return I.Context.BoolTy;
  QualType Type = I.Context.getIntTypeForBitwidth(
      std::min(T.Bits, MaxIntegerBits), T.IsSigned);
  return Type.isNull() ? I.Context.UnsignedLongTy : Type;
}

Scalar Interpreter::Assembly::unknown(PtxType T, bool IsUniform,
                                      const Reason &What) {
  return I.unknownOf(typeFor(T), IsUniform, What, Loc);
}

Scalar Interpreter::Assembly::read(const PtxOperand &O, PtxType As) {
  IntType T = intTypeOf(As);
  Scalar V;
  if (O.Kind == PtxOperand::Immediate) {
    V = Value(T.Bits == 1 ? int64_t(O.Number != 0) : T.wrap(O.Number));
  } else if (Slot *Found = slotOf(O); Found && Found->IsSet) {
    V = Found->Content;
    if (!V.Address && !As.IsFloat)
      V = I.P.convert(V.Number, Found->Type, T);
  } else if (O.Kind == PtxOperand::Special) {
    V = I.P.convert(I.specialRegister(O.Name, Loc).Number, {32, false}, T);
  } else {
    V = unknown(As, false, ReasonKind::MadeInAssembly);
  }
  if (!O.IsNegated)
    return V;
  if (T.Bits == 1)
    return I.P.logicalNot(V.Number);
  return V.Address ? Scalar(I.lost(ReasonKind::NegatedAddress))
                   : Scalar(I.P.negate(V.Number, T));
}

bool Interpreter::Assembly::isUniform(const PtxOperand &O) {
  if (O.Kind == PtxOperand::Other)
    return false;
  if (O.Kind == PtxOperand::Vector)
    return llvm::all_of(
        O.Parts, [&](const PtxOperand &Part) { return isUniform(Part); });
  Scalar V = read(O, PtxWord64);
  return V.Address ? I.flatten(V.Address)->WithinBytes.isUniform()
                   : V.Number.isUniform();
}

void Interpreter::Assembly::write(const PtxOperand &O, const Scalar &V,
                                  PtxType As) {
  Slot *To = O.Name == "_" ? nullptr : slotOf(O);
  if (!To)
    return;
  Slot New = {V, intTypeOf(As), true};
  if (IsGuarded)
    Deferred.emplace_back(To, New);
  else
    *To = New;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

const Expr *Interpreter::Assembly::siteOf(const PtxOperand &O) const {
  unsigned Outputs = Statement->getNumOutputs();
  if (O.Kind == PtxOperand::Placeholder && O.Number >= 0 &&
      size_t(O.Number) < Operands.size())
    return unsigned(O.Number) < Outputs
               ? Statement->getOutputExpr(unsigned(O.Number))
               : Statement->getInputExpr(unsigned(O.Number) - Outputs);
  for (const PtxOperand &Part : O.Parts)
    if (Part.Kind == PtxOperand::Placeholder)
      return siteOf(Part);
  return Statement->getAsmStringExpr();
}

const Pointer *Interpreter::Assembly::addressOf(const PtxOperand &O,
                                                PtxSpace Space) {
  if (O.Kind != PtxOperand::Address)
    return I.lost(ReasonKind::AddressWithoutBrackets);
  const Pointer *Base = nullptr;
  Value Offset = O.Number;
  for (const PtxOperand &Part : O.Parts) {
    Scalar V = read(Part, PtxWord64);
    if (V.Address && Base)
      return I.lost(ReasonKind::SumOfAddresses);
    if (V.Address)
      Base = V.Address;
    else
      Offset = I.P.add(Offset, V.Number);
  }
  if (!Base && Space == PtxSpace::Shared) // an offset into all shared memory
    return new (I.P.storage()) Pointer(&I.Memory.window(), {}, Offset);
  if (!Base)
    return Space == PtxSpace::Other ? I.foreign(Offset)
                                    : I.lost(ReasonKind::PointerFromNumber);
  Base = Offset.isNumber() ? I.stepBytes(Base, Offset.constant().same())
                           : I.step(Base, Offset, 1);
  if (Space == PtxSpace::Shared && !mayBeShared(*Base))
    return I.lost(I.why(ReasonKind::SharedAddressOfUnknownOrigin, Loc));
  if (Space == PtxSpace::Other && mayBeShared(*Base))
    return I.foreign(I.flatten(Base)->WithinBytes);
  return Base;
}
