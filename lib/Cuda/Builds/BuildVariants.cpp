//===- BuildVariants.cpp - Other builds that a source knows ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BuildVariants.h"
#include "Builds/Conditions.h"
#include "Commands/Defaults.h"
#include "Cuda/Locations.h"
#include "Source/EditedFiles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <deque>
#include <map>
#include <set>

using namespace banklint;
using namespace llvm;

namespace tok = clang::tok;

std::string BuildVariant::text() const {
  if (!Decisions.empty())
    return "the code below " + sys::path::filename(At.File).str() + ":" +
           utostr(At.Line);
  std::vector<std::string> Options;
  for (const auto &[Name, Value] : Macros)
    if (!Value)
      Options.push_back("-U" + Name);
    else
      Options.push_back("-D" + Name + (*Value == "1" ? "" : "=" + *Value));
  if (!GpuArch.empty())
    Options.push_back("--gpu-arch=" + GpuArch);
  return "'" + join(Options, " ") + "'";
}

/// A directive that is met or not, whatever it asks, in as many bytes.
static void decide(std::string &Contents, const BuildVariant::Decided &One) {
  for (unsigned I = One.Begin; I != One.End; ++I)
    if (Contents[I] != '\n')
      Contents[I] = ' ';
  const std::string Text =
      std::string(One.IsFirst ? "#if " : "#elif ") + (One.IsMet ? "1" : "0");
  // The shortest directive, `#if X`, has room for it.
  Contents.replace(One.Begin, Text.size(), Text);
}

CompileCommand BuildVariant::applyTo(CompileCommand Command) const {
  constexpr StringLiteral ArchOption = "--cuda-gpu-arch=";
  if (!GpuArch.empty()) {
    Command.GpuArch = GpuArch;
    for (std::string &Argument : Command.Arguments)
      if (StringRef(Argument).starts_with(ArchOption))
        Argument = (ArchOption + GpuArch).str();
  }
  for (const auto &[Name, Value] : Macros)
    Command.LateMacros.insert_or_assign(Name, Value);
  if (auto Text = readFile(File, Command.EditedFiles);
      !Decisions.empty() && Text) {
    std::string Contents = Text->getBuffer().str();
    for (const Decided &One : Decisions)
      if (One.End <= Contents.size())
        decide(Contents, One);
    Command.EditedFiles[File] = std::move(Contents);
  }
  return Command;
}

namespace {
/// What a macro may be in another build.
struct Setting {
  std::string Name;
  std::optional<std::string> Value;

  bool operator==(const Setting &Other) const {
    return Name == Other.Name && Value == Other.Value;
  }
};

/// What macros are, and what else they may be.
class MacroValues {
public:
  MacroValues(const clang::Preprocessor &Macros, const Conditions &Text)
      : Macros(Macros), Text(Text) {}

  std::vector<Setting> settingsFor(const Question &Q) const;
  std::string otherArch(const Question &Q) const;
  std::vector<OtherValue>
  otherDefaultsOf(StringRef Name, const clang::ASTContext &Context) const;
  std::optional<int64_t> numberOf(StringRef Spelling) const;

private:
  bool isOfBuild(StringRef Name) const;
  const clang::MacroInfo *definitionOf(StringRef Name) const;
  bool holds(const Question &Q, std::optional<int64_t> Value) const;

  const clang::Preprocessor &Macros;
  const Conditions &Text;
};
} // namespace

//===----------------------------------------------------------------------===//
// What else macros may be
//===----------------------------------------------------------------------===//

const clang::MacroInfo *MacroValues::definitionOf(StringRef Name) const {
  return Macros.getMacroInfo(Macros.getIdentifierInfo(Name));
}

/// Whether the command line of a build decides what a macro is.
bool MacroValues::isOfBuild(StringRef Name) const {
  // What begins so tells compilers and their platforms apart.
  if (Name.starts_with("__") || Text.Fixed.contains(Name))
    return false;
  const clang::MacroInfo *Known = definitionOf(Name);
  if (!Known || Text.Defaults.contains(Name))
    return true;
  const clang::SourceLocation Where = Known->getDefinitionLoc();
  return Where.isValid() && !Known->isBuiltinMacro() &&
         Macros.getSourceManager().isWrittenInCommandLineFile(Where);
}

