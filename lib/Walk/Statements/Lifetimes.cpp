//===- Lifetimes.cpp - Objects that end, and their destructors ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables end with their scope, temporaries with the full expression that
// they stand in, or with the reference that they are bound to. Who gives an
// initializer the place for an object also ends that object: so nothing ends
// twice that is made where it is to be.
//
// Destructors run in all lanes that have made the object, once: in those, too,
// that have left its scope by a jump. Machine code jumps to one copy of them.
//
//===----------------------------------------------------------------------===//

#include "Statements/Lifetimes.h"
#include "Cuda/Intrinsics.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;

static bool isDestroyed(QualType Type) {
  return Type.isDestructedType() == QualType::DK_cxx_destructor;
}

//===----------------------------------------------------------------------===//
// What lives
//===----------------------------------------------------------------------===//

void Interpreter::noteObject(LivingObjects &Among, QualType Type,
                             const Pointer *At, const Expr *Made,
                             bool IsReturned) {
  if (!isDestroyed(Type) || stopped())
    return;
  // What the library's classes free is no size.
  if (const CXXRecordDecl *Class =
          Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      IsHost && Class &&
      Context.getSourceManager().isInSystemHeader(Class->getLocation()))
    return;
  if (&Among == &Variables) {
    assert(InnerScope && "variables stand in a scope");
    InnerScope->noteVariable();
  }
  Among.push_back({Type, At, Made, Active, Top->UndecidedBranches, IsReturned});
}

void Interpreter::Scope::begin() {
  Frame &Function = *I.Top;
  if (!Function.Exits.Begin &&
      I.Facts.JumpsOut.returnsEarly(Function.Function->getBody())) {
    Recording.emplace(I.Changes);
    Function.Exits.Begin = Recording->begin();
  }
  Begin = I.Changes.here();
  Breaks = countOf(Around);
  Continues = countOf(continues());
  Returns = countOf(&Function.Exits);
  Gone = goneFromLoop();
}

void Interpreter::noteTemporary(const MaterializeTemporaryExpr *E,
                                const Pointer *At) {
  switch (E->getStorageDuration()) {
  case SD_FullExpression:
    return noteObject(Temporaries, E->getType(), At, E);
  case SD_Automatic:
    return noteObject(Variables, E->getType(), At, E);
  case SD_Thread:
  case SD_Static:
  case SD_Dynamic:
    return; // it outlives the kernel
  }
}

/// An object that nobody else has a place for.
const Pointer *Interpreter::placeOfBound(const CXXBindTemporaryExpr *E) {
  const Pointer *At = placeOfTemporary(E->getSubExpr(), E->getType());
  noteObject(Temporaries, E->getType(), At, E);
  return At;
}

llvm::SmallVector<Machine::Exit *, 4> Interpreter::Scope::exits() const {
  llvm::SmallVector<Exit *, 4> All;
  auto Add = [&](ExitScope *Left, size_t Known) {
    if (Left)
      for (Exit &E : llvm::drop_begin(Left->Exits, Known))
        All.push_back(&E);
  };
  Add(Around, Breaks);
  Add(continues(), Continues);
  Add(&I.Top->Exits, Returns);
  llvm::sort(All, [](const Exit *A, const Exit *B) {
    return A->Position.Cells < B->Position.Cells;
  });
  return All;
}

LaneMask Interpreter::Scope::lanesLeftForLoop() const {
  LaneMask Left = goneFromLoop() & ~Gone;
  auto Add = [&](const ExitScope *Of, size_t Known) {
    if (Of)
      for (const Exit &E : llvm::drop_begin(Of->Exits, Known))
        Left |= E.Lanes;
  };
  Add(Around, Breaks);
  Add(continues(), Continues);
  return Left;
}

//===----------------------------------------------------------------------===//
// Where it ends
//===----------------------------------------------------------------------===//

