//===- Nesting.cpp - How deep a text nests --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Nesting.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <cstddef>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

static Error tooDeep() {
  return createStringError("it nests deeper than " + Twine(MaxNesting) +
                           " levels");
}

static Error tooLong() {
  return createStringError("a text or a list in it is longer than " +
                           Twine(MaxYamlTextBytes >> 20) + " MB");
}

/// What is no JSON is judged as well as it can be: the parser refuses it.
static bool isDeepJson(StringRef Text) {
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (IsInString && C == '\\')
      ++I;
    else if (C == '"')
      IsInString = !IsInString;
    else if (IsInString)
      continue;
    else if ((C == '[' || C == '{') && ++Depth > MaxNesting)
      return true;
    else if ((C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return false;
}

Error banklint::checkJsonNesting(StringRef Text) {
  return isDeepJson(Text) ? tooDeep() : Error::success();
}

Expected<json::Value> banklint::parseJson(StringRef Text) {
  if (Error E = checkJsonNesting(Text))
    return std::move(E);
  return json::parse(Text);
}

/// The parser makes nodes as they are asked for, and passes over the rest of a
/// node by calling itself. So each is walked to its end, up to one that is too
/// deep.
static Error checkYamlNode(yaml::Node *Node, unsigned Depth) {
  if (Depth > MaxNesting)
    return tooDeep();
  SmallString<64> Unescaped;
  if (auto *Scalar = dyn_cast_or_null<yaml::ScalarNode>(Node)) {
    if (Scalar->getRawValue().size() > MaxYamlTextBytes)
      return tooLong();
    Scalar->getValue(Unescaped); // finds mistakes in it
  } else if (auto *Sequence = dyn_cast_or_null<yaml::SequenceNode>(Node)) {
    size_t Bytes = 0;
    for (yaml::Node &Entry : *Sequence) {
      if (Error E = checkYamlNode(&Entry, Depth + 1))
        return E;
      if (auto *Text = dyn_cast<yaml::ScalarNode>(&Entry))
        Bytes += Text->getRawValue().size() + 1;
      if (Bytes > MaxYamlTextBytes)
        return tooLong();
    }
  } else if (auto *Mapping = dyn_cast_or_null<yaml::MappingNode>(Node)) {
    for (yaml::KeyValueNode &Pair : *Mapping) {
      if (Error E = checkYamlNode(Pair.getKey(), Depth + 1))
        return E;
      if (Error E = checkYamlNode(Pair.getValue(), Depth + 1))
        return E;
    }
  }
  return Error::success();
}

static void noteFirst(const SMDiagnostic &Said, void *Sentence) {
  auto &Kept = *static_cast<std::string *>(Sentence);
  if (Kept.empty())
    Kept = (Twine(Said.getLineNo()) + ":" + Twine(Said.getColumnNo() + 1) +
            ": " + Said.getMessage())
               .str();
}

/// `Mistake` becomes the first thing that the parser has against the text.
static Error checkNesting(StringRef Text, std::string &Mistake) {
  SourceMgr Messages;
  Messages.setDiagHandler(noteFirst, &Mistake);
  yaml::Stream Stream(Text, Messages);
  yaml::document_iterator First = Stream.begin();
  return First == Stream.end() ? Error::success()
                               : checkYamlNode(First->getRoot(), 0);
}

Error banklint::checkYamlNesting(StringRef Text) {
  std::string Mistake;
  return checkNesting(Text, Mistake);
}

Error banklint::checkYaml(StringRef Text) {
  std::string Mistake;
  if (Error E = checkNesting(Text, Mistake))
    return E;
  return Mistake.empty() ? Error::success() : createStringError(Mistake);
}
