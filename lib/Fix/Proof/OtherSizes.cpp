//===- OtherSizes.cpp - Shared memory in other configurations -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OtherSizes.h"
#include "Bank/Gpu.h"
#include "Cuda/KernelCalls.h"
#include "Layout/Search.h"
#include "Text/Edits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Finds by what factor something is larger in another configuration, at most;
/// not set where that cannot be told. What it depends on is kept in `Cause`.
class SizeSearch {
public:
  SizeSearch(Mentions &Mentioned, const SourceMap &Map,
             const ASTContext &Context)
      : Mentioned(Mentioned), Map(Map), Context(Context) {}

  std::optional<double> factorOf(const VarDecl *Array);
  std::optional<double> factorOf(const Expr *E);
  std::optional<SourceObstacle> Cause;

private:
  using Factor = std::optional<double>;

  SourceRange inFile(SourceRange Range) const;
  Factor factorOfMacro(llvm::StringRef Name, SourceLocation Where);
  Factor factorOfMacros(SourceRange Range);
  Factor factorOfType(const VarDecl *Array);
  Factor factorOfNamed(const ValueDecl *D);
  Factor factorOfArgument(const SubstNonTypeTemplateParmExpr *E);
  Factor dependsOn(SourceObstacle What, Factor F) {
    if (F != 1.0 && !Cause)
      Cause = What;
    return F;
  }

  Mentions &Mentioned;
  const SourceMap &Map;
  const ASTContext &Context;
  llvm::SmallPtrSet<const Decl *, 8> Open;
};
} // namespace

static std::optional<double> product(std::optional<double> A,
                                     std::optional<double> B) {
  return A && B ? std::optional(*A * *B) : std::nullopt;
}

/// The number that a text is; not set where it is more than a literal.
static std::optional<double> literal(llvm::StringRef Text) {
  Text = Text.trim("() \t");
  uint64_t Number = 0;
  if (Text.rtrim("uUlL").getAsInteger(0, Number) || Number == 0)
    return std::nullopt;
  return double(Number);
}

/// How many bytes a scalar or vector type takes; not set for any other word.
static std::optional<int64_t> bytesOfType(llvm::StringRef Word) {
  // `double4` is four doubles.
  int64_t Count = 1;
  llvm::StringRef Scalar = Word;
  if (Scalar.size() > 1 && Scalar.back() >= '1' && Scalar.back() <= '4') {
    Count = Scalar.back() - '0';
    Scalar = Scalar.drop_back();
  }
  const int64_t Bytes =
      llvm::StringSwitch<int64_t>(Scalar)
          .Cases({"char", "uchar"}, 1)
          .Cases({"short", "ushort", "half", "__half", "__nv_bfloat16"}, 2)
          .Cases({"int", "uint", "float"}, 4)
          .Cases({"long", "ulong", "longlong", "ulonglong", "double"}, 8)
          .Default(0);
  if (Bytes)
    return Bytes * Count;
  return llvm::StringSwitch<std::optional<int64_t>>(Word)
      .Cases({"bool", "signed", "int8_t", "uint8_t"}, 1)
      .Cases({"int16_t", "uint16_t"}, 2)
      .Cases({"unsigned", "int32_t", "uint32_t"}, 4)
      .Cases({"int64_t", "uint64_t", "size_t", "ptrdiff_t"}, 8)
      .Cases({"typedef", "using", "const", "volatile", "static", "extern",
              "__shared__", "struct", "class", "std"},
             0)
      .Default(std::nullopt);
}

/// How many bytes a type takes at most that is made of the words of a text; not
/// set where a word is no type that is
/// known, or where the text is more than words.
static std::optional<int64_t> bytesOfTypes(llvm::StringRef Text) {
  int64_t Most = 0;
  while (!(Text = Text.ltrim(" \t=:")).empty()) {
    const llvm::StringRef Word = Text.take_while(
        [](char C) { return clang::isAsciiIdentifierContinue(C); });
    if (Word.empty())
      return std::nullopt;
    Text = Text.drop_front(Word.size());
    const std::optional<int64_t> Bytes = bytesOfType(Word);
    if (!Bytes)
      return std::nullopt;
    Most = std::max(Most, *Bytes);
  }
  return Most;
}

SourceRange SizeSearch::inFile(SourceRange Range) const {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation Begin = Sources.getFileLoc(Range.getBegin());
  const SourceLocation End = Sources.getFileLoc(Range.getEnd());
  return Begin.isValid() && Sources.isWrittenInSameFile(Begin, End)
             ? SourceRange(Begin, End)
             : SourceRange();
}

