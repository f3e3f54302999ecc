//===- Parse.cpp - From a CUDA source to Clang's tree ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Parse.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/LaunchSyntax.h"
#include "Cuda/LineMarkers.h"
#include "Cuda/Locations.h"
#include "Cuda/LostCode.h"
#include "Cuda/NvccAssembly.h"
#include "Cuda/NvccSyntax.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Cuda/SharedVariableRescue.h"
#include "Cuda/TemplateProbes.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Files/RegularFiles.h"
#include "Parsing/ErrorIndex.h"
#include "Parsing/RejectedLocals.h"
#include "Parsing/RejectedNames.h"
#include "Parsing/SkippedBodies.h"
#include "Source/EditedFiles.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h" // IWYU pragma: keep
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace banklint;

static std::string lowerFirst(std::string Text) {
  if (!Text.empty())
    Text.front() = toLower(Text.front());
  return Text;
}

Error banklint::checkReadable(StringRef File) {
  auto Fail = [&](const Twine &Reason) {
    return createStringError("cannot read '" + shownPath(File) +
                             "': " + Reason);
  };
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status)) {
    if (EC == errc::no_such_file_or_directory)
      return Fail("no such file or folder");
    return Fail(lowerFirst(EC.message()));
  }
  if (Status.type() == sys::fs::file_type::directory_file)
    return Fail("it is a folder");
  if (Error E = checkRegularFile(File))
    return Fail(lowerFirst(toString(std::move(E))));
  return Error::success();
}

/// `x = {}` with a pair of halves, whose operators take an empty list in
/// several ways; messages call the type of a list `void`. Clang drops the
/// statement. Little is lost: of a floating-point number nothing is kept but
/// whether the lanes share it.
static bool assignsListToToolkitClass(const clang::Diagnostic &Info) {
  auto TypeIn = [&](unsigned I) {
    return Info.getArgKind(I) == clang::DiagnosticsEngine::ak_qualtype
               ? clang::QualType::getFromOpaquePtr(
                     // Clang keeps all arguments as numbers.
                     // NOLINTNEXTLINE(performance-no-int-to-ptr)
                     reinterpret_cast<void *>(Info.getRawArg(I)))
               : clang::QualType();
  };
  if (Info.getID() != clang::diag::err_ovl_ambiguous_oper_binary ||
      Info.getNumArgs() < 3)
    return false;
  clang::QualType Assigned = TypeIn(1), List = TypeIn(2);
  const clang::RecordDecl *Class =
      Assigned.isNull() ? nullptr : Assigned->getAsRecordDecl();
  return Class && !List.isNull() && List->isVoidType() &&
         Info.getSourceManager().isInSystemHeader(Class->getLocation());
}

bool banklint::isAcceptedByNvcc(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case clang::diag::err_shared_var_init:
  case clang::diag::err_cuda_device_kernel_launch_require_rdc:
  case clang::diag::err_alignas_underaligned: // the type's alignment stands
    return true;
  default:
    return assignsListToToolkitClass(Info);
  }
}

/// Names that begin with an underscore may be intrinsics that only nvcc has.
static bool isUndeclaredName(const clang::Diagnostic &Info, StringRef Message) {
  switch (Info.getID()) {
  case clang::diag::err_undeclared_var_use:
  case clang::diag::err_undeclared_var_use_suggest:
  case clang::diag::err_unknown_typename:
  case clang::diag::err_unknown_typename_suggest:
    return !Message.split('\'').second.starts_with("_");
  default:
    return false;
  }
}

/// Whether the quoted name in a message is written as macros are.
static bool isNameOfMacro(StringRef Message) {
  const StringRef Name = Message.split('\'').second.split('\'').first;
  return !Name.empty() && none_of(Name, isLower);
}

