//===- BlockMemory.cpp - The shared memory of a kernel's blocks -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/BlockMemory.h"
#include "Bank/Gpu.h"
#include "Candidates/DeclaredArray.h"
#include "Candidates/MeasuredAddresses.h"
#include "Cuda/KernelCalls.h"
#include "Layout/Residency.h"
#include "Layout/Search.h"
#include "Proof/HalfRead.h"
#include "Proof/WaitingLoops.h"
#include "Text/SourceMap.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Dynamic memory
//===----------------------------------------------------------------------===//

bool banklint::isPlain(const VarDecl *D) {
  return !isa<ParmVarDecl, VarTemplateSpecializationDecl>(D) &&
         !D->isStaticDataMember() &&
         (D->isLocalVarDecl() || D->isFileVarDecl());
}

LaunchBytes banklint::launchBytesOf(const CallExpr &Call,
                                    const SourceMap &Map) {
  const auto *Launch = llvm::dyn_cast<CUDAKernelCallExpr>(&Call);
  auto Configuration = Launch ? configurationOf(*Launch) : std::nullopt;
  if (!Configuration)
    return {};
  const Expr *Bytes = Configuration->SharedBytes;
  const auto *D = llvm::dyn_cast_or_null<VarDecl>(namedBy(Bytes));
  if (D && isPlain(D) && Map.valuesOf(D).size() == 1 && !Map.isChanged(D))
    return {Map.valuesOf(D)[0], D};
  return {Bytes, nullptr};
}

/// The most that an expression can be: it is a constant, or a variable or
/// parameter that gets constants alone. Nothing where that is not told.
static std::optional<int64_t> mostOf(const Expr *Bytes, const SourceMap &Map,
                                     const ASTContext &Context) {
  constexpr unsigned MostNames = 8; // from one function to the next
  std::optional<int64_t> Most;
  llvm::SmallSetVector<const Expr *, 4> Values;
  Values.insert(Bytes);
  for (size_t I = 0; I != Values.size(); ++I) { // the loop adds values
    const std::optional<int64_t> Known = constantValueOf(Values[I], Context);
    const auto *D = llvm::dyn_cast_or_null<VarDecl>(namedBy(Values[I]));
    if (Known) {
      Most = std::max(Most.value_or(*Known), *Known);
    } else if (!D || !(isPlain(D) || isa<ParmVarDecl>(D)) ||
               (D->isFileVarDecl() && D->isExternallyVisible()) ||
               Map.isChanged(D) || Map.valuesOf(D).empty() ||
               Values.size() > MostNames) {
      return std::nullopt;
    } else {
      Values.insert_range(Map.valuesOf(D));
    }
  }
  return Most;
}

const CallExpr *banklint::callGiven(const Expr *Kernel, const SourceMap &Map) {
  const Stmt *Part = Kernel;
  for (auto Parents = Map.parentsOf(Part); Parents.size() == 1;
       Parents = Map.parentsOf(Part)) {
    Part = Parents[0].Statement;
    if (const auto *Call = llvm::dyn_cast_or_null<CallExpr>(Part))
      return Call;
    if (!llvm::isa_and_nonnull<CastExpr, ParenExpr, UnaryOperator>(Part))
      return nullptr;
  }
  return nullptr;
}

llvm::StringRef banklint::calleeName(const CallExpr *Call) {
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const IdentifierInfo *Name = F ? F->getIdentifier() : nullptr;
  return Name ? Name->getName() : "";
}

