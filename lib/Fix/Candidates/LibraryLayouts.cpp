//===- LibraryLayouts.cpp - Better layouts of a library's tensors ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/LibraryLayouts.h"
#include "Candidates/Forms.h"
#include "Cuda/Layouts.h"
#include "Layout/Search.h"
#include "Values/Limits.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

namespace {
/// An array in one kernel, through whose tensors a library accesses it.
struct TensorArray {
  const ArrayInKernel &Use;
  const FunctionDecl &Function;
  const SharedTensors &Tensor;
  int64_t ElementBytes; ///< of the tensors
};
} // namespace

static std::string swizzleName(int64_t Bits, int64_t Base, int64_t Shift) {
  return "Swizzle<" + std::to_string(Bits) + "," + std::to_string(Base) + "," +
         std::to_string(Shift) + ">";
}

static std::optional<LayoutCure> swizzleFor(const TensorArray &Of,
                                            Replay &Accesses,
                                            const LayoutCost &Now,
                                            uint64_t &StepBudget) {
  // In elements of the array, which may be bytes.
  const int64_t Elements = Of.ElementBytes / Of.Use.elementBytes();
  const auto &Has = Of.Tensor.Swizzle;
  if (Elements == 0 || Has.Shift < 0)
    return std::nullopt;
  std::optional<Swizzle> Undone;
  if (Has.Bits != 0)
    Undone = Swizzle{/*IsByRow=*/false, Elements << (Has.Base + Has.Shift),
                     (int64_t(1) << Has.Bits) - 1, Elements << Has.Base};
  const std::optional<Proof> Free =
      librarySwizzle(Accesses, Now, Undone, StepBudget);
  if (!Free)
    return std::nullopt;
  const Swizzle &New = *Free->NewLayout.Swizzled;
  return note::LayoutSwizzle{
      Of.Use.Array->Name.str(),
      swizzleName(llvm::Log2_64(uint64_t(New.Mask + 1)),
                  llvm::Log2_64(uint64_t(New.UnitElements / Elements)),
                  llvm::Log2_64(uint64_t(New.Divisor / New.UnitElements))),
      Undone ? swizzleName(Has.Bits, Has.Base, Has.Shift) : ""};
}

static std::string layoutName(llvm::ArrayRef<LayoutMode> Modes) {
  std::string Extents, Strides;
  for (const LayoutMode &Mode : Modes) {
    Extents += (Extents.empty() ? "(" : ",") + std::to_string(Mode.Extent);
    Strides += (Strides.empty() ? "(" : ",") + std::to_string(Mode.Stride);
  }
  return Extents + "):" + Strides + ")";
}

/// None where some accesses are not made through the layout.
static std::optional<LayoutCure> stridesFor(const TensorArray &Of,
                                            Replay &Accesses,
                                            const LayoutCost &Before,
                                            uint64_t &StepBudget) {
  const auto Modes = layoutOver(*declarationOf(Of.Use), Of.Function);
  if (Modes.size() < 2 || Modes.size() > 3)
    return std::nullopt;
  const bool IsColumn = Modes[0].Stride == 1; // as in (128,8):(1,128)
  const LayoutMode &First = Modes[IsColumn ? 0 : 1];
  const LayoutMode &Second = Modes[IsColumn ? 1 : 0];
  if (First.Stride != 1 || Second.Stride < First.Extent)
    return std::nullopt;
  TensorStrides Now;
  Now.FirstExtent = First.Extent;
  Now.SecondExtent = Second.Extent;
  Now.ApartNow = Second.Stride;
  Now.ElementBytes = Of.ElementBytes;
  if (Modes.size() == 3) {
    Now.StageCount = Modes[2].Extent;
    Now.StagesNow = Modes[2].Stride;
    if (Now.StagesNow < Second.Stride * (Second.Extent - 1) + First.Extent)
      return std::nullopt;
  }
  bool IsAllLibrary = true;
  forEachRecord(Accesses.uses(), [&](const ArrayInKernel &Use, const Trace &,
                                     const AccessRecord &Record) {
    IsAllLibrary &= !(*Use.Walked->Sites)[Record.Site].Library.empty();
  });
  if (!IsAllLibrary)
    return std::nullopt;
  const std::optional<Proof> Free =
      libraryStrides(Accesses, Before, Now, StepBudget);
  if (!Free)
    return std::nullopt;
  const TensorStrides &New = *Free->NewLayout.Restrided;
  auto NewModes = Modes;
  NewModes[IsColumn ? 0 : 1].Stride = New.First;
  NewModes[IsColumn ? 1 : 0].Stride = New.Second;
  if (Modes.size() == 3)
    NewModes[2].Stride = New.stage();
  return note::LayoutStrides{
      Of.Use.Array->Name.str(), layoutName(NewModes), layoutName(Modes),
      Free->Cost.Total.Wavefronts / Before.Total.Wavefronts, Free->ExtraBytes};
}

const WalkedKernel *LibraryLayouts::walkAgain(const WalkedKernel &Walk,
                                              uint64_t &StepBudget) {
  auto Found = Walks.find(&Walk);
  if (Found != Walks.end())
    return &Found->second;
  // One that the budget cuts short proves nothing: do not begin it.
  if (Walk.Steps >= StepBudget)
    return nullptr;
  WalkedKernel Again =
      walkWithStrides(Walk, StrideChange(), StepBudget, Context);
  return StepBudget ? &Walks.emplace(&Walk, std::move(Again)).first->second
                    : nullptr;
}

/// Whether the walk saw all that is done to an array.
static bool isFollowed(const ArrayInKernel &Use) {
  return !Use.Array->Escapes &&
         llvm::all_of(Use.Walked->Groups, [](const Trace &Group) {
           return llvm::all_of(Group.Records, [](const AccessRecord &Record) {
             return Record.Where != nullptr;
           });
         });
}

std::vector<LayoutCure> LibraryLayouts::curesOf(const DeclaredArray &Array,
                                                uint64_t &StepBudget) {
  std::map<std::string, LayoutCure> ByReplaced;
  StepAllowance Steps(StepBudget, limits::LibrarySwizzleSteps);
  for (ArrayInKernel Use : Array.Uses) {
    const auto *Function =
        llvm::dyn_cast<FunctionDecl>(declarationOf(Use)->getDeclContext());
    if (!Function || Use.Array->Extents.empty())
      continue;
    const SharedTensors Tensor = sharedTensorsIn(*Function);
    if (Tensor.Element.isNull() || Tensor.IsAmbiguous)
      continue;
    Use.Walked = walkAgain(walkOf(Use), Steps.Left);
    if (!Use.Walked || !isFollowed(Use))
      return {};
    const std::vector<ArrayInKernel> Alone = {Use};
    Replay Accesses(Alone);
    const LayoutCost Now = Accesses.costOf({});
    if (!Now.hasExcess())
      continue;
    const TensorArray Of = {
        Use, *Function, Tensor,
        Context.getTypeSizeInChars(Tensor.Element).getQuantity()};
    auto Cure = swizzleFor(Of, Accesses, Now, Steps.Left);
    if (!Cure)
      Cure = stridesFor(Of, Accesses, Now, Steps.Left);
    if (Cure)
      ByReplaced.try_emplace(
          std::visit([](const auto &N) { return N.Replaced; }, *Cure), *Cure);
  }
  std::vector<LayoutCure> Cures;
  for (auto &[Replaced, Cure] : ByReplaced)
    Cures.push_back(std::move(Cure));
  return Cures;
}
