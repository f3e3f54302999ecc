//===- Interpreter.h - Runs a kernel for the lanes of a warp ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the body of a kernel as the hardware would, all 32 lanes of a warp at
// once, and records every access to shared memory. Branches with known
// conditions split the lanes; the two arms of an unknown condition are walked
// one after the other and joined. Loops are iterated while their condition is
// known, and are otherwise walked once with a symbol for the number of
// iterations.
//
// State        what a walk has at a point: machine, journal, recorder, sites
// Expressions  values, places, conversions; what code does beside them
// Statements   statements, the arms of branches, jumps, where objects end
// Calls        functions, constructors, lambdas; code that is not seen
// Loops        loops by iterations, and those that cannot be counted
// Intrinsics   functions and registers whose meaning is CUDA's
// Assembly     asm statements
// Host         launches, and what host code uses of the standard library
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_INTERPRETER_H
#define BANKLINT_WALK_INTERPRETER_H

#include "Bank/BankModel.h"
#include "Calls/CallResults.h"
#include "Cuda/Fragments.h"
#include "Cuda/Intrinsics.h"
#include "Nvcc/Source/InstCombine.h"
#include "Nvcc/Source/JumpThreading.h"
#include "Nvcc/Source/SCCP.h"
#include "Nvcc/Source/SimplifyCFG.h"
#include "Nvcc/Source/Sink.h"
#include "Nvcc/Source/UnrolledLoop.h"
#include "Nvcc/Source/ValueTracking.h"
#include "State/CodeFacts.h"
#include "State/Recorder.h"
#include "Walk/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace banklint {

/// Carries out statements and expressions on the state that `Machine` keeps.
class Interpreter : private Machine {
public:
  /// `Sites` and `Memory` are those of all walks of the kernel.
  Interpreter(clang::ASTContext &Context, Pool &P, SharedMemory &Memory,
              SiteMap &Sites);

  /// See Walk.h. With `Strides` the expressions in it are worth more, by
  /// `StrideUnits` times their entry.
  KernelWalk walkKernel(const clang::FunctionDecl *Kernel,
                        const WalkInput &Input, const StrideChange *Strides,
                        uint64_t &StepBudget, Trace &Into);
  HostWalk walkHost(const clang::FunctionDecl *Function,
                    const HostInput &Input);

private:
  //===--- Statements -----------------------------------------------------===//

  void run(const clang::Stmt *S);
  void declare(const clang::VarDecl *Variable);
  void makeVariable(const clang::VarDecl *Variable, bool IsInitialized = true);
  void runIf(const clang::IfStmt *S);
  class SwitchWalk;
  void runSwitch(const clang::SwitchStmt *S);
  void runReturn(const clang::ReturnStmt *S);
  /// Notes which statements of a function stand between a jump and its label.
  void noteGotos(const clang::Stmt *Body);
  void runBlock(const clang::CompoundStmt *Block);
  /// Runs code of which it is not known which lanes run it, in which order and
  /// how often.
  /// Code that others may jump into: it calls its argument where they arrive.
  using UnclearCode = llvm::function_ref<void(llvm::function_ref<void()>)>;
  void runUnclear(clang::SourceLocation Where, UnclearCode Code);
  void runTry(const clang::CXXTryStmt *S);
  /// What code may have written of which nobody knows which lanes ran it.
  void forgetWritten(const Contents &Written, const Reason &Why);
  void leaveStatement(const clang::Stmt *S);
  bool stopped() const { return !Active.Lanes || End != WalkEnd::Complete; }
  bool spend();
  /// The kernel ends with an error, if it is certain that lanes come here.
  void refuse() {
    IsRefused |= !TrialDepth && Active.Confidence == Certainty::Exact &&
                 Active.Lanes != 0;
  }

