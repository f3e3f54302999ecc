//===- Defaults.cpp - What else a macro with a default may be -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands/Defaults.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace llvm;

using clang::Token;
namespace tok = clang::tok;

namespace {
/// The text of a macro, with one of its tokens replaced.
class MacroText {
public:
  MacroText(const clang::MacroInfo &Macro, const clang::Preprocessor &Macros) {
    for (const Token &T : Macro.tokens()) {
      Tokens.push_back(T);
      Spellings.push_back(Macros.getSpelling(T));
    }
  }

  std::string text() const { return with(Tokens.size(), ""); }
  std::string with(size_t Replaced, StringRef By) const {
    std::string Result;
    for (size_t I = 0; I != Tokens.size(); ++I) {
      if (I && Tokens[I].hasLeadingSpace())
        Result += ' ';
      Result += I == Replaced ? By.str() : Spellings[I];
    }
    return Result;
  }

  std::vector<Token> Tokens;
  std::vector<std::string> Spellings;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether one name may stand for another: both are namespaces, both are types,
/// both are templates of classes, or both are functions of as many parameters.
static bool areOfOneKind(const clang::NamedDecl &A, const clang::NamedDecl &B) {
  auto IsType = [](const clang::NamedDecl &D) {
    return isa<clang::TypeDecl>(D) && !isa<clang::TemplateTypeParmDecl>(D);
  };
  auto ParametersOf = [](const clang::NamedDecl &D) {
    const clang::FunctionDecl *Function = D.getAsFunction();
    return Function ? int(Function->getNumParams()) : -1;
  };
  auto IsNamespace = [](const clang::NamedDecl &D) {
    return isa<clang::NamespaceDecl, clang::NamespaceAliasDecl>(D);
  };
  if (IsNamespace(A) || IsNamespace(B))
    return IsNamespace(A) && IsNamespace(B);
  if (isa<clang::ClassTemplateDecl>(A) || isa<clang::ClassTemplateDecl>(B))
    return A.getKind() == B.getKind();
  if (IsType(A) || IsType(B))
    return IsType(A) && IsType(B);
  return ParametersOf(A) >= 0 && ParametersOf(A) == ParametersOf(B);
}

/// What the user's text declares in namespaces, outside and inside of others.
static void addDeclared(const clang::DeclContext &In,
                        const clang::SourceManager &Sources,
                        std::vector<const clang::NamedDecl *> &Declared) {
  for (const clang::Decl *D : In.noload_decls()) {
    if (D->isImplicit() || Sources.isInSystemHeader(D->getLocation()))
      continue;
    if (const auto *Named = dyn_cast<clang::NamedDecl>(D);
        Named && Named->getIdentifier())
      Declared.push_back(Named);
    if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D))
      addDeclared(*cast<clang::DeclContext>(D), Sources, Declared);
  }
}

/// Names of the same kind that are declared beside one.
static std::vector<std::string> namesBeside(StringRef Name,
                                            const clang::ASTContext &Context) {
  std::vector<const clang::NamedDecl *> Declared;
  addDeclared(*Context.getTranslationUnitDecl(), Context.getSourceManager(),
              Declared);
  SetVector<StringRef> Result;
  for (const clang::NamedDecl *Meant : Declared)
    if (Meant->getName() == Name)
      for (const clang::NamedDecl *Other : Declared)
        if (Other->getName() != Name &&
            Other->getDeclContext()->Equals(Meant->getDeclContext()) &&
            areOfOneKind(*Meant, *Other))
          Result.insert(Other->getName());
  return {Result.begin(), Result.end()};
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A type of another size than the one that these keywords name; empty where
/// they name none.
static StringRef typeBeside(ArrayRef<Token> Tokens) {
  StringRef Result;
  for (const Token &T : Tokens)
    switch (T.getKind()) {
    case tok::kw_double:
      return "float";
    case tok::kw_float:
      return "double";
    case tok::kw_long:
      return "int";
    case tok::kw_int:
    case tok::kw_unsigned:
    case tok::kw_signed:
    case tok::kw_short:
    case tok::kw_char:
    case tok::kw_bool:
      Result = "long long";
      break;
    case tok::kw_const:
    case tok::kw_volatile:
      break;
    default:
      return "";
    }
  return Result;
}

/// The same for a name that a header of the system gives a type.
static StringRef typeBeside(StringRef Name, const clang::ASTContext &Context) {
  const auto Found =
      Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Name));
  for (const clang::NamedDecl *D : Found)
    if (const auto *Type = dyn_cast<clang::TypeDecl>(D);
        Type && Context.getSourceManager().isInSystemHeader(D->getLocation()))
      return Context.hasSameUnqualifiedType(Context.getTypeDeclType(Type),
                                            Context.FloatTy)
                 ? "double"
                 : "float";
  return "";
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static bool isInteger(const Token &T, StringRef Spelling) {
  return T.is(tok::numeric_constant) &&
         (Spelling.starts_with_insensitive("0x") ||
          Spelling.find_first_of(".eEpP") == StringRef::npos) &&
         !Spelling.ends_with_insensitive("f");
}

/// Headers of the system also have macros for attributes.
static bool mayBeNumber(const clang::MacroInfo &Macro,
                        const clang::SourceManager &Sources) {
  return Macro.getNumTokens() != 0 &&
         (Macro.getReplacementToken(0).is(tok::numeric_constant) ||
          !Sources.isInSystemHeader(Macro.getDefinitionLoc()));
}

std::vector<OtherValue>
banklint::otherValuesOf(const clang::MacroInfo &Default,
                        const clang::Preprocessor &Macros,
                        const clang::ASTContext &Context) {
  if (Default.isFunctionLike() || Default.getNumTokens() == 0)
    return {};
  const MacroText Text(Default, Macros);
  if (StringRef Type = typeBeside(Text.Tokens); !Type.empty())
    return {{Type.str(), /*IsOfAnyValue=*/true}};
  std::vector<OtherValue> Result;
  bool HasNumber = false;
  for (size_t I = 0; I != Text.Tokens.size(); ++I) {
    const StringRef Spelling = Text.Spellings[I];
    uint64_t Number = 0;
    if (isInteger(Text.Tokens[I], Spelling) &&
        !Spelling.rtrim("uUlL").getAsInteger(0, Number)) {
      if (!HasNumber && Text.Tokens.size() > 1)
        Result.push_back({Text.with(I, utostr(Number + 1)), true});
      HasNumber = true;
    }
    const clang::IdentifierInfo *Name = Text.Tokens[I].getIdentifierInfo();
    if (!Name || Name->isKeyword(Macros.getLangOpts()))
      continue;
    if (const clang::MacroInfo *Macro = Macros.getMacroInfo(Name)) {
      HasNumber |= mayBeNumber(*Macro, Macros.getSourceManager());
      continue;
    }
    for (const std::string &Other : namesBeside(Name->getName(), Context))
      Result.push_back({Text.with(I, Other), false});
    if (StringRef Type = typeBeside(Name->getName(), Context); !Type.empty())
      Result.push_back({Text.with(I, Type), true});
    const auto Found = Context.getTranslationUnitDecl()->lookup(
        &Context.Idents.get(Name->getName()));
    HasNumber |= any_of(Found, [](const clang::NamedDecl *D) {
      return isa<clang::VarDecl, clang::EnumConstantDecl>(D);
    });
  }
  if (HasNumber)
    Result.push_back({"((" + Text.text() + ") + 1)", true});
  return Result;
}
