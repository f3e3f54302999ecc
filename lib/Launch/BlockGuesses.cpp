//===- BlockGuesses.cpp - Blocks where no launch is seen ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "IndexedBlocks.h"
#include "Launch/Launches.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;

namespace {
/// Which parts of the thread's identity a kernel reads, itself or in the
/// functions it calls.
class IdentityVisitor : public RecursiveASTVisitor<IdentityVisitor> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitMemberExpr(MemberExpr *E) {
    if (auto *Function = llvm::dyn_cast<FunctionDecl>(E->getMemberDecl()))
      noteFunction(Function);
    auto *Base = llvm::dyn_cast<DeclRefExpr>(E->getBase()->IgnoreImpCasts());
    if (Base && Base->getDecl()->getIdentifier() &&
        E->getMemberDecl()->getIdentifier())
      note(Base->getDecl()->getName(), E->getMemberDecl()->getName());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (auto *Function = llvm::dyn_cast<FunctionDecl>(E->getDecl()))
      noteFunction(Function);
    else if (E->getDecl()->getIdentifier() &&
             E->getDecl()->getName() == "blockDim")
      ReadsBlockDim = true;
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    noteFunction(E->getConstructor());
    return true;
  }
  void noteFunction(const FunctionDecl *Function) {
    char Component = 0;
    llvm::StringRef Name = builtinVariableOf(*Function, Component);
    if (!Name.empty())
      note(Name, llvm::StringRef(&Component, 1));
    else
      Callees.insert(Function);
  }
  void note(llvm::StringRef Variable, llvm::StringRef Component) {
    ReadsBlockDim |= Variable == "blockDim";
    ReadsY |= Variable == "threadIdx" && Component == "y";
    ReadsZ |= Variable == "threadIdx" && Component == "z";
  }

  llvm::SmallSetVector<const FunctionDecl *, 16> Callees;
  bool ReadsBlockDim = false, ReadsY = false, ReadsZ = false;
};
} // namespace

/// Smaller blocks, for arrays that are no larger; at last the first one again,
/// where none stays within them.
static void addSmallerBlocks(std::vector<LaunchShape> &Shapes) {
  const LaunchShape First = Shapes.back();
  for (unsigned Threads = First.Block[0] / 2; Threads >= 16; Threads /= 2) {
    LaunchShape Smaller;
    Smaller.Block = {Threads, 1, 1};
    Smaller.IsGuess = Smaller.IsFallback = true;
    Smaller.Source.Kind = BlockSource::CommonShapes;
    Shapes.push_back(Smaller);
  }
  Shapes.push_back(First);
  Shapes.back().IsFallback = true;
}

/// The sizes that kernels are commonly launched with.
static void addCommonShapes(const IdentityVisitor &Reads, unsigned MaxThreads,
                            std::vector<LaunchShape> &Shapes) {
  using Extents = std::array<unsigned, 3>;
  static constexpr Extents OneD[] = {
      {256, 1, 1}, {128, 1, 1}, {512, 1, 1}, {1024, 1, 1}, {64, 1, 1}};
  static constexpr Extents TwoD[] = {{32, 32, 1}, {16, 16, 1}, {32, 8, 1},
                                     {32, 16, 1}, {8, 8, 1},   {64, 4, 1}};
  static constexpr Extents ThreeD[] = {
      {8, 8, 8}, {16, 16, 4}, {32, 4, 4}, {4, 4, 4}};
  llvm::ArrayRef<Extents> Common = Reads.ReadsZ   ? llvm::ArrayRef(ThreeD)
                                   : Reads.ReadsY ? llvm::ArrayRef(TwoD)
                                                  : llvm::ArrayRef(OneD);
  bool IsSettled = !Reads.ReadsY && !Reads.ReadsZ && !Reads.ReadsBlockDim;
  SmallVector<Extents, 8> Fitting;
  llvm::copy_if(Common, std::back_inserter(Fitting), [&](const Extents &Block) {
    return Block[0] * Block[1] * Block[2] <= MaxThreads;
  });
  // A small bound still leaves rows of one warp each.
  bool HasWarpRows = llvm::any_of(
      Fitting, [](const Extents &Block) { return Block[0] == 32; });
  if (Reads.ReadsY && !HasWarpRows && MaxThreads >= 32)
    Fitting.push_back({32, MaxThreads / 32, 1});
  for (const Extents &Block : Fitting) {
    LaunchShape Shape;
    Shape.Block = Block;
    Shape.IsGuess = !IsSettled;
    Shape.Source.Kind =
        IsSettled ? BlockSource::WholeWarps : BlockSource::CommonShapes;
    Shapes.push_back(Shape);
    if (IsSettled)
      return addSmallerBlocks(Shapes);
  }
}

