//===- Interpreter.h - Runs a kernel for the lanes of a warp ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the body of a kernel as the hardware would, all 32 lanes of a warp at
// once, and records every access to shared memory. Branches with known
// conditions split the lanes; the two sides of an unknown condition are walked
// one after the other and joined. Loops are iterated while their condition is
// known, and are otherwise walked once with a symbol for the number of rounds.
//
// Statements.cpp      branches, switch, return
// Loops.cpp           loops, round by round
// UnknownLoops.cpp    loops whose rounds cannot be counted
// Expressions.cpp     values
// Aggregates.cpp      values of class and array type
// Places.cpp          what lvalues name; loads and stores
// Calls.cpp           functions, constructors, lambdas, launches
// IntrinsicCalls.cpp  functions whose meaning is CUDA's
// MemoryCalls.cpp     atomics, matrix fragments, copies by groups
// InlineAssembly.cpp  asm statements, special registers
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_INTERPRETER_H
#define BANKLINT_INTERPRETER_INTERPRETER_H

#include "Cuda/Intrinsics.h"
#include "Interpreter/CommonCode.h"
#include "Interpreter/SharedMemory.h"
#include "Interpreter/SiteMap.h"
#include "Interpreter/Unrolling.h"
#include "Trace/Trace.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>

namespace banklint {

/// Three values or numbers, as `threadIdx` and `blockDim` have.
template <typename T> using Triple = std::array<T, 3>;

/// Where a walk begins.
struct WalkInput {
  Triple<Value> ThreadIndex;
  Triple<Value> BlockIndex;
  Triple<Value> BlockDim;
  Triple<Value> GridDim;
  LaneMask Active = AllLanes;
  /// What the launch passes for each parameter, where that is a known number.
  llvm::ArrayRef<std::optional<int64_t>> Arguments;
  /// One entry a warp of the group: what to put in for the warp-shift symbols.
  llvm::SmallVector<Assignment, 8> Warps;
};

/// A launch that host code makes, as the interpreter found it.
struct LaunchSite {
  const clang::CallExpr *Call = nullptr;
  /// Null where it is called through a pointer to one of several kernels.
  const clang::FunctionDecl *Kernel = nullptr;
  clang::QualType KernelType;
  Triple<Value> Grid, Block;
  /// By parameter; not numbers where they are not known.
  llvm::SmallVector<Value, 8> Arguments;
};

/// How a walk ended.
enum class WalkEnd {
  Complete,
  WarpsDisagree, ///< the warps of the group have to be walked apart
  OutOfBudget,
};

class Interpreter {
public:
  /// `Sites` and `Memory` are those of all walks of the kernel.
  Interpreter(clang::ASTContext &Context, Pool &P, SharedMemory &Memory,
              SiteMap &Sites);

  /// Runs the kernel's body for one group of warps; its accesses are appended
  /// to the records. Takes from `StepBudget` what it spends.
  WalkEnd walkKernel(const clang::FunctionDecl *Kernel, const WalkInput &Input,
                     uint64_t &StepBudget);
  /// From now on these expressions are worth more, by a symbol times their
  /// entry. The symbol is returned.
  const Atom *changeStrides(const StrideChange &Strides);
  /// Runs host code, to find what it launches.
  WalkEnd walkHost(const clang::FunctionDecl *Function);

