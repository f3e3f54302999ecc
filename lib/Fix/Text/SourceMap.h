//===- SourceMap.h - From expressions to what is around them ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Following an array leads upwards and sideways in Clang's tree: from a name to
// the expression around it, from a variable to its values, from a parameter to
// the calls. Clang's ParentMap knows parents only, of every declaration in all
// headers; this map takes one pass over the user's code for all of these.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SOURCEMAP_H
#define BANKLINT_FIX_SOURCEMAP_H

#include "Proof/Callers.h"
#include "Text/TextRanges.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include <optional>
#include <vector>

namespace banklint {

/// What an expression is directly a part of: a statement or a declaration.
struct SourceParent {
  const clang::Stmt *Statement = nullptr;
  const clang::Decl *Declaration = nullptr;
  /// Only its type is asked for, as by `decltype`.
  bool IsTypeOnly = false;

  bool operator==(const SourceParent &Other) const {
    return Statement == Other.Statement && Declaration == Other.Declaration &&
           IsTypeOnly == Other.IsTypeOnly;
  }
};

} // namespace banklint

template <> struct llvm::DenseMapInfo<banklint::SourceParent> {
  using Node = llvm::DenseMapInfo<const void *>;
  static banklint::SourceParent getEmptyKey() {
    return {static_cast<const clang::Stmt *>(Node::getEmptyKey()), nullptr};
  }
  static banklint::SourceParent getTombstoneKey() {
    return {static_cast<const clang::Stmt *>(Node::getTombstoneKey()), nullptr};
  }
  static unsigned getHashValue(const banklint::SourceParent &P) {
    return llvm::hash_combine(P.Statement, P.Declaration, P.IsTypeOnly);
  }
  static bool isEqual(const banklint::SourceParent &A,
                      const banklint::SourceParent &B) {
    return A == B;
  }
};

namespace banklint {

/// The user's own code, in all of its instantiations; what depends on template
/// parameters and what stands in system headers is left out. It is gone through
/// when something is first asked of it.
class SourceMap {
public:
  explicit SourceMap(const clang::ASTContext &Context) : Context(Context) {}

  /// More than one where instantiations share an expression.
  llvm::ArrayRef<SourceParent> parentsOf(const clang::Stmt *S) const;
  /// Every expression that names a variable or a member.
  llvm::ArrayRef<const clang::Expr *>
  referencesTo(const clang::ValueDecl *D) const;
  /// All values that a variable, a parameter or a member is initialised with or
  /// assigned.
  llvm::ArrayRef<const clang::Expr *> valuesOf(const clang::ValueDecl *D) const;
  /// Whether it also changes otherwise: incremented, by its address, or by an
  /// argument of a call that is not seen.
  bool isChanged(const clang::ValueDecl *D) const;
  /// What a variable or a member is changed by beside its values: the operands
  /// of `+=` and the like, and calls that are given it by reference or by its
  /// address.
  llvm::ArrayRef<const clang::Expr *>
  changesOf(const clang::ValueDecl *D) const;
  /// The expressions of all instantiations whose location (Expr::getExprLoc)
  /// is this.
  llvm::ArrayRef<const clang::Expr *>
  expressionsAt(clang::SourceLocation Where) const;
  /// Where macros write what stands in a place: in their bodies, or in
  /// arguments that they are given.
  llvm::ArrayRef<clang::SourceLocation>
  copiesOf(clang::SourceLocation Place) const;
  /// Whether macros make text of their own (`#x`, `x##y`) where the outermost
  /// of them is used.
  bool makesText(clang::SourceLocation Place) const;
  /// The functions and lambdas whose bodies hold an expression: more than one
  /// where instantiations share it.
  llvm::ArrayRef<const clang::FunctionDecl *>
  functionsAround(const clang::Stmt *S) const;
  /// Calls whose callee is known, and launches.
  llvm::ArrayRef<const clang::CallExpr *>
  callsOf(const clang::FunctionDecl *Function) const;
  /// Who comes to which function, also by calls that Clang makes.
  const Callers &callers() const;
  /// Whether a function may also be called where that is not seen: through a
  /// pointer, as a virtual method, or by a library that is given an object.
  bool isCalledUnseen(const clang::FunctionDecl *Function) const;

