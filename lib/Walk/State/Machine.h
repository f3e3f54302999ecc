//===- Machine.h - The state of a walk --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lanes of a warp hold while a walk goes on, apart from the rules by
// which statements and expressions change it: frames, local objects and their
// cells, the lanes that run, and the journal through which every change can be
// taken back. Where paths meet, their states are joined here.
//
// Machine.cpp    objects, addresses, unknowns
// Cells.cpp      what local objects hold
// BitFields.cpp  members of some bits
// Choices.cpp    one of two values or addresses; joining paths
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_MACHINE_H
#define BANKLINT_WALK_STATE_MACHINE_H

#include "Cuda/TypeLayouts.h"
#include "State/Journal.h"
#include "Values/Decision.h"
#include "Walk/Memory.h"
#include "Walk/SharedMemory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace banklint {

class Machine {
public:
  Machine(clang::ASTContext &Context, Pool &P, SharedMemory &Memory);

  //===--- State ----------------------------------------------------------===//

  using Cell = std::pair<Object *, int64_t>;
  /// In the order of writing.
  using CellTable = llvm::SmallMapVector<Cell, Scalar, 4>;
  /// What a stretch of a walk wrote, as it was at its end.
  struct Contents {
    CellTable Cells;
    llvm::SmallMapVector<Object *, Remainder, 2> Remainders;
  };
  /// A break or return that the other lanes, or other blocks, pass. Objects
  /// hold there what they held at a position of the journal, but for what was
  /// written in the arm behind that, which has been taken back since.
  struct Exit {
    Journal::Position Position;
    Contents Arm;
    Split Condition;     ///< of the arm
    bool IsElse = false; ///< the arm is the second one
    /// Which lanes leave in the arm, where others of the arm may not.
    LaneMask Lanes = AllLanes;
    /// It is taken where the condition says so, whatever others there are.
    bool IsDirect = false;
  };
  /// What is left by exits: a loop, a switch or a function.
  struct ExitScope {
    /// Where its changes begin in the journal; set where it has exits.
    std::optional<Journal::Position> Begin;
    std::vector<Exit> Exits; ///< by position
  };
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
    /// What objects hold where lanes return that others do not return with.
    ExitScope Exits;
    LaneMask Returned = 0;          ///< of which no exit has been noted yet
    unsigned UndecidedBranches = 0; ///< whose conditions are not known
    Frame *Caller = nullptr;
    const clang::Expr *Call = nullptr; ///< in the caller
    bool IsCalledInLoop = false;
    /// Of the first access to memory, unless that is in a loop.
    std::optional<unsigned> FirstLine;
    unsigned Depth = 0;
  };
  struct Loop : ExitScope {
    LaneMask Broken = 0;
    LaneMask Continued = 0;
    /// Those among them of which no exit has been noted yet.
    LaneMask NewlyBroken = 0, NewlyContinued = 0;
    /// The iteration that `continue` leaves, if one of its body does. That of a
    /// switch is an iteration of the loop around it.
    ExitScope *Iteration = nullptr;
    Loop *Outer = nullptr;
  };
  /// The lanes that run, and how well that is known.
  struct Activity {
    LaneMask Lanes = AllLanes;
    Certainty Confidence = Certainty::Exact;
    const Value *Condition = nullptr; ///< as of an access
    clang::SourceLocation Guard;
    /// In a loop that runs nobody knows how often.
    bool IsRepeated = false;
    /// How often what is done here is done: see ExecutionScopes.h.
    unsigned Times = 0;
    /// A limit kept a condition from being decided better.
    bool IsLimited = false;
    /// `Lanes` are a sample: these may be here for other numbers.
    LaneMask Others = 0;
  };

  //===--- Objects and addresses ------------------------------------------===//

  Object &makeObject(Object::ObjectKind Kind, llvm::StringRef Name,
                     clang::QualType Type);
  const Pointer *temporary(clang::QualType Type, llvm::StringRef Name);
  /// The scope of a variable ends, and with it the variable, unless it is
  /// static. One of class type may yet have its destructor to run.
  static void endVariable(const clang::VarDecl &Variable, Object &O) {
    O.HasEnded = Variable.hasLocalStorage() && !TypeLayouts::isInParts(O.Type);
  }
  /// The frame of a call, if that has not ended: 0 is the outermost.
  Frame *frameAt(unsigned Depth) const {
    Frame *F = Top;
    while (F && F->Depth > Depth)
      F = F->Caller;
    return F && F->Depth == Depth ? F : nullptr;
  }
  /// Something is done to an array, or with its address, that is not followed.
  void letEscape(SharedArray &Array) {
    Changes.noteField(Array.Escapes);
    Array.Escapes = true;
  }

  /// An address of an array goes where it is not followed: what is loaded there
  /// may be one.
  void loseAddress(const Scalar &V) {
    if (!V.Address || V.Address->Base->Kind != Object::Shared)
      return;
    letEscape(*V.Address->Base->Array);
    Changes.noteField(HasLostAddresses);
    HasLostAddresses = true;
  }
  /// Those that an object holds.
  void loseAddressesIn(const Object &O) {
    for (const auto &[OffsetBytes, Held] : O.Cells)
      loseAddress(Held);
  }

  /// An address that is not known, and may be in shared memory.
  const Pointer *lost(const Reason &Why);
  /// An address outside of shared memory.
  const Pointer *foreign(Value OffsetBytes = {});
  const Pointer *step(const Pointer *From, Value Count, int64_t ElementBytes);
  const Pointer *stepBytes(const Pointer *From, int64_t Bytes);
  const Pointer *memberOf(const Pointer *From, const clang::FieldDecl *Field);
  const Pointer *baseOf(const Pointer *From, const clang::CastExpr *Cast);
  const Pointer *derivedOf(const Pointer *From, const clang::CastExpr *Cast);
  const Pointer *virtualBaseOf(const Pointer *From,
                               const clang::CXXRecordDecl *Class,
                               clang::QualType Base,
                               clang::SourceLocation Where);
  const Pointer *flatten(const Pointer *From);

  //===--- Unknowns -------------------------------------------------------===//

  /// A value of this type of which nothing is known but whether the lanes share
  /// it.
  Scalar unknownOf(clang::QualType Type, bool IsUniform, const Reason &What,
                   clang::SourceLocation Where, const Object *Origin = nullptr);
  Value floating(bool IsUniform, const Object *Origin = nullptr);
  /// `What` with the line.
  Reason why(const Reason &What, clang::SourceLocation Where) const;

  //===--- Cells ----------------------------------------------------------===//

  /// Writes in the active lanes; the others keep what they had.
  void writeCell(Object &O, int64_t OffsetBytes, const Scalar &V);
  void setCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> V);
  /// Gives what the object holds at an offset anyway a cell of its own.
  void materialize(Object &O, int64_t OffsetBytes);
  Scalar readCell(Object &O, int64_t OffsetBytes, clang::QualType Type);
  /// `V` as a cell that holds this type has it.
  Scalar sized(Scalar V, clang::QualType Type) const;
  Scalar loadLocal(const Pointer *At, clang::QualType Type,
                   clang::SourceLocation Where);
  void storeLocal(const Pointer *At, clang::QualType Type, const Scalar &V);
  void forgetLocal(Object &O, const Reason &Why);
  /// Of a local object; all of it where `At` is not one place.
  void forgetBytes(const Pointer *At, int64_t Bytes, const Reason &Why);
  /// Makes a part of a local object as it would be if nothing but this had ever
  /// been written to it.
  void initialize(const Pointer *At, clang::QualType Type,
                  Object::InitialState State);
  /// Straight-line code, and the arm of a branch that it is on.
  struct CodePlace {
    unsigned Block, Arm;
  };
  /// Bytes of a local object that a load brought there: `Load` tells it from
  /// others.
  void noteLoaded(const Pointer *At, unsigned Bytes, unsigned Load,
                  CodePlace Where);
  /// A store replaces bytes of a local object: if the same straight-line code
  /// brought them there, nobody looks at these any more. Else it depends on
  /// what lies in between; on another arm, they stay.
  void overwriteLoaded(const Pointer *At, int64_t Bytes, CodePlace Where);
  /// Whether bytes of a load that nobody had looked at may have been
  /// overwritten, or are gone from an access that is wider.
  bool mayBeOverwritten(unsigned Load) const {
    return OverwrittenLoads.contains(Load);
  }
  /// All of what was loaded there is looked at.
  void useAll(const Object &O);
  /// A part of it is.
  void useLoaded(const Object &O, int64_t OffsetBytes, clang::QualType Type);
  /// The object is not taken apart: it is copied from memory, or its elements
  /// are chosen at run time.
  void keepWhole(const Object &O) { mark(O, &LoadedParts::IsWhole); }
  /// The scalars of a part of a local object that were written, each by itself;
  /// null where it is moved as bytes.
  std::optional<std::vector<TypeLayouts::Part>>
  writtenScalars(const Pointer *At, clang::QualType Type) const;
  /// The bytes of a load that were looked at.
  uint16_t usedBytesOf(unsigned Load) const { return UsedBytes.lookup(Load); }
  /// Whether that is not known: the load counts as used whole.
  bool isUseGuessed(unsigned Load) const { return GuessedLoads.contains(Load); }
  /// Loads brought what is in it, or part of that.
  bool holdsLoaded(const Object &O) const { return Loaded.contains(&O); }
  /// The object is a new one.
  void forgetLoaded(const Object &O);
  /// Copies a part of a local object into another, or into itself.
  void copyLocal(const Pointer *From, const Pointer *To, clang::QualType Type);
  /// The place of the number of so many bytes, on a boundary of these, that has
  /// the bits.
  const Pointer *storageOf(const Pointer *BitField, int64_t Bytes);

  /// What was written since then, as it is now.
  Contents writtenSince(const Journal::Position &From) const;
  /// Makes objects hold that, in all lanes.
  void setContents(const Contents &New);

  /// In this function, or around a call of it.
  bool isInLoop() const;

  //===--- Choices --------------------------------------------------------===//

  Scalar choose(const Value &Choice, const Scalar &A, const Scalar &B);
  Scalar selectLanes(LaneMask Mask, const Scalar &A, const Scalar &B);
  Value choiceFor(const Split &Condition, clang::SourceLocation Where);
  /// A for the lanes that took the true arm, B for the others.
  Scalar joinArms(const Split &Condition, clang::SourceLocation Where,
                  const Scalar &A, const Scalar &B);
  /// Joins what the two arms of a condition wrote: the then-arm's contents are
  /// given, the else-arm's are in place, journalled since `Begin`.
  void joinContents(const Split &Condition, clang::SourceLocation Where,
                    const Journal::Position &Begin, Contents Then,
                    LaneMask ThenLanes, LaneMask ElseLanes);
  /// Notes that lanes may leave a scope where an arm of a branch ends: `New`
  /// has all but what was written.
  void noteExit(ExitScope &Scope, Exit New);
  /// The contents behind a position are about to be taken back: what they are
  /// at the exits from `First` on is kept there.
  void keepExits(ExitScope &Scope, size_t First, const Journal::Position &From);
  /// Joins what was written before the exits of a scope that has ended.
  /// `AtHead`: cells are now what they are at the head of any iteration.
  void joinExits(const ExitScope &Scope, const Reason &What,
                 clang::SourceLocation Where, bool AtHead = false);
  /// With a condition more, where what a loop goes through settles it.
  const Value *conjoin(const Value *Before, const Value &Condition);

  clang::ASTContext &Context;
  Pool &P;
  SharedMemory &Memory;
  const TypeLayouts Types;
  Journal Changes;
  Frame *Top = nullptr;
  Loop *InnerLoop = nullptr;
  Activity Active;
  bool IsHost = false;           ///< it runs code of the host, in one thread
  bool HasLostAddresses = false; ///< of shared memory