  /// Moves what the walk recorded to `Into`.
  void takeRecords(Trace &Into);
  /// Where warps disagreed: by warp, which way it goes.
  llvm::ArrayRef<unsigned> ways() const { return Ways; }
  /// Of the changed expressions: those that were evaluated.
  const llvm::DenseSet<const clang::Expr *> &metStrides() const {
    return MetStrides;
  }
  llvm::ArrayRef<LaunchSite> launches() const { return Launches; }
  /// The kernel certainly stops with an error: it is not made for such blocks.
  bool isRefused() const { return IsRefused; }
  /// Statements that are not understood, with what they are.
  llvm::ArrayRef<std::pair<clang::SourceLocation, std::string>> gaps() const {
    return Gaps;
  }

private:
  //===--- State ----------------------------------------------------------===//

  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    llvm::SmallDenseMap<const clang::VarDecl *, Object *, 8> Locals;
    const Pointer *This = nullptr;
    /// Inside a lambda: the fields of its closure.
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
    clang::FieldDecl *CapturedThis = nullptr;
    const Pointer *Closure = nullptr;
    Object *Result = nullptr;
    /// Parameters that were loaded from shared memory, by their records.
    llvm::SmallDenseMap<const clang::ValueDecl *, size_t, 4> LoadedFor;
    /// How well it is known which lanes have returned.
    Certainty Returns = Certainty::Exact;
    clang::SourceLocation ReturnGuard;
    Frame *Caller = nullptr;
    const clang::Expr *Call = nullptr; ///< in the caller
    bool IsCalledInLoop = false;
    /// Of the first access to memory, unless that is in a loop.
    std::optional<unsigned> FirstLine;
    unsigned Depth = 0;
  };
  struct Loop {
    LaneMask Broken = 0;
    LaneMask Continued = 0;
    Loop *Outer = nullptr;
    /// What was written on a way that only leads out of the loop, and how well
    /// it is known whether that way was taken.
    std::vector<std::tuple<std::pair<Object *, int64_t>, Scalar, Certainty>>
        AtBreak;
  };
  /// The lanes that run, and how well that is known.
  struct Activity {
    LaneMask Lanes = AllLanes;
    Certainty How = Certainty::Exact;
    const Value *When = nullptr; ///< as of an access
    clang::SourceLocation Guard;
    /// In a loop that runs nobody knows how often.
    bool IsRepeated = false;
  };
  struct Change {
    Object *Where;
    int64_t OffsetBytes;
    std::optional<Scalar> Before;
  };
  using Cell = std::pair<Object *, int64_t>;
  /// In the order of writing.
  using CellTable = llvm::SmallMapVector<Cell, Scalar, 4>;

  //===--- Statements -----------------------------------------------------===//

  void run(const clang::Stmt *S);
  void declare(const clang::VarDecl *Variable);
  void runIf(const clang::IfStmt *S);
  void runSwitch(const clang::SwitchStmt *S);
  void runReturn(const clang::ReturnStmt *S);
  bool stopped() const { return !Active.Lanes || End != WalkEnd::Complete; }
  bool spend();

  /// Runs the two sides of a condition and joins what they did.
  void branch(const Split &Condition, clang::SourceLocation Where,
              llvm::function_ref<void()> Then, llvm::function_ref<void()> Else);
  /// What the cells that were written since then hold now.
  CellTable writtenSince(size_t Mark) const;
  void undo(size_t Mark);
  /// Joins what was written before the breaks out of a loop that has ended.
  void joinBreaks(const Loop &L, clang::SourceLocation Where);
  void joinCells(const Split &Condition, clang::SourceLocation Where,
                 size_t Mark, CellTable Then, LaneMask ThenLanes,
                 LaneMask ElseLanes);
  Split decideHere(const Value &Condition);
  const Value *alsoWhen(const Value *Before, const Value &Condition);
  Value choiceFor(const Split &Condition, clang::SourceLocation Where);
  Scalar choose(const Value &Choice, const Scalar &A, const Scalar &B);
  const Pointer *eitherLocal(const Value &Choice, const Pointer *X,
                             const Pointer *Y);
  Scalar selectLanes(LaneMask Mask, const Scalar &A, const Scalar &B);
  std::optional<Value> extremeOf(const Split &Condition, const Scalar &A,
                                 const Scalar &B);
  /// A for the lanes that took the true side, B for the others.
  Scalar joinSides(const Split &Condition, clang::SourceLocation Where,
                   const Scalar &A, const Scalar &B);

  //===--- What both arms of a branch do ----------------------------------===//

  /// What the text of the arms has in common.
  struct CommonSites {
    llvm::ArrayRef<BranchArms::SitePair> Loads, Stores;
  };
  CommonSites commonSitesOf(const clang::IfStmt *S);
  BranchArms::Beside besideHere();
  void recordArms(const clang::IfStmt *S, BranchArms Arms);

  //===--- Loops ----------------------------------------------------------===//

  struct LoopParts {
    const clang::Stmt *Statement = nullptr;
    const clang::Expr *Condition = nullptr;
    const clang::VarDecl *ConditionVariable = nullptr;
    const clang::Stmt *Body = nullptr;
    const clang::Expr *Increment = nullptr;
    const clang::VarDecl *Counter = nullptr; ///< declared by the loop
    bool TestsFirst = true;
  };
  void runFor(const clang::ForStmt *S);
  void runRangeFor(const clang::CXXForRangeStmt *S);
  void runLoop(const LoopParts &Parts);
  void doubtRepeats(size_t FirstRecord, size_t RestBegin);
  unsigned openPiece(const LoopParts &Parts, unsigned Run);
  class UnknownLoop;
  void runUnknownLoop(const LoopParts &Parts, std::optional<unsigned> Hint,
                      LaneMask &Left);
  Split testLoop(const LoopParts &Parts);
  void runRound(const LoopParts &Parts, Loop &L);

