//===- Layouts.cpp - Layouts that a library is given ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Layouts.h"
#include "Cuda/Intrinsics.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {

/// Looks through the template arguments of a type, once with what stands in a
/// pointer to shared memory and once with all.
class TypeSearch {
public:
  explicit TypeSearch(SharedTensors &Found) : Found(Found) {}

  /// Whether a pointer to shared memory stands in the type.
  static bool isShared(QualType Type);
  void add(QualType Type);

private:
  static const ClassTemplateSpecializationDecl *cuteClassOf(QualType Type) {
    const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Type->getAsCXXRecordDecl());
    return Class && libraryOf(*Class) == "cute" ? Class : nullptr;
  }
  template <typename Fn>
  static void forEachType(const ClassTemplateSpecializationDecl &Class,
                          Fn Visit) {
    for (const TemplateArgument &Argument : Class.getTemplateArgs().asArray()) {
      if (Argument.getKind() == TemplateArgument::Type)
        Visit(Argument.getAsType());
      if (Argument.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &Each : Argument.pack_elements())
          if (Each.getKind() == TemplateArgument::Type)
            Visit(Each.getAsType());
    }
  }
  void addSwizzle(llvm::ArrayRef<TemplateArgument> Arguments);
  void addElement(QualType Iterator);

  SharedTensors &Found;
};

} // namespace

bool TypeSearch::isShared(QualType Type) {
  const ClassTemplateSpecializationDecl *Class = cuteClassOf(Type);
  if (!Class)
    return false;
  bool IsShared = Class->getName() == "smem_ptr";
  forEachType(*Class, [&](QualType Inner) { IsShared |= isShared(Inner); });
  return IsShared;
}

void TypeSearch::addSwizzle(llvm::ArrayRef<TemplateArgument> Arguments) {
  int64_t Numbers[3] = {};
  for (const auto &[I, Argument] : llvm::enumerate(Arguments))
    if (I < 3 && Argument.getKind() == TemplateArgument::Integral)
      Numbers[I] = Argument.getAsIntegral().getExtValue();
  auto &Known = Found.Swizzle;
  if (Numbers[0] == 0)
    return;
  Found.IsAmbiguous |= Known.Bits != 0 &&
                       (Known.Bits != Numbers[0] || Known.Base != Numbers[1] ||
                        Known.Shift != Numbers[2]);
  Known = {Numbers[0], Numbers[1], Numbers[2]};
}

void TypeSearch::addElement(QualType Iterator) {
  if (!Iterator->isPointerType())
    return;
  const QualType Element =
      Iterator->getPointeeType().getCanonicalType().getUnqualifiedType();
  Found.IsAmbiguous |= !Found.Element.isNull() && Found.Element != Element;
  Found.Element = Element;
}

void TypeSearch::add(QualType Type) {
  const ClassTemplateSpecializationDecl *Class = cuteClassOf(Type);
  if (!Class)
    return;
  if (Class->getName() == "Swizzle")
    return addSwizzle(Class->getTemplateArgs().asArray());
  forEachType(*Class, [&](QualType Inner) {
    if (Class->getName() == "smem_ptr")
      addElement(Inner);
    add(Inner);
  });
}

/// Whether a class's template arguments are all constants: those of
/// a thread's part of a tensor have offsets of type `int`.
static bool isStatic(QualType Type) {
  const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  if (!Class)
    return !Type->isIntegerType();
  if (Class->getName() == "smem_ptr" || Class->getName() == "C")
    return true;
  return llvm::all_of(
      Class->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
        if (A.getKind() == TemplateArgument::Pack)
          return llvm::all_of(A.pack_elements(), [](const TemplateArgument &E) {
            return E.getKind() != TemplateArgument::Type ||
                   isStatic(E.getAsType());
          });
        return A.getKind() != TemplateArgument::Type || isStatic(A.getAsType());
      });
}

template <typename Fn> static void forEachVariable(const Stmt *S, Fn Visit) {
  if (!S)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        Visit(*Variable);
  for (const Stmt *Child : S->children())
    forEachVariable(Child, Visit);
}