/// A number, if only by the name of a macro.
std::optional<int64_t> MacroValues::numberOf(StringRef Spelling) const {
  if (Spelling == "true" || Spelling == "false")
    return Spelling == "true";
  std::string Last;
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    uint64_t Number = 0;
    if (!Spelling.rtrim("uUlL").getAsInteger(0, Number) && Number < 1ULL << 40)
      return int64_t(Number);
    const clang::MacroInfo *Known = definitionOf(Spelling);
    if (!Known || Known->isFunctionLike() || Known->getNumTokens() != 1)
      return std::nullopt;
    Last = Macros.getSpelling(Known->getReplacementToken(0));
    Spelling = Last;
  }
  return std::nullopt;
}

/// Whether a macro of this value meets its part of the condition; what is not
/// defined counts as 0.
bool MacroValues::holds(const Question &Q, std::optional<int64_t> Value) const {
  const int64_t Number = Value.value_or(0);
  const int64_t Operand = numberOf(Q.Operand).value_or(0);
  switch (Q.Operator) {
  case tok::equalequal:
    return Number == Operand;
  case tok::exclaimequal:
    return Number != Operand;
  case tok::less:
    return Number < Operand;
  case tok::lessequal:
    return Number <= Operand;
  case tok::greater:
    return Number > Operand;
  case tok::greaterequal:
    return Number >= Operand;
  default:
    return Number != 0;
  }
}

/// The settings by which a macro answers otherwise than it does now.
std::vector<Setting> MacroValues::settingsFor(const Question &Q) const {
  if (!isOfBuild(Q.Name))
    return {};
  const std::string Name = Q.Name.str();
  const bool IsDefined = definitionOf(Q.Name);
  const std::optional<int64_t> Now = numberOf(Q.Name);
  // What a build gives for a value that the text uses is not known.
  if (Q.Kind == Question::Defined && !IsDefined)
    return Text.Used.contains(Name) ? std::vector<Setting>()
                                    : std::vector<Setting>{{Name, "1"}};
  if (Q.Kind == Question::Defined && !Text.Defaults.contains(Q.Name))
    return {{Name, std::nullopt}};
  if (Q.Kind == Question::Defined)
    return Now == 0 ? std::vector<Setting>{{Name, "1"}}
                    : std::vector<Setting>();
  if (Q.Kind == Question::True)
    return {{Name, holds(Q, Now) ? "0" : "1"}};
  const std::optional<int64_t> Operand = numberOf(Q.Operand);
  if (!Operand)
    return Now ? std::vector<Setting>{{Name, Q.Operand}}
               : std::vector<Setting>();
  std::vector<Setting> Result;
  if (Q.Kind == Question::Computed) {
    for (int64_t Value : {*Operand, *Operand + 1})
      if (Value != Now)
        Result.push_back({Name, itostr(Value)});
    return Result;
  }
  for (int64_t Value : {*Operand, *Operand + 1, *Operand - 1})
    if (Result.empty() && holds(Q, Value) != holds(Q, Now))
      Result.push_back({Name, itostr(Value)});
  // What equals one constant may equal others, too.
  if (Q.Operator == tok::exclaimequal && Now != *Operand)
    Result.assign(1, {Name, itostr(*Operand)});
  return Result;
}

/// The nearest architecture that answers otherwise; empty where there is none.
std::string MacroValues::otherArch(const Question &Q) const {
  if (Q.Name != "__CUDA_ARCH__" || Q.Kind != Question::Compared)
    return "";
  const std::optional<int64_t> Now = numberOf(Q.Name);
  if (!Now || !numberOf(Q.Operand))
    return "";
  std::optional<int64_t> Nearest;
  for (int64_t Arch : {700, 750, 800, 860, 890, 900, 1000, 1200})
    if (holds(Q, Arch) != holds(Q, Now) &&
        (!Nearest || std::abs(Arch - *Now) < std::abs(*Nearest - *Now)))
      Nearest = Arch;
  return Nearest ? "sm_" + itostr(*Nearest / 10) : "";
}

/// What else a build may give for a macro that the text has a default for.
std::vector<OtherValue>
MacroValues::otherDefaultsOf(StringRef Name,
                             const clang::ASTContext &Context) const {
  const clang::MacroInfo *Known = definitionOf(Name);
  if (!Known || !Text.Used.contains(Name))
    return {};
  if (const std::optional<int64_t> Now = numberOf(Name))
    return {{itostr(*Now + 1), /*IsOfAnyValue=*/true}};
  return otherValuesOf(*Known, Macros, Context);
}

