//===- HalfRead.cpp - What rejected code may do to fixes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/HalfRead.h"
#include "Cuda/Locations.h"
#include "Cuda/LostNames.h"
#include "Source/Words.h"
#include "Text/Edits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

using llvm::StringRef;

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
    const StringRef Line = Text.take_front(Text.find('\n', E.OffsetBytes))
                               .drop_front(Text.rfind('\n', E.OffsetBytes) + 1);
    addWords(Line, Result);
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

/// Whether a call whose code is not seen may name the same dynamic memory.
static bool mayBeUsedUnseen(const DeclaredArray &Array) {
  return Array.unseenCall() &&
         llvm::any_of(Array.Uses, [](const ArrayInKernel &Use) {
           return !Use.Array->SizeBytes;
         });
}

bool banklint::isHalfRead(const DeclaredArray &Array, const Fix &Edits,
                          const SourceMap &Map, const ASTContext &Context) {
  if (mayBeUsedUnseen(Array))
    return true;
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
                      [&](StringRef Word) {
                        return !Context.Idents.get(Word).isKeyword(
                                   Context.getLangOpts()) &&
                               Lost.mayUse(Word);
                      });
}
