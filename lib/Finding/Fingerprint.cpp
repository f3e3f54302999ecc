//===- Fingerprint.cpp - Findings that are known again --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Fingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace banklint;

namespace {
/// Numbers the places that share a key, file by file.
class Numbering {
public:
  void add(const SourcePoint &Place, const std::string &Key) {
    Places[{Place.File, Key}].insert({{Place.Line, Place.Column}, 0});
  }
  /// All places have been added.
  void number() {
    for (auto &Same : Places)
      for (auto [Number, Place] : enumerate(Same.second))
        Place.second = Number;
  }
  std::string fingerprint(const SourcePoint &Place,
                          const std::string &Key) const {
    const size_t Number =
        Places.at({Place.File, Key}).at({Place.Line, Place.Column});
    return utohexstr(xxh3_64bits(Key + '\0' + std::to_string(Number)),
                     /*LowerCase=*/true, /*Width=*/16);
  }

private:
  std::map<std::pair<std::string, std::string>,
           std::map<std::pair<unsigned, unsigned>, size_t>>
      Places;
};
} // namespace

/// What is the same wherever the access is moved to.
template <typename T> static std::string keyOf(const T &Of, StringRef Rule) {
  std::optional<AccessOperation> Operation = Of.Operation;
  StringRef Name = Operation ? operationName(*Operation) : "";
  const std::string Array = arrayField(Of.Arrays);
  return join(ArrayRef<StringRef>{Rule, Of.Function, Array, Name, Of.Text},
              StringRef("\0", 1));
}

void banklint::computeFingerprints(Report &R) {
  Numbering Numbers;
  auto Compute = [&](auto &List, auto RuleOf) {
    std::vector<std::string> Keys;
    for (const auto &Item : List) {
      Keys.push_back(keyOf(Item, RuleOf(Item)));
      Numbers.add(Item.Span.Begin, Keys.back());
    }
    return Keys;
  };
  auto Assign = [&](auto &List, const std::vector<std::string> &Keys) {
    for (auto [Item, Key] : zip(List, Keys))
      Item.Fingerprint = Numbers.fingerprint(Item.Span.Begin, Key);
  };
  auto RuleOf = [](const Finding &F) { return StringRef(F.Rule); };
  auto NoRule = [](const Access &) { return StringRef(); };
  std::vector<std::string> Shown = Compute(R.Findings, RuleOf);
  std::vector<std::string> Silenced = Compute(R.Silenced, RuleOf);
  std::vector<std::string> Accesses = Compute(R.Accesses, NoRule);
  Numbers.number();
  Assign(R.Findings, Shown);
  Assign(R.Silenced, Silenced);
  Assign(R.Accesses, Accesses);
}