//===----------------------------------------------------------------------===//
// Builds
//===----------------------------------------------------------------------===//

static BuildVariant with(const std::vector<Setting> &Settings) {
  BuildVariant Result;
  Result.IsGuess = Settings.size() > 1;
  for (const Setting &S : Settings)
    Result.Macros.try_emplace(S.Name, S.Value);
  return Result;
}

/// How many settings are tried in all combinations: those of more are too many.
static constexpr size_t CombinedSettings = 4;

/// Whether a choice of settings has some of those that are asked for together
/// and nowhere else, and not all: `WIN32` and `_WIN64`, but not `_WIN32`.
static bool partsEquals(unsigned Chosen, ArrayRef<Setting> Alone,
                        ArrayRef<std::vector<Setting>> Together) {
  auto IsEqual = [&](const Setting &A, const Setting &B) {
    return all_of(Together, [&](const std::vector<Setting> &Joined) {
      return is_contained(Joined, A) == is_contained(Joined, B);
    });
  };
  for (size_t I = 0; I != Alone.size(); ++I)
    for (size_t J = 0; J != Alone.size(); ++J)
      if ((Chosen >> I & 1) && !(Chosen >> J & 1) &&
          IsEqual(Alone[I], Alone[J]))
        return true;
  return false;
}

static std::optional<std::vector<BuildVariant>>
variantsOf(const clang::Preprocessor &Macros, const clang::ASTContext &Context,
           const Conditions &Text) {
  if (Text.AreTooDeep)
    return std::nullopt;
  const MacroValues Values(Macros, Text);
  SetVector<BuildVariant, std::vector<BuildVariant>, std::set<BuildVariant>>
      Variants;
  std::vector<Setting> Alone; ///< each once
  std::vector<std::vector<Setting>> Together;
  for (const Condition &C : Text.All) {
    if (!Text.matterToKernels(C.File, *C.Of))
      continue;
    std::vector<Setting> &Joined = Together.emplace_back();
    for (const Question &Q : C.Questions) {
      for (const Setting &S : Values.settingsFor(Q)) {
        if (!is_contained(Alone, S))
          Alone.push_back(S);
        Joined.push_back(S);
      }
      if (std::string Arch = Values.otherArch(Q); !Arch.empty()) {
        BuildVariant Other;
        Other.GpuArch = std::move(Arch);
        Variants.insert(Other);
      }
    }
  }
  for (const Setting &S : Alone)
    Variants.insert(with({S}));
  for (const std::vector<Setting> &Joined : Together)
    if (!Joined.empty())
      Variants.insert(with(Joined));
  if (!Alone.empty())
    Variants.insert(with(Alone));
  if (Variants.size() > MostBuildVariants)
    return std::nullopt;
  std::set<StringRef> Defaults;
  for (StringRef Name : Text.Defaults.keys())
    Defaults.insert(Name);
  for (StringRef Name : Defaults)
    for (const OtherValue &Other : Values.otherDefaultsOf(Name, Context)) {
      BuildVariant Given = with({{Name.str(), Other.Text}});
      Given.IsOfAnyValue = Other.IsOfAnyValue;
      Given.IsGuess = true;
      Variants.insert(Given);
    }
  if (Variants.size() > MostBuildVariants)
    return std::nullopt;
  if (Alone.size() <= CombinedSettings)
    for (unsigned Chosen = 1; Chosen != 1U << Alone.size(); ++Chosen) {
      if (partsEquals(Chosen, Alone, Together))
        continue;
      std::vector<Setting> Some;
      for (size_t I = 0; I != Alone.size(); ++I)
        if (Chosen >> I & 1)
          Some.push_back(Alone[I]);
      BuildVariant Build = with(Some);
      if (Build.Macros.size() == Some.size())
        Variants.insert(Build);
    }
  return Variants.takeVector();
}

namespace {
/// Where code stands that only devices run.
class DeviceCode : public clang::RecursiveASTVisitor<DeviceCode> {
public:
  explicit DeviceCode(const clang::ASTContext &Context)
      : Sources(Context.getSourceManager()) {
    TraverseAST(const_cast<clang::ASTContext &>(Context));
  }

