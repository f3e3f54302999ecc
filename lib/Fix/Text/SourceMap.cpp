//===- SourceMap.cpp - From expressions to what is around them ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/SourceMap.h"
#include "Cuda/Locations.h"
#include "Finding/Finding.h"
#include "Text/Edits.h"
#include "Text/UserFiles.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

std::optional<int64_t> banklint::constantValueOf(const Expr *E,
                                                 const ASTContext &Context) {
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  std::optional<llvm::APSInt> Number = E->getIntegerConstantExpr(Context);
  if (!Number || !Number->isRepresentableByInt64())
    return std::nullopt;
  return Number->getExtValue();
}

const RecordDecl *banklint::classWithin(QualType Type) {
  if (Type.isNull())
    return nullptr;
  Type = Type.getNonReferenceType();
  while (Type->isPointerType() || Type->isArrayType())
    Type = Type->isPointerType()
               ? Type->getPointeeType()
               : QualType(Type->getArrayElementTypeNoTypeQual(), 0);
  return Type->getAsRecordDecl();
}

/// Whether the text that declares a type's name declares no other type, and no
/// other text this one.
static bool isOnlyDeclaration(const TypedefNameDecl *Name) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Name->getDeclContext());
  return (!Class || Class->getTemplateSpecializationKind() == TSK_Undeclared) &&
         llvm::hasSingleElement(Name->redecls());
}

const TypedefNameDecl *banklint::typeNameOf(const DeclaratorDecl *D) {
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (!Info)
    return nullptr;
  const auto Loc =
      Info->getTypeLoc().getUnqualifiedLoc().getAs<TypedefTypeLoc>();
  const TypedefNameDecl *Name = Loc ? Loc.getDecl() : nullptr;
  return Name && isOnlyDeclaration(Name) ? Name->getCanonicalDecl() : nullptr;
}

const ValueDecl *banklint::namedBy(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

void banklint::forEachArgument(
    const Expr *Call,
    llvm::function_ref<void(const Expr *, const ParmVarDecl *)> F) {
  const FunctionDecl *Callee = nullptr;
  llvm::SmallVector<const Expr *, 8> Arguments;
  if (const auto *Plain = dyn_cast<CallExpr>(Call)) {
    Callee = Plain->getDirectCallee();
    Arguments.append(Plain->arg_begin(), Plain->arg_end());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (isa<CXXOperatorCallExpr>(Plain) && Method && !Arguments.empty())
      Arguments.erase(Arguments.begin());
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Call)) {
    Callee = Made->getConstructor();
    // An inherited constructor hands on what it is given.
    if (const auto From = Made->getConstructor()->getInheritedConstructor())
      Callee = From.getConstructor();
    Arguments.append(Made->arg_begin(), Made->arg_end());
  }
  const FunctionDecl *Defined = nullptr;
  if (Callee && Callee->hasBody(Defined))
    Callee = Defined;
  for (unsigned I = 0; I != Arguments.size(); ++I)
    F(Arguments[I],
      Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I) : nullptr);
}

/// Whether a function is an operator that an operand of an enumeration may
/// select. Methods are operators of their classes.
static bool isEnumOperator(const FunctionDecl &D) {
  return D.isOverloadedOperator() && !isa<CXXMethodDecl>(D) &&
         llvm::any_of(D.parameters(), [](const ParmVarDecl *P) {
           const QualType Type = P->getType().getNonReferenceType();
           return Type->isEnumeralType() ||
                  (Type->isDependentType() &&
                   !Type->getAs<TemplateSpecializationType>());
         });
}

/// Whether a function of CUDA asks how much memory a kernel takes, or fails
/// where its blocks are not resident together.
static bool asksForMemory(const FunctionDecl &D) {
  const IdentifierInfo *Name = D.getIdentifier();
  return Name && llvm::any_of(llvm::ArrayRef({"cudaOccupancy", "cuOccupancy",
                                              "cudaFuncGetAttributes",
                                              "cuFuncGetAttribute",
                                              "cudaLaunchCooperativeKernel",
                                              "cuLaunchCooperativeKernel"}),
                              [&](llvm::StringRef Prefix) {
                                return Name->getName().starts_with(Prefix);
                              });
}

/// What a number may be that becomes an attribute of a launch or a kernel:
/// "cudaLaunchAttributeID" of `cudaLaunchAttributeID(2)`. Empty for others.
static llvm::StringRef attributeMade(const ExplicitCastExpr &E) {
  const auto *Enum = E.getType()->getAsEnumDecl();
  const llvm::StringRef Name = Enum ? Enum->getName() : "";
  return Name.contains_insensitive("attribute") &&
                 (Name.starts_with("cuda") || Name.starts_with("CU"))
             ? Name
             : "";
}

