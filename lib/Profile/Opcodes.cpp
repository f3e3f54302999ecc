//===- Opcodes.cpp - What a machine instruction does ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Opcodes.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

using namespace llvm;
using namespace banklint;

std::optional<SharedOpcode> banklint::sharedOpcode(StringRef Instruction) {
  StringRef Text = Instruction.trim();
  if (Text.consume_front("@")) {
    auto [Guard, Guarded] = Text.split(' ');
    if (Guard == "!PT")
      return std::nullopt;
    Text = Guarded.ltrim();
  }
  const StringRef Opcode =
      Text.take_until([](char C) { return C == ' ' || C == ';'; });
  // "SYNCS.ARRIVE.TRANS64" is one of several that share a name.
  auto [Name, Rest] = Opcode.split('.');
  const StringRef Kind = Rest.split('.').first;
  using Result = std::optional<SharedOpcode>;
  const auto Is = [](AccessOperation Operation, bool IsGeneric = false) {
    return Result(SharedOpcode{Operation, IsGeneric});
  };
  if (Name == "SYNCS")
    return StringSwitch<Result>(Kind)
        .Case("ARRIVE", Is(AccessOperation::Atomic))
        .Case("PHASECHK", Is(AccessOperation::Load))
        .Cases({"EXCH", "CCTL"}, Is(AccessOperation::Store))
        .Default(std::nullopt);
  return StringSwitch<Result>(Name)
      .Case("LDSM", Is(AccessOperation::LdMatrix))
      .Case("STSM", Is(AccessOperation::StMatrix))
      .Cases({"LDGSTS", "UBLKCP", "UBLKRED", "UTMALDG", "UTMASTG", "UTMAREDG"},
             Is(AccessOperation::CpAsync))
      .Cases({"ATOMS", "REDAS", "ARRIVES"}, Is(AccessOperation::Atomic))
      .Cases({"ATOM", "RED"}, Is(AccessOperation::Atomic, /*IsGeneric=*/true))
      .Cases({"LDS", "BGMMA", "HGMMA", "IGMMA", "QGMMA"},
             Is(AccessOperation::Load))
      .Case("LD", Is(AccessOperation::Load, /*IsGeneric=*/true))
      .Cases({"STS", "STAS"}, Is(AccessOperation::Store))
      .Case("ST", Is(AccessOperation::Store, /*IsGeneric=*/true))
      .Default(std::nullopt);
}
