//===- OpenSources.cpp - What was found in the files that are open --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenSources.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Report/Explain.h"
#include "Report/Hover.h"
#include "Source/EditedFiles.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Collecting.
//===----------------------------------------------------------------------===//

namespace {
/// Finds the shared arrays of a source, in all instantiations, and where it
/// names them.
class ArrayCollector : public RecursiveASTVisitor<ArrayCollector> {
public:
  ArrayCollector(ASTContext &Context, OpenSource &Into)
      : Context(Context), Sources(Context.getSourceManager()), Into(Into) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitVarDecl(VarDecl *Var) {
    if (!Var->hasAttr<CUDASharedAttr>())
      return true;
    if (std::optional<SourcePoint> Where = placeOf(Var->getLocation())) {
      addName(Var->getLocation(), *Where);
      addLayout(*Var, *Where);
    }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Name) {
    const auto *Var = dyn_cast<VarDecl>(Name->getDecl());
    if (Var && Var->hasAttr<CUDASharedAttr>())
      if (std::optional<SourcePoint> Declared = placeOf(Var->getLocation()))
        addName(Name->getLocation(), *Declared);
    return true;
  }

private:
  /// Nothing of what a macro makes, and of what stands in another file.
  std::optional<SourcePoint> placeOf(SourceLocation Where) const {
    if (Where.isInvalid() || Where.isMacroID() ||
        Sources.getFileID(Where) != Sources.getMainFileID())
      return std::nullopt;
    return SourcePoint{Into.File, Sources.getSpellingLineNumber(Where),
                       Sources.getSpellingColumnNumber(Where)};
  }

  /// An instantiation names it where its template does.
  void addName(SourceLocation Where, const SourcePoint &Declared) {
    const std::optional<SourcePoint> Begin = placeOf(Where);
    if (!Begin || !Known.insert(Where).second)
      return;
    const unsigned Length =
        Lexer::MeasureTokenLength(Where, Sources, Context.getLangOpts());
    Into.Names.push_back(
        {{*Begin, Begin->Line, Begin->Column + Length}, Declared});
  }

  void addLayout(const VarDecl &Var, const SourcePoint &Where) {
    QualType Type = Var.getType();
    if (Type->isDependentType())
      return;
    DeclaredArray Array;
    llvm::raw_string_ostream OS(Array.Declaration);
    PrintingPolicy Policy = Context.getPrintingPolicy();
    Policy.AnonymousTagLocations = false;
    Type.print(OS, Policy, Var.getName());
    QualType Row = Type;
    for (const ArrayType *T; (T = Context.getAsArrayType(Type));) {
      Row = Type;
      Type = T->getElementType();
    }
    auto BytesOf = [&](QualType T) -> uint64_t {
      return T->isIncompleteType()
                 ? 0
                 : uint64_t(Context.getTypeSizeInChars(T).getQuantity());
    };
    Array.Bytes = BytesOf(Var.getType());
    Array.IsArray = Context.getAsArrayType(Var.getType()) != nullptr;
    Array.ElementBytes = unsigned(BytesOf(Type));
    if (Context.getAsArrayType(Row) &&
        Context.getCanonicalType(Row) !=
            Context.getCanonicalType(Var.getType()))
      Array.RowBytes = BytesOf(Row);
    std::vector<DeclaredArray> &Layouts = Into.Arrays[Where];
    if (!llvm::is_contained(Layouts, Array))
      Layouts.push_back(std::move(Array));
  }

  ASTContext &Context;
  const SourceManager &Sources;
  OpenSource &Into;
  llvm::DenseSet<SourceLocation> Known;
};
} // namespace

void OpenSources::begin(llvm::StringRef File) {
  std::lock_guard<std::mutex> Lock(OneAtATime);
  Sources.erase(File);
}

void OpenSources::end(llvm::StringRef File, ASTContext &Context,
                      const Report &Found) {
  auto Source = std::make_shared<OpenSource>();
  Source->File = File.str();
  const SourceManager &Manager = Context.getSourceManager();
  Source->Text = Manager.getBufferData(Manager.getMainFileID()).str();
  Source->Result = Found;
  ArrayCollector(Context, *Source).TraverseAST(Context);
  std::lock_guard<std::mutex> Lock(OneAtATime);
  Sources[File] = std::move(Source);
}

std::shared_ptr<const OpenSource>
OpenSources::find(llvm::StringRef File) const {
  std::lock_guard<std::mutex> Lock(OneAtATime);
  return Sources.lookup(File);
}

OpenSources &banklint::openSources() {
  static OpenSources All;
  return All;
}

//===----------------------------------------------------------------------===//
// Answering.
//===----------------------------------------------------------------------===//

llvm::StringRef OpenSource::line(unsigned Number) const {
  llvm::StringRef Rest = Text;
  for (; Number > 1 && !Rest.empty(); --Number)
    Rest = Rest.split('\n').second;
  return Rest.split('\n').first;
}

static bool covers(const SourceSpan &Span, unsigned Line, unsigned Column) {
  const std::pair Place(Line, Column);
  return std::pair(Span.Begin.Line, Span.Begin.Column) <= Place &&
         Place < std::pair(Span.EndLine, Span.EndColumn);
}

/// Those of an array, each operation of the source once, in its order.
static std::vector<Explanation> accessesOf(const SourcePoint &Declared,
                                           const Report &R) {
  std::vector<Explanation> Result;
  std::map<ArrayAccess, size_t> Known;
  for (const Access &A : R.Accesses) {
    if (A.IsAtCall || A.Declared.Line != Declared.Line ||
        A.Declared.Column != Declared.Column ||
        realPath(A.Declared.File) != realPath(Declared.File))
      continue;
    auto [Entry, IsNew] = Known.try_emplace(A.ofArray(), Result.size());
    if (IsNew)
      Result.emplace_back();
    Result[Entry->second].Accesses.push_back(&A);
  }
  llvm::sort(Result, [](const Explanation &A, const Explanation &B) {
    return A.worst().ofArray() < B.worst().ofArray();
  });
  return Result;
}

std::optional<std::pair<SourceSpan, std::string>>
OpenSource::hover(unsigned Line, unsigned Column, HoverForm Form) const {
  std::optional<SourceSpan> Where;
  std::string Shown;
  auto Add = [&](const SourceSpan &Span, const std::string &Part) {
    if (!Where)
      Where = Span;
    if (!Shown.empty())
      Shown += Form == HoverForm::Markdown ? "\n\n---\n" : "\n\n";
    Shown += Part;
  };
  for (const Explanation &E : explanationsAt({File, Line, Column}, Result))
    if (covers(E.worst().Span, Line, Column))
      Add(E.worst().Span, hoverOfAccess(E, Form));
  for (const ArrayName &Name : Names)
    if (covers(Name.Span, Line, Column))
      if (auto Known = Arrays.find(Name.Declared); Known != Arrays.end())
        Add(Name.Span, hoverOfArray(Known->second,
                                    accessesOf(Name.Declared, Result), Form));
  if (!Where)
    return std::nullopt;
  return std::pair(*Where, std::move(Shown));
}

std::string OpenSource::explanation(unsigned Line) const {
  const EditedFiles Edited = {{File, Text}};
  SourceTexts Texts(Edited);
  std::string Said;
  llvm::raw_string_ostream OS(Said);
  for (const Explanation &E : explanationsAt({File, Line}, Result)) {
    if (!Said.empty())
      OS << '\n';
    writeExplanation(OS, E, Texts);
  }
  return Said;
}
