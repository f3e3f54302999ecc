//===- SourceObstacle.cpp - Obstacles and their places --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/SourceObstacle.h"

using namespace banklint;

bool SourceObstacle::concernsOnlyText() const {
  switch (Kind) {
  case ObstacleKind::ExtentElsewhere:
  case ObstacleKind::ExtentsElsewhere:
  case ObstacleKind::SizeOfLaunch:
  case ObstacleKind::UnnamedSizeOfLaunch:
  case ObstacleKind::OddSizeOfLaunch:
  case ObstacleKind::SharedSizeOfLaunch:
  case ObstacleKind::NamedKernel:
  case ObstacleKind::HiddenLaunch:
    return true;
  default:
    return false;
  }
}

char ObstacleError::ID = 0;

void ObstacleError::log(llvm::raw_ostream &OS) const {
  OS << obstacleText(What.what());
}

std::error_code ObstacleError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error banklint::obstacle(const SourceObstacle &What) {
  return llvm::make_error<ObstacleError>(What);
}

llvm::Error banklint::obstacle(ObstacleKind Kind, clang::SourceRange Where) {
  return obstacle(SourceObstacle{Kind, Where});
}

SourceObstacle banklint::takeObstacle(llvm::Error E) {
  std::optional<SourceObstacle> What;
  llvm::handleAllErrors(std::move(E),
                        [&](const ObstacleError &O) { What = O.what(); });
  assert(What && "an edit that succeeded is no obstacle");
  return *What;
}
