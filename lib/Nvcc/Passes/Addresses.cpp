//===- Addresses.cpp - What addresses have in common ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Passes/Addresses.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using llvm::ArrayRef;

bool ByteTerm::operator==(const ByteTerm &Other) const {
  if (What != Other.What)
    return false;
  if (Factor.isSame() && Other.Factor.isSame())
    return Factor.same() * Scale == Other.Factor.same() * Other.Scale;
  return Scale == Other.Scale && Factor == Other.Factor;
}

/// Calls `Visit` for each part of a place, with the bytes that a unit of it is.
template <typename Function>
static void forEachPart(const SharedAddress &Where, Function Visit) {
  Visit(Where.WithinBytes, 1);
  for (auto [Index, Stride] : llvm::zip(Where.Index, Where.Array->StrideBytes))
    Visit(Index, Stride);
}

/// Whether two shapes differ in nothing but the factors of their unknowns.
static bool areAlike(const AddressShape &A, const AddressShape &B) {
  return A.FromFirst == B.FromFirst &&
         llvm::equal(A.Terms, B.Terms,
                     [](const ByteTerm &X, const ByteTerm &Y) {
                       return X.What == Y.What;
                     });
}

/// The same for shapes that are alike.
static uint64_t hashOf(const AddressShape &Shape) {
  llvm::hash_code Hash = llvm::hash_combine_range(Shape.FromFirst);
  for (const ByteTerm &T : Shape.Terms)
    Hash = llvm::hash_combine(Hash, T.What);
  return Hash;
}

/// From the least to the greatest of the active lanes. Lanes that do not run
/// have the 0 of the first that does.
static std::optional<int64_t> spreadOf(const AddressShape &Shape) {
  bool IsShared = llvm::all_of(Shape.Terms, [](const ByteTerm &T) {
    return T.What->IsUniform && T.Factor.isSame();
  });
  if (!IsShared)
    return std::nullopt;
  auto [Least, Most] =
      std::minmax_element(Shape.FromFirst.begin(), Shape.FromFirst.end());
  return *Most - *Least;
}

uint32_t AddressShapes::number(AddressShape Shape) {
  assert(llvm::is_sorted(Shape.Terms,
                         [](const ByteTerm &X, const ByteTerm &Y) {
                           return X.What->Id < Y.What->Id;
                         }) &&
         "terms are in the order of their unknowns");
  auto New = uint32_t(Shapes.size());
  Shape.FirstAlike = New;
  auto &Candidates = ByHash[hashOf(Shape)];
  for (uint32_t Number : Candidates) {
    if (Shapes[Number] == Shape)
      return Number;
    if (areAlike(Shapes[Number], Shape))
      Shape.FirstAlike = Shapes[Number].FirstAlike;
  }
  Shape.SpreadBytes = spreadOf(Shape);
  Candidates.push_back(New);
  Shapes.push_back(std::move(Shape));
  return New;
}

static void addTerm(ByteTerms &To, const Term &T, int64_t Scale) {
  auto *Same = llvm::find_if(To, [&](const ByteTerm &Other) {
    return Other.What == T.What && Other.Factor.isSame() && T.Factor.isSame();
  });
  if (Same == To.end())
    To.push_back({T.What, T.Factor, Scale});
  else
    *Same = {T.What,
             Same->Factor.same() * Same->Scale + T.Factor.same() * Scale, 1};
}

static void sortByVariable(ByteTerms &Terms) {
  llvm::sort(Terms, [](const ByteTerm &X, const ByteTerm &Y) {
    return X.What->Id < Y.What->Id;
  });
}

/// By what an operation divides; nothing if it is no such one.
static std::optional<int64_t> divisorOf(const Variable &V, bool IsRest) {
  if (V.Kind != Variable::Unresolved || !V.Right.isNumber())
    return std::nullopt;
  const int64_t Number = V.Right.constant().same();
  if (Number <= 0 || Number == INT64_MAX)
    return std::nullopt;
  const bool IsUnsigned = !V.Type.IsSigned;
  if (V.Op == Operation::Rem && IsRest && IsUnsigned)
    return Number;
  if (V.Op == Operation::And && IsRest)
    return Number + 1;
  if (V.Op == Operation::Div && !IsRest && IsUnsigned)
    return Number;
  if (V.Op == Operation::Shr && !IsRest && Number < 62)
    return int64_t(1) << Number;
  return std::nullopt;
}

/// X / N * N + X % N is X for the compiler too, where it is one number. As row
/// and column of an array, X / N and X % N stay apart.
static void rejoin(ByteTerms &Terms) {
  auto FindRest = [&](const ByteTerm &Quotient, int64_t Divisor) {
    return llvm::find_if(Terms, [&](const ByteTerm &Rest) {
      return divisorOf(*Rest.What, true) == Divisor &&
             Rest.What->Left == Quotient.What->Left && Rest.Factor.isSame() &&
             Quotient.Factor.same() % Divisor == 0 &&
             Quotient.Factor.same() / Divisor == Rest.Factor.same();
    });
  };
  for (size_t I = 0; I != Terms.size();) {
    const std::optional<int64_t> Divisor = divisorOf(*Terms[I].What, false);
    auto *Rest = Divisor && Terms[I].Factor.isSame()
                     ? FindRest(Terms[I], *Divisor)
                     : Terms.end();
    if (Rest == Terms.end()) {
      ++I;
      continue;
    }
    const size_t Other = Rest - Terms.begin();
    Terms.erase(Terms.begin() + std::max(I, Other));
    Terms.erase(Terms.begin() + std::min(I, Other));
    I = std::min(I, Other);
  }
}

