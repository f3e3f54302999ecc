//===- MemberRows.cpp - Rows that are a member of a class -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/MemberRows.h"
#include "Layout/Rows.h"
#include "Text/Edits.h"
#include "Values/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace {
/// A member with rows, and the classes on the way to it from an element of the
/// array, which is one of the first.
struct RowsInClass {
  const FieldDecl *Field = nullptr;
  llvm::SmallVector<const CXXRecordDecl *, 2> Classes;
  MemberRows Rows;
  int64_t RowBytes = 0;
  size_t Dimensions = 1;
  int64_t AlignmentBytes = 1; ///< of the classes
};

/// Builds the form of one member.
class MemberForm {
public:
  MemberForm(const DeclaredArray &Whole, RowsInClass Of, const SourceMap &Map,
             ASTContext &Context);

  std::unique_ptr<RowForm> build(uint64_t &StepBudget) const;

private:
  void checkClasses(RowForm &Form) const;
  void checkClass(const CXXRecordDecl *Class, RowForm &Form) const;
  bool isDeclaration(const Expr *E) const;
  bool isFollowed(const Expr *E) const;
  bool isOurs(const DeclaratorDecl *D) const;
  void setUnits(RowForm &Form) const;
  void walk(RowForm &Form, uint64_t &StepBudget) const;
  llvm::Error edit(const Proof &Best, int64_t UnitElements, Fix &Out) const;

  std::shared_ptr<DeclaredArray> Array;
  RowsInClass Of;
  const SourceMap &Map;
  ASTContext &Context;
};
} // namespace

//===----------------------------------------------------------------------===//
// Members with rows
//===----------------------------------------------------------------------===//

/// The template that a class is made of.
static const ClassTemplateDecl *templateOf(const CXXRecordDecl *Class) {
  const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  return Made ? Made->getSpecializedTemplate()->getCanonicalDecl() : nullptr;
}

/// Whether the text of a class is that of no other: it is no template's, or
/// the only one that is made of it.
static bool isAlone(const CXXRecordDecl *Class) {
  const ClassTemplateDecl *Template = templateOf(Class);
  if (!Template)
    return Class->getTemplateSpecializationKind() == TSK_Undeclared;
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 2> Partial;
  Template->getPartialSpecializations(Partial);
  return Class->getTemplateSpecializationKind() == TSK_ImplicitInstantiation &&
         Partial.empty() && llvm::hasSingleElement(Template->specializations());
}

/// Whether a class lies in memory as its members follow each other: then all
/// that is behind one moves by what that one grows, as long as this keeps the
/// alignment of the class.
static bool isPlain(const CXXRecordDecl *Class) {
  return !Class->isUnion() && !Class->isPolymorphic() &&
         Class->getNumVBases() == 0 && !Class->isLambda() && isAlone(Class) &&
         !Class->getMemberSpecializationInfo() && !Class->isDependentContext();
}

/// Whether a class stands in a function that has several instances.
static bool isOfInstance(const CXXRecordDecl *Class) {
  const auto *Around =
      dyn_cast_or_null<FunctionDecl>(Class->getParentFunctionOrMethod());
  return Around && Around->isTemplateInstantiation();
}

/// Adds the members of a class that are arrays of numbers or vectors, and those
/// of its members. `IsRow`: an array of one dimension is a row, since there
/// are several of the objects.
static void addMembers(const CXXRecordDecl *Class, bool IsRow,
                       RowsInClass Outer, const ASTContext &Context,
                       std::vector<RowsInClass> &To) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->isInvalidDecl() || !isPlain(Class) ||
      isOfInstance(Class) ||
      Context.getSourceManager().isInSystemHeader(Class->getLocation()))
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
  Outer.Classes.push_back(Class);
  Outer.AlignmentBytes =
      std::max(Outer.AlignmentBytes, Layout.getAlignment().getQuantity());
  for (const FieldDecl *Field : Class->fields()) {
    if (Field->isBitField())
      continue;
    RowsInClass One = Outer;
    One.Field = Field;
    One.Rows.OffsetBytes +=
        int64_t(Layout.getFieldOffset(Field->getFieldIndex()) / 8);
    const auto *Array = Context.getAsConstantArrayType(Field->getType());
    if (!Array) {
      if (const CXXRecordDecl *Inner = Field->getType()->getAsCXXRecordDecl())
        addMembers(Inner, IsRow, std::move(One), Context, To);
      continue;
    }
    bool HasRows = IsRow;
    while (const auto *Inner =
               Context.getAsConstantArrayType(Array->getElementType())) {
      One.Rows.Count *= Array->getSExtSize();
      ++One.Dimensions;
      Array = Inner;
      HasRows = true;
    }
    One.RowBytes = Context.getTypeSizeInChars(QualType(Array, 0)).getQuantity();
    One.Rows.ElementBytes =
        Context.getTypeSizeInChars(Array->getElementType()).getQuantity();
    if (HasRows && Array->getSExtSize() > 1)
      To.push_back(std::move(One));
  }
}

