//===- InstCombine.h - Parts of numbers -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InstCombine and ADCE change how much of a number is accessed, or whether it
// is:
//
//   char c = s[t];              of an int, one byte may be loaded
//   s[t].a = 1; s[t].b = 2;     bit-fields in a row may be one store
//   x = 0 * s[t];               nobody looks at what is loaded
//
// Such accesses are inexact by narrow-load, bit-fields and dce. Of a sum with a
// masked number it makes a masked sum where nothing else is made of the mask:
// (x & -4) + 8 is (x + 8) & -4, by which accesses merge (masks). Evidence:
// lit/merging/unused-loads.cu, bit-fields.cu and masked-sums.cu (nvcc 13.0 -O3,
// sm_90).
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_SOURCE_INSTCOMBINE_H
#define BANKLINT_NVCC_SOURCE_INSTCOMBINE_H

#include "Cuda/TypeLayouts.h"
#include "Trace/RecordedCode.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Numbers that were loaded are cut to a narrower type: the low bytes may be
/// all that is loaded.
void markWideLoads(clang::QualType To,
                   llvm::MutableArrayRef<AccessRecord> Records,
                   const clang::ASTContext &Context);

/// Nothing is looked at of what was loaded since a record.
void markUnused(RecordedCode &Recorded, size_t FirstRecord);

/// The number that an expression is when compiling; none where it is not known.
using NumberOfFunction =
    llvm::function_ref<std::optional<int64_t>(const clang::Expr *)>;
/// 2^k where a sum or difference adds a multiple of it to what is left of
/// another number without its last k bits, so that the mask may move behind the
/// sum; else 0.
int64_t movedGranule(const clang::BinaryOperator *E, NumberOfFunction NumberOf,
                     const TypeLayouts &Types);

/// Stores of bit-fields.
class BitFieldStores {
public:
  /// Several that are set one after the other may fill bytes.
  void markPart(size_t FirstRecord, RecordedCode &Recorded);
  /// Of one that is a number by itself. Those that are stored one after the
  /// other may become one number.
  void noteWhole(const clang::FieldDecl &Field, size_t FirstRecord,
                 RecordedCode &Recorded);

private:
  struct Store {
    const clang::RecordDecl *Of = nullptr;
    unsigned Block = 0;
    size_t Record = 0;
  };
  Store Last;
};

} // namespace banklint

#endif // BANKLINT_NVCC_SOURCE_INSTCOMBINE_H
