//===- Instrument.cpp - Reports each access of device code ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin of Clang that changes a module of device code, compiled for the host
// without optimisation, in four ways:
//
// - Each load, store, copy and atomic operation whose address may lie in shared
//   memory is preceded by a call of `oracle_access`.
// - Each access comes with its *context*: a hash of the calls that led to it
// and
//   of the iterations of the loops around it. Lanes of a warp that come to one
//   access in one context are one request, whatever they did in between. That
//   is how hardware reconverges, and no order of the threads has to be kept.
// - Code of headers has no place of its own: what it accesses counts where the
//   source calls it.
// - For each function that may be a kernel there is another one that takes its
//   arguments as the CUDA runtime does: an array of pointers. So is there for
//   host functions that launch kernels, which is all that changes in host code.
//
// Shared variables are those with the annotation `oracle_shared`, and declared
// arrays without a size. Functions with the annotation `oracle_quiet` report
// what they access themselves. Names and places stand in tables that the
// runtime looks up by name.
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// What `oracle_access` is told; Oracle.h has the same numbers.
enum class AccessKind : unsigned { Load, Store, Atomic };

/// Added to a kind: the access of a bit-field, whose width is up to the target.
static constexpr unsigned OfBits = 16;
/// Added to a kind: the copy of an object, perhaps without its padding.
static constexpr unsigned OfCopy = 32;
/// Added to the kind of an access of whose address less is known than its width
/// asks for: one more than the logarithm of the alignment, from this bit on.
static constexpr unsigned AlignBit = 6;

/// Around shared variables; `Runtime.cpp` has the same number.
static constexpr uint64_t MarginBytes = 4096;

static unsigned alignFlags(MaybeAlign Known) {
  return (Log2(Known.valueOrOne()) + 1) << AlignBit;
}

namespace {
struct Accessed {
  Value *Address = nullptr;
  Value *Bytes = nullptr;
  AccessKind Kind = AccessKind::Load;
  unsigned Flags = 0;
};
} // namespace

namespace {
class ModuleInstrumenter {
public:
  explicit ModuleInstrumenter(Module &M)
      : M(M), Int32(Type::getInt32Ty(M.getContext())),
        Int64(Type::getInt64Ty(M.getContext())),
        Pointer(PointerType::get(M.getContext(), 0)) {
    Access =
        M.getOrInsertFunction("oracle_access", Type::getVoidTy(M.getContext()),
                              Pointer, Int64, Int32, Int32, Int64);
    CallSite = M.getOrInsertGlobal("oracle_call_site", Int32);
    CallContext = M.getOrInsertGlobal("oracle_call_context", Int64);
  }

  void run();
  void runOnHost();

private:
  friend class FunctionInstrumenter;

  void describeSharedVariables();
  void addEntry(Function &Kernel);
  unsigned siteOf(const Instruction &I);
  void addText(StringRef Name, StringRef Text);
  Constant *textConstant(StringRef Text);

  Module &M;
  Type *Int32, *Int64;
  PointerType *Pointer;
  FunctionCallee Access;
  Constant *CallSite, *CallContext;
  unsigned Sites = 0;
  std::string SiteText;
};

/// Instruments one function.
class FunctionInstrumenter {
public:
  FunctionInstrumenter(ModuleInstrumenter &Of, Function &F) : Of(Of), F(F) {}
  void run();

private:
  void countIterations(LoopInfo &Loops, IRBuilder<> &Entry);
  void report(IRBuilder<> &Before, const Accessed &What, Value *Context,
              Value *Site);
  void instrument(Instruction &I, LoopInfo &Loops);
  Value *contextAt(IRBuilder<> &Before, const Instruction &I, LoopInfo &Loops);

