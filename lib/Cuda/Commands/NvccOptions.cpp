//===- NvccOptions.cpp - The table of nvcc's options ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands/NvccOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace llvm::opt;
using namespace banklint;
using namespace banklint::nvcc;

#define OPTTABLE_STR_TABLE_CODE
#include "NvccOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "NvccOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "NvccOptions.inc"
#undef OPTION
};

namespace {
class NvccOptTable : public GenericOptTable {
public:
  NvccOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}
};
} // namespace

const OptTable &banklint::nvccOptTable() {
  static const NvccOptTable Table;
  return Table;
}

std::vector<std::string> banklint::splitNvccList(StringRef List) {
  std::vector<std::string> Parts(1);
  bool IsQuoted = false;
  int Depth = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    char C = List[I];
    if (C == '\\' && I + 1 < List.size() &&
        is_contained({',', '"'}, List[I + 1])) {
      Parts.back() += List[++I];
      continue;
    }
    if (C == '"')
      IsQuoted = !IsQuoted;
    else if (!IsQuoted)
      Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
    if (C == ',' && !IsQuoted && Depth <= 0)
      Parts.emplace_back();
    else
      Parts.back() += C;
  }
  erase_if(Parts, [](const std::string &Part) { return Part.empty(); });
  return Parts;
}

std::vector<std::string> banklint::tokenizeNvccOptionsFile(StringRef Text) {
  std::string Escaped;
  for (char C : Text)
    Escaped += C == '\'' ? std::string("\\'") : std::string(1, C);
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 32> Tokens;
  cl::TokenizeGNUCommandLine(Escaped, Saver, Tokens);
  std::vector<std::string> Result;
  for (StringRef Token : Tokens) {
    Result.push_back(Token.str());
    erase(Result.back(), '"');
  }
  return Result;
}
