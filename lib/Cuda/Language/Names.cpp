//===- Names.cpp - Functions as reports name them -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Names.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/LaunchSyntax.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;
using llvm::raw_ostream;

static const ClassTemplateSpecializationDecl *specializationOf(QualType Type) {
  return llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
}

static bool isOfCute(const Decl &D) { return libraryOf(D) == "cute"; }

static bool mentionsCute(QualType Type);

static bool mentionsCute(const TemplateArgument &Argument) {
  if (Argument.getKind() == TemplateArgument::Type)
    return mentionsCute(Argument.getAsType());
  return Argument.getKind() == TemplateArgument::Pack &&
         llvm::any_of(Argument.pack_elements(), [](const TemplateArgument &A) {
           return mentionsCute(A);
         });
}

static bool mentionsCute(QualType Type) {
  if (!Type->getPointeeType().isNull())
    return mentionsCute(Type->getPointeeType());
  const ClassTemplateSpecializationDecl *Class = specializationOf(Type);
  return Class &&
         (isOfCute(*Class) || llvm::any_of(Class->getTemplateArgs().asArray(),
                                           [](const TemplateArgument &A) {
                                             return mentionsCute(A);
                                           }));
}

namespace {

class NamePrinter {
public:
  NamePrinter(raw_ostream &OS, const PrintingPolicy &Policy)
      : OS(OS), Policy(Policy) {}

  void print(QualType Type);
  void print(ArrayRef<TemplateArgument> Arguments, StringRef Separator);

private:
  void print(const ClassTemplateSpecializationDecl &Class);

  raw_ostream &OS;
  const PrintingPolicy &Policy;
};

} // namespace

/// Packs are written as the arguments that they are.
static void addFlat(ArrayRef<TemplateArgument> Arguments,
                    SmallVectorImpl<TemplateArgument> &Flat) {
  for (const TemplateArgument &Argument : Arguments)
    if (Argument.getKind() == TemplateArgument::Pack)
      addFlat(Argument.pack_elements(), Flat);
    else
      Flat.push_back(Argument);
}

void NamePrinter::print(ArrayRef<TemplateArgument> Arguments,
                        StringRef Separator) {
  SmallVector<TemplateArgument, 8> Flat;
  addFlat(Arguments, Flat);
  llvm::interleave(
      Flat, OS,
      [&](const TemplateArgument &Argument) {
        if (Argument.getKind() == TemplateArgument::Type)
          print(Argument.getAsType());
        else
          Argument.print(Policy, OS, /*IncludeType=*/false);
      },
      Separator);
}

void NamePrinter::print(const ClassTemplateSpecializationDecl &Class) {
  ArrayRef<TemplateArgument> Arguments = Class.getTemplateArgs().asArray();
  const StringRef Name = Class.getName();
  if (isOfCute(Class) && (Name == "C" || Name == "integral_constant")) {
    print(Arguments.back(), "");
  } else if (isOfCute(Class) && Name == "tuple") {
    OS << '(';
    print(Arguments, ",");
    OS << ')';
  } else if (isOfCute(Class) && Name == "Layout") {
    print(Arguments, ":");
  } else if (isOfCute(Class) && Name == "Swizzle") {
    OS << "Swizzle<";
    print(Arguments, ",");
    OS << '>';
  } else if (isOfCute(Class) && Name == "ComposedLayout" &&
             Arguments.size() == 3) {
    print(Arguments[0], "");
    OS << " o ";
    print(Arguments[2], "");
  } else {
    Class.printQualifiedName(OS, Policy);
    OS << '<';
    print(Arguments, ", ");
    OS << '>';
  }
}

void NamePrinter::print(QualType Type) {
  if (!mentionsCute(Type))
    return Type.print(OS, Policy);
  const QualType Pointee = Type->getPointeeType();
  if (Pointee.isNull()) {
    if (Type.isConstQualified())
      OS << "const ";
    return print(*specializationOf(Type));
  }
  print(Pointee);
  OS << (Type->isPointerType()           ? " *"
         : Type->isRValueReferenceType() ? " &&"
                                         : " &");
}

static bool mentionsCute(const FunctionDecl &Function) {
  const TemplateArgumentList *Arguments =
      Function.getTemplateSpecializationArgs();
  return (Arguments && llvm::any_of(Arguments->asArray(),
                                    [](const TemplateArgument &A) {
                                      return mentionsCute(A);
                                    })) ||
         llvm::any_of(Function.parameters(), [](const ParmVarDecl *P) {
           return mentionsCute(P->getType());
         });
}

static void printParameters(raw_ostream &OS, const FunctionDecl &Function,
                            llvm::function_ref<void(QualType)> Print) {
  OS << '(';
  llvm::interleaveComma(Function.parameters(), OS, [&](const ParmVarDecl *P) {
    if (isLost(P->getType()))
      OS << "<unknown>";
    else
      Print(P->getType());
  });
  OS << ')';
}

std::string banklint::signatureOf(const FunctionDecl &Function) {
  const ASTContext &Context = Function.getASTContext();
  const PrintingPolicy Policy(Context.getLangOpts());
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  NamePrinter Printer(OS, Policy);
  const TemplateArgumentList *Arguments =
      Function.getTemplateSpecializationArgs();
  if (Arguments && mentionsCute(Function)) {
    Function.printQualifiedName(OS, Policy);
    OS << '<';
    Printer.print(Arguments->asArray(), ", ");
    OS << '>';
  } else {
    Function.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  }
  printParameters(OS, Function, [&](QualType Type) { Printer.print(Type); });
  return withoutLostTypes(Name);
}

std::string banklint::fullSignatureOf(const FunctionDecl &Function) {
  const PrintingPolicy Policy(Function.getASTContext().getLangOpts());
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Function.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  printParameters(OS, Function, [&](QualType Type) { Type.print(OS, Policy); });
  return withoutLostTypes(Name);
}

std::string banklint::externalName(const FunctionDecl *Function,
                                   const ASTContext &Context) {
  if (!Function->isExternallyVisible() || Function->isDependentContext())
    return "";
  // Clang's interface takes a context that it does not change.
  return ASTNameGenerator(const_cast<ASTContext &>(Context)).getName(Function);
}
