//===- Fragments.cpp - The accesses of wmma fragments ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Fragments.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;

static constexpr auto MatrixA = FragmentUse::MatrixA;
static constexpr auto MatrixB = FragmentUse::MatrixB;
static constexpr auto Accumulator = FragmentUse::Accumulator;
static constexpr auto F16 = FragmentElement::F16, BF16 = FragmentElement::BF16,
                      Int8 = FragmentElement::Int8,
                      Word32 = FragmentElement::Word32,
                      TF32 = FragmentElement::TF32, F64 = FragmentElement::F64;
static constexpr auto RowMajor = FragmentLayout::RowMajor;
static constexpr auto ColumnMajor = FragmentLayout::ColumnMajor;
static constexpr auto Plain = FragmentAccess::Plain;
static constexpr auto Ldmatrix = FragmentAccess::Ldmatrix;

// clang-format off
static const FragmentAccess FragmentAccesses[] = {
    {MatrixA, 16, 16, 16, F16, RowMajor, Ldmatrix, false, 16, 32,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 8}},
     {{0, 0}}},
    {MatrixA, 16, 16, 16, F16, ColumnMajor, Ldmatrix, false, 16, 32,
     {{0, 1}, {0, 2}, {0, 4}, {8, 0}, {0, 8}},
     {{0, 0}}},
    {MatrixB, 16, 16, 16, F16, RowMajor, Ldmatrix, false, 16, 32,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 8}},
     {{0, 0}}},
    {MatrixB, 16, 16, 16, F16, ColumnMajor, Ldmatrix, false, 16, 32,
     {{0, 1}, {0, 2}, {0, 4}, {8, 0}, {0, 8}},
     {{0, 0}}},
    {MatrixA, 16, 16, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {MatrixA, 16, 16, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {MatrixB, 16, 16, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {MatrixB, 16, 16, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {MatrixA, 16, 16, 16, Int8, RowMajor, Ldmatrix, false, 16, 16,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 0}},
     {{0, 0}}},
    {MatrixA, 16, 16, 16, Int8, ColumnMajor, Plain, false, 1, 32,
     {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {8, 0}, {8, 1}, {8, 2}, {8, 3}}},
    {MatrixB, 16, 16, 16, Int8, RowMajor, Plain, false, 1, 32,
     {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 8}, {1, 8}, {2, 8}, {3, 8}}},
    {MatrixB, 16, 16, 16, Int8, ColumnMajor, Ldmatrix, false, 16, 16,
     {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 0}},
     {{0, 0}}},
    {Accumulator, 16, 16, 16, F16, RowMajor, Plain, false, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {Accumulator, 16, 16, 16, F16, ColumnMajor, Plain, false, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {Accumulator, 16, 16, 16, Word32, RowMajor, Plain, false, 8, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {Accumulator, 16, 16, 16, Word32, ColumnMajor, Plain, false, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {8, 0}, {8, 1}, {0, 8}, {0, 9}, {8, 8}, {8, 9}}},
    {MatrixA, 32, 8, 16, F16, RowMajor, Ldmatrix, false, 16, 32,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 8}},
     {{0, 0}, {16, 0}}},
    {MatrixA, 32, 8, 16, F16, ColumnMajor, Ldmatrix, false, 16, 32,
     {{0, 1}, {0, 2}, {0, 4}, {8, 0}, {0, 8}},
     {{0, 0}, {16, 0}}},
    {MatrixB, 32, 8, 16, F16, RowMajor, Ldmatrix, false, 16, 16,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 0}},
     {{0, 0}}},
    {MatrixB, 32, 8, 16, F16, ColumnMajor, Ldmatrix, false, 16, 16,
     {{0, 1}, {0, 2}, {0, 4}, {8, 0}, {0, 0}},
     {{0, 0}}},
    {MatrixA, 32, 8, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}, {16, 0}, {24, 0}, {16, 8}, {24, 8}}},
    {MatrixA, 32, 8, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}, {16, 0}, {24, 0}, {16, 8}, {24, 8}}},
    {MatrixB, 32, 8, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}}},
    {MatrixB, 32, 8, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}}},
    {MatrixA, 32, 8, 16, Int8, RowMajor, Ldmatrix, false, 16, 16,
     {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 0}},
     {{0, 0}, {16, 0}}},
    {MatrixA, 32, 8, 16, Int8, ColumnMajor, Plain, false, 1, 32,
     {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {8, 0}, {8, 1}, {8, 2}, {8, 3}, {16, 0}, {16, 1}, {16, 2}, {16, 3}, {24, 0}, {24, 1}, {24, 2}, {24, 3}}},
    {MatrixB, 32, 8, 16, Int8, RowMajor, Plain, false, 1, 32,
     {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {1, 0}, {2, 0}, {3, 0}}},
    {MatrixB, 32, 8, 16, Int8, ColumnMajor, Ldmatrix, false, 16, 8,
     {{0, 1}, {0, 2}, {0, 4}, {0, 0}, {0, 0}},
     {{0, 0}}},
    {Accumulator, 32, 8, 16, F16, RowMajor, Plain, false, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {16, 0}, {24, 0}}},
    {Accumulator, 32, 8, 16, F16, ColumnMajor, Plain, false, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {8, 0}, {16, 0}, {24, 0}}},
    {Accumulator, 32, 8, 16, Word32, RowMajor, Plain, false, 8, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {16, 0}, {24, 0}}},
    {Accumulator, 32, 8, 16, Word32, ColumnMajor, Plain, false, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {8, 0}, {8, 1}, {16, 0}, {16, 1}, {24, 0}, {24, 1}}},
    {MatrixA, 8, 32, 16, F16, RowMajor, Ldmatrix, false, 16, 16,
     {{1, 0}, {2, 0}, {4, 0}, {0, 8}, {0, 0}},
     {{0, 0}}},
    {MatrixA, 8, 32, 16, F16, ColumnMajor, Ldmatrix, false, 16, 16,
     {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 0}},
     {{0, 0}}},
    {MatrixB, 8, 32, 16, F16, RowMajor, Ldmatrix, false, 16, 32,
     {{1, 0}, {2, 0}, {4, 0}, {0, 8}, {8, 0}},
     {{0, 0}, {0, 16}}},
    {MatrixB, 8, 32, 16, F16, ColumnMajor, Ldmatrix, false, 16, 32,
     {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {8, 0}},
     {{0, 0}, {0, 16}}},
    {MatrixA, 8, 32, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 8}}},
    {MatrixA, 8, 32, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {0, 8}}},
    {MatrixB, 8, 32, 16, BF16, RowMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 8}, {8, 0}, {8, 8}, {0, 16}, {0, 24}, {8, 16}, {8, 24}}},
    {MatrixB, 8, 32, 16, BF16, ColumnMajor, Plain, true, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {0, 8}, {8, 0}, {8, 8}, {0, 16}, {0, 24}, {8, 16}, {8, 24}}},
    {MatrixA, 8, 32, 16, Int8, RowMajor, Ldmatrix, false, 16, 8,
     {{1, 0}, {2, 0}, {4, 0}, {0, 0}, {0, 0}},
     {{0, 0}}},
    {MatrixA, 8, 32, 16, Int8, ColumnMajor, Plain, false, 1, 32,
     {{0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
    {MatrixB, 8, 32, 16, Int8, RowMajor, Plain, false, 1, 32,
     {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 8}, {1, 8}, {2, 8}, {3, 8}, {0, 16}, {1, 16}, {2, 16}, {3, 16}, {0, 24}, {1, 24}, {2, 24}, {3, 24}}},
    {MatrixB, 8, 32, 16, Int8, ColumnMajor, Ldmatrix, false, 16, 16,
     {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 0}},
     {{0, 0}, {0, 16}}},
    {Accumulator, 8, 32, 16, F16, RowMajor, Plain, false, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 8}, {0, 16}, {0, 24}}},
    {Accumulator, 8, 32, 16, F16, ColumnMajor, Plain, false, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {0, 8}, {0, 16}, {0, 24}}},
    {Accumulator, 8, 32, 16, Word32, RowMajor, Plain, false, 4, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {1, 0}, {0, 8}, {1, 8}, {0, 16}, {1, 16}, {0, 24}, {1, 24}}},
    {Accumulator, 8, 32, 16, Word32, ColumnMajor, Plain, false, 8, 32,
     {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {0, 8}, {0, 16}, {0, 24}}},
    {MatrixA, 16, 16, 8, TF32, RowMajor, Plain, true, 4, 32,
     {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 4}, {8, 4}}},
    {MatrixA, 16, 16, 8, TF32, ColumnMajor, Plain, true, 4, 32,
     {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 4}, {8, 4}}},
    {MatrixB, 16, 16, 8, TF32, RowMajor, Plain, true, 4, 32,
     {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {4, 0}, {0, 8}, {4, 8}}},
    {MatrixB, 16, 16, 8, TF32, ColumnMajor, Plain, true, 4, 32,
     {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}, {4, 0}, {0, 8}, {4, 8}}},
    {Accumulator, 16, 16, 8, Word32, RowMajor, Plain, true, 8, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
    {Accumulator, 16, 16, 8, Word32, ColumnMajor, Plain, true, 4, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}, {8, 0}, {8, 1}, {0, 8}, {0, 9}, {8, 8}, {8, 9}}},
    {MatrixA, 8, 8, 4, F64, RowMajor, Plain, true, 8, 32,
     {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}}},
    {MatrixA, 8, 8, 4, F64, ColumnMajor, Plain, true, 8, 32,
     {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}}},
    {MatrixB, 8, 8, 4, F64, RowMajor, Plain, true, 8, 32,
     {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}}},
    {MatrixB, 8, 8, 4, F64, ColumnMajor, Plain, true, 8, 32,
     {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 4}},
     {{0, 0}}},
    {Accumulator, 8, 8, 4, F64, RowMajor, Plain, true, 16, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}}},
    {Accumulator, 8, 8, 4, F64, ColumnMajor, Plain, true, 8, 32,
     {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
     {{0, 0}, {0, 1}}},
};
// clang-format on

