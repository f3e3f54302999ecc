//===- LaunchesElsewhere.cpp - Launches by other sources ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/LaunchesElsewhere.h"
#include "Config/BlockDims.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <optional>
#include <string>

using namespace banklint;

namespace {
/// A text of parts, with ends that no part contains.
class KeyWriter {
public:
  void add(const llvm::Twine &Part) {
    Key += Part.str();
    Key += '\0';
  }
  void add(const std::optional<int64_t> &Number) {
    add(Number ? llvm::Twine(*Number) : llvm::Twine("?"));
  }
  template <typename List> void addNumbers(const List &Numbers) {
    for (const auto &Number : Numbers)
      add(std::optional<int64_t>(Number));
    add("");
  }
  std::string Key;
};
} // namespace

std::string banklint::nameOfHeader(llvm::StringRef Function,
                                   llvm::StringRef File, unsigned Line) {
  return (Function + "@" + File + ":" + llvm::Twine(Line)).str();
}

bool banklint::isOfHeader(llvm::StringRef Name) { return Name.contains('@'); }

std::string banklint::elsewhereKey(const Elsewhere &Others) {
  KeyWriter Writer;
  for (const std::string &Name : Others.Asked)
    Writer.add(Name);
  Writer.add("");
  for (const LaunchElsewhere &Launch : Others.Launches) {
    Writer.add(Launch.Kernel);
    if (Launch.Block)
      Writer.addNumbers(*Launch.Block);
    Writer.addNumbers(Launch.Grid);
    Writer.addNumbers(Launch.Arguments);
    Writer.add(toText(Launch.Source));
  }
  Writer.add("");
  for (const CallElsewhere &Call : Others.Calls) {
    Writer.add(Call.Function);
    for (const auto &Argument : Call.Arguments)
      Writer.addNumbers(Argument);
    Writer.add("");
  }
  return Writer.Key;
}