/// Whether something sets how much of an SM's memory is shared memory.
static bool asksForCarveout(const ValueDecl &D) {
  const std::string Name = D.getDeclName().getAsString();
  const llvm::StringRef Asked = Name;
  return Asked.ends_with("SetCacheConfig") ||
         Asked.ends_with("PreferredSharedMemoryCarveout") ||
         Asked.ends_with("PREFERRED_SHARED_MEMORY_CARVEOUT");
}

/// Whether an attribute of a launch makes it fail where its blocks are not
/// resident together.
static bool asksForAllBlocks(const ValueDecl &D) {
  return isa<EnumConstantDecl>(D) &&
         (D.getName() == "cudaLaunchAttributeCooperative" ||
          D.getName() == "CU_LAUNCH_ATTRIBUTE_COOPERATIVE");
}

bool SourceMap::Tables::mention(TemplateName Template, SourceLocation Where) {
  if (const TemplateDecl *D = Template.getAsTemplateDecl())
    ClassMentions[D->getCanonicalDecl()].push_back(Where);
  return true;
}
void SourceMap::Tables::mention(const TemplateArgumentLoc &Argument) {
  const TemplateArgument &Given = Argument.getArgument();
  if (Given.getKind() == TemplateArgument::Template ||
      Given.getKind() == TemplateArgument::TemplateExpansion)
    mention(Given.getAsTemplateOrTemplatePattern(),
            Argument.getTemplateNameLoc());
}

/// Finds the bodies of templates, and what they declare.
class SourceMap::PatternVisitor : public RecursiveASTVisitor<PatternVisitor> {
public:
  PatternVisitor(Tables &Map, const SourceManager &Sources)
      : Map(Map), Sources(Sources) {}

  bool VisitNamedDecl(NamedDecl *D) {
    Map.Names.insert(Sources.getSpellingLoc(D->getLocation()));
    if (isa<UsingDirectiveDecl, UsingDecl>(D))
      Map.Names.insert(Sources.getSpellingLoc(D->getBeginLoc()));
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) {
    Map.Functions[D->getDeclName()].push_back(D);
    if (isEnumOperator(*D))
      Map.EnumOperators.push_back(D);
    if (D->doesThisDeclarationHaveABody() && D->getBody())
      Map.Patterns.push_back(D);
    return true;
  }

  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc Loc) {
    return Map.mention(Loc.getTypePtr()->getTemplateName(),
                       Loc.getTemplateNameLoc());
  }
  bool VisitDeducedTemplateSpecializationTypeLoc(
      DeducedTemplateSpecializationTypeLoc Loc) {
    return Map.mention(Loc.getTypePtr()->getTemplateName(),
                       Loc.getTemplateNameLoc());
  }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &Loc) {
    Map.mention(Loc);
    return RecursiveASTVisitor::TraverseTemplateArgumentLoc(Loc);
  }

private:
  Tables &Map;
  const SourceManager &Sources;
};

