//===- Site.h - Places of the source that a trace names ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace refers to its source by numbers, so that it can be kept, printed and
// worked on without Clang: accesses, the calls that lead to them, conditions
// and loops are all sites.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_SITE_H
#define BANKLINT_TRACE_SITE_H

#include "Source/Place.h"
#include <cassert>
#include <cstdint>
#include <deque>
#include <utility>

namespace banklint {

/// The number of a site in its `SiteTable`.
using SiteId = uint32_t;

/// No site: what is not shown anywhere else, or stands in no loop.
inline constexpr SiteId NoSite = 0;

/// A place of the source that a trace names.
struct Site {
  SourceSpan Span;
  /// In which it stands, without parameters: "ns::load".
  std::string Function;
  std::string Text; ///< as the source spells it, without white space
  /// The library's function that is called here and makes the access,
  /// "cute::copy", and where in the library it does. Empty for what the source
  /// does itself.
  std::string Library = {};
  SourcePoint Inside = {};
};

/// The sites of one source, numbered from 1 in the order in which they were
/// met.
class SiteTable {
public:
  SiteId add(Site New) {
    Sites.push_back(std::move(New));
    return SiteId(Sites.size());
  }
  size_t size() const { return Sites.size(); }
  const Site &operator[](SiteId Id) const {
    assert(Id != NoSite && Id <= Sites.size() && "not a site of this table");
    return Sites[Id - 1];
  }
  Site &operator[](SiteId Id) {
    return const_cast<Site &>(std::as_const(*this)[Id]);
  }

private:
  std::deque<Site> Sites;
};

} // namespace banklint

#endif // BANKLINT_TRACE_SITE_H
