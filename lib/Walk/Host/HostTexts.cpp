//===- HostTexts.cpp - Numbers that stand in texts ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of a program are texts, with defaults in the source:
//
//     std::string block = "256";
//     ...
//     kernel<<<1, std::stoi(block)>>>(out);
//
// Of a `std::string`, host code knows where its characters begin and how many
// they are, which is what stands first in it, too. What else it does leaves it
// unknown, as unseen code does.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;

/// Longer texts hold no number that a launch is made of.
static constexpr size_t MostTextBytes = 64;

static bool isString(const CXXRecordDecl *Class) {
  const auto *Of =
      llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(Class);
  if (!Of || !Of->isInStdNamespace() || Of->getName() != "basic_string")
    return false;
  const TemplateArgument &Character = Of->getTemplateArgs().get(0);
  return Character.getKind() == TemplateArgument::Type &&
         Character.getAsType()->isCharType();
}

static bool isString(QualType Type) {
  return isString(Type.getNonReferenceType()->getAsCXXRecordDecl());
}

/// One object for each text: nothing is stored in it, so that it costs nothing
/// where paths meet.
const Pointer *Interpreter::hostText(llvm::StringRef Text) {
  Object *&O = TextObjects[Text];
  if (!O) {
    const QualType Type = Context.getConstantArrayType(
        Context.CharTy, llvm::APInt(64, Text.size() + 1), nullptr,
        ArraySizeModifier::Normal, 0);
    O = &makeObject(Object::Local, "a text", Type);
    O->Initial = Object::UniformUnknown;
    Texts[O] = Text.str();
  }
  return &O->Begin;
}

const Pointer *Interpreter::placeOfLiteral(const StringLiteral *E) {
  return IsHost && E->isOrdinary() && E->getLength() < MostTextBytes
             ? hostText(E->getString())
             : foreign();
}

/// The characters from there on, where they are known and nobody writes them.
std::optional<std::string> Interpreter::textAt(const Pointer *At) {
  const auto Known = At ? Texts.find(At->Base) : Texts.end();
  if (Known == Texts.end() || !At->Base->Cells.empty() ||
      !At->WithinBytes.isNumber() || !At->Index.empty())
    return std::nullopt;
  const int64_t First = At->WithinBytes.constant().same();
  if (First < 0 || size_t(First) > Known->second.size())
    return std::nullopt;
  return Known->second.substr(size_t(First));
}

std::optional<std::string> Interpreter::textOfString(const Pointer *String) {
  if (!String || String->Base->Kind != Object::Local ||
      !String->WithinBytes.isNumber())
    return std::nullopt;
  return textAt(
      loadLocal(String, Context.getPointerType(Context.CharTy), {}).Address);
}

/// Of a `std::string`, or of a pointer to characters.
std::optional<std::string> Interpreter::textOf(const Expr *E) {
  if (isString(E->getType())) {
    if (E->isGLValue())
      return textOfString(place(E));
    const Pointer *Made = temporary(E->getType(), "a string");
    evaluateInto(E, Made);
    return textOfString(Made);
  }
  return E->getType()->isPointerType() ? textAt(evaluate(E).Address)
                                       : std::nullopt;
}

void Interpreter::setString(const Pointer *String, llvm::StringRef Text) {
  storeLocal(String, Context.getPointerType(Context.CharTy),
             Scalar(hostText(Text)));
  storeLocal(stepBytes(String, Types.sizeOf(Context.VoidPtrTy)),
             Context.getSizeType(), Value(int64_t(Text.size())));
}

bool Interpreter::constructString(const CXXConstructExpr *E,
                                  const Pointer *Target) {
  if (!IsHost || !isString(E->getConstructor()->getParent()) ||
      Target->Base->Kind != Object::Local)
    return false;
  // Further arguments are allocators by default.
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    if (!llvm::isa<CXXDefaultArgExpr>(E->getArg(I)))
      return false;
  const Expr *From = E->getNumArgs() ? E->getArg(0) : nullptr;
  if (!From || llvm::isa<CXXDefaultArgExpr>(From)) {
    setString(Target, "");
    return true;
  }
  if (!isString(From->getType()) && !From->getType()->isPointerType())
    return false;
  const std::optional<std::string> Text = textOf(From);
  if (Text)
    setString(Target, *Text);
  else
    forgetBytes(Target, Types.sizeOf(E->getType()),
                why(ReasonKind::MadeByConstructor, E->getBeginLoc()));
  return true;
}