/// Fills the map in one pass. The stack holds the parents of the node.
class SourceMap::Builder : public RecursiveASTVisitor<Builder> {
public:
  Builder(Tables &Map, const SourceManager &Sources)
      : Map(Map), Sources(Sources) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    const auto *Inner = dyn_cast<DeclContext>(D);
    if (!isa<TranslationUnitDecl>(D) &&
        Sources.isInSystemHeader(D->getLocation()))
      return true;
    if (Inner && Inner->isDependentContext()) {
      PatternVisitor(Map, Sources).TraverseDecl(D);
      return true;
    }
    Stack.push_back({nullptr, D, false});
    RecursiveASTVisitor::TraverseDecl(D);
    Stack.pop_back();
    return true;
  }

  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    assert(!Stack.empty() && "a statement is a part of a declaration");
    auto &Known = Map.ParentsOf[S];
    bool IsNew = Known.empty();
    Known.insert(Stack.back());
    if (const auto *E = dyn_cast<Expr>(S)) {
      Map.Expressions[E->getExprLoc()].push_back(E);
      if (const Decl *Class = IsNew ? ownClassOf(E->getType()) : nullptr)
        Map.OfClass[Class].push_back(E);
    }
    Stack.push_back({S, nullptr, false});
    // Instantiations share what depends on no parameter: enter it once.
    if (IsNew)
      RecursiveASTVisitor::TraverseStmt(S);
    Stack.pop_back();
    return true;
  }

  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc Loc,
                               bool TraverseQualifier = true) {
    return typeOnly([&] {
      return RecursiveASTVisitor::TraverseDecltypeTypeLoc(Loc,
                                                          TraverseQualifier);
    });
  }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc Loc,
                                 bool TraverseQualifier = true) {
    return typeOnly([&] {
      return RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(Loc,
                                                            TraverseQualifier);
    });
  }

  /// `Stage::Rows` names something else than objects of the class.
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc Loc) {
    const llvm::SaveAndRestore Within(IsQualifier, true);
    return RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(Loc);
  }
  /// `Number<sizeof(Stage)>::value` does.
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &Loc) {
    const llvm::SaveAndRestore Within(IsQualifier, false);
    Map.mention(Loc);
    return RecursiveASTVisitor::TraverseTemplateArgumentLoc(Loc);
  }

  bool TraverseConstructorInitializer(CXXCtorInitializer *Init) {
    const Decl *Member = Init->getMember();
    note(Init->getMemberLocation());
    if (Member && Init->getInit())
      Map.Values[cast<ValueDecl>(Member)].push_back(Init->getInit());
    if (Init->getInit())
      Map.Constructors[Init->getInit()] =
          dyn_cast_or_null<FunctionDecl>(Stack.back().Declaration);
    Stack.push_back({nullptr, Member, false});
    RecursiveASTVisitor::TraverseConstructorInitializer(Init);
    Stack.pop_back();
    return true;
  }

  bool VisitNamedDecl(NamedDecl *D) {
    note(D->getLocation());
    if (isa<UsingDirectiveDecl, UsingDecl>(D))
      note(D->getBeginLoc());
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *D) {
    Map.Functions[D->getDeclName()].push_back(D);
    if (isEnumOperator(*D))
      Map.EnumOperators.push_back(D);
    if (D->doesThisDeclarationHaveABody() && D->getBody())
      Map.Bodies.push_back(D);
    // `template __global__ void k<float>(float *);`
    if (isTemplateExplicitInstantiationOrSpecialization(
            D->getTemplateSpecializationKind()))
      note(D->getPointOfInstantiation());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    Map.Assembly.push_back(S);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) {
    for (const LambdaCapture &Capture : E->explicit_captures())
      note(Capture.getLocation());
    return true;
  }
  /// The body of a generic lambda is a template.
  bool TraverseLambdaExpr(LambdaExpr *E) {
    const FunctionTemplateDecl *Generic = E->getDependentCallOperator();
    if (!Generic)
      return RecursiveASTVisitor::TraverseLambdaExpr(E);
    VisitLambdaExpr(E);
    for (unsigned I = 0; I != E->capture_size(); ++I)
      if (const LambdaCapture *Capture = E->capture_begin() + I;
          Capture->isExplicit())
        TraverseLambdaCapture(E, Capture, E->capture_init_begin()[I]);
    PatternVisitor(Map, Sources).TraverseDecl(E->getCallOperator());
    for (FunctionDecl *Instance : Generic->specializations())
      TraverseDecl(Instance);
    return true;
  }
  /// Clang makes the calls of its iterators.
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    RecursiveASTVisitor::TraverseCXXForRangeStmt(S);
    Stack.push_back({S, nullptr, false});
    for (DeclStmt *Made :
         {S->getBeginStmt(), S->getEndStmt(), S->getLoopVarStmt()})
      if (const auto *D =
              Made ? dyn_cast<VarDecl>(Made->getSingleDecl()) : nullptr)
        TraverseStmt(const_cast<Expr *>(D->getInit()));
    TraverseStmt(S->getCond());
    TraverseStmt(S->getInc());
    Stack.pop_back();
    return true;
  }
  /// `get<0>(pair)`.
  bool VisitBindingDecl(BindingDecl *D) {
    if (const VarDecl *Holder = D->getHoldingVar())
      TraverseStmt(const_cast<Expr *>(Holder->getInit()));
    return true;
  }
  bool VisitDesignatedInitExpr(DesignatedInitExpr *E) {
    for (const DesignatedInitExpr::Designator &D : E->designators())
      if (D.isFieldDesignator())
        note(D.getFieldLoc());
    return true;
  }
  bool VisitTypeLoc(TypeLoc Loc) {
    note(Loc.getUnqualifiedLoc().getBeginLoc());
    return true;
  }

  bool VisitTypedefTypeLoc(TypedefTypeLoc Loc) {
    ++Map.TypeMentions[Loc.getDecl()->getCanonicalDecl()];
    return mention(Loc.getType(), Loc.getNameLoc());
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc Loc) {
    const TemplateDecl *Template =
        Loc.getTypePtr()->getTemplateName().getAsTemplateDecl();
    if (Template && Sources.isInSystemHeader(Template->getLocation()))
      for (unsigned I = 0; I != Loc.getNumArgs(); ++I)
        give(Loc.getArgLoc(I).getArgument());
    Map.mention(Loc.getTypePtr()->getTemplateName(), Loc.getTemplateNameLoc());
    return mention(Loc.getType(), Loc.getTemplateNameLoc());
  }
  bool VisitDeducedTemplateSpecializationTypeLoc(
      DeducedTemplateSpecializationTypeLoc Loc) {
    Map.mention(Loc.getTypePtr()->getTemplateName(), Loc.getTemplateNameLoc());
    return mention(Loc.getType(), Loc.getTemplateNameLoc());
  }
  bool VisitTagTypeLoc(TagTypeLoc Loc) {
    return mention(Loc.getType(), Loc.getNameLoc());
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    return mention(E->getTypeOfArgument(), E->getBeginLoc());
  }
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    if (const Decl *Class =
            D->isImplicit() ? nullptr : ownClassOf(D->getType()))
      Map.Declarators[Class].push_back(D);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    note(E->getLocation());
    if (asksForAllBlocks(*E->getDecl()))
      Map.Cooperative.push_back({E, E->getDecl()->getName()});
    if (asksForCarveout(*E->getDecl()))
      Map.Carveouts.push_back(E);
    const ValueDecl *D = namedBy(E);
    if (D && D->getDeclContext()->isDependentContext())
      OfPatterns[D->getLocation()].push_back(E);
    else if (D)
      Map.References[D].push_back(E);
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) {
    if (const llvm::StringRef Attribute = attributeMade(*E);
        !Attribute.empty()) {
      Map.Cooperative.push_back({E, Attribute});
      Map.Carveouts.push_back(E);
    }
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    note(E->getMemberLoc());
    Map.References[E->getMemberDecl()].push_back(E);
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    if (const TypedefNameDecl *Name = typeNameOf(D);
        Name && D->hasAttr<CUDASharedAttr>())
      Map.TypedArrays[Name].push_back(D);
    if (const Expr *Init = D->getInit(); Init && !isa<ParmVarDecl>(D))
      Map.Values[D].push_back(Init);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *D) {
    if (const Expr *Init = D->getInClassInitializer())
      Map.Values[D].push_back(Init);
    return true;
  }
  /// Of its two forms, the one with all conversions.
  bool TraverseInitListExpr(InitListExpr *E) {
    if (InitListExpr *Converted = E->getSemanticForm())
      E = Converted;
    bindFields(E);
    for (Expr *Init : E->inits())
      TraverseStmt(Init);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (const FunctionDecl *Callee = E->getDirectCallee()) {
      Map.Calls[Callee->getCanonicalDecl()].push_back(E);
      if (asksForMemory(*Callee))
        Map.MemoryQueries.push_back(E);
      giveTo(*Callee, E->arguments());
    }
    return bind(E);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    giveTo(*E->getConstructor(), E->arguments());
    return bind(E);
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    const ValueDecl *Target = namedBy(E->getLHS());
    if (Target && E->getOpcode() == BO_Assign)
      Map.Values[Target].push_back(E->getRHS());
    else if (Target && E->isAssignmentOp()) {
      Map.Changed.insert(Target);
      Map.Changes[Target].push_back(E->getRHS());
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    const ValueDecl *Target = namedBy(E->getSubExpr());
    if (Target && (E->isIncrementDecrementOp() || E->getOpcode() == UO_AddrOf))
      Map.Changed.insert(Target);
    return true;
  }

  /// Types that depend on no parameter are not made again in instances: in
  /// `decltype(s)` stands the variable of the template.
  void addReferencesOfPatterns() {
    for (auto &[D, References] : Map.References)
      if (auto Found = OfPatterns.find(D->getLocation());
          Found != OfPatterns.end() && isa<VarDecl>(D))
        llvm::append_range(References, Found->second);
  }

private:
  void note(SourceLocation Where) {
    if (Where.isValid())
      Map.Names.insert(Sources.getSpellingLoc(Where));
  }
  /// The class within a type, where the user's code declares it.
  const Decl *ownClassOf(QualType Type) const {
    const RecordDecl *Class = classWithin(Type);
    return Class && !Sources.isInSystemHeader(Class->getLocation())
               ? Class->getCanonicalDecl()
               : nullptr;
  }
  bool mention(QualType Type, SourceLocation Where) {
    if (const Decl *Class = IsQualifier ? nullptr : ownClassOf(Type))
      Map.ClassMentions[Class].push_back(Where);
    return true;
  }
  void give(const TemplateArgument &Argument) {
    if (Argument.getKind() == TemplateArgument::Type)
      give(Argument.getAsType());
    else if (Argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Element : Argument.pack_elements())
        give(Element);
  }
  /// With all classes that a library comes to from it: it copies and destroys
  /// members, converts what functions return, and makes what they take.
  void give(QualType Type) {
    if (const auto *Pointee = Type->getPointeeOrArrayElementType();
        const auto *Function = Pointee->getAs<FunctionProtoType>())
      giveFunction(*Function);
    const auto *Class = dyn_cast_or_null<CXXRecordDecl>(ownClassOf(Type));
    if (!Class || !Map.GivenToLibraries.insert(Class).second ||
        !Class->hasDefinition())
      return;
    for (const CXXBaseSpecifier &Base : Class->bases())
      give(Base.getType());
    for (const Decl *Member : Class->getDefinition()->decls()) {
      if (const auto *Field = dyn_cast<FieldDecl>(Member))
        give(Field->getType());
      else if (const auto *Method = dyn_cast<CXXMethodDecl>(Member))
        giveFunction(*Method->getType()->castAs<FunctionProtoType>());
      else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Member))
        for (const FunctionDecl *Instance : Template->specializations())
          giveFunction(*Instance->getType()->castAs<FunctionProtoType>());
    }
  }
  void giveFunction(const FunctionProtoType &Function) {
    give(Function.getReturnType());
    for (QualType Parameter : Function.param_types())
      give(Parameter);
  }
  /// A library may call the methods of what it is given.
  template <typename Range>
  void giveTo(const FunctionDecl &Callee, Range Arguments) {
    if (!Sources.isInSystemHeader(Callee.getLocation()) ||
        Callee.getBuiltinID())
      return;
    for (const Expr *Argument : Arguments)
      give(Argument->getType());
    if (const TemplateArgumentList *List =
            Callee.getTemplateSpecializationArgs())
      for (const TemplateArgument &Argument : List->asArray())
        give(Argument);
  }
  void bindFields(const InitListExpr *List) {
    const RecordDecl *Class = List->getType()->getAsRecordDecl();
    if (!Class)
      return;
    unsigned Position = 0;
    if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
      Position = Cxx->getNumBases();
    for (const FieldDecl *Field : Class->fields())
      if (!Field->isUnnamedBitField() && Position < List->getNumInits()) {
        const Expr *Value = List->getInit(Position++);
        Map.Values[Field].push_back(Value);
        noteGiven(Value, Field->getType(), List);
      }
  }
  template <typename Function> bool typeOnly(Function F) {
    Stack.push_back({nullptr, nullptr, true});
    F();
    Stack.pop_back();
    return true;
  }
  bool bind(const Expr *Call) {
    forEachArgument(Call,
                    [&](const Expr *Argument, const ParmVarDecl *Parameter) {
                      if (!Parameter)
                        return;
                      Map.Values[Parameter].push_back(Argument);
                      noteGiven(Argument, Parameter->getType(), Call);
                    });
    return true;
  }
  /// A variable that code may change through a reference or its address, which
  /// it is given as something of a type.
  void noteGiven(const Expr *Given, QualType Type, const Expr *By) {
    const ValueDecl *Passed = namedBy(Given);
    if (Passed && Type->isLValueReferenceType() &&
        !Type->getPointeeType().isConstQualified()) {
      Map.Changed.insert(Passed);
      Map.Changes[Passed].push_back(By);
    }
    const auto *Address = dyn_cast<UnaryOperator>(Given->IgnoreParenImpCasts());
    if (Address && Address->getOpcode() == UO_AddrOf)
      if (const ValueDecl *D = namedBy(Address->getSubExpr()))
        Map.Changes[D].push_back(By);
  }

  Tables &Map;
  const SourceManager &Sources;
  llvm::SmallVector<SourceParent, 64> Stack;
  Table<SourceLocation, const Expr *> OfPatterns;
  bool IsQualifier = false;
};

