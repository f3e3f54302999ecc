//===- Strides.cpp - The factors that make an array's rows ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/Strides.h"
#include "Candidates/StrideChecks.h"
#include "Candidates/WrittenValues.h"
#include "Proof/BlockExtents.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// A number in an index.
struct Candidate {
  const Expr *E = nullptr;
  int64_t Bytes = 0; ///< what it counts, times the number
  RowFactor Factor;
  const Expr *Index = nullptr;
  /// The product that it is a factor of; null for a sum's part.
  const Expr *Product = nullptr;
  bool IsBlock = false; ///< an extent of the block
  /// Sums around it that are a number, too.
  llvm::SmallVector<const Expr *, 2> SumsAround;
  /// What is around it: loads of variables that are written out, and `a | b`.
  std::vector<std::pair<const Expr *, WrittenValue>> Written;
  std::vector<std::pair<const BinaryOperator *, bool>> Sums;
};

using Variables = llvm::DenseSet<const ValueDecl *>;

/// A sum is scaled by the size of what it counts.
constexpr int64_t MaxScale = 16;

/// Splits index expressions into sums of products.
class IndexSplitter {
public:
  /// Initializers take the place of the variables in `Written`.
  IndexSplitter(const ArrayUses &Uses, const SourceMap &Map,
                const ASTContext &Context, const BlockExtents *Blocks,
                const Variables &Written)
      : Uses(Uses), Map(Map), Context(Context), Blocks(Blocks),
        Written(Written) {}

  /// Finds the factors of one index into what an address is made of.
  void visitIndex(const Step &S) {
    Index = S.Count;
    Base = S.Base;
    visit(S.Count, S.ElementBytes);
  }
  /// Takes a leading dimension for a factor, which is a part of no index.
  void visitFactor(const Step &S) {
    Index = S.Count;
    Base = S.Base;
    takeFactor(S.Count, S.ElementBytes);
  }
  std::vector<RowStride> finish(bool HasOuter);
  /// Variables to write out as well, since others are.
  const Variables &alsoWritten() const { return AlsoWritten; }

private:
  /// Takes E, or the values of the variable that it names, for a factor; false
  /// where they are not constant.
  bool takeFactor(const Expr *E, int64_t ElementBytes,
                  const Expr *Product = nullptr);
  void take(const Expr *E, int64_t Number, int64_t ElementBytes,
            const Expr *Product, bool IsShift);
  std::optional<int64_t> numberOf(const Expr *E, unsigned Depth = 0) const;
  bool isWrittenHere(const ValueDecl *D) const {
    return IsInValue || Written.contains(D);
  }
  bool takeWritten(const Expr *Name, const VarDecl *D, int64_t ElementBytes,
                   const Expr *Product);
  void visitWritten(const DeclRefExpr *Name, const VarDecl *D,
                    int64_t ElementBytes);
  bool takeParameter(const ParmVarDecl *D, const ParmVarDecl *Address,
                     int64_t ElementBytes);
  void visit(const Expr *E, int64_t ElementBytes);
  void visitVariable(const Expr *E, int64_t ElementBytes);
  void visitSum(const Expr *Whole, const BinaryOperator *Sum,
                int64_t ElementBytes);
  void takeProduct(const BinaryOperator *Product, int64_t ElementBytes);
  void visitScaled(const BinaryOperator *Product, int64_t ElementBytes);
  void visitIfSum(const Expr *Whole, int64_t ElementBytes);
  bool takeVariable(const ValueDecl *D, int64_t ElementBytes);
  bool isOfOtherArray(const Expr *Value) const;
  bool isShift(const Expr *E) const;
  void listFactors(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Factors);
  void add(const Candidate &One, int64_t Rows, RowStride &To) const;
  void addOuter(RowStride &To) const;