  /// Whether a name stands there that the tree has, of a declaration or a
  /// reference: where it is spelled, in a macro's body for one.
  bool isNamedAt(clang::SourceLocation Where) const {
    return tables().Names.contains(Where);
  }
  /// All functions that have a body, instances of templates included.
  llvm::ArrayRef<const clang::FunctionDecl *> bodies() const {
    return tables().Bodies;
  }
  /// Whether functions of system headers, of whatever instances, have shared
  /// memory of their own.
  bool haveLibrariesShared() const;
  /// Of `bodies`, those in whose bodies a place stands, or a fix edits
  /// something, if only by what a macro writes there.
  std::vector<const clang::FunctionDecl *>
  bodiesAround(clang::SourceLocation Where) const;
  std::vector<const clang::FunctionDecl *>
  bodiesEditedBy(const Fix &Edits) const;
  /// Where the macros are used whose text a fix edits.
  std::vector<clang::SourceLocation>
  usesOfMacrosEditedBy(const Fix &Edits) const;
  /// All functions of this name, patterns of templates and their instances
  /// included.
  llvm::ArrayRef<const clang::FunctionDecl *>
  functionsNamed(clang::DeclarationName Name) const;
  /// Calls of CUDA that ask how much memory a kernel takes, or fail where that
  /// is too much.
  llvm::ArrayRef<const clang::CallExpr *> memoryQueries() const {
    return tables().MemoryQueries;
  }
  /// An expression that is an attribute of a launch or a kernel, with its name.
  using NamedAttribute = std::pair<const clang::Expr *, llvm::StringRef>;
  /// Where attributes of launches ask that all blocks are resident together, or
  /// may: one that is made of a number may be any.
  llvm::ArrayRef<NamedAttribute> cooperativeAttributes() const {
    return tables().Cooperative;
  }
  /// Whether a share of an SM's memory may be asked for as shared memory.
  bool setsCarveout() const { return !tables().Carveouts.empty(); }
  /// All lines of inline assembly.
  llvm::ArrayRef<const clang::GCCAsmStmt *> assembly() const {
    return tables().Assembly;
  }
  /// The templates of functions and the methods of class templates in whose
  /// bodies a place stands.
  llvm::SmallVector<const clang::FunctionDecl *, 2>
  patternsAround(clang::SourceLocation Where) const;
  /// All classes of the user that expressions or declarations have for a type.
  llvm::SmallVector<const clang::RecordDecl *, 8> classes() const;
  /// All expressions whose type is a class, or a pointer or an array of one.
  llvm::ArrayRef<const clang::Expr *>
  expressionsOf(const clang::RecordDecl *Class) const;
  /// All variables, parameters and members whose type is one of these.
  llvm::ArrayRef<const clang::DeclaratorDecl *>
  declaratorsOf(const clang::RecordDecl *Class) const;
  /// Where the name of a class stands as a type; of a template for classes,
  /// also where it stands as an argument, and in what no instance is made of.
  llvm::ArrayRef<clang::SourceLocation>
  mentionsOf(const clang::NamedDecl *Class) const;
  /// The shared arrays that a type's name declares, if it does nothing else;
  /// none otherwise.
  llvm::ArrayRef<const clang::VarDecl *>
  arraysOf(const clang::TypedefNameDecl *D) const;
  /// Calls `F` with each variable, parameter or member and each of its values.
  void forEachValue(
      llvm::function_ref<void(const clang::ValueDecl *, const clang::Expr *)> F)
      const;

  /// A file that these edits change, and that the source includes more than
  /// once; none if there is none.
  std::optional<std::string> repeatedFileOf(const Fix &Edits) const;

  /// Whether an operator that is written beside an expression may be one of the
  /// user's: it is an object that is converted to a number, or of an
  /// enumeration, which operators of this source may take.
  bool mayOverload(const clang::Expr *E) const;
  /// As `constantValueOf`, asked of Clang once.
  std::optional<int64_t> constantOf(const clang::Expr *E) const;

private:
  class Builder;
  class PatternVisitor;
  template <typename Key, typename Entry>
  using Table = llvm::DenseMap<Key, llvm::SmallVector<Entry, 1>>;
  using Parents =
      llvm::SetVector<SourceParent, llvm::SmallVector<SourceParent, 1>,
                      llvm::DenseSet<SourceParent>, 8>;

  struct Tables {
    bool mention(clang::TemplateName Template, clang::SourceLocation Where);
    void mention(const clang::TemplateArgumentLoc &Argument);