/// Whether a number stands where only a name can: a macro replaces that.
static bool isNumberForName(const clang::Diagnostic &Info) {
  if (Info.getID() != clang::diag::err_expected_unqualified_id ||
      Info.getLocation().isInvalid())
    return false;
  const clang::SourceManager &Sources = Info.getSourceManager();
  return isDigit(
      *Sources.getCharacterData(Sources.getSpellingLoc(Info.getLocation())));
}

static bool isRefusal(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case clang::diag::err_pp_hash_error:
  case clang::diag::err_static_assert_failed:
    return true;
  default:
    return false;
  }
}

static bool isInLaunchBounds(clang::SourceLocation Where,
                             const clang::SourceManager &Sources) {
  while (Where.isMacroID()) {
    Where = Sources.getImmediateExpansionRange(Where).getBegin();
    if (StringRef(Sources.getCharacterData(Sources.getSpellingLoc(Where)))
            .starts_with("__launch_bounds__"))
      return true;
  }
  return false;
}

std::optional<SourceError>
banklint::sourceErrorFrom(clang::DiagnosticsEngine::Level Level,
                          const clang::Diagnostic &Info) {
  if (Level < clang::DiagnosticsEngine::Error ||
      Info.getDiags()->getDiagnosticIDs()->isWarningOrExtension(Info.getID()))
    return std::nullopt;
  SourceError Found;
  SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  Found.Message = withShownNames(withoutLostTypes(Message));
  Found.IsMissingHeader = Info.getID() == clang::diag::err_pp_file_not_found;
  if (Found.IsMissingHeader && Info.getNumArgs() &&
      Info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string)
    Found.Header = Info.getArgStdStr(0);
  if (Found.IsMissingHeader && Info.getLocation().isValid())
    Found.IsQuoted =
        *Info.getSourceManager().getCharacterData(Info.getLocation()) == '"';
  Found.IsAcceptedByNvcc = isAcceptedByNvcc(Info);
  Found.IsUndeclaredName = isUndeclaredName(Info, Found.Message);
  Found.IsUndefinedMacro =
      Found.IsUndeclaredName && isNameOfMacro(Found.Message);
  Found.IsRefusal = isRefusal(Info) || isNumberForName(Info);
  if (Info.getID() == clang::diag::err_redefinition)
    Found.Redefined =
        StringRef(Found.Message).split('\'').second.split('\'').first;
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    const clang::SourceManager &Sources = Info.getSourceManager();
    Found.InMacro = Info.getLocation();
    Found.IsInLaunchBounds = isInLaunchBounds(Found.InMacro, Sources);
    Found.Where = Sources.getExpansionLoc(Found.InMacro);
    clang::PresumedLoc Place =
        Sources.getPresumedLoc(Found.Where, /*UseLineDirectives=*/false);
    if (Place.isValid())
      Found.Place = {
          sys::path::remove_leading_dotslash(Place.getFilename()).str(),
          Place.getLine(), Place.getColumn()};
  }
  return Found;
}

namespace {

/// Keeps errors, drops the rest.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  std::vector<SourceError> Errors;
  NvccForms Forms; ///< among them
  SharedVariableRescue *Rescue = nullptr;
  /// Whether errors are the source's own, and how many others there are.
  bool IsProbing = false;
  unsigned ErrorsOfProbes = 0;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
};

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                      const clang::Diagnostic &Info) {
  std::optional<SourceError> Found = sourceErrorFrom(Level, Info);
  if (!Found)
    return;
  if (Found->IsAcceptedByNvcc && Rescue)
    Rescue->rejected(Info.getLocation());
  if (!IsProbing) {
    Errors.push_back(std::move(*Found));
    Forms.note(Info);
  } else if (!Found->IsAcceptedByNvcc) {
    ++ErrorsOfProbes;
  }
}

/// Notes what conditions leave out.
class LeftOutText : public clang::PPCallbacks {
public:
  explicit LeftOutText(std::vector<clang::SourceRange> &Ranges)
      : Ranges(Ranges) {}