void SourceMap::forEachValue(
    llvm::function_ref<void(const ValueDecl *, const Expr *)> F) const {
  for (const auto &[D, Values] : tables().Values)
    for (const Expr *Value : Values)
      F(D, Value);
}

const SourceMap::Tables &SourceMap::tables() const {
  if (!Filled) {
    Builder Pass(Filled.emplace(), Context.getSourceManager());
    Pass.TraverseDecl(Context.getTranslationUnitDecl());
    Pass.addReferencesOfPatterns();
  }
  return *Filled;
}

template <typename Table, typename Key>
static auto entriesOf(const Table &T, Key K) {
  auto Found = T.find(K);
  using Entries = llvm::ArrayRef<typename decltype(Found->second)::value_type>;
  return Found == T.end() ? Entries() : Entries(Found->second);
}

llvm::SmallVector<const FunctionDecl *, 2>
SourceMap::patternsAround(SourceLocation Where) const {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::SmallVector<const FunctionDecl *, 2> Found;
  for (const FunctionDecl *Pattern : tables().Patterns)
    if (holds(Pattern->getBody()->getSourceRange(), Where, Sources))
      Found.push_back(Pattern);
  return Found;
}

llvm::ArrayRef<const FunctionDecl *>
SourceMap::functionsNamed(DeclarationName Name) const {
  return entriesOf(tables().Functions, Name);
}