SizeSearch::Factor SizeSearch::factorOfMacro(llvm::StringRef Name,
                                             SourceLocation Where) {
  const auto Replacements = Mentioned.replacementsOf(Name);
  double Least = 0, Most = 0;
  bool AreLiterals = true;
  for (llvm::StringRef Text : Replacements)
    if (const std::optional<double> Number = literal(Text)) {
      Most = std::max(Most, *Number);
      Least = Least == 0 ? *Number : std::min(Least, *Number);
    } else {
      // Of `#define N SIZE_OF_THE_BUILD` nothing is known, as of `-DN=`.
      AreLiterals &= Mentioned.isUndefined(Text);
    }
  if (AreLiterals && Least > 0)
    return dependsOn({ObstacleKind::OtherMemory, Where, nullptr, Name},
                     Most / Least);
  if (Replacements.size() != 1)
    return dependsOn({ObstacleKind::OtherMemory, Where, nullptr, Name},
                     Replacements.empty() ? Factor(1) : std::nullopt);
  Factor Result = 1;
  for (llvm::StringRef Inner : Mentioned.namedBy(Name))
    if (Inner != Name)
      Result = product(Result, factorOfMacro(Inner, Where));
  return Result;
}

SizeSearch::Factor SizeSearch::factorOfMacros(SourceRange Range) {
  Factor Result = 1;
  if (Range.isValid())
    for (const auto &[Name, Where] : Mentioned.macrosIn(Range))
      Result = product(Result, factorOfMacro(Name, Where));
  return Result;
}

SizeSearch::Factor SizeSearch::factorOfNamed(const ValueDecl *D) {
  if (!Open.insert(D).second)
    return 1;
  Factor Result = 1;
  if (const SourceLocation Other = Mentioned.otherValue(D); Other.isValid()) {
    const auto [Before, After] = Mentioned.declarationAt(Other);
    const std::optional<double> There = literal(After.trim("={} \t"));
    std::optional<int64_t> Here;
    for (const Expr *Value : Map.valuesOf(D))
      Here = Map.constantOf(Value);
    if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
      Here = Enumerator->getInitVal().getExtValue();
    Result = dependsOn({ObstacleKind::OtherMemory, Other, D},
                       There && Here && *Here > 0
                           ? Factor(std::max(*There / double(*Here), 1.0))
                           : std::nullopt);
  } else if (const SourceLocation Found = D->getDeclContext()->isFileContext()
                                              ? Mentioned.otherLookup(D)
                                              : SourceLocation();
             Found.isValid()) {
    Result = dependsOn({ObstacleKind::OtherMemory, Found, D}, std::nullopt);
  } else {
    for (const Expr *Value : Map.valuesOf(D))
      Result = product(Result, factorOf(Value));
  }
  Open.erase(D);
  return Result;
}

/// The largest of those of the arguments that the source gives.
SizeSearch::Factor
SizeSearch::factorOfArgument(const SubstNonTypeTemplateParmExpr *E) {
  const NonTypeTemplateParmDecl *Parameter = E->getParameter();
  if (!Open.insert(Parameter).second)
    return 1;
  Factor Result = 1;
  for (const FunctionDecl *Around : Map.functionsAround(E))
    for (const Expr *Reference :
         Map.referencesTo(cast<ValueDecl>(Around->getCanonicalDecl())))
      if (const auto *Named = dyn_cast<DeclRefExpr>(Reference))
        for (const TemplateArgumentLoc &Argument : Named->template_arguments())
          if (Argument.getArgument().getKind() ==
              TemplateArgument::Expression) {
            const Factor One = factorOf(Argument.getSourceExpression());
            Result =
                One && Result ? Factor(std::max(*One, *Result)) : std::nullopt;
          }
  Open.erase(Parameter);
  return Result;
}

std::optional<double> SizeSearch::factorOf(const Expr *E) {
  Factor Result = factorOfMacros(inFile(E->getSourceRange()));
  llvm::SmallVector<const Stmt *, 8> Left{E};
  bool IsProduct = true;
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    if (!S)
      continue;
    if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(S)) {
      Result = product(Result, factorOfArgument(Argument));
      continue;
    }
    // Factors of operands say nothing of a difference or a power.
    if (const auto *Operation = dyn_cast<BinaryOperator>(S))
      IsProduct &=
          Operation->getOpcode() == BO_Mul || Operation->getOpcode() == BO_Add;
    else
      IsProduct &= isa<DeclRefExpr, IntegerLiteral, ParenExpr, CastExpr,
                       ConstantExpr, UnaryExprOrTypeTraitExpr>(S);
    if (const auto *Named = dyn_cast<DeclRefExpr>(S);
        Named && isa<VarDecl, EnumConstantDecl>(Named->getDecl()))
      Result = product(Result, factorOfNamed(namedBy(Named)));
    llvm::append_range(Left, S->children());
  }
  return IsProduct || Result == 1.0 ? Result : std::nullopt;
}

