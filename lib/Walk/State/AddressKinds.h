//===- AddressKinds.h - Which addresses are recorded ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_STATE_ADDRESSKINDS_H
#define BANKLINT_WALK_STATE_ADDRESSKINDS_H

#include "Walk/Memory.h"

namespace banklint {

/// What is recorded as the bytes per lane of an access whose size is unknown.
constexpr unsigned UnknownSizeBytes = 4;

inline bool isShared(const Pointer &At) {
  return At.Base->Kind == Object::Shared;
}
inline bool isLocal(const Pointer &At) {
  return At.Base->Kind == Object::Local;
}
/// An access there is recorded: also one to an unknown address, which is
/// reported with its reason.
inline bool mayBeShared(const Pointer &At) {
  return isShared(At) || At.Base->Kind == Object::Lost;
}

inline bool isShared(const Scalar &V) {
  return V.Address && isShared(*V.Address);
}
inline bool isLocal(const Scalar &V) {
  return V.Address && isLocal(*V.Address);
}
inline bool mayBeShared(const Scalar &V) {
  return V.Address && mayBeShared(*V.Address);
}

} // namespace banklint

#endif // BANKLINT_WALK_STATE_ADDRESSKINDS_H