const TextRanges &SourceMap::rangesOfBodies() const {
  if (!BodyRanges) {
    std::vector<SourceRange> Ranges;
    for (const FunctionDecl *Function : bodies())
      Ranges.push_back(Function->getBody()->getSourceRange());
    BodyRanges.emplace(Ranges, Context);
  }
  return *BodyRanges;
}

std::vector<const FunctionDecl *>
SourceMap::bodiesAround(SourceLocation Where) const {
  std::vector<const FunctionDecl *> Result;
  for (size_t Number : rangesOfBodies().around(Where))
    Result.push_back(bodies()[Number]);
  return Result;
}

std::vector<const FunctionDecl *>
SourceMap::bodiesEditedBy(const Fix &Edits) const {
  std::vector<size_t> Numbers = rangesOfBodies().editedBy(Edits);
  for (SourceLocation Use : usesOfMacrosEditedBy(Edits))
    llvm::append_range(Numbers, rangesOfBodies().around(Use));
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  std::vector<const FunctionDecl *> Result;
  Result.reserve(Numbers.size());
  for (size_t Number : Numbers)
    Result.push_back(bodies()[Number]);
  return Result;
}

std::vector<SourceLocation>
SourceMap::usesOfMacrosEditedBy(const Fix &Edits) const {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::SmallSetVector<SourceLocation, 16> Uses;
  for (const Edit &E : Edits.Edits) {
    const FileID Id = fileNamed(E.File, Sources);
    if (Id.isInvalid())
      continue;
    // It may stand right behind a text.
    for (unsigned Back = 0; Back != 2 && Back <= E.OffsetBytes; ++Back)
      for (SourceLocation Copy :
           copiesOf(Sources.getComposedLoc(Id, E.OffsetBytes - Back)))
        Uses.insert(Sources.getExpansionLoc(Copy));
  }
  return {Uses.begin(), Uses.end()};
}