  ModuleInstrumenter &Of;
  Function &F;
  bool IsOfHeader = false;
  Value *Base = nullptr;     ///< the context of the call
  Value *BaseSite = nullptr; ///< of a header's function: where it is called
  unsigned Steps = 0;        ///< tells instructions of headers apart
  DenseMap<const Loop *, AllocaInst *> Counters;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Headers of the toolkit's place, and our own.
static bool isHeader(const DIScope *Scope) {
  if (!Scope)
    return false;
  // What a path has in common with the working directory stands apart.
  SmallString<128> File(Scope->getDirectory());
  sys::path::append(File, Scope->getFilename());
  return File.str().contains("/share/banklint/cuda/") ||
         File.str().contains("/oracle/include/");
}

unsigned ModuleInstrumenter::siteOf(const Instruction &I) {
  const DebugLoc &At = I.getDebugLoc();
  raw_string_ostream OS(SiteText);
  OS << Sites << ' ' << (At ? At.getLine() : 0) << ' ' << (At ? At.getCol() : 0)
     << ' ' << (At ? At->getFilename() : "") << '\n';
  return Sites++;
}

Constant *ModuleInstrumenter::textConstant(StringRef Text) {
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  return new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, Data);
}

void ModuleInstrumenter::addText(StringRef Name, StringRef Text) {
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                     GlobalValue::ExternalLinkage, Data, Name);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A number that is another one for another step, whatever came before.
static Value *mix(IRBuilder<> &B, Value *Context, Value *Step) {
  Value *Sum = B.CreateXor(
      Context, B.CreateAdd(Step, B.getInt64(0x9e3779b97f4a7c15ull)));
  Value *Product = B.CreateMul(Sum, B.getInt64(0xff51afd7ed558ccdull));
  return B.CreateXor(Product, B.CreateLShr(Product, 29));
}

/// Sets a counter in front of the loop, and counts at its end. Where such a
/// block also leads elsewhere, nobody looks at the counter there.
void FunctionInstrumenter::countIterations(LoopInfo &Loops,
                                           IRBuilder<> &Entry) {
  for (Loop *L : Loops.getLoopsInPreorder()) {
    AllocaInst *Counter = Entry.CreateAlloca(Of.Int64);
    Entry.CreateStore(Entry.getInt64(0), Counter);
    Counters[L] = Counter;
    for (BasicBlock *Before : predecessors(L->getHeader())) {
      IRBuilder<> B(Before->getTerminator());
      Value *Next = B.getInt64(0);
      if (L->contains(Before))
        Next = B.CreateAdd(B.CreateLoad(Of.Int64, Counter), B.getInt64(1));
      B.CreateStore(Next, Counter);
    }
  }
}

Value *FunctionInstrumenter::contextAt(IRBuilder<> &Before,
                                       const Instruction &I, LoopInfo &Loops) {
  Value *Context = Base;
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L;
       L = L->getParentLoop())
    Context =
        mix(Before, Context, Before.CreateLoad(Of.Int64, Counters.lookup(L)));
  if (IsOfHeader)
    Context = mix(Before, Context, Before.getInt64(++Steps));
  return Context;
}

void FunctionInstrumenter::report(IRBuilder<> &Before, const Accessed &What,
                                  Value *Context, Value *Site) {
  unsigned Kind = unsigned(What.Kind) + What.Flags;
  Before.CreateCall(Of.Access, {What.Address,
                                Before.CreateZExtOrTrunc(What.Bytes, Of.Int64),
                                Before.getInt32(Kind), Site, Context});
}

/// A local variable of the thread.
static bool isLocal(const Value *Address) {
  return isa<AllocaInst>(Address->stripInBoundsOffsets());
}

/// The store that keeps some bits of what it overwrites: `(old & mask) | bits`.
static bool keepsBits(const StoreInst &S) {
  auto *Or = dyn_cast<BinaryOperator>(S.getValueOperand());
  auto *And = Or && Or->getOpcode() == Instruction::Or
                  ? dyn_cast<BinaryOperator>(Or->getOperand(0))
                  : nullptr;
  auto *Old = And && And->getOpcode() == Instruction::And
                  ? dyn_cast<LoadInst>(And->getOperand(0))
                  : nullptr;
  return Old && Old->getPointerOperand() == S.getPointerOperand();
}

/// Whether all that is done with what was loaded is what bit-fields take.
static bool isOfBits(const LoadInst &L) {
  return !L.use_empty() && L.getType()->isIntegerTy() &&
         all_of(L.users(), [](const User *Each) {
           auto *By = dyn_cast<BinaryOperator>(Each);
           return By && isa<ConstantInt>(By->getOperand(1)) &&
                  (By->isShift() || By->getOpcode() == Instruction::And);
         });
}

