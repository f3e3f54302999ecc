//===- EditFacts.cpp - What belongs to the edits of a fix -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditFacts.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/Locations.h"
#include "Cuda/LostNames.h"
#include "Cuda/Names.h"
#include "Edits.h"
#include "Layout/Search.h"
#include "Uses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

using llvm::StringRef;

namespace {
/// Follows the address of a kernel: as long as it stays in functions and
/// variables of this source, all its launches are seen.
class KernelAddress {
public:
  explicit KernelAddress(const SourceMap &Map) : Map(Map) {}

  /// Whether it goes elsewhere from an expression that has its value, or that
  /// of a variable with it.
  bool leaves(const Expr *E);

private:
  bool leavesBy(const Stmt *Around, const Expr *E);
  bool leavesByCall(const CallExpr *Call, const Expr *E);
  bool leavesIn(const ValueDecl *D);

  const SourceMap &Map;
  llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
};
} // namespace

bool KernelAddress::leaves(const Expr *E) {
  return llvm::any_of(Map.parentsOf(E), [&](const SourceParent &Parent) {
    if (Parent.Statement)
      return leavesBy(Parent.Statement, E);
    const auto *D = llvm::dyn_cast_or_null<VarDecl>(Parent.Declaration);
    return !Parent.IsTypeOnly && (!D || leavesIn(D));
  });
}

/// What is read of a variable later, wherever it stands in this source.
bool KernelAddress::leavesIn(const ValueDecl *D) {
  if (!Seen.insert(D).second)
    return false;
  return D->isExternallyVisible() ||
         llvm::any_of(Map.referencesTo(D),
                      [&](const Expr *Named) { return leaves(Named); });
}

bool KernelAddress::leavesByCall(const CallExpr *Call, const Expr *E) {
  // What a list of kernels gives has their addresses, too; else it is a launch.
  if (Call->getCallee() == E)
    return llvm::isa<CXXMemberCallExpr>(Call) && leaves(Call);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return true;
  if (isOfCudaLibrary(*Callee) ||
      (Callee->getIdentifier() && Callee->getName().starts_with("cuda")))
    return false;
  if (!Callee->hasBody())
    return true;
  bool Leaves = true;
  forEachArgument(Call,
                  [&](const Expr *Argument, const ParmVarDecl *Parameter) {
                    if (Argument == E)
                      Leaves = !Parameter || leavesIn(Parameter);
                  });
  return Leaves;
}

bool KernelAddress::leavesBy(const Stmt *Around, const Expr *E) {
  if (const auto *Call = llvm::dyn_cast<CallExpr>(Around))
    return leavesByCall(Call, E);
  if (const auto *Binary = llvm::dyn_cast<BinaryOperator>(Around)) {
    if (Binary->isComparisonOp() || Binary->isLogicalOp() ||
        (Binary->isAssignmentOp() && Binary->getLHS() == E))
      return false;
    const ValueDecl *Target = Binary->getOpcode() == BO_Assign
                                  ? baseOfAddress(Binary->getLHS())
                                  : nullptr;
    return !Target || Target->getType()->isReferenceType() ||
           llvm::isa<FieldDecl>(Target) || leavesIn(Target);
  }
  if (const auto *Unary = llvm::dyn_cast<UnaryOperator>(Around))
    return Unary->getOpcode() != UO_LNot && leaves(Unary);
  if (const auto *Subscript = llvm::dyn_cast<ArraySubscriptExpr>(Around))
    return Subscript->getBase() == E && leaves(Subscript);
  if (const auto *Choice = llvm::dyn_cast<ConditionalOperator>(Around))
    return Choice->getCond() != E && leaves(Choice);
  if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(Around))
    return !Made->getConstructor()->isCopyOrMoveConstructor() || leaves(Made);
  if (llvm::isa<LambdaExpr>(Around))
    return false; // what captures a variable names it
  if (llvm::isa<CastExpr, ParenExpr, InitListExpr, CXXStdInitializerListExpr,
                FullExpr, MemberExpr, MaterializeTemporaryExpr,
                SubstNonTypeTemplateParmExpr>(Around))
    return leaves(cast<Expr>(Around));
  // What Clang rejects counts by itself, and a statement drops the value.
  return llvm::isa<Expr, ReturnStmt>(Around) &&
         !llvm::isa<RecoveryExpr>(Around);
}

const FunctionDecl *banklint::kernelWithOtherBlocks(const DeclaredArray &Array,
                                                    const SourceMap &Map) {
  for (const ArrayInKernel &Use : Array.Uses) {
    const FunctionDecl *Kernel = walkOf(Use).Kernel;
    const LaunchShape &Shape = walkOf(Use).Shape;
    KernelAddress Address(Map);
    // A driver may launch it by its name; a guess is for whoever does.
    if (Shape.HasOthers || (Kernel->isExternC() && !Shape.IsGuess) ||
        llvm::any_of(
            Map.referencesTo(cast<ValueDecl>(Kernel->getCanonicalDecl())),
            [&](const Expr *Named) { return Address.leaves(Named); }))
      return Kernel;
  }
  return nullptr;
}

std::vector<std::string> banklint::symbolsOf(const DeclaredArray &Array,
                                             const Fix &Edits,
                                             const SourceMap &Map,
                                             const ASTContext &Context) {
  std::set<std::string> Names;
  for (const ArrayInKernel &Use : Array.Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    Names.insert(externalName(Walked.Kernel, Context));
    Names.insert(Walked.Shape.CalledElsewhere.begin(),
                 Walked.Shape.CalledElsewhere.end());
    if (Walked.Shape.Where.isInvalid())
      continue;
    for (const FunctionDecl *Function : Map.bodiesAround(Walked.Shape.Where))
      if (Function->isReferenced() && !Function->isMain())
        Names.insert(externalName(Function, Context));
  }
  const std::vector<const FunctionDecl *> Edited = Map.bodiesEditedBy(Edits);
  for (const FunctionDecl *Function : Map.callers().leadingTo(Edited))
    if (Function->hasAttr<CUDADeviceAttr>())
      Names.insert(externalName(Function, Context));
  Names.erase("");
  return {Names.begin(), Names.end()};
}