std::optional<std::string> SourceMap::repeatedFileOf(const Fix &Edits) const {
  if (!RepeatedFiles)
    RepeatedFiles = repeatedFilesOf(Context);
  for (const Edit &E : Edits.Edits)
    if (RepeatedFiles->contains(E.File))
      return E.File;
  return std::nullopt;
}

std::optional<int64_t> SourceMap::constantOf(const Expr *E) const {
  auto [Known, IsNew] = Constants.try_emplace(E);
  if (IsNew)
    Known->second = constantValueOf(E, Context);
  return Known->second;
}

llvm::ArrayRef<SourceParent> SourceMap::parentsOf(const Stmt *S) const {
  auto Found = tables().ParentsOf.find(S);
  return Found == tables().ParentsOf.end() ? llvm::ArrayRef<SourceParent>()
                                           : Found->second.getArrayRef();
}
llvm::ArrayRef<const Expr *> SourceMap::referencesTo(const ValueDecl *D) const {
  return entriesOf(tables().References, D);
}
llvm::ArrayRef<const Expr *> SourceMap::valuesOf(const ValueDecl *D) const {
  return entriesOf(tables().Values, D);
}
bool SourceMap::isChanged(const ValueDecl *D) const {
  if (tables().Changed.contains(D))
    return true;
  const auto *Function =
      isa<ParmVarDecl>(D) ? dyn_cast_or_null<FunctionDecl>(D->getDeclContext())
                          : nullptr;
  return Function && isCalledUnseen(Function);
}
llvm::ArrayRef<const Expr *> SourceMap::changesOf(const ValueDecl *D) const {
  return entriesOf(tables().Changes, D);
}
llvm::ArrayRef<const Expr *>
SourceMap::expressionsAt(SourceLocation Where) const {
  return entriesOf(tables().Expressions, Where);
}
const SourceMap::MacroUses &SourceMap::macroUses() const {
  if (KnownUses)
    return *KnownUses;
  KnownUses.emplace();
  constexpr auto MacroBit = SourceLocation::UIntTy(1)
                            << (8 * sizeof(SourceLocation::UIntTy) - 1);
  const SourceManager &Sources = Context.getSourceManager();
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isExpansion())
      continue;
    const SrcMgr::ExpansionInfo &Use = Entry.getExpansion();
    const SourceLocation From = Use.getSpellingLoc();
    if (Sources.isWrittenInScratchSpace(Sources.getSpellingLoc(From)))
      KnownUses->MakeText.insert(
          Sources.getExpansionLoc(Use.getExpansionLocStart()));
    const unsigned Next = I + 1 == Sources.local_sloc_entry_size()
                              ? Sources.getNextLocalOffset()
                              : Sources.getLocalSLocEntry(I + 1).getOffset();
    // Behind its text each has one place more.
    KnownUses->Written.push_back(
        {From,
         SourceLocation::getFromRawEncoding(Entry.getOffset() | MacroBit),
         unsigned(Next - Entry.getOffset()) - 1,
         {}});
  }
  auto &Written = KnownUses->Written;
  llvm::sort(Written, [](const auto &A, const auto &B) {
    return std::tie(A.From, A.To) < std::tie(B.From, B.To);
  });
  SourceLocation Most;
  for (MacroUses::Copy &Each : Written)
    Each.MostEnd = Most =
        std::max(Most, Each.From.getLocWithOffset(int(Each.Length)));
  return *KnownUses;
}

