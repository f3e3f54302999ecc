//===- Assembly.cpp - Executes inline PTX ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions that sources write by hand, mostly for what C++ cannot say
// of shared memory. One that is not known here leaves its results at zero, and
// the runtime says in the trace which it was.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

extern "C" void oracle_note(const char *What, const char *Which);
extern "C" unsigned oracle_register(const char *Name);

using Words = std::vector<std::string>;

static std::string trim(const std::string &Text) {
  size_t Begin = Text.find_first_not_of(" \t\r\n");
  if (Begin == std::string::npos)
    return "";
  return Text.substr(Begin, Text.find_last_not_of(" \t\r\n") - Begin + 1);
}

/// At a separator that stands in no brackets.
static Words split(const std::string &Text, char Separator) {
  Words Result;
  std::string Word;
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '{' || C == '[') - (C == '}' || C == ']');
    if (C == Separator && Depth == 0) {
      Result.push_back(trim(Word));
      Word.clear();
    } else {
      Word += C;
    }
  }
  if (!trim(Word).empty())
    Result.push_back(trim(Word));
  return Result;
}

static std::string withoutComments(const std::string &Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text.compare(I, 2, "//") == 0) {
      I = Text.find('\n', I);
      if (I == std::string::npos)
        break;
    } else if (Text.compare(I, 2, "/*") == 0) {
      I = Text.find("*/", I);
      if (I == std::string::npos)
        break;
      ++I;
      continue;
    }
    Result += Text[I];
  }
  return Result;
}

namespace {
/// "ld.shared.v4.f32" and its operands.
struct Instruction {
  Words Parts, Operands;

  bool has(const char *Modifier) const {
    for (const std::string &Part : Parts)
      if (Part == Modifier)
        return true;
    return false;
  }
  bool isShared() const { return has("shared") || has("shared::cta"); }
  /// The last type, "f32", and how long it is.
  std::string type() const {
    for (auto Part = Parts.rbegin(); Part != Parts.rend(); ++Part)
      if (Part->size() >= 2 && std::strchr("usfb", (*Part)[0]) &&
          std::isdigit((*Part)[1]))
        return *Part;
    return "b32";
  }
  unsigned bytes() const {
    unsigned Bits = unsigned(std::atoi(type().c_str() + 1));
    return Bits / 8 ? Bits / 8 : 4;
  }
};

class Machine {
public:
  Machine(OracleOperand *Operands, unsigned long Count)
      : Operands(Operands), Count(Count) {}
  void run(const std::string &Text);

private:
  bool isSkipped(std::string &Text);
  bool execute(const Instruction &I);
  bool load(const Instruction &I);
  bool store(const Instruction &I);
  bool atomic(const Instruction &I);
  bool copy(const Instruction &I);
  bool matrix(const Instruction &I, bool IsLoad);
  bool move(const Instruction &I);
  bool shuffle(const Instruction &I);
  bool arithmetic(const Instruction &I);
  unsigned char *address(const std::string &Operand, bool IsShared);
  uint64_t read(const std::string &Operand);
  int64_t readAs(const std::string &Operand, const Instruction &I);
  void write(const std::string &Operand, uint64_t Value);
  Words listed(const std::string &Operand) const;

  OracleOperand *Operands;
  unsigned long Count;
  std::map<std::string, uint64_t> Registers;
};
} // namespace

uint64_t Machine::read(const std::string &Operand) {
  if (Operand[0] == '%' && std::isdigit(Operand[1])) {
    unsigned long Number = std::strtoul(Operand.c_str() + 1, nullptr, 10);
    uint64_t Value = 0;
    if (Number < Count)
      std::memcpy(&Value, Operands[Number].Value, 8);
    return Value;
  }
  if (Operand[0] == '%')
    return oracle_register(Operand.c_str() + (Operand[1] == '%' ? 2 : 1));
  if (Operand[0] == '-' || std::isdigit(Operand[0])) {
    if (Operand.compare(0, 2, "0f") == 0 || Operand.compare(0, 2, "0F") == 0)
      return std::strtoull(Operand.c_str() + 2, nullptr, 16);
    return uint64_t(std::strtoll(Operand.c_str(), nullptr, 0));
  }
  return Registers[Operand];
}

/// A number of the instruction's type.
int64_t Machine::readAs(const std::string &Operand, const Instruction &I) {
  uint64_t Value = read(Operand);
  unsigned Bits = I.bytes() * 8;
  if (Bits >= 64)
    return int64_t(Value);
  Value &= (uint64_t(1) << Bits) - 1;
  if (I.type()[0] == 's' && Value >> (Bits - 1))
    Value -= uint64_t(1) << Bits;
  return int64_t(Value);
}

