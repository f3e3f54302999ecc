//===- Causes.h - What a line alone does not explain ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_CAUSES_H
#define BANKLINT_PROFILE_CAUSES_H

#include "Matching.h"
#include "Work.h"
#include <vector>

namespace banklint {

/// Of lines that differ, explains what several of them do together, and what
/// stands in headers: `Rest` are those that no prediction is for. `Files` are
/// those of the report, by their names in the profile.
void settleTogether(std::vector<Work> &Lines, std::vector<Work> &Rest,
                    const FileMap &Files);

/// Of a line that is still open, says what can be said by itself.
void concludeOpen(Work &W, const PlacedLaunch &Placed);

} // namespace banklint

#endif // BANKLINT_PROFILE_CAUSES_H
