//===- Junit.cpp - Findings as the failures of tests ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Junit.h"
#include "Finding/Note.h"
#include "Finding/Wording.h"
#include "Report/ShownNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

namespace {
/// What failed in one file.
struct Suite {
  std::vector<const Finding *> Findings;
  std::vector<const NotAnalysed *> Errors;
};

/// Writes one file of XML.
class JunitWriter {
public:
  JunitWriter(raw_ostream &OS, const RepositoryPaths &Paths)
      : OS(OS), Paths(Paths) {}
  void write(const Report &R, ArrayRef<std::string> Analysed);

private:
  std::string name(const SourcePoint &Point) const {
    return Paths.name(Point.File);
  }
  std::string place(const SourcePoint &Point) const;
  void attribute(StringRef Name, StringRef Value);
  void testCase(StringRef File, StringRef Name);
  void failure(StringRef Kind, StringRef Type, StringRef Message,
               StringRef Details);
  void suite(const std::string &File, const Suite &Of);
  void passed(const std::string &Name);

  raw_ostream &OS;
  const RepositoryPaths &Paths;
};
} // namespace

/// Text that XML can hold: control characters have no place in it, nor has what
/// Unicode calls no character.
static std::string xmlText(StringRef Text) {
  const std::string Valid = json::fixUTF8(Text);
  std::string Result;
  raw_string_ostream Out(Result);
  for (StringRef Rest = Valid; !Rest.empty();) {
    if (Rest.consume_front("\uFFFE") || Rest.consume_front("\uFFFF"))
      continue;
    const char C = Rest.front();
    Rest = Rest.drop_front();
    if (C == '\n')
      Out << "&#10;";
    else if (uint8_t(C) >= 0x20 || C == '\t')
      printHTMLEscaped(StringRef(&C, 1), Out);
  }
  return Result;
}

/// Services take tests of one name for one: a load and a store of one place, or
/// a load of two arrays, differ. ": load from 's'".
static std::string operation(const Finding &F) {
  if (!F.Operation)
    return "";
  return std::string(": ") + operationName(*F.Operation) + " " +
         operationPreposition(*F.Operation) + " " + arrayText(F.Arrays);
}

std::string JunitWriter::place(const SourcePoint &Point) const {
  return name(Point) + ":" + utostr(Point.Line) + ":" + utostr(Point.Column);
}

void JunitWriter::attribute(StringRef Name, StringRef Value) {
  OS << ' ' << Name << "=\"" << xmlText(Value) << '"';
}

void JunitWriter::testCase(StringRef File, StringRef Name) {
  OS << "    <testcase";
  attribute("classname", File);
  attribute("name", Name);
}

void JunitWriter::failure(StringRef Kind, StringRef Type, StringRef Message,
                          StringRef Details) {
  OS << ">\n      <" << Kind;
  attribute("type", Type);
  attribute("message", Message);
  OS << '>' << xmlText(Details) << "</" << Kind << ">\n    </testcase>\n";
}

void JunitWriter::suite(const std::string &File, const Suite &Of) {
  OS << "  <testsuite";
  attribute("name", File);
  attribute("tests", utostr(Of.Findings.size() + Of.Errors.size()));
  attribute("failures", utostr(Of.Findings.size()));
  attribute("errors", utostr(Of.Errors.size()));
  OS << ">\n";
  for (const Finding *F : Of.Findings) {
    std::string Details = place(F->Span.Begin) + ": " + F->Message + '\n';
    for (const Note &N : F->Notes)
      Details += place(N.Span.Begin) + ": " + noteText(named(N, Paths)) + '\n';
    for (const Fix &X : F->Fixes)
      Details += place(X.Where.Begin) + ": " + fixText(X) + '\n';
    const SourcePoint &Where = F->Span.Begin;
    testCase(File, F->Rule + " at " + utostr(Where.Line) + ":" +
                       utostr(Where.Column) + operation(*F));
    failure("failure", F->Rule, F->Message, Details);
  }
  for (const NotAnalysed *Gap : Of.Errors) {
    testCase(File, gapSubject(named(*Gap, Paths)));
    failure("error", "not analysed", gapSentence(named(*Gap, Paths)),
            place(Gap->Span.Begin) + ": " + gapSentence(named(*Gap, Paths)));
  }
  OS << "  </testsuite>\n";
}

/// A suite of one case.
void JunitWriter::passed(const std::string &Name) {
  OS << "  <testsuite";
  attribute("name", Name);
  OS << " tests=\"1\" failures=\"0\" errors=\"0\">\n";
  testCase(Name, "no bank conflicts");
  OS << "/>\n  </testsuite>\n";
}

void JunitWriter::write(const Report &R, ArrayRef<std::string> Analysed) {
  MapVector<std::string, Suite, std::map<std::string, unsigned>> Suites;
  for (const Finding &F : R.Findings)
    Suites[name(F.Span.Begin)].Findings.push_back(&F);
  for (const NotAnalysed &Gap : R.Gaps)
    if (Gap.IsError)
      Suites[name(Gap.Span.Begin)].Errors.push_back(&Gap);
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"banklint\">\n";
  for (const auto &[File, Of] : Suites)
    suite(File, Of);
  std::set<std::string> Written;
  for (const auto &Entry : Suites)
    Written.insert(Entry.first);
  for (const std::string &Source : Analysed)
    if (std::string File = Paths.name(Source); Written.insert(File).second)
      passed(File);
  if (Written.empty())
    passed("banklint");
  OS << "</testsuites>\n";
}

void banklint::writeJunit(raw_ostream &OS, const Report &R,
                          ArrayRef<std::string> Analysed,
                          const RepositoryPaths &Paths) {
  JunitWriter(OS, Paths).write(R, Analysed);
}