/// Blocks with the rows that the kernel's indices number, of several sizes; the
/// other guesses then only serve the proof of a fix.
static void addIndexedShapes(const std::array<unsigned, 3> &Indexed,
                             unsigned MaxThreads,
                             std::vector<LaunchShape> &Shapes) {
  std::vector<LaunchShape> Fitting;
  for (unsigned Threads : {256, 128, 512, 1024, 64}) {
    LaunchShape Shape;
    Shape.Block = {Indexed[0], Indexed[1], 1};
    unsigned &Last = Shape.Block[Indexed[1] ? 2 : 1];
    Shape.Block[1] = std::max(1u, Shape.Block[1]);
    Last = Threads / (Shape.Block[0] * Shape.Block[1]);
    if (Last == 0 || Last > (Indexed[1] ? 64u : 1024u) || Threads > MaxThreads)
      continue;
    Shape.IsGuess = true;
    Shape.Source = {BlockSource::Indices, "", Indexed[0]};
    Fitting.push_back(Shape);
  }
  if (Fitting.size() < 2)
    return; // one alone supports no conflict
  for (LaunchShape &Other : Shapes)
    Other.IsForProof = true;
  Shapes.insert(Shapes.begin(), Fitting.begin(), Fitting.end());
}

std::vector<LaunchShape> banklint::shapesOf(const FunctionDecl *Kernel,
                                            const LaunchTable &Launches,
                                            const BlockDimRule *UserWord,
                                            ASTContext &Context) {
  std::vector<LaunchShape> Shapes;
  auto Known = Launches.find(Kernel->getCanonicalDecl());
  if (Known != Launches.end())
    Shapes = Known->second;
  if (!Shapes.empty())
    return Shapes;
  if (UserWord) {
    LaunchShape Shape;
    Shape.Block = UserWord->Block;
    Shape.Source = {BlockSource::Rule, UserWord->Source};
    return {Shape};
  }
  IdentityVisitor Reads;
  llvm::SmallVector<const FunctionDecl *, 8> Bodies;
  Reads.Callees.insert(Kernel);
  // The visitor adds what each body names.
  for (size_t I = 0; I != Reads.Callees.size(); ++I) {
    const FunctionDecl *Defined = nullptr;
    if (!Reads.Callees[I]->hasBody(Defined))
      continue;
    // Ranks of cooperative groups read all of the identity, for any shape.
    const SourceManager &Sources = Context.getSourceManager();
    if (Sources.isInSystemHeader(Defined->getLocation()))
      continue;
    Reads.TraverseStmt(Defined->getBody());
    Bodies.push_back(Defined);
  }
  unsigned MaxThreads = MaxBlockThreads;
  if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>()) {
    Expr::EvalResult Number;
    if (Bounds->getMaxThreads() &&
        !Bounds->getMaxThreads()->isValueDependent() &&
        Bounds->getMaxThreads()->EvaluateAsInt(Number, Context))
      MaxThreads =
          unsigned(Number.Val.getInt().getLimitedValue(MaxBlockThreads));
    if (!Reads.ReadsY && !Reads.ReadsZ && MaxThreads >= 1) {
      LaunchShape Shape;
      Shape.Block = {MaxThreads, 1, 1};
      Shape.IsGuess = Reads.ReadsBlockDim;
      Shape.Source.Kind = BlockSource::LaunchBounds;
      Shapes.push_back(Shape);
    }
  }
  if (Shapes.empty() || Shapes.front().IsGuess)
    addCommonShapes(Reads, MaxThreads, Shapes);
  if (Reads.ReadsY)
    if (const auto Indexed = blockOfIndices(Bodies, Context))
      addIndexedShapes(*Indexed, MaxThreads, Shapes);
  if (Shapes.empty()) {
    LaunchShape Shape;
    Shape.Block = {MaxThreads, 1, 1};
    Shape.IsGuess = true;
    Shape.Source.Kind = BlockSource::LaunchBounds;
    Shapes.push_back(Shape);
  }
  return Shapes;
}
