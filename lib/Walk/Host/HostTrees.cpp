//===- HostTrees.cpp - The trees that maps consist of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libstdc++ has `std::map` and `std::set` in its headers, but for what goes
// from node to node, which is compiled. Here it is carried out on the nodes
// that host code made. Nothing is balanced: that changes no order.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace banklint;
using namespace clang;

/// From one node to the next; deeper trees are not followed.
static constexpr unsigned MostTreeSteps = 1000;

namespace {

/// A node's links, by their names in `_Rb_tree_node_base`.
struct Links {
  const FieldDecl *Parent = nullptr, *Left = nullptr, *Right = nullptr;
  const FieldDecl *Color = nullptr; ///< only the header is red here
};

} // namespace

static std::optional<Links> linksOf(QualType NodePointer) {
  const RecordDecl *Node =
      NodePointer->isPointerType()
          ? NodePointer->getPointeeType()->getAsRecordDecl()
      : NodePointer->isReferenceType()
          ? NodePointer->getPointeeType()->getAsRecordDecl()
          : nullptr;
  if (!Node || Node->getName() != "_Rb_tree_node_base" ||
      !Node->getDefinition())
    return std::nullopt;
  Links Result;
  for (const FieldDecl *Field : Node->getDefinition()->fields())
    if (Field->getName() == "_M_parent")
      Result.Parent = Field;
    else if (Field->getName() == "_M_left")
      Result.Left = Field;
    else if (Field->getName() == "_M_right")
      Result.Right = Field;
    else if (Field->getName() == "_M_color")
      Result.Color = Field;
  if (!Result.Parent || !Result.Left || !Result.Right || !Result.Color)
    return std::nullopt;
  return Result;
}

/// Goes through the nodes of a tree. A link that is not known ends it.
class Interpreter::TreeCursor {
public:
  TreeCursor(Interpreter &I, const Links &L) : I(I), L(L) {}

  const Pointer *next(const Pointer *Node, bool IsForward);
  bool insert(bool IsLeft, const Pointer *New, const Pointer *Parent,
              const Pointer *Header);

private:
  /// Null where it is a null pointer. `IsKnown` ends where it is neither.
  const Pointer *follow(const Pointer *Node, const FieldDecl *Link);
  void set(const Pointer *Node, const FieldDecl *Link, const Scalar &To) {
    I.storeLocal(I.memberOf(Node, Link), Link->getType(), To);
  }
  static bool areSame(const Pointer *A, const Pointer *B) {
    return A && B && areSamePlace(*A, *B);
  }
  bool isHeader(const Pointer *Node);
  static bool isNode(const Pointer *At) {
    return At && At->Base->Kind == Object::Local && At->WithinBytes.isNumber();
  }

  Interpreter &I;
  const Links L;
  bool IsKnown = true;
};

const Pointer *Interpreter::TreeCursor::follow(const Pointer *Node,
                                               const FieldDecl *Link) {
  if (!IsKnown || !isNode(Node)) {
    IsKnown = false;
    return nullptr;
  }
  const Scalar To = I.loadLocal(I.memberOf(Node, Link), Link->getType(), {});
  if (!To.Address && To.Number.isNumber(0))
    return nullptr;
  IsKnown = isNode(To.Address);
  return IsKnown ? To.Address : nullptr;
}

bool Interpreter::TreeCursor::isHeader(const Pointer *Node) {
  if (!isNode(Node))
    return false;
  const Scalar Color =
      I.loadLocal(I.memberOf(Node, L.Color), L.Color->getType(), {});
  IsKnown &= Color.Number.isNumber();
  return Color.Number.isNumber(0);
}

const Pointer *Interpreter::TreeCursor::next(const Pointer *Node,
                                             bool IsForward) {
  // Behind the last one is the header, which knows it.
  if (!IsForward && isHeader(Node))
    return follow(Node, L.Right);
  const FieldDecl *Ahead = IsForward ? L.Right : L.Left;
  const FieldDecl *Back = IsForward ? L.Left : L.Right;
  unsigned Steps = 0;
  auto MayGoOn = [&] { return IsKnown && ++Steps < MostTreeSteps; };
  if (const Pointer *Inner = follow(Node, Ahead)) {
    const Pointer *Last = Inner;
    while (MayGoOn() && Inner) {
      Last = Inner;
      Inner = follow(Inner, Back);
    }
    return MayGoOn() ? Last : nullptr;
  }
  const Pointer *Above = follow(Node, L.Parent);
  while (MayGoOn() && Above && areSame(Node, follow(Above, Ahead))) {
    Node = Above;
    Above = follow(Above, L.Parent);
  }
  // The header is its root's parent, and the root's is the header.
  const Pointer *Result = areSame(follow(Node, Ahead), Above) ? Node : Above;
  return MayGoOn() ? Result : nullptr;
}

bool Interpreter::TreeCursor::insert(bool IsLeft, const Pointer *New,
                                     const Pointer *Parent,
                                     const Pointer *Header) {
  if (!isNode(New) || !isNode(Parent) || !isNode(Header))
    return false;
  const Pointer *First = follow(Header, L.Left);
  const Pointer *Last = follow(Header, L.Right);
  if (!IsKnown)
    return false;
  set(New, L.Parent, Scalar(Parent));
  set(New, L.Left, Value(0));
  set(New, L.Right, Value(0));
  set(New, L.Color, Value(1)); // black
  if (IsLeft) {
    set(Parent, L.Left, Scalar(New)); // of the header: the first
    if (areSame(Parent, Header)) {
      set(Header, L.Parent, Scalar(New));
      set(Header, L.Right, Scalar(New));
    } else if (areSame(Parent, First)) {
      set(Header, L.Left, Scalar(New));
    }
  } else {
    set(Parent, L.Right, Scalar(New));
    if (areSame(Parent, Last))
      set(Header, L.Right, Scalar(New));
  }
  return true;
}

std::optional<Scalar> Interpreter::callTree(const CallExpr *E,
                                            const FunctionDecl &Callee) {
  if (!Callee.getIdentifier() || !Callee.getName().starts_with("_Rb_tree_"))
    return std::nullopt;
  const bool IsForward = Callee.getName() == "_Rb_tree_increment";
  if ((IsForward || Callee.getName() == "_Rb_tree_decrement") &&
      E->getNumArgs() == 1) {
    const auto Of = linksOf(Callee.getParamDecl(0)->getType());
    const Pointer *Next =
        Of ? TreeCursor(*this, *Of)
                 .next(evaluate(E->getArg(0)).Address, IsForward)
           : nullptr;
    return Next ? std::optional(Scalar(Next)) : std::nullopt;
  }
  constexpr unsigned InsertArguments = 4;
  if (Callee.getName() != "_Rb_tree_insert_and_rebalance" ||
      E->getNumArgs() != InsertArguments)
    return std::nullopt;
  const auto Of = linksOf(Callee.getParamDecl(1)->getType());
  const Value IsLeft = evaluateTruth(E->getArg(0));
  if (!Of || !IsLeft.isNumber())
    return std::nullopt;
  if (!TreeCursor(*this, *Of)
           .insert(IsLeft.constant().same() != 0,
                   evaluate(E->getArg(1)).Address,
                   evaluate(E->getArg(2)).Address, place(E->getArg(3))))
    return std::nullopt;
  return nobody();
}
