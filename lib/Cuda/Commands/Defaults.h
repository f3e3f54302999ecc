//===- Defaults.h - What else a macro with a default may be -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build may give another value to what the text defines if nobody else does:
//
//   #ifndef REAL                 #ifndef POLICY
//   #define REAL float           #define POLICY slow
//   #endif                       #endif
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_DEFAULTS_H
#define BANKLINT_CUDA_DEFAULTS_H

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class MacroInfo;
class Preprocessor;
} // namespace clang

namespace banklint {

/// What a build may define a macro as.
struct OtherValue {
  std::string Text;

  /// One of a kind, such as the next number; otherwise, a name that the source
  /// gives a meaning.
  bool IsOfAnyValue = false;

  bool operator==(const OtherValue &Other) const {
    return Text == Other.Text && IsOfAnyValue == Other.IsOfAnyValue;
  }
};

/// Values of the same kind as that of `Default`, none of which need compile:
///
///   (8 * 4)      ((8 * 4) + 1)
///   Tile<4>      Tile<5>
///   float        double
///   slow         the other namespaces beside 'slow'; the other classes beside
///                it; functions with as many parameters
///
/// Nothing for a macro with parameters, for strings, floating-point numbers and
/// keywords that name no type: `__forceinline__`, `__restrict__`.
std::vector<OtherValue> otherValuesOf(const clang::MacroInfo &Default,
                                      const clang::Preprocessor &Macros,
                                      const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_CUDA_DEFAULTS_H