void Machine::write(const std::string &Operand, uint64_t Value) {
  if (Operand[0] != '%') {
    Registers[Operand] = Value;
    return;
  }
  unsigned long Number = std::strtoul(Operand.c_str() + 1, nullptr, 10);
  if (Number < Count)
    std::memcpy(Operands[Number].Value, &Value, 8);
}

/// "{a, b}", or one.
Words Machine::listed(const std::string &Operand) const {
  if (Operand[0] != '{')
    return {Operand};
  return split(Operand.substr(1, Operand.rfind('}') - 1), ',');
}

/// "[%1 + 16]".
unsigned char *Machine::address(const std::string &Operand, bool IsShared) {
  std::string Inner = Operand.substr(1, Operand.rfind(']') - 1);
  size_t Plus = Inner.find('+');
  uint64_t Base = read(trim(Inner.substr(0, Plus)));
  if (Plus != std::string::npos)
    Base += read(trim(Inner.substr(Plus + 1)));
  if (IsShared)
    return static_cast<unsigned char *>(oracle_from_shared(Base & 0xffffffff));
  return reinterpret_cast<unsigned char *>(Base);
}

bool Machine::load(const Instruction &I) {
  Words To = listed(I.Operands[0]);
  unsigned char *From = address(I.Operands[1], I.isShared());
  oracle_access_at_call(From, I.bytes() * To.size(), OracleLoad);
  for (size_t At = 0; At != To.size(); ++At) {
    uint64_t Value = 0;
    std::memcpy(&Value, From + At * I.bytes(), I.bytes());
    write(To[At], Value);
  }
  return true;
}

bool Machine::store(const Instruction &I) {
  Words From = listed(I.Operands[1]);
  unsigned char *To = address(I.Operands[0], I.isShared());
  oracle_access_at_call(To, I.bytes() * From.size(), OracleStore);
  for (size_t At = 0; At != From.size(); ++At) {
    uint64_t Value = read(From[At]);
    std::memcpy(To + At * I.bytes(), &Value, I.bytes());
  }
  return true;
}

/// "atom.shared.add.u32 d, [a], b", or "red" without a result.
bool Machine::atomic(const Instruction &I) {
  bool HasResult = I.Parts[0] == "atom";
  size_t First = HasResult ? 1 : 0;
  unsigned char *At = address(I.Operands[First], I.isShared());
  uint64_t Old = 0, New = 0;
  std::memcpy(&Old, At, I.bytes());
  uint64_t By = read(I.Operands[First + 1]);
  if (I.has("cas"))
    New = Old == (By & (I.bytes() == 4 ? 0xffffffffull : ~0ull))
              ? read(I.Operands[First + 2])
              : Old;
  else if (I.has("exch"))
    New = By;
  else if (I.has("add") && I.type() == "f32") {
    float Sum, Added;
    std::memcpy(&Sum, &Old, 4);
    std::memcpy(&Added, &By, 4);
    Sum += Added;
    std::memcpy(&New, &Sum, 4);
  } else if (I.has("add") && I.type()[0] != 'f')
    New = Old + By;
  else if (I.has("or"))
    New = Old | By;
  else if (I.has("and"))
    New = Old & By;
  else
    return false;
  oracle_access_at_call(At, I.bytes(), OracleAtomic);
  std::memcpy(At, &New, I.bytes());
  if (HasResult)
    write(I.Operands[0], Old);
  return true;
}

/// "cp.async.cg.shared.global [to], [from], 16{, bytes}", and what waits.
bool Machine::copy(const Instruction &I) {
  if (I.Parts.size() < 2 || I.Parts[1] != "async" || I.has("bulk"))
    return false;
  if (I.has("commit_group") || I.has("wait_group") || I.has("wait_all"))
    return true;
  if (I.Operands.size() < 3)
    return false;
  unsigned char *To = address(I.Operands[0], true);
  unsigned char *From = address(I.Operands[1], false);
  uint64_t Bytes = read(I.Operands[2]), Copied = Bytes;
  if (I.Operands.size() > 3)
    Copied = std::min<uint64_t>(Bytes, read(I.Operands[3]));
  oracle_access_at_call(To, Bytes, OracleCpAsync);
  std::memset(To, 0, Bytes);
  std::memcpy(To, From, Copied);
  return true;
}