  void SourceRangeSkipped(clang::SourceRange Range,
                          clang::SourceLocation) override {
    Ranges.push_back(Range);
  }

private:
  std::vector<clang::SourceRange> &Ranges;
};

/// Whether a tree is the last one of its source.
using LastTreeCallback = llvm::function_ref<bool(clang::ASTContext &)>;

class Consumer : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &Compiler, ErrorCollector &Collector,
           SharedVariableRescue &Rescue, LastTreeCallback IsLast,
           ParsedSourceCallback Parsed, SkippedBodyCallback Skips)
      : Compiler(Compiler), Collector(Collector), Rescue(Rescue),
        IsLast(IsLast), Parsed(Parsed), Skips(Skips) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group) {
      Rescue.parsed(D);
      allowOnDevice(D);
      if (!Collector.Errors.empty() &&
          !Compiler.getSourceManager().isInSystemHeader(D->getLocation()))
        Locals.takeOut(D);
    }
    return true;
  }

  void Initialize(clang::ASTContext &Context) override {
    Skipped.emplace(Context.getSourceManager());
  }

  /// Of precompiled headers: nothing in them is the source's.
  void HandleInterestingDecl(clang::DeclGroupRef) override {}

  void HandleTranslationUnit(clang::ASTContext &Context) override {
    if (!IsLast(Context))
      return;
    if (!Collector.Errors.empty())
      instantiateLaunched(Compiler.getSema());
    probe();
    Locals.putBack();
    if (!Collector.Errors.empty())
      showNames(Context);
    limitTraversal(Context);
    for (SourceError &E : Collector.Errors)
      E.Macros = &Compiler.getPreprocessor();
    Parsed(Context, Collector.Errors);
  }

  bool shouldSkipFunctionBody(clang::Decl *D) override {
    return Skipped->contains(D) ||
           (Skips && D->getAsFunction() && Skips(D->getAsFunction()));
  }

private:
  void probe();
  void limitTraversal(clang::ASTContext &Context) const;

  clang::CompilerInstance &Compiler;
  ErrorCollector &Collector;
  SharedVariableRescue &Rescue;
  LastTreeCallback IsLast;
  ParsedSourceCallback Parsed;
  SkippedBodyCallback Skips;
  std::optional<SkippedBodies> Skipped;
  RejectedLocals Locals;
};

void Consumer::probe() {
  Collector.IsProbing = true;
  probeTemplates(Compiler.getSema(), [&] {
    return std::exchange(Collector.ErrorsOfProbes, 0) > 0;
  });
  Collector.IsProbing = false;
}

/// Sorts errors by whether device code may have to do with them.
class HostErrors : public clang::RecursiveASTVisitor<HostErrors> {
public:
  HostErrors(ArrayRef<SourceError> Errors,
             const clang::SourceManager &Sources) {
    for (const SourceError &E : Errors)
      if (!E.IsAcceptedByNvcc) {
        All.add(E, Sources);
        Left.insert(&E);
      }
  }

  /// Whether each stands in a function of the host, and none in device code.
  bool areAll() const { return Left.empty() && !IsOfDevice; }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(clang::Decl *D) {
    if (!D)
      return true;
    const auto *Function = dyn_cast<clang::FunctionDecl>(D);
    const bool IsForDevice =
        Function && (Function->hasAttr<clang::CUDAGlobalAttr>() ||
                     Function->hasAttr<clang::CUDADeviceAttr>());
    const bool IsForHost =
        Function && !IsForDevice && Function->doesThisDeclarationHaveABody();
    // A lambda for the device names variables of the function around it.
    if (IsForDevice)
      IsOfDevice |= HostDepth || !All.in(*Function).empty();
    // What a function declares, no other one can name.
    IsOfDevice |= D->isInvalidDecl() && !HostDepth;
    if (IsForHost)
      for (const SourceError *E : All.in(*Function))
        Left.erase(E);
    HostDepth += IsForHost;
    const bool GoesOn = RecursiveASTVisitor::TraverseDecl(D) && !IsOfDevice;
    HostDepth -= IsForHost;
    return GoesOn;
  }

private:
  ErrorIndex All;
  DenseSet<const SourceError *> Left;
  unsigned HostDepth = 0;
  bool IsOfDevice = false;
};