/// Whether a walk accesses the member.
static bool isAccessed(const DeclaredArray &Array, const RowsInClass &Of) {
  bool Found = false;
  for (ArrayInKernel Use : Array.Uses) {
    Use.Member = Of.Rows;
    Use.RowBytes = Of.RowBytes;
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        Found |= Record.Where && Record.Where->Array == Use.Array &&
                 !isBesideRows(Use, Group, Record);
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// All objects of the classes
//===----------------------------------------------------------------------===//

/// Assignments and what gives nothing have operands that are looked at.
static bool onlyPasses(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary &&
         (Binary->getOpcode() == BO_Assign || Binary->getOpcode() == BO_Comma);
}

/// Shared memory is not initialized.
bool MemberForm::isDeclaration(const Expr *E) const {
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  return Made && Made->getConstructor()->isTrivial() &&
         Made->getConstructor()->isDefaultConstructor() &&
         llvm::all_of(Map.parentsOf(E), [&](const SourceParent &Parent) {
           const auto *D = dyn_cast_or_null<VarDecl>(Parent.Declaration);
           return D && Array->Instances.contains(D);
         });
}

bool MemberForm::isFollowed(const Expr *E) const {
  return onlyPasses(E) || isDeclaration(E) ||
         llvm::any_of(Array->Instances, [&](const VarDecl *Instance) {
           return Array->usesOf(Instance).Followed.contains(E);
         });
}

/// Whether a declaration is that of the array, of what leads into it, or of a
/// member on the way.
bool MemberForm::isOurs(const DeclaratorDecl *D) const {
  if (const auto *Field = dyn_cast<FieldDecl>(D);
      Field && llvm::is_contained(Of.Classes,
                                  dyn_cast<CXXRecordDecl>(Field->getParent())))
    return !Field->getType()->isAnyPointerType() &&
           !Field->getType()->isReferenceType();
  return llvm::any_of(Array->Instances, [&](const VarDecl *Instance) {
    return D->getCanonicalDecl() == Instance->getCanonicalDecl() ||
           Array->usesOf(Instance).Pointers.contains(cast<ValueDecl>(D));
  });
}

/// Where the type of a declaration is written.
static SourceRange typeRangeOf(const DeclaratorDecl *D) {
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (const auto *Function = dyn_cast<FunctionDecl>(D))
    return Function->getReturnTypeSourceRange();
  return Info ? Info->getTypeLoc().getSourceRange() : SourceRange();
}

void MemberForm::checkClass(const CXXRecordDecl *Class, RowForm &Form) const {
  const SourceManager &Sources = Context.getSourceManager();
  auto Obstruct = [&](SourceRange Where) {
    Form.Obstacles.push_back({ObstacleKind::ClassElsewhere, Where, Class});
  };
  for (const Expr *E : Map.expressionsOf(Class))
    if (!isFollowed(E))
      return Obstruct(E->getSourceRange());
  llvm::SmallVector<SourceRange, 8> Known{Class->getLocation()};
  for (const DeclaratorDecl *D : Map.declaratorsOf(Class)) {
    if (!isOurs(D))
      return Obstruct(D->getSourceRange());
    Known.push_back(typeRangeOf(D));
  }
  // What a function gives, its calls are.
  for (const FunctionDecl *Function : Map.bodies())
    if (classWithin(Function->getReturnType()))
      Known.push_back(typeRangeOf(Function));
  llvm::SmallVector<SourceLocation, 8> Mentions(Map.mentionsOf(Class));
  if (const ClassTemplateDecl *Template = templateOf(Class))
    llvm::append_range(Mentions, Map.mentionsOf(Template));
  for (SourceLocation Where : Mentions)
    if (llvm::none_of(Known, [&](SourceRange Range) {
          return holds(Range, Where, Sources);
        }))
      return Obstruct(Where);
}

void MemberForm::checkClasses(RowForm &Form) const {
  for (const CXXRecordDecl *Class : Of.Classes) {
    checkClass(Class, Form);
    Form.Written.insert(Class);
  }
  Form.Written.insert(Of.Field);
  for (const Expr *E : Map.referencesTo(Of.Field))
    if (!isFollowed(E))
      return Form.Obstacles.push_back(
          {ObstacleKind::ClassElsewhere, E->getSourceRange(), Of.Field});
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

MemberForm::MemberForm(const DeclaredArray &Whole, RowsInClass Of,
                       const SourceMap &Map, ASTContext &Context)
    : Array(std::make_shared<DeclaredArray>(Map, Context)), Of(std::move(Of)),
      Map(Map), Context(Context) {
  Array->Uses = Whole.Uses;
  Array->Instances = Whole.Instances;
  Array->Member = this->Of.Field;
  for (ArrayInKernel &Use : Array->Uses) {
    Use.Member = this->Of.Rows;
    Use.RowBytes = this->Of.RowBytes;
  }
}

/// What lies behind the member keeps its alignment: that of the classes, and
/// what the widest instructions ask for.
void MemberForm::setUnits(RowForm &Form) const {
  constexpr int64_t FragmentBytes = 32; // of load_matrix_sync
  const int64_t RowsBytes = Of.Rows.Count * Of.Rows.ElementBytes;
  int64_t Kept = Of.AlignmentBytes;
  for (const ArrayInKernel &Use : Array->Uses) {
    // Of several objects, what lies before the rows is behind those of another.
    const int64_t Others = Use.Array->StrideBytes.empty()
                               ? Use.Array->SizeBytes - Of.Rows.OffsetBytes
                               : Use.Array->StrideBytes.back();
    if (Others - Of.Rows.Count * Of.RowBytes >= Of.AlignmentBytes)
      Kept = std::max({Kept, FragmentBytes, Use.Array->DeclaredAlignment});
  }
  Form.UnitElements =
      std::lcm(promisedElements(*Array), Kept / std::gcd(Kept, RowsBytes));
}

void MemberForm::walk(RowForm &Form, uint64_t &StepBudget) const {
  InstanceStrides Strides;
  for (const VarDecl *Instance : Array->Instances) {
    StrideChange &Change = Strides[Instance];
    Change.OfMember.Member = Of.Field;
    Change.OfMember.Rows = Of.Rows.Count;
    Change.OfMember.UnitBytes = Form.UnitElements * Of.Rows.ElementBytes;
    for (const Step &S : Array->usesOf(Instance).Steps) {
      Change.InPlace.Units.insert({S.Count, 0});
      // Elements of a row, or objects that hold the member.
      const auto Parents = Map.parentsOf(S.Count);
      const auto *Around = Parents.size() == 1
                               ? dyn_cast_or_null<Expr>(Parents[0].Statement)
                               : nullptr;
      if (S.ElementBytes < Of.RowBytes ||
          (Around && holdsMember(Around->getType(), Of.Field)))
        continue;
      if (!llvm::isa_and_nonnull<ArraySubscriptExpr>(Around) ||
          !Around->getType()->isArrayType() || S.ElementBytes % Of.RowBytes) {
        Form.Obstacles.push_back(
            {ObstacleKind::OtherShape, S.Count->getSourceRange()});
        return;
      }
      Change.OfMember.RowsOf[S.Count] = S.ElementBytes / Of.RowBytes;
    }
  }
  walkSymbolically(Form, Strides, Map, StepBudget, Context);
}

std::unique_ptr<RowForm> MemberForm::build(uint64_t &StepBudget) const {
  auto Form = std::make_unique<RowForm>(*Array);
  Form->OfMember = Array;
  checkClasses(*Form);
  if (!Array->any().SizeBytes)
    Form->Obstacles.push_back(
        {ObstacleKind::SizeOfLaunch, Array->declaration()->getLocation()});
  setUnits(*Form);
  if (Form->isProvable())
    walk(*Form, StepBudget);
  checkRows(*Form, *Array, Form->UnitElements, Map, Context);
  Form->Edit = [Self = *this, UnitElements = Form->UnitElements](
                   const Proof &Best, Fix &Out) {
    return Self.edit(Best, UnitElements, Out);
  };
  return Form;
}

llvm::Error MemberForm::edit(const Proof &Best, int64_t UnitElements,
                             Fix &Out) const {
  const auto Extents = extentsOf(Of.Field, Map);
  if (Extents.size() != Of.Dimensions)
    return obstacle(ObstacleKind::ExtentsElsewhere);
  const ArrayTypeLoc Inner = Extents.back();
  if (!Inner.getSizeExpr() || Inner.getLBracketLoc().isMacroID())
    return obstacle(ObstacleKind::MacroExtent);
  return addToWhole(Inner.getSizeExpr(), Best.NewLayout.Units * UnitElements,
                    Map, Context, Out);
}

std::vector<std::unique_ptr<RowForm>>
banklint::memberRows(const DeclaredArray &Array, const SourceMap &Map,
                     ASTContext &Context, uint64_t &StepBudget) {
  std::vector<RowsInClass> Members;
  if (!Array.IsJoint)
    addMembers(Array.declaration()
                   ->getType()
                   ->getBaseElementTypeUnsafe()
                   ->getAsCXXRecordDecl(),
               /*IsRow=*/!Array.any().Extents.empty(), {}, Context, Members);
  std::vector<std::unique_ptr<RowForm>> Result;
  for (RowsInClass &Of : Members)
    if (Result.size() < limits::RowFactors && isAccessed(Array, Of))
      Result.push_back(
          MemberForm(Array, std::move(Of), Map, Context).build(StepBudget));
  return Result;
}
