//===- Strides.cpp - The factors that make an array's rows ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// Splits index expressions into sums of products.
class IndexSplitter {
public:
  IndexSplitter(const ArrayUses &Uses, const SourceMap &Map,
                const ASTContext &Context)
      : Uses(Uses), Map(Map), Context(Context) {}

  /// Finds the factors of one index into what an address is made of.
  void visitIndex(const Step &S) {
    Index = S.Count;
    Base = S.Base;
    visit(S.Count, S.ElementBytes);
  }
  /// Takes a leading dimension for a factor.
  void visitFactor(const Step &S) {
    Base = S.Base;
    takeFactor(S.Count, S.ElementBytes);
  }
  std::vector<RowStride> finish();

private:
  /// Takes E, or the values of the variable that it names, for a factor; false
  /// where they are not constant.
  bool takeFactor(const Expr *E, int64_t ElementBytes);
  bool takeParameter(const ParmVarDecl *D, const ParmVarDecl *Address,
                     int64_t ElementBytes);
  void visit(const Expr *E, int64_t ElementBytes);
  void takeProduct(const BinaryOperator *Product, int64_t ElementBytes);
  bool takeVariable(const ValueDecl *D, int64_t ElementBytes);
  bool isOfOtherArray(const Expr *Value) const;
  void listFactors(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Factors);
  void checkVariables(RowStride &S) const;
  void checkPointers(RowStride &S) const;

  const ArrayUses &Uses;
  const SourceMap &Map;
  const ASTContext &Context;
  const Expr *Index = nullptr; ///< that is being split
  /// What the address is made of that the index is added to.
  const ValueDecl *Base = nullptr;
  std::map<int64_t, RowStride, std::greater<int64_t>> ByLength;
  /// References to variables that were replaced by their values.
  llvm::DenseSet<const Expr *> Seen;
  llvm::SetVector<const ValueDecl *> SeenThrough;
  llvm::DenseSet<const CallExpr *> SeenCalls;
  llvm::SetVector<const FunctionDecl *> EnteredFunctions;
};
} // namespace