/// Matrices of 8 rows of 16 bytes; lane n has the address of row n. A lane
/// holds two elements of a row, or of a column.
bool Machine::matrix(const Instruction &I, bool IsLoad) {
  // Sources leave the space out, and give an address in shared memory.
  if (!I.has("m8n8") || I.has("global"))
    return false;
  Words Held = listed(I.Operands[IsLoad ? 0 : 1]);
  unsigned char *Row = address(I.Operands[IsLoad ? 1 : 0], true);
  unsigned Lane = oracle_lane();
  if (Lane < 8 * Held.size())
    oracle_access_at_call(Row, 16, IsLoad ? OracleLdMatrix : OracleStMatrix);
  OracleExchange Rows = *oracle_exchange(~0u, &Row, sizeof(Row));
  for (size_t Matrix = 0; Matrix != Held.size(); ++Matrix) {
    uint32_t Value = IsLoad ? 0 : uint32_t(read(Held[Matrix]));
    for (unsigned Half = 0; Half != 2; ++Half) {
      unsigned Along = Lane / 4, Across = Lane % 4 * 2 + Half;
      if (I.has("trans"))
        std::swap(Along, Across);
      unsigned char *Of;
      std::memcpy(&Of, Rows.Values[Matrix * 8 + Along], sizeof(Of));
      auto *Element = reinterpret_cast<unsigned char *>(&Value) + Half * 2;
      if (IsLoad)
        std::memcpy(Element, Of + Across * 2, 2);
      else
        std::memcpy(Of + Across * 2, Element, 2);
    }
    if (IsLoad)
      write(Held[Matrix], Value);
  }
  // Nobody goes on before all have read.
  oracle_exchange(~0u, &Row, 0);
  return true;
}

/// mov, which also takes a number apart, or puts one together.
bool Machine::move(const Instruction &I) {
  const Words To = listed(I.Operands[0]), From = listed(I.Operands[1]);
  const unsigned Parts = unsigned(std::max(To.size(), From.size()));
  if (Parts == 1) {
    write(To[0], read(From[0]));
    return true;
  }
  const unsigned Bits = I.bytes() * 8 / Parts;
  if (Bits == 0 || Bits >= 64 || (To.size() != 1 && From.size() != 1))
    return false;
  const uint64_t Mask = (uint64_t(1) << Bits) - 1;
  uint64_t Whole = To.size() > 1 ? read(From[0]) : 0;
  for (unsigned Part = 0; Part != Parts; ++Part)
    if (To.size() > 1)
      write(To[Part], Whole >> (Part * Bits) & Mask);
    else
      Whole |= (read(From[Part]) & Mask) << (Part * Bits);
  if (To.size() == 1)
    write(To[0], Whole);
  return true;
}

/// shfl.sync.down.b32 d|p, a, b, c, members
bool Machine::shuffle(const Instruction &I) {
  const unsigned Lane = oracle_lane(), By = unsigned(read(I.Operands[2])) & 31;
  const unsigned Control = unsigned(read(I.Operands[3]));
  const unsigned Segment = Control >> 8 & 31;
  const unsigned Last = (Lane & Segment) | (Control & 31 & ~Segment);
  unsigned From = Lane;
  if (I.has("up"))
    From = Lane - By;
  else if (I.has("down"))
    From = Lane + By;
  else if (I.has("bfly"))
    From = Lane ^ By;
  else if (I.has("idx"))
    From = (Lane & Segment) | (By & ~Segment);
  else
    return false;
  const bool IsInside =
      I.has("up") ? int(From) >= int(Last) : int(From) <= int(Last);
  uint32_t Own = uint32_t(read(I.Operands[1]));
  const OracleExchange All =
      *oracle_exchange(unsigned(read(I.Operands[4])), &Own, sizeof(Own));
  uint32_t Value = Own;
  if (IsInside)
    std::memcpy(&Value, All.Values[From], sizeof(Value));
  const Words To = split(I.Operands[0], '|');
  write(To[0], Value);
  if (To.size() > 1)
    write(To[1], IsInside);
  return true;
}