  //===--- Values ---------------------------------------------------------===//

  Scalar evaluate(const clang::Expr *E);
  Scalar evaluateAsWritten(const clang::Expr *E);
  Value number(const clang::Expr *E) { return evaluate(E).Number; }
  Scalar evaluateCast(const clang::CastExpr *E);
  /// `Assigned` gets the place that an increment wrote to.
  Scalar evaluateUnary(const clang::UnaryOperator *E,
                       const Pointer **Assigned = nullptr);
  /// Notes that an operation is done that may take a branch in machine code.
  void noteDetour(const clang::BinaryOperator *E);
  Scalar evaluateBinary(const clang::BinaryOperator *E);
  Scalar evaluateAssignment(const clang::BinaryOperator *E,
                            const Pointer **Assigned = nullptr);
  Scalar evaluateLogical(const clang::BinaryOperator *E);
  /// The place of the side that is taken, where it has one; what is there if
  /// it is `Loaded`, at that expression.
  Scalar evaluateConditional(const clang::Expr *Condition,
                             const clang::Expr *True, const clang::Expr *False,
                             const clang::Expr *Loaded = nullptr);
  Value evaluateTruth(const clang::Expr *E);
  Scalar arithmetic(clang::BinaryOperatorKind Op, clang::QualType Type,
                    clang::QualType OperandType, const Scalar &A,
                    const Scalar &B);
  Value floating(bool IsUniform, const Object *Origin = nullptr);
  std::optional<Scalar> constantOf(const clang::Expr *E);
  Scalar unknownOf(clang::QualType Type, bool IsUniform, llvm::StringRef What,
                   clang::SourceLocation Where, const Object *Origin = nullptr);
  Scalar convert(Scalar V, clang::QualType From, clang::QualType To,
                 clang::SourceLocation Where);
  /// Evaluates an operand only for what it does.
  void evaluateForEffect(const clang::Expr *E);
  /// Evaluates children of what is not understood; the result is unknown.
  Scalar evaluateNew(const clang::CXXNewExpr *E);
  Scalar evaluateUnsupported(const clang::Expr *E);
  /// Stores a value of class or array type.
  void evaluateInto(const clang::Expr *E, const Pointer *Target);
  /// Copies what is in one of two places.
  void copyEither(const clang::ConditionalOperator *E, const Pointer *Target);
  void initializeList(const clang::InitListExpr *E, const Pointer *Target);
  void makeInitializerList(const clang::CXXStdInitializerListExpr *E,
                           const Pointer *Target);
  void storeConstant(const clang::APValue &V, clang::QualType Type,
                     const Pointer *Target);

  //===--- Places ---------------------------------------------------------===//

  const Pointer *place(const clang::Expr *E);
  const Pointer *placeOfVariable(const clang::DeclRefExpr *E);
  const Pointer *placeOfMember(const clang::MemberExpr *E);
  const Pointer *dereference(const Scalar &Address, const clang::Expr *E);
  const Pointer *temporary(clang::QualType Type, llvm::StringRef Name);
  const Pointer *lost(llvm::StringRef Reason);
  const Pointer *foreign(Value OffsetBytes = {});
  const Pointer *step(const Pointer *P, Value Count, int64_t ElementBytes);
  const Pointer *stepBytes(const Pointer *P, int64_t Bytes);
  const Pointer *memberOf(const Pointer *P, const clang::FieldDecl *Field);
  int64_t unitOf(const clang::FieldDecl *BitField) const;
  std::pair<Pointer, Value> unitAt(const Pointer *At) const;
  const Pointer *storageOf(const Pointer *At);
  Scalar loadBits(const Pointer *At, clang::SourceLocation Where);
  void storeBits(const Pointer *At, const Scalar &V);
  const Pointer *baseOf(const Pointer *P, const clang::CastExpr *Cast);
  const Pointer *flatten(const Pointer *P);
  /// The object of a constant at namespace or class scope.
  Object *constantObject(const clang::VarDecl *Variable);