  class BranchWalk;
  /// Runs the two arms of a condition and joins what they did.
  void branch(const Split &Condition, clang::SourceLocation Where,
              llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
              unsigned FirstArm);
  void branch(const Split &Condition, clang::SourceLocation Where,
              llvm::function_ref<void()> Then,
              llvm::function_ref<void()> Else) {
    branch(Condition, Where, Then, Else, Recorded.newArms());
  }
  void noteCompared(const clang::Expr *Condition) {
    if (!IsHost)
      Conditions.Compared.note(Condition, compileTime());
  }
  /// On the host, where `Condition` holds or does not.
  void tell(Value Condition, bool Holds);
  /// The arm of a branch that begins lies behind these, too: in `if (a && b)`
  /// that on which `b` was evaluated.
  void comeThrough(llvm::ArrayRef<unsigned> Arms);
  /// All of the walk's state that a trial changes.
  struct Checkpoint {
    Journal::Position Changes;
    Recorder::Mark Recorded;
    size_t Gaps, Launches;
    Certainty Returns;
    clang::SourceLocation ReturnGuard;
    size_t Exits; ///< of the function
    LaneMask Returned;
    Activity Active;
    bool IsRefused;
    SameGuards Guards;
    size_t Variables, Temporaries;
  };
  Checkpoint checkpoint(const Journal::Mark &From) const;
  void rollBack(const Checkpoint &To);
  /// While this lives, the walk leaves no traces, launches or verdicts: all
  /// that it does will be taken back.
  class Trial {
  public:
    explicit Trial(Interpreter &I) : I(I), Silent(I.Recorded) {
      ++I.TrialDepth;
    }
    ~Trial() { --I.TrialDepth; }
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;

  private:
    Interpreter &I;
    Recorder::Pause Silent;
  };
  Split decideHere(const Value &Condition);

  //===--- Where objects end ----------------------------------------------===//

  /// An object whose destructor is to run.
  struct LivingObject {
    clang::QualType Type;
    const Pointer *At;
    const clang::Expr *Made;
    Activity Then;              ///< when it was made
    unsigned UndecidedBranches; ///< of the function, around that
    bool IsReturned;            ///< a return leaves it to the caller
  };
  using LivingObjects = llvm::SmallVector<LivingObject, 4>;
  class Scope;          ///< see Lifetimes.h
  class FullExpression; ///< see Lifetimes.h
  void noteObject(LivingObjects &Among, clang::QualType Type, const Pointer *At,
                  const clang::Expr *Made, bool IsReturned = false);
  void noteTemporary(const clang::MaterializeTemporaryExpr *E,
                     const Pointer *At);
  const Pointer *placeOfBound(const clang::CXXBindTemporaryExpr *E);
  void endObject(const LivingObject &Object, const Activity &Behind);
  void endObjects(const Scope &Left);
  void runScoped(const clang::Stmt *S);
  /// Runs the destructors of an object and its parts. `IsWhole`: it is no base
  /// of another.
  void destroy(clang::QualType Type, const Pointer *At, const clang::Expr *Made,
               bool IsWhole = true);
  void runDestructor(const clang::CXXDestructorDecl *Destructor,
                     const Pointer *At, const clang::Expr *Made);
  void destroyElements(const clang::ConstantArrayType *Array, const Pointer *At,
                       const clang::Expr *Made);
  Scalar evaluateDelete(const clang::CXXDeleteExpr *E);
  LivingObjects Variables; ///< and what lives as long; until a scope ends
  Scope *InnerScope = nullptr;
  LivingObjects Temporaries; ///< until a full expression ends

  //===--- Branches in machine code ---------------------------------------===//

  RunningCode codeOf(const Frame &F) const {
    return {&F, F.Function, Active.Lanes};
  }

  //===--- Loops ----------------------------------------------------------===//

