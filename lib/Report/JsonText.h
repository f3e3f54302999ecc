//===- JsonText.h - Text as JSON can hold it --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_JSONTEXT_H
#define BANKLINT_REPORT_JSONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// The text; what is no UTF-8 in it becomes U+FFFD.
inline llvm::json::Value jsonText(llvm::StringRef Text) {
  if (llvm::json::isUTF8(Text))
    return Text.str(); // a StringRef would not be copied
  return llvm::json::fixUTF8(Text);
}

} // namespace banklint

#endif // BANKLINT_REPORT_JSONTEXT_H