  Scalar load(const Pointer *P, clang::QualType Type, const clang::Expr *Site);
  void store(const Pointer *P, clang::QualType Type, const Scalar &V,
             const clang::Expr *Site);
  void copy(const Pointer *From, const Pointer *To, clang::QualType Type,
            const clang::Expr *ReadSite, const clang::Expr *WriteSite);
  void record(AccessOperation Operation, RequestKind Kind, const Pointer *P,
              unsigned Bytes, bool IsVolatile, const clang::Expr *Site,
              unsigned Matrices = 0);
  void recordRetriedAtomic(const Pointer *At, unsigned Bytes,
                           const clang::Expr *Site);
  std::optional<SharedMemory::Place> sharedPlace(const Pointer *At);
  void keepAddress(const Pointer *At, const Scalar &V);
  const Pointer *keptAddress(const Pointer *At, const clang::Expr *Site);
  void noteUse(const clang::Expr *Use);
  void noteFirstLines(const clang::Expr *Site);
  void locate(AccessRecord &New, const clang::Expr *Site);
  unsigned elementBytesOf(clang::QualType Type, unsigned PieceBytes,
                          bool &IsWidened) const;
  void recordRange(AccessOperation Operation, const Pointer *P,
                   clang::QualType Type, const clang::Expr *Site);
  Scalar readCell(Object &O, int64_t OffsetBytes, clang::QualType Type);
  void writeCell(Object &O, int64_t OffsetBytes, const Scalar &V);
  void setCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> V);
  Scalar loadLocal(const Pointer *P, clang::QualType Type,
                   clang::SourceLocation Where);
  void storeLocal(const Pointer *P, clang::QualType Type, const Scalar &V);
  void forgetLocal(Object &O, llvm::StringRef Why);
  void forgetCells(Object &O, llvm::StringRef Why);
  void escape(const Scalar &V, const clang::Expr *E);

  //===--- Calls ----------------------------------------------------------===//

  WalkEnd walkFrom(const clang::FunctionDecl *Function,
                   llvm::ArrayRef<std::optional<int64_t>> Arguments);
  Scalar evaluateCall(const clang::CallExpr *E, const Pointer *Target);
  Scalar callIntrinsic(const clang::CallExpr *E, Intrinsic What, bool &Handled);
  Scalar callAtomic(const clang::CallExpr *E, RequestKind Kind);
  Scalar callShuffle(const clang::CallExpr *E, Intrinsic What);
  Scalar evaluateRejected(const clang::Expr *E);
  int64_t pieceOfCopy(llvm::ArrayRef<const clang::Expr *> Arguments) const;
  Scalar copyByGroup(llvm::ArrayRef<const clang::Expr *> Arguments,
                     const clang::Expr *Site);
  void callFragment(const clang::CallExpr *E, bool IsLoad);
  bool callUnknown(const clang::CallExpr *E);
  void launchFromDevice(const clang::CUDAKernelCallExpr &Launch);
  Scalar enter(const clang::FunctionDecl *Function, const Pointer *This,
               llvm::ArrayRef<const clang::Expr *> Arguments,
               const Pointer *Target, const clang::Expr *Call);
  void bindParameters(Frame &Callee, const clang::FunctionDecl *Function,
                      llvm::ArrayRef<const clang::Expr *> Arguments);
  void construct(const clang::CXXConstructExpr *E, const Pointer *Target);
  void makeClosure(const clang::LambdaExpr *E, const Pointer *Target);
  void noteLaunch(const clang::CallExpr *Call, const clang::Expr *Callee,
                  const clang::Expr *Grid, const clang::Expr *Block);
  Triple<Value> readTriple(const clang::Expr *E);

  //===--- Inline assembly ------------------------------------------------===//

  class Assembly;
  void runAssembly(const clang::GCCAsmStmt *S);
  /// "%laneid", "%tid.x" and their kind, as PTX names them.
  Scalar specialRegister(llvm::StringRef Name, clang::SourceLocation Where);
  /// `Address & Bits` in shared memory, with & | ^ >> or %: an address, or a
  /// number where only low bits are left.
  Scalar addressBits(clang::BinaryOperatorKind Op, const Pointer *Address,
                     const Value &Bits);

  //===--- Helpers --------------------------------------------------------===//

  /// What is asked of a type at every step.
  struct TypeFacts {
    bool IsInteger = false;
    IntType Integer = {64, false};
    int64_t SizeBytes = 1;
  };
  const TypeFacts &factsOf(clang::QualType Type) const;
  /// In bytes; 1 for what has no size.
  int64_t sizeOf(clang::QualType Type) const { return factsOf(Type).SizeBytes; }
  int64_t alignmentOf(clang::QualType Type) const;
  bool isSized(clang::QualType Type) const;
  bool hasLayout(const clang::RecordDecl *Class) const;
  /// From the beginning of the class; 0 where it has no layout.
  uint64_t firstBitOf(const clang::FieldDecl *Field) const;
  /// In bytes from the beginning of the class; 0 where it has no layout.
  int64_t offsetOf(const clang::CXXRecordDecl *Class,
                   clang::QualType Base) const;
  IntType intType(clang::QualType Type) const { return factsOf(Type).Integer; }
  bool isInteger(clang::QualType Type) const { return factsOf(Type).IsInteger; }
  std::string at(clang::SourceLocation Where) const;
  llvm::StringRef why(const llvm::Twine &What, clang::SourceLocation Where);
  void prepareBuiltins(const WalkInput &Input);
  Object &makeObject(Object::ObjectKind Kind, llvm::StringRef Name,
                     clang::QualType Type);

  clang::ASTContext &Context;
  Pool &P;
  SharedMemory &Memory;
  SiteMap &Sites;
  std::pmr::monotonic_buffer_resource Objects;
  Object *Outside = nullptr; ///< all foreign memory
  mutable llvm::DenseMap<const clang::RecordDecl *, bool> HasLayout;
  mutable llvm::DenseMap<void *, TypeFacts> Types;
  llvm::StringMap<Object *> Builtins;
  llvm::DenseMap<const clang::VarDecl *, Object *> Constants;
  llvm::DenseMap<const clang::OpaqueValueExpr *, const clang::Expr *> Opaque;

  Frame *Top = nullptr;
  Loop *InnerLoop = nullptr;
  Activity Active;
  /// What `When` of accesses points to.
  llvm::SmallVector<const Value *, 8> Whens;
  Value UniformFloat; ///< made when first needed
  /// By what they were loaded from; null where they were computed.
  llvm::SmallDenseMap<const Object *, Value, 4> VaryingFloats;
  std::vector<Change> Journal;
  unsigned JournalUsers = 0;
  unsigned TrialDepth = 0; ///< above 0, accesses are not recorded
  /// Of the next access.
  unsigned Block = 0, Fence = 0, Exchange = 0, Path = 0, Piece = 0;
  unsigned Detour = 0;
  llvm::ArrayRef<unsigned> OuterPaths;
  unsigned LastPath = 0, LastRun = 0;
  std::vector<LoopPiece> Pieces = {{}};
  /// Blocks and pieces that turn out to be one, once a loop is known to be
  /// unrolled: the representative of each.
  UnionFind SameBlock, SamePiece;
  /// In LLVM instructions, of what was walked and stays after unrolling.
  uint64_t CodeSize = 0;
  SizeEstimator CodeSizes;
  /// Of the loops around; null where one has none.
  llvm::SmallVector<const clang::VarDecl *, 8> Counters;
  llvm::DenseMap<const clang::IfStmt *, CommonSites> Common;
  /// The ifs behind which more than two ways go on.
  llvm::DenseSet<const clang::IfStmt *> EndSides;
  std::optional<unsigned> UnrollHint; ///< of the next loop; 0 is "fully"
  llvm::SmallVector<Value, 4> ArrayInitIndex;
  const clang::Expr *Unused = nullptr; ///< a call whose result nobody reads
  llvm::ArrayRef<Assignment> Warps;
  bool IsHost = false;
  WalkEnd End = WalkEnd::Complete;
  llvm::SmallVector<unsigned, 32> Ways;
  bool IsRefused = false;
  uint64_t StepsLeft = 0;
  const StrideChange *Strides = nullptr;
  Value StrideUnits;
  llvm::DenseSet<const clang::Expr *> MetStrides;
  std::vector<AccessRecord> Records;
  std::vector<Region> Regions;
  std::vector<LaunchSite> Launches;
  std::vector<std::pair<clang::SourceLocation, std::string>> Gaps;
  llvm::StringMap<llvm::StringRef> Reasons;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_INTERPRETER_H