/// Whoever goes through the tree passes over what is the system's: here once
/// for all of them. Of precompiled headers all is, and a traversal would load
/// it. What Clang rejects of device code is compared with all names that there
/// are.
void Consumer::limitTraversal(clang::ASTContext &Context) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  std::vector<clang::Decl *> Own;
  for (clang::Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile() && !Sources.isInSystemHeader(D->getLocation()))
      Own.push_back(D);
  HostErrors Sorted(Collector.Errors, Sources);
  if (!Sorted.areAll())
    for (clang::Decl *D : Own)
      Sorted.TraverseDecl(D);
  if (Sorted.areAll())
    Context.setTraversalScope(Own);
}

/// How a source is read that has errors: as nvcc reads it.
struct SecondReading {
  EditedFiles WholeLaunches;
  std::vector<FileHash> AsWritten; ///< the same files, as they are
  bool HasLists = false;           ///< in the place of a launch's shapes
  /// Errors that stood in arguments of launches, from the begin of a file.
  struct LostArgument {
    std::string File;
    unsigned Offset;
    SourceError Error;
  };
  std::vector<LostArgument> Lost;
  NamesAt HiddenNames; ///< as they are written
  TemplateNames Keywords;
  LaterRules Rules;
  unsigned FaultsBefore = 0; ///< of the first reading
  /// Of a statement Clang names one word that lacks its keyword; the next one
  /// where that has it.
  unsigned RoundsLeft = 8;
  bool refine(const clang::ASTContext &Context, const ErrorCollector &Found);
  void addLost(const clang::SourceManager &Sources,
               std::vector<SourceError> &Errors) const;

private:
  bool addKeywords(const clang::SourceManager &Sources, const NvccForms &Forms);
};

class Action : public clang::ASTFrontendAction {
public:
  /// `Reading` may be null.
  Action(ErrorCollector &Collector, LastTreeCallback IsLast,
         ParsedSourceCallback Parsed, SkippedBodyCallback Skips,
         ParseDetails &Details, const SecondReading *Reading)
      : Collector(Collector), IsLast(IsLast), Parsed(Parsed), Skips(Skips),
        Details(Details), Reading(Reading) {}

  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    Details.Macros = &Compiler.getPreprocessor();
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<LeftOutText>(Details.LeftOut));
    distrustLineMarkers(Compiler.getPreprocessor());
    if (Reading && Reading->HasLists)
      readListsOfLaunches(Compiler.getPreprocessor());
    if (Reading && !Reading->Lost.empty())
      declareLostArgument(Compiler);
    if (Reading && !Reading->Keywords.empty())
      insertTemplateKeywords(Compiler.getPreprocessor(), Reading->Keywords);
    if (Reading && !Reading->HiddenNames.empty())
      hideNames(Compiler.getPreprocessor(), Reading->HiddenNames);
    return true;
  }
  void ExecuteAction() override {
    if (Reading)
      Reading->Rules.apply(getCompilerInstance().getLangOpts());
    ASTFrontendAction::ExecuteAction();
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Compiler, StringRef) override {
    Rescue.emplace(Compiler);
    Collector.Rescue = &*Rescue;
    Assembly.emplace(Compiler.getPreprocessor());
    return std::make_unique<Consumer>(Compiler, Collector, *Rescue, IsLast,
                                      Parsed, Skips);
  }

private:
  ErrorCollector &Collector;
  LastTreeCallback IsLast;
  ParsedSourceCallback Parsed;
  SkippedBodyCallback Skips;
  ParseDetails &Details;
  const SecondReading *Reading;
  std::optional<SharedVariableRescue> Rescue;
  std::optional<NvccAssembly> Assembly;
};

} // namespace

