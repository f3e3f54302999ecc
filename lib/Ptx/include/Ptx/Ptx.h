//===- Ptx.h - The text of inline assembly, as instructions -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the text of an `asm` statement into PTX instructions: the opcode, its
// dot-parts and the operands. Meanings are given elsewhere.
//
//     "{ .reg .pred p; setp.ne.b32 p, %0, 0;\n"
//     " @p ld.shared.v2.f32 {%1, %2}, [%3+16]; }"
//
//     setp ne b32      register p, operand 0, number 0
//     ld shared v2 f32 vector {operand 1, operand 2}, address operand 3 + 16;
//                      guarded by register p
//
// The grammar is that of the PTX ISA ("Syntax", "Instruction statements"), with
// the placeholders of GCC's extended assembly: %0, %[name], and %% for a
// percent sign. LLVM writes PTX, and has no library that reads it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PTX_PTX_H
#define BANKLINT_PTX_PTX_H

#include "Ptx/Opcode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace banklint {

/// The type that a dot-part names, as in "u32", "b64", "f16x2", "pred".
struct PtxType {
  unsigned Bits = 0; ///< 0 where the part names no type
  bool IsSigned = false;
  bool IsFloat = false;
};
PtxType ptxType(llvm::StringRef Part);

constexpr PtxType PtxPredicate = {1, false, false};
constexpr PtxType PtxWord32 = {32, false, false};
constexpr PtxType PtxWord64 = {64, false, false};

/// The memory that an instruction's addresses are of.
enum class PtxSpace {
  Generic, ///< not named
  Shared,  ///< .shared, .shared::cta
  Cluster, ///< .shared::cluster
  Other,   ///< .global, .local, .const, .param
};

struct PtxOperand {
  enum OperandKind {
    Placeholder, ///< an operand of the `asm` statement: `Number`
    Register,    ///< of the text's own: `Name`
    Special,     ///< "%laneid", "%tid.x": `Name`, with its percent sign
    Immediate,   ///< `Number`
    Address,     ///< [Parts[0] + Number], with further parts added or behind
                 ///< a comma: tensor coordinates
    Vector,      ///< {Parts...}, or the pair p|q
    Other,       ///< what is not understood: `Name`
  } Kind = Other;
  int64_t Number = 0; ///< the placeholder's, the immediate's, the offset's
  std::string Name;
  std::vector<PtxOperand> Parts;
  bool IsNegated = false; ///< !p, -r
};

struct PtxInstruction {
  PtxOpcode Opcode = PtxOpcode::Unknown; ///< that of `Parts[0]`
  /// {"ld", "shared", "v2", "f32"}; of "shared::cta" the scope is kept.
  std::vector<std::string> Parts;
  std::vector<PtxOperand> Operands;
  /// At most one: the predicate of `@p` or `@!p`.
  std::vector<PtxOperand> Guard;
  /// Some operand has more brackets within brackets than are taken apart; what
  /// stands in them is of the kind `Other`.
  bool IsTooDeep = false;

  /// Whether one of the dot-parts behind the opcode is this one.
  bool has(llvm::StringRef Part) const;
  /// The first words of the instruction: "cp.async.bulk" for ("cp.async.bulk").
  bool startsWith(llvm::StringRef Words) const;
  /// "ld.shared.v2.f32"
  std::string text() const;

  /// The types among the dot-parts, in their order.
  llvm::SmallVector<PtxType, 4> types() const;
  /// The last of these, that of the sources; 64 bits where there is none.
  PtxType lastType() const;
  /// How many elements ".v2" and the like move.
  unsigned vectorLength() const;
  PtxSpace space() const;
};

struct PtxText {
  std::vector<PtxInstruction> Instructions;
  /// It has labels: instructions may run several times, or not at all.
  bool HasLabels = false;
};

/// Parses a text; `Names` are the symbolic names of the statement's operands,
/// empty where they have none. Never fails: what is not understood becomes an
/// instruction or an operand that nobody knows. Linear in the text's length.
PtxText parsePtx(llvm::StringRef Text, llvm::ArrayRef<llvm::StringRef> Names);

} // namespace banklint

#endif // BANKLINT_PTX_PTX_H
