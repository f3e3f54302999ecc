//===- Conversation.cpp - What clangd answers, and banklint adds ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversation.h"
#include "OpenSources.h"
#include "Report/Hover.h"
#include "Source/Place.h"
#include "Transport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
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

using namespace llvm;
using namespace banklint;
using clang::clangd::Transport;

static constexpr StringLiteral ExplainCommand = "banklint.explain";
static constexpr StringLiteral ExplainTitle =
    "explain it: lanes, banks and wavefronts";

//===----------------------------------------------------------------------===//
// JSON, and the places in it.
//===----------------------------------------------------------------------===//

static std::string keyOf(const json::Value &ID) {
  return formatv("{0}", ID).str();
}

/// What the keys lead to, one in the other; null where something else is there.
static const json::Value *at(const json::Value &From,
                             std::initializer_list<StringRef> Keys) {
  const json::Value *V = &From;
  for (StringRef Key : Keys) {
    const json::Object *Fields = V->getAsObject();
    V = Fields ? Fields->get(Key) : nullptr;
    if (!V)
      return nullptr;
  }
  return V;
}

static std::string textAt(const json::Value &From,
                          std::initializer_list<StringRef> Keys) {
  const json::Value *V = at(From, Keys);
  return V ? V->getAsString().value_or("").str() : "";
}

static bool isTrueAt(const json::Value &From,
                     std::initializer_list<StringRef> Keys) {
  const json::Value *V = at(From, Keys);
  return V && V->getAsBoolean().value_or(false);
}

static std::optional<int64_t> numberAt(const json::Value &From,
                                       std::initializer_list<StringRef> Keys) {
  const json::Value *V = at(From, Keys);
  return V ? V->getAsInteger() : std::nullopt;
}

/// The file of "file:///a%20b.cu"; "" of any other address.
static std::string fileOf(StringRef Address) {
  if (!Address.consume_front("file://"))
    return "";
  std::string File;
  for (size_t I = 0; I != Address.size(); ++I) {
    unsigned Code = 0;
    if (Address[I] == '%' && I + 2 < Address.size() &&
        !Address.substr(I + 1, 2).getAsInteger(16, Code)) {
      File += char(Code);
      I += 2;
    } else {
      File += Address[I];
    }
  }
  return File;
}

namespace {
/// How a client counts the columns of a line.
enum class ColumnUnit { Utf8, Utf16, Utf32 };
} // namespace

static ColumnUnit unitOf(StringRef Name) {
  if (Name == "utf-8")
    return ColumnUnit::Utf8;
  return Name == "utf-32" ? ColumnUnit::Utf32 : ColumnUnit::Utf16;
}

/// What a byte of UTF-8 adds to the column: a character counts where it begins.
static unsigned widthOf(unsigned char Byte, ColumnUnit Unit) {
  if (Unit == ColumnUnit::Utf8)
    return 1;
  if ((Byte & 0xC0) == 0x80)
    return 0;
  return Unit == ColumnUnit::Utf16 && Byte >= 0xF0 ? 2 : 1;
}

/// Bytes from 1, of a client's column from 0.
static unsigned byteColumn(StringRef Line, int64_t Character, ColumnUnit Unit) {
  size_t Bytes = 0;
  int64_t Seen = 0;
  while (Bytes != Line.size()) {
    Seen += widthOf(Line[Bytes], Unit);
    if (Seen > Character)
      break;
    ++Bytes;
  }
  return unsigned(Bytes) + 1;
}

static json::Object positionOf(const OpenSource &In, unsigned Line,
                               unsigned Column, ColumnUnit Unit) {
  int64_t Character = 0;
  for (const char C : In.line(Line).take_front(Column - 1))
    Character += widthOf(C, Unit);
  return json::Object{{"line", int64_t(Line) - 1}, {"character", Character}};
}

static json::Object rangeOf(const OpenSource &In, const SourceSpan &Span,
                            ColumnUnit Unit) {
  return json::Object{
      {"start", positionOf(In, Span.Begin.Line, Span.Begin.Column, Unit)},
      {"end", positionOf(In, Span.EndLine, Span.EndColumn, Unit)}};
}

//===----------------------------------------------------------------------===//
// Between the two.
//===----------------------------------------------------------------------===//

namespace {
/// Hands on what both sides say. Questions are remembered until clangd answers
/// them; the thread that answers is one of clangd's.
class Conversation : public Transport, private Transport::MessageHandler {
public:
  Conversation(std::unique_ptr<Transport> Clangd, const OpenSources &Sources)
      : Client(std::move(Clangd)), Sources(Sources) {}