namespace {
/// Loads and builds no modules: `#pragma clang module build` would write them.
class Instance : public clang::CompilerInstance {
public:
  /// What is said goes to `Collector`, and a missing header ends nothing.
  Instance(std::shared_ptr<clang::CompilerInvocation> Invocation,
           IntrusiveRefCntPtr<vfs::FileSystem> Files, ErrorCollector &Collector)
      : CompilerInstance(std::move(Invocation)) {
    setVirtualFileSystem(std::move(Files));
    createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
    getDiagnostics().setFatalsAsError(true);
  }
  clang::ModuleLoadResult loadModule(clang::SourceLocation, clang::ModuleIdPath,
                                     clang::Module::NameVisibilityKind,
                                     bool) override {
    return clang::ModuleLoadResult();
  }
  void createModuleFromSource(clang::SourceLocation, StringRef,
                              StringRef) override {}
};
} // namespace

/// What Clang said against the arguments, in one sentence.
static Error argumentError(const CompileCommand &Command,
                           ArrayRef<SourceError> Errors) {
  return createStringError("cannot parse '" + shownPath(Command.File) + "': " +
                           (Errors.empty() ? "Clang rejects its arguments"
                                           : Errors.front().Message));
}

/// GCC keeps some headers to itself, omp.h for one, and nvcc has GCC for its
/// host compiler. Its folder comes last, so that only those are taken from it.
static void addHeadersOfGcc(clang::HeaderSearchOptions &Search) {
  for (const auto &Entry : Search.UserEntries) {
    auto [Gcc, Library] = StringRef(Entry.Path).split("/../../../../include/");
    if (!Library.starts_with("c++"))
      continue;
    Search.AddPath((Gcc + "/include").str(), clang::frontend::After,
                   /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
    return;
  }
}

static IntrusiveRefCntPtr<vfs::FileSystem>
filesFor(const CompileCommand &Command) {
  return overlayFiles(
      overlayHeaders(regularFiles(), Command.UsesBundledHeaders),
      Command.EditedFiles);
}

/// Leaves an invocation what it needs to read a source. The arguments that led
/// to it are those of a list; this holds if one of them does more than it says.
static void keepReading(clang::CompilerInvocation &Invocation,
                        clang::DiagnosticsEngine &Diags) {
  // Constructors leave some options open; those of no arguments are all set.
  clang::CompilerInvocation Unasked;
  clang::CompilerInvocation::CreateFromArgs(Unasked, {}, Diags);
  clang::FrontendOptions &Given = Invocation.getFrontendOpts();
  clang::FrontendOptions &Kept = Unasked.getFrontendOpts();
  Kept.Inputs = std::move(Given.Inputs);
  Kept.DashX = Given.DashX;
  Kept.AuxTriple = std::move(Given.AuxTriple);
  Kept.AuxTargetCPU = std::move(Given.AuxTargetCPU);
  Kept.AuxTargetFeatures = std::move(Given.AuxTargetFeatures);
  Kept.ProgramAction = clang::frontend::ParseSyntaxOnly;
  Kept.SkipFunctionBodies = true;
  Kept.DisableFree = false;
  Given = std::move(Kept);
  Invocation.getDependencyOutputOpts() = Unasked.getDependencyOutputOpts();
  Invocation.getPreprocessorOutputOpts() = Unasked.getPreprocessorOutputOpts();
  clang::DiagnosticOptions &Diagnostics = Invocation.getDiagnosticOpts();
  Diagnostics.DiagnosticLogFile.clear();
  Diagnostics.DiagnosticSerializationFile.clear();
  Diagnostics.DiagnosticSuppressionMappingsFile.clear();
  Invocation.getLangOpts().Modules = false;
  Invocation.getLangOpts().ImplicitModules = false;
  // A name that is not declared must not be taken for one like it.
  Invocation.getLangOpts().SpellChecking = false;
  clang::HeaderSearchOptions &Search = Invocation.getHeaderSearchOpts();
  Search.ModuleCachePath.clear();
  Search.ModuleUserBuildPath.clear();
  Search.PrebuiltModuleFiles.clear();
  Search.PrebuiltModulePaths.clear();
  Search.VFSOverlayFiles.clear();
  Search.ImplicitModuleMaps = false;
  clang::PreprocessorOptions &Preprocessing = Invocation.getPreprocessorOpts();
  // Clang trusts what it has written itself.
  Preprocessing.ImplicitPCHInclude.clear();
  Preprocessing.PCHThroughHeader.clear();
}

/// What Clang's driver makes of a command; nothing, and errors in `Collector`,
/// where it makes no sense.
static std::shared_ptr<clang::CompilerInvocation>
invocationOf(const CompileCommand &Command,
             IntrusiveRefCntPtr<vfs::FileSystem> Files,
             ErrorCollector &Collector) {
  clang::DiagnosticOptions DriverOptions;
  clang::CreateInvocationOptions Creation;
  Creation.Diags = clang::CompilerInstance::createDiagnostics(
      *Files, DriverOptions, &Collector, /*ShouldOwnClient=*/false);
  Creation.VFS = std::move(Files);
  Creation.RecoverOnError = true;
  std::vector<const char *> Arguments;
  Arguments.reserve(Command.Arguments.size());
  for (const std::string &Argument : Command.Arguments)
    Arguments.push_back(Argument.c_str());
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Arguments, Creation);
  if (!Invocation)
    return nullptr;
  addHeadersOfGcc(Invocation->getHeaderSearchOpts());
  keepReading(*Invocation, *Creation.Diags);
  Collector.Errors.clear();
  return Invocation;
}