/// The only value that a function returns, if that is all it does.
static const Expr *onlyResultOf(const FunctionDecl *Function) {
  const FunctionDecl *Defined = nullptr;
  if (!Function || !Function->hasBody(Defined))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(Defined->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

/// Whether a value is an argument or a member beside a pointer to another
/// array.
bool IndexSplitter::isOfOtherArray(const Expr *Value) const {
  for (const SourceParent &Parent : Map.parentsOf(Value)) {
    const Stmt *Around = Parent.Statement;
    if (!Around || !isa<CallExpr, CXXConstructExpr, InitListExpr>(Around))
      continue;
    bool IsOurs = false, HasPointer = false;
    for (const Stmt *Child : Around->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child)) {
        IsOurs |= Uses.Followed.contains(Part);
        HasPointer |= Part->getType()->isPointerType() &&
                      !Part->getType()->isFunctionPointerType();
      }
    if (HasPointer && !IsOurs)
      return true;
  }
  return false;
}

static const FunctionDecl *functionOf(const ParmVarDecl *D) {
  return dyn_cast_or_null<FunctionDecl>(D->getDeclContext());
}

/// Of the calls that pass an address in the array as `Address`, what they pass
/// as `D`: in others it belongs to other memory.
bool IndexSplitter::takeParameter(const ParmVarDecl *D,
                                  const ParmVarDecl *Address,
                                  int64_t ElementBytes) {
  bool IsTaken = false;
  for (const Expr *Value : Map.valuesOf(D)) {
    const Expr *Passed = nullptr;
    for (const SourceParent &Parent : Map.parentsOf(Value))
      if (const auto *Call = dyn_cast_or_null<Expr>(Parent.Statement))
        forEachArgument(
            Call, [&](const Expr *Argument, const ParmVarDecl *Parameter) {
              if (Parameter == Address)
                Passed = Argument;
            });
    if (!Passed)
      return false;
    if (!Uses.Followed.contains(Passed))
      continue;
    const llvm::SaveAndRestore RestoreBase(Base, baseOfAddress(Passed));
    if (!takeFactor(Value, ElementBytes))
      return false;
    IsTaken = true;
  }
  return IsTaken;
}

bool IndexSplitter::takeVariable(const ValueDecl *D, int64_t ElementBytes) {
  if (Map.isChanged(D) || !isa<VarDecl, FieldDecl>(D))
    return false;
  const auto *Parameter = dyn_cast<ParmVarDecl>(D);
  if (const auto *Address = dyn_cast_or_null<ParmVarDecl>(Base);
      Parameter && Address && functionOf(Parameter) == functionOf(Address))
    return takeParameter(Parameter, Address, ElementBytes);
  // The members of one object are made together; others may go with any memory.
  if (const auto *Member = dyn_cast<FieldDecl>(D)) {
    const auto *Address = dyn_cast_or_null<FieldDecl>(Base);
    if (!Address || Address->getParent() != Member->getParent())
      return false;
  }
  bool IsTaken = false;
  for (const Expr *Value : Map.valuesOf(D)) {
    if (isOfOtherArray(Value))
      continue;
    if (!takeFactor(Value, ElementBytes))
      return false;
    IsTaken = true;
  }
  return IsTaken;
}

bool IndexSplitter::takeFactor(const Expr *E, int64_t ElementBytes) {
  if (std::optional<int64_t> Number = Map.constantOf(E)) {
    if (*Number > 1) {
      RowStride &Rows = ByLength[*Number * ElementBytes];
      Rows.Factors.insert({E, ElementBytes});
      Rows.IndexOf.insert({E, Index});
    }
    return true;
  }
  const ValueDecl *D = namedBy(E);
  if (!D || !D->getType()->isIntegerType())
    return false;
  if (!Seen.insert(E->IgnoreParenImpCasts()).second)
    return true;
  SeenThrough.insert(D);
  return takeVariable(D, ElementBytes);
}

/// The operands of a product of products, and those products that are
/// constant, the last first.
void IndexSplitter::listFactors(const Expr *E,
                                llvm::SmallVectorImpl<const Expr *> &Factors) {
  const auto *Product = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  bool IsProduct = Product && Product->getOpcode() == BO_Mul;
  if (!IsProduct || Map.constantOf(E))
    Factors.push_back(E);
  if (!IsProduct)
    return;
  listFactors(Product->getRHS(), Factors);
  listFactors(Product->getLHS(), Factors);
}

/// Each constant in a product may be the length of a row, as `BM` and `BK` in
/// `buffer * BM * BK`; of equal ones, the first. Without a constant, the values
/// of a variable may be.
void IndexSplitter::takeProduct(const BinaryOperator *Product,
                                int64_t ElementBytes) {
  llvm::SmallVector<const Expr *, 4> Factors;
  listFactors(Product->getRHS(), Factors);
  listFactors(Product->getLHS(), Factors);
  std::set<int64_t> Lengths;
  for (const Expr *Factor : llvm::reverse(Factors))
    if (std::optional<int64_t> Number = Map.constantOf(Factor);
        Number && Lengths.insert(*Number).second)
      takeFactor(Factor, ElementBytes);
  if (Lengths.empty())
    llvm::find_if(Factors, [&](const Expr *Factor) {
      return takeFactor(Factor, ElementBytes);
    });
}

void IndexSplitter::visit(const Expr *E, int64_t ElementBytes) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
    if (Binary->isAdditiveOp()) {
      visit(Left, ElementBytes);
      visit(Right, ElementBytes);
    } else if (Binary->getOpcode() == BO_Mul) {
      takeProduct(Binary, ElementBytes);
    }
    return;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visit(Choice->getTrueExpr(), ElementBytes);
    visit(Choice->getFalseExpr(), ElementBytes);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const Expr *Result = onlyResultOf(Callee);
    if (!Result || !SeenCalls.insert(Call).second)
      return;
    if (EnteredFunctions.insert(Callee->getDefinition()))
      visit(Result, ElementBytes);
    return;
  }
  const ValueDecl *D = namedBy(E);
  const auto *Variable = dyn_cast_or_null<VarDecl>(D);
  if (!Variable || isa<ParmVarDecl>(Variable) || !Variable->isLocalVarDecl() ||
      Map.isChanged(D) || Map.valuesOf(D).size() != 1 || !Seen.insert(E).second)
    return;
  if (SeenThrough.insert(D))
    visit(Map.valuesOf(D)[0], ElementBytes);
}

