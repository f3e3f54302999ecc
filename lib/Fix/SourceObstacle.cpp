//===- SourceObstacle.cpp - Obstacles and their places --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceObstacle.h"

using namespace banklint;

bool SourceObstacle::concernsOnlyText() const {
  switch (Kind) {
  case ObstacleKind::ExtentElsewhere:
  case ObstacleKind::ExtentsElsewhere:
  case ObstacleKind::SizeOfLaunch:
  case ObstacleKind::UnnamedSizeOfLaunch:
    return true;
  default:
    return false;
  }
}

char ObstacleError::ID = 0;

void ObstacleError::log(llvm::raw_ostream &OS) const {
  OS << obstacleText({Kind, ""});
}

std::error_code ObstacleError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error banklint::obstacle(ObstacleKind Kind) {
  assert(!hasName(Kind) && "the failure of an edit names nothing");
  return llvm::make_error<ObstacleError>(Kind);
}

ObstacleKind banklint::takeObstacle(llvm::Error E) {
  std::optional<ObstacleKind> Kind;
  llvm::handleAllErrors(std::move(E),
                        [&](const ObstacleError &O) { Kind = O.kind(); });
  assert(Kind && "an edit that succeeded is no obstacle");
  return *Kind;
}
