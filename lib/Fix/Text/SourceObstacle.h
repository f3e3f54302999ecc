//===- SourceObstacle.h - Obstacles and their places ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_SOURCEOBSTACLE_H
#define BANKLINT_FIX_SOURCEOBSTACLE_H

#include "Finding/Obstacle.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// A place in the source that keeps an array from another layout.
struct SourceObstacle {
  ObstacleKind Kind;
  /// Invalid where the obstacle has no place but the array's declaration.
  clang::SourceRange Where;
  /// What the text names; null where it names nothing that is declared.
  const clang::NamedDecl *Named = nullptr;
  /// What it names beside declarations; else empty.
  llvm::StringRef Word = {};

  Obstacle what() const {
    return {Kind, Named ? Named->getNameAsString() : Word.str()};
  }
  /// The layout could change, but the text that says so is not edited.
  bool concernsOnlyText() const;
};

/// The failure of an edit. It has no place where only the declaration is one.
class ObstacleError : public llvm::ErrorInfo<ObstacleError> {
public:
  explicit ObstacleError(const SourceObstacle &What) : What(What) {}

  const SourceObstacle &what() const { return What; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  static char ID;

private:
  SourceObstacle What;
};

llvm::Error obstacle(const SourceObstacle &What);
llvm::Error obstacle(ObstacleKind Kind, clang::SourceRange Where = {});

/// The obstacle of a failure, which has to be an `ObstacleError`.
SourceObstacle takeObstacle(llvm::Error E);

} // namespace banklint

#endif // BANKLINT_FIX_SOURCEOBSTACLE_H