/// What a call of C's library accesses.
static void addLibraryCall(Instruction &I, SmallVectorImpl<Accessed> &Result) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Call->arg_size() != 3)
    return;
  StringRef Name = Callee->getName();
  Value *Bytes = Call->getArgOperand(2);
  if (Name == "memcpy" || Name == "memmove")
    Result.push_back({Call->getArgOperand(1), Bytes, AccessKind::Load,
                      alignFlags(Call->getParamAlign(1))});
  if (Name == "memcpy" || Name == "memmove" || Name == "memset")
    Result.push_back({Call->getArgOperand(0), Bytes, AccessKind::Store,
                      alignFlags(Call->getParamAlign(0))});
}

static SmallVector<Accessed, 2> accessesOf(Instruction &I) {
  const DataLayout &Layout = I.getModule()->getDataLayout();
  auto BytesOf = [&](Type *T) -> Value * {
    return ConstantInt::get(Type::getInt64Ty(I.getContext()),
                            Layout.getTypeStoreSize(T));
  };
  auto FlagsOf = [&](Align Known, Type *T) {
    return Known.value() < Layout.getTypeStoreSize(T) ? alignFlags(Known) : 0;
  };
  SmallVector<Accessed, 2> Result;
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    Result.push_back(
        {L->getPointerOperand(), BytesOf(L->getType()), AccessKind::Load,
         isOfBits(*L) ? OfBits : FlagsOf(L->getAlign(), L->getType())});
  } else if (auto *S = dyn_cast<StoreInst>(&I)) {
    Result.push_back(
        {S->getPointerOperand(), BytesOf(S->getValueOperand()->getType()),
         AccessKind::Store,
         keepsBits(*S)
             ? OfBits
             : FlagsOf(S->getAlign(), S->getValueOperand()->getType())});
  } else if (auto *A = dyn_cast<AtomicRMWInst>(&I)) {
    Result.push_back(
        {A->getPointerOperand(), BytesOf(A->getType()), AccessKind::Atomic});
  } else if (auto *C = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Result.push_back({C->getPointerOperand(),
                      BytesOf(C->getCompareOperand()->getType()),
                      AccessKind::Atomic});
  } else if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    Result.push_back({Copy->getRawSource(), Copy->getLength(), AccessKind::Load,
                      OfCopy | alignFlags(Copy->getSourceAlign())});
    Result.push_back({Copy->getRawDest(), Copy->getLength(), AccessKind::Store,
                      OfCopy | alignFlags(Copy->getDestAlign())});
  } else if (auto *Set = dyn_cast<MemSetInst>(&I)) {
    Result.push_back({Set->getRawDest(), Set->getLength(), AccessKind::Store});
  }
  addLibraryCall(I, Result);
  llvm::erase_if(Result,
                 [](const Accessed &Each) { return isLocal(Each.Address); });
  return Result;
}

void FunctionInstrumenter::instrument(Instruction &I, LoopInfo &Loops) {
  auto *Call = dyn_cast<CallBase>(&I);
  bool IsCall = Call && !isa<IntrinsicInst>(Call) && !Call->isInlineAsm();
  SmallVector<Accessed, 2> Accesses = accessesOf(I);
  if (!IsCall && Accesses.empty())
    return;
  IRBuilder<> Before(&I);
  Value *Context = contextAt(Before, I, Loops);
  Value *Site = IsOfHeader ? BaseSite : Before.getInt32(Of.siteOf(I));
  for (const Accessed &Each : Accesses)
    report(Before, Each, Context, Site);
  if (!IsCall)
    return;
  Before.CreateStore(Site, Of.CallSite);
  Before.CreateStore(mix(Before, Context, Before.CreateZExt(Site, Of.Int64)),
                     Of.CallContext);
}

void FunctionInstrumenter::run() {
  IsOfHeader = isHeader(F.getSubprogram());
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<Instruction *, 64> Instructions;
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      Instructions.push_back(&I);
  // A switch that is the terminator must stay behind what is inserted.
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Base = Entry.CreateLoad(Of.Int64, Of.CallContext);
  if (IsOfHeader)
    BaseSite = Entry.CreateLoad(Of.Int32, Of.CallSite);
  countIterations(Loops, Entry);
  for (Instruction *I : Instructions)
    instrument(*I, Loops);
}

//===----------------------------------------------------------------------===//
// Shared variables
//===----------------------------------------------------------------------===//