  const ArrayUses &Uses;
  const SourceMap &Map;
  const ASTContext &Context;
  const Expr *Index = nullptr; ///< that is being split
  /// What the address is made of that the index is added to.
  const ValueDecl *Base = nullptr;
  const BlockExtents *Blocks;
  const Variables &Written;
  Variables AlsoWritten;
  bool IsInValue = false; ///< of a variable that is written out
  std::vector<Candidate> Numbers;
  /// Around what is visited, as in Candidate.
  std::vector<std::pair<const Expr *, WrittenValue>> AroundWritten;
  std::vector<std::pair<const BinaryOperator *, bool>> AroundSums;
  llvm::SmallVector<const Expr *, 2> NumbersAround;
  /// Names of variables that cannot be written out, each with a number that it
  /// would have to be for.
  std::vector<std::pair<int64_t, SourceObstacle>> Unwritten;
  IndexNames Names;
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

/// A constant, an extent that all blocks have, or what is computed of these, if
/// only in the initializers of variables that keep their values.
std::optional<int64_t> IndexSplitter::numberOf(const Expr *E,
                                               unsigned Depth) const {
  if (std::optional<int64_t> Number = Map.constantOf(E))
    return Number;
  if (!Blocks)
    return std::nullopt;
  if (std::optional<int64_t> Extent = Blocks->valueOf(E))
    return Extent;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  constexpr unsigned MaxDepth = 8;
  if (!Binary || Depth == MaxDepth ||
      !(Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul))
    return std::nullopt;
  auto Operand = [&](const Expr *Part) -> std::optional<int64_t> {
    if (std::optional<int64_t> Number = numberOf(Part, Depth + 1))
      return Number;
    const auto *D = dyn_cast_or_null<VarDecl>(namedBy(Part));
    if (!D || isa<ParmVarDecl>(D) || !D->isLocalVarDecl() || Map.isChanged(D) ||
        Map.valuesOf(D).size() != 1)
      return std::nullopt;
    return numberOf(Map.valuesOf(D)[0], Depth + 1);
  };
  const std::optional<int64_t> Left = Operand(Binary->getLHS());
  const std::optional<int64_t> Right =
      Left ? Operand(Binary->getRHS()) : std::nullopt;
  auto IsSmall = [](int64_t N) { return N > INT32_MIN && N < INT32_MAX; };
  if (!Right || !IsSmall(*Left) || !IsSmall(*Right))
    return std::nullopt;
  return Binary->getOpcode() == BO_Mul   ? *Left * *Right
         : Binary->getOpcode() == BO_Add ? *Left + *Right
                                         : *Left - *Right;
}

void IndexSplitter::take(const Expr *E, int64_t Number, int64_t ElementBytes,
                         const Expr *Product, bool IsShift) {
  if (Number <= 1)
    return;
  Candidate &One = Numbers.emplace_back();
  One.E = E;
  One.Bytes = Number * ElementBytes;
  One.Factor = {ElementBytes, /*Rows=*/1, IsShift, IsInValue};
  One.Index = Index;
  One.Product = Product;
  One.IsBlock = !IsShift && !Map.constantOf(E);
  One.SumsAround = NumbersAround;
  One.Written = AroundWritten;
  One.Sums = AroundSums;
  for (const auto &[Load, Value] : AroundWritten)
    if (!Written.contains(Value.Variable))
      AlsoWritten.insert(Value.Variable);
}

/// A variable that is the length of a row, and serves for something else too:
/// what is edited is its name.
bool IndexSplitter::takeWritten(const Expr *Name, const VarDecl *D,
                                int64_t ElementBytes, const Expr *Product) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  if (!Ref || !isWritable(D, Map, Context))
    return false;
  std::optional<int64_t> Number = numberOf(D->getInit());
  if (Number)
    take(Name, *Number, ElementBytes, Product, /*IsShift=*/false);
  return Number.has_value();
}

bool IndexSplitter::takeFactor(const Expr *E, int64_t ElementBytes,
                               const Expr *Product) {
  if (!Product)
    Product = E;
  if (std::optional<int64_t> Number = numberOf(E)) {
    take(E, *Number, ElementBytes, Product, /*IsShift=*/false);
    return true;
  }
  const ValueDecl *D = namedBy(E);
  if (!D || !D->getType()->isIntegerType())
    return false;
  if (isWrittenHere(D)) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    return Variable && takeWritten(E, Variable, ElementBytes, Product);
  }
  if (!Names.Seen.insert(E->IgnoreParenImpCasts()).second)
    return true;
  Names.SeenThrough.insert(D);
  return takeVariable(D, ElementBytes);
}