/// Whether one of the places lies in the range.
static bool holdsAny(SourceRange Range, llvm::ArrayRef<SourceLocation> Places,
                     const SourceManager &Sources) {
  SourceLocation Begin = Range.getBegin(), End = Range.getEnd();
  // Within a file the order is that of the encodings; thousands of places make
  // asking the source manager slow.
  bool IsOfFile = Begin.isFileID() && End.isFileID() &&
                  Sources.getFileID(Begin) == Sources.getFileID(End);
  return llvm::any_of(Places, [&](SourceLocation At) {
    if (IsOfFile && At.isFileID())
      return !(At < Begin) && !(End < At);
    return !Sources.isBeforeInTranslationUnit(At, Begin) &&
           !Sources.isBeforeInTranslationUnit(End, At);
  });
}

/// A variable that carries a stride must serve for nothing else.
void IndexSplitter::checkVariables(RowStride &S) const {
  llvm::SmallSetVector<SourceLocation, 8> Places;
  for (const auto &[Factor, ElementBytes] : S.Factors)
    Places.insert(Factor->getBeginLoc());
  auto IsPartOfFactor = [&](const ValueDecl *D) {
    return llvm::any_of(Map.valuesOf(D), [&](const Expr *Value) {
      return holdsAny(Value->getSourceRange(), Places.getArrayRef(),
                      Context.getSourceManager());
    });
  };
  auto Carries = [&](const ValueDecl *D) {
    if (IsPartOfFactor(D))
      return true;
    // An argument that is passed on.
    for (const Expr *Value : Map.valuesOf(D))
      if (const ValueDecl *From = namedBy(Value);
          From && SeenThrough.contains(From) && IsPartOfFactor(From))
        return true;
    return false;
  };
  for (const ValueDecl *D : SeenThrough) {
    if (!Carries(D))
      continue;
    for (const Expr *Ref : Map.referencesTo(D))
      if (!Seen.contains(Ref))
        return S.Obstacles.push_back(
            {ObstacleKind::SharedFactor, Ref->getSourceRange(), D});
  }
  for (const FunctionDecl *Function : EnteredFunctions)
    for (const CallExpr *Call : Map.callsOf(Function))
      if (!SeenCalls.contains(Call))
        return S.Obstacles.push_back(
            {ObstacleKind::SharedFactor, Call->getSourceRange(), Function});
}

/// Whether a value comes to a variable or member later than the others that are
/// made with it.
static bool isAssigned(const Expr *Value, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(Value), [](const SourceParent &Parent) {
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent.Statement);
    return Binary && Binary->isAssignmentOp();
  });
}

/// Code that also reads another array through the same pointer cannot change
/// for one of them.
void IndexSplitter::checkPointers(RowStride &S) const {
  llvm::SmallPtrSet<const DeclContext *, 8> Functions, Classes;
  for (const auto &[Factor, ElementBytes] : S.Factors)
    for (const FunctionDecl *Around : Map.functionsAround(Factor)) {
      Functions.insert(Around);
      Classes.insert(Around->getParent());
    }
  for (const ValueDecl *Pointer : Uses.Pointers) {
    const auto &Places = isa<FieldDecl>(Pointer) ? Classes : Functions;
    llvm::ArrayRef<const Expr *> Values = Map.valuesOf(Pointer);
    const bool IsInPlace = Places.contains(Pointer->getDeclContext());
    const auto *Foreign = llvm::find_if(Values, [&](const Expr *Value) {
      return !Uses.Followed.contains(Value) &&
             (IsInPlace || isAssigned(Value, Map));
    });
    if (!IsInPlace && isa<ParmVarDecl>(Pointer))
      continue; // of each call its own
    if (Foreign != Values.end())
      return S.Obstacles.push_back(
          {ObstacleKind::SharedPointer, (*Foreign)->getSourceRange(), Pointer});
  }
}

std::vector<RowStride> IndexSplitter::finish() {
  std::vector<RowStride> Result;
  for (auto &[RowBytes, S] : ByLength) {
    S.RowBytes = RowBytes;
    S.IndexFunctions = EnteredFunctions;
    checkVariables(S);
    if (S.Obstacles.empty()) // one is enough, and pointers may be many
      checkPointers(S);
    Result.push_back(std::move(S));
  }
  return Result;
}

std::vector<RowStride> banklint::rowStridesOf(const ArrayUses &Uses,
                                              const SourceMap &Map,
                                              const ASTContext &Context) {
  IndexSplitter All(Uses, Map, Context);
  for (const Step &S : Uses.Steps)
    All.visitIndex(S);
  for (const Step &S : Uses.LeadingDimensions)
    All.visitFactor(S);
  return All.finish();
}