private:
  std::pair<Pointer, Value> unitAt(const Pointer *BitField) const;
  Scalar loadBits(const Pointer *At, clang::SourceLocation Where);
  void storeBits(const Pointer *At, const Scalar &V);
  void forgetCell(Object &O, int64_t OffsetBytes, const Reason &Why);
  void forgetCells(Object &O, const Reason &Why);
  void forgetUnwritten(Object &O, const Reason &Why);
  void fillUnwritten(const Pointer *At, clang::QualType Type,
                     Object::InitialState State, llvm::StringRef Name);
  bool isFilled(Object &O) const;
  Scalar initialValue(const Remainder &Of, clang::QualType Type);
  /// In the place of what is no longer known: an address stays one.
  Scalar unknownLike(const Scalar &Known, const Reason &Why);
  Scalar loadScalar(const Pointer *At, clang::QualType Type,
                    clang::SourceLocation Where, bool IsUnit);
  void storeScalar(const Pointer *At, const Scalar &V);
  const CellMap::Entry *cellAround(Object &O, int64_t OffsetBytes) const;
  Scalar readPart(Object &O, int64_t OffsetBytes, clang::QualType Type);
  void writePart(Object &O, int64_t OffsetBytes, const Scalar &V);
  Scalar chooseNumberOrAddress(const Value &Choice, const Scalar &A,
                               const Scalar &B);
  const Pointer *eitherLocal(const Value &Choice, const Pointer *X,
                             const Pointer *Y);
  void setRemainder(Object &O, const Remainder &New);
  void forgetContents(Object &O, Contents &A, Contents &B, const Reason &Why);
  void joinRemainders(Contents &Then, Contents &Else,
                      const Journal::Position &Begin,
                      clang::SourceLocation Where);
  /// What each cell held at each exit, by exit.
  using ValuesAtExits =
      llvm::MapVector<Cell, llvm::SmallVector<std::pair<size_t, Scalar>, 2>>;
  ValuesAtExits valuesAtExits(const ExitScope &Scope, bool AtHead) const;
  Scalar joinExit(const Exit &E, clang::SourceLocation Where, const Scalar &V,
                  const Scalar &Others, bool IsOnly);
  void joinRemaindersAtExits(const ExitScope &Scope, const Reason &Why);
  std::optional<Value> extremeOf(const Split &Condition, const Scalar &A,
                                 const Scalar &B);

  /// Part of an object that a load has brought there, from its first byte or
  /// from a later one on.
  struct LoadedPart {
    unsigned Load;
    int64_t OffsetBytes; ///< where the first byte of the load would be
    int64_t Begin, End;  ///< of the object
    CodePlace Where;     ///< of the load
    LaneMask Lanes;      ///< that have loaded

    /// Those of the load's bytes that lie in a stretch of the object.
    uint16_t bytesIn(int64_t First, int64_t Behind) const;
  };
  /// What an object may hold. Nothing is removed where other paths write: bytes
  /// that are looked at count for all that may have brought them.
  struct LoadedParts {
    llvm::SmallVector<LoadedPart, 2> Parts;
    /// What was looked at, which the next iteration of a loop may do again.
    llvm::SmallVector<std::pair<int64_t, int64_t>, 4> Used;
    bool IsSeen = false;    ///< by code that is not followed
    bool IsWhole = false;   ///< not taken apart
    bool IsGivenUp = false; ///< of too many loads
  };
  bool isTakenApart(clang::QualType Type) const;
  void mark(const Object &O, bool LoadedParts::*Flag);
  void useLoad(unsigned Load, uint16_t Bytes);
  void addLoaded(const Object &O, LoadedPart New);
  void giveUp(const Object &O);
  void giveUpLoad(unsigned Load);
  void copyLoaded(const Pointer *From, const Pointer *To, int64_t Bytes);
  llvm::DenseMap<const Object *, LoadedParts> Loaded;
  llvm::DenseMap<unsigned, uint16_t> UsedBytes; ///< by load
  llvm::DenseSet<unsigned> GuessedLoads, OverwrittenLoads;

  std::pmr::monotonic_buffer_resource Objects;
  Object *Outside = nullptr; ///< all foreign memory
  /// What `Condition` of activities and of accesses points to.
  llvm::SmallVector<const Value *, 8> Conditions;
  Value UniformFloat; ///< made when first needed
  /// By what they were loaded from; null where they were computed.
  llvm::SmallDenseMap<const Object *, Value, 4> VaryingFloats;
};

} // namespace banklint

#endif // BANKLINT_WALK_STATE_MACHINE_H
