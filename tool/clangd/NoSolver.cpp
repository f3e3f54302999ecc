//===- NoSolver.cpp - Clang's analyzer without Z3 -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for Z3Solver.cpp of LLVM's support library in a static clangd: Z3
// has no archive. Clang's analyzer, a part of clangd's libraries, may ask for
// it; clangd never runs the analyzer.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SMTAPI.h"

using namespace llvm;

SMTSolverRef llvm::CreateZ3Solver() {
  report_fatal_error("banklint-clangd is built without Z3");
}

LLVM_DUMP_METHOD void SMTSort::dump() const {}
LLVM_DUMP_METHOD void SMTExpr::dump() const {}
LLVM_DUMP_METHOD void SMTSolver::dump() const {}
LLVM_DUMP_METHOD void SMTSolverStatistics::dump() const {}
