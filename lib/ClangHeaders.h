//===- ClangHeaders.h - What is precompiled for every part ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's headers take half a minute to read. They are read once into a
// precompiled header; sources still include what they use, and need not
// include this file.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CLANGHEADERS_H
#define BANKLINT_CLANGHEADERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"

#endif // BANKLINT_CLANGHEADERS_H