/// `a << 5` is a product, too; `1 << 5` is a number, unless a macro's argument
/// is the 1.
bool IndexSplitter::isShift(const Expr *E) const {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary || Binary->getOpcode() != BO_Shl)
    return false;
  const SourceLocation Shifted =
      Binary->getLHS()->IgnoreParens()->getBeginLoc();
  if (Map.constantOf(Binary) &&
      !Context.getSourceManager().isMacroArgExpansion(Shifted))
    return false;
  std::optional<int64_t> Bits = Map.constantOf(Binary->getRHS());
  return Bits && *Bits > 0 && *Bits < 24;
}

/// The operands of a product of products, and those products that are
/// constant, the last first. A shift stands for its right operand.
void IndexSplitter::listFactors(const Expr *E,
                                llvm::SmallVectorImpl<const Expr *> &Factors) {
  const auto *Product = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (isShift(E)) {
    Factors.push_back(Product);
    return listFactors(Product->getLHS(), Factors);
  }
  bool IsProduct = Product && Product->getOpcode() == BO_Mul;
  if (!IsProduct || Map.constantOf(E))
    Factors.push_back(E);
  if (!IsProduct)
    return;
  listFactors(Product->getRHS(), Factors);
  listFactors(Product->getLHS(), Factors);
}

/// Each constant in a product may be the length of a row, as `BM` and `BK` in
/// `buffer * BM * BK`; of equal ones, the first. Without a constant, an extent
/// of the block may be, or the values of a variable.
void IndexSplitter::takeProduct(const BinaryOperator *Product,
                                int64_t ElementBytes) {
  llvm::SmallVector<const Expr *, 4> Factors;
  if (isShift(Product)) {
    listFactors(Product, Factors);
  } else {
    listFactors(Product->getRHS(), Factors);
    listFactors(Product->getLHS(), Factors);
  }
  std::set<int64_t> Lengths;
  bool IsConstant = false;
  for (const Expr *Factor : llvm::reverse(Factors)) {
    if (isShift(Factor)) {
      const auto *Shift = cast<BinaryOperator>(Factor);
      const int64_t Number = int64_t(1) << *Map.constantOf(Shift->getRHS());
      IsConstant = true;
      if (Lengths.insert(Number).second)
        take(Shift, Number, ElementBytes, Product, /*IsShift=*/true);
      continue;
    }
    std::optional<int64_t> Number = numberOf(Factor);
    IsConstant |= Map.constantOf(Factor).has_value();
    if (Number && Lengths.insert(*Number).second)
      takeFactor(Factor, ElementBytes, Product);
  }
  if (!IsConstant)
    llvm::find_if(Factors, [&](const Expr *Factor) {
      return !numberOf(Factor) && takeFactor(Factor, ElementBytes, Product);
    });
  visitScaled(Product, ElementBytes);
}

/// `(row * 64 + column) * 2`: what a sum counts, as many times.
void IndexSplitter::visitScaled(const BinaryOperator *Product,
                                int64_t ElementBytes) {
  const Expr *Left = Product->getLHS(), *Right = Product->getRHS();
  std::optional<int64_t> Scale = Map.constantOf(Right);
  if (isShift(Product)) {
    Scale = int64_t(1) << *Scale;
  } else if (!Scale) {
    std::swap(Left, Right);
    Scale = Map.constantOf(Right);
  }
  if (Scale && *Scale > 0 && *Scale <= MaxScale)
    visitIfSum(Left, ElementBytes * *Scale);
}

/// What is scaled is a sum, or a variable for one: of a product, all factors
/// have been taken.
void IndexSplitter::visitIfSum(const Expr *Whole, int64_t ElementBytes) {
  auto IsSum = [](const Expr *E) {
    const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    return Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Or);
  };
  const ValueDecl *D = namedBy(Whole->IgnoreParenImpCasts());
  if (IsSum(Whole) ||
      (D && Map.valuesOf(D).size() == 1 && IsSum(Map.valuesOf(D)[0])))
    visit(Whole, ElementBytes);
}

