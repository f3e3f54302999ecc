//===- Recurrences.h - How numbers move in loops ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is gone through once, in the order in which it runs. Each number
// and each address becomes a sum of multiples of symbols, which nothing is
// known of but where they come from: `t * 4 + 3`. What a loop changes is a
// symbol at the beginning of each iteration, and what it is at the end of one
// tells the step. It does not matter how a loop is written.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SYNTAX_RECURRENCES_H
#define BANKLINT_SYNTAX_RECURRENCES_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>
#include <vector>

namespace banklint {

/// A number as a sum of multiples of symbols and a constant, modulo 2^64; an
/// address in elements of what it points to.
struct SymbolicSum {
  struct Term {
    unsigned Symbol; ///< its number
    int64_t Factor;  ///< not 0

    bool operator==(const Term &T) const {
      return Symbol == T.Symbol && Factor == T.Factor;
    }
  };

  SymbolicSum() = default;
  explicit SymbolicSum(int64_t Constant) : Constant(Constant) {}

  int64_t Constant = 0;
  llvm::SmallVector<Term, 2> Terms; ///< by symbol
  /// A conversion may have made another number of it.
  bool IsDoubtful = false;

  bool isNumber() const { return Terms.empty(); }
  /// The symbol that it is; none where it is more than one.
  std::optional<unsigned> symbol() const;
  void add(const SymbolicSum &Other, int64_t Factor = 1);
  bool operator==(const SymbolicSum &Other) const {
    return Constant == Other.Constant && Terms == Other.Terms;
  }
};

struct Symbol {
  enum Kind {
    Other,     ///< from memory, or not followed
    Parameter, ///< a parameter, as the function is called
    Array,     ///< the beginning of a variable
    Head,      ///< a variable at the beginning of an iteration
    Operation, ///< of operands, by `Operator`
    Hidden,    ///< a variable that not its name alone changes
    SignExtended,
    ZeroExtended,
  };
  Kind What = Other;
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *Of = nullptr; ///< may be null
  clang::BinaryOperatorKind Operator = clang::BO_Comma;
  clang::QualType Type; ///< of the operands
  llvm::SmallVector<SymbolicSum, 2> Operands;
};

/// A condition that ends a loop, or does not.
struct LoopExit {
  /// The loop goes on while this holds.
  clang::BinaryOperatorKind GoesOn = clang::BO_NE;
  SymbolicSum Left, Right;
  clang::QualType Type;  ///< that is compared
  bool IsAtHead = false; ///< nothing of an iteration comes before it
};

struct SymbolicLoop {
  struct Variable {
    unsigned Head; ///< its symbol
    SymbolicSum Start;
    /// What it is at the end of an iteration; none where no iteration ends.
    std::optional<SymbolicSum> End;
  };
  llvm::SmallVector<Variable, 4> Variables; ///< that it changes
  llvm::SmallVector<LoopExit, 2> Exits;     ///< that each iteration comes to
  /// It ends elsewhere, too: by a jump that not every iteration comes to.
  bool HasOtherExit = false;

  const Variable *variableOf(unsigned Head) const;
};

/// What functions compute, each followed once.
class Recurrences {
public:
  explicit Recurrences(const clang::ASTContext &Context) : Context(Context) {}

  /// Follows the body of a function, unless that has been done.
  void follow(const clang::FunctionDecl &Function);

  /// Null for a loop that was not met.
  const SymbolicLoop *loop(const clang::Stmt &S) const {
    const auto Found = Loops.find(&S);
    return Found == Loops.end() ? nullptr : Found->second.get();
  }
  /// What is passed to a function; null where it was not met.
  const SymbolicSum *argument(const clang::Expr &E) const {
    const auto Found = Arguments.find(&E);
    return Found == Arguments.end() ? nullptr : &Found->second;
  }
  const Symbol &symbol(unsigned Number) const { return Symbols[Number]; }

private:
  friend class RecurrenceWalk;

  const clang::ASTContext &Context;
  std::vector<Symbol> Symbols;
  llvm::StringMap<unsigned> Interned;
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<SymbolicLoop>> Loops;
  llvm::DenseMap<const clang::Expr *, SymbolicSum> Arguments;
  llvm::DenseSet<const clang::FunctionDecl *> Followed;
};

} // namespace banklint

#endif // BANKLINT_SYNTAX_RECURRENCES_H