  void runHead(llvm::ArrayRef<const clang::Stmt *> Head);
  void runFor(const clang::ForStmt *S);
  void runRangeFor(const clang::CXXForRangeStmt *S);
  void runLoop(const LoopParts &Parts);
  class KnownLoop;
  class UnknownLoop;
  void runUnknownLoop(const LoopParts &Parts, std::optional<unsigned> Hint,
                      LaneMask &Left);
  /// `Tested`, which may be null, gets the condition.
  Split testLoop(const LoopParts &Parts, Value *Tested = nullptr);
  LoopTests *ComparedInTest = nullptr; ///< null outside of such a test
  void runIteration(const LoopParts &Parts, Loop &L);
  /// What a loop counts by: its increment, or a step in its body. Null where
  /// it has neither.
  const clang::Expr *stepOf(const LoopParts &Parts);
  /// Whether code with a condition that goes one way is no branch: it is
  /// decided when compiling. Of the host, nobody asks for its machine code.
  bool leavesNoBranch(const Split &Lanes, const clang::Expr *Condition) const {
    return Lanes.isOneWay() && (IsHost || compileTime().isDecided(Condition));
  }

  //===--- Values ---------------------------------------------------------===//

  template <typename Impl, typename Result> friend class ExpressionVisitor;
  class ValueVisitor;
  class PlaceVisitor;
  class InitVisitor;
  /// What an expression is worth in all lanes.
  Scalar evaluate(const clang::Expr *E);
  /// The expression that an opaque value stands for; null if there is none.
  const clang::Expr *sourceOf(const clang::OpaqueValueExpr *E) const;
  Value number(const clang::Expr *E) { return evaluate(E).Number; }
  Scalar evaluateCast(const clang::CastExpr *E);
  Scalar evaluateLoad(const clang::CastExpr *E);
  Scalar evaluateNumberCast(const clang::CastExpr *E);
  /// A floating-point number of which all parts are known.
  struct KnownFloat {
    double Number;
    bool IsExact;    ///< no machine has another one
    bool IsOfLaunch; ///< no constant in machine code
    bool isFarFromNext() const;
  };
  std::optional<KnownFloat> knownFloat(const clang::Expr *E);
  std::optional<KnownFloat> knownCall(const clang::CallExpr *E);
  /// The integer that a floating-point number is converted to.
  std::optional<Value> knownInteger(const clang::Expr *OfFloat,
                                    clang::QualType Type);
  Scalar evaluateFloatingToBoolean(const clang::CastExpr *E);
  Scalar evaluateMemberPointerToBoolean(const clang::CastExpr *E);
  Scalar evaluateAddressAsNumber(const clang::CastExpr *E);
  Scalar evaluateClassPointerCast(const clang::CastExpr *E);
  /// `Assigned` gets the place that an increment wrote to.
  Scalar evaluateUnary(const clang::UnaryOperator *E,
                       const Pointer **Assigned = nullptr);
  /// Notes that an operation is done that may take a branch in machine code.
  void noteSlowPath(const clang::BinaryOperator *E);
  /// Of a constant, in all lanes.
  std::optional<int64_t> constantNumber(const clang::Expr *E) {
    const std::optional<Scalar> Known = constantOf(E);
    return Known && Known->Number.isNumber()
               ? std::optional(Known->Number.constant().same())
               : std::nullopt;
  }
  Scalar evaluateBinary(const clang::BinaryOperator *E);
  Scalar evaluateAssignment(const clang::BinaryOperator *E,
                            const Pointer **Assigned = nullptr);
  Scalar evaluateLogical(const clang::BinaryOperator *E);
  /// The place of the arm that is taken, where it has one; what is there if
  /// it is `Loaded`, at that expression.
  Scalar evaluateConditional(const clang::Expr *Condition,
                             const clang::Expr *True, const clang::Expr *False,
                             const clang::Expr *Loaded = nullptr);
  Value evaluateTruth(const clang::Expr *E);
  Scalar arithmetic(clang::BinaryOperatorKind Op, clang::QualType Type,
                    clang::QualType OperandType, const Scalar &A,
                    const Scalar &B);
  int64_t pointeeBytes(clang::QualType Pointer) const;
  Scalar movePointer(clang::BinaryOperatorKind Op, clang::QualType Type,
                     const Scalar &A, const Scalar &B);
  Scalar addressArithmetic(clang::BinaryOperatorKind Op, clang::QualType Type,
                           clang::QualType OperandType, const Scalar &A,
                           const Scalar &B);
  Scalar integerArithmetic(clang::BinaryOperatorKind Op, IntType Type,
                           IntType OperandType, const Value &X, const Value &Y);
  std::optional<Scalar> constantOf(const clang::Expr *E);
  Scalar convert(Scalar V, clang::QualType From, clang::QualType To,
                 clang::SourceLocation Where);
  /// Evaluates an operand only for what it does.
  void evaluateForEffect(const clang::Expr *E);
  /// Evaluates children of what is not understood; the result is unknown.
  Scalar evaluateNew(const clang::CXXNewExpr *E);
  Scalar evaluateUnsupported(const clang::Expr *E);
  void passToUnsupported(const clang::Expr *Operand, const Reason &What);
  /// Why the value of an expression is not known that is not interpreted.
  Reason unsupported(const clang::Expr *E);
  Reason unsupportedAt(const clang::Expr *E) {
    return why(unsupported(E), E->getBeginLoc());
  }
  /// What no lane is there to look at, once all have left.
  Scalar nobody() { return P.varying(ReasonKind::NeverSet); }
  const Pointer *thisObject(const clang::Expr *E);
  Scalar bindReference(clang::QualType Type, const clang::Expr *Init);
  Scalar memberPointer(const clang::DeclRefExpr *E);
  const Pointer *placeOfPointedMember(const clang::BinaryOperator *E);
  Scalar evaluateMemberPointerCast(const clang::CastExpr *E);
  /// Stores a value of class or array type.
  void evaluateInto(const clang::Expr *E, const Pointer *Target);
  struct ElementCounts {
    uint64_t Walked, All;
  };
  /// The elements of an array behind those that were walked, as many as a limit
  /// allows. `MakeAccesses`: each makes some that are missing then.
  void leaveElements(const Pointer *Array, clang::QualType Element,
                     ElementCounts Elements, bool MakeAccesses,
                     const clang::Expr *E);
  /// Copies what is in one of two places.
  void copyEither(const clang::ConditionalOperator *E, const Pointer *Target);
  void leaveUnsupported(const clang::Expr *E, const Pointer *Target);
  void initializeList(const clang::InitListExpr *E, const Pointer *Target);
  struct PartInits {
    clang::QualType Type;
    llvm::ArrayRef<const clang::Expr *> Each;
    const clang::Expr *Filler; ///< of an array; null for zeros
    const clang::FieldDecl *OfUnion;
  };
  void initializeParts(const clang::Expr *E, const PartInits &Inits,
                       const Pointer *Target);
  void initializeElements(const clang::Expr *E, const PartInits &Inits,
                          clang::QualType ElementType, uint64_t Size,
                          const Pointer *Target);
  void setToZero(const Pointer *Target, clang::QualType Type,
                 const clang::Expr *E);
  void initializePart(const clang::Expr *Init, clang::QualType Type,
                      const Pointer *At, const clang::Expr *E);
  void makeInitializerList(const clang::CXXStdInitializerListExpr *E,
                           const Pointer *Target);
  void storeConstant(const clang::APValue &V, clang::QualType Type,
                     const Pointer *Target);

