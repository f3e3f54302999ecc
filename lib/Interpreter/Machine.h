//===- Machine.h - The state of a walk --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lanes of a warp hold while a walk goes on, apart from the rules by
// which statements and expressions change it: frames, local objects and their
// cells, the lanes that run, and one journal through which every change of a
// cell can be taken back. Where paths meet, their states are joined here.
//
// Machine.cpp    objects, addresses, unknowns
// Cells.cpp      what local objects hold; the journal
// BitFields.cpp  members of some bits
// Choices.cpp    one of two values or addresses; joining paths
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_INTERPRETER_MACHINE_H
#define BANKLINT_INTERPRETER_MACHINE_H

#include "Interpreter/Memory.h"
#include "Interpreter/SharedMemory.h"
#include "TypeLayouts.h"
#include "Warp/Decision.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace banklint {

class Machine {
public:
  Machine(clang::ASTContext &Context, Pool &P, SharedMemory &Memory);

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
  using Cell = std::pair<Object *, int64_t>;
  /// In the order of writing.
  using CellTable = llvm::SmallMapVector<Cell, Scalar, 4>;
  /// A break that the other lanes, or other blocks, pass.
  struct Exit {
    CellTable Written;    ///< since the loop began, as it is at the break
    Certainty Confidence; ///< how well it is known whether it is taken
  };
  struct Loop {
    LaneMask Broken = 0;
    LaneMask Continued = 0;
    Loop *Outer = nullptr;
    /// Where its changes begin in the journal; set where it has breaks.
    std::optional<size_t> Begin;
    std::vector<Exit> Exits;
  };
  /// The lanes that run, and how well that is known.
  struct Activity {
    LaneMask Lanes = AllLanes;
    Certainty Confidence = Certainty::Exact;
    const Value *Condition = nullptr; ///< as of an access
    clang::SourceLocation Guard;
    /// In a loop that runs nobody knows how often.
    bool IsRepeated = false;
  };
  /// Of a cell, or of what the object holds where nothing was written.
  struct Change {
    Object *Where;
    int64_t OffsetBytes;
    std::optional<Scalar> Before;
    std::optional<Object::InitialState> InitialBefore = std::nullopt;
  };

  //===--- Objects and addresses ------------------------------------------===//

  Object &makeObject(Object::ObjectKind Kind, llvm::StringRef Name,
                     clang::QualType Type);
  const Pointer *temporary(clang::QualType Type, llvm::StringRef Name);
  /// An address that is not known, and may be in shared memory.
  const Pointer *lost(llvm::StringRef Reason);
  /// An address outside of shared memory.
  const Pointer *foreign(Value OffsetBytes = {});
  const Pointer *step(const Pointer *From, Value Count, int64_t ElementBytes);
  const Pointer *stepBytes(const Pointer *From, int64_t Bytes);
  const Pointer *memberOf(const Pointer *From, const clang::FieldDecl *Field);
  const Pointer *baseOf(const Pointer *From, const clang::CastExpr *Cast);
  const Pointer *flatten(const Pointer *From);

  //===--- Unknowns -------------------------------------------------------===//

  /// A value of this type of which nothing is known but whether the lanes share
  /// it.
  Scalar unknownOf(clang::QualType Type, bool IsUniform, llvm::StringRef What,
                   clang::SourceLocation Where, const Object *Origin = nullptr);
  Value floating(bool IsUniform, const Object *Origin = nullptr);
  /// `What` with the line, kept as long as the values are.
  llvm::StringRef why(const llvm::Twine &What, clang::SourceLocation Where);

  //===--- Cells ----------------------------------------------------------===//