const FieldDecl *banklint::configuredBytes(const CallExpr &Launch,
                                           const SourceMap &Map) {
  const auto *Address = Launch.getNumArgs()
                            ? llvm::dyn_cast<UnaryOperator>(
                                  Launch.getArg(0)->IgnoreParenImpCasts())
                            : nullptr;
  const auto *Config =
      Address && Address->getOpcode() == UO_AddrOf
          ? llvm::dyn_cast_or_null<VarDecl>(namedBy(Address->getSubExpr()))
          : nullptr;
  if (!Config || !isPlain(Config) ||
      llvm::any_of(Map.valuesOf(Config), [](const Expr *Value) {
        const auto *Made =
            llvm::dyn_cast<CXXConstructExpr>(Value->IgnoreImplicit());
        return !isa<InitListExpr>(Value->IgnoreImplicit()) &&
               !(Made && Made->getNumArgs() == 0);
      }))
    return nullptr;
  if (const RecordDecl *Class = classWithin(Config->getType()))
    for (const FieldDecl *Member : Class->fields())
      if (Member->getName() == "dynamicSmemBytes")
        return Map.isChanged(Member) ? nullptr : Member;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Kernels that variables hold
//===----------------------------------------------------------------------===//

/// Whether an expression names a kernel, as it stands there or cast.
static bool namesKernel(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Address = llvm::dyn_cast<UnaryOperator>(E))
    E = Address->getSubExpr()->IgnoreParenCasts();
  const ValueDecl *D = namedBy(E);
  return D && D->hasAttr<CUDAGlobalAttr>();
}

/// Whether a call launches a kernel that a variable or a parameter holds, or
/// sets what that may have.
static bool isLaunchByPointer(const CallExpr &Call) {
  const llvm::StringRef Name = calleeName(&Call);
  return isa<CUDAKernelCallExpr>(Call)
             ? !Call.getDirectCallee()
             : (Name.starts_with("cudaLaunchKernel") ||
                Name.starts_with("cudaFuncSet")) &&
                   llvm::none_of(Call.arguments(), namesKernel);
}

/// Whether a value may be the address of a kernel: by its type, or without one.
static bool mayBeKernel(const Expr *E) {
  const QualType Type = E->IgnoreParenCasts()->getType();
  const QualType Pointee =
      Type->isPointerType() ? Type->getPointeeType() : Type;
  const auto *Function = Pointee->getAs<FunctionProtoType>();
  return Function ? Function->getReturnType()->isVoidType()
                  : Type->isVoidPointerType();
}

/// Whether a call of code that is not seen, neither CUDA's nor a library's, is
/// given what may be the address of a kernel.
static bool mayTellOfKernel(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const bool IsSeen =
      isa<CUDAKernelCallExpr>(Call) ||
      (Callee && (Callee->hasBody() || Callee->getBuiltinID() ||
                  Callee->getASTContext().getSourceManager().isInSystemHeader(
                      Callee->getLocation())));
  return !IsSeen && llvm::any_of(Call.arguments(), mayBeKernel);
}

static void addCalls(const Stmt *S,
                     llvm::function_ref<bool(const CallExpr &)> Is,
                     llvm::SetVector<const CallExpr *> &To) {
  if (const auto *Call = llvm::dyn_cast<CallExpr>(S); Call && Is(*Call))
    To.insert(Call);
  for (const Stmt *Child : S->children())
    if (Child)
      addCalls(Child, Is, To);
}

/// The calls of a kind in all functions of the source.
static llvm::SetVector<const CallExpr *>
callsByPointer(const SourceMap &Map,
               llvm::function_ref<bool(const CallExpr &)> Is) {
  llvm::SetVector<const CallExpr *> Result;
  for (const FunctionDecl *Function : Map.bodies())
    addCalls(Function->getBody(), Is, Result);
  return Result;
}

/// Whether an attribute that is set may be the limit of dynamic memory.
static bool isLimit(const Expr *Attribute) {
  const ValueDecl *D = namedBy(Attribute->IgnoreParenCasts());
  return !D || !isa<EnumConstantDecl>(D) ||
         D->getName() == "cudaFuncAttributeMaxDynamicSharedMemorySize";
}

