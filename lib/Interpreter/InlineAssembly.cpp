//===- InlineAssembly.cpp - Runs the PTX of an asm statement --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineAssembly.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::StringSwitch;

static constexpr PtxType PredicateType = {1, false, false};
static constexpr PtxType Word64 = {64, false, false};

static IntType intTypeOf(PtxType T) {
  return {T.Bits ? std::min(T.Bits, 64u) : 64, T.IsSigned};
}

/// The types that an instruction's dot-parts name, in their order.
static llvm::SmallVector<PtxType, 4> typesOf(const PtxInstruction &In) {
  llvm::SmallVector<PtxType, 4> Types;
  for (StringRef Part : llvm::drop_begin(In.Parts))
    if (PtxType T = ptxType(Part); T.Bits)
      Types.push_back(T);
  return Types;
}

static PtxType lastTypeOf(const PtxInstruction &In) {
  llvm::SmallVector<PtxType, 4> Types = typesOf(In);
  return Types.empty() ? Word64 : Types.back();
}

/// How many elements ".v2" and its kind move.
static unsigned vectorLength(const PtxInstruction &In) {
  return In.has("v8") ? 8 : In.has("v4") ? 4 : In.has("v2") ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// The statement
//===----------------------------------------------------------------------===//

void Interpreter::runAssembly(const GCCAsmStmt *S) {
  Assembly(*this, S).run();
  Recorded.Code.Exchange += S->isVolatile();
}

Interpreter::Assembly::Assembly(Interpreter &I, const GCCAsmStmt *Statement)
    : I(I), Statement(Statement), Where(Statement->getBeginLoc()),
      Shown(Statement->getBeginLoc()) {
  for (unsigned N = 0; N != Statement->getNumOutputs(); ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    // A plain variable is no address to compute, unless it is read.
    if (Statement->isOutputPlusConstraint(N) ||
        !llvm::isa<DeclRefExpr>(Output->IgnoreParens()))
      Shown = Output->getSourceRange();
  }
  for (unsigned N = 0; N != Statement->getNumInputs(); ++N)
    if (std::string Constraint = Statement->getInputConstraint(N);
        Constraint != "n" && Constraint != "i")
      Shown = Statement->getInputExpr(N)->getSourceRange();
}

void Interpreter::Assembly::run() {
  readInputs();
  if (I.stopped())
    return;
  Activity Before = I.Active;
  if (!I.IsHost) {
    llvm::SmallVector<StringRef, 8> Names;
    for (unsigned N = 0; N != Statement->getNumOutputs(); ++N)
      Names.push_back(Statement->getOutputName(N));
    for (unsigned N = 0; N != Statement->getNumInputs(); ++N)
      Names.push_back(Statement->getInputName(N));
    PtxText Text = parsePtx(Statement->getAsmString(), Names);
    if (Text.HasLabels) {
      // A jump may leave instructions out or repeat them.
      I.Active.How = Certainty::Data;
      I.Active.Guard = Where;
      I.Active.IsRepeated = true;
    }
    for (const PtxInstruction &In : Text.Instructions)
      if (!I.stopped())
        execute(In);
  }
  Before.Lanes = I.Active.Lanes;
  I.Active = Before;
  if (!I.stopped())
    storeOutputs();
}

void Interpreter::Assembly::readInputs() {
  unsigned Outputs = Statement->getNumOutputs();
  Operands.resize(Outputs + Statement->getNumInputs());
  for (unsigned N = 0; N != Outputs; ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    OutputPlaces.push_back(I.place(Output));
    Operands[N].Type = I.Types.intType(Output->getType());
    if (Statement->isOutputPlusConstraint(N))
      Operands[N].Held =
          I.load(OutputPlaces[N], Output->getType(), Output->IgnoreParens());
    Operands[N].IsSet = Statement->isOutputPlusConstraint(N);
  }
  for (unsigned N = 0; N != Statement->getNumInputs(); ++N) {
    const Expr *Input = Statement->getInputExpr(N);
    Slot New;
    New.Held = Input->isGLValue() ? Scalar(I.place(Input)) : I.evaluate(Input);
    New.Type = I.Types.intType(Input->getType());
    New.IsSet = true;
    // "0" stands for the first output's register.
    unsigned Tied = 0;
    std::string Constraint = Statement->getInputConstraint(N);
    if (!StringRef(Constraint).getAsInteger(10, Tied) && Tied < Outputs)
      Operands[Tied] = New;
    Operands[Outputs + N] = New;
  }
}

void Interpreter::Assembly::storeOutputs() {
  for (unsigned N = 0; N != Statement->getNumOutputs(); ++N) {
    const Expr *Output = Statement->getOutputExpr(N);
    QualType Type = Output->getType();
    const Slot &Result = Operands[N];
    Scalar V = Result.Held;
    if (!Result.IsSet)
      V = I.unknownOf(Type, false, "written by inline assembly", Where);
    else if (V.Address)
      ;
    else if (Type->isPointerType())
      V = V.Number.isNumber(0)
              ? V
              : Scalar(I.lost(I.why("pointer made by inline assembly", Where)));
    else if (Type->isRealFloatingType())
      V = I.floating(V.Number.isUniform());
    else if (I.Types.isInteger(Type))
      V = I.P.convert(V.Number, Result.Type, I.Types.intType(Type));
    I.store(OutputPlaces[N], Type, V, Output->IgnoreParens());
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Interpreter::Assembly::Slot *Interpreter::Assembly::find(const PtxOperand &O) {
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
  QualType Type =
      I.Context.getIntTypeForBitwidth(std::min(T.Bits, 64u), T.IsSigned);
  return Type.isNull() ? I.Context.UnsignedLongTy : Type;
}

Scalar Interpreter::Assembly::unknown(PtxType T, bool IsUniform,
                                      StringRef What) {
  return I.unknownOf(typeFor(T), IsUniform, What, Where);
}

Scalar Interpreter::Assembly::read(const PtxOperand &O, PtxType As) {
  IntType T = intTypeOf(As);
  Scalar V;
  if (O.Kind == PtxOperand::Immediate) {
    V = Value(T.Bits == 1 ? int64_t(O.Number != 0) : T.wrap(O.Number));
  } else if (Slot *Found = find(O); Found && Found->IsSet) {
    V = Found->Held;
    if (!V.Address && !As.IsFloat)
      V = I.P.convert(V.Number, Found->Type, T);
  } else if (O.Kind == PtxOperand::Special) {
    V = I.P.convert(I.specialRegister(O.Name, Where).Number, {32, false}, T);
  } else {
    V = unknown(As, false, "made by inline assembly");
  }
  if (!O.IsNegated)
    return V;
  return T.Bits == 1 ? I.P.logicalNot(V.Number)
         : V.Address ? Scalar(I.lost("negated address"))
                     : Scalar(I.P.negate(V.Number, T));
}

bool Interpreter::Assembly::isUniform(const PtxOperand &O) {
  if (O.Kind == PtxOperand::Vector || O.Kind == PtxOperand::Other)
    return O.Kind == PtxOperand::Vector &&
           llvm::all_of(O.Parts, [&](const PtxOperand &Part) {
             return isUniform(Part);
           });
  Scalar V = read(O, Word64);
  return V.Address ? I.flatten(V.Address)->WithinBytes.isUniform()
                   : V.Number.isUniform();
}

void Interpreter::Assembly::write(const PtxOperand &O, const Scalar &V,
                                  PtxType As) {
  Slot *To = O.Name == "_" ? nullptr : find(O);
  if (!To)
    return;
  Slot New = {V, intTypeOf(As), true};
  if (IsGuarded)
    Pending.emplace_back(To, New);
  else
    *To = New;
}

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

const Pointer *Interpreter::Assembly::addressOf(const PtxOperand &O, Space S) {
  const Pointer *Base = nullptr;
  Value Offset = O.Number;
  if (O.Kind != PtxOperand::Address)
    return I.lost("address that is not in brackets");
  for (const PtxOperand &Part : O.Parts) {
    Scalar V = read(Part, Word64);
    if (V.Address && Base)
      return I.lost("sum of addresses");
    if (V.Address)
      Base = V.Address;
    else
      Offset = I.P.add(Offset, V.Number);
  }
  if (!Base && S == Space::Shared) // counted from the start of shared memory
    return new (I.P.storage()) Pointer(&I.Memory.window(""), {}, Offset);
  if (!Base)
    return S == Space::Other ? I.foreign(Offset)
                             : I.lost("pointer made from a number");
  if (Offset.isNumber())
    Base = I.stepBytes(Base, Offset.constant().same());
  else
    Base = I.step(Base, Offset, 1);
  bool IsShared =
      Base->Base->Kind == Object::Shared || Base->Base->Kind == Object::Lost;
  if (S == Space::Shared && !IsShared)
    return I.lost(I.why("shared address of unknown origin", Where));
  if (S == Space::Other && IsShared)
    return I.foreign(I.flatten(Base)->WithinBytes);
  return Base;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Interpreter::Assembly::record(AccessOperation Operation, RequestKind Kind,
                                   const Pointer *At, unsigned Bytes,
                                   bool IsVolatile, const PtxOperand &Address,
                                   unsigned Matrices) {
  SharedArray *Array = At->Base->Array;
  if (Array && !Array->StrideBytes.empty()) {
    // An offset in bytes does not know how long the rows are.
    const Value &Within = At->WithinBytes;
    Array->Escapes |= !Within.isNumber() || Within.constant().same() < 0 ||
                      Within.constant().same() >= Array->StrideBytes.back();
  }
  const Expr *Site = siteOf(Address);
  AccessRecord *New =
      I.record(Operation, Kind, At, Bytes, IsVolatile, Site, Matrices);
  if (!New)
    return;
  // What assembly says is taken as it stands: it does not merge.
  New->IsVolatile = true;
  const SourceManager &Sources = I.Context.getSourceManager();
  auto Line = [&](SourceLocation At) {
    return Sources.getExpansionLineNumber(At);
  };
  bool IsThere = Address.Kind == PtxOperand::Address &&
                 Site->getBeginLoc().isValid() &&
                 Line(Site->getBeginLoc()) == Line(Shown.getBegin());
  // What a system header does is shown at the call of it.
  if (!IsThere && New->Site == I.Recorded.Sites.at(Site))
    New->ShownAt = I.Recorded.Sites.at(Shown);
}

/// The operations inside `cuda::barrier` and its like order accesses, and touch
/// shared memory only to keep count.
void Interpreter::Assembly::recordBarrier(AccessOperation Operation,
                                          const PtxInstruction &In) {
  if (!isOfCudaLibrary(*I.Top->Function))
    recordUnknown(Operation, In, "operation on an mbarrier: no measured rule");
}

void Interpreter::Assembly::recordUnknown(AccessOperation Operation,
                                          const PtxInstruction &In,
                                          const llvm::Twine &Reason) {
  const PtxOperand *Address = nullptr;
  for (const PtxOperand &O : In.Operands)
    if (O.Kind == PtxOperand::Address && !Address)
      Address = &O;
  RequestKind Kind = Operation == AccessOperation::Load ? RequestKind::Load
                                                        : RequestKind::Store;
  record(Operation, Kind, I.lost(Reason.str()), 4, false,
         Address ? *Address : PtxOperand());
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Interpreter::Assembly::execute(const PtxInstruction &In) {
  if (In.Guard.empty())
    return perform(In);
  Split Lanes =
      I.decideHere(I.P.truth(read(In.Guard[0], PredicateType).Number));
  if (I.stopped() || !Lanes.True)
    return;
  IsGuarded = true;
  I.branch(Lanes, Where, [&] { perform(In); }, [] {});
  IsGuarded = false;
  for (auto &[To, New] : Pending) {
    if (To->IsSet && Lanes.False)
      New.Held = I.joinSides(Lanes, Where, New.Held, To->Held);
    *To = New;
  }
  Pending.clear();
}

void Interpreter::Assembly::perform(const PtxInstruction &In) {
  if (!performMemory(In) && !performOrder(In) && !performInteger(In))
    performOther(In);
}

/// Barriers, fences, and what ends a thread.
bool Interpreter::Assembly::performOrder(const PtxInstruction &In) {
  StringRef Opcode = In.opcode();
  if (Opcode == "exit" || Opcode == "trap") {
    I.Active.Lanes = 0;
    return true;
  }
  if (Opcode == "bar" || Opcode == "barrier") {
    ++I.Recorded.Code.Fence;
    if (In.has("red") && !In.Operands.empty())
      write(In.Operands[0], unknown(lastTypeOf(In), true, "a vote"),
            lastTypeOf(In));
    return true;
  }
  if (Opcode == "membar" || Opcode == "fence") {
    ++I.Recorded.Code.Fence;
    return true;
  }
  return false;
}

//===--- Memory ----------------------------------------------------------===//

bool Interpreter::Assembly::performMemory(const PtxInstruction &In) {
  StringRef Opcode = In.opcode();
  if (In.has("shared::cluster") && (Opcode == "ld" || Opcode == "st" ||
                                    Opcode == "atom" || Opcode == "red")) {
    recordUnknown(Opcode == "ld"   ? AccessOperation::Load
                  : Opcode == "st" ? AccessOperation::Store
                                   : AccessOperation::Atomic,
                  In, "distributed shared memory of a cluster");
    performOther(In);
  } else if (Opcode == "ld") {
    load(In);
  } else if (Opcode == "st") {
    store(In);
  } else if (Opcode == "atom" || Opcode == "red") {
    atomic(In);
  } else if (Opcode == "ldmatrix" || Opcode == "stmatrix") {
    matrix(In);
  } else if (Opcode == "cp") {
    asyncCopy(In);
  } else if (Opcode == "mbarrier") {
    if (!In.has("pending_count")) {
      ++I.Recorded.Code.Fence;
      recordBarrier(In.has("init") || In.has("inval") ? AccessOperation::Store
                    : In.has("test_wait") || In.has("try_wait")
                        ? AccessOperation::Load
                        : AccessOperation::Atomic,
                    In);
    }
    performOther(In);
  } else if (In.startsWith("wgmma.mma_async")) {
    recordUnknown(AccessOperation::Load, In,
                  "wgmma reads shared memory through a descriptor");
    performOther(In);
  } else if (Opcode == "wgmma") {
    ++I.Recorded.Code.Fence;
  } else if (Opcode == "wmma" && !In.has("mma")) {
    fragment(In);
  } else if (Opcode == "tcgen05") {
    bool IsRead = In.has("mma") || In.has("cp");
    if (IsRead || In.has("alloc"))
      recordUnknown(IsRead ? AccessOperation::Load : AccessOperation::Store, In,
                    IsRead ? "tcgen05 reads shared memory through a descriptor"
                           : "tcgen05 writes the address that it allocated");
    performOther(In);
  } else if (Opcode == "mapa") {
    if (!In.Operands.empty())
      write(In.Operands[0],
            Scalar(I.lost("distributed shared memory of a cluster")), Word64);
  } else if (Opcode == "clusterlaunchcontrol" && In.has("try_cancel")) {
    recordUnknown(AccessOperation::Store, In,
                  "asynchronous answer of the launch control");
  } else {
    return false;
  }
  return true;
}

static bool isStrong(const PtxInstruction &In) {
  return In.has("volatile") || In.has("relaxed") || In.has("acquire") ||
         In.has("release") || In.has("mmio");
}

void Interpreter::Assembly::load(const PtxInstruction &In) {
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &To = In.Operands[0], &From = In.Operands[1];
  bool IsShared = In.has("shared") || In.has("shared::cta");
  bool IsOther = In.has("global") || In.has("const") || In.has("param") ||
                 In.has("local") || In.has("param::entry") ||
                 In.has("param::func");
  const Pointer *At = addressOf(From, IsShared  ? Space::Shared
                                      : IsOther ? Space::Other
                                                : Space::Generic);
  PtxType T = lastTypeOf(In);
  unsigned Length = vectorLength(In), Bytes = std::max(1u, T.Bits / 8);
  if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost)
    record(AccessOperation::Load,
           IsShared ? RequestKind::Load : RequestKind::GenericLoad, At,
           Length * Bytes, isStrong(In), From);
  auto Loaded = [&](unsigned Element) {
    if (At->Base->Kind == Object::Local)
      return I.load(I.stepBytes(At, Element * Bytes), typeFor(T), siteOf(From));
    return unknown(T,
                   At->Base->Kind != Object::Lost &&
                       I.flatten(At)->WithinBytes.isUniform(),
                   IsShared ? "loaded from shared memory"
                            : "loaded from memory");
  };
  if (To.Kind != PtxOperand::Vector)
    return write(To, Loaded(0), T);
  for (unsigned Element = 0; Element != To.Parts.size(); ++Element)
    write(To.Parts[Element], Loaded(Element), T);
}

void Interpreter::Assembly::store(const PtxInstruction &In) {
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &To = In.Operands[0], &From = In.Operands[1];
  if (In.has("async") || In.has("bulk"))
    return recordUnknown(AccessOperation::Store, In,
                         "distributed shared memory of a cluster");
  bool IsShared = In.has("shared") || In.has("shared::cta");
  bool IsOther = In.has("global") || In.has("local") || In.has("param") ||
                 In.has("param::func");
  const Pointer *At = addressOf(To, IsShared  ? Space::Shared
                                    : IsOther ? Space::Other
                                              : Space::Generic);
  PtxType T = lastTypeOf(In);
  unsigned Length = vectorLength(In), Bytes = std::max(1u, T.Bits / 8);
  if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost)
    return record(AccessOperation::Store, RequestKind::Store, At,
                  Length * Bytes, isStrong(In), To);
  if (At->Base->Kind != Object::Local)
    return;
  for (unsigned Element = 0; Element != Length; ++Element)
    I.storeLocal(I.stepBytes(At, Element * Bytes), typeFor(T),
                 From.Kind != PtxOperand::Vector ? read(From, T)
                 : Element < From.Parts.size()   ? read(From.Parts[Element], T)
                                                 : unknown(T, false, "stored"));
}

/// The cost of an atomic depends on its operation, type and operand; see
/// `Interpreter::callAtomic`.
void Interpreter::Assembly::atomic(const PtxInstruction &In) {
  bool HasResult = In.opcode() == "atom";
  if (In.Operands.size() < (HasResult ? 2u : 1u))
    return;
  const PtxOperand &Address = In.Operands[HasResult];
  PtxType T = lastTypeOf(In);
  if (In.has("async"))
    return recordUnknown(AccessOperation::Atomic, In,
                         "distributed shared memory of a cluster");
  bool IsShared = In.has("shared") || In.has("shared::cta");
  const Pointer *At = addressOf(Address, IsShared           ? Space::Shared
                                         : In.has("global") ? Space::Other
                                                            : Space::Generic);
  if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost) {
    size_t OperandNumber = HasResult + 1;
    bool IsOne = In.Operands.size() > OperandNumber &&
                 In.Operands[OperandNumber].Kind != PtxOperand::Vector &&
                 read(In.Operands[OperandNumber], T).Number.isNumber(1);
    bool IsUnused = !HasResult || In.Operands[0].Name == "_";
    Request Asked;
    Asked.BytesPerLane = std::max(1u, T.Bits / 8) * vectorLength(In);
    Asked.Kind = In.has("cas") ? RequestKind::AtomicCas
                 : In.has("add") && IsOne && IsUnused && T.Bits == 32
                     ? RequestKind::AtomicIncrement
                     : RequestKind::Atomic;
    if (!(T.IsFloat && !In.has("exch")) && hasRule(Asked))
      record(AccessOperation::Atomic, Asked.Kind, At, Asked.BytesPerLane, false,
             Address);
    else
      I.recordRetriedAtomic(At, Asked.BytesPerLane, siteOf(Address));
  }
  if (HasResult)
    write(In.Operands[0], unknown(T, false, "returned by an atomic"), T);
}

void Interpreter::Assembly::matrix(const PtxInstruction &In) {
  bool IsLoad = In.opcode() == "ldmatrix";
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &Address = In.Operands[IsLoad];
  const PtxOperand &Fragment = In.Operands[!IsLoad];
  bool IsShared = In.has("shared") || In.has("shared::cta");
  const Pointer *At =
      addressOf(Address, IsShared ? Space::Shared : Space::Generic);
  unsigned Matrices = In.has("x4") ? 4 : In.has("x2") ? 2 : 1;
  if (!In.has("m8n8") || !In.has("b16"))
    At = I.lost("no measured rule for '" + In.text() + "'");
  record(IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix,
         IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix, At, 16, false,
         Address, Matrices);
  if (!IsLoad)
    return;
  PtxType Word = {32, false, false};
  if (Fragment.Kind != PtxOperand::Vector)
    write(Fragment, unknown(Word, false, "loaded from shared memory"), Word);
  for (const PtxOperand &Part : Fragment.Parts)
    write(Part, unknown(Word, false, "loaded from shared memory"), Word);
}

/// wmma.load and wmma.store: which lane asks for what is not documented.
void Interpreter::Assembly::fragment(const PtxInstruction &In) {
  for (const PtxOperand &O : In.Operands) {
    if (O.Kind != PtxOperand::Address || In.has("global"))
      continue;
    bool IsShared = In.has("shared") || In.has("shared::cta");
    const Pointer *At = addressOf(O, IsShared ? Space::Shared : Space::Generic);
    if (At->Base->Kind != Object::Shared && At->Base->Kind != Object::Lost)
      continue;
    At->Base->Array->Escapes = true;
    recordUnknown(In.has("store") ? AccessOperation::Store
                                  : AccessOperation::Load,
                  In, "matrix fragment access");
  }
  performOther(In);
}

void Interpreter::Assembly::asyncCopy(const PtxInstruction &In) {
  if (In.has("bulk") || In.startsWith("cp.reduce")) {
    if (In.has("prefetch") || In.has("commit_group"))
      return;
    if (In.has("wait_group")) {
      ++I.Recorded.Code.Fence;
      return;
    }
    // The target stands first.
    StringRef Text = In.Parts.back();
    for (StringRef Part : In.Parts)
      if (Part == "global" || Part.starts_with("shared")) {
        Text = Part;
        break;
      }
    return recordUnknown(
        AccessOperation::CpAsync, In,
        Text == "global"
            ? "bulk copy: it reads shared memory without a warp's addresses"
            : "bulk copy: it writes shared memory without a warp's addresses");
  }
  if (In.has("mbarrier"))
    return recordBarrier(AccessOperation::Atomic, In);
  if (In.has("wait_group") || In.has("wait_all")) {
    ++I.Recorded.Code.Fence;
    return;
  }
  if (In.has("commit_group") || In.Operands.size() < 3)
    return;
  Value Bytes = read(In.Operands[2], Word64).Number;
  bool IsKnown = Bytes.isNumber(4) || Bytes.isNumber(8) || Bytes.isNumber(16);
  record(AccessOperation::CpAsync,
         In.has("cg") ? RequestKind::CpAsyncBypass : RequestKind::CpAsync,
         IsKnown ? addressOf(In.Operands[0], Space::Shared)
                 : I.lost("copy of an unknown size"),
         IsKnown ? unsigned(Bytes.constant().same()) : 4, false,
         In.Operands[0]);
}

//===--- Integers --------------------------------------------------------===//

/// Instructions of two operands that C++ has an operator for.
std::optional<Scalar> Interpreter::Assembly::binary(const PtxInstruction &In) {
  StringRef Opcode = In.opcode();
  int Op = StringSwitch<int>(Opcode)
               .Case("add", BO_Add)
               .Case("sub", BO_Sub)
               .Cases({"mul", "mad", "mul24", "mad24"}, BO_Mul)
               .Case("div", BO_Div)
               .Case("rem", BO_Rem)
               .Case("shl", BO_Shl)
               .Case("shr", BO_Shr)
               .Case("and", BO_And)
               .Case("or", BO_Or)
               .Case("xor", BO_Xor)
               .Default(-1);
  if (Op < 0 || In.has("cc") || In.has("hi") || In.Operands.size() < 3)
    return std::nullopt;
  PtxType T = lastTypeOf(In);
  Scalar A = read(In.Operands[1], T);
  Scalar B = read(In.Operands[2],
                  Op == BO_Shl || Op == BO_Shr ? PtxType{32, false, false} : T);
  if (In.has("wide"))
    T.Bits *= 2;
  QualType Type = typeFor(T);
  if (T.Bits == 1) {
    if (Op == BO_Xor)
      return Scalar(I.P.logicalNot(I.P.equal(A.Number, B.Number, {1, false})));
    return Scalar(Op == BO_And ? I.P.logicalAnd(A.Number, B.Number)
                               : I.P.logicalOr(A.Number, B.Number));
  }
  Scalar Result = I.arithmetic(BinaryOperatorKind(Op), Type, Type, A, B);
  if ((Opcode == "mad" || Opcode == "mad24") && In.Operands.size() > 3)
    Result = I.arithmetic(BO_Add, Type, Type, Result, read(In.Operands[3], T));
  return Result;
}

/// Functions of bits, where every lane's operands are known.
std::optional<Scalar> Interpreter::Assembly::bits(const PtxInstruction &In) {
  enum { Popc, Clz, Brev, Bfind, Bfe, Lop3, None };
  auto Which = StringSwitch<decltype(None)>(In.opcode())
                   .Case("popc", Popc)
                   .Case("clz", Clz)
                   .Case("brev", Brev)
                   .Case("bfind", Bfind)
                   .Case("bfe", Bfe)
                   .Case("lop3", Lop3)
                   .Default(None);
  if (Which == None || In.Operands.size() < 2 ||
      (In.has("shiftamt") && Which == Bfind))
    return std::nullopt;
  PtxType T = lastTypeOf(In);
  PtxType Plain = {T.Bits, false, false};
  llvm::SmallVector<Value, 4> From;
  for (const PtxOperand &O : llvm::drop_begin(In.Operands)) {
    Scalar V = read(O, Plain);
    if (V.Address)
      return std::nullopt;
    From.push_back(V.Number);
  }
  if (Which == Bfe && From.size() == 3 && !T.IsSigned && From[1].isNumber() &&
      From[2].isNumber()) {
    int64_t Length = From[2].constant().same() & 255;
    Value Mask = Length >= 63 ? -1 : (int64_t(1) << Length) - 1;
    return Scalar(I.P.bitAnd(I.P.shr(From[0], From[1], intTypeOf(Plain)), Mask,
                             intTypeOf(Plain)));
  }
  if ((Which == Bfe && (T.IsSigned || From.size() != 3)) ||
      (Which == Bfind && T.IsSigned) || (Which == Lop3 && From.size() < 4) ||
      !llvm::all_of(From, [](const Value &V) { return V.isKnown(); }))
    return std::nullopt;
  uint64_t All = T.Bits >= 64 ? ~0ull : (1ull << T.Bits) - 1;
  Lanes Each;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
    auto N = [&](unsigned Operand) {
      return uint64_t(From[Operand].constant()[Lane]) & All;
    };
    uint64_t Result = 0;
    switch (Which) {
    case Popc:
      Result = uint64_t(llvm::popcount(N(0)));
      break;
    case Clz:
      Result = uint64_t(llvm::countl_zero(N(0))) - (64 - T.Bits);
      break;
    case Brev:
      for (unsigned Bit = 0; Bit != T.Bits; ++Bit)
        Result |= (N(0) >> Bit & 1) << (T.Bits - 1 - Bit);
      break;
    case Bfind:
      Result = N(0) ? 63 - uint64_t(llvm::countl_zero(N(0))) : 0xffffffff;
      break;
    case Bfe: {
      uint64_t Length = std::min<uint64_t>(N(2) & 255, 63);
      Result = (N(1) & 255) >= T.Bits
                   ? 0
                   : N(0) >> (N(1) & 255) & ((1ull << Length) - 1);
      break;
    }
    case Lop3:
      // Bit 4a + 2b + c of the table is the result for these three bits.
      for (unsigned Row = 0; Row != 8; ++Row)
        if (N(3) >> Row & 1)
          Result |= (Row & 4 ? N(0) : ~N(0)) & (Row & 2 ? N(1) : ~N(1)) &
                    (Row & 1 ? N(2) : ~N(2)) & All;
      break;
    case None:
      break;
    }
    Each[Lane] = int64_t(Result);
  }
  return Scalar(I.P.lanes(Each));
}

/// setp.CmpOp{.BoolOp}.type p[|q], a, b{, {!}c}
void Interpreter::Assembly::compare(const PtxInstruction &In) {
  if (In.Operands.size() < 3 || In.Parts.size() < 3)
    return performOther(In);
  int Op = StringSwitch<int>(In.Parts[1])
               .Case("eq", BO_EQ)
               .Case("ne", BO_NE)
               .Cases({"lt", "lo"}, BO_LT)
               .Cases({"le", "ls"}, BO_LE)
               .Cases({"gt", "hi"}, BO_GT)
               .Cases({"ge", "hs"}, BO_GE)
               .Default(-1);
  PtxType T = lastTypeOf(In);
  Value Holds, Fails;
  if (Op < 0 || T.IsFloat) {
    bool AreUniform = isUniform(In.Operands[1]) && isUniform(In.Operands[2]);
    Holds = unknown(PredicateType, AreUniform, "compared by inline assembly")
                .Number;
  } else {
    Holds = I.arithmetic(BinaryOperatorKind(Op), I.Context.BoolTy, typeFor(T),
                         read(In.Operands[1], T), read(In.Operands[2], T))
                .Number;
  }
  Fails = I.P.logicalNot(Holds);
  if (In.Operands.size() > 3) {
    Value With = read(In.Operands[3], PredicateType).Number;
    auto Combine = [&](const Value &V) {
      return In.has("or")    ? I.P.logicalOr(V, With)
             : In.has("xor") ? I.P.logicalNot(I.P.equal(V, With, {1, false}))
                             : I.P.logicalAnd(V, With);
    };
    Holds = Combine(Holds);
    Fails = Combine(Fails);
  }
  const PtxOperand &To = In.Operands[0];
  write(To.Kind == PtxOperand::Vector ? To.Parts[0] : To, Holds, PredicateType);
  if (To.Kind == PtxOperand::Vector)
    write(To.Parts[1], Fails, PredicateType);
}

bool Interpreter::Assembly::performInteger(const PtxInstruction &In) {
  StringRef Opcode = In.opcode();
  PtxType T = lastTypeOf(In);
  if (Opcode == "setp") {
    compare(In);
    return true;
  }
  if (In.Operands.size() < 2 || In.Operands[0].Kind == PtxOperand::Vector)
    return false;
  const PtxOperand &To = In.Operands[0];
  auto Source = [&](unsigned Number) { return read(In.Operands[Number], T); };
  if (Opcode == "mov" && In.Operands[1].Kind != PtxOperand::Vector) {
    write(To, Source(1), T);
    return true;
  }
  if (Opcode == "selp" && In.Operands.size() == 4) {
    Split Lanes =
        I.decideHere(I.P.truth(read(In.Operands[3], PredicateType).Number));
    write(To,
          !Lanes.False  ? Source(1)
          : !Lanes.True ? Source(2)
                        : I.joinSides(Lanes, Where, Source(1), Source(2)),
          T);
    return true;
  }
  if (Opcode == "cvta") {
    // Addresses are the same object's in every space.
    Scalar V = Source(1);
    if (!V.Address && !In.has("to") &&
        (In.has("shared") || In.has("shared::cta")))
      V = Scalar(new (I.P.storage())
                     Pointer(&I.Memory.window(""), {}, V.Number));
    write(To, V, T);
    return true;
  }
  if (Opcode == "cvt") {
    llvm::SmallVector<PtxType, 4> Types = typesOf(In);
    if (Types.size() != 2 || Types[0].IsFloat || Types[1].IsFloat ||
        In.has("sat"))
      return false;
    Scalar V = read(In.Operands[1], Types[1]);
    if (!V.Address)
      V = I.P.convert(V.Number, intTypeOf(Types[1]), intTypeOf(Types[0]));
    write(To, V, Types[0]);
    return true;
  }
  if (Opcode == "activemask" || Opcode == "elect")
    return false;
  if (T.IsFloat || In.has("sat"))
    return false;
  IntType IT = intTypeOf(T);
  std::optional<Scalar> Result = binary(In);
  if (Result && In.has("wide"))
    T.Bits *= 2;
  if (!Result)
    Result = bits(In);
  if (!Result && Opcode == "not")
    Result = T.Bits == 1 ? I.P.logicalNot(Source(1).Number)
                         : I.P.complement(Source(1).Number, IT);
  if (!Result && Opcode == "neg")
    Result = I.P.negate(Source(1).Number, IT);
  if (!Result && Opcode == "abs")
    Result = I.P.max(Source(1).Number, I.P.negate(Source(1).Number, IT), IT);
  if (!Result && (Opcode == "min" || Opcode == "max") &&
      In.Operands.size() == 3)
    Result = Opcode == "min" ? I.P.min(Source(1).Number, Source(2).Number, IT)
                             : I.P.max(Source(1).Number, Source(2).Number, IT);
  if (!Result)
    return false;
  write(To, *Result, T);
  return true;
}

//===--- The rest --------------------------------------------------------===//

namespace {
enum class Effect {
  Pure,   ///< the result depends on the operands alone
  Quiet,  ///< no effect on shared memory; the lanes' results may differ
  Shared, ///< the same result in all lanes
  Unseen, ///< not known here
};
} // namespace

static Effect effectOf(StringRef Opcode) {
  return StringSwitch<Effect>(Opcode)
      .Cases({"mov", "add", "addc", "sub", "subc", "mul", "mul24", "mad"},
             Effect::Pure)
      .Cases({"madc", "mad24", "sad", "div", "rem", "abs", "neg", "min"},
             Effect::Pure)
      .Cases({"max", "popc", "clz", "bfind", "fns", "brev", "bfe", "bfi"},
             Effect::Pure)
      .Cases(
          {"bmsk", "szext", "dp4a", "dp2a", "testp", "copysign", "fma", "rcp"},
          Effect::Pure)
      .Cases({"sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "set"},
             Effect::Pure)
      .Cases({"setp", "selp", "slct", "and", "or", "xor", "not", "cnot"},
             Effect::Pure)
      .Cases({"lop3", "shf", "shl", "shr", "prmt", "cvt", "cvta", "isspacep"},
             Effect::Pure)
      .Cases(
          {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad"},
          Effect::Pure)
      .Cases({"vset", "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2",
              "vset2"},
             Effect::Pure)
      .Cases(
          {"vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4"},
          Effect::Pure)
      .Cases({"vote", "redux", "activemask", "istypep", "getctarank",
              "createpolicy"},
             Effect::Shared)
      .Cases({"mma", "wmma", "movmatrix", "shfl", "match", "elect", "prefetch",
              "prefetchu"},
             Effect::Quiet)
      .Cases({"applypriority", "discard", "tex", "tld4", "txq", "suld", "sust",
              "sured"},
             Effect::Quiet)
      .Cases({"suq", "nanosleep", "pmevent", "brkpt", "ret", "bra", "brx",
              "multimem"},
             Effect::Quiet)
      .Cases({"griddepcontrol", "setmaxnreg", "clusterlaunchcontrol", "ldu",
              "stacksave", "stackrestore", "alloca"},
             Effect::Quiet)
      // What is recorded before it comes here.
      .Cases(
          {"ld", "st", "atom", "red", "ldmatrix", "stmatrix", "cp", "mbarrier"},
          Effect::Quiet)
      .Cases({"wgmma", "tcgen05"}, Effect::Quiet)
      .Default(Effect::Unseen);
}

/// Leaves results that are not known; tells of shared addresses that an
/// instruction gets of which nothing is known.
void Interpreter::Assembly::performOther(const PtxInstruction &In) {
  StringRef Opcode = In.opcode();
  Effect What = effectOf(Opcode);
  if (Opcode == "elect" && In.Operands.size() == 2 &&
      In.Operands[0].Kind == PtxOperand::Vector) {
    // One lane of those that run; which one does not matter for banks.
    Lanes Leads = {};
    unsigned Leader = unsigned(llvm::countr_zero(I.Active.Lanes));
    Leads[Leader] = 1;
    write(In.Operands[0].Parts[0], Value(int64_t(Leader)), {32, false, false});
    write(In.Operands[0].Parts[1], I.P.lanes(Leads), PredicateType);
    return;
  }
  if (Opcode == "activemask" && I.Active.How == Certainty::Exact &&
      !In.Operands.empty())
    return write(In.Operands[0], Value(int64_t(I.Active.Lanes)),
                 {32, false, false});
  bool IsUniform = What == Effect::Pure || What == Effect::Shared;
  if (What == Effect::Pure)
    for (const PtxOperand &O : llvm::drop_begin(In.Operands))
      IsUniform &= O.Kind == PtxOperand::Immediate || isUniform(O);
  // A broadcast of what all lanes share.
  if (Opcode == "shfl" && In.Operands.size() > 1)
    IsUniform = isUniform(In.Operands[1]);

  if (What == Effect::Unseen) {
    ++I.Recorded.Code.Fence;
    std::function<void(const PtxOperand &)> Give = [&](const PtxOperand &O) {
      for (const PtxOperand &Part : O.Parts)
        Give(Part);
      Slot *Held = find(O);
      if (!Held || !Held->IsSet || !Held->Held.Address)
        return;
      bool IsShared = Held->Held.Address->Base->Kind == Object::Shared;
      I.escape(Held->Held, siteOf(O));
      if (IsShared)
        record(
            AccessOperation::Load, RequestKind::Load,
            I.lost("inline assembly '" + In.text() + "' with a shared address"),
            4, false, O);
    };
    for (const PtxOperand &O : In.Operands)
      Give(O);
  }
  bool HasResult = !In.Operands.empty() && What != Effect::Unseen;
  if (In.Operands.empty())
    return;
  PtxType T = typesOf(In).empty() ? Word64 : typesOf(In).front();
  auto Forget = [&](const PtxOperand &O) {
    bool IsOurs = O.Kind == PtxOperand::Placeholder
                      ? O.Number < Statement->getNumOutputs()
                      : O.Kind == PtxOperand::Register;
    if (IsOurs)
      write(O,
            unknown(T, HasResult && IsUniform, "computed by inline assembly"),
            T);
  };
  const PtxOperand &To = In.Operands[0];
  if (To.Kind == PtxOperand::Vector)
    for (const PtxOperand &Part : To.Parts)
      Forget(Part);
  else
    Forget(To);
}

//===----------------------------------------------------------------------===//
// Special registers and the bits of addresses
//===----------------------------------------------------------------------===//

Scalar Interpreter::specialRegister(StringRef Name, SourceLocation Where) {
  auto Part = [&](StringRef Variable, char Component) -> Value {
    auto Found = Builtins.find(Variable);
    if (Found == Builtins.end())
      return P.symbol(Name, SymbolKind::Unknown, {0, INT64_MAX});
    return readCell(*Found->second, 4 * (Component - 'x'),
                    Context.UnsignedIntTy)
        .Number;
  };
  StringRef Base = Name;
  if (Base.size() > 2 && Base[Base.size() - 2] == '.') {
    char Component = Base.back();
    StringRef Variable = StringSwitch<StringRef>(Base.drop_back(2))
                             .Case("%tid", "threadIdx")
                             .Case("%ntid", "blockDim")
                             .Case("%ctaid", "blockIdx")
                             .Case("%nctaid", "gridDim")
                             .Default("");
    if (!Variable.empty() && Component >= 'x' && Component <= 'z')
      return Part(Variable, Component);
  }
  Lanes Lane;
  for (unsigned L = 0; L != WarpLanes; ++L)
    Lane[L] = L;
  if (Name == "%laneid")
    return P.lanes(Lane);
  if (Name.starts_with("%lanemask_")) {
    StringRef Which = Name.substr(10);
    for (unsigned L = 0; L != WarpLanes; ++L) {
      uint64_t Own = 1ull << L, Below = Own - 1, All = 0xffffffff;
      Lane[L] = int64_t(StringSwitch<uint64_t>(Which)
                            .Case("eq", Own)
                            .Case("lt", Below)
                            .Case("le", Below | Own)
                            .Case("gt", All & ~(Below | Own))
                            .Default(All & ~Below));
    }
    return P.lanes(Lane);
  }
  IntType T = {32, false};
  if (Name == "%warpid") {
    Value Thread = P.add(
        Part("threadIdx", 'x'),
        P.mul(Part("blockDim", 'x'),
              P.add(Part("threadIdx", 'y'),
                    P.mul(Part("blockDim", 'y'), Part("threadIdx", 'z'), T), T),
              T),
        T);
    return P.div(Thread, Value(WarpLanes), T);
  }
  return unknownOf(Context.UnsignedLongTy, true, Name, Where);
}

Scalar Interpreter::addressBits(BinaryOperatorKind Op, const Pointer *Address,
                                const Value &Bits) {
  // Arrays are placed from a multiple of 1,024 bytes on, so that the low bits
  // of an address are those of its offset.
  constexpr int64_t AlignmentBytes = 1024;
  Value Offset = flatten(Address)->WithinBytes;
  Address->Base->Array->Escapes = true;
  switch (Op) {
  case BO_Shr:
    return P.shr(Offset, Bits, Int64);
  case BO_Div:
    return P.div(Offset, Bits, Int64);
  case BO_Rem:
    return P.rem(Offset, Bits, Int64);
  case BO_And:
    if (Range Mask = P.range(Bits); Mask.Min >= 0 && Mask.Max < AlignmentBytes)
      return P.bitAnd(Offset, Bits, Int64);
    Offset = P.bitAnd(Offset, Bits, Int64);
    break;
  case BO_Or:
    Offset = P.bitOr(Offset, Bits, Int64);
    break;
  default:
    Offset = P.bitXor(Offset, Bits, Int64);
    break;
  }
  return Scalar(new (P.storage()) Pointer(&Memory.window(Address->Base->Name),
                                          {}, Offset, Address->IsGeneric));
}
