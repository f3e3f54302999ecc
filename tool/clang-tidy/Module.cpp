//===- Module.cpp - What clang-tidy loads ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module for clang-tidy 22: `clang-tidy -load banklint-tidy.so`. It holds the
// analysis, and no part of Clang: that is the host's.
//
//===----------------------------------------------------------------------===//

#include "Config/Rules.h"
#include "Tidy/BankConflictCheck.h"
#include "Tidy/RescueAction.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include <memory>

using namespace banklint;

namespace {
class Module : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheckFactory(
        BankConflictRule,
        [](llvm::StringRef Name, clang::tidy::ClangTidyContext *Host) {
          return std::make_unique<BankConflictCheck>(Name, Host,
                                                     FixPlace::Warning);
        });
  }
};
} // namespace

static clang::tidy::ClangTidyModuleRegistry::Add<Module>
    Registered("banklint-module", "shared-memory bank conflicts in CUDA code");

static clang::FrontendPluginRegistry::Add<RescueAction>
    Rescuing("banklint-rescue", "keeps shared variables with constructors");