  ~Conversation() override {
    for (const std::string &File : Written)
      (void)sys::fs::remove(File);
  }

  void notify(StringRef Method, json::Value Params) override {
    std::lock_guard<std::mutex> Lock(OneMessageAtATime);
    Client->notify(Method, std::move(Params));
  }

  void call(StringRef Method, json::Value Params, json::Value ID) override {
    std::lock_guard<std::mutex> Lock(OneMessageAtATime);
    Client->call(Method, std::move(Params), std::move(ID));
  }

  void reply(json::Value ID, Expected<json::Value> Result) override {
    std::optional<Question> Asked = takeQuestion(ID);
    if (Asked && Result) {
      if (Asked->Method == "initialize")
        addCommand(*Result);
      else if (Asked->Method == "textDocument/hover")
        addToHover(Asked->Params, *Result);
      else
        addActions(Asked->Params, *Result);
    }
    std::lock_guard<std::mutex> Lock(OneMessageAtATime);
    Client->reply(std::move(ID), std::move(Result));
  }

  Error loop(MessageHandler &Handler) override {
    Clangd = &Handler;
    return Client->loop(*this);
  }

private:
  struct Question {
    std::string Method;
    json::Value Params;
  };

  // From the client.

  bool onNotify(StringRef Method, json::Value Params) override {
    return Clangd->onNotify(Method, std::move(Params));
  }

  bool onCall(StringRef Method, json::Value Params, json::Value ID) override {
    if (Method == "initialize")
      readCapabilities(Params);
    if (Method == "workspace/executeCommand" &&
        textAt(Params, {"command"}) == ExplainCommand) {
      reply(std::move(ID), explain(Params));
      return true;
    }
    if (Method == "initialize" || Method == "textDocument/hover" ||
        Method == "textDocument/codeAction") {
      std::lock_guard<std::mutex> Lock(OneQuestionAtATime);
      Questions.insert_or_assign(keyOf(ID), Question{Method.str(), Params});
    }
    return Clangd->onCall(Method, std::move(Params), std::move(ID));
  }

  bool onReply(json::Value ID, Expected<json::Value> Result) override {
    if (ID.getAsString().value_or("").starts_with(ExplainCommand)) {
      consumeError(Result.takeError());
      return true;
    }
    return Clangd->onReply(std::move(ID), std::move(Result));
  }

  void readCapabilities(const json::Value &Params) {
    const std::initializer_list<StringRef> Formats = {
        "capabilities", "textDocument", "hover", "contentFormat"};
    if (const json::Value *V = at(Params, Formats))
      if (const json::Array *List = V->getAsArray(); List && !List->empty())
        if (List->front().getAsString() == StringRef("markdown"))
          Form = HoverForm::Markdown;
    ShowsFiles =
        isTrueAt(Params, {"capabilities", "window", "showDocument", "support"});
    TakesActions = at(Params, {"capabilities", "textDocument", "codeAction",
                               "codeActionLiteralSupport"}) != nullptr;
  }

  // Answers.

  std::optional<Question> takeQuestion(const json::Value &ID) {
    std::lock_guard<std::mutex> Lock(OneQuestionAtATime);
    auto Found = Questions.find(keyOf(ID));
    if (Found == Questions.end())
      return std::nullopt;
    Question Asked = std::move(Found->second);
    Questions.erase(Found);
    return Asked;
  }

  void addCommand(json::Value &Result) {
    json::Object *Fields = Result.getAsObject();
    if (!Fields)
      return;
    Unit = unitOf(Fields->getString("offsetEncoding").value_or(""));
    json::Object *Offers = Fields->getObject("capabilities");
    json::Object *Executing =
        Offers ? Offers->getObject("executeCommandProvider") : nullptr;
    if (json::Array *Commands =
            Executing ? Executing->getArray("commands") : nullptr)
      Commands->push_back(ExplainCommand);
  }

  void addToHover(const json::Value &Params, json::Value &Result) const {
    auto Source = Sources.find(fileOf(textAt(Params, {"textDocument", "uri"})));
    const auto Line = numberAt(Params, {"position", "line"});
    const auto Character = numberAt(Params, {"position", "character"});
    if (!Source || !Line || !Character)
      return;
    const unsigned Number = unsigned(*Line) + 1;
    auto Known = Source->hover(
        Number, byteColumn(Source->line(Number), *Character, Unit), Form);
    if (!Known)
      return;
    json::Object *Shown = Result.getAsObject();
    json::Object *Contents = Shown ? Shown->getObject("contents") : nullptr;
    const bool IsMarkdown = Form == HoverForm::Markdown;
    if (!Contents) {
      Result = json::Object{
          {"contents",
           json::Object{{"kind", IsMarkdown ? "markdown" : "plaintext"},
                        {"value", Known->second}}},
          {"range", rangeOf(*Source, Known->first, Unit)}};
      return;
    }
    (*Contents)["value"] = Contents->getString("value").value_or("").str() +
                           (IsMarkdown ? "\n\n---\n" : "\n\n") + Known->second;
  }