  //===--- Places ---------------------------------------------------------===//

  const Pointer *place(const clang::Expr *E);
  const Pointer *placeOfTemporary(const clang::Expr *Init,
                                  clang::QualType Type);
  const Pointer *placeOfVariable(const clang::DeclRefExpr *E);
  const Pointer *placeOfMember(const clang::MemberExpr *E);
  const Pointer *dereference(const Scalar &Address, const clang::Expr *E);
  Object &objectOf(const clang::TemplateParamObjectDecl &Parameter);
  /// The object of a constant at namespace or class scope.
  Object *constantObject(const clang::VarDecl *Variable);

  Scalar load(const Pointer *P, clang::QualType Type, const clang::Expr *Site);
  bool isLoadAlone(const clang::Expr *E, size_t Record);
  void store(const Pointer *P, clang::QualType Type, const Scalar &V,
             const clang::Expr *Site);
  void copy(const Pointer *From, const Pointer *To, clang::QualType Type,
            const clang::Expr *ReadSite, const clang::Expr *WriteSite);
  std::optional<std::vector<TypeLayouts::Part>>
  scalarsToStore(const Pointer *From, clang::QualType Type) const;
  /// Null where nothing is recorded.
  AccessRecord *record(AccessOperation Operation, RequestKind Kind,
                       const Pointer *At, unsigned Bytes, bool IsVolatile,
                       const clang::Expr *Site, unsigned Matrices = 0) {
    return Recorded.record(Operation, Kind, At, Bytes, IsVolatile, Site,
                           Matrices);
  }
  /// All active lanes name one word, so that what they do with it may be
  /// combined.
  bool isOneWord(const Pointer &At);
  AccessRecord *recordRetriedAtomic(const Pointer *At, unsigned Bytes,
                                    const clang::Expr *Site);
  std::optional<SharedMemory::Place> sharedPlace(const Pointer *At);
  void keepAddress(const Pointer *At, const Scalar &V);
  const Pointer *keptAddress(const Pointer *At, const clang::Expr *Site);
  void noteUse(const clang::Expr *Use);
  void escape(const Scalar &V, const clang::Expr *E);