/// Whether headers may ask for macros that only the source is to see.
static bool mayMention(const PrecompiledHeader &Header,
                       const CompileCommand &Command, vfs::FileSystem &Files) {
  return any_of(Command.LateMacros, [&](const auto &Late) {
    return any_of(filesOf(Header), [&](const FileHash &File) {
      auto Text = Files.getBufferForFile(File.Name);
      return !Text || (*Text)->getBuffer().contains(Late.first);
    });
  });
}

/// The precompiled headers that a parse begins with, if there are any.
static std::shared_ptr<const PrecompiledHeader>
headerFor(const CompileCommand &Command, PrecompiledHeaders &Precompiled,
          std::shared_ptr<clang::CompilerInvocation> &Invocation,
          IntrusiveRefCntPtr<vfs::FileSystem> &Files) {
  auto WithHeader = std::make_shared<clang::CompilerInvocation>(*Invocation);
  IntrusiveRefCntPtr<vfs::FileSystem> FilesWithHeader = Files;
  auto Header = Precompiled.use(Command, *WithHeader, FilesWithHeader);
  if (!Header || mayMention(*Header, Command, *Files))
    return nullptr;
  Invocation = std::move(WithHeader);
  Files = std::move(FilesWithHeader);
  return Header;
}

unsigned banklint::countFaults(ArrayRef<SourceError> Errors) {
  return unsigned(count_if(
      Errors, [](const SourceError &E) { return !E.IsAcceptedByNvcc; }));
}

/// Whether there are more names than before.
bool SecondReading::addKeywords(const clang::SourceManager &Sources,
                                const NvccForms &Forms) {
  bool HasAdded = false;
  for (const clang::SourceLocation Name : Forms.TemplateNames)
    HasAdded |= Keywords[Sources.getFilename(Name)]
                    .insert(Sources.getFileOffset(Name))
                    .second;
  return HasAdded;
}