static StringRef nameOf(const GlobalVariable &Variable) {
  SmallVector<DIGlobalVariableExpression *, 1> Descriptions;
  Variable.getDebugInfo(Descriptions);
  return Descriptions.empty() ? Variable.getName()
                              : Descriptions[0]->getVariable()->getName();
}

/// What the source annotated with this.
static SmallVector<GlobalObject *, 8> annotated(const Module &M,
                                                StringRef With) {
  SmallVector<GlobalObject *, 8> Result;
  const GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations");
  if (!List)
    return Result;
  for (const Use &Row :
       cast<ConstantArray>(List->getInitializer())->operands()) {
    auto *Fields = cast<ConstantStruct>(Row);
    auto *Text = dyn_cast<GlobalVariable>(Fields->getOperand(1));
    auto *Data = dyn_cast<ConstantDataArray>(Text->getInitializer());
    if (Data && Data->isCString() && Data->getAsCString() == With)
      if (auto *Object = dyn_cast<GlobalObject>(Fields->getOperand(0)))
        Result.push_back(Object);
  }
  return Result;
}

/// An array that the launch sizes: device code has no others without a size.
static bool isDynamic(const GlobalVariable &Variable) {
  auto *Array = dyn_cast<ArrayType>(Variable.getValueType());
  return Variable.isDeclaration() && Array && Array->getNumElements() == 0;
}

/// The same variable with a margin on both sides: an index that is out of range
/// must not hit what happens to lie beside it.
static Constant *withMargins(GlobalVariable &Variable) {
  Type *Margin =
      ArrayType::get(Type::getInt8Ty(Variable.getContext()), MarginBytes);
  auto *Whole = StructType::get(Margin, Variable.getValueType(), Margin);
  auto *Replacement = new GlobalVariable(
      *Variable.getParent(), Whole, /*isConstant=*/false,
      GlobalValue::InternalLinkage, Constant::getNullValue(Whole),
      Variable.getName() + ".shared");
  Replacement->setAlignment(Align(MarginBytes));
  Type *Index = Type::getInt32Ty(Variable.getContext());
  Constant *Place = ConstantExpr::getInBoundsGetElementPtr(
      Whole, Replacement,
      ArrayRef<Constant *>{ConstantInt::get(Index, 0),
                           ConstantInt::get(Index, 1)});
  Variable.replaceAllUsesWith(Place);
  return Place;
}

/// Arrays that the launch sizes are all one; the others are listed, with a null
/// at the end.
void ModuleInstrumenter::describeSharedVariables() {
  SmallVector<GlobalVariable *, 8> Dynamic;
  for (GlobalVariable &Variable : M.globals())
    if (isDynamic(Variable))
      Dynamic.push_back(&Variable);
  Type *Bytes = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  for (GlobalVariable *Variable : Dynamic)
    Variable->replaceAllUsesWith(
        M.getOrInsertGlobal("oracle_dynamic_shared", Bytes));
  auto *Row = StructType::get(Pointer, Int64, Pointer);
  SmallVector<Constant *, 8> Rows;
  SmallVector<GlobalObject *, 8> Static = annotated(M, "oracle_shared");
  if (GlobalVariable *List = M.getNamedGlobal("llvm.global.annotations"))
    List->eraseFromParent();
  for (GlobalObject *Object : Static) {
    auto *Variable = cast<GlobalVariable>(Object);
    uint64_t Bytes =
        M.getDataLayout().getTypeAllocSize(Variable->getValueType());
    Constant *Name = textConstant(nameOf(*Variable));
    Rows.push_back(ConstantStruct::get(
        Row, {withMargins(*Variable), ConstantInt::get(Int64, Bytes), Name}));
  }
  Rows.push_back(Constant::getNullValue(Row));
  auto *Table = ArrayType::get(Row, Rows.size());
  new GlobalVariable(M, Table, /*isConstant=*/false,
                     GlobalValue::ExternalLinkage,
                     ConstantArray::get(Table, Rows), "oracle_arrays");
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static const DIType *withoutNames(const DIType *T) {
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_template_alias:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      T = Derived->getBaseType();
      continue;
    default:
      return T;
    }
  }
  return T;
}

