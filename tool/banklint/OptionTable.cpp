//===- OptionTable.cpp - What --help knows, as data -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "Config/Rules.h"
#include "Options.h"
#include "Outputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

std::string OptionEntry::spelling() const {
  return ((isLong() ? "--" : "-") + Name).str();
}

SmallVector<StringRef> OptionEntry::choices() const {
  SmallVector<StringRef> Words;
  if (Value == "FORMAT")
    append_range(Words, formatNames());
  else if (Value == "ORDER")
    append_range(Words, orderNames());
  else if (Value == "WHEN")
    append_range(Words, coloringNames());
  else if (Value.contains('|'))
    Value.split(Words, '|');
  else if (Value == "RULE,...")
    for (const Rule &R : allRules())
      Words.push_back(R.Name);
  return Words;
}

static VerbEntry entryOf(cl::SubCommand &Verb) {
  VerbEntry Entry;
  Entry.Name = Verb.getName();
  Entry.Help = Verb.getDescription();
  for (auto &[Name, Option] : cl::getRegisteredOptions(Verb)) {
    // The options of every verb are the libraries', but for these.
    if (Option->getOptionHiddenFlag() != cl::NotHidden)
      continue; // for developers
    bool IsOwn = !Option->Subs.contains(&cl::SubCommand::getAll()) ||
                 Name == "help" || (Name == "version" && Entry.Name.empty());
    if (IsOwn)
      Entry.Options.push_back({Name, Option->ValueStr, Option->HelpStr});
  }
  sort(Entry.Options, [](const OptionEntry &A, const OptionEntry &B) {
    return A.Name < B.Name;
  });
  return Entry;
}

std::vector<VerbEntry> banklint::verbTable() {
  std::vector<VerbEntry> Verbs = {entryOf(cl::SubCommand::getTopLevel())};
  for (cl::SubCommand *Verb : cl::getRegisteredSubcommands())
    if (!Verb->getName().empty())
      Verbs.push_back(entryOf(*Verb));
  sort(Verbs,
       [](const VerbEntry &A, const VerbEntry &B) { return A.Name < B.Name; });
  return Verbs;
}
