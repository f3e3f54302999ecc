//===- Hooks.cpp - Where banklint enters clangd ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd loads no plugins, and its headers are not installed. What is installed
// is the archives that it consists of. This file holds everything that relies
// on how these are made, and CMakeLists.txt names the symbols: the linker's
// `--wrap=F` sends clangd's calls of F to wrapF below, which may call F itself
// as realF. Each function here stands for one thing that has no other door.
//
//===----------------------------------------------------------------------===//

#include "Hooks.h"
#include "Check/Memory.h"
#include "Config/Homepage.h"
#include "Config/Rules.h"
#include "Conversation.h"
#include "Files/Nesting.h"
#include "Finding/Wording.h"
#include "OpenSources.h"
#include "SecondReading.h"
#include "Tidy/BankConflictCheck.h"
#include "Tidy/RescueAction.h"
#include "Transport.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#ifdef BANKLINT_SHARED_LLVM
#include <dlfcn.h>
#else
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#endif

using namespace banklint;

/// Declares realF and wrapF for clangd's function of the mangled name SYMBOL.
#define WRAPPED(SYMBOL, RESULT, NAME, ...)                                     \
  RESULT real##NAME(__VA_ARGS__) __asm__("__real_" SYMBOL);                    \
  RESULT wrap##NAME(__VA_ARGS__) __asm__("__wrap_" SYMBOL);

namespace clang::clangd {
struct CodeAction;
struct CommandMangler;
struct PublishDiagnosticsParams;
class SymbolIndex;
enum JSONStreamStyle : unsigned;
using TidyProviderRef =
    llvm::function_ref<void(tidy::ClangTidyOptions &, llvm::StringRef)>;

WRAPPED("_ZN4llvm4json5parseENS_9StringRefE", llvm::Expected<llvm::json::Value>,
        ParseJson, llvm::StringRef)
WRAPPED("_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE",
        std::optional<bool>, IsFastTidyCheck, llvm::StringRef)
WRAPPED("_ZN5clang6clangd21getTidyOptionsForFileEN4llvm12function_refIFvRNS_"
        "4tidy16ClangTidyOptionsENS1_9StringRefEEEES6_",
        tidy::ClangTidyOptions, GetTidyOptionsForFile, TidyProviderRef,
        llvm::StringRef)
WRAPPED("_ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4"
        "llvm9StringRefE",
        void, MangleCommand, const CommandMangler *, tooling::CompileCommand &,
        llvm::StringRef)
WRAPPED("_ZN5clang6clangd6toJSONERKNS0_24PublishDiagnosticsParamsE",
        llvm::json::Value, PublishDiagnosticsToJSON,
        const PublishDiagnosticsParams &)
WRAPPED("_ZN5clang6clangd6toJSONERKNS0_10CodeActionE", llvm::json::Value,
        CodeActionToJSON, const CodeAction &)
WRAPPED("_ZN5clang6clangd16newJSONTransportEP8_IO_FILERN4llvm11raw_ostreamEPS4_"
        "bNS0_15JSONStreamStyleE",
        std::unique_ptr<Transport>, NewJsonTransport, std::FILE *,
        llvm::raw_ostream &, llvm::raw_ostream *, bool, JSONStreamStyle)

/// LLVM's parser calls itself for each level of what a client sends, on the
/// main thread. clangd logs what it cannot parse, and reads on.
llvm::Expected<llvm::json::Value> wrapParseJson(llvm::StringRef Text) {
  if (llvm::Error E = checkJsonNesting(Text))
    return std::move(E);
  return realParseJson(Text);
}

/// All that is said between clangd and a client goes through a transport.
std::unique_ptr<Transport> wrapNewJsonTransport(std::FILE *In,
                                                llvm::raw_ostream &Out,
                                                llvm::raw_ostream *InMirror,
                                                bool Pretty,
                                                JSONStreamStyle Style) {
  return joinConversation(
      realNewJsonTransport(In, Out, InMirror, Pretty, Style), openSources());
}

/// clangd leaves out checks that are not in its table of fast ones, unless the
/// user changes `FastCheckFilter`. Ours has a budget.
std::optional<bool> wrapIsFastTidyCheck(llvm::StringRef Name) {
  if (Name == BankConflictRule)
    return true;
  return realIsFastTidyCheck(Name);
}

/// The check is on unless the user's list of checks has a word on it, or
/// clangd runs no checks at all. Only CUDA sources have kernels to check.
tidy::ClangTidyOptions wrapGetTidyOptionsForFile(TidyProviderRef Provider,
                                                 llvm::StringRef File) {
  tidy::ClangTidyOptions Options = realGetTidyOptionsForFile(Provider, File);
  if (!Provider)
    return Options;
  std::string Checks = Options.Checks.value_or("");
  if (!llvm::StringRef(Checks).contains("banklint"))
    Options.Checks = Checks + (Checks.empty() ? "" : ",") + BankConflictRule;
  return Options;
}

/// Commands are translated before clangd adds what its configuration asks for,
/// and fits them to headers.
void wrapMangleCommand(const CommandMangler *Mangler,
                       tooling::CompileCommand &Command, llvm::StringRef File) {
  const tooling::CompileCommand Given = Command;
  const bool IsCuda = isCudaCommand(Given, File);
  if (!IsCuda) {
    realMangleCommand(Mangler, Command, File);
    if (Command.CommandLine.empty())
      return;
    // The configuration may have made it CUDA.
    if (!isCudaCommand(Command, File))
      return sortCommand(Command, File);
    Command = Given;
  }
  translateCommand(Command, File);
  const std::vector<std::string> Known = Command.CommandLine;
  realMangleCommand(Mangler, Command, File);
  settleCommand(Command, Known, File);
}

} // namespace clang::clangd