bool Machine::arithmetic(const Instruction &I) {
  const std::string &Name = I.Parts[0];
  const Words &Ops = I.Operands;
  if (I.type()[0] == 'f')
    return false;
  auto In = [&](size_t At) { return readAs(Ops[At], I); };
  if (Name == "setp" && Ops.size() == 3 && I.Parts.size() == 3) {
    int64_t A = In(1), B = In(2);
    const std::string &How = I.Parts[1];
    write(Ops[0], How == "eq"                  ? A == B
                  : How == "ne"                ? A != B
                  : How == "lt" || How == "lo" ? A < B
                  : How == "le" || How == "ls" ? A <= B
                  : How == "gt" || How == "hi" ? A > B
                                               : A >= B);
  } else if (Name == "selp") {
    write(Ops[0], read(Ops[3]) ? read(Ops[1]) : read(Ops[2]));
  } else if (Name == "add") {
    write(Ops[0], uint64_t(In(1) + In(2)));
  } else if (Name == "sub") {
    write(Ops[0], uint64_t(In(1) - In(2)));
  } else if (Name == "mul" && (I.has("lo") || I.has("wide"))) {
    write(Ops[0], uint64_t(In(1) * In(2)));
  } else if (Name == "mad" && I.has("lo")) {
    write(Ops[0], uint64_t(In(1) * In(2) + In(3)));
  } else if (Name == "shl") {
    write(Ops[0], uint64_t(In(1)) << read(Ops[2]));
  } else if (Name == "shr") {
    write(Ops[0], uint64_t(In(1) >> read(Ops[2])));
  } else if (Name == "and") {
    write(Ops[0], uint64_t(In(1) & In(2)));
  } else if (Name == "or") {
    write(Ops[0], uint64_t(In(1) | In(2)));
  } else if (Name == "xor") {
    write(Ops[0], uint64_t(In(1) ^ In(2)));
  } else {
    return false;
  }
  return true;
}

bool Machine::execute(const Instruction &I) {
  const std::string &Name = I.Parts[0];
  bool IsGlobal = I.has("global");
  if ((Name == "ld" || Name == "st") && (I.isShared() || IsGlobal))
    return Name == "ld" ? load(I) : store(I);
  if (Name == "atom" || Name == "red")
    return (I.isShared() || IsGlobal) && atomic(I);
  if (Name == "cp")
    return copy(I);
  if (Name == "ldmatrix" || Name == "stmatrix")
    return matrix(I, Name == "ldmatrix");
  if (Name == "bar" || Name == "barrier") {
    if (I.has("warp"))
      oracle_exchange(unsigned(read(I.Operands[0])), &I, 0);
    else if (I.has("sync") && !I.Operands.empty())
      oracle_barrier(unsigned(read(I.Operands[0])),
                     I.Operands.size() > 1 ? unsigned(read(I.Operands[1])) : 0,
                     0);
    else
      return false;
    return true;
  }
  if (Name == "membar" || Name == "fence" || Name[0] == '.')
    return true;
  if (Name == "mov" && I.Operands.size() == 2)
    return move(I);
  if (Name == "shfl" && I.has("sync") && I.Operands.size() == 5)
    return shuffle(I);
  if (Name == "cvta" && I.isShared()) {
    // To an address of shared memory, or from one.
    uint64_t Value = read(I.Operands[1]);
    write(I.Operands[0], I.has("to")
                             ? oracle_to_shared(reinterpret_cast<void *>(Value))
                             : reinterpret_cast<uint64_t>(
                                   oracle_from_shared(Value & 0xffffffff)));
    return true;
  }
  if (Name == "cvt" && I.Parts.size() == 3 && I.Parts[1][0] != 'f' &&
      I.Parts[2][0] != 'f') {
    write(I.Operands[0], uint64_t(readAs(I.Operands[1], I)));
    return true;
  }
  return I.Operands.size() > 2 && arithmetic(I);
}

/// Takes "@p" or "@!p" off the front; whether the rest is not for this lane.
bool Machine::isSkipped(std::string &Text) {
  if (Text[0] != '@')
    return false;
  size_t End = Text.find_first_of(" \t\n");
  bool IsNegated = Text[1] == '!';
  bool Holds =
      read(Text.substr(IsNegated ? 2 : 1, End - (IsNegated ? 2 : 1))) != 0;
  Text = trim(Text.substr(End));
  return Holds == IsNegated;
}

void Machine::run(const std::string &Text) {
  // Braces around everything open a scope, those of operands hold no ';'.
  std::string Plain = trim(withoutComments(Text));
  while (!Plain.empty() && Plain[0] == '{' && Plain.back() == '}')
    Plain = trim(Plain.substr(1, Plain.size() - 2));
  for (std::string Each : split(Plain, ';')) {
    Each = trim(Each);
    if (Each.empty() || isSkipped(Each))
      continue;
    size_t End = Each.find_first_of(" \t\n");
    std::string Name = Each.substr(0, End);
    Instruction I;
    I.Parts = Name[0] == '.' ? Words{Name} : split(Name, '.');
    // "cvta.to.shared" and "shared::cta" have dots and colons of their own.
    if (End != std::string::npos)
      I.Operands = split(Each.substr(End), ',');
    if (I.Parts.empty() || !execute(I))
      oracle_note("instruction", Name.c_str());
  }
}

extern "C" void oracle_assembly(const char *Text, OracleOperand *Operands,
                                unsigned long Count) {
  Machine(Operands, Count).run(Text);
}