    /// Thousands of instantiations may share an expression.
    llvm::DenseMap<const clang::Stmt *, Parents> ParentsOf;
    Table<const clang::ValueDecl *, const clang::Expr *> References, Values,
        Changes;
    Table<const clang::FunctionDecl *, const clang::CallExpr *> Calls;
    /// By what initializes bases and members.
    llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *>
        Constructors;
    Table<clang::SourceLocation, const clang::Expr *> Expressions;
    Table<const clang::TypedefNameDecl *, const clang::VarDecl *> TypedArrays;
    Table<const clang::Decl *, const clang::Expr *> OfClass;
    Table<const clang::Decl *, const clang::DeclaratorDecl *> Declarators;
    Table<const clang::Decl *, clang::SourceLocation> ClassMentions;
    llvm::DenseMap<const clang::TypedefNameDecl *, unsigned> TypeMentions;
    llvm::DenseSet<const clang::ValueDecl *> Changed;
    /// Classes whose objects, or whose names as arguments of templates,
    /// libraries are given.
    llvm::DenseSet<const clang::Decl *> GivenToLibraries;
    llvm::DenseSet<clang::SourceLocation> Names;
    /// What an operand of an enumeration may select.
    std::vector<const clang::FunctionDecl *> EnumOperators;
    std::vector<const clang::FunctionDecl *> Bodies;
    Table<clang::DeclarationName, const clang::FunctionDecl *> Functions;
    std::vector<const clang::FunctionDecl *> Patterns;
    std::vector<const clang::GCCAsmStmt *> Assembly;
    std::vector<const clang::CallExpr *> MemoryQueries;
    std::vector<NamedAttribute> Cooperative;
    std::vector<const clang::Expr *> Carveouts;
  };
  const Tables &tables() const;
  mutable std::optional<Tables> Filled; ///< not set until it is asked for
  /// What `functionsAround` has found: instances of a kernel share expressions
  /// and ask for the same ones many times.
  mutable llvm::DenseMap<const clang::Stmt *,
                         llvm::ArrayRef<const clang::FunctionDecl *>>
      Around;
  mutable llvm::DenseMap<const clang::Expr *, std::optional<int64_t>> Constants;
  const TextRanges &rangesOfBodies() const;
  mutable std::optional<TextRanges> BodyRanges;
  /// What macros write: from where, in order, and to where; and the uses of
  /// macros that make text of their own.
  struct MacroUses {
    struct Copy {
      clang::SourceLocation From, To;
      unsigned Length = 0;
      clang::SourceLocation MostEnd; ///< of this one and of all before it
    };
    std::vector<Copy> Written;
    llvm::DenseSet<clang::SourceLocation> MakeText;
  };
  const MacroUses &macroUses() const;
  mutable std::optional<MacroUses> KnownUses;
  mutable llvm::DenseMap<clang::SourceLocation,
                         llvm::SmallVector<clang::SourceLocation, 1>>
      Copies;
  mutable std::optional<llvm::StringSet<>> RepeatedFiles;
  mutable std::optional<Callers> AllCallers;
  mutable std::optional<bool> LibrariesShared;
  const clang::ASTContext &Context;
  mutable llvm::BumpPtrAllocator Storage;
};

/// The class that a type is, or that it is an array of, or points at; null if
/// none.
const clang::RecordDecl *classWithin(clang::QualType Type);

/// The type of an expression before it is converted to a number.
clang::QualType spelledTypeOf(const clang::Expr *E);

/// The value of an integer constant expression.
std::optional<int64_t> constantValueOf(const clang::Expr *E,
                                       const clang::ASTContext &Context);

/// The name of a type by which a variable is declared, without more to it; null
/// if it is declared otherwise.
const clang::TypedefNameDecl *typeNameOf(const clang::DeclaratorDecl *D);

/// The variable, parameter or member that an expression names; null if none.
const clang::ValueDecl *namedBy(const clang::Expr *E);

/// Calls `F` with each argument and its parameter, that of the definition where
/// there is one.
void forEachArgument(
    const clang::Expr *Call,
    llvm::function_ref<void(const clang::Expr *, const clang::ParmVarDecl *)>
        F);

} // namespace banklint

#endif // BANKLINT_FIX_SOURCEMAP_H
