//===- JointArrays.h - Arrays that change together --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *from = s, *to = t;  ...  swap(from, to)
//   using Tile = float[32][32];     __shared__ Tile s, t;
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_JOINTARRAYS_H
#define BANKLINT_FIX_JOINTARRAYS_H

#include "Candidates/DeclaredArray.h"

namespace banklint {

/// Whether something but the array itself is used with it, so that it may share
/// that with others.
bool mayBeJoint(const DeclaredArray &Array);

/// An array with those of `All` that it shares a pointer or the name of a type
/// with, and that have rows like its own; or, where there are none, with those
/// that other instances of its templates are given. Nothing if there are none,
/// or if these cannot all change alike.
std::optional<DeclaredArray>
jointArray(const DeclaredArray &Array,
           const std::map<ArrayKey, DeclaredArray> &All, const SourceMap &Map,
           clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_JOINTARRAYS_H
