//===- Shapes.cpp - Shapes of launches, and sums --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"
#include "Profile/Comparison.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <string>

using namespace llvm;
using namespace banklint;

void banklint::addTo(int64_t &Sum, int64_t Number) {
  if (AddOverflow(Sum, Number, Sum))
    Sum = INT64_MAX;
}

void banklint::addTo(Measurement &Sum, const Measurement &M) {
  addTo(Sum.Requests, M.Requests);
  addTo(Sum.Wavefronts, M.Wavefronts);
  addTo(Sum.Ideal, M.Ideal);
}

int64_t banklint::productOf(const Extents &E) {
  int64_t Product = int64_t(E[0]) * E[1];
  if (MulOverflow(Product, int64_t(E[2]), Product))
    return INT64_MAX;
  return Product;
}

std::string banklint::shapeText(const Extents &E) {
  std::string Text = std::to_string(E[0]);
  if (E[1] != 1 || E[2] != 1)
    Text += "x" + std::to_string(E[1]);
  if (E[2] != 1)
    Text += "x" + std::to_string(E[2]);
  return Text;
}
