//===- Padding.cpp - Longer rows that free the banks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Padding.h"
#include "Cuda/Locations.h"
#include "Finding/Join.h"
#include "Kernel/Merging.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include <map>
#include <numeric>
#include <tuple>

using namespace banklint;
using namespace clang;

static constexpr int64_t MaxStaticBytes = 48 * 1024;

namespace {
/// One array as one kernel, with one block shape, uses it.
struct ArrayUse {
  const WalkedKernel *Walked = nullptr;
  const Object *Array = nullptr;
};

/// Wavefronts and requests by place and operation of the access.
using SiteCosts =
    std::map<std::tuple<std::string, unsigned, unsigned, AccessOperation>,
             std::pair<double, double>>;

/// A dimension made longer by a number of elements.
struct Candidate {
  unsigned Dimension = 0;
  int64_t Elements = 0;
};

struct Proof {
  Candidate Padding;
  SiteCosts Costs;
  double Wavefronts = 0;
  int64_t ExtraBytes = 0;
};

/// All that is known of the arrays of one declaration.
class ArrayPadding {
public:
  ArrayPadding(std::vector<ArrayUse> Uses, ASTContext &Context)
      : Uses(std::move(Uses)), Context(Context) {}

  /// Why the declaration cannot be changed; empty if it can.
  std::string obstacle() const;
  std::optional<Proof> best();
  std::optional<Fix> fixFor(const Finding &F, const Proof &Best) const;
  const SiteCosts &now() const { return Now; }

private:
  template <typename Function> void forEachRecord(Function F) const {
    for (const ArrayUse &Use : Uses)
      for (const WarpGroupRecords &Group : Use.Walked->Groups)
        for (const AccessRecord &Record : Group.Records)
          if (Record.Where && Record.Where->Base == Use.Array)
            F(Use, Group, Record);
  }
  const Object &array() const { return *Uses.front().Array; }
  int64_t unitElements() const;
  static int64_t extraBytes(const Object &Array, Candidate C);
  double replay(std::optional<Candidate> C, SiteCosts &Costs) const;
  llvm::SmallVector<ArrayTypeLoc, 3> extents() const;
  bool edit(Candidate C, Fix &Out) const;

  std::vector<ArrayUse> Uses;
  ASTContext &Context;
  SiteCosts Now;
};
} // namespace

/// The strides of an array whose dimension is longer.
static llvm::SmallVector<int64_t, 3> stridesWith(const Object &Array,
                                                 Candidate C) {
  llvm::SmallVector<int64_t, 3> Strides(Array.StrideBytes);
  for (size_t D = Strides.size() - 1; D-- > 0;)
    Strides[D] = Strides[D + 1] * (Array.Extents[D + 1] +
                                   (D + 1 == C.Dimension ? C.Elements : 0));
  return Strides;
}

int64_t ArrayPadding::extraBytes(const Object &Array, Candidate C) {
  return Array.Extents[0] * stridesWith(Array, C)[0] - Array.SizeBytes;
}

/// Wavefronts of all requests to the array.
double ArrayPadding::replay(std::optional<Candidate> C,
                            SiteCosts &Costs) const {
  double Total = 0;
  for (const ArrayUse &Use : Uses) {
    LayoutChange Change;
    if (C) {
      Change.Array = Use.Array;
      Change.StrideBytes = stridesWith(*Use.Array, *C);
    }
    const LayoutChange *Changed = C ? &Change : nullptr;
    for (const WarpGroupRecords &Group : Use.Walked->Groups) {
      double Warps = double(Group.Warps.size());
      for (const AccessRecord &Request :
           mergeAccesses(*Group.Values, Group.Records, Group.Pieces, Use.Array,
                         Changed)) {
        CostEstimate Cost =
            estimateCost(*Group.Values, Request, Group.Warps, Changed);
        double Wavefronts = Cost.How == CostEstimate::Depends
                                ? Cost.Worst * Cost.Ideal
                                : Cost.Wavefronts;
        double Requests = Warps * Request.Share;
        SourcePoint Where = pointOf(Request.range().getBegin(), Context);
        auto &Site =
            Costs[{Where.File, Where.Line, Where.Column, Request.Operation}];
        Site.first += Wavefronts * Requests;
        Site.second += Requests;
        Total += Wavefronts * Requests;
      }
    }
  }
  return Total;
}

