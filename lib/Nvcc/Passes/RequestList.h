//===- RequestList.h - The requests that come of the items ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REQUESTLIST_H
#define BANKLINT_REQUESTLIST_H

#include "WideAccess.h"

namespace banklint {

/// Lists the requests of what became of the items.
class RequestList {
public:
  explicit RequestList(const MergeItems &Items) : Items(Items) {}

  void add(const WideAccess &Access);
  void addUnmerged();
  /// In program order.
  std::vector<MachineRequest> take();

private:
  /// The limit that makes an item inexact.
  Reason limitOf(uint32_t Which) const {
    const Reason &OfRecord = Items.recordOf(Which).Limit;
    return OfRecord ? OfRecord : Items[Which].Limit;
  }
  MachineRequest alone(uint32_t Which) const;
  llvm::SmallVector<uint32_t, 8> partsOf(const WideAccess &Access) const;
  void addLeftOver(llvm::ArrayRef<uint32_t> Members);

  const MergeItems &Items;
  std::vector<std::pair<uint32_t, MachineRequest>> Listed; ///< by item
};

} // namespace banklint

#endif // BANKLINT_REQUESTLIST_H
