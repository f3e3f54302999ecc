//===- Addresses.cpp - What addresses have in common ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Addresses.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/xxhash.h"

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

static uint64_t hashOf(const Lanes &Numbers) {
  return llvm::xxh3_64bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(Numbers.data()), sizeof(Lanes)));
}

uint32_t AddressShapes::number(AddressShape Shape) {
  auto Hash = llvm::hash_code(hashOf(Shape.FromFirst));
  for (const ByteTerm &T : Shape.Terms)
    Hash = llvm::hash_combine(Hash, T.What);
  auto &Candidates = ByHash[Hash];
  for (uint32_t Number : Candidates)
    if (Shapes[Number] == Shape)
      return Number;
  Shape.HashOfAtoms = Hash;
  // Lanes that do not run have the 0 of the first that does.
  auto [Least, Most] =
      std::minmax_element(Shape.FromFirst.begin(), Shape.FromFirst.end());
  if (llvm::all_of(Shape.Terms, [](const ByteTerm &T) {
        return T.What->IsUniform && T.Factor.isSame();
      }))
    Shape.SpreadBytes = *Most - *Least;
  Candidates.push_back(uint32_t(Shapes.size()));
  Shapes.push_back(std::move(Shape));
  return Candidates.back();
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

static void sortByAtom(ByteTerms &Terms) {
  llvm::sort(Terms, [](const ByteTerm &X, const ByteTerm &Y) {
    return X.What->Id < Y.What->Id;
  });
}

/// A number with the bits of what a term can be in any lane.
static int64_t bitsOf(const Term &T, const LoopPiece &Piece) {
  int64_t Bits = 0;
  for (unsigned Lane = 0; Lane != (T.Factor.isSame() ? 1 : WarpLanes); ++Lane)
    Bits |= T.Factor[Lane];
  int64_t Rounds = T.What == Piece.Counter ? Piece.Rounds : 1;
  return Bits * T.What->MultipleOf * Rounds;
}

/// Of the parts that differ from lane to lane.
ShapedPlace AddressShapes::shapeOf(const SharedAddress &Where, LaneMask Active,
                                   const LoopPiece &Piece) {
  AddressShape Shape;
  ByteTerms OfLaunch;
  ShapedPlace Place;
  Lanes Known = {};
  forEachPart(Where, [&](const Value &Part, int64_t Bytes) {
    const LaneNumbers &Constant = Part.constant();
    int64_t Bits = 0;
    for (unsigned Lane = 0; !Constant.isSame() && Lane != WarpLanes; ++Lane) {
      Known[Lane] += Constant[Lane] * Bytes;
      Bits |= Constant[Lane] - Constant[0];
    }
    for (const Term &T : Part.terms()) {
      Bits |= bitsOf(T, Piece);
      addTerm(Shape.Terms, T, Bytes);
    }
    for (const Term &T : Part.launchTerms()) {
      Bits |= bitsOf(T, Piece);
      addTerm(OfLaunch, T, Bytes);
    }
    Place.AlignmentBytes = commonAlignment(Place.AlignmentBytes, Bits * Bytes);
  });
  unsigned First = Active ? llvm::countr_zero(Active) : 0;
  Place.OffsetBytes = Known[First];
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    Shape.FromFirst[Lane] = Active >> Lane & 1 ? Known[Lane] - Known[First] : 0;
  sortByAtom(Shape.Terms);
  if (OfLaunch.empty()) {
    Place.Shape = number(std::move(Shape));
    return Place;
  }
  uint32_t Plain = number(Shape);
  Shape.Terms.append(OfLaunch);
  sortByAtom(Shape.Terms);
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
static void listParts(const Value &V, std::vector<uint64_t> &Parts) {
  Parts.push_back(identityOf(V.constant()));
  for (ArrayRef<Term> Terms : {V.terms(), V.launchTerms()})
    for (const Term &T : Terms) {
      Parts.push_back(reinterpret_cast<uintptr_t>(T.What));
      Parts.push_back(identityOf(T.Factor));
      Parts.push_back(T.Factor.isSame() ? uint64_t(T.Factor.same()) : 0);
    }
  Parts.push_back(uint64_t(V.terms().size()) << 32 | V.launchTerms().size());
}

static uint64_t hashOfParts(ArrayRef<uint64_t> Parts) {
  uint64_t Hash = 0;
  for (uint64_t Part : Parts) {
    Hash = (Hash ^ Part) * 0x9E3779B97F4A7C15;
    Hash ^= Hash >> 32;
  }
  return Hash >> 1; // what DenseMap keeps for itself is larger
}

ShapedPlace AddressShapes::placeOf(const SharedAddress &Where, LaneMask Active,
                                   const LoopPiece &Piece) {
  const size_t Begin = Parts.size();
  Parts.push_back(reinterpret_cast<uintptr_t>(Where.Array));
  uint64_t Rounds = Piece.Counter ? Piece.Rounds : 0;
  Parts.push_back(Rounds << 32 | Active);
  Parts.push_back(reinterpret_cast<uintptr_t>(Piece.Counter));
  int64_t CommonBytes = 0;
  forEachPart(Where, [&](const Value &Part, int64_t Bytes) {
    listParts(Part, Parts);
    if (Part.constant().isSame())
      CommonBytes += Part.constant().same() * Bytes;
  });
  ArrayRef<uint64_t> Asked = ArrayRef(Parts).drop_front(Begin);
  uint32_t &First = SeenByHash[hashOfParts(Asked)];
  uint32_t Number = First;
  auto IsAsked = [&](const SeenPlace &S) {
    return ArrayRef(Parts).slice(S.PartsBegin, S.PartsEnd - S.PartsBegin) ==
           Asked;
  };
  while (Number && !IsAsked(Seen[Number - 1]))
    Number = Seen[Number - 1].NextAlike;
  if (Number) {
    Parts.resize(Begin);
  } else {
    Seen.push_back({Begin, Parts.size(), shapeOf(Where, Active, Piece), First});
    Number = First = uint32_t(Seen.size());
  }
  ShapedPlace Place = Seen[Number - 1].Place;
  Place.OffsetBytes += CommonBytes;
  return Place;
}

void AddressShapes::forgetObjects() {
  Parts.clear();
  Seen.clear();
  SeenByHash.clear();
}
