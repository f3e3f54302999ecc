//===- Obstacle.cpp - What keeps an array from another layout -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Obstacle.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

using namespace banklint;
using llvm::StringRef;

static constexpr StringRef Placeholder = "%0";

static StringRef templateOf(ObstacleKind Kind) {
  static constexpr StringRef Texts[] = {
#define OBSTACLE(Kind, Text) Text,
#include "Finding/Obstacles.def"
#undef OBSTACLE
  };
  return Texts[unsigned(Kind)];
}

const char *banklint::obstacleName(ObstacleKind Kind) {
  static constexpr const char *Names[] = {
#define OBSTACLE(Kind, Text) #Kind,
#include "Finding/Obstacles.def"
#undef OBSTACLE
  };
  return Names[unsigned(Kind)];
}

bool banklint::hasName(ObstacleKind Kind) {
  return templateOf(Kind).contains(Placeholder);
}

std::string banklint::obstacleText(const Obstacle &O) {
  assert((hasName(O.Kind) || O.Name.empty()) &&
         "an obstacle holds a name that its text has not");
  auto [Before, Behind] = templateOf(O.Kind).split(Placeholder);
  return (llvm::Twine(Before) + O.Name + Behind).str();
}