/// Finds what nvcc takes and Clang does not in the files that have errors.
/// Whether there is more of it than before.
bool SecondReading::refine(const clang::ASTContext &Context,
                           const ErrorCollector &Found) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  bool HasMore = addKeywords(Sources, Found.Forms);
  MapVector<clang::FileID, std::vector<const SourceError *>> ByFile;
  for (const SourceError &E : Found.Errors)
    if (E.Where.isValid() && !Sources.isInSystemHeader(E.Where))
      ByFile[Sources.getFileID(E.Where)].push_back(&E);
  auto NameOf = [&](clang::FileID File) {
    return Sources.getFilename(Sources.getLocForStartOfFile(File)).str();
  };
  auto Rewrite = [&](clang::FileID File, std::optional<std::string> Now) {
    const StringRef Text = Sources.getBufferData(File);
    if (!Now || *Now == Text)
      return;
    const std::string Name = NameOf(File);
    if (!WholeLaunches.count(Name))
      AsWritten.push_back({Name, xxh3_64bits(Text)});
    WholeLaunches[Name] = std::move(*Now);
    HasMore = true;
  };
  for (const clang::FileID File : make_first_range(ByFile)) {
    const StringRef Text = Sources.getBufferData(File);
    bool HasListsHere = false;
    Rewrite(File, withWholeLaunches(Text, Context.getLangOpts(), HasListsHere));
    HasMore |= HasListsHere && !HasLists;
    HasLists |= HasListsHere;
  }
  if (HasMore)
    return true;
  // What is an error still.
  for (const auto &[File, Errors] : ByFile) {
    FaultsInFile Faults;
    for (const SourceError *E : Errors)
      if (!E->IsAcceptedByNvcc)
        Faults[Sources.getFileOffset(E->Where)] |= E->IsUndeclaredName;
    Rewrite(File, withoutLostArguments(Sources.getBufferData(File),
                                       Context.getLangOpts(), Faults));
    for (const SourceError *E : Errors)
      if (const unsigned Offset = Sources.getFileOffset(E->Where);
          !E->IsAcceptedByNvcc && !Faults.contains(Offset))
        Lost.push_back({NameOf(File), Offset, *E});
  }
  if (HasMore)
    return true;
  for (const auto &[Name, Paths] : namesOfRejected(Context, Found.Errors))
    for (const std::string &Path : Paths)
      HasMore |= HiddenNames[Name].insert(Path).second;
  return HasMore;
}

/// Puts the errors that are not met any more where they belong.
void SecondReading::addLost(const clang::SourceManager &Sources,
                            std::vector<SourceError> &Errors) const {
  for (const LostArgument &Argument : Lost) {
    const clang::FileID Id = fileNamed(Argument.File, Sources);
    if (Id.isInvalid())
      continue;
    SourceError E = Argument.Error;
    E.Where = E.InMacro =
        Sources.getLocForStartOfFile(Id).getLocWithOffset(int(Argument.Offset));
    auto Behind = find_if(Errors, [&](const SourceError &Other) {
      return Other.Where.isValid() &&
             Sources.isBeforeInTranslationUnit(E.Where, Other.Where);
    });
    Errors.insert(Behind, std::move(E));
  }
}

/// How a source is to be read once more; nothing where it is not. `Before` is
/// how it was read, null in the first parse.
static std::optional<SecondReading>
nextReading(const SecondReading *Before, const clang::ASTContext &Context,
            const ErrorCollector &Found) {
  SecondReading Next = Before ? *Before : SecondReading();
  bool IsNeeded = Next.RoundsLeft && Next.refine(Context, Found);
  if (IsNeeded)
    --Next.RoundsLeft;
  const unsigned Faults = countFaults(Found.Errors);
  if (!Before) {
    Next.Rules = Found.Forms.Rules;
    Next.Rules.UnknownReferences &= !Context.getLangOpts().CPlusPlus23;
    Next.FaultsBefore = Faults;
    IsNeeded |= Next.Rules.any();
  } else if (!IsNeeded && Next.Rules.any() &&
             Faults + Next.Lost.size() >= Next.FaultsBefore) {
    Next.Rules = {};
    IsNeeded = true;
  }
  return IsNeeded ? std::optional(std::move(Next)) : std::nullopt;
}

