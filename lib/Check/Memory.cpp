//===- Memory.cpp - What was said of a source before an edit --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Memory.h"
#include "Check/Check.h"
#include "Finding/Collect.h"
#include "Fix/Propose.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
/// The lines of a text.
class LineTable {
public:
  explicit LineTable(llvm::StringRef Text) : Begins{0} {
    for (size_t I = 0; I != Text.size(); ++I)
      if (Text[I] == '\n')
        Begins.push_back(unsigned(I) + 1);
  }
  unsigned offset(unsigned Line, unsigned Column) const {
    return Begins[std::min<size_t>(Line, Begins.size()) - 1] + Column - 1;
  }
  std::pair<unsigned, unsigned> lineAndColumn(unsigned OffsetBytes) const {
    size_t Line = size_t(llvm::upper_bound(Begins, OffsetBytes) -
                         Begins.begin()); // counts from 1
    return {unsigned(Line), OffsetBytes - Begins[Line - 1] + 1};
  }

private:
  std::vector<unsigned> Begins;
};

using PlaceMover = llvm::function_ref<unsigned(unsigned OffsetBytes)>;
} // namespace

namespace {
/// Moves places that lie in a file.
class Mover {
public:
  Mover(llvm::StringRef File, const LineTable &Old, const LineTable &New,
        PlaceMover Move)
      : File(File), Old(Old), New(New), Move(Move) {}

  void point(SourcePoint &P) const {
    if (P.Line && P.File == File)
      line(P.Line, P.Column);
  }

  void span(SourceSpan &S) const {
    if (S.EndLine && S.Begin.File == File)
      line(S.EndLine, S.EndColumn);
    point(S.Begin);
  }

  void declaration(SourcePoint &Begin, unsigned &EndLine) const {
    const unsigned Lines = EndLine - Begin.Line;
    point(Begin);
    EndLine = EndLine ? Begin.Line + Lines : 0;
  }

  void edit(Edit &E) const {
    if (E.File == File)
      E.OffsetBytes = Move(E.OffsetBytes);
  }

private:
  void line(unsigned &Line, unsigned &Column) const {
    std::tie(Line, Column) = New.lineAndColumn(Move(Old.offset(Line, Column)));
  }

  llvm::StringRef File;
  const LineTable &Old, &New;
  PlaceMover Move;
};
} // namespace

/// All of a finding, also those that sentences name.
static void movePlaces(Finding &F, const Mover &To) {
  To.span(F.Span);
  To.declaration(F.Declared, F.DeclaredEndLine);
  auto MoveLayout = [&](ProposedLayout &Proposed) {
    if (Proposed.Worsened)
      To.point(Proposed.Worsened->Which.At);
  };
  for (Note &N : F.Notes) {
    To.span(N.Span);
    if (auto *Swizzle = N.getAs<note::Swizzle>())
      MoveLayout(Swizzle->Proposed);
  }
  for (Fix &X : F.Fixes) {
    MoveLayout(X.Proposed);
    To.span(X.Where);
    for (Edit &E : X.Edits)
      To.edit(E);
    for (KernelGrowth &K : X.Kernels)
      To.point(K.Where);
  }
}

/// All of an access.
static void movePlaces(Access &A, const Mover &To) {
  const bool IsLaunched = A.BlockFrom.Kind == BlockSource::Launch &&
                          A.BlockFrom.Line == A.Launch.Begin.Line;
  To.span(A.Span);
  To.declaration(A.Declared, A.DeclaredEndLine);
  for (SourcePoint &P : A.Elsewhere)
    To.point(P);
  To.point(A.Inside);
  To.span(A.Launch);
  To.span(A.Guard);
  if (IsLaunched)
    A.BlockFrom.Line = A.Launch.Begin.Line;
}

static bool namesLine(const SavedReason &Why) {
  return Why.Line || llvm::any_of(Why.Inner, namesLine) ||
         llvm::any_of(Why.Values, [](const SavedReasonValue &Value) {
           return namesLine(Value.Symbol);
         });
}

/// A line that a sentence names is a place, and moves. Only reasons name a line
/// without saying of which file it is.
static bool mayNameLine(const Finding &F) {
  return llvm::any_of(F.Notes, [](const Note &N) {
    return N.getAs<note::Possible>() != nullptr;
  });
}

