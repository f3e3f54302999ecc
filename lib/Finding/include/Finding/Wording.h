//===- Wording.h - From fields to what users read ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step before a report is written. No decision depends on these texts,
// but for clangd, which hands on nothing else of a fix: `isUnsafeText`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_WORDING_H
#define BANKLINT_FINDING_WORDING_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>
#include <vector>

namespace banklint {

/// "32x32", "256", "8x8x4": a block without its trailing ones.
std::string blockName(const std::array<unsigned, 3> &Block);

/// A number of wavefronts with at most three decimals: "32", "3.917".
std::string wavefrontText(double Wavefronts);

/// "'s' or 't'", "shared memory" where there are no names.
std::string arrayText(const std::vector<std::string> &Arrays);

/// "ns::k<float>": the name of a kernel without its parameters.
std::string withoutParameters(llvm::StringRef Kernel);

/// What an access is made to, as the source names it: "'s'", "'Qi' (in
/// 'sram')".
std::string accessedText(const Access &A);

/// "conflicts for some values, as with n = 32"; "" of no reason.
std::string reasonText(const AccessReason &Why);

/// "conflict", "conflict-free", ...: the verdict on an access.
std::string verdictText(const Access &A);

/// "adjacent lanes are 32 words apart, so they all fall in one bank".
std::string conflictText(const LaneConflict &Meeting);

/// "in kernel 'transpose' with blocks of 32x32, launched here".
std::string noteText(const Note &N);

/// The message of one of a finding's other accesses, and the expression that
/// tells it from the rest.
std::string otherText(const Finding &Other);

/// "pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict";
/// of an unsafe fix with " (unsafe: REASONS)" behind it.
std::string fixText(const Fix &X);

/// Whether `Text` is what `fixText` says of an unsafe fix.
bool isUnsafeText(llvm::StringRef Text);

/// What a compiler says, as reports repeat it: its first line, at most 200
/// bytes. The text of `#error` and `static_assert` is the source's own.
std::string messageText(llvm::StringRef Message);

/// What was not analysed: "kernel 'scan'", "code outside kernels".
std::string gapSubject(const NotAnalysed &Gap);

/// Why not: "it exceeds the step budget".
std::string gapReason(const NotAnalysed &Gap);

/// What to do about a header that is missing: "found at Common/a.h: add '-- -I
/// Common'". `HasCommand` is that of the gap.
std::string headerAdvice(llvm::ArrayRef<FoundHeader> FoundAt, bool HasCommand);

/// What finds headers in all of these folders: "'-- -I Common -I src'".
std::string foldersText(llvm::ArrayRef<FoundHeader> Folders, bool HasCommand);

/// "kernel 'scan' not analysed: REASON"; the reason alone where there is no
/// line, since it is a sentence then.
std::string gapSentence(const NotAnalysed &Gap);

} // namespace banklint

#endif // BANKLINT_FINDING_WORDING_H