  //===--- Calls ----------------------------------------------------------===//

  WalkEnd walkFrom(const clang::FunctionDecl *Function,
                   llvm::ArrayRef<std::optional<int64_t>> Arguments,
                   const PassedNumbers *Passed = nullptr);
  void setPassed(Object &O, llvm::ArrayRef<std::optional<int64_t>> Numbers);
  llvm::SmallVector<Value, 3> passedBy(const clang::Expr *Argument,
                                       clang::QualType Type);
  void noteCall(const clang::CallExpr *Call, const clang::FunctionDecl *Callee,
                llvm::ArrayRef<const clang::Expr *> Arguments);
  Scalar evaluateCall(const clang::CallExpr *E, const Pointer *Target);
  void noteUnknownCallee(const clang::CallExpr *E);
  const clang::FunctionDecl *overriderOf(const clang::CallExpr *E,
                                         const clang::CXXMethodDecl *Method,
                                         const Pointer *This);
  std::optional<Scalar> foldedBuiltin(const clang::CallExpr *E);
  /// Whether a function is walked where it is called: of the system's headers,
  /// host code enters what launches may go through.
  bool isEntered(const clang::FunctionDecl &Defined) const;
  /// Memory that host code allocates, or gives back; nothing where the callee
  /// does neither.
  std::optional<Scalar> callAllocator(const clang::CallExpr *E,
                                      const clang::FunctionDecl &Callee);
  /// What goes from node to node in the trees of `std::map`.
  std::optional<Scalar> callTree(const clang::CallExpr *E,
                                 const clang::FunctionDecl &Callee);
  class TreeCursor;
  /// How texts are hashed and when tables grow in `std::unordered_map`.
  std::optional<Scalar> callTable(const clang::CallExpr *E,
                                  const clang::FunctionDecl &Callee,
                                  const Pointer *Target);
  /// Texts of host code, and the numbers that are read from them.
  llvm::StringMap<Object *> TextObjects;
  llvm::DenseMap<const Object *, std::string> Texts;
  const Pointer *hostText(llvm::StringRef Text);
  const Pointer *placeOfLiteral(const clang::StringLiteral *E);
  std::optional<std::string> textAt(const Pointer *At);
  std::optional<std::string> textOfString(const Pointer *String);
  std::optional<std::string> textOf(const clang::Expr *E);
  void setString(const Pointer *String, llvm::StringRef Text);
  bool constructString(const clang::CXXConstructExpr *E, const Pointer *Target);
  std::optional<Scalar> readText(const clang::CallExpr *E,
                                 const clang::FunctionDecl &Callee);
  std::optional<Scalar>
  callString(const clang::CallExpr *E, const clang::FunctionDecl &Callee,
             const Pointer *This,
             llvm::ArrayRef<const clang::Expr *> Arguments);
  class IntrinsicCall;
  class GroupCopy;
  /// What loads or stores a matrix fragment.
  struct FragmentInstruction {
    AccessOperation Operation;
    RequestKind Kind;
    unsigned Matrices; ///< of an ldmatrix or stmatrix, 0 for others
  };
  static FragmentInstruction instructionOf(const FragmentAccess &Access,
                                           bool IsLoad);
  /// Where its requests go.
  llvm::SmallVector<const Pointer *, 16>
  fragmentRequests(const Pointer *Address, const FragmentAccess &Access,
                   FragmentLayout Layout, const Value &LeadingDimension,
                   int64_t ElementBytes);
  /// See IntrinsicCall::run.
  std::optional<Scalar> callIntrinsic(const clang::CallExpr *E, Intrinsic What);
  /// An expression of which Clang could not make sense.
  Scalar evaluateRejected(const clang::Expr *E);
  /// A statement that Clang rejects, or a part of one.
  Scalar evaluateLost(const clang::RecoveryExpr *E);
  const Pointer *variableOfLost(const clang::VarDecl &Variable);
  void makeRejected(const clang::VarDecl &Variable);
  void recordRejected(const clang::VarDecl &Variable, const clang::Expr *Site);
  /// An atomic by which an object of CUDA's library keeps count, and of which
  /// nobody has measured how often it is made.
  void recordCount(const clang::CXXRecordDecl &Class, const clang::Expr *Site);
  void evaluateLaunch(const clang::CUDAKernelCallExpr *E);
  const Pointer *
  objectOfCall(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
               llvm::SmallVectorImpl<const clang::Expr *> &Arguments);
  void assignObject(const clang::CallExpr *E, const clang::Expr *Source,
                    const Pointer *This);
  Scalar resultOfUnknown(const clang::CallExpr *E,
                         const clang::FunctionDecl *Callee, const Pointer *This,
                         const Pointer *Target);
  bool isRunning(const clang::FunctionDecl *Function) const;
  /// What a parameter of a function that runs was given, or the object of a
  /// class that a member function runs for; null where its call does not say.
  const clang::Expr *givenFor(const clang::Decl &Asked) const;
  /// What is known here when compiling, in the functions that run.
  CompileTime
  compileTime(llvm::ArrayRef<const clang::VarDecl *> NotConstant = {}) const;
  void bindCaptures(Frame &Callee, const clang::CXXMethodDecl *Method,
                    const Pointer *Closure, const clang::Expr *Call);
  void runInitializer(const clang::CXXCtorInitializer *Init,
                      const clang::CXXRecordDecl *Class, const Pointer *This);
  void storeTablePointers(const clang::CXXMethodDecl &Running);
  Scalar takeResult(Object *Result, clang::QualType Type, const Pointer *Target,
                    const clang::Expr *Call);
  bool callUnknown(const clang::CallExpr *E, const Pointer *This = nullptr,
                   bool IsPassedOver = false);
  Scalar passOver(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                  const Pointer *This, const Pointer *Target);
  Scalar unknownResult(const clang::CallExpr *E, bool IsUniform,
                       const Reason &What, const Pointer *Target);
  Reason deepCallOf(const clang::FunctionDecl *Callee);
  void launchFromDevice(const clang::CUDAKernelCallExpr &Launch);
  void runEntered(Frame &Callee);
  bool leavesNothing(const Frame &Callee);
  std::optional<CallResults::Key> keyOfCall(const Frame &Callee);
  Scalar enter(const clang::FunctionDecl *Function, const Pointer *This,
               llvm::ArrayRef<const clang::Expr *> Arguments,
               const Pointer *Target, const clang::Expr *Call);
  void bindParameters(Frame &Callee, const clang::FunctionDecl *Function,
                      llvm::ArrayRef<const clang::Expr *> Arguments);
  void construct(const clang::CXXConstructExpr *E, const Pointer *Target);
  void inheritConstructor(const clang::CXXInheritedCtorInitExpr *E,
                          const Pointer *Target);
  void enterConstructor(const clang::FunctionDecl *Defined,
                        const Pointer *Target,
                        llvm::ArrayRef<const clang::Expr *> Arguments,
                        const clang::Expr *E);
  void inheritParameters(Frame &Callee, const clang::FunctionDecl *Function);
  void makeClosure(const clang::LambdaExpr *E, const Pointer *Target);
  void noteLaunch(const clang::CallExpr *Call, const clang::Expr *Callee,
                  const clang::Expr *Grid, const clang::Expr *Block);
  Scalar noteExtendedLaunch(const clang::CallExpr *Call);
  void nameLaunched(const clang::Expr *Callee, LaunchSite &Site);
  void passToLaunch(const clang::Expr *Argument, LaunchSite &Site);
  Triple<Value> readTriple(const clang::Expr *E);
  Triple<Value> loadTriple(const Pointer *At);

