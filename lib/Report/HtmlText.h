//===- HtmlText.h - Text as HTML can hold it --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_HTMLTEXT_H
#define BANKLINT_REPORT_HTMLTEXT_H

#include "Finding/Finding.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace banklint {

/// The text for an element or a quoted attribute: escaped, without control
/// characters but tabs and ends of lines; what is no UTF-8 in it becomes
/// U+FFFD. Example: "a<b & 'c'" is "a&lt;b &amp; &apos;c&apos;".
std::string htmlText(llvm::StringRef Text);

/// A number with thousands apart, and at most three decimals: "1,234.5".
std::string htmlNumber(double Number);

/// The same of an integer, to the last digit.
std::string htmlInteger(int64_t Number);

/// The class of a verdict in the style sheet, and the name of its icon: one
/// letter.
char verdictClass(Verdict V);

/// The icon of a verdict, which its colour only repeats; hidden from screen
/// readers, for which a word stands beside it.
std::string verdictIcon(Verdict V);

/// "1 lane", "32 lanes".
std::string countedText(size_t Count, llvm::StringRef One);

} // namespace banklint

#endif // BANKLINT_REPORT_HTMLTEXT_H