/// The initializer of a variable that serves for something else, too.
void IndexSplitter::visitWritten(const DeclRefExpr *Name, const VarDecl *D,
                                 int64_t ElementBytes) {
  const Expr *Load = writableLoad(Name, Map, Context);
  if (!Load && !Written.contains(D))
    return;
  const size_t Before = Numbers.size();
  AroundWritten.push_back({Load, {D, IsInValue}});
  {
    const llvm::SaveAndRestore Within(IsInValue, true);
    visit(D->getInit(), ElementBytes);
  }
  AroundWritten.pop_back();
  if (Load)
    return;
  for (const Candidate &One : llvm::ArrayRef(Numbers).drop_front(Before))
    Unwritten.push_back(
        {One.Bytes, {ObstacleKind::SharedFactor, Name->getSourceRange(), D}});
  Numbers.erase(Numbers.begin() + ptrdiff_t(Before), Numbers.end());
}

void IndexSplitter::visitVariable(const Expr *E, int64_t ElementBytes) {
  const ValueDecl *D = namedBy(E);
  const auto *Variable = dyn_cast_or_null<VarDecl>(D);
  if (!Variable || isa<ParmVarDecl>(Variable) || !Variable->isLocalVarDecl() ||
      Map.isChanged(D) || Map.valuesOf(D).size() != 1)
    return;
  if (isWrittenHere(D)) {
    if (const auto *Name = dyn_cast<DeclRefExpr>(E))
      visitWritten(Name, Variable, ElementBytes);
    return;
  }
  if (!Names.Seen.insert(E).second)
    return;
  if (Names.SeenThrough.insert(D))
    visit(Map.valuesOf(D)[0], ElementBytes);
}

/// A sum that is a number may be one of rows, as `TILE + 2` is of a tile with a
/// halo, or the numbers in it.
void IndexSplitter::visitSum(const Expr *Whole, const BinaryOperator *Sum,
                             int64_t ElementBytes) {
  const bool IsOr = Sum->getOpcode() == BO_Or;
  const std::optional<int64_t> Number = IsOr ? std::nullopt : numberOf(Sum);
  if (Number)
    take(Whole, *Number, ElementBytes, /*Product=*/nullptr, /*IsShift=*/false);
  const size_t Before = NumbersAround.size();
  if (Number && *Number > 1)
    NumbersAround.push_back(Whole);
  if (IsOr)
    AroundSums.push_back({Sum, IsInValue});
  visit(Sum->getLHS(), ElementBytes);
  visit(Sum->getRHS(), ElementBytes);
  if (IsOr)
    AroundSums.pop_back();
  NumbersAround.resize(Before);
}

void IndexSplitter::visit(const Expr *Whole, int64_t ElementBytes) {
  const Expr *E = Whole->IgnoreParenImpCasts();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Or) {
      visitSum(Whole, Binary, ElementBytes);
    } else if (Binary->getOpcode() == BO_Mul || isShift(Binary)) {
      takeProduct(Binary, ElementBytes);
    }
    return;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visit(Choice->getTrueExpr(), ElementBytes);
    visit(Choice->getFalseExpr(), ElementBytes);
    return;
  }
  if (std::optional<int64_t> Number = numberOf(E))
    return take(Whole, *Number, ElementBytes, /*Product=*/nullptr,
                /*IsShift=*/false);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const Expr *Result = onlyResultOf(Callee);
    if (IsInValue || !Result || !Names.SeenCalls.insert(Call).second)
      return;
    if (Names.EnteredFunctions.insert(Callee->getDefinition()))
      visit(Result, ElementBytes);
    return;
  }
  visitVariable(E, ElementBytes);
}

void IndexSplitter::add(const Candidate &One, int64_t Rows,
                        RowStride &To) const {
  RowFactor Factor = One.Factor;
  Factor.Rows = Rows;
  To.Factors.insert({One.E, Factor});
  To.IndexOf.insert({One.E, One.Index});
  To.ReadsBlock |= One.IsBlock;
  for (const auto &Around : One.Written)
    To.Written.insert(Around);
  for (const auto &Around : One.Sums)
    To.Sums.insert(Around);
}