/// "i4", "u8", "b1", "f4", "pf4" for a pointer to the last, or "o24" for what
/// nobody can make up.
static std::string describe(const DIType *T) {
  std::string Bytes = std::to_string(T->getSizeInBits() / 8);
  if (const auto *Derived = dyn_cast<DIDerivedType>(T)) {
    if (Derived->getTag() != dwarf::DW_TAG_pointer_type)
      return "o" + Bytes;
    const DIType *To = withoutNames(Derived->getBaseType());
    return "p" + (To ? describe(To) : "o1");
  }
  if (const auto *Basic = dyn_cast<DIBasicType>(T)) {
    switch (Basic->getEncoding()) {
    case dwarf::DW_ATE_float:
      return "f" + Bytes;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
      return "u" + Bytes;
    case dwarf::DW_ATE_boolean:
      return "b1";
    default:
      return "i" + Bytes;
    }
  }
  if (T->getTag() == dwarf::DW_TAG_enumeration_type)
    return "i" + Bytes;
  return "o" + Bytes;
}

/// A class without data; a base class may have some.
static bool isEmpty(const DICompositeType &Class) {
  return Class.getSizeInBits() <= 8 &&
         none_of(Class.getElements(), [](const DINode *Element) {
           auto *Member = dyn_cast<DIDerivedType>(Element);
           return Member && Member->getTag() == dwarf::DW_TAG_member &&
                  !Member->isStaticMember();
         });
}

/// The name of an enumerator's value, as a source writes it; the first is what
/// debug information has in its place: "(Kind)1".
static std::pair<std::string, std::string>
enumeratorOf(const DICompositeType &Enum, int64_t Value) {
  std::string Scope;
  for (const DIScope *In = Enum.getScope(); In && !isa<DIFile>(In);
       In = In->getScope())
    Scope = (In->getName().empty() ? "(anonymous namespace)"
                                   : In->getName().str()) +
            "::" + Scope;
  std::string Whole = Scope + Enum.getName().str();
  for (const DINode *Element : Enum.getElements()) {
    auto *Each = dyn_cast<DIEnumerator>(Element);
    if (Each && Each->getValue().getSExtValue() == Value)
      return {"(" + Whole + ")" + std::to_string(Value),
              (Enum.getFlags() & DINode::FlagEnumClass ? Whole + "::" : Scope) +
                  Each->getName().str()};
  }
  return {};
}

/// With enumerators for arguments of the template, where they have names.
static std::string nameOf(const DISubprogram &Function) {
  std::string Name = Function.getName().str();
  for (const DITemplateParameter *Each : Function.getTemplateParams()) {
    const auto *Parameter = dyn_cast<DITemplateValueParameter>(Each);
    const DIType *T = Parameter ? withoutNames(Parameter->getType()) : nullptr;
    const auto *Enum = dyn_cast_or_null<DICompositeType>(T);
    const auto *Value =
        Parameter
            ? mdconst::dyn_extract_or_null<ConstantInt>(Parameter->getValue())
            : nullptr;
    if (!Enum || !Value || Enum->getTag() != dwarf::DW_TAG_enumeration_type)
      continue;
    auto [Cast, Enumerator] = enumeratorOf(*Enum, Value->getSExtValue());
    size_t At = Cast.empty() ? std::string::npos : Name.find(Cast);
    if (At != std::string::npos)
      Name.replace(At, Cast.size(), Enumerator);
  }
  return Name;
}