/// clangd parses in threads with stacks of 8 MB, and ends as a whole where one
/// overflows, with all files that are open. Address space costs nothing until
/// it is used.
static size_t enoughStack(size_t Bytes) {
  return std::max(Bytes, size_t(1) << 30);
}

extern "C" {
#ifdef BANKLINT_SHARED_LLVM
/// LLVM's shared library asks for threads. The dynamic linker takes the
/// program's function before that of the C library.
int pthread_attr_setstacksize(pthread_attr_t *Attributes,
                              size_t Bytes) noexcept {
  using Function = int (*)(pthread_attr_t *, size_t);
  static const auto Real = reinterpret_cast<Function>(
      ::dlsym(RTLD_NEXT, "pthread_attr_setstacksize"));
  return Real(Attributes, enoughStack(Bytes));
}
#else
// The linker's names for what it puts in the place of a function.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
int __real_pthread_attr_setstacksize(pthread_attr_t *Attributes, size_t Bytes);
int __wrap_pthread_attr_setstacksize(pthread_attr_t *Attributes, size_t Bytes);

int __wrap_pthread_attr_setstacksize(pthread_attr_t *Attributes, size_t Bytes) {
  return __real_pthread_attr_setstacksize(Attributes, enoughStack(Bytes));
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
#endif
}

#ifndef BANKLINT_SHARED_LLVM
namespace clang {
WRAPPED("_ZN5clang12Preprocessor19EnterMainSourceFileEv", void,
        EnterMainSourceFile, Preprocessor *)
WRAPPED("_ZN5clang12Preprocessor3LexERNS_5TokenE", void, Lex, Preprocessor *,
        Token &)

namespace {
/// How a thread reads the source that it has begun last.
struct Reading {
  uintptr_t Start = 0; ///< where its stack was, which grows downwards
  bool IsTooDeep = false;
};
} // namespace

static thread_local Reading Current;

static uintptr_t placeOnStack() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
}

void wrapEnterMainSourceFile(Preprocessor *PP) {
  Current = {placeOnStack()};
  realEnterMainSourceFile(PP);
}

/// Clang counts brackets, and nothing else that nests. But whatever calls
/// itself for a level reads a token there: of what is too deep it sees no more
/// than a character that is unknown, which ends the level as a mistake does.
void wrapLex(Preprocessor *PP, Token &Result) {
  realLex(PP, Result);
  // What walks the tree afterwards may need several times as much of the stack.
  static constexpr intptr_t MaxStack = intptr_t(64) << 20;
  if (!Current.Start || intptr_t(Current.Start - placeOnStack()) < MaxStack ||
      Result.isAnnotation() || Result.isOneOf(tok::eof, tok::eod))
    return;
  const SourceLocation Place = Result.getLocation();
  const unsigned Length = Result.getLength();
  Result.startToken();
  Result.setKind(tok::unknown);
  Result.setLocation(Place);
  Result.setLength(Length);
  if (Current.IsTooDeep)
    return;
  Current.IsTooDeep = true;
  DiagnosticsEngine &Diagnostics = PP->getDiagnostics();
  Diagnostics.Report(Place, Diagnostics.getCustomDiagID(
                                DiagnosticsEngine::Error,
                                "the code nests too deeply to be read"));
}
} // namespace clang
#endif