SharedTensors banklint::sharedTensorsIn(const FunctionDecl &Function) {
  SharedTensors Found;
  TypeSearch Search(Found);
  bool HasPlain = false;
  auto Add = [&](const VarDecl &Variable) {
    const QualType Type = Variable.getType().getNonReferenceType();
    if (!TypeSearch::isShared(Type) || !isStatic(Type))
      return;
    SharedTensors One;
    TypeSearch(One).add(Type);
    HasPlain |= One.Swizzle.Bits == 0;
    Search.add(Type);
  };
  for (const ParmVarDecl *Parameter : Function.parameters())
    Add(*Parameter);
  forEachVariable(Function.getBody(), Add);
  Found.IsAmbiguous |= HasPlain && Found.Swizzle.Bits != 0;
  return Found;
}

/// The template arguments of a class of CuTe's, one after the other.
static llvm::SmallVector<TemplateArgument, 4>
argumentsOf(QualType Type, llvm::StringRef Name) {
  llvm::SmallVector<TemplateArgument, 4> All;
  const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  if (!Class || Class->getName() != Name || libraryOf(*Class) != "cute")
    return All;
  for (const TemplateArgument &Argument : Class->getTemplateArgs().asArray())
    if (Argument.getKind() == TemplateArgument::Pack)
      llvm::append_range(All, Argument.pack_elements());
    else
      All.push_back(Argument);
  return All;
}

/// `tuple<C<128>, C<8>>` as numbers; empty where it is anything else.
static llvm::SmallVector<int64_t, 3> numbersOf(const TemplateArgument &Tuple) {
  llvm::SmallVector<int64_t, 3> Numbers;
  if (Tuple.getKind() != TemplateArgument::Type)
    return Numbers;
  for (const TemplateArgument &Each : argumentsOf(Tuple.getAsType(), "tuple")) {
    if (Each.getKind() != TemplateArgument::Type)
      return {};
    auto Constant = argumentsOf(Each.getAsType(), "C");
    if (Constant.size() != 1 ||
        Constant[0].getKind() != TemplateArgument::Integral)
      return {};
    Numbers.push_back(Constant[0].getAsIntegral().getExtValue());
  }
  return Numbers;
}

static llvm::SmallVector<LayoutMode, 3> modesOf(QualType Tensor) {
  llvm::SmallVector<LayoutMode, 3> Modes;
  auto Parts = argumentsOf(Tensor, "Tensor");
  if (Parts.size() != 2 || Parts[1].getKind() != TemplateArgument::Type)
    return Modes;
  auto Layout = argumentsOf(Parts[1].getAsType(), "Layout");
  if (Layout.size() != 2)
    return Modes;
  const auto Extents = numbersOf(Layout[0]), Strides = numbersOf(Layout[1]);
  if (Extents.size() == Strides.size())
    for (auto [Extent, Stride] : llvm::zip(Extents, Strides))
      Modes.push_back({Extent, Stride});
  return Modes;
}

static bool names(const Stmt *S, const VarDecl &Variable) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (Ref->getDecl()->getCanonicalDecl() == Variable.getCanonicalDecl())
      return true;
  return llvm::any_of(
      S->children(), [&](const Stmt *Child) { return names(Child, Variable); });
}

llvm::SmallVector<LayoutMode, 3>
banklint::layoutOver(const VarDecl &Array, const FunctionDecl &Function) {
  llvm::SmallVector<LayoutMode, 3> Found;
  bool IsOne = true;
  forEachVariable(Function.getBody(), [&](const VarDecl &Variable) {
    const QualType Type = Variable.getType().getNonReferenceType();
    if (!TypeSearch::isShared(Type) || !names(Variable.getInit(), Array))
      return;
    const auto Modes = modesOf(Type);
    auto IsSame = [](const LayoutMode &A, const LayoutMode &B) {
      return A.Extent == B.Extent && A.Stride == B.Stride;
    };
    IsOne &=
        !Modes.empty() && (Found.empty() || llvm::equal(Found, Modes, IsSame));
    Found = Modes;
  });
  if (!IsOne)
    Found.clear();
  return Found;
}