  //===--- Code that is not seen ------------------------------------------===//

  /// What is done with an address that code is given that is not seen.
  struct Unseen {
    Reason Accessed; ///< why an access there is not known
    Reason Written;  ///< why objects are not known that it may write to
  };
  void passOn(const Pointer *At, const clang::Expr *Site, const Unseen &By,
              llvm::SmallPtrSetImpl<const Object *> &Known,
              bool IsConst = false);
  void passOn(const Pointer *At, const clang::Expr *Site, const Unseen &By) {
    llvm::SmallPtrSet<const Object *, 8> Known;
    passOn(At, Site, By, Known);
  }
  /// A function that is not entered; null where it is chosen at run time.
  struct UnseenCall {
    const clang::FunctionDecl *Callee;
    clang::SourceLocation Where;
    bool IsPassedOver = false; ///< its body is there
  };
  /// What it is given: with `IsConst` it does not write to the object itself.
  struct Given {
    Scalar What;
    bool IsConst = false;
  };
  Given givenTo(const clang::FunctionDecl *Callee, unsigned Position,
                const clang::Expr *Argument);
  void passToUnknown(const Given &Passed, const clang::Expr *Site,
                     const UnseenCall &To);

  //===--- Inline assembly ------------------------------------------------===//

  class Assembly;
  void runAssembly(const clang::GCCAsmStmt *S);
  const PtxText &ptxOf(const clang::GCCAsmStmt *S);
  /// "%laneid", "%tid.x" and their kind, as PTX names them.
  Scalar specialRegister(llvm::StringRef Name, clang::SourceLocation Where);
  /// `Address & Bits` in shared memory, with & | ^ >> or %: an address, or a
  /// number where only low bits are left.
  Scalar addressBits(clang::BinaryOperatorKind Op, const Pointer *Address,
                     const Value &Bits);