  /// Writes in the active lanes; the others keep what they had.
  void writeCell(Object &O, int64_t OffsetBytes, const Scalar &V);
  void setCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> V);
  Scalar readCell(Object &O, int64_t OffsetBytes, clang::QualType Type);
  Scalar loadLocal(const Pointer *At, clang::QualType Type,
                   clang::SourceLocation Where);
  void storeLocal(const Pointer *At, clang::QualType Type, const Scalar &V);
  void forgetLocal(Object &O, llvm::StringRef Why);
  /// Of a local object; all of it where `At` is not one place.
  void forgetBytes(const Pointer *At, int64_t Bytes, llvm::StringRef Why);
  void setInitial(Object &O, Object::InitialState State);
  /// Makes a part of a local object as it would be if nothing but this had ever
  /// been written to it.
  void initialize(const Pointer *At, clang::QualType Type,
                  Object::InitialState State);
  /// Bytes of a local object that a load brought there: `Load` tells it from
  /// others.
  void noteLoaded(const Pointer *At, unsigned Bytes, unsigned Load);
  /// All of what was loaded there is looked at.
  void useAll(const Object &O);
  void useBytes(const Object &O, int64_t OffsetBytes, int64_t Bytes);
  /// The bytes of a load that were looked at.
  uint16_t usedBytesOf(unsigned Load) const { return UsedBytes.lookup(Load); }
  /// The object is a new one.
  void forgetLoaded(const Object &O) { Loaded.erase(&O); }
  /// Copies a part of a local object into another, or into itself.
  void copyLocal(const Pointer *From, const Pointer *To, clang::QualType Type);
  /// The number of the declared type that has the bits.
  const Pointer *storageOf(const Pointer *BitField);

  /// The beginning of a stretch of the journal that can be taken back or looked
  /// at; stretches nest.
  class Mark {
  public:
    explicit Mark(Machine &M) : M(M), Begin(M.Journal.size()) {
      ++M.JournalUsers;
    }
    ~Mark() {
      assert(M.JournalUsers && "journal marks are balanced");
      if (--M.JournalUsers == 0)
        M.Journal.clear();
    }
    Mark(const Mark &) = delete;
    Mark &operator=(const Mark &) = delete;

    size_t begin() const { return Begin; }

  private:
    Machine &M;
    const size_t Begin;
  };
  bool isJournalled() const { return JournalUsers != 0; }
  /// Takes back what was written since the journal had this size.
  void undo(size_t Mark);
  /// Nothing will take back what was written since.
  void keepChangesSince(const Mark &From) { Journal.resize(From.begin()); }
  llvm::ArrayRef<Change> changesSince(size_t Mark) const {
    return llvm::ArrayRef(Journal).drop_front(Mark);
  }
  /// What the cells that were written since then hold now.
  CellTable writtenSince(size_t Mark) const;

  //===--- Choices --------------------------------------------------------===//

  Scalar choose(const Value &Choice, const Scalar &A, const Scalar &B);
  Scalar selectLanes(LaneMask Mask, const Scalar &A, const Scalar &B);
  Value choiceFor(const Split &Condition, clang::SourceLocation Where);
  /// A for the lanes that took the true arm, B for the others.
  Scalar joinArms(const Split &Condition, clang::SourceLocation Where,
                  const Scalar &A, const Scalar &B);
  /// Joins what the two arms of a condition wrote: the then-arm's cells are
  /// given, the else-arm's are in place, journalled since `Mark`.
  void joinCells(const Split &Condition, clang::SourceLocation Where,
                 size_t Mark, CellTable Then, LaneMask ThenLanes,
                 LaneMask ElseLanes);
  /// Joins what was written before the breaks out of a loop that has ended.
  void joinBreaks(const Loop &L, clang::SourceLocation Where);
  /// With a condition more, where what a loop goes through settles it.
  const Value *conjoin(const Value *Before, const Value &Condition);

  clang::ASTContext &Context;
  Pool &P;
  SharedMemory &Memory;
  const TypeLayouts Types;
  Frame *Top = nullptr;
  Loop *InnerLoop = nullptr;
  Activity Active;

private:
  std::string at(clang::SourceLocation Where) const;
  std::pair<Pointer, Value> unitAt(const Pointer *BitField) const;
  Scalar loadBits(const Pointer *At, clang::SourceLocation Where);
  void storeBits(const Pointer *At, const Scalar &V);
  void forgetCell(Object &O, int64_t OffsetBytes, llvm::StringRef Why);
  void forgetCells(Object &O, llvm::StringRef Why);
  void forgetUnwritten(Object &O, llvm::StringRef Why);
  void fillUnwritten(const Pointer *At, clang::QualType Type,
                     Object::InitialState State);
  Scalar initialValue(const Object &O, clang::QualType Type);
  const Pointer *eitherLocal(const Value &Choice, const Pointer *X,
                             const Pointer *Y);
  /// What a cell holds at a break, if it holds that at the end of the loop.
  Scalar valueAt(const Exit &Break, const Cell &Of, const CellTable &AtEntry,
                 const Scalar &Now) const;
  std::optional<Value> extremeOf(const Split &Condition, const Scalar &A,
                                 const Scalar &B);

  /// Part of an object that a load has brought there, from its first byte or
  /// from a later one on.
  struct LoadedPart {
    unsigned Load;
    int64_t OffsetBytes; ///< where the first byte of the load would be
    int64_t Begin, End;  ///< of the object
  };
  /// What an object may hold. Nothing is removed where other paths write: bytes
  /// that are looked at count for all that may have brought them.
  struct LoadedParts {
    llvm::SmallVector<LoadedPart, 2> Parts;
    /// What was looked at, which the next iteration of a loop may do again.
    llvm::SmallVector<std::pair<int64_t, int64_t>, 4> Used;
    bool IsSeen = false; ///< by code that is not followed
  };
  bool isInLoop() const;
  void addLoaded(const Object &O, LoadedPart New);
  void copyLoaded(const Pointer *From, const Pointer *To, int64_t Bytes);
  llvm::DenseMap<const Object *, LoadedParts> Loaded;
  llvm::DenseMap<unsigned, uint16_t> UsedBytes; ///< by load

  std::pmr::monotonic_buffer_resource Objects;
  Object *Outside = nullptr; ///< all foreign memory
  std::vector<Change> Journal;
  unsigned JournalUsers = 0;
  /// What `Condition` of activities and of accesses points to.
  llvm::SmallVector<const Value *, 8> Conditions;
  Value UniformFloat; ///< made when first needed
  /// By what they were loaded from; null where they were computed.
  llvm::SmallDenseMap<const Object *, Value, 4> VaryingFloats;
  llvm::StringMap<llvm::StringRef> Reasons;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_MACHINE_H
