//===- SharedMemory.cpp - The shared arrays of a kernel -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk/SharedMemory.h"
#include "Nvcc/Source/Placement.h"
#include "State/Journal.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

void SharedMemory::keepAddress(std::optional<Place> Holder,
                               std::optional<Place> Address, Journal &Changes) {
  Changes.noteField(HoldsAddresses);
  HoldsAddresses = true;
  if (!Holder) {
    Changes.noteField(MayHoldAnywhere);
    MayHoldAnywhere = true;
    return;
  }
  auto [Kept, IsNew] = KeptAddresses.try_emplace(*Holder, Address);
  if (IsNew) {
    Changes.onRollBack([this, H = *Holder] { KeptAddresses.erase(H); });
  } else if (Kept->second && Kept->second != Address) {
    Changes.noteField(Kept->second);
    Kept->second.reset();
  }
}

void SharedMemory::keepOtherAddress(std::optional<Place> Holder,
                                    Journal &Changes) {
  if (!Holder) {
    Changes.noteField(MayHoldAnywhere);
    MayHoldAnywhere = true;
  } else if (HoldersOfOthers.insert(*Holder).second) {
    Changes.onRollBack([this, H = *Holder] { HoldersOfOthers.erase(H); });
  }
}

std::optional<SharedMemory::Place>
SharedMemory::keptAddress(Place Holder) const {
  auto Kept = KeptAddresses.find(Holder);
  if (Kept == KeptAddresses.end() || MayHoldAnywhere ||
      HoldersOfOthers.count(Holder))
    return std::nullopt;
  return Kept->second;
}

bool banklint::namesSharedMemory(const FunctionDecl *Function) {
  return namesSharedVariables(*Function);
}

void SharedMemory::layOut(
    const FunctionDecl *Kernel, const ASTContext &Context,
    llvm::SmallPtrSetImpl<const FunctionDecl *> &Reached) {
  const Placement Placed = placementOf(*Kernel, Context, Reached);
  IsReachable = Placed.MayReachShared;
  llvm::SmallVector<SharedArray *, 4> Replaced;
  for (const Placement::Variable &Each : Placed.InOrder) {
    SharedArray &Array = *object(Each.Declared, Context).Array;
    Array.HasOpenPlacement = Each.IsOpen;
    if (Each.IsReplaced)
      Replaced.push_back(&Array);
  }
  // One element by itself has none to merge with.
  for (SharedArray *Array : Replaced)
    Array->IsReplaced =
        Replaced.size() > 1 || Array->HasClassElements ||
        llvm::any_of(Array->Extents, [](int64_t Extent) { return Extent > 1; });
}

Object &SharedMemory::makeObject(llvm::StringRef Name, QualType Type) {
  Object &O = Storage.emplace_back();
  SharedArray &Array = add(Name);
  O.Kind = Object::Shared;
  O.Name = Name;
  O.Type = Type;
  O.Begin.Array = O.Array = &Array;
  return O;
}

Object &SharedMemory::object(const VarDecl *Variable,
                             const ASTContext &Context) {
  Object *&Known = ByVariable[Variable->getCanonicalDecl()];
  if (Known)
    return *Known;
  Object &O = makeObject(Variable->getName(), Variable->getType());
  Known = &O;
  SharedArray &Array = *O.Array;
  Declarations.push_back(Variable);
  Array.DeclarationId = unsigned(Declarations.size());
  Array.IsDynamic = Variable->hasExternalStorage();
  Array.HasClassElements = O.Type->getBaseElementTypeUnsafe()->isRecordType();

  llvm::SmallVector<int64_t, 3> Extents, StrideBytes;
  QualType Element = O.Type;
  while (const ArrayType *Dimension = Context.getAsArrayType(Element)) {
    const auto *Fixed = llvm::dyn_cast<ConstantArrayType>(Dimension);
    Extents.push_back(Fixed ? int64_t(Fixed->getZExtSize()) : 0);
    Element = Dimension->getElementType();
  }
  bool IsKnown = !Element->isIncompleteType() && !Element->isDependentType();
  int64_t Stride =
      IsKnown ? Context.getTypeSizeInChars(Element).getQuantity() : 1;
  StrideBytes.resize(Extents.size());
  for (size_t D = Extents.size(); D-- > 0;) {
    StrideBytes[D] = Stride;
    Stride *= Extents[D];
  }
  Array.Extents = llvm::ArrayRef(Extents).copy(Numbers);
  Array.StrideBytes = llvm::ArrayRef(StrideBytes).copy(Numbers);
  llvm::SmallVector<Value, 3> Zeros(Extents.size(), Value(0));
  O.Begin.Index = llvm::ArrayRef<Value>(Zeros).copy(Numbers);
  if (Array.Extents.empty() || Array.Extents[0])
    Array.SizeBytes = Stride;

  int64_t Alignment = IsKnown ? Context.getDeclAlign(Variable).getQuantity()
                              : DynamicMemoryAlignment;
  if (O.Type->isIncompleteArrayType())
    Alignment = std::max(DynamicMemoryAlignment, Alignment);
  Array.DeclaredAlignment = IsKnown ? Alignment : 1;
  place(Array, Alignment);
  return O;
}

SharedMemory::Viewed SharedMemory::viewedBy(const Object &O) const {
  assert(O.Array && "an object in shared memory");
  if (O.Array->isDeclared())
    return {O.Array->DeclarationId};
  auto Found = llvm::find_if(
      Windows, [&](const auto &Entry) { return Entry.second == &O; });
  assert(Found != Windows.end() && "what is not declared is a view");
  return Found->first;
}

/// The names live as long as the tree, in which they are spelled.
static llvm::SmallVector<llvm::StringRef, 2> namesOf(const Object &O) {
  llvm::SmallVector<llvm::StringRef, 2> Names;
  if (!O.Array->Name.empty())
    Names.push_back(O.Array->Name);
  llvm::append_range(Names, O.Array->OtherNames);
  return Names;
}

Object &SharedMemory::window(const Viewed &Declared,
                             llvm::ArrayRef<llvm::StringRef> Names) {
  Object *&Known = Windows[Declared];
  if (!Known) {
    Known = &makeObject(Names.empty() ? "" : Names.front(), QualType());
    Known->Array->Escapes = true;
    if (Names.size() > 1)
      Known->Array->OtherNames = Names.drop_front().copy(Numbers);
  }
  return *Known;
}

Object &SharedMemory::window() { return window(Viewed(), {}); }

Object &SharedMemory::window(const Object &Of) {
  return window(viewedBy(Of), namesOf(Of));
}

Object &SharedMemory::window(const Object &A, const Object &B) {
  const Viewed OfA = viewedBy(A), OfB = viewedBy(B);
  if (OfA.empty() || OfB.empty()) // of all
    return window();
  Viewed Both = OfA;
  for (unsigned Id : OfB)
    if (!llvm::is_contained(Both, Id))
      Both.push_back(Id);
  // A view of these and others shows them already.
  if (Both.size() == OfA.size())
    return window(OfA, namesOf(A));
  if (llvm::all_of(OfA,
                   [&](unsigned Id) { return llvm::is_contained(OfB, Id); }))
    return window(OfB, namesOf(B));
  llvm::SmallVector<llvm::StringRef, 2> Names = namesOf(A), Others = namesOf(B);
  if (Names != Others) // arrays of one name are not told apart
    llvm::append_range(Names, Others);
  return window(Both, Names);
}
