//===- Obstacle.h - What keeps an array from another layout -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_OBSTACLE_H
#define BANKLINT_FINDING_OBSTACLE_H

#include <string>

namespace banklint {

enum class ObstacleKind {
#define OBSTACLE(Kind, Text) Kind,
#include "Finding/Obstacles.def"
#undef OBSTACLE
};

/// The number of kinds; they count from 0.
inline constexpr unsigned ObstacleKinds = [] {
  unsigned Kinds = 0;
#define OBSTACLE(Kind, Text) ++Kinds;
#include "Finding/Obstacles.def"
#undef OBSTACLE
  return Kinds;
}();

/// Why there is no fix for an array.
struct Obstacle {
  ObstacleKind Kind = ObstacleKind();
  /// Of the variable, function or file that the text names; empty where it
  /// names none.
  std::string Name;
};

/// The word that the JSON report uses: "Sizeof".
const char *obstacleName(ObstacleKind Kind);

/// Whether the text of this kind has a name in it.
bool hasName(ObstacleKind Kind);

/// "'sizeof' asks for its size".
std::string obstacleText(const Obstacle &O);

} // namespace banklint

#endif // BANKLINT_FINDING_OBSTACLE_H
