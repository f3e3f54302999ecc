//===- CallResults.cpp - Calls that are made again ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls/CallResults.h"

using namespace banklint;
using namespace clang;

/// More than the views and coordinates that libraries pass have.
static constexpr size_t MostParts = 32;

namespace {

/// Writes down what a function is given.
class KeyWriter {
public:
  KeyWriter(const Machine &M, CallResults::Key &Into)
      : M(M), Into(Into), ID(Into.ID) {}

  /// What a stretch of a local object holds; false where that cannot be kept.
  bool addContents(const Pointer &At, int64_t Bytes);
  void add(const Pointer &At);
  /// What is not a number depends on the lanes that it was made for.
  void addLanes() {
    if (!IsOfNumbers)
      ID.AddInteger(M.Active.Lanes);
  }

private:
  bool add(const Scalar &V);
  void add(const Value &V);

  const Machine &M;
  CallResults::Key &Into;
  llvm::FoldingSetNodeID &ID;
  bool IsOfNumbers = true;
};

} // namespace

/// Copies of one value share its parts.
void KeyWriter::add(const Value &V) {
  ID.AddInteger(V.constant().same());
  ID.AddPointer(V.constant().each());
  ID.AddPointer(V.terms().data());
  ID.AddPointer(V.launchTerms().data());
  IsOfNumbers &= V.isNumber() && V.launchTerms().empty();
}

void KeyWriter::add(const Pointer &At) {
  IsOfNumbers = false;
  ID.AddPointer(At.Base);
  Into.Bases.push_back(At.Base);
  ID.AddPointer(At.BitField);
  ID.AddBoolean(At.IsGeneric);
  for (const Value &Index : At.Index)
    add(Index);
  add(At.WithinBytes);
}

bool KeyWriter::add(const Scalar &V) {
  ID.AddInteger(unsigned(V.Bytes));
  ID.AddPointer(V.Function);
  ID.AddBoolean(V.Address);
  if (!V.Address) {
    add(V.Number);
    return !V.Number.isVarying();
  }
  add(*V.Address);
  return V.Address->Base->Kind != Object::Lost;
}

bool KeyWriter::addContents(const Pointer &At, int64_t Bytes) {
  const Object &O = *At.Base;
  if (O.Kind != Object::Local || !O.StandsFor.empty() || At.BitField ||
      !At.WithinBytes.isNumber() || !At.Index.empty() || M.holdsLoaded(O))
    return false;
  const int64_t First = At.WithinBytes.constant().same();
  unsigned Count = 0;
  for (const auto &[OffsetBytes, Held] : O.Cells) {
    constexpr int64_t WidestCell = 8;
    const int64_t Size = Held.Bytes ? Held.Bytes : WidestCell;
    if (OffsetBytes + Size <= First)
      continue;
    if (OffsetBytes >= First + Bytes)
      break;
    if (OffsetBytes < First || ++Count > MostParts)
      return false;
    ID.AddInteger(OffsetBytes - First);
    if (!add(Held))
      return false;
  }
  ID.AddInteger(Count);
  ID.AddInteger(unsigned(O.Initial));
  return true;
}

std::optional<CallResults::Key> CallResults::keyOf(const Machine &M,
                                                   const Machine::Frame &Callee,
                                                   GivenSet Looked) {
  if (!Callee.LoadedFor.empty())
    return std::nullopt;
  Key Out;
  KeyWriter Writer(M, Out);
  Out.ID.AddPointer(Callee.Function);
  auto AddReference = [&](const Pointer *At, QualType Type, unsigned Position) {
    if (!At)
      return false;
    if (At->Base->Kind == Object::Local)
      Out.References.push_back(At);
    else
      Writer.add(*At);
    return !(Looked >> Position & 1) ||
           Writer.addContents(*At, M.Types.sizeOf(Type));
  };
  if (const auto *Method = llvm::dyn_cast<CXXMethodDecl>(Callee.Function);
      Method && Method->isImplicitObjectMemberFunction() &&
      !AddReference(Callee.This, Method->getFunctionObjectParameterType(),
                    ThisObject))
    return std::nullopt;
  for (const ParmVarDecl *Parameter : Callee.Function->parameters()) {
    const QualType Type = Parameter->getType();
    Object *Held = Callee.Locals.lookup(Parameter);
    if (!Held)
      return std::nullopt;
    if (Type->isReferenceType()
            ? Held->Cells.empty() ||
                  !AddReference(Held->Cells.begin()->second.Address,
                                Type.getNonReferenceType(),
                                std::min(Parameter->getFunctionScopeIndex(),
                                         ThisObject - 1))
            : !Writer.addContents(Held->Begin, M.Types.sizeOf(Type)))
      return std::nullopt;
  }
  Writer.addLanes();
  return Out;
}

const CallResults::Result *CallResults::find(const Key &Of) {
  void *Where = nullptr;
  return Known.FindNodeOrInsertPos(Of.ID, Where);
}

/// None for what another call has another one of.
std::optional<CallResults::Part>
CallResults::partOf(const Key &Of, int64_t OffsetBytes, const Scalar &Held) {
  Part Out = {OffsetBytes, Held, std::nullopt};
  if (!Held.Address) {
    if (Held.Number.isVarying())
      return std::nullopt;
    return Out;
  }
  const Object *Base = Held.Address->Base;
  if (Base->Kind == Object::Lost)
    return std::nullopt;
  if (Base->Kind != Object::Local)
    return Out;
  const bool IsGiven = llvm::is_contained(Of.Bases, Base);
  for (const auto &[I, Reference] : llvm::enumerate(Of.References)) {
    if (Reference->Base != Base)
      continue;
    if (IsGiven || Out.Reference || Held.Address->BitField ||
        !Held.Address->Index.empty() || !Reference->Index.empty() ||
        !Held.Address->WithinBytes.isNumber() ||
        !Reference->WithinBytes.isNumber())
      return std::nullopt;
    Out.Reference = I;
    Out.BytesBehind = Held.Address->WithinBytes.constant().same() -
                      Reference->WithinBytes.constant().same();
  }
  if (!IsGiven && !Out.Reference)
    return std::nullopt;
  return Out;
}

Scalar CallResults::worth(const Part &Of, const Key &Given, Machine &M) {
  if (!Of.Reference)
    return Of.Held;
  Scalar Out(M.stepBytes(Given.References[*Of.Reference], Of.BytesBehind));
  Out.Bytes = Of.Held.Bytes;
  return Out;
}

void CallResults::add(const Key &Of, const Object &Made, uint64_t CodeSize) {
  llvm::SmallVector<Part, 1> Parts;
  for (const auto &[OffsetBytes, Held] : Made.Cells) {
    std::optional<Part> New = partOf(Of, OffsetBytes, Held);
    if (!New)
      return;
    Parts.push_back(*New);
  }
  if (Made.Initial != Object::Undefined || Parts.empty() ||
      Parts.size() > MostParts)
    return;
  All.push_back(std::make_unique<Result>(Of.ID, Parts, CodeSize));
  Known.InsertNode(All.back().get());
}