/// The name of a class type, "" for others.
static llvm::StringRef className(QualType Type) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  return Class && Class->getIdentifier() ? Class->getName() : "";
}

static std::optional<FragmentElement> elementOf(QualType Type) {
  if (const auto *Basic = Type->getAs<BuiltinType>())
    switch (Basic->getKind()) {
    case BuiltinType::SChar:
    case BuiltinType::UChar:
    case BuiltinType::Char_S:
      return Int8;
    case BuiltinType::Float:
    case BuiltinType::Int:
      return Word32;
    case BuiltinType::Double:
      return F64;
    default:
      return std::nullopt;
    }
  return llvm::StringSwitch<std::optional<FragmentElement>>(className(Type))
      .Case("__half", F16)
      .Case("__nv_bfloat16", BF16)
      .Case("tf32", TF32)
      .Default(std::nullopt);
}

std::optional<FragmentShape> banklint::fragmentOf(QualType Type) {
  const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsRecordDecl());
  if (!Class || className(Type.getNonReferenceType()) != "fragment")
    return std::nullopt;
  const TemplateArgumentList &Arguments = Class->getTemplateArgs();
  if (Arguments.size() < 5 ||
      Arguments[0].getKind() != TemplateArgument::Type ||
      Arguments[4].getKind() != TemplateArgument::Type)
    return std::nullopt;
  FragmentShape Shape;
  auto Use = llvm::StringSwitch<std::optional<FragmentUse>>(
                 className(Arguments[0].getAsType()))
                 .Case("matrix_a", MatrixA)
                 .Case("matrix_b", MatrixB)
                 .Case("accumulator", Accumulator)
                 .Default(std::nullopt);
  std::optional<FragmentElement> Element = elementOf(Arguments[4].getAsType());
  if (!Use || !Element)
    return std::nullopt;
  Shape.Use = *Use;
  Shape.Element = *Element;
  for (auto [Argument, Extent] :
       {std::pair(1, &Shape.M), std::pair(2, &Shape.N),
        std::pair(3, &Shape.K)}) {
    if (Arguments[Argument].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    *Extent = unsigned(Arguments[Argument].getAsIntegral().getExtValue());
  }
  if (Arguments.size() > 5 && Arguments[5].getKind() == TemplateArgument::Type)
    Shape.Layout = llvm::StringSwitch<std::optional<FragmentLayout>>(
                       className(Arguments[5].getAsType()))
                       .Case("row_major", RowMajor)
                       .Case("col_major", ColumnMajor)
                       .Default(std::nullopt);
  return Shape;
}

const FragmentAccess *banklint::accessOf(const FragmentShape &Shape,
                                         FragmentLayout Layout) {
  const auto *Row =
      llvm::find_if(FragmentAccesses, [&](const FragmentAccess &A) {
        return A.Use == Shape.Use && A.M == Shape.M && A.N == Shape.N &&
               A.K == Shape.K && A.Element == Shape.Element &&
               A.Layout == Layout;
      });
  return Row == std::end(FragmentAccesses) ? nullptr : Row;
}
