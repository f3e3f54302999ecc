//===- Fingerprint.h - Findings that are known again ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_FINGERPRINT_H
#define BANKLINT_FINDING_FINGERPRINT_H

#include "Finding/Finding.h"

namespace banklint {

/// Gives every access and every finding its fingerprint: 16 hexadecimal digits,
/// a hash of
///
/// - the rule (of a finding only),
/// - the function in which the access stands, the array and the operation,
/// - the text of the access without white space,
/// - and which one of the same it is in its file, from above.
///
/// It stays where lines are moved and files renamed, and is no other on another
/// machine. Findings that are silenced count.
void computeFingerprints(Report &R);

} // namespace banklint

#endif // BANKLINT_FINDING_FINGERPRINT_H
