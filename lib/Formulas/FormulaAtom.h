//===- FormulaAtom.h - What formulas are made of ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FORMULAS_FORMULAATOM_H
#define BANKLINT_FORMULAS_FORMULAATOM_H

#include "Formulas/Formula.h"

namespace banklint {

/// An unknown, or a function of other formulas.
struct Formula::Atom {
  Kind What = Kind::Unknown;
  std::string Name; ///< of an unknown, and of the counter of a sum
  Range Bounds;     ///< of an unknown
  std::vector<Formula> Of;
};

} // namespace banklint

#endif // BANKLINT_FORMULAS_FORMULAATOM_H
