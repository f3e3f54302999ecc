//===- Printing.cpp - What a walk holds, for debuggers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk/Memory.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using llvm::raw_ostream;

static llvm::StringRef kindName(Object::ObjectKind Kind) {
  switch (Kind) {
  case Object::Local:
    return "local";
  case Object::Shared:
    return "shared";
  case Object::Foreign:
    return "foreign";
  case Object::Lost:
    return "lost";
  }
  llvm_unreachable("a kind of object");
}

static void printName(raw_ostream &OS, const Object &O) {
  OS << kindName(O.Kind);
  if (!O.Name.empty())
    OS << ' ' << O.Name;
}

void Pointer::print(raw_ostream &OS) const {
  if (Array) {
    SharedAddress::print(OS);
  } else {
    printName(OS, *Base);
    for (const Value &Of : Index) {
      OS << '[';
      Of.print(OS);
      OS << ']';
    }
    if (!WithinBytes.isNumber(0)) {
      OS << " + ";
      WithinBytes.print(OS);
    }
  }
  if (BitField)
    OS << ", bits of " << BitField->getName();
  if (IsGeneric)
    OS << ", generic";
}

void Scalar::print(raw_ostream &OS) const {
  if (Function)
    OS << "function " << Function->getNameAsString();
  else if (Address)
    Address->print(OS);
  else
    Number.print(OS);
}

void Object::print(raw_ostream &OS) const {
  printName(OS, *this);
  if (Kind != Local)
    return;
  OS << " { ";
  for (const auto &[OffsetBytes, Stored] : Cells) {
    OS << OffsetBytes << ": ";
    Stored.print(OS);
    OS << ", ";
  }
  OS << "else "
     << (Initial == Zero             ? "zero"
         : Initial == UniformUnknown ? "unknown"
                                     : "undefined")
     << " }";
}

LLVM_DUMP_METHOD void Pointer::dump() const {
  print(llvm::errs());
  llvm::errs() << '\n';
}
LLVM_DUMP_METHOD void Scalar::dump() const {
  print(llvm::errs());
  llvm::errs() << '\n';
}
LLVM_DUMP_METHOD void Object::dump() const {
  print(llvm::errs());
  llvm::errs() << '\n';
}