std::string ArrayPadding::obstacle() const {
  const Object &Array = array();
  if (Array.SizeBytes == 0)
    return "its size is set by the launch";
  if (Array.Extents.size() < 2)
    return "it has one dimension: its rows are made by the index";
  for (const ArrayUse &Use : Uses)
    if (Use.Array->Escapes)
      return "it is also used as a whole, by sizeof, through another pointer "
             "or in code that is not visible";
  if (extents().size() != Array.Extents.size())
    return "its extents stand in another declaration of its type";
  std::string Obstacle;
  forEachRecord([&](const ArrayUse &Use, const WarpGroupRecords &Group,
                    const AccessRecord &Record) {
    const auto *Subscript =
        llvm::dyn_cast<ArraySubscriptExpr>(Record.Site->IgnoreParenImpCasts());
    const Expr *Inner = Record.Site->IgnoreParenImpCasts();
    while (const auto *Member = llvm::dyn_cast<MemberExpr>(Inner))
      Inner = Member->getBase()->IgnoreParenImpCasts();
    Subscript = llvm::dyn_cast<ArraySubscriptExpr>(Inner);
    bool IsDirect =
        Subscript &&
        Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
    for (unsigned D = 1; D < Record.Where->Index.size(); ++D) {
      Range Bounds = Group.Values->range(Record.Where->Index[D]);
      bool IsInside = Bounds.Min >= 0 && Bounds.Max < Use.Array->Extents[D];
      // Beyond the row the language forbids a subscript, not a pointer.
      if (!IsInside && !IsDirect)
        Obstacle = "it is also addressed through a pointer across its rows";
    }
  });
  return Obstacle;
}

/// Whole words, and whole accesses of the widest kind, whatever the element is
/// in each instantiation.
int64_t ArrayPadding::unitElements() const {
  int64_t Unit = 1;
  forEachRecord([&](const ArrayUse &Use, const WarpGroupRecords &,
                    const AccessRecord &Record) {
    int64_t ElementBytes = Use.Array->StrideBytes.back();
    bool IsRow = Record.Kind == RequestKind::CpAsyncBypass;
    int64_t AccessBytes =
        std::max<int64_t>(WordBytes, IsRow ? 16 : Record.BytesPerLane);
    Unit = std::lcm(Unit, std::lcm(ElementBytes, AccessBytes) / ElementBytes);
  });
  return Unit;
}

std::optional<Proof> ArrayPadding::best() {
  double Before = replay(std::nullopt, Now);
  constexpr int64_t MaxPaddingBytes = 128; // beyond it the banks repeat
  std::optional<Proof> Best;
  int64_t StaticBytes = 0;
  for (const ArrayUse &Use : Uses)
    StaticBytes = std::max(StaticBytes, Use.Walked->Memory->staticBytes());
  for (unsigned D = 1; D != array().Extents.size(); ++D) {
    int64_t Unit = D + 1 == array().Extents.size() ? unitElements() : 1;
    int64_t StepBytes = Unit * array().StrideBytes[D];
    for (int64_t K = 1; K * StepBytes <= std::max(MaxPaddingBytes, StepBytes);
         ++K) {
      Proof One;
      One.Padding = {D, K * Unit};
      One.ExtraBytes = extraBytes(array(), One.Padding);
      if (StaticBytes + One.ExtraBytes > MaxStaticBytes)
        break;
      One.Wavefronts = replay(One.Padding, One.Costs);
      bool IsBetter = !Best ? One.Wavefronts < Before
                            : std::tie(One.Wavefronts, One.ExtraBytes) <
                                  std::tie(Best->Wavefronts, Best->ExtraBytes);
      if (IsBetter)
        Best = std::move(One);
    }
  }
  return Best;
}

/// The bracketed extents as the declaration spells them, outermost first.
llvm::SmallVector<ArrayTypeLoc, 3> ArrayPadding::extents() const {
  llvm::SmallVector<ArrayTypeLoc, 3> Result;
  const TypeSourceInfo *Info = array().Declaration->getTypeSourceInfo();
  TypeLoc Type = Info ? Info->getTypeLoc() : TypeLoc();
  while (Type) {
    Type = Type.getUnqualifiedLoc();
    if (auto Attributed = Type.getAs<AttributedTypeLoc>()) {
      Type = Attributed.getModifiedLoc();
      continue;
    }
    auto Array = Type.getAs<ArrayTypeLoc>();
    if (!Array)
      break;
    Result.push_back(Array);
    Type = Array.getElementLoc();
  }
  return Result;
}

/// Whether `+ 1` can follow the expression without parentheses.
static bool bindsTighterThanSum(const Expr *E) {
  E = E->IgnoreImpCasts();
  if (const auto *Constant = llvm::dyn_cast<ConstantExpr>(E))
    return bindsTighterThanSum(Constant->getSubExpr());
  if (const auto *Binary = llvm::dyn_cast<BinaryOperator>(E))
    return Binary->isMultiplicativeOp() || Binary->isAdditiveOp();
  return !llvm::isa<AbstractConditionalOperator>(E);
}