  //===--- Alignment ------------------------------------------------------===//

  /// Tells apart the calls that run: what a parameter is depends on these.
  unsigned callChain();
  void storeBitField(const Pointer *At, clang::QualType Type, const Scalar &V,
                     const clang::Expr *Site);
  BitFieldStores StoredBits;
  /// A load or store of a scalar at the place that `Site` names.
  void recordScalar(AccessOperation Operation, const Pointer *At,
                    clang::QualType Type, const clang::Expr *Site);
  /// Numbers of calls that run, by that of the inner ones and the next.
  llvm::DenseMap<std::pair<unsigned, const clang::Expr *>, unsigned> CallChains;
  SeenAddresses Seen;

  //===--- State ----------------------------------------------------------===//

  void prepareBuiltins(const WalkInput &Input);
  void noteWalk(const WalkInput &Input);
  const Variable *changeStrides(const StrideChange &Strides);
  /// A number counts in memory that is not shared, or is stored.
  void noteNumber(const Value &V, const clang::Expr *Site);
  void noteMet(const clang::Expr *E);
  Value withoutUnits(const Value &V);
  bool isIndexNow(const Value &V);
  Scalar evaluateInPlace(const clang::Expr *Load, const clang::Expr *Init);
  Scalar changedValue(const clang::Expr *E, Scalar V);
  Scalar changedBinary(const clang::BinaryOperator *E, const Scalar &A,
                       const Scalar &B, Scalar V);
  const Pointer *movedByUnits(const Pointer *At, const Value &BytesOfUnit);
  const Pointer *changedStep(const Pointer *From, const Pointer *To,
                             const Value &Count, int64_t Growth);
  const Pointer *changedElement(const clang::ArraySubscriptExpr *E,
                                const Pointer *Array, const Value &Index,
                                const Pointer *Element);

