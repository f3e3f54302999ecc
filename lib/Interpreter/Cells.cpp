//===- Cells.cpp - What local objects hold, and the journal ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// The journal
//===----------------------------------------------------------------------===//

/// Takes back what was written since the journal had this size.
void Machine::undo(size_t Mark) {
  while (Journal.size() > Mark) {
    const Change &C = Journal.back();
    if (C.Before)
      C.Where->Cells[C.OffsetBytes] = *C.Before;
    else
      C.Where->Cells.erase(C.OffsetBytes);
    Journal.pop_back();
  }
}

Machine::CellTable Machine::writtenSince(size_t Mark) const {
  CellTable Written;
  for (size_t I = Mark; I != Journal.size(); ++I) {
    const Change &C = Journal[I];
    auto Now = C.Where->Cells.find(C.OffsetBytes);
    if (Now != C.Where->Cells.end())
      Written[{C.Where, C.OffsetBytes}] = Now->second;
  }
  return Written;
}

void Machine::setCell(Object &O, int64_t OffsetBytes, std::optional<Scalar> V) {
  auto Found = O.Cells.find(OffsetBytes);
  if (JournalUsers)
    Journal.push_back(
        {&O, OffsetBytes,
         Found == O.Cells.end() ? std::nullopt : std::optional(Found->second)});
  if (!V) {
    if (Found != O.Cells.end())
      O.Cells.erase(Found);
  } else if (Found != O.Cells.end()) {
    Found->second = *V;
  } else {
    O.Cells.emplace(OffsetBytes, *V);
  }
}

/// Writes in the active lanes; the others keep what they had.
void Machine::writeCell(Object &O, int64_t OffsetBytes, const Scalar &V) {
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, "written through a reference to one of several");
  auto Found = O.Cells.find(OffsetBytes);
  if (Found == O.Cells.end() || Active.Lanes == AllLanes)
    return setCell(O, OffsetBytes, V);
  setCell(O, OffsetBytes, selectLanes(Active.Lanes, V, Found->second));
}

Scalar Machine::readCell(Object &O, int64_t OffsetBytes, QualType Type) {
  auto Found = O.Cells.find(OffsetBytes);
  if (Found != O.Cells.end()) {
    Scalar V = Found->second;
    // What the lanes hold that wait is no part of what these compute.
    if (Active.Lanes != AllLanes && !V.Number.isKnown())
      V.Number = P.inLanes(V.Number, Active.Lanes);
    return V;
  }
  switch (O.Initial) {
  case Object::Zero:
    return Value(0);
  case Object::UniformUnknown: {
    Scalar V = unknownOf(Type, true, O.Name, SourceLocation());
    O.Cells.emplace(OffsetBytes, V);
    return V;
  }
  case Object::Undefined:
    break;
  }
  return unknownOf(Type, false, O.Reason.empty() ? "never set here" : O.Reason,
                   SourceLocation());
}

Scalar Machine::loadLocal(const Pointer *At, QualType Type,
                          SourceLocation Where) {
  if (At->BitField)
    return loadBits(At, Where);
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  if (Offset.isNumber())
    return readCell(O, Offset.constant().same(), Type);
  if (Offset.isKnown()) {
    Scalar All;
    LaneMask Done = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (Done >> Lane & 1 || !(Active.Lanes >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != WarpLanes; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Scalar One = readCell(O, Offset.constant()[Lane], Type);
      All = Done ? selectLanes(Same, One, All) : One;
      Done |= Same;
    }
    return All;
  }
  bool IsUniform = Offset.isUniform();
  const Scalar *First = nullptr;
  bool AllSame = true;
  for (const auto &[Where2, Stored] : O.Cells) {
    IsUniform &= Stored.Number.isUniform();
    AllSame &= !First || *First == Stored;
    First = First ? First : &Stored;
  }
  if (First && AllSame)
    return *First;
  if (First && First->Address) {
    Scalar Any = *First;
    for (const auto &[Where2, Stored] : O.Cells)
      Any =
          choose(P.symbol("an index", SymbolKind::Choice, {0, 1}), Stored, Any);
    return Any;
  }
  return unknownOf(Type, IsUniform,
                   "read from a local array at an unknown index", Where);
}

void Machine::storeLocal(const Pointer *At, QualType Type, const Scalar &V) {
  if (At->BitField)
    return storeBits(At, V);
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  if (Offset.isNumber())
    return writeCell(O, Offset.constant().same(), V);
  if (Offset.isKnown()) {
    LaneMask Before = Active.Lanes, Done = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (Done >> Lane & 1 || !(Before >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != WarpLanes; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Active.Lanes = Before & Same;
      writeCell(O, Offset.constant()[Lane], V);
      Done |= Same;
    }
    Active.Lanes = Before;
    return;
  }
  forgetLocal(O, "stored to a local array at an unknown index");
}

void Machine::forgetLocal(Object &O, llvm::StringRef Why) {
  forgetCells(O, Why);
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, Why);
}

void Machine::forgetBytes(const Pointer *At, int64_t Bytes,
                          llvm::StringRef Why) {
  Object &O = *At->Base;
  if (O.Kind != Object::Local)
    return;
  // What has no cell yet is not known either.
  O.Initial = Object::Undefined;
  O.Reason = P.save(Why);
  if (!At->WithinBytes.isNumber())
    return forgetLocal(O, Why);
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, Why);
  const int64_t Begin = At->WithinBytes.constant().same();
  llvm::SmallVector<int64_t, 8> Offsets;
  for (auto Cell = O.Cells.lower_bound(Begin),
            End = O.Cells.lower_bound(Begin + Bytes);
       Cell != End; ++Cell)
    Offsets.push_back(Cell->first);
  for (int64_t OffsetBytes : Offsets)
    forgetCell(O, OffsetBytes, Why);
}

void Machine::forgetCell(Object &O, int64_t OffsetBytes, llvm::StringRef Why) {
  setCell(O, OffsetBytes,
          O.Cells[OffsetBytes].Address ? Scalar(lost(Why))
                                       : Scalar(P.varying(Why)));
}

void Machine::forgetCells(Object &O, llvm::StringRef Why) {
  llvm::SmallVector<int64_t, 8> Offsets;
  for (const auto &[OffsetBytes, Stored] : O.Cells)
    Offsets.push_back(OffsetBytes);
  for (int64_t OffsetBytes : Offsets)
    forgetCell(O, OffsetBytes, Why);
}