/// What `atoi` and `std::stoi` make of a text: what stands behind the number is
/// left alone.
static std::optional<int64_t> numberIn(llvm::StringRef Text, unsigned Base) {
  Text = Text.ltrim(" \t\n\v\f\r");
  const bool IsNegative = Text.consume_front("-");
  if (!IsNegative)
    Text.consume_front("+");
  uint64_t Magnitude = 0;
  if (Text.consumeInteger(Base, Magnitude) || Magnitude > INT32_MAX)
    return std::nullopt;
  return IsNegative ? -int64_t(Magnitude) : int64_t(Magnitude);
}

/// A function that reads a number from a text, or compares two.
std::optional<Scalar> Interpreter::readText(const CallExpr *E,
                                            const FunctionDecl &Callee) {
  constexpr unsigned Decimal = 10;
  if (!Callee.getIdentifier() || E->getNumArgs() == 0)
    return std::nullopt;
  const bool IsInteger =
      llvm::StringSwitch<bool>(Callee.getName())
          .Cases({"atoi", "atol", "atoll", "stoi", "stol", "stoll", "stoul",
                  "stoull", "strtol", "strtoll", "strtoul", "strtoull"},
                 true)
          .Default(false);
  auto Unknown = [&] {
    return unknownOf(E->getType(), /*IsUniform=*/true,
                     ReasonKind::FunctionResult, E->getBeginLoc());
  };
  if (IsInteger) {
    // A second argument is where the number ends, a third the base.
    if (E->getNumArgs() > 1 && !E->getArg(1)->isNullPointerConstant(
                                   Context, Expr::NPC_NeverValueDependent))
      return std::nullopt;
    if (E->getNumArgs() > 2) {
      const auto Base = E->getArg(2)->getIntegerConstantExpr(Context);
      if (!Base || *Base != Decimal)
        return std::nullopt;
    }
    // From here on the arguments are evaluated: the call is carried out.
    const std::optional<std::string> Text = textOf(E->getArg(0));
    const std::optional<int64_t> Number =
        Text ? numberIn(*Text, Decimal) : std::nullopt;
    return Number ? Scalar(Value(*Number)) : Unknown();
  }
  if (Callee.getName() == "strcmp" && E->getNumArgs() == 2) {
    const std::optional<std::string> A = textOf(E->getArg(0)),
                                     B = textOf(E->getArg(1));
    return A && B ? Scalar(Value(llvm::StringRef(*A).compare(*B))) : Unknown();
  }
  return std::nullopt;
}

/// An operator or a method of strings.
std::optional<Scalar>
Interpreter::callString(const CallExpr *E, const FunctionDecl &Callee,
                        const Pointer *This,
                        llvm::ArrayRef<const Expr *> Arguments) {
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(&Callee);
  const OverloadedOperatorKind Operator = Callee.getOverloadedOperator();
  if (!Method) {
    if (Arguments.size() != 2 || !isString(Arguments[0]->getType()) ||
        !(Operator == OO_EqualEqual || Operator == OO_ExclaimEqual ||
          Operator == OO_Less))
      return std::nullopt;
    const std::optional<std::string> A = textOf(Arguments[0]),
                                     B = textOf(Arguments[1]);
    if (!A || !B)
      return unknownOf(E->getType(), /*IsUniform=*/true,
                       ReasonKind::FunctionResult, E->getBeginLoc());
    return Scalar(Value(Operator == OO_Less         ? *A < *B
                        : Operator == OO_EqualEqual ? *A == *B
                                                    : *A != *B));
  }
  if (!isString(Method->getParent()) || !This)
    return std::nullopt;
  if (Operator == OO_Equal && Arguments.size() == 1) {
    const QualType Type = Arguments[0]->getType();
    if (!isString(Type) && !Type->isPointerType())
      return std::nullopt;
    const std::optional<std::string> Text = textOf(Arguments[0]);
    if (This->Base->Kind != Object::Local)
      return Scalar(This);
    if (Text)
      setString(This, *Text);
    else
      forgetBytes(
          This, Types.sizeOf(Context.getCanonicalTagType(Method->getParent())),
          why(ReasonKind::PassedToUnknownCode, E->getBeginLoc()));
    return Scalar(This);
  }
  // What is not const may write to the text.
  if (!Callee.getIdentifier() || !Method->isConst() || !Arguments.empty())
    return std::nullopt;
  const std::optional<std::string> Text = textOfString(This);
  if (!Text)
    return std::nullopt;
  const llvm::StringRef Name = Callee.getName();
  if (Name == "c_str" || Name == "data")
    return loadLocal(This, Context.getPointerType(Context.CharTy), {});
  if (Name == "size" || Name == "length")
    return Scalar(Value(int64_t(Text->size())));
  if (Name == "empty")
    return Scalar(Value(Text->empty()));
  return std::nullopt;
}
