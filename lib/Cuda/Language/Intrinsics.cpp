//===- Intrinsics.cpp - Functions whose meaning is CUDA's -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Intrinsics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using llvm::StringRef;

/// Names are those of functions outside any class; a scope suffix of an atomic
/// (`_block`, `_system`) has been taken off.
static Intrinsic byName(StringRef Name) {
  return llvm::StringSwitch<Intrinsic>(Name)
      .Cases({"min", "umin", "llmin", "ullmin"}, Intrinsic::Min)
      .Cases({"max", "umax", "llmax", "ullmax"}, Intrinsic::Max)
      .Cases({"abs", "labs", "llabs", "__builtin_abs"}, Intrinsic::Abs)
      .Cases({"__mul24", "__umul24"}, Intrinsic::Mul24)
      .Cases({"__mulhi", "__umulhi", "__mul64hi", "__umul64hi"},
             Intrinsic::MulHigh)
      .Cases({"__popc", "__popcll", "__builtin_popcount"}, Intrinsic::PopCount)
      .Cases({"__clz", "__clzll", "__builtin_clz"}, Intrinsic::LeadingZeros)
      .Cases({"__ffs", "__ffsll", "__builtin_ffs"}, Intrinsic::FirstSet)
      .Cases({"__brev", "__brevll"}, Intrinsic::ReverseBits)
      .Cases({"__syncthreads", "__syncwarp", "__barrier_sync",
              "__nvvm_barrier0", "__nv_bar_sync"},
             Intrinsic::Barrier)
      .Cases({"__threadfence", "__threadfence_block", "__threadfence_system",
              "__threadfence_cluster"},
             Intrinsic::Barrier)
      .Cases({"__cluster_barrier_arrive", "__cluster_barrier_arrive_relaxed",
              "__cluster_barrier_wait"},
             Intrinsic::Barrier)
      .Cases({"__pipeline_wait_prior", "sync_grids_arrive", "sync_grids_wait",
              "pipeline_consumer_wait_prior", "pipeline_producer_commit",
              "barrier_arrive_tx", "barrier_expect_tx"},
             Intrinsic::Barrier)
      .Cases({"__syncthreads_count", "__syncthreads_and", "__syncthreads_or"},
             Intrinsic::BlockVote)
      .Cases({"__ballot", "__any", "__all", "__ballot_sync", "__any_sync",
              "__all_sync"},
             Intrinsic::WarpVote)
      .Cases({"__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
              "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"},
             Intrinsic::WarpVote)
      .Case("__activemask", Intrinsic::ActiveMask)
      .Cases({"__shfl", "__shfl_sync"}, Intrinsic::ShuffleIndex)
      .Cases({"__shfl_up", "__shfl_up_sync"}, Intrinsic::ShuffleUp)
      .Cases({"__shfl_down", "__shfl_down_sync"}, Intrinsic::ShuffleDown)
      .Cases({"__shfl_xor", "__shfl_xor_sync"}, Intrinsic::ShuffleXor)
      .Cases({"__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv",
              "__builtin_nontemporal_load"},
             Intrinsic::CachedLoad)
      .Cases({"__stwb", "__stcg", "__stcs", "__stwt",
              "__builtin_nontemporal_store"},
             Intrinsic::CachedStore)
      .Case("atomicAdd", Intrinsic::AtomicAdd)
      .Cases({"atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicInc",
              "atomicDec", "atomicAnd", "atomicOr"},
             Intrinsic::AtomicInteger)
      .Case("atomicXor", Intrinsic::AtomicInteger)
      .Case("atomicCAS", Intrinsic::AtomicCas)
      .Cases({"__cvta_generic_to_shared", "__nv_cvta_generic_to_shared_impl",
              "__nvvm_get_smem_pointer", "__cvta_generic_to_global",
              "__nv_cvta_generic_to_global_impl"},
             Intrinsic::SharedAddress)
      .Cases({"__cvta_shared_to_generic", "__nv_cvta_shared_to_generic_impl",
              "__cvta_global_to_generic"},
             Intrinsic::GenericAddress)
      .Cases({"__cluster_map_shared_rank", "__nvvm_mapa",
              "__nvvm_mapa_shared_cluster"},
             Intrinsic::ClusterAddress)
      .Cases({"__isShared", "__isCtaShared", "__nvvm_isspacep_shared"},
             Intrinsic::IsShared)
      .Cases({"__isGlobal", "__nvvm_isspacep_global"}, Intrinsic::IsGlobal)
      .Case("__pipeline_memcpy_async", Intrinsic::PipelineCopy)
      .Cases({"memcpy_async_tx", "cp_async_bulk_global_to_shared",
              "cp_async_bulk_shared_to_global"},
             Intrinsic::BulkCopy)
      .Cases({"memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"},
             Intrinsic::MemoryCopy)
      .Cases({"memset", "__builtin_memset"}, Intrinsic::MemorySet)
      .Cases({"load_matrix_sync"}, Intrinsic::MatrixLoad)
      .Cases({"store_matrix_sync"}, Intrinsic::MatrixStore)
      .Cases({"__pipeline_commit", "__nanosleep", "printf", "__builtin_assume",
              "__cluster_query_shared_rank", "__cluster_map_shared_multicast",
              "__isClusterShared"},
             Intrinsic::NoEffect)
      .Cases({"__assert_fail", "__assertfail"}, Intrinsic::AssertFail)
      .Cases({"__trap", "exit", "abort", "__builtin_trap",
              "__builtin_unreachable"},
             Intrinsic::Stop)
      .Cases({"__builtin_expect", "__builtin_assume_aligned",
              "__builtin_launder", "move", "forward", "addressof",
              "__addressof", "__builtin_addressof"},
             Intrinsic::SameValue)
      .Default(Intrinsic::None);
}