  Recorder Recorded;
  SunkLoads Sunk;
  SameGuards Guards;
  CommonStores Common;
  llvm::StringMap<Object *> Builtins;
  /// The number of the block in its cluster, for the whole walk.
  Value ClusterRank;
  llvm::DenseMap<const clang::ValueDecl *, Object *> Constants;
  llvm::DenseMap<const clang::OpaqueValueExpr *, const clang::Expr *> Opaque;

  unsigned TrialDepth = 0; ///< above 0, the walk is taken back
  unsigned BranchDepth = 0;
  CodeFacts &Facts; ///< of the source
  bool refersToLocal(const clang::VarDecl &Variable);
  CallResults Results;
  /// Of the loops around; null where one has none.
  llvm::SmallVector<const clang::VarDecl *, 8> Counters;
  /// What the conditions around say.
  struct KnownConditions {
    ComparedNumbers Compared;
    Assignment Told; ///< on the host, what symbols are
  };
  KnownConditions Conditions;
  bool HasThrown = false; ///< in the innermost `try`
  /// Of the condition that was just evaluated: the arms on which its operands
  /// were, if it holds.
  llvm::SmallVector<unsigned, 4> ConditionArms;
  /// The loops that are walked, the outermost first.
  llvm::SmallVector<const clang::Stmt *, 8> LoopsAround;
  std::optional<unsigned> UnrollHint; ///< of the next loop; 0 is "fully"
  /// What was walked of the innermost loop around so far.
  std::vector<LoopCode> CountedInside;
  /// What was evaluated once, and is looked at again.
  llvm::DenseMap<const clang::OpaqueValueExpr *, Scalar> OpaqueValues;
  llvm::SmallVector<Value, 4> ArrayInitIndex;
  const clang::Expr *Unused = nullptr; ///< a call whose result nobody reads
  llvm::ArrayRef<Assignment> Warps;
  /// Tells the shape of the block and the warps of the walk from others.
  llvm::SmallVector<uintptr_t, 16> WalkKey;
  WalkEnd End = WalkEnd::Complete;
  llvm::SmallVector<unsigned, 32> Partition;
  bool IsRefused = false;
  uint64_t StepsLeft = 0;
  const StrideChange *Strides = nullptr;
  /// What of it holds for the code that is walked now; null without a change.
  const IndexChange *Changed = nullptr;
  Value StrideUnits;
  llvm::DenseSet<const clang::Expr *> MetStrides;
  /// Where a changed stride first came to other memory than shared.
  const clang::Expr *StrideElsewhere = nullptr;
  const clang::Expr *ChangedValue = nullptr; ///< as in KernelWalk
  std::vector<LaunchSite> Launches;
  /// As HostWalk::PassedOver.
  llvm::SetVector<const clang::FunctionDecl *> PassedOver;
  /// What functions of bits give for unknown numbers.
  std::vector<std::tuple<Intrinsic, Value, Scalar>> BitFunctions;
  void addLaunch(LaunchSite Site);
  /// Functions of other sources whose calls are noted; may be null.
  const llvm::DenseSet<const clang::FunctionDecl *> *AskedCalls = nullptr;
  std::vector<WalkGap> Gaps;
};

} // namespace banklint

#endif // BANKLINT_WALK_INTERPRETER_H