llvm::ArrayRef<SourceLocation> SourceMap::copiesOf(SourceLocation Place) const {
  const auto &Written = macroUses().Written;
  const auto [Known, IsNew] = Copies.try_emplace(Place);
  if (!IsNew)
    return Known->second;
  auto Behind = llvm::upper_bound(
      Written, Place,
      [](SourceLocation At, const auto &Each) { return At < Each.From; });
  while (Behind != Written.begin() && Place < std::prev(Behind)->MostEnd) {
    --Behind;
    const int Offset =
        int(Place.getRawEncoding() - Behind->From.getRawEncoding());
    if (Offset < int(Behind->Length))
      Known->second.push_back(Behind->To.getLocWithOffset(Offset));
  }
  return Known->second;
}

bool SourceMap::makesText(SourceLocation Place) const {
  return macroUses().MakeText.contains(
      Context.getSourceManager().getExpansionLoc(Place));
}
llvm::SmallVector<const RecordDecl *, 8> SourceMap::classes() const {
  llvm::SmallSetVector<const RecordDecl *, 8> Result;
  for (const auto &Entry : tables().OfClass)
    Result.insert(cast<RecordDecl>(Entry.first)->getDefinition());
  for (const auto &Entry : tables().Declarators)
    Result.insert(cast<RecordDecl>(Entry.first)->getDefinition());
  Result.remove(nullptr);
  return Result.takeVector();
}
llvm::ArrayRef<const Expr *>
SourceMap::expressionsOf(const RecordDecl *Class) const {
  return entriesOf(tables().OfClass,
                   static_cast<const Decl *>(Class->getCanonicalDecl()));
}
llvm::ArrayRef<const DeclaratorDecl *>
SourceMap::declaratorsOf(const RecordDecl *Class) const {
  return entriesOf(tables().Declarators,
                   static_cast<const Decl *>(Class->getCanonicalDecl()));
}
llvm::ArrayRef<SourceLocation>
SourceMap::mentionsOf(const NamedDecl *Class) const {
  return entriesOf(tables().ClassMentions,
                   static_cast<const Decl *>(Class->getCanonicalDecl()));
}
llvm::ArrayRef<const VarDecl *>
SourceMap::arraysOf(const TypedefNameDecl *D) const {
  llvm::ArrayRef<const VarDecl *> Arrays = entriesOf(tables().TypedArrays, D);
  return Arrays.size() == tables().TypeMentions.lookup(D)
             ? Arrays
             : llvm::ArrayRef<const VarDecl *>();
}
llvm::ArrayRef<const FunctionDecl *>
SourceMap::functionsAround(const Stmt *S) const {
  if (auto Known = Around.find(S); Known != Around.end())
    return Known->second;
  llvm::SmallSetVector<const FunctionDecl *, 2> Found;
  if (const FunctionDecl *Constructor = tables().Constructors.lookup(S))
    Found.insert(Constructor);
  for (const SourceParent &Parent : parentsOf(S)) {
    if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Parent.Statement))
      Found.insert(Lambda->getCallOperator());
    else if (Parent.Statement)
      Found.insert_range(functionsAround(Parent.Statement));
    else if (const auto *F = dyn_cast_or_null<FunctionDecl>(Parent.Declaration))
      Found.insert(F);
    else if (Parent.Declaration)
      if (const auto *Outer = dyn_cast_or_null<FunctionDecl>(
              Parent.Declaration->getDeclContext()))
        Found.insert(Outer);
  }
  return Around[S] = Found.getArrayRef().copy(Storage);
}
llvm::ArrayRef<const CallExpr *>
SourceMap::callsOf(const FunctionDecl *Function) const {
  return entriesOf(tables().Calls, Function->getCanonicalDecl());
}