//===----------------------------------------------------------------------===//
// One check
//===----------------------------------------------------------------------===//

/// One check of one source.
class CheckMemory::Run {
public:
  Run(CheckMemory &Memory, const SourceParts &Parts, ASTContext &Context,
      llvm::ArrayRef<SourceError> Errors, const AnalysisOptions &Options,
      llvm::StringRef Surroundings);

  /// Nothing where the parts do not add up to what a check of the whole says.
  std::optional<Report> check();

private:
  void recallAll();
  void repeat(size_t Part, const Remembered &What);
  std::optional<Remembered> remember(size_t Part,
                                     llvm::ArrayRef<Access> Accesses) const;

  CheckMemory &Memory;
  const SourceParts &Parts;
  ASTContext &Context;
  llvm::ArrayRef<SourceError> Errors;
  const AnalysisOptions &Options;
  const LineTable Lines;
  std::vector<Key> Keys;                                  ///< of the parts
  std::vector<std::vector<const FunctionDecl *>> Kernels; ///< of the parts
  std::vector<std::optional<Remembered>> Recalled;        ///< of the parts
  KernelSet Known;                                        ///< of these
  std::vector<Finding> New;
  Report Result;
  std::vector<size_t> PartOfNew;
};

CheckMemory::Run::Run(CheckMemory &Memory, const SourceParts &Parts,
                      ASTContext &Context, llvm::ArrayRef<SourceError> Errors,
                      const AnalysisOptions &Options,
                      llvm::StringRef Surroundings)
    : Memory(Memory), Parts(Parts), Context(Context), Errors(Errors),
      Options(Options), Lines(Parts.text()), Kernels(Parts.count()),
      Recalled(Parts.count()) {
  for (const FunctionDecl *Kernel : Parts.kernels())
    Kernels[Parts.partOf(Kernel)].push_back(Kernel);
  std::string Common = (Surroundings + keyOf(Options)).str();
  Common += '\0';
  Common += Parts.file();
  Common += '\0';
  for (size_t Part = 0; Part != Parts.count(); ++Part) {
    llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(
        llvm::arrayRefFromStringRef(Common + Parts.textOf(Part)));
    Keys.push_back({Hash.high64, Hash.low64});
  }
}

void CheckMemory::Run::recallAll() {
  for (size_t Part = 0; Part != Parts.count(); ++Part) {
    Recalled[Part] = Memory.recall(Keys[Part]);
    if (Recalled[Part])
      Known.insert_range(Kernels[Part]);
  }
}

/// What was anchored is placed anew.
void CheckMemory::Run::repeat(size_t Part, const Remembered &What) {
  auto Next = What.Places.begin();
  auto NextPlace = [&](unsigned) { return Parts.place(Part, *Next++); };
  const LineTable None("");
  const Mover Back(Parts.file(), None, Lines, NextPlace);
  for (Finding F : What.Findings) {
    movePlaces(F, Back);
    Result.Findings.push_back(std::move(F));
  }
  for (Access A : What.Accesses) {
    movePlaces(A, Back);
    Result.Accesses.push_back(std::move(A));
  }
}

/// Nothing for a part that cannot be repeated.
std::optional<CheckMemory::Remembered>
CheckMemory::Run::remember(size_t Part, llvm::ArrayRef<Access> Accesses) const {
  Remembered What;
  bool IsAnchored = true;
  auto Note = [&](unsigned OffsetBytes) {
    std::optional<AnchoredPlace> Where = Parts.anchor(Part, OffsetBytes);
    IsAnchored &= Where.has_value();
    What.Places.push_back(Where.value_or(AnchoredPlace()));
    return OffsetBytes;
  };
  const Mover Anchor(Parts.file(), Lines, Lines, Note);
  for (size_t I = 0; I != New.size(); ++I) {
    if (PartOfNew[I] != Part)
      continue;
    IsAnchored &= !mayNameLine(New[I]);
    Finding Copy = New[I];
    movePlaces(Copy, Anchor);
    What.Findings.push_back(New[I]);
  }
  for (Access A : Accesses) {
    // Nobody knows the file of a line that a reason names.
    if (const auto *Why = std::get_if<SavedReason>(&A.Reason))
      if (namesLine(*Why))
        A.Reason = NoReason();
    What.Accesses.push_back(A);
    movePlaces(A, Anchor);
  }
  return IsAnchored ? std::optional(std::move(What)) : std::nullopt;
}