namespace clang::clangd {
static bool isOfBanklint(const llvm::json::Object &Diagnostic) {
  return Diagnostic.getString("code").value_or("").starts_with("banklint-");
}

/// clangd takes every check for one of clang-tidy's, and links to a page of
/// that name in clang-tidy's documentation, where there is none of ours.
static void nameSource(llvm::json::Object &Diagnostic) {
  Diagnostic["source"] = "banklint";
  Diagnostic.erase("codeDescription");
  if (std::string Page =
          pageAddress(homepage(), Diagnostic.getString("code").value_or(""));
      !Page.empty())
    Diagnostic["codeDescription"] =
        llvm::json::Object{{"href", std::move(Page)}};
}

/// clangd prefers an action that is the only one, which editors then take
/// without a question. Ours is a matter of safety, and its title has to say it:
/// clangd keeps nothing else of a fix.
static void settlePreference(llvm::json::Object &Action) {
  Action.erase("isPreferred");
  const llvm::StringRef Title = Action.getString("title").value_or("");
  if (!isUnsafeText(Title) && !Title.equals_insensitive(SuppressionTitle))
    Action["isPreferred"] = true;
}

static llvm::MutableArrayRef<llvm::json::Value>
valuesOf(llvm::json::Object *Fields, llvm::StringRef Key) {
  llvm::json::Array *Values = Fields ? Fields->getArray(Key) : nullptr;
  if (!Values)
    return {};
  return {Values->data(), Values->size()};
}

/// Some clients want the actions with the diagnostics.
llvm::json::Value
wrapPublishDiagnosticsToJSON(const PublishDiagnosticsParams &Params) {
  llvm::json::Value Message = realPublishDiagnosticsToJSON(Params);
  for (llvm::json::Value &One :
       valuesOf(Message.getAsObject(), "diagnostics")) {
    llvm::json::Object *D = One.getAsObject();
    if (!D || !isOfBanklint(*D))
      continue;
    nameSource(*D);
    for (llvm::json::Value &Action : valuesOf(D, "codeActions"))
      if (llvm::json::Object *Fields = Action.getAsObject())
        settlePreference(*Fields);
  }
  return Message;
}

llvm::json::Value wrapCodeActionToJSON(const CodeAction &Action) {
  llvm::json::Value Result = realCodeActionToJSON(Action);
  llvm::json::Object *Fields = Result.getAsObject();
  for (llvm::json::Value &One : valuesOf(Fields, "diagnostics")) {
    llvm::json::Object *D = One.getAsObject();
    if (!D || !isOfBanklint(*D))
      continue;
    nameSource(*D);
    settlePreference(*Fields);
  }
  return Result;
}

namespace remote {
/// The client of a remote index needs libraries that are not installed; clangd
/// says that it was built without one.
std::unique_ptr<SymbolIndex> getClient(llvm::StringRef, llvm::StringRef) {
  return nullptr;
}
} // namespace remote
} // namespace clang::clangd

namespace {
/// clangd creates the checks of all modules that are linked into it.
class Module : public clang::tidy::ClangTidyModule {
public:
  /// Half a second for what the edit changed, the proofs of its fixes included:
  /// opening 1,000 lines of unrolled matrix products takes 4 million. Where
  /// they end, the next edit goes on.
  static constexpr uint64_t StepsOfAnEdit = 3'000'000;

  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheckFactory(
        BankConflictRule,
        [](llvm::StringRef Name, clang::tidy::ClangTidyContext *Host) {
          // Of all files that are open: clangd parses them in threads.
          static CheckMemory Memory;
          return std::make_unique<BankConflictCheck>(Name, Host, FixPlace::Note,
                                                     StepsOfAnEdit, &Memory,
                                                     readAgain, &openSources());
        });
  }
};
} // namespace

static clang::tidy::ClangTidyModuleRegistry::Add<Module>
    Registered("banklint-module", "shared-memory bank conflicts in CUDA code");

static clang::FrontendPluginRegistry::Add<RescueAction>
    Rescuing("banklint-rescue", "keeps shared variables with constructors");