QualType banklint::spelledTypeOf(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
    return Call->getImplicitObjectArgument()->IgnoreImplicit()->getType();
  return E->getType();
}

bool SourceMap::mayOverload(const Expr *E) const {
  const QualType Type = spelledTypeOf(E);
  return Type->isRecordType() ||
         (Type->isEnumeralType() && !tables().EnumOperators.empty());
}

const Callers &SourceMap::callers() const {
  if (!AllCallers)
    AllCallers.emplace(Context);
  return *AllCallers;
}

namespace {
/// Looks for shared variables in functions that are no kernels.
class SharedFinder : public RecursiveASTVisitor<SharedFinder> {
public:
  bool VisitVarDecl(const VarDecl *D) {
    const auto *Around =
        dyn_cast_or_null<FunctionDecl>(D->getParentFunctionOrMethod());
    IsFound |= D->hasAttr<CUDASharedAttr>() && Around &&
               !Around->hasAttr<CUDAGlobalAttr>();
    return !IsFound;
  }
  bool IsFound = false;
};
} // namespace

bool SourceMap::haveLibrariesShared() const {
  if (!LibrariesShared) {
    const SourceManager &Sources = Context.getSourceManager();
    SharedFinder Finder;
    for (Decl *D : Context.getTranslationUnitDecl()->decls())
      if (Sources.isInSystemHeader(D->getLocation()))
        Finder.TraverseDecl(D);
    LibrariesShared = Finder.IsFound;
  }
  return *LibrariesShared;
}

bool SourceMap::isCalledUnseen(const FunctionDecl *Function) const {
  const auto *Name = cast<ValueDecl>(Function->getCanonicalDecl());
  if (referencesTo(Name).size() > callsOf(Function).size())
    return true;
  // A library's template that is specialized here.
  if (const FunctionTemplateDecl *Template = Function->getPrimaryTemplate();
      Template && Context.getSourceManager().isInSystemHeader(
                      Template->getCanonicalDecl()->getLocation()))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  // By the types of what it takes, libraries find operators and `swap`.
  if (!Method)
    return llvm::any_of(Function->parameters(), [&](const ParmVarDecl *P) {
      const RecordDecl *Class = classWithin(P->getType());
      return Class &&
             tables().GivenToLibraries.contains(Class->getCanonicalDecl());
    });
  const CXXRecordDecl *Class = Method->getParent();
  // A lambda that becomes a pointer.
  auto IsCalled = [&](const NamedDecl *D) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      return llvm::any_of(
          Template->specializations(),
          [&](const FunctionDecl *To) { return !callsOf(To).empty(); });
    const auto *To = dyn_cast<CXXConversionDecl>(D);
    return To && !callsOf(To).empty();
  };
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (Instance && Context.getSourceManager().isInSystemHeader(
                      Instance->getSpecializedTemplate()->getLocation()))
    return true;
  return Method->isVirtual() ||
         tables().GivenToLibraries.contains(Class->getCanonicalDecl()) ||
         (Class->isLambda() &&
          llvm::any_of(Class->getVisibleConversionFunctions(), IsCalled));
}
