//===- AddressFollower.h - Ways of an address into code ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a name of an array outwards, expression by expression:
// AddressFollower.cpp has those that give an address on, FollowedCalls.cpp
// calls and what they give.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_ADDRESSFOLLOWER_H
#define BANKLINT_FIX_ADDRESSFOLLOWER_H

#include "Candidates/Uses.h"
#include "Cuda/Intrinsics.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace banklint {

bool isArrayOrPointer(clang::QualType Type);

/// Whether a type has the length of rows in it: that of an array, or of a
/// pointer or a reference to one.
bool namesRows(clang::QualType Type);

/// Whether a type has `auto` for all that is an array: `auto *`, but not
/// `auto (*)[32]`.
bool isDeducedWithRows(clang::QualType Written);

/// Where the body of a method names its object.
std::vector<const clang::Expr *>
thisWithin(const clang::FunctionDecl &Function);

/// Visits what is around each expression that leads into the array: `E` is the
/// part that does.
class AddressFollower : public clang::ConstStmtVisitor<AddressFollower, void,
                                                       const clang::Expr *> {
public:
  AddressFollower(const SourceMap &Map, const clang::ASTContext &Context,
                  const clang::FieldDecl *Member)
      : Map(Map), Context(Context), Member(Member) {}

  ArrayUses run(llvm::ArrayRef<const clang::VarDecl *> Arrays,
                const llvm::DenseSet<const clang::FunctionDecl *> &Functions);

  // What has the value of its operand, or is a part of it.
  void VisitCastExpr(const clang::CastExpr *Cast, const clang::Expr *E);
  void VisitParenExpr(const clang::ParenExpr *S, const clang::Expr *) {
    reach(S);
  }
  void VisitFullExpr(const clang::FullExpr *S, const clang::Expr *) {
    reach(S);
  }
  void VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *S,
                                     const clang::Expr *) {
    reach(S);
  }
  void VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *S,
                                 const clang::Expr *) {
    reach(S);
  }
  void VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *S,
                               const clang::Expr *) {
    reach(S);
  }
  void VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *S,
                               const clang::Expr *E);
  void VisitMemberExpr(const clang::MemberExpr *S, const clang::Expr *E);
  void VisitConditionalOperator(const clang::ConditionalOperator *S,
                                const clang::Expr *E);

  void VisitUnaryAddrOf(const clang::UnaryOperator *S, const clang::Expr *E);
  void VisitUnaryDeref(const clang::UnaryOperator *S, const clang::Expr *) {
    reach(S);
  }
  void VisitUnaryPreInc(const clang::UnaryOperator *S, const clang::Expr *E) {
    count(S, E);
  }
  void VisitUnaryPreDec(const clang::UnaryOperator *S, const clang::Expr *E) {
    count(S, E);
  }
  void VisitUnaryPostInc(const clang::UnaryOperator *S, const clang::Expr *E) {
    count(S, E);
  }
  void VisitUnaryPostDec(const clang::UnaryOperator *S, const clang::Expr *E) {
    count(S, E);
  }

  void VisitBinaryOperator(const clang::BinaryOperator *S,
                           const clang::Expr *E);
  void VisitCompoundAssignOperator(const clang::CompoundAssignOperator *S,
                                   const clang::Expr *E);
  void VisitBinAssign(const clang::BinaryOperator *S, const clang::Expr *E);
  void VisitBinAdd(const clang::BinaryOperator *S, const clang::Expr *E) {
    addTo(S, E);
  }
  void VisitBinSub(const clang::BinaryOperator *S, const clang::Expr *E) {
    addTo(S, E);
  }
  void VisitBinAddAssign(const clang::CompoundAssignOperator *S,
                         const clang::Expr *E) {
    advance(S, E);
  }
  void VisitBinSubAssign(const clang::CompoundAssignOperator *S,
                         const clang::Expr *E) {
    advance(S, E);
  }
  void VisitBinComma(const clang::BinaryOperator *S, const clang::Expr *E);

  void VisitCallExpr(const clang::CallExpr *Call, const clang::Expr *E);
  void VisitCXXConstructExpr(const clang::CXXConstructExpr *Call,
                             const clang::Expr *E);
  void VisitReturnStmt(const clang::ReturnStmt *Return, const clang::Expr *E);
  void VisitInitListExpr(const clang::InitListExpr *List, const clang::Expr *E);

  // What asks for the layout, or does not use the value.
  void
  VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *Trait,
                                const clang::Expr *E);
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt *,
                            const clang::Expr *E) {
    obstruct(ObstacleKind::RangeFor, E);
  }
  void VisitLambdaExpr(const clang::LambdaExpr *Lambda, const clang::Expr *E);
  void VisitRecoveryExpr(const clang::RecoveryExpr *Lost, const clang::Expr *) {
    obstruct(ObstacleKind::LostUse, Lost);
  }
  void VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *,
                            const clang::Expr *) {}
  void VisitExtVectorElementExpr(const clang::ExtVectorElementExpr *,
                                 const clang::Expr *) {}
  void VisitGCCAsmStmt(const clang::GCCAsmStmt *S, const clang::Expr *E);

  // What drops a value, or has made a condition of it.
  void VisitCompoundStmt(const clang::CompoundStmt *S, const clang::Expr *E);
  void VisitSwitchCase(const clang::SwitchCase *, const clang::Expr *) {}
  void VisitIfStmt(const clang::IfStmt *, const clang::Expr *) {}
  void VisitForStmt(const clang::ForStmt *, const clang::Expr *) {}
  void VisitWhileStmt(const clang::WhileStmt *, const clang::Expr *) {}
  void VisitDoStmt(const clang::DoStmt *, const clang::Expr *) {}

  /// All that is not listed here.
  void VisitExpr(const clang::Expr *S, const clang::Expr *) {
    obstruct(ObstacleKind::UnfollowedUse, S);
  }
  void VisitStmt(const clang::Stmt *, const clang::Expr *E) {
    if (!isElement(E)) // whose value is dropped
      obstruct(ObstacleKind::UnfollowedUse, E);
  }