  /// An action for each finding that is asked about.
  void addActions(const json::Value &Params, json::Value &Result) const {
    json::Array *Actions = Result.getAsArray();
    const std::string Address = textAt(Params, {"textDocument", "uri"});
    auto Source = Sources.find(fileOf(Address));
    if (!Actions || !Source || !TakesActions || !isAskedForFixes(Params))
      return;
    const json::Value *Listed = at(Params, {"context", "diagnostics"});
    const json::Array *Diagnostics = Listed ? Listed->getAsArray() : nullptr;
    for (const json::Value &D : Diagnostics ? *Diagnostics : json::Array()) {
      const auto Line = numberAt(D, {"range", "start", "line"});
      if (textAt(D, {"source"}) != "banklint" || !Line ||
          Source->explanation(unsigned(*Line) + 1).empty())
        continue;
      Actions->push_back(json::Object{
          {"title", ExplainTitle},
          {"kind", "quickfix"},
          {"diagnostics", json::Array{D}},
          {"command", json::Object{{"title", ExplainTitle},
                                   {"command", ExplainCommand},
                                   {"arguments", json::Array{json::Object{
                                                     {"uri", Address},
                                                     {"line", *Line}}}}}}});
    }
  }

  static bool isAskedForFixes(const json::Value &Params) {
    const json::Value *Only = at(Params, {"context", "only"});
    const json::Array *Kinds = Only ? Only->getAsArray() : nullptr;
    return !Kinds || any_of(*Kinds, [](const json::Value &Kind) {
      return is_contained({"", "quickfix"}, Kind.getAsString().value_or("-"));
    });
  }

  // The command.

  /// Shows the text in a window of its own where the client has these, else as
  /// a message.
  Expected<json::Value> explain(const json::Value &Params) {
    const json::Value *Listed = at(Params, {"arguments"});
    const json::Array *Arguments = Listed ? Listed->getAsArray() : nullptr;
    if (!Arguments || Arguments->size() != 1)
      return createStringError("banklint.explain takes a file and a line");
    auto Source = Sources.find(fileOf(textAt(Arguments->front(), {"uri"})));
    const auto Line = numberAt(Arguments->front(), {"line"});
    const std::string Text =
        Source && Line ? Source->explanation(unsigned(*Line) + 1) : "";
    if (Text.empty())
      return createStringError("nothing accesses shared memory there now");
    const std::string File = ShowsFiles ? write(Text) : "";
    if (File.empty())
      notify("window/showMessage",
             json::Object{{"type", 3}, {"message", Text}});
    else
      call("window/showDocument",
           json::Object{{"uri", "file://" + File}, {"takeFocus", true}},
           ExplainCommand.str() + std::to_string(Written.size()));
    return json::Value(nullptr);
  }

  /// A file of the user's alone, which goes with the server; "" if there is no
  /// room for one.
  std::string write(StringRef Text) {
    SmallString<128> Model, File;
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Model);
    sys::path::append(Model, "banklint-explain-%%%%%%%%.txt");
    int Descriptor = 0;
    if (sys::fs::createUniqueFile(Model, Descriptor, File, sys::fs::OF_None,
                                  sys::fs::owner_read | sys::fs::owner_write))
      return "";
    Written.push_back(File.str().str());
    raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << Text;
    OS.close();
    if (!OS.has_error())
      return Written.back();
    OS.clear_error();
    return "";
  }

  std::unique_ptr<Transport> Client;
  const OpenSources &Sources;
  MessageHandler *Clangd = nullptr;
  std::mutex OneMessageAtATime, OneQuestionAtATime;
  std::map<std::string, Question> Questions;
  std::vector<std::string> Written;
  // What the client said at first, before it asked for anything.
  HoverForm Form = HoverForm::Plain;
  ColumnUnit Unit = ColumnUnit::Utf16;
  bool ShowsFiles = false;
  bool TakesActions = false;
};
} // namespace

std::unique_ptr<Transport>
banklint::joinConversation(std::unique_ptr<Transport> Clangd,
                           const OpenSources &Sources) {
  return std::make_unique<Conversation>(std::move(Clangd), Sources);
}