SizeSearch::Factor SizeSearch::factorOfType(const VarDecl *Array) {
  const QualType Element(Array->getType()->getBaseElementTypeUnsafe(), 0);
  const double Bytes =
      double(Context.getTypeSizeInChars(Element).getQuantity());
  auto Wider = [&](std::optional<int64_t> There) {
    return There ? Factor(std::max(double(*There) / Bytes, 1.0)) : std::nullopt;
  };
  const SourceLocation Begin = Array->getTypeSpecStartLoc();
  Factor Result = 1;
  if (Begin.isValid())
    for (const auto &[Name, Where] :
         Mentioned.macrosIn(inFile({Begin, Array->getLocation()})))
      if (Mentioned.hasOtherReplacement(Name)) {
        Factor Most = 1;
        for (llvm::StringRef Text : Mentioned.replacementsOf(Name)) {
          const Factor One = Wider(bytesOfTypes(Text));
          Most = One && Most ? Factor(std::max(*One, *Most)) : std::nullopt;
        }
        Result = product(
            Result,
            dependsOn({ObstacleKind::OtherMemory, Where, nullptr, Name}, Most));
      }
  // Names of array types, and of those of their elements.
  QualType Type = Array->getType();
  while (true) {
    if (const auto *Alias = Type->getAs<TypedefType>()) {
      const TypedefNameDecl *D = Alias->getDecl();
      if (const SourceLocation Other = Mentioned.otherValue(D);
          Other.isValid()) {
        const auto [Before, After] = Mentioned.declarationAt(Other);
        const std::string Text = (Before + " " + After).str();
        const bool IsArray = Context.getAsArrayType(Type) != nullptr;
        return product(Result, dependsOn({ObstacleKind::OtherMemory, Other, D},
                                         IsArray ? std::nullopt
                                                 : Wider(bytesOfTypes(Text))));
      }
      Type = D->getUnderlyingType();
    } else if (const auto *Inner = Context.getAsArrayType(Type)) {
      Type = Inner->getElementType();
    } else {
      break;
    }
  }
  if (const TagDecl *Tag = Type->getAsTagDecl();
      Tag && !Context.getSourceManager().isInSystemHeader(Tag->getLocation()))
    if (Mentioned.otherValue(Tag).isValid() ||
        Mentioned.hasConditions(Tag->getSourceRange()))
      return dependsOn({ObstacleKind::OtherMemory, Tag->getLocation(), Tag},
                       std::nullopt);
  return Result;
}

std::optional<double> SizeSearch::factorOf(const VarDecl *Array) {
  Factor Result = factorOfType(Array);
  for (const ArrayTypeLoc &Extent : extentsOf(Array, Map))
    if (const Expr *Size = Extent.getSizeExpr())
      Result = product(Result, factorOf(Size));
  return Result;
}

std::optional<SourceObstacle>
banklint::otherSize(const DeclaredArray &Array,
                    const std::vector<ArrayInKernel> &Uses,
                    const Layout &Longer, Mentions &Mentioned,
                    const SourceMap &Map, const ASTContext &Context) {
  for (const FunctionDecl *Function : Array.functions())
    if (const Stmt *Body = Function->getBody())
      if (const SourceLocation Other =
              Mentioned.removedSharedVariable(Body->getSourceRange());
          Other.isValid())
        return SourceObstacle{ObstacleKind::OtherMemory, Other, nullptr,
                              "__shared__"};
  const GrowthOfBlocks GrowthOf(Uses, Longer);
  for (const ArrayInKernel &Use : Uses) {
    SizeSearch Search(Mentioned, Map, Context);
    // What has no factor of its own counts as it is.
    double More = 0;
    double Growth = double(GrowthOf.of(Use));
    for (const SharedArray *Other : Use.Walked->Arrays->arrays()) {
      const VarDecl *D = walkOf(Use).Memory->declarationOf(*Other);
      const std::optional<double> Factor =
          D ? Search.factorOf(D) : std::optional(1.0);
      if (!Factor)
        return Search.Cause;
      More += double(Other->SizeBytes) * (*Factor - 1);
      if (Other == Use.Array)
        Growth *= *Factor;
    }
    for (const CallExpr *Call : Map.callsOf(walkOf(Use).Kernel))
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call))
        if (const auto Configuration = configurationOf(*Launch);
            Configuration && Configuration->SharedBytes) {
          const std::optional<double> Factor =
              Search.factorOf(Configuration->SharedBytes);
          if (!Factor)
            return Search.Cause;
          More += double(Use.DynamicBytes) * (*Factor - 1);
        }
    if (Search.Cause &&
        double(bytesOfBlock(Use)) + More + Growth > double(MaxStaticBytes))
      return Search.Cause;
  }
  return std::nullopt;
}