/// Of each product without a factor that makes the rows, the least that is a
/// number of them, and what is a number of rows by itself: a sum where nothing
/// in it is.
void IndexSplitter::addOuter(RowStride &To) const {
  llvm::DenseSet<const Expr *> Products, WithRows;
  llvm::MapVector<const Expr *, const Candidate *> Outer;
  for (const Candidate &One : Numbers)
    if (One.Product && One.Bytes == To.RowBytes) {
      Products.insert(One.Product);
      WithRows.insert_range(One.SumsAround);
    }
  // The last first: what stands in a sum comes behind it.
  for (const Candidate &One : llvm::reverse(Numbers)) {
    const Expr *Part = One.Product ? One.Product : One.E;
    if (One.Bytes % To.RowBytes || Products.contains(Part) ||
        (One.Product && One.Bytes == To.RowBytes) || WithRows.contains(One.E))
      continue;
    WithRows.insert_range(One.SumsAround);
    const Candidate *&Least = Outer[Part];
    if (!Least || One.Bytes <= Least->Bytes)
      Least = &One;
  }
  for (const auto &[Part, One] : llvm::reverse(Outer))
    add(*One, One->Bytes / To.RowBytes, To);
}

std::vector<RowStride> IndexSplitter::finish(bool HasOuter) {
  std::map<int64_t, RowStride, std::greater<int64_t>> ByLength;
  for (const Candidate &One : Numbers)
    if (One.Product)
      add(One, /*Rows=*/1, ByLength[One.Bytes]);
  std::vector<RowStride> Result;
  for (auto &[RowBytes, S] : ByLength) {
    S.RowBytes = RowBytes;
    if (HasOuter)
      addOuter(S);
    S.IndexFunctions = Names.EnteredFunctions;
    for (const auto &[Bytes, O] : Unwritten)
      if (Bytes == RowBytes || (HasOuter && Bytes % RowBytes == 0))
        S.Obstacles.push_back(O);
    if (S.Obstacles.empty())
      checkVariables(S, Names, Map, Context);
    if (S.Obstacles.empty()) // one is enough, and pointers may be many
      checkPointers(S, Uses, Map);
    Result.push_back(std::move(S));
  }
  return Result;
}

bool banklint::countsDeclaredRows(const Step &S, const SourceMap &Map) {
  return S.IsOfArray &&
         llvm::any_of(Map.parentsOf(S.Count), [](const SourceParent &Parent) {
           const auto *Element =
               dyn_cast_or_null<ArraySubscriptExpr>(Parent.Statement);
           return Element && Element->getType()->isArrayType();
         });
}

/// Variables that serve for something else, too, and can be written out.
static Variables writableOf(const RowStride &S, const SourceMap &Map,
                            const ASTContext &Context) {
  Variables Result;
  for (const SourceObstacle &O : S.Obstacles)
    if (const auto *D = dyn_cast_or_null<VarDecl>(O.Named);
        D && O.Kind == ObstacleKind::SharedFactor &&
        isWritable(D, Map, Context))
      Result.insert(D);
  return Result;
}

std::vector<RowStride> banklint::rowStridesOf(const ArrayUses &Uses,
                                              const SourceMap &Map,
                                              const ASTContext &Context,
                                              const BlockExtents *Blocks,
                                              bool HasOuter) {
  auto Split = [&](Variables &Written) {
    while (true) {
      IndexSplitter All(Uses, Map, Context, Blocks, Written);
      for (const Step &S : Uses.Steps)
        if (!countsDeclaredRows(S, Map))
          All.visitIndex(S);
      for (const Step &S : Uses.LeadingDimensions)
        All.visitFactor(S);
      std::vector<RowStride> Result = All.finish(HasOuter);
      const size_t Before = Written.size();
      Written.insert_range(All.alsoWritten());
      if (Written.size() == Before)
        return Result;
    }
  };
  Variables None;
  std::vector<RowStride> Result = Split(None);
  // What is written out for rows of one length may stay for those of another.
  for (RowStride &S : Result) {
    Variables Written;
    for (size_t Before = SIZE_MAX; Before != Written.size();) {
      Before = Written.size();
      Written.insert_range(writableOf(S, Map, Context));
      if (Written.size() == Before)
        break;
      std::vector<RowStride> Again = Split(Written);
      auto Same = llvm::find_if(Again, [&](const RowStride &Other) {
        return Other.RowBytes == S.RowBytes;
      });
      if (Same == Again.end()) {
        S.Factors.clear(); // nothing is left to make these rows
        break;
      }
      S = std::move(*Same);
    }
  }
  llvm::erase_if(Result, [](const RowStride &S) { return S.Factors.empty(); });
  return Result;
}