std::optional<Report> CheckMemory::Run::check() {
  recallAll();
  Analysis Found = analyseForFindings(Context, Errors, Options, Known);
  ProofBudget Proofs;
  if (Options.BoundsProofs)
    Proofs.StepsLeft = Found.StepsLeft;
  std::vector<std::vector<Access>> OfPart(Parts.count());
  for (const Access &A : Found.Accesses) {
    auto Kernel = Found.Names.find(A.Kernel);
    if (Kernel == Found.Names.end() || !Kernel->second)
      return std::nullopt;
    OfPart[Parts.partOf(Kernel->second)].push_back(A);
  }
  for (size_t Part = 0; Part != Parts.count(); ++Part) {
    llvm::append_range(New,
                       collectFindings(OfPart[Part], Options.ReportsPossible));
    PartOfNew.resize(New.size(), Part);
  }
  proposeFixes(Found, Context, Proofs, New);
  // What a larger budget would say more of is asked again.
  auto IsCutShort = [&](const FunctionDecl *Kernel) {
    return Found.CutShort.contains(Kernel) || Proofs.CutShort.contains(Kernel);
  };
  for (size_t Part = 0; Part != Parts.count(); ++Part) {
    if (Recalled[Part])
      repeat(Part, *Recalled[Part]);
    else if (llvm::any_of(Kernels[Part], IsCutShort))
      continue;
    else if (std::optional<Remembered> What = remember(Part, OfPart[Part]))
      Memory.keep(Keys[Part], std::move(*What));
  }
  llvm::append_range(Result.Findings, New);
  llvm::append_range(Result.Accesses, Found.Accesses);
  Result.Gaps = std::move(Found.Gaps);
  return std::move(Result);
}

static auto placeAndOperation(const Finding &F) {
  return std::tie(F.Span.Begin, F.Operation);
}

Report CheckMemory::check(ASTContext &Context,
                          llvm::ArrayRef<SourceError> Errors,
                          const AnalysisOptions &Options,
                          llvm::StringRef Surroundings) {
  std::optional<SourceParts> Parts;
  if (!Surroundings.empty() && !Options.FindsUselessPadding)
    Parts = SourceParts::of(Context);
  const SourceManager &Sources = Context.getSourceManager();
  // An error outside of bodies may hide anything.
  bool IsSound =
      Parts && llvm::all_of(Errors, [&](const SourceError &E) {
        return E.IsAcceptedByNvcc ||
               (E.Where.isFileID() && E.Where.isValid() &&
                Sources.isWrittenInMainFile(E.Where) &&
                Parts->partAt(Sources.getFileOffset(E.Where)).has_value());
      });
  std::optional<Report> Result;
  if (IsSound)
    Result = Run(*this, *Parts, Context, Errors, Options, Surroundings).check();
  if (!Result)
    return checkSource(Context, Errors, Options);
  std::vector<Finding> &Findings = Result->Findings;
  llvm::sort(Findings, [](const Finding &A, const Finding &B) {
    return placeAndOperation(A) < placeAndOperation(B);
  });
  // Parts that speak of one place, in a header, say, speak of it together.
  for (size_t I = 1; I < Findings.size(); ++I)
    if (placeAndOperation(Findings[I - 1]) == placeAndOperation(Findings[I]))
      return checkSource(Context, Errors, Options);
  return std::move(*Result);
}

//===----------------------------------------------------------------------===//
// The memory
//===----------------------------------------------------------------------===//

std::optional<CheckMemory::Remembered> CheckMemory::recall(const Key &Part) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = ByKey.find(Part);
  if (Found == ByKey.end())
    return std::nullopt;
  Latest.splice(Latest.begin(), Latest, Found->second);
  return Found->second->second;
}

void CheckMemory::keep(const Key &Part, Remembered What) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (ByKey.count(Part))
    return;
  Latest.emplace_front(Part, std::move(What));
  ByKey[Part] = Latest.begin();
  if (Latest.size() > MaxParts) {
    ByKey.erase(Latest.back().first);
    Latest.pop_back();
  }
}