/// How the arguments of a kernel are passed follows from the parameters that
/// Clang gave it: one that is in memory, or one or two registers.
void ModuleInstrumenter::addEntry(Function &Kernel) {
  const DISubprogram *Described = Kernel.getSubprogram();
  if (!Described || !Described->getType() || Kernel.isVarArg())
    return;
  DITypeRefArray Types = Described->getType()->getTypeArray();
  const DataLayout &Layout = M.getDataLayout();
  auto *Type = FunctionType::get(Type::getVoidTy(M.getContext()), {Pointer},
                                 /*isVarArg=*/false);
  auto *Entry = Function::Create(Type, GlobalValue::ExternalLinkage,
                                 "oracle_entry_" + Kernel.getName(), M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Entry));
  SmallVector<Value *, 8> Arguments;
  std::string Signature;
  unsigned Next = 0;
  bool IsUnderstood = true;
  for (unsigned I = 1; I < Types.size() && IsUnderstood; ++I) {
    const DIType *T = withoutNames(Types[I]);
    if (!T) {
      IsUnderstood = false; // no type is "..."
      break;
    }
    Signature += (I == 1 ? "" : " ") + describe(T);
    Value *Where = B.CreateLoad(
        Pointer, B.CreateConstGEP1_64(Pointer, Entry->getArg(0), I - 1));
    const auto *Composite = dyn_cast<DICompositeType>(T);
    bool IsReference = T->getFlags() & DINode::FlagTypePassByReference;
    if (Composite && isEmpty(*Composite))
      continue; // it takes no register
    uint64_t Bytes = T->getSizeInBits() / 8;
    for (uint64_t Passed = 0; Passed < Bytes;) {
      if (Next == Kernel.arg_size()) {
        IsUnderstood = false;
        break;
      }
      Argument *Parameter = Kernel.getArg(Next++);
      if (Parameter->hasByValAttr() || (Composite && IsReference)) {
        Arguments.push_back(Where);
        break;
      }
      Value *Part = B.CreateConstGEP1_64(B.getInt8Ty(), Where, Passed);
      llvm::Type *PartType = Parameter->getType();
      if (PartType->isIntegerTy(1))
        Arguments.push_back(
            B.CreateTrunc(B.CreateLoad(B.getInt8Ty(), Part), PartType));
      else
        Arguments.push_back(B.CreateLoad(PartType, Part));
      Passed += std::max<uint64_t>(Layout.getTypeStoreSize(PartType),
                                   Bytes > 8 ? 8 : 1);
    }
  }
  if (!IsUnderstood || Next != Kernel.arg_size()) {
    Entry->eraseFromParent();
    return;
  }
  CallInst *Call = B.CreateCall(&Kernel, Arguments);
  Call->setAttributes(
      AttributeList::get(M.getContext(), AttributeSet(), AttributeSet(), [&] {
        SmallVector<AttributeSet, 8> OfParameters;
        for (unsigned I = 0; I != Kernel.arg_size(); ++I)
          OfParameters.push_back(Kernel.getAttributes().getParamAttrs(I));
        return OfParameters;
      }()));
  B.CreateRetVoid();
  addText(("oracle_signature_" + Kernel.getName()).str(), Signature);
  addText(("oracle_name_" + Kernel.getName()).str(), nameOf(*Described));
}

/// Host code that launches kernels itself.
static bool isLauncher(const Function &F) {
  const Function *Push =
      F.getParent()->getFunction("__cudaPushCallConfiguration");
  return Push && F.getName() != "main" && !F.hasStructRetAttr() &&
         any_of(Push->users(), [&](const User *Each) {
           auto *Call = dyn_cast<CallBase>(Each);
           return Call && Call->getFunction() == &F;
         });
}

/// Kernels have names that the host can see, and return nothing.
static bool mayBeKernel(const Function &F) {
  return F.getReturnType()->isVoidTy() &&
         (F.hasExternalLinkage() || F.hasWeakODRLinkage()) &&
         !isHeader(F.getSubprogram());
}

void ModuleInstrumenter::runOnHost() {
  SmallVector<Function *, 16> Launchers;
  for (Function &F : M)
    if (isLauncher(F))
      Launchers.push_back(&F);
  std::string Names;
  for (Function *F : Launchers)
    Names += (F->getName() + "\n").str();
  for (Function *F : Launchers)
    addEntry(*F);
  addText("oracle_launchers", Names);
}

void ModuleInstrumenter::run() {
  SmallVector<GlobalObject *, 8> Quiet = annotated(M, "oracle_quiet");
  describeSharedVariables();
  // Constant for device code; the host writes it.
  for (GlobalVariable &Variable : M.globals())
    if (Variable.isExternallyInitialized())
      Variable.setConstant(false);
  SmallVector<Function *, 16> Defined;
  for (Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  for (Function *F : Defined)
    if (!is_contained(Quiet, F))
      FunctionInstrumenter(*this, *F).run();
  for (Function *F : Defined)
    if (mayBeKernel(*F))
      addEntry(*F);
  addText("oracle_sites", SiteText);
}

//===----------------------------------------------------------------------===//
// The plugin
//===----------------------------------------------------------------------===//

namespace {
struct InstrumentPass : PassInfoMixin<InstrumentPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    // Clang registers kernels in host code.
    if (M.getFunction("__cuda_module_ctor"))
      ModuleInstrumenter(M).runOnHost();
    else
      ModuleInstrumenter(M).run();
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "banklint-oracle", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(InstrumentPass());
                });
          }};
}