/// The register that a function of CUDA's reads; empty for others.
static StringRef registerByName(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Case("__lane_id", "%laneid")
      .Case("__clusterRelativeBlockRank", "%cluster_ctarank")
      .Case("__clusterSizeInBlocks", "%cluster_nctarank")
      .Case("__clusterDimIsSpecified", "%is_explicit_cluster")
      .Default("");
}

static llvm::StringRef outermostNamespaceOf(const clang::Decl &D) {
  const clang::NamespaceDecl *Outermost = nullptr;
  for (const clang::DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *Namespace = llvm::dyn_cast<clang::NamespaceDecl>(C))
      Outermost = Namespace;
  return Outermost && Outermost->getIdentifier() ? Outermost->getName()
                                                 : llvm::StringRef();
}

static bool isNameOfCudaLibrary(llvm::StringRef Name) {
  return Name == "cuda" || Name == "nvcuda" || Name == "cooperative_groups";
}

bool banklint::isOfCudaLibrary(const clang::Decl &D) {
  return isNameOfCudaLibrary(outermostNamespaceOf(D));
}

llvm::StringRef banklint::libraryOf(const clang::Decl &D) {
  const llvm::StringRef Name = outermostNamespaceOf(D);
  const bool IsOne =
      isNameOfCudaLibrary(Name) ||
      llvm::is_contained({"cub", "cute", "cutlass", "kittens", "std", "thrust"},
                         Name);
  return IsOne ? Name : llvm::StringRef();
}

bool banklint::isStorageOfLibrary(clang::QualType Type) {
  const clang::CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return false;
  // Other libraries have classes that a source lays out: arrays, tensors.
  if (llvm::is_contained({"cub", "thrust"}, libraryOf(*Class)))
    return true;
  return libraryOf(*Class).empty() && !Class->field_empty() &&
         Class->getNumBases() == 0 &&
         llvm::all_of(Class->fields(), [](const clang::FieldDecl *Field) {
           return isStorageOfLibrary(Field->getType());
         });
}

bool banklint::isSynchronization(const clang::CXXRecordDecl &Class) {
  const clang::IdentifierInfo *Id = Class.getIdentifier();
  const bool IsOne = Id && (Id->getName().contains("barrier") ||
                            Id->getName().starts_with("pipeline"));
  return IsOne && isOfCudaLibrary(Class);
}

/// The name of the `cuda::thread_scope` that a class is made for; empty where
/// it is made for none.
static llvm::StringRef scopeOf(const clang::CXXRecordDecl &Class) {
  const auto *Made =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&Class);
  if (!Made)
    return "";
  for (const clang::TemplateArgument &Argument :
       Made->getTemplateArgs().asArray()) {
    if (Argument.getKind() != clang::TemplateArgument::Integral)
      continue;
    const clang::EnumDecl *Scopes = Argument.getIntegralType()->getAsEnumDecl();
    if (!Scopes || Scopes->getName() != "thread_scope")
      continue;
    for (const clang::EnumConstantDecl *Scope : Scopes->enumerators())
      if (llvm::APSInt::isSameValue(Scope->getInitVal(),
                                    Argument.getAsIntegral()))
        return Scope->getName();
  }
  return "";
}

