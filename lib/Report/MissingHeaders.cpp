//===- MissingHeaders.cpp - Headers that a run did not find ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingHeaders.h"
#include "Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <utility>

using namespace llvm;
using namespace banklint;

/// Of more, the rest is counted.
static constexpr size_t MostHeaders = 8, MostFolders = 4;

MissingHeaders::MissingHeaders(ArrayRef<NotAnalysed> Gaps) {
  for (const NotAnalysed &Gap : Gaps) {
    if (Gap.Kind != GapKind::MissingHeader || !Gap.isOfHeaders())
      continue;
    if (Gap.IsExpected) {
      Expected.insert(Gap.Headers.front());
      continue;
    }
    Header &H = Headers[Gap.Headers.front()];
    if (!H.First)
      H.First = &Gap;
    H.Files.insert(Gap.Span.Begin.File);
    H.FoundAt.insert(Gap.FoundAt.begin(), Gap.FoundAt.end());
    H.IsError |= Gap.IsError;
  }
  for (const NotAnalysed &Gap : Gaps) {
    if (Gap.Kind == GapKind::MissingHeader || !tellsOf(Gap))
      continue;
    if (Gap.IsExpected)
      OfExpected.add(Gap);
    for (const std::string &Name : Gap.Headers)
      if (auto *Known = Headers.find(Name); Known != Headers.end())
        Known->second.Costs.add(Gap);
  }
}

bool MissingHeaders::tellsOf(const NotAnalysed &Gap) const {
  return Gap.isOfHeaders() && all_of(Gap.Headers, [&](const std::string &Name) {
           return Headers.contains(Name) || Expected.count(Name);
         });
}

void MissingHeaders::Consequences::add(const NotAnalysed &Gap) {
  IsCertain &= Gap.Headers.size() == 1 && Gap.Kind != GapKind::UnusedTemplate;
  if (Gap.Kind != GapKind::LostCode) {
    ++WholeKernels;
    return;
  }
  ++Statements;
  Kernels.insert(Gap.Kernels.begin(), Gap.Kernels.end());
}

/// "1 kernel", "2 kernels".
static std::string counted(size_t Count, StringRef One) {
  return (Twine(Count) + " " + One + (Count == 1 ? "" : "s")).str();
}

/// "12 statements of 4 kernels depend on it"; "" of none.
std::string MissingHeaders::Consequences::text(bool OfMany) const {
  std::string Text;
  if (Statements)
    Text = counted(Statements, "statement");
  if (!Kernels.empty())
    Text += " of " + counted(Kernels.size(), "kernel");
  if (WholeKernels)
    Text +=
        (Text.empty() ? "" : " and ") + counted(WholeKernels, "whole kernel");
  if (Text.empty())
    return "";
  const bool IsOne = Statements + WholeKernels == 1;
  return Text +
         (!IsCertain ? " may depend on "
          : IsOne    ? " depends on "
                     : " depend on ") +
         (OfMany ? "them" : "it");
}

MissingHeaders::Line MissingHeaders::lineOf(const Header &H) const {
  Line Result = {H.First->Span.Begin, H.IsError, ""};
  Result.Sentence = gapReason(*H.First);
  if (const size_t Others = H.Files.size() - 1)
    Result.Sentence += " here and in " + counted(Others, "more source");
  Result.Sentence += "; code that needs it is not analysed";
  if (const std::string Costs = H.Costs.text(/*OfMany=*/false); !Costs.empty())
    Result.Sentence += " (" + Costs + ")";
  const std::vector<FoundHeader> Places(H.FoundAt.begin(), H.FoundAt.end());
  Result.Sentence += "; " + headerAdvice(Places, H.First->HasCommand);
  return Result;
}

std::string banklint::assumedSentence(ArrayRef<FoundHeader> Assumed) {
  if (Assumed.empty())
    return "";
  // A folder for all includes serves those in quotes, too.
  std::vector<FoundHeader> Folders;
  for (const FoundHeader &Header : Assumed) {
    const auto Known = find_if(Folders, [&](const FoundHeader &Other) {
      return Other.Folder == Header.Folder;
    });
    if (Known == Folders.end())
      Folders.push_back(Header);
    else
      Known->IsQuoted &= Header.IsQuoted;
  }
  const size_t Others = Assumed.size() - 1;
  const std::string Headers =
      "'" + sys::path::filename(Assumed.front().File).str() + "'" +
      (Others ? " and " + counted(Others, "more header") + " are" : " is");
  return Headers + " read from the project, " +
         (Folders.size() <= MostFolders
              ? "as with " + foldersText(Folders, /*HasCommand=*/false)
              : "from " + counted(Folders.size(), "folder"));
}

/// Says of several headers together what `-I` each of them asks for.
void MissingHeaders::addFolders(ArrayRef<const Header *> All,
                                std::vector<Line> &Out) const {
  std::vector<FoundHeader> Folders;
  size_t Found = 0;
  for (const Header *H : All) {
    if (H->FoundAt.size() != 1)
      continue;
    ++Found;
    const std::string &Folder = H->FoundAt.begin()->Folder;
    if (none_of(Folders,
                [&](const FoundHeader &F) { return F.Folder == Folder; }))
      Folders.push_back({"", Folder});
  }
  if (Found < 2 || Folders.size() > MostFolders)
    return;
  Out.push_back(
      {{},
       false,
       foldersText(Folders, All.front()->First->HasCommand) + " finds " +
           (Found == All.size() ? "all " : "") + std::to_string(Found) +
           (Found == All.size() ? ""
                                : " of the " + std::to_string(All.size())) +
           " headers"});
}

std::vector<MissingHeaders::Line> MissingHeaders::lines() const {
  std::vector<const Header *> All;
  for (const auto &[Name, H] : Headers)
    All.push_back(&H);
  sort(All, [](const Header *A, const Header *B) {
    return std::pair(B->Files.size(), A->First) <
           std::pair(A->Files.size(), B->First);
  });
  std::vector<Line> Result;
  for (const Header *H : ArrayRef(All).take_front(MostHeaders))
    Result.push_back(lineOf(*H));
  if (All.size() > MostHeaders) {
    auto Rest = ArrayRef(All).drop_front(MostHeaders);
    Result.push_back({{},
                      any_of(Rest, [](const Header *H) { return H->IsError; }),
                      counted(Rest.size(), "more header") +
                          (Rest.size() == 1 ? " is" : " are") +
                          " not found; --format=json lists all"});
  }
  if (!All.empty())
    addFolders(All, Result);
  if (!Expected.empty()) {
    const std::string Costs = OfExpected.text(Expected.size() > 1);
    Result.push_back({{},
                      false,
                      counted(Expected.size(), "header") +
                          (Expected.size() == 1 ? " is" : " are") +
                          " missing as 'missing-headers' says" +
                          (Costs.empty() ? "" : "; " + Costs)});
  }
  return Result;
}