/// `Behind` are the lanes that go on behind it.
void Interpreter::endObject(const LivingObject &Object,
                            const Activity &Behind) {
  Active = Object.Then;
  const bool IsOfOthers =
      Active.Lanes != Behind.Lanes || Active.Confidence != Behind.Confidence;
  // Made in an arm of a condition that is not known, and it ends behind that.
  const bool IsDoubtful = Object.UndecidedBranches > Top->UndecidedBranches;
  Recorded.Code.Block += IsOfOthers;
  {
    std::optional<Journal::Mark> Begin;
    if (IsDoubtful)
      Begin.emplace(Changes);
    destroy(Object.Type, Object.At, Object.Made);
    if (IsDoubtful)
      forgetWritten(
          writtenSince(Begin->begin()),
          why(ReasonKind::SetByCondition, Object.Made->getBeginLoc()));
  }
  Recorded.Code.Block += IsOfOthers;
}

void Interpreter::endObjects(const Scope &Left) {
  if (End != WalkEnd::Complete)
    return Variables.truncate(Left.First);
  const Activity Behind = Active;
  const LaneMask ForLoop = Left.lanesLeftForLoop();
  // Objects are there what they are in any lane that comes here, and behind
  // it again what they are in those that stay.
  const llvm::SmallVector<Exit *, 4> Exits = Left.exits();
  const Journal::Position Before = Changes.here();
  if (!Exits.empty()) {
    ExitScope All;
    All.Begin = Left.Begin;
    for (const Exit *E : Exits)
      All.Exits.push_back(*E);
    Active = Variables[Left.First].Then;
    joinExits(All, ReasonKind::DiffersAtReturns,
              Variables[Left.First].Made->getBeginLoc());
  }
  const Journal::Position Joined = Changes.here();
  while (Variables.size() > Left.First && End == WalkEnd::Complete) {
    LivingObject Object = Variables.pop_back_val();
    if (Object.IsReturned) {
      const LaneMask InLoop = Object.Then.Lanes & ForLoop;
      if (!(Behind.Lanes | InLoop))
        continue;
      Object.Then = Behind;
      Object.Then.Lanes |= InLoop;
      if (InLoop & ~Behind.Lanes && !Exits.empty())
        Object.Then.Confidence = worse(Object.Then.Confidence, Certainty::Data);
    }
    endObject(Object, Behind);
  }
  Active = Behind;
  if (Exits.empty())
    return;
  const Contents Written = writtenSince(Joined);
  Changes.restoreContents(Before);
  setContents(Written);
  for (Exit *E : Exits) {
    for (const auto &[Of, V] : Written.Cells)
      E->Arm.Cells[Of] = V;
    for (const auto &[O, Rest] : Written.Remainders)
      E->Arm.Remainders.insert_or_assign(O, Rest);
  }
}

void Interpreter::FullExpression::end() {
  const Activity Behind = I.Active;
  while (I.Temporaries.size() > First && I.End == WalkEnd::Complete)
    I.endObject(I.Temporaries.pop_back_val(), Behind);
  I.Temporaries.truncate(First);
  I.Active = Behind;
}

/// A statement that is a scope of its own.
void Interpreter::runScoped(const Stmt *S) {
  const Scope Own(*this);
  run(S);
}

//===----------------------------------------------------------------------===//
// Destructors
//===----------------------------------------------------------------------===//

void Interpreter::destroyElements(const ConstantArrayType *Array,
                                  const Pointer *At, const Expr *Made) {
  const QualType Element = Array->getElementType();
  const uint64_t Size = Array->getZExtSize();
  const uint64_t Count = std::min(Size, limits::ConstructedElements);
  for (uint64_t I = Count; I-- != 0;)
    destroy(Element, stepBytes(At, int64_t(I) * Types.sizeOf(Element)), Made);
  if (Count != Size)
    Gaps.push_back({Made->getBeginLoc(),
                    P.reason(ReasonKind::RestOfArray, int64_t(Count))});
}