/// Macros behind those of precompiled headers.
static void addLateMacros(const CompileCommand &Command,
                          clang::CompilerInvocation &Invocation) {
  for (const auto &[Name, Value] : Command.LateMacros)
    if (Value)
      Invocation.getPreprocessorOpts().addMacroDef(Name + "=" + *Value);
    else
      Invocation.getPreprocessorOpts().addMacroUndef(Name);
}

/// `Reading`: of a parse before this one; null in the first.
static Error parseWith(const CompileCommand &Command,
                       ParsedSourceCallback Parsed,
                       PrecompiledHeaders *Precompiled, ParseDetails *Details,
                       FirstErrorsCallback IsInVain, SkippedBodyCallback Skips,
                       const SecondReading *Reading) {
  if (!Command.EditedFiles.count(Command.File))
    if (Error E = checkReadable(Command.File))
      return E;
  IntrusiveRefCntPtr<vfs::FileSystem> Files = filesFor(Command);
  ErrorCollector Collector;
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      invocationOf(Command, Files, Collector);
  if (!Invocation)
    return argumentError(Command, Collector.Errors);
  ParseDetails Found;
  std::shared_ptr<const PrecompiledHeader> Header =
      Precompiled ? headerFor(Command, *Precompiled, Invocation, Files)
                  : nullptr;
  if (Header)
    Found.Loaded = filesOf(*Header).vec();
  if (Reading)
    Found.AsWritten = Reading->AsWritten;
  addLateMacros(Command, *Invocation);

  Instance Compiler(std::move(Invocation), std::move(Files), Collector);
  bool WasCalled = false;
  std::optional<SecondReading> Next;
  auto IsLast = [&](clang::ASTContext &Context) {
    WasCalled = true;
    if (!Reading && IsInVain && IsInVain(Collector.Errors))
      return false;
    Next = nextReading(Reading, Context, Collector);
    if (!Next && Reading)
      Reading->addLost(Context.getSourceManager(), Collector.Errors);
    return !Next;
  };
  auto Note = [&](clang::ASTContext &Context, ArrayRef<SourceError> Errors) {
    if (Details)
      *Details = Found;
    Parsed(Context, Errors);
  };
  Action Act(Collector, IsLast, Note, Skips, Found, Reading);
  Compiler.ExecuteAction(Act);
  if (Next) {
    CompileCommand Again = Command;
    for (const auto &[File, Text] : Next->WholeLaunches)
      Again.EditedFiles[File] = Text;
    return parseWith(Again, Parsed, Precompiled, Details, IsInVain, Skips,
                     &*Next);
  }
  if (WasCalled)
    return Error::success();
  if (!Header)
    return argumentError(Command, Collector.Errors);
  Precompiled->discard(*Header);
  return parseWith(Command, Parsed, /*Precompiled=*/nullptr, Details, IsInVain,
                   Skips, Reading);
}

Error banklint::parseDevicePass(const CompileCommand &Command,
                                ParsedSourceCallback Parsed,
                                PrecompiledHeaders *Precompiled,
                                ParseDetails *Details,
                                FirstErrorsCallback IsInVain,
                                SkippedBodyCallback Skips) {
  return parseWith(Command, Parsed, Precompiled, Details, IsInVain, Skips,
                   /*Reading=*/nullptr);
}

std::vector<SourceError>
banklint::preprocessorErrors(const CompileCommand &Command) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = filesFor(Command);
  ErrorCollector Collector;
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      invocationOf(Command, Files, Collector);
  if (!Invocation)
    return {};
  addLateMacros(Command, *Invocation);
  Instance Compiler(std::move(Invocation), std::move(Files), Collector);
  clang::PreprocessOnlyAction Act;
  Compiler.ExecuteAction(Act);
  return std::move(Collector.Errors);
}