/// Notes what a call that is given a kernel asks for, or lets it have. False
/// where it may do anything with it.
static bool addGiven(const CallExpr *Call, const SourceMap &Map,
                     const ASTContext &Context, DynamicMemory &To) {
  const llvm::StringRef Name = calleeName(Call);
  auto Add = [&](const Expr *Bytes) {
    const std::optional<int64_t> Most = mostOf(Bytes, Map, Context);
    To.Sizes.insert(Most.value_or(0));
    To.HasOpenSize |= !Most;
  };
  if (Name.starts_with("cudaFuncSet")) {
    // Of the attribute, the value is what may be asked for; CUDA checks it.
    To.HasLimit = false;
    if (Name == "cudaFuncSetAttribute" && Call->getNumArgs() == 3 &&
        isLimit(Call->getArg(1)))
      Add(Call->getArg(2));
    return true;
  }
  To.IsKnown = false;
  if (Name == "cudaLaunchKernel" && Call->getNumArgs() > 4) {
    Add(Call->getArg(4));
  } else if (Name.starts_with("cudaLaunchKernelEx")) {
    const FieldDecl *Bytes = configuredBytes(*Call, Map);
    To.HasOpenSize |= !Bytes;
    if (Bytes)
      llvm::for_each(Map.valuesOf(Bytes), Add);
  } else if (isLaunchByPointer(*Call)) {
    const Expr *Bytes = launchBytesOf(*Call, Map).Size;
    To.HasOpenSize |= !Bytes;
    if (Bytes)
      Add(Bytes);
  } else {
    return Name.starts_with("cudaFuncGet") ||
           Name.starts_with("cudaOccupancy"); // queries, seen by themselves
  }
  return true;
}

llvm::Expected<llvm::SmallVector<const Expr *, 2>>
banklint::launchBytes(const FunctionDecl *Kernel, const SourceMap &Map) {
  llvm::SmallVector<const Expr *, 2> Result;
  const llvm::ArrayRef<const CallExpr *> Calls = Map.callsOf(Kernel);
  // A driver may launch it by its name.
  if (Kernel->isExternC() || Calls.empty())
    return obstacle(
        {ObstacleKind::HiddenLaunch, Kernel->getLocation(), Kernel});
  llvm::DenseSet<const Expr *> Callees;
  for (const CallExpr *Call : Calls) {
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
    const LaunchBytes Bytes = launchBytesOf(*Call, Map);
    if (!Bytes.Size)
      return obstacle(ObstacleKind::UnnamedSizeOfLaunch,
                      Call->getSourceRange());
    if (Bytes.Named && Map.referencesTo(Bytes.Named).size() != 1)
      return obstacle({ObstacleKind::SharedSizeOfLaunch,
                       Bytes.Named->getLocation(), Bytes.Named});
    Result.push_back(Bytes.Size);
  }
  // Its attributes are set, or its address is taken.
  for (const Expr *Named :
       Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl())))
    if (!Callees.contains(Named))
      return obstacle(
          {ObstacleKind::NamedKernel, Named->getSourceRange(), Kernel});
  return Result;
}