  bool TraverseDecl(clang::Decl *D) {
    return (D && !isa<clang::TranslationUnitDecl>(D) &&
            Sources.isInSystemHeader(D->getLocation())) ||
           RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseStmt(clang::Stmt *) { return true; } // holds no function
  bool VisitFunctionDecl(clang::FunctionDecl *Function) {
    if (Function->doesThisDeclarationHaveABody() &&
        !Function->hasAttr<clang::CUDAHostAttr>() &&
        (Function->hasAttr<clang::CUDADeviceAttr>() ||
         Function->hasAttr<clang::CUDAGlobalAttr>()))
      Functions.push_back(Function->getSourceRange());
    return true;
  }
  bool holds(clang::SourceLocation Where) const {
    return any_of(Functions, [&](clang::SourceRange Range) {
      return Sources.isPointWithin(Where, Sources.getFileLoc(Range.getBegin()),
                                   Sources.getFileLoc(Range.getEnd()));
    });
  }

private:
  const clang::SourceManager &Sources;
  std::vector<clang::SourceRange> Functions;
};
} // namespace

/// Whether a condition asks for nothing but whether this is the pass of the
/// device.
static bool asksForPass(const ConditionalPart &Part) {
  const std::vector<Question> &Asked = Part.Of->Questions;
  return !Asked.empty() && all_of(Asked, [](const Question &Q) {
    return Q.Name == "__CUDA_ARCH__" && Q.Kind == Question::Defined;
  });
}

/// Whether a macro decides a condition.
static bool asksForMacros(const ConditionalPart &Part) {
  return any_of(Part.Of->Directives,
                [](const Directive &D) { return D.AsksForMacros; });
}

static std::vector<BuildVariant>
decidedVariantsOf(const clang::ASTContext &Context, const Conditions &Text,
                  ArrayRef<clang::SourceRange> LeftOut) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  std::deque<BuildVariant> Result;
  std::map<std::pair<std::string, std::string>, BuildVariant *> ByText;
  std::optional<DeviceCode> OfDevice;
  for (const ConditionalPart &Part : Text.Parts) {
    const clang::FileID Id = Text.Files[Part.File].Id;
    const auto File = Sources.getFileEntryRefForID(Id);
    if (!File || !asksForMacros(Part) ||
        !Text.matterToKernels(Part.File, *Part.Of))
      continue;
    const clang::SourceLocation Where =
        Sources.getLocForStartOfFile(Id).getLocWithOffset(int(Part.Begin));
    // Host code launches kernels, and what the host leaves out of one runs on
    // devices all the same.
    if (asksForPass(Part)) {
      if (!OfDevice)
        OfDevice.emplace(Context);
      if (OfDevice->holds(Where))
        continue;
    }
    BuildVariant Build;
    Build.IsGuess = true;
    Build.File = File->getName().str();
    Build.Begin = Part.Begin;
    Build.At = pointOf(Where, Context);
    if (none_of(LeftOut, [&](clang::SourceRange Range) {
          return isLeftOut(Build, Range, Sources);
        }))
      continue;
    std::string Asked;
    for (ArrayRef<Directive> Chosen : Part.Chosen)
      for (const Directive &D : Chosen) {
        Asked += Sources.getBufferData(Id).slice(D.Begin, D.End).str() + "\n";
        if (!D.IsElse)
          Build.Decisions.push_back(
              {D.Begin, D.End, &D == &Chosen.front(), &D == &Chosen.back()});
      }
    Build.MayLackHeaders = StringRef(Asked).contains("__has_include");
    // What is asked for in many places is decided in all of them at once.
    BuildVariant *&Same = ByText[{Build.File, Asked}];
    if (Same && Part.Chosen.size() == 1) {
      append_range(Same->Decisions, Build.Decisions);
      continue;
    }
    Same = &Result.emplace_back(std::move(Build));
  }
  return {Result.begin(), Result.end()};
}

KnownBuilds banklint::knownBuilds(const clang::Preprocessor &Macros,
                                  const clang::ASTContext &Context,
                                  ArrayRef<clang::SourceRange> LeftOut) {
  const Conditions Text(Macros);
  return {variantsOf(Macros, Context, Text),
          decidedVariantsOf(Context, Text, LeftOut)};
}

bool banklint::isLeftOut(const BuildVariant &Decided,
                         clang::SourceRange LeftOut,
                         const clang::SourceManager &Sources) {
  const auto File =
      Sources.getFileEntryRefForID(Sources.getFileID(LeftOut.getBegin()));
  return File && File->getName() == Decided.File &&
         Sources.getFileOffset(LeftOut.getBegin()) <= Decided.Begin &&
         Decided.Begin < Sources.getFileOffset(LeftOut.getEnd());
}