/// A number with the bits of what a term can be in any lane.
static int64_t bitsOf(const Term &T, const UnrollBlock &Unroll) {
  int64_t Bits = 0;
  for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : LaneCount); ++Lane)
    Bits |= T.Factor[Lane];
  int64_t Degree = T.What == Unroll.Counter ? Unroll.Degree : 1;
  return Bits * T.What->MultipleOf * Degree;
}

/// Of the parts that differ from lane to lane.
ShapedPlace AddressShapes::shapeOf(const SharedAddress &Where, LaneMask Active,
                                   const UnrollBlock &Unroll) {
  AddressShape Shape;
  ByteTerms OfLaunch;
  ShapedPlace Place;
  Lanes Known = {};
  forEachPart(Where, [&](const Value &Part, int64_t Bytes) {
    const LaneNumbers &Constant = Part.constant();
    int64_t Bits = 0;
    for (unsigned Lane = 0; !Constant.isSame() && Lane != LaneCount; ++Lane) {
      Known[Lane] += Constant[Lane] * Bytes;
      Bits |= Constant[Lane] - Constant[0];
    }
    for (const Term &T : Part.terms()) {
      Bits |= bitsOf(T, Unroll);
      addTerm(Shape.Terms, T, Bytes);
    }
    ByteTerms OfPart;
    for (const Term &T : Part.launchTerms())
      addTerm(OfPart, T, 1);
    rejoin(OfPart);
    for (const ByteTerm &T : OfPart) {
      Bits |= bitsOf({T.What, T.Factor}, Unroll);
      addTerm(OfLaunch, {T.What, T.Factor}, Bytes);
    }
    Place.AlignmentBytes = commonAlignment(Place.AlignmentBytes, Bits * Bytes);
  });
  unsigned First = llvm::countr_zero(Active);
  Place.OffsetBytes = Known[First];
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Shape.FromFirst[Lane] = Active >> Lane & 1 ? Known[Lane] - Known[First] : 0;
  sortByVariable(Shape.Terms);
  if (OfLaunch.empty()) {
    Place.Shape = number(std::move(Shape));
    return Place;
  }
  uint32_t Plain = number(Shape);
  Shape.Terms.append(OfLaunch);
  sortByVariable(Shape.Terms);
  Place.Shape = number(std::move(Shape));
  Shapes[Place.Shape].WithoutLaunch = Plain;
  return Place;
}

/// What tells numbers apart; where they are the same in all lanes, without
/// these.
static uint64_t identityOf(const LaneNumbers &Numbers) {
  return Numbers.isSame() ? 0 : reinterpret_cast<uintptr_t>(Numbers.each());
}

/// What decides the shape: all but numbers that all lanes share.
static void listParts(const Value &V, llvm::SmallVectorImpl<uint64_t> &Parts) {
  Parts.push_back(identityOf(V.constant()));
  for (ArrayRef<Term> Terms : {V.terms(), V.launchTerms()})
    for (const Term &T : Terms) {
      Parts.push_back(reinterpret_cast<uintptr_t>(T.What));
      Parts.push_back(identityOf(T.Factor));
      Parts.push_back(T.Factor.isSame() ? uint64_t(T.Factor.same()) : 0);
    }
  Parts.push_back(uint64_t(V.terms().size()) << 32 | V.launchTerms().size());
}

ShapedPlace AddressShapes::placeOf(const SharedAddress &Where, LaneMask Active,
                                   const UnrollBlock &Unroll) {
  assert(Active && "an access has lanes");
  uint64_t Degree = Unroll.Counter ? Unroll.Degree : 0;
  Asked = {reinterpret_cast<uintptr_t>(Where.Array), Degree << 32 | Active,
           reinterpret_cast<uintptr_t>(Unroll.Counter)};
  int64_t CommonBytes = 0;
  forEachPart(Where, [&](const Value &Part, int64_t Bytes) {
    listParts(Part, Asked);
    if (Part.constant().isSame())
      CommonBytes += Part.constant().same() * Bytes;
  });
  auto Found = Seen.find(Asked);
  if (Found == Seen.end())
    Found = Seen.try_emplace(ArrayRef<uint64_t>(Asked).copy(SeenParts),
                             shapeOf(Where, Active, Unroll))
                .first;
  ShapedPlace Place = Found->second;
  Place.OffsetBytes += CommonBytes;
  return Place;
}

void AddressShapes::forgetObjects() {
  Seen.clear();
  SeenParts.Reset();
}