/// What a destructor does itself, without that of the parts.
void Interpreter::runDestructor(const CXXDestructorDecl *Destructor,
                                const Pointer *At, const Expr *Made) {
  const FunctionDecl *Defined = nullptr;
  const bool IsDefined = Destructor->hasBody(Defined);
  if (!IsDefined && (Destructor->isImplicit() || Destructor->isDefaulted()))
    return;
  const bool IsDeep = Top->Depth >= limits::CallDepth;
  if (IsDefined && !IsDeep && !isRunning(Defined))
    return (void)enter(Defined, At, {}, nullptr, Made);
  escape(Scalar(At), Made);
  Gaps.push_back({Made->getBeginLoc(),
                  !IsDefined
                      ? P.reason(ReasonKind::Statement,
                                 "a destructor whose body is not visible")
                  : IsDeep ? deepCallOf(Defined)
                           : P.reason(ReasonKind::RecursiveCall,
                                      Destructor->getNameAsString())});
}

/// The end of an object. `Made` is what made it.
void Interpreter::destroy(QualType Type, const Pointer *At, const Expr *Made,
                          bool IsWhole) {
  if (!isDestroyed(Type) || stopped())
    return;
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
    return destroyElements(Array, At, Made);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor =
      Class ? Class->getDestructor() : nullptr;
  // Members of a union are ended by what names them.
  if (!Destructor || Destructor->isDeleted())
    return;
  if (isSynchronization(*Class)) {
    // A thread that has not quit a pipeline does so now.
    if (Class->getName().starts_with("pipeline") && countsByAtomics(*Class))
      recordCount(*Class, Made);
    return;
  }
  runDestructor(Destructor, At, Made);
  const llvm::SmallVector<const FieldDecl *, 8> Fields(Class->fields());
  for (const FieldDecl *Field : llvm::reverse(Fields))
    if (!Field->isBitField() && !Class->isUnion())
      destroy(Field->getType(), memberOf(At, Field), Made);
  const llvm::SmallVector<CXXBaseSpecifier, 2> Bases(Class->bases());
  for (const CXXBaseSpecifier &Base : llvm::reverse(Bases))
    if (!Base.isVirtual())
      destroy(Base.getType(),
              stepBytes(At, Types.offsetOf(Class, Base.getType())), Made,
              /*IsWhole=*/false);
  if (!IsWhole)
    return;
  const llvm::SmallVector<CXXBaseSpecifier, 2> Virtual(Class->vbases());
  for (const CXXBaseSpecifier &Base : llvm::reverse(Virtual))
    destroy(Base.getType(),
            virtualBaseOf(At, Class, Base.getType(), Made->getBeginLoc()), Made,
            /*IsWhole=*/false);
}

/// What `new` made ends; a null pointer points to nothing.
Scalar Interpreter::evaluateDelete(const CXXDeleteExpr *E) {
  const QualType Type = E->getDestroyedType();
  const FunctionDecl *Deallocator = E->getOperatorDelete();
  const bool IsOwn =
      Deallocator && !Deallocator->isReplaceableGlobalAllocationFunction();
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor =
      Class ? Class->getDestructor() : nullptr;
  const bool IsChosen =
      Destructor && Destructor->isVirtual() && !Class->isEffectivelyFinal();
  auto Leave = [&](const char *What) {
    Gaps.push_back({E->getBeginLoc(), P.reason(ReasonKind::Statement, What)});
    passToUnsupported(E->getArgument(), unsupported(E));
  };
  if (IsOwn)
    Leave("a 'delete' with a function of the source");
  else if (IsChosen)
    Leave("a virtual destructor");
  else if (Type.isNull() || !isDestroyed(Type))
    evaluateForEffect(E->getArgument());
  else if (E->isArrayForm())
    Leave("the destructors of an array of unknown length");
  else {
    const Scalar Address = evaluate(E->getArgument());
    if (stopped() || (!Address.Address && Address.Number.isNumber(0)))
      return nobody();
    const Pointer *At = dereference(Address, E);
    const bool MayBeNull = At->Base->Kind != Object::Local;
    const Value IsThere =
        MayBeNull ? P.symbol(ReasonKind::Pointer, SymbolKind::Choice, {0, 1})
                  : Value(1);
    branch(
        decideHere(IsThere), E->getBeginLoc(), [&] { destroy(Type, At, E); },
        [] {});
  }
  return nobody();
}