private:
  bool holdsRows(const clang::Expr *E) const {
    return Member && holdsMember(E->getType(), Member);
  }
  bool isElement(const clang::Expr *E) const;
  void reachThis();
  void reach(const clang::Expr *E);
  void reachNumber(const clang::Expr *E);
  void followNumber(const clang::Expr *E, const clang::Stmt *S);
  void followOperand(const clang::BinaryOperator *S, const clang::Expr *E);
  void followNumberIntoCall(const clang::CallExpr *Call, const clang::Expr *E);
  void checkMixtures();
  void findAlignment();
  void follow(const clang::Expr *E, const SourceParent &Parent);
  void followDeclaration(const clang::Expr *E, const clang::Decl *D);
  void followIntrinsic(const clang::Expr *E, const clang::CallExpr *Call,
                       Intrinsic What);
  void followArgument(const clang::Expr *Call,
                      const clang::FunctionDecl *Callee, const clang::Expr *E);
  void followMethod(const clang::CallExpr *Call,
                    const clang::CXXMethodDecl *Method);
  void followResult(const clang::Expr *Call, const clang::FunctionDecl *Callee);
  void bindArgument(const clang::Expr *Call, const clang::FunctionDecl *Callee,
                    const clang::Expr *E, const clang::ParmVarDecl *Parameter);
  void bind(const clang::Expr *E, const clang::ValueDecl *Target,
            bool IsDeduced = false);
  void count(const clang::UnaryOperator *S, const clang::Expr *E);
  void addTo(const clang::BinaryOperator *S, const clang::Expr *E);
  void advance(const clang::CompoundAssignOperator *S, const clang::Expr *E);
  void step(const clang::Expr *Count, clang::QualType Element,
            const clang::Expr *Address, bool IsOfArray = false);
  void stepOfNumber(const clang::Expr *Count, const clang::Expr *Address);
  void obstruct(ObstacleKind Kind, clang::SourceRange Where,
                const clang::NamedDecl *Named = nullptr) {
    Uses.Obstacles.push_back({Kind, Where, Named});
  }
  void obstruct(ObstacleKind Kind, const clang::Stmt *At,
                const clang::NamedDecl *Named = nullptr) {
    obstruct(Kind, At->getSourceRange(), Named);
  }

  bool isOursOrNull(const clang::Expr *E) const;

  const SourceMap &Map;
  const clang::ASTContext &Context;
  const clang::FieldDecl *Member; ///< the rows; null where they are the array's
  ArrayUses Uses;
  llvm::SmallVector<const clang::Expr *, 32> Work;
  /// Those whose value is an address as a number.
  llvm::DenseSet<const clang::Expr *> Numbers;
  /// What chooses among addresses, each of which has to lead into the array.
  llvm::SetVector<const clang::ConditionalOperator *> Choices;
  llvm::SetVector<const clang::FunctionDecl *> Returning;
  llvm::SetVector<const clang::BinaryOperator *> Differences;
};

} // namespace banklint

#endif // BANKLINT_FIX_ADDRESSFOLLOWER_H
