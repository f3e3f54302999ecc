//===- Links.cpp - Sources that launch each other's kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Project/Links.h"
#include "Check/Source.h"
#include "Config/LaunchesElsewhere.h"
#include "Files/Paths.h"
#include "Finding/CompiledText.h"
#include "Project/Schedule.h"
#include "Values/Limits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// One parse, and what is known of it among the others.
struct LinkedSource {
  std::string File, Folder;
  std::set<std::string> Named;   ///< what it calls or launches
  std::set<std::string> Defined; ///< see LaunchLinks
  std::set<std::string> Wanted;
  Elsewhere Told;   ///< when it was asked last
  LaunchLinks Said; ///< what it answered to that

  void add(const LaunchLinks &Links) {
    Defined.insert(Links.Defined.begin(), Links.Defined.end());
    Wanted.insert(Links.Wanted.begin(), Links.Wanted.end());
  }
};

/// The sources of a run.
class LinkedSources {
public:
  LinkedSources(ArrayRef<Task> Tasks, ArrayRef<CheckedSource> Checked);

  /// Asks the sources, round by round, until none learns anything new.
  void exchange(const ScheduleOptions &Options);
  /// The launches and calls by others of what a source defines.
  Elsewhere usesOf(size_t Source) const;

private:
  void findDefiners();
  SmallVector<size_t, 2> meantBy(size_t Caller, StringRef Name) const;
  std::vector<std::string> askedOf(size_t Source) const;
  bool askAll(const ScheduleOptions &Options);

  ArrayRef<Task> Tasks;
  std::vector<LinkedSource> Sources;
  /// By name, the sources that have its code.
  StringMap<SmallVector<size_t, 2>> Definers;
};
} // namespace

LinkedSources::LinkedSources(ArrayRef<Task> Tasks,
                             ArrayRef<CheckedSource> Checked)
    : Tasks(Tasks), Sources(Tasks.size()) {
  for (size_t I = 0; I < Tasks.size(); ++I) {
    LinkedSource &Source = Sources[I];
    Source.File = absolutePath(Tasks[I].Command.File);
    Source.Folder = sys::path::parent_path(Source.File).str();
    for (const CompiledText &Text : Checked[I].Result.Texts) {
      Source.Named.insert(Text.Undefined.begin(), Text.Undefined.end());
      Source.Named.insert(Text.Links.Launched.begin(),
                          Text.Links.Launched.end());
      Source.add(Text.Links);
    }
  }
}

void LinkedSources::findDefiners() {
  Definers.clear();
  for (size_t I = 0; I < Sources.size(); ++I)
    for (const std::string &Name : Sources[I].Defined)
      Definers[Name].push_back(I);
}

/// The parses that have the code which `Name` means where it is called: of a
/// header's kernel, all that include it, and otherwise those of one file.
SmallVector<size_t, 2> LinkedSources::meantBy(size_t Caller,
                                              StringRef Name) const {
  SmallVector<size_t, 2> All = Definers.lookup(Name);
  erase_if(All, [&](size_t I) {
    return I == Caller || Sources[I].File == Sources[Caller].File;
  });
  auto IsOneFile = [&] {
    return all_of(All, [&](size_t I) {
      return Sources[I].File == Sources[All.front()].File;
    });
  };
  if (isOfHeader(Name) || IsOneFile())
    return All;
  erase_if(All, [&](size_t I) {
    return Sources[I].Folder != Sources[Caller].Folder;
  });
  return IsOneFile() ? All : SmallVector<size_t, 2>();
}

/// Of the names that a source calls or launches, those that others want to know
/// of.
std::vector<std::string> LinkedSources::askedOf(size_t Source) const {
  std::vector<std::string> Result;
  for (const std::string &Name : Sources[Source].Named)
    if (any_of(meantBy(Source, Name), [&](size_t Definer) {
          return Sources[Definer].Wanted.count(Name) != 0;
        }))
      Result.push_back(Name);
  return Result;
}

Elsewhere LinkedSources::usesOf(size_t Source) const {
  Elsewhere Result;
  StringSet<> Known;
  StringMap<size_t> Calls;
  auto IsNew = [&](const Elsewhere &One) {
    return Known.insert(elsewhereKey(One)).second;
  };
  for (size_t I = 0; I < Sources.size(); ++I) {
    auto IsMeant = [&](const std::string &Name) {
      return is_contained(meantBy(I, Name), Source);
    };
    for (const LaunchElsewhere &Launch : Sources[I].Said.Launches)
      if (IsMeant(Launch.Kernel) && IsNew({{}, {Launch}, {}}))
        Result.Launches.push_back(Launch);
    for (const CallElsewhere &Call : Sources[I].Said.Calls) {
      if (!IsMeant(Call.Function) || !IsNew({{}, {}, {Call}}))
        continue;
      const size_t Before = Calls[Call.Function]++;
      if (Before < limits::CallsElsewhere)
        Result.Calls.push_back(Call);
      else if (Before == limits::CallsElsewhere)
        Result.Calls.push_back({Call.Function, {}});
    }
  }
  return Result;
}

/// Asks each source once that is asked for something else than before, or is
/// called otherwise. Whether there was one.
bool LinkedSources::askAll(const ScheduleOptions &Options) {
  findDefiners();
  std::vector<Task> Questions;
  std::vector<size_t> Askeds;
  for (size_t I = 0; I < Sources.size(); ++I) {
    Elsewhere Told;
    Told.Asked = askedOf(I);
    if (Told.Asked.empty())
      continue;
    Told.Calls = usesOf(I).Calls;
    if (elsewhereKey(Told) == elsewhereKey(Sources[I].Told))
      continue;
    Task &Question = Questions.emplace_back(Tasks[I]);
    Question.Analysis.OnlyLinks = true;
    Question.Analysis.Others = Told;
    Sources[I].Told = std::move(Told);
    Askeds.push_back(I);
  }
  const std::vector<CheckedSource> Answers = checkAll(Questions, Options);
  for (const auto &[I, Answer] : zip_equal(Askeds, Answers)) {
    LinkedSource &Source = Sources[I];
    Source.Said = {};
    if (!Answer.Result.Texts.empty())
      Source.Said = Answer.Result.Texts.front().Links;
    Source.add(Source.Said);
  }
  return !Questions.empty();
}

void LinkedSources::exchange(const ScheduleOptions &Options) {
  // Through each source once: no chain of functions is longer, unless they call
  // each other in circles.
  for (size_t Round = 0; Round <= Sources.size(); ++Round)
    if (!askAll(Options))
      return;
}

std::vector<CheckedSource>
banklint::checkLinked(ArrayRef<Task> Tasks, const ScheduleOptions &Options) {
  std::vector<CheckedSource> Checked = checkAll(Tasks, Options);
  if (Tasks.size() < 2)
    return Checked;
  ScheduleOptions Again = Options;
  Again.ShowsProgress = false;
  LinkedSources Sources(Tasks, Checked);
  Sources.exchange(Again);
  std::vector<Task> Changed;
  std::vector<size_t> Places;
  for (size_t I = 0; I < Tasks.size(); ++I) {
    Elsewhere Uses = Sources.usesOf(I);
    if (Uses.isEmpty())
      continue;
    Changed.push_back(Tasks[I]);
    Changed.back().Analysis.Others = std::move(Uses);
    Places.push_back(I);
  }
  for (auto &&[I, Result] : zip_equal(Places, checkAll(Changed, Again)))
    Checked[I] = std::move(Result);
  return Checked;
}