bool ArrayPadding::edit(Candidate C, Fix &Out) const {
  const SourceManager &Sources = Context.getSourceManager();
  const Expr *Extent = extents()[C.Dimension].getSizeExpr();
  if (!Extent)
    return false;
  CharSourceRange Spelled = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Extent->getSourceRange()), Sources,
      Context.getLangOpts());
  if (Spelled.isInvalid() || Sources.isInSystemHeader(Spelled.getBegin()))
    return false;
  auto [File, Begin] = Sources.getDecomposedLoc(Spelled.getBegin());
  unsigned End = Sources.getFileOffset(Spelled.getEnd());
  std::string Name = pointOf(Spelled.getBegin(), Context).File;
  std::string Sum = " + " + std::to_string(C.Elements);
  if (bindsTighterThanSum(Extent)) {
    Out.Edits.push_back({Name, End, 0, Sum});
  } else {
    Out.Edits.push_back({Name, Begin, 0, "("});
    Out.Edits.push_back({Name, End, 0, ")" + Sum});
  }
  Out.Where.Begin = pointOf(Spelled.getBegin(), Context);
  SourcePoint After = pointOf(Spelled.getEnd(), Context);
  Out.Where.EndLine = After.Line;
  Out.Where.EndColumn = After.Column;
  return true;
}

std::optional<Fix> ArrayPadding::fixFor(const Finding &F,
                                        const Proof &Best) const {
  Fix Result;
  if (!edit(Best.Padding, Result))
    return std::nullopt;
  Result.ExtraBytes = unsigned(Best.ExtraBytes);
  Result.IsSafe = true;
  std::string Pays;
  for (const auto &[Site, Before] : Now) {
    const auto &[File, Line, Column, Operation] = Site;
    auto After = Best.Costs.at(Site);
    if (After.second > 0 && After.first > Before.first + 1e-9) {
      Result.IsSafe = false;
      Pays = std::string("; the ") + operationName(Operation) + " at line " +
             std::to_string(Line) + " then takes " +
             wavefrontText(After.first / After.second) +
             " wavefronts instead of " +
             wavefrontText(Before.first / Before.second);
    }
    if (File == F.Span.Begin.File && Line == F.Span.Begin.Line &&
        Column == F.Span.Begin.Column &&
        F.Message.find(operationName(Operation)) != std::string::npos &&
        After.second > 0)
      Result.Wavefronts = After.first / After.second;
  }
  int64_t RowBytes =
      stridesWith(array(), Best.Padding)[Best.Padding.Dimension - 1];
  std::string Row = RowBytes % 4 == 0 ? std::to_string(RowBytes / 4) + " words"
                                      : std::to_string(RowBytes) + " bytes";
  Result.Description =
      "a row of " + Row +
      (Result.Wavefronts == 1 ? " puts the 32 lanes in 32 banks"
                              : " leaves " + wavefrontText(Result.Wavefronts) +
                                    " wavefronts a request") +
      "; adds " + std::to_string(Best.ExtraBytes) + " bytes" + Pays;
  return Result;
}

void banklint::proposePadding(const Analysis &Found, ASTContext &Context,
                              std::vector<Finding> &Findings) {
  using Place = std::tuple<std::string, unsigned, unsigned>;
  auto Key = [](const SourcePoint &P) {
    return Place{P.File, P.Line, P.Column};
  };
  std::map<Place, std::vector<Finding *>> ByArray;
  for (Finding &F : Findings)
    if (F.Declared.Line)
      ByArray[Key(F.Declared)].push_back(&F);
  if (ByArray.empty())
    return;
  std::map<Place, std::vector<ArrayUse>> Uses;
  for (const WalkedKernel &Walked : Found.Walked)
    for (const Object *Array : Walked.Memory->objects()) {
      Place Where = Key(pointOf(Array->Declaration->getLocation(), Context));
      if (ByArray.count(Where))
        Uses[Where].push_back({&Walked, Array});
    }
  for (auto &[Where, OfArray] : ByArray) {
    if (Uses[Where].empty())
      continue;
    SourceSpan Declared =
        spanOf(Uses[Where].front().Array->Declaration->getLocation(), Context);
    std::string Name = Uses[Where].front().Array->Name.str();
    ArrayPadding Padding(std::move(Uses[Where]), Context);
    std::string Obstacle = Padding.obstacle();
    std::optional<Proof> Best;
    if (Obstacle.empty()) {
      Best = Padding.best();
      if (!Best)
        Obstacle =
            "no longer row lowers the wavefronts of its accesses together";
    }
    for (Finding *F : OfArray) {
      std::optional<Fix> Offered;
      if (Best)
        Offered = Padding.fixFor(*F, *Best);
      if (Offered)
        F->Fixes.push_back(std::move(*Offered));
      else
        F->Notes.push_back(
            {Declared,
             "no fix for '" + Name + "': " +
                 (Obstacle.empty() ? "its extent is written by a macro"
                                   : Obstacle)});
    }
  }
}