/// Whether all edits stand within the bodies of its kernels.
static bool standInKernels(const Fix &Edits, const DeclaredArray &Array,
                           const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  return llvm::all_of(Edits.Edits, [&](const Edit &E) {
    const FileID File = fileNamed(E.File, Sources);
    return llvm::any_of(Array.Uses, [&](const ArrayInKernel &Use) {
      const SourceRange Body = walkOf(Use).Kernel->getBody()->getSourceRange();
      return File.isValid() &&
             holds({Sources.getFileLoc(Body.getBegin()),
                    Sources.getFileLoc(Body.getEnd())},
                   Sources.getComposedLoc(File, E.OffsetBytes), Sources);
    });
  });
}

/// The words of the lines that are edited outside the bodies of kernels.
static llvm::StringSet<> wordsOfEdits(const Fix &Edits, const SourceMap &Map,
                                      const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringSet<> Result;
  for (const Edit &E : Edits.Edits) {
    Fix One;
    One.Edits = {E};
    const auto Around = Map.bodiesEditedBy(One);
    const FileID File = fileNamed(E.File, Sources);
    if (File.isInvalid() ||
        (!Around.empty() &&
         llvm::all_of(Around, [](const FunctionDecl *Function) {
           return Function->hasAttr<CUDAGlobalAttr>();
         })))
      continue;
    const StringRef Text = Sources.getBufferData(File);
    StringRef Line = Text.take_front(Text.find('\n', E.OffsetBytes))
                         .drop_front(Text.rfind('\n', E.OffsetBytes) + 1);
    while (!Line.empty()) {
      const StringRef Word =
          Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (!Word.empty() &&
          !Context.Idents.get(Word).isKeyword(Context.getLangOpts()))
        Result.insert(Word);
      Line = Line.drop_front(std::max<size_t>(1, Word.size()));
    }
  }
  return Result;
}

/// Whether rejected text may use a function, or come to it.
static bool mayCome(const LostNames &Lost, const FunctionDecl *Function) {
  if (llvm::isa<CXXDestructorDecl, CXXConversionDecl>(Function) ||
      Function->isOverloadedOperator())
    return true;
  if (const auto *Made = llvm::dyn_cast<CXXConstructorDecl>(Function))
    return Lost.mayUse(Made->getParent()->getName());
  return !Function->getIdentifier() || Lost.mayUse(Function->getName());
}

/// Whether it may come to one of these.
static bool mayComeToAny(const LostNames &Lost,
                         llvm::ArrayRef<const FunctionDecl *> Functions,
                         const SourceMap &Map) {
  return llvm::any_of(Map.callers().leadingTo(Functions),
                      [&](const FunctionDecl *Function) {
                        return (Function->hasAttr<CUDAGlobalAttr>() ||
                                Function->isReferenced()) &&
                               !Function->isMain() && mayCome(Lost, Function);
                      });
}

bool banklint::mayBeLaunchedUnread(const WalkedKernel &Walked,
                                   const SourceMap &Map) {
  if (Walked.Lost->isEmpty())
    return false;
  std::vector<const FunctionDecl *> Named = {Walked.Kernel};
  if (Walked.Shape.Where.isValid())
    llvm::append_range(Named, Map.bodiesAround(Walked.Shape.Where));
  return Walked.Lost->isInMissingHeader(Walked.Kernel->getLocation()) ||
         mayComeToAny(*Walked.Lost, Named, Map);
}

bool banklint::isHalfRead(const DeclaredArray &Array, const Fix &Edits,
                          const SourceMap &Map, const ASTContext &Context) {
  const LostNames &Lost = *walkOf(Array.Uses.front()).Lost;
  if (Lost.isEmpty())
    return false;
  bool IsPlain = true, IsUnread = false;
  for (const ArrayInKernel &Use : Array.Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    if (Walked.IsHalfRead)
      return true;
    IsPlain &= !Walked.Kernel->getTemplateInstantiationPattern();
    IsUnread |= mayBeLaunchedUnread(Walked, Map);
  }
  if (IsPlain && Array.any().SizeBytes && Array.any().Extents.size() > 1 &&
      Array.dynamicArrays().empty() && standInKernels(Edits, Array, Context))
    return false;
  return IsUnread || mayComeToAny(Lost, Map.bodiesEditedBy(Edits), Map) ||
         llvm::any_of(wordsOfEdits(Edits, Map, Context).keys(),
                      [&](StringRef Word) { return Lost.mayUse(Word); });
}

std::vector<KernelGrowth>
banklint::growthOf(const std::vector<ArrayInKernel> &Uses, const Layout &Longer,
                   const ASTContext &Context) {
  std::set<KernelGrowth> Kernels;
  const GrowthOfBlocks Growth(Uses, Longer);
  for (const ArrayInKernel &Use : Uses) {
    const WalkedKernel &Walked = walkOf(Use);
    Kernels.insert({fullSignatureOf(*Walked.Kernel),
                    pointOf(Walked.Kernel->getLocation(), Context),
                    bytesOfBlock(Use), Growth.of(Use)});
  }
  return {Kernels.begin(), Kernels.end()};
}
