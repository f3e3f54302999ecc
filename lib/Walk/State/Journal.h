//===- Journal.h - What a walk can take back --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each change of what a walk knows is written down here while somebody may want
// it taken back. Two things are told apart:
//
//   contents  what local objects hold. The arms of a branch both begin with
//             what there was before, so that the contents that one has written
//             are taken back before the other is walked, and joined in the end
//   fields    all else that changes: addresses kept in shared memory, arrays
//             that escape, what frames and records remember. Both arms of a
//             branch add to these; only a walk that is given up takes them back
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_JOURNAL_H
#define BANKLINT_WALK_STATE_JOURNAL_H

#include "Walk/Memory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FunctionExtras.h"
#include <cassert>
#include <optional>
#include <vector>

namespace banklint {

/// What a local object holds where no cell of it was written.
struct Remainder {
  Object::InitialState State;
  llvm::StringRef Name;
  Reason Why;

  static Remainder of(const Object &O) { return {O.Initial, O.Name, O.Why}; }
  void restore(Object &O) const {
    O.Initial = State;
    O.Name = Name;
    O.Why = Why;
  }
  /// Whether what is read comes out alike.
  bool operator==(const Remainder &Other) const {
    return State == Other.State && Why == Other.Why &&
           (State != Object::UniformUnknown || Name == Other.Name);
  }
  /// Whether it means something to read it: it was written, or may have been.
  bool isSet() const { return State != Object::Undefined || bool(Why); }
};

class Journal {
public:
  struct CellChange {
    Object *Where;
    int64_t OffsetBytes;
    std::optional<Scalar> Before; ///< none where there was no cell
  };
  struct RemainderChange {
    Object *Where;
    Remainder Before;
    size_t Cells; ///< how many changes of cells had been noted
  };
  /// A point in time, as the length of each list.
  struct Position {
    size_t Cells = 0, Remainders = 0, Fields = 0;
  };

  /// While one lives, changes are written down.
  class Mark {
  public:
    explicit Mark(Journal &J) : J(J), Begin(J.here()) { ++J.Users; }
    ~Mark() {
      assert(J.Users && "journal marks are balanced");
      if (--J.Users == 0)
        J.clear();
    }
    Mark(const Mark &) = delete;
    Mark &operator=(const Mark &) = delete;

    const Position &begin() const { return Begin; }

  private:
    Journal &J;
    const Position Begin;
  };

  bool isRecording() const { return Users != 0; }
  Position here() const {
    return {Cells.size(), Remainders.size(), Fields.size()};
  }

  //===--- Before something changes ---------------------------------------===//

  void noteCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> Before) {
    if (isRecording())
      Cells.push_back({&O, OffsetBytes, Before});
  }
  void noteRemainder(Object &O) {
    if (isRecording())
      Remainders.push_back({&O, Remainder::of(O), Cells.size()});
  }
  /// The field has to live as long as the outermost mark.
  template <typename T> void noteField(T &Field) {
    if (isRecording())
      Fields.push_back([&Field, Before = Field] { Field = Before; });
  }
  void onRollBack(llvm::unique_function<void()> TakeBack) {
    if (isRecording())
      Fields.push_back(std::move(TakeBack));
  }

  //===--- Looking back ---------------------------------------------------===//

  llvm::ArrayRef<CellChange> cellsSince(const Position &From) const {
    return llvm::ArrayRef(Cells).drop_front(From.Cells);
  }
  llvm::ArrayRef<RemainderChange> remaindersSince(const Position &From) const {
    return llvm::ArrayRef(Remainders).drop_front(From.Remainders);
  }

  //===--- Taking back ----------------------------------------------------===//

  /// What local objects held.
  void restoreContents(const Position &To) {
    assert(To.Cells <= Cells.size() && To.Remainders <= Remainders.size() &&
           "the position lies ahead");
    for (; Cells.size() > To.Cells; Cells.pop_back()) {
      const CellChange &C = Cells.back();
      if (C.Before)
        C.Where->Cells[C.OffsetBytes] = *C.Before;
      else
        C.Where->Cells.erase(C.OffsetBytes);
    }
    for (; Remainders.size() > To.Remainders; Remainders.pop_back())
      Remainders.back().Before.restore(*Remainders.back().Where);
  }
  /// Everything.
  void rollBack(const Position &To) {
    restoreContents(To);
    assert(To.Fields <= Fields.size() && "the position lies ahead");
    for (; Fields.size() > To.Fields; Fields.pop_back())
      Fields.back()();
  }
  /// What local objects hold stays whatever is taken back.
  void keepContents(const Position &From) {
    Cells.resize(From.Cells);
    Remainders.erase(Remainders.begin() + ptrdiff_t(From.Remainders),
                     Remainders.end());
  }

private:
  void clear() {
    Cells.clear();
    Remainders.clear();
    Fields.clear();
  }

  std::vector<CellChange> Cells;
  std::vector<RemainderChange> Remainders;
  std::vector<llvm::unique_function<void()>> Fields;
  unsigned Users = 0;
};

} // namespace banklint

#endif // BANKLINT_WALK_STATE_JOURNAL_H