DynamicMemory banklint::dynamicMemoryOf(const FunctionDecl *Kernel,
                                        const SourceMap &Map,
                                        const ASTContext &Context) {
  DynamicMemory Result;
  llvm::DenseSet<const Expr *> Callees;
  const llvm::ArrayRef<const CallExpr *> Calls = Map.callsOf(Kernel);
  Result.IsKnown = !Calls.empty();
  for (const CallExpr *Call : Calls) {
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
    const Expr *Size = launchBytesOf(*Call, Map).Size;
    const std::optional<int64_t> Bytes =
        Size ? constantValueOf(Size, Context) : std::nullopt;
    Result.Sizes.insert(Bytes.value_or(0));
    Result.IsKnown &= Bytes.has_value();
    Result.HasOpenSize |= Size && !Bytes;
  }
  for (const Expr *Named :
       Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl()))) {
    const CallExpr *Given =
        Callees.contains(Named) ? nullptr : callGiven(Named, Map);
    if (Callees.contains(Named) ||
        (Given && addGiven(Given, Map, Context, Result)))
      continue;
    // A launch of what a variable holds may be of this kernel.
    Result.IsKnown = false;
    Result.IsGivenAway = true;
  }
  if (Result.IsGivenAway)
    for (const CallExpr *Launch : callsByPointer(Map, isLaunchByPointer))
      addGiven(Launch, Map, Context, Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// What counts on it
//===----------------------------------------------------------------------===//

/// Whether a text of PTX declares a shared variable: `.shared .b32 x[64];`. In
/// an instruction, another part of its name stands before the word.
static bool declaresShared(llvm::StringRef Ptx) {
  constexpr llvm::StringLiteral Word = ".shared";
  for (size_t At = Ptx.find(Word); At != llvm::StringRef::npos;
       At = Ptx.find(Word, At + 1))
    if (At == 0 || !(llvm::isAlnum(Ptx[At - 1]) || Ptx[At - 1] == ':'))
      return true;
  return false;
}

/// All lines of the user, and those that the kernels come to in libraries.
static llvm::SmallVector<const GCCAsmStmt *, 8>
assemblyOf(const DeclaredArray &Array, const SourceMap &Map) {
  llvm::SmallVector<const GCCAsmStmt *, 8> Result(Map.assembly());
  llvm::append_range(Result, Array.assembly());
  return Result;
}

static std::optional<SourceObstacle> sizeInRegister(const DeclaredArray &Array,
                                                    const SourceMap &Map) {
  const bool IsDynamic = llvm::any_of(Array.Uses, [](const ArrayInKernel &Use) {
    return !Use.Array->SizeBytes;
  });
  for (const GCCAsmStmt *S : assemblyOf(Array, Map)) {
    const std::string Text = S->getAsmString();
    for (llvm::StringRef Register :
         {"%dynamic_smem_size", "%total_smem_size", "%aggr_smem_size"})
      if (llvm::StringRef(Text).contains(Register) &&
          (IsDynamic || Register != "%dynamic_smem_size"))
        return SourceObstacle{ObstacleKind::SizeInRegister, S->getSourceRange(),
                              nullptr, Register};
  }
  return std::nullopt;
}

static std::optional<SourceObstacle>
memoryInAssembly(const DeclaredArray &Array, const SourceMap &Map) {
  for (const GCCAsmStmt *S : assemblyOf(Array, Map))
    if (declaresShared(S->getAsmString()))
      return SourceObstacle{ObstacleKind::MemoryInAssembly,
                            S->getSourceRange()};
  return std::nullopt;
}

/// The kernels that an expression names.
static void addKernels(const Stmt *S,
                       llvm::SmallVectorImpl<const FunctionDecl *> &To) {
  if (!S)
    return;
  const auto *Name = llvm::dyn_cast<DeclRefExpr>(S);
  const auto *F =
      Name ? llvm::dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
  if (F && F->hasAttr<CUDAGlobalAttr>())
    To.push_back(F->getCanonicalDecl());
  for (const Stmt *Child : S->children())
    addKernels(Child, To);
}

/// Whether of what a query fills only members are read that do not depend on
/// how much shared memory the kernel has.
static bool asksForOthers(const CallExpr &Query, const SourceMap &Map) {
  if (Query.getDirectCallee()->getName() != "cudaFuncGetAttributes" ||
      Query.getNumArgs() < 1)
    return false;
  auto FilledBy = [](const CallExpr &Call) -> const Expr * {
    const auto *Taken = Call.getNumArgs() == 0
                            ? nullptr
                            : llvm::dyn_cast<UnaryOperator>(
                                  Call.getArg(0)->IgnoreParenImpCasts());
    return Taken && Taken->getOpcode() == UO_AddrOf
               ? Taken->getSubExpr()->IgnoreParens()
               : nullptr;
  };
  const Expr *Filled = FilledBy(Query);
  const auto *D =
      Filled ? llvm::dyn_cast_or_null<VarDecl>(namedBy(Filled)) : nullptr;
  if (!D || !D->isLocalVarDecl())
    return false;
  return llvm::all_of(Map.referencesTo(D), [&](const Expr *Named) {
    if (Named == Filled)
      return true;
    return llvm::all_of(Map.parentsOf(Named), [](const SourceParent &Parent) {
      const auto *Read = llvm::dyn_cast_or_null<MemberExpr>(Parent.Statement);
      return Read && llvm::StringSwitch<bool>(Read->getMemberDecl()->getName())
                         .Cases({"numRegs", "maxThreadsPerBlock"}, true)
                         .Cases({"localSizeBytes", "constSizeBytes"}, true)
                         .Cases({"ptxVersion", "binaryVersion"}, true)
                         .Default(false);
    });
  });
}

/// A query that may be of one of the kernels, or a launch that counts on all
/// blocks at once, where they may become fewer.
static std::optional<SourceObstacle> memoryQuery(const DeclaredArray &Array,
                                                 bool MayLoseBlocks,
                                                 const SourceMap &Map) {
  // Whose launch an attribute belongs to, objects decide.
  if (MayLoseBlocks && !Map.cooperativeAttributes().empty()) {
    const auto [First, Name] = Map.cooperativeAttributes().front();
    return SourceObstacle{ObstacleKind::SizeOfKernel, First->getSourceRange(),
                          nullptr, Name};
  }
  for (const CallExpr *Query : Map.memoryQueries()) {
    if (asksForOthers(*Query, Map))
      continue;
    llvm::SmallVector<const FunctionDecl *, 2> Named;
    for (const Expr *Argument : Query->arguments())
      addKernels(Argument, Named);
    if (Named.empty() ||
        llvm::any_of(Array.Uses, [&](const ArrayInKernel &Use) {
          return llvm::is_contained(Named,
                                    walkOf(Use).Kernel->getCanonicalDecl());
        }))
      return SourceObstacle{ObstacleKind::SizeOfKernel, Query->getSourceRange(),
                            nullptr, Query->getDirectCallee()->getName()};
  }
  return std::nullopt;
}

/// The variable that an expression becomes a part of the value of.
static const VarDecl *variableWith(const Stmt *Part, const SourceMap &Map) {
  for (auto Parents = Map.parentsOf(Part); Parents.size() == 1;
       Parents = Map.parentsOf(Part)) {
    Part = Parents[0].Statement;
    if (!Part)
      return llvm::dyn_cast_or_null<VarDecl>(Parents[0].Declaration);
  }
  return nullptr;
}

/// Who else may be told of a kernel whose address goes elsewhere, and ask how
/// much memory it takes.
static std::optional<SourceObstacle> kernelElsewhere(const FunctionDecl &Kernel,
                                                     const SourceMap &Map) {
  for (const CallExpr *Call : callsByPointer(Map, mayTellOfKernel))
    return SourceObstacle{
        ObstacleKind::KernelElsewhere, Call->getSourceRange(),
        llvm::dyn_cast_or_null<NamedDecl>(Call->getCalleeDecl()), "a call"};
  for (const Expr *Named :
       Map.referencesTo(cast<ValueDecl>(Kernel.getCanonicalDecl())))
    if (const VarDecl *Holder = variableWith(Named, Map);
        Holder && Holder->hasGlobalStorage() && Holder->isExternallyVisible())
      return SourceObstacle{ObstacleKind::KernelElsewhere,
                            Named->getSourceRange(), Holder};
  return std::nullopt;
}

/// The least that some GPU lets a block have, of those that let it have this.
/// Source: the table of compute capabilities in the CUDA programming guide.
static int64_t limitOf(int64_t Bytes) {
  constexpr int64_t Kb = 1024;
  for (int64_t Limit :
       {MaxStaticBytes, 64 * Kb, 96 * Kb, 99 * Kb, 163 * Kb, 227 * Kb})
    if (Bytes <= Limit)
      return Limit;
  return Bytes;
}

/// Longer rows move the dynamic memory behind them: code that rounds its
/// address up may count on where it begins.
static std::optional<SourceObstacle> movedAddress(const DeclaredArray &Array,
                                                  const SourceMap &Map) {
  for (const VarDecl *Moved : Array.dynamicArrays())
    for (const Expr *Named : Map.referencesTo(Moved))
      if (isMeasured(Named, AddressUse::Number, Map))
        return SourceObstacle{ObstacleKind::AddressAsInteger,
                              Named->getSourceRange()};
  return std::nullopt;
}

bool banklint::hasKnownBlocks(const WalkedKernel &Walked,
                              const SourceMap &Map) {
  return !Walked.Shape.IsGuess && !Walked.Shape.HasOthers &&
         !Walked.Shape.IsPassed && !mayBeLaunchedUnread(Walked, Map);
}

/// What a block takes whose launch asks for so much dynamic memory.
static int64_t bytesAsked(const ArrayInKernel &Use, int64_t DynamicBytes) {
  ArrayInKernel With = Use;
  With.DynamicBytes = DynamicBytes;
  return bytesOfBlock(With);
}

/// What blocks of a kernel take, by what its launches ask for.
static llvm::SmallVector<int64_t, 4>
bytesOfLaunches(const ArrayInKernel &Use, const DynamicMemory &Dynamic) {
  llvm::SmallVector<int64_t, 4> Result;
  for (const int64_t Size : Dynamic.Sizes)
    Result.push_back(bytesAsked(Use, Size));
  if (Result.empty())
    Result.push_back(bytesAsked(Use, 0));
  return Result;
}

/// Whether fewer blocks of a kernel may be resident on an SM where each takes
/// more memory.
static bool mayLose(const ArrayInKernel &Use, int64_t ExtraBytes,
                    const DynamicMemory &Dynamic, const SourceMap &Map) {
  return !Dynamic.IsKnown || Map.setsCarveout() ||
         !hasKnownBlocks(walkOf(Use), Map) ||
         llvm::any_of(bytesOfLaunches(Use, Dynamic), [&](int64_t Bytes) {
           return mayLoseBlocks(Use, Bytes, ExtraBytes);
         });
}

/// What counts on as many blocks at once as there are now.
static std::optional<SourceObstacle>
blocksCountedOn(const DeclaredArray &Array, bool MayLoseBlocks,
                const SourceMap &Map, const ASTContext &Context) {
  if (auto Query = memoryQuery(Array, MayLoseBlocks, Map))
    return Query;
  const Stmt *Waiting =
      MayLoseBlocks ? waitingLoop(Array.functions(), Context) : nullptr;
  if (!Waiting)
    return std::nullopt;
  return SourceObstacle{ObstacleKind::WaitingBlocks, Waiting->getSourceRange()};
}

std::optional<SourceObstacle> banklint::memoryObstacle(
    const DeclaredArray &Array, const std::vector<ArrayInKernel> &Uses,
    const Layout &Longer, const SourceMap &Map, const ASTContext &Context) {
  if (auto Register = sizeInRegister(Array, Map))
    return Register;
  if (auto Assembly = memoryInAssembly(Array, Map))
    return Assembly;
  const GrowthOfBlocks Growth(Uses, Longer);
  const bool MayLoseBlocks = llvm::any_of(Uses, [&](const ArrayInKernel &Use) {
    return mayLose(Use, Growth.of(Use),
                   dynamicMemoryOf(walkOf(Use).Kernel, Map, Context), Map);
  });
  if (auto Counted = blocksCountedOn(Array, MayLoseBlocks, Map, Context))
    return Counted;
  if (const Expr *Unseen = Array.unseenCall())
    return SourceObstacle{ObstacleKind::UnseenCall, Unseen->getSourceRange()};
  if (llvm::any_of(Uses, [](const ArrayInKernel &Use) {
        return Use.Array->SizeBytes != 0;
      }))
    if (auto Moved = movedAddress(Array, Map))
      return Moved;
  for (const ArrayInKernel &Use : Uses) {
    const FunctionDecl *Kernel = walkOf(Use).Kernel;
    const DynamicMemory Dynamic = dynamicMemoryOf(Kernel, Map, Context);
    // What no code names, a launch may ask for all the same: to keep other
    // blocks away.
    if (Use.Array->SizeBytes &&
        (Dynamic.HasOpenSize ||
         (!Dynamic.IsKnown && !Array.dynamicArrays().empty())))
      return SourceObstacle{ObstacleKind::UnknownDynamicSize,
                            Kernel->getLocation()};
    if (auto Elsewhere =
            Dynamic.IsGivenAway ? kernelElsewhere(*Kernel, Map) : std::nullopt)
      return Elsewhere;
    // A swizzle of dynamic memory may round its size up.
    if (llvm::any_of(bytesOfLaunches(Use, Dynamic), [&](int64_t Bytes) {
          const auto Now =
              int64_t(llvm::alignTo(uint64_t(Bytes), AllocationBytes));
          return Now + Growth.of(Use) > limitOf(Now);
        }))
      return SourceObstacle{ObstacleKind::ShortMemory, Kernel->getLocation()};
  }
  return std::nullopt;
}

bool banklint::countsOnBlocks(const DeclaredArray &Array, const SourceMap &Map,
                              const ASTContext &Context) {
  return blocksCountedOn(Array, /*MayLoseBlocks=*/true, Map, Context)
      .has_value();
}

int64_t banklint::roomOf(const ArrayInKernel &Use, bool KeepsBlocks,
                         const SourceMap &Map, const ASTContext &Context) {
  const DynamicMemory Dynamic =
      dynamicMemoryOf(walkOf(Use).Kernel, Map, Context);
  int64_t Room = INT64_MAX;
  for (const int64_t Bytes : bytesOfLaunches(Use, Dynamic))
    Room = std::min(Room, limitOf(Bytes) - Bytes);
  if (!KeepsBlocks)
    return Room;
  int64_t Steps = 0, TooMany = Room / AllocationBytes + 1;
  while (Steps + 1 < TooMany) {
    const int64_t Middle = (Steps + TooMany) / 2;
    (mayLose(Use, Middle * AllocationBytes, Dynamic, Map) ? TooMany : Steps) =
        Middle;
  }
  return Steps * AllocationBytes;
}

RoundedMemory banklint::roundedMemory(const DeclaredArray &Array,
                                      int64_t MultipleBytes,
                                      const SourceMap &Map,
                                      const ASTContext &Context) {
  RoundedMemory Result;
  Result.Obstacle = sizeInRegister(Array, Map);
  const bool IsSeen =
      !memoryInAssembly(Array, Map) && Array.unseenCall() == nullptr;
  bool IsSame = true, MayLoseBlocks = !IsSeen;
  for (const ArrayInKernel &Use : Array.Uses) {
    if (IsSeen && MultipleBytes <= AllocationBytes &&
        Use.Walked->Arrays->staticBytes() % MultipleBytes == 0)
      continue;
    IsSame = false;
    const DynamicMemory Dynamic =
        dynamicMemoryOf(walkOf(Use).Kernel, Map, Context);
    int64_t MostExtra = 0;
    Result.MayNotFit |= !IsSeen || !Dynamic.IsKnown;
    for (const int64_t Size : Dynamic.Sizes) {
      const int64_t Now = bytesAsked(Use, Size);
      const int64_t Then = bytesAsked(
          Use, int64_t(llvm::alignTo(uint64_t(Size), uint64_t(MultipleBytes))));
      MostExtra = std::max(MostExtra, Then - Now);
      Result.MayNotFit |= Then > limitOf(Now);
    }
    MayLoseBlocks |= mayLose(Use, MostExtra, Dynamic, Map);
  }
  if (!IsSame && !Result.Obstacle)
    Result.Obstacle = blocksCountedOn(Array, MayLoseBlocks, Map, Context);
  return Result;
}