bool banklint::countsByAtomics(const clang::CXXRecordDecl &Class) {
  if (!isSynchronization(Class))
    return false;
  const llvm::StringRef Scope = scopeOf(Class);
  return !Scope.empty() &&
         Scope != (Class.getName().contains("barrier") ? "thread_scope_block"
                                                       : "thread_scope_thread");
}

/// cuda::barrier::arrive, cuda::pipeline::consumer_wait and the like: they
/// order accesses, and touch shared memory only to keep count.
static bool synchronizes(const clang::CXXMethodDecl &Method) {
  return Method.getIdentifier() && !Method.isStatic() &&
         banklint::isSynchronization(*Method.getParent());
}

/// A function that the source defines itself does what its body says, and not
/// what one of CUDA's or of the language does that has the same name.
static bool isDefinedBySource(const clang::FunctionDecl &Function) {
  const clang::FunctionDecl *Pattern =
      Function.getTemplateInstantiationPattern();
  const clang::FunctionDecl *Defined = nullptr;
  if (!(Pattern ? Pattern : &Function)->isDefined(Defined))
    return false;
  const clang::SourceManager &Sources =
      Function.getASTContext().getSourceManager();
  return libraryOf(Function).empty() &&
         !Sources.isInSystemHeader(
             Sources.getExpansionLoc(Defined->getLocation()));
}

static bool isOfNumbers(const clang::FunctionDecl &Function) {
  return llvm::all_of(
      Function.parameters(), [](const clang::ParmVarDecl *Parameter) {
        return Parameter->getType().getNonReferenceType()->isArithmeticType();
      });
}

Intrinsic banklint::intrinsicOf(const clang::FunctionDecl &Function) {
  const clang::IdentifierInfo *Id = Function.getIdentifier();
  if (!Id)
    return Intrinsic::None;
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(&Function))
    return synchronizes(*Method) ? Intrinsic::Barrier : Intrinsic::None;
  // What is called `max` and takes numbers gives the larger one.
  if (isDefinedBySource(Function) && !isOfNumbers(Function))
    return Intrinsic::None;
  StringRef Name = Id->getName();
  if (Name.starts_with("atomic") && !Name.consume_back("_block"))
    Name.consume_back("_system");
  if (Name.starts_with("__nvvm_read_ptx_sreg_") ||
      !registerByName(Name).empty())
    return Intrinsic::ThreadRegister;
  if (Name.starts_with("cp_async_bulk_tensor_") && isOfCudaLibrary(Function))
    return Intrinsic::BulkCopy;
  if ((Name == "init" || Name == "make_pipeline") && isOfCudaLibrary(Function))
    return Intrinsic::Barrier;
  // That of the pipeline in `nvcuda` does with its thread what its body says.
  if (Name == "memcpy_async" && isOfCudaLibrary(Function) &&
      outermostNamespaceOf(Function) != "nvcuda")
    return Intrinsic::GroupCopy;
  const Intrinsic Found = byName(Name);
  // `std::move` and `std::forward` of a range are algorithms.
  const bool IsOfRange = Found == Intrinsic::SameValue &&
                         !Function.getBuiltinID() &&
                         Function.getNumParams() != 1;
  return IsOfRange ? Intrinsic::None : Found;
}

std::string banklint::specialRegisterOf(const clang::FunctionDecl &Function) {
  const clang::IdentifierInfo *Id = Function.getIdentifier();
  StringRef Name = Id ? Id->getName() : "";
  if (StringRef Known = registerByName(Name); !Known.empty())
    return Known.str();
  if (!Name.consume_front("__nvvm_read_ptx_sreg_"))
    return "";
  std::string Register = "%" + Name.str();
  size_t End = Register.size();
  if (End > 2 && Register[End - 2] == '_' && Name.contains("id_"))
    Register[End - 2] = '.';
  return Register;
}

StringRef banklint::builtinVariableOf(const clang::FunctionDecl &Getter,
                                      char &Component) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(&Getter);
  if (!Method || !Method->getIdentifier())
    return {};
  StringRef Name = Method->getName();
  StringRef Class = Method->getParent()->getName();
  if (!Name.consume_front("__fetch_builtin_") || Name.size() != 1 ||
      !Class.consume_front("__cuda_builtin_") || !Class.consume_back("_t"))
    return {};
  Component = Name[0];
  return Class;
}
