//===- PassedOptions.cpp - Which of Clang's options are passed on ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands/PassedOptions.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/Option.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace banklint;
using namespace clang::options;

/// True for each of Clang's options and each option of its groups that `IDs`
/// names.
static bool matchesAny(const opt::Arg &Argument, ArrayRef<unsigned> IDs) {
  return any_of(IDs,
                [&](unsigned ID) { return Argument.getOption().matches(ID); });
}

/// What the preprocessor is told, and where it looks.
static constexpr unsigned OfPreprocessor[] = {
    OPT_D,
    OPT_U,
    OPT_undef,
    OPT_I,
    OPT_isystem,
    OPT_isystem_after,
    OPT_cxx_isystem,
    OPT_stdlibxx_isystem,
    OPT_iquote,
    OPT_idirafter,
    OPT_iprefix,
    OPT_iwithprefix,
    OPT_iwithprefixbefore,
    OPT_iwithsysroot,
    OPT_include,
    OPT_imacros,
    OPT_nostdinc,
    OPT_nostdincxx,
    OPT_nostdlibinc,
    OPT_nobuiltininc,
    OPT_isysroot,
    OPT__sysroot,
    OPT__sysroot_EQ,
    OPT_gcc_toolchain,
    OPT_gcc_install_dir_EQ,
    OPT_pthread,
    OPT_trigraphs,
    OPT_ftrigraphs,
    OPT_fno_trigraphs,
};

/// What decides the language and the types.
static constexpr unsigned OfLanguage[] = {
    OPT_std_EQ,
    OPT_stdlib_EQ,
    OPT_ansi,
    OPT_target,
    OPT_m32,
    OPT_m64,
    OPT_march_EQ,
    OPT_mcmodel_EQ,
    OPT_fgpu_default_stream_EQ,
    OPT_fsigned_char,
    OPT_funsigned_char,
    OPT_fno_signed_char,
    OPT_fno_unsigned_char,
    OPT_fshort_enums,
    OPT_fno_short_enums,
    OPT_fshort_wchar,
    OPT_fno_short_wchar,
    OPT_fpack_struct,
    OPT_fpack_struct_EQ,
    OPT_fmax_type_align_EQ,
    OPT_fnew_alignment_EQ,
    OPT_fms_extensions,
    OPT_fno_ms_extensions,
    OPT_fms_compatibility,
    OPT_fno_ms_compatibility,
    OPT_fms_compatibility_version,
    OPT_fdelayed_template_parsing,
    OPT_fno_delayed_template_parsing,
    OPT_fexceptions,
    OPT_fno_exceptions,
    OPT_fcxx_exceptions,
    OPT_fno_cxx_exceptions,
    OPT_frtti,
    OPT_fno_rtti,
    OPT_fno_rtti_data,
    OPT_fPIC,
    OPT_fpic,
    OPT_fPIE,
    OPT_fpie,
    OPT_fno_PIC,
    OPT_fno_pic,
    OPT_fno_PIE,
    OPT_fno_pie,
    OPT_fconstexpr_steps_EQ,
    OPT_fchar8__t,
    OPT_fno_char8__t,
    OPT_fcoroutines,
    OPT_fno_coroutines,
    OPT_fgnu_keywords,
    OPT_fno_gnu_keywords,
    OPT_fasm,
    OPT_fno_asm,
    OPT_foperator_names,
    OPT_fno_operator_names,
    OPT_fdeclspec,
    OPT_fno_declspec,
    OPT_fblocks,
    OPT_fno_blocks,
    OPT_faligned_allocation,
    OPT_fno_aligned_allocation,
    OPT_fsized_deallocation,
    OPT_fno_sized_deallocation,
    OPT_fno_access_control,
    OPT_fdollars_in_identifiers,
    OPT_fno_dollars_in_identifiers,
    OPT_flax_vector_conversions,
    OPT_flax_vector_conversions_EQ,
    OPT_fno_lax_vector_conversions,
    OPT_fgnuc_version_EQ,
    OPT_fenable_matrix,
    OPT_ffreestanding,
    OPT_fhosted,
    OPT_fbuiltin,
    OPT_fno_builtin,
    OPT_fno_builtin_,
};

/// What decides how device code computes.
static constexpr unsigned OfArithmetic[] = {
    OPT_fwrapv,
    OPT_fno_wrapv,
    OPT_fstrict_overflow,
    OPT_fno_strict_overflow,
    OPT_ffast_math,
    OPT_fno_fast_math,
    OPT_ffp_contract,
    OPT_freciprocal_math,
    OPT_fno_reciprocal_math,
    OPT_fapprox_func,
    OPT_fno_approx_func,
    OPT_fassociative_math,
    OPT_fno_associative_math,
    OPT_funsafe_math_optimizations,
    OPT_fno_unsafe_math_optimizations,
    OPT_ffinite_math_only,
    OPT_fno_finite_math_only,
    OPT_fhonor_nans,
    OPT_fno_honor_nans,
    OPT_fhonor_infinities,
    OPT_fno_honor_infinities,
    OPT_fsigned_zeros,
    OPT_fno_signed_zeros,
    OPT_fmath_errno,
    OPT_fno_math_errno,
    OPT_fgpu_approx_transcendentals,
    OPT_fno_gpu_approx_transcendentals,
    OPT_fgpu_flush_denormals_to_zero,
    OPT_fno_gpu_flush_denormals_to_zero,
};

/// Options of Clang's own front end, which take no value.
static constexpr StringLiteral OfFrontEnd[] = {
    "-fallow-half-arguments-and-returns",
    "-fcuda-allow-variadic-functions",
    "-fnative-half-arguments-and-returns",
    "-fnative-half-type",
};

/// For a GPU's triple, and for the machine's own processor, the driver starts a
/// program to ask which it is.
static bool asksForMachine(const opt::Arg &Argument) {
  const opt::Option &Option = Argument.getOption();
  if (Option.matches(OPT_march_EQ))
    return StringRef(Argument.getValue()) == "native";
  if (!Option.matches(OPT_target))
    return false;
  const Triple Target(Triple::normalize(Argument.getValue()));
  return !Target.isX86() && !Target.isAArch64() && !Target.isPPC64();
}

/// How deep Clang may call itself. The stacks that it has here take this much.
static bool isBoundedDepth(const opt::Arg &Argument) {
  unsigned Depth = 0;
  return matchesAny(Argument, {OPT_ftemplate_depth_EQ, OPT_fbracket_depth_EQ,
                               OPT_fconstexpr_depth_EQ}) &&
         !StringRef(Argument.getValue()).getAsInteger(10, Depth) &&
         Depth <= 20000;
}

static bool isPassed(const opt::Arg &Argument) {
  if (asksForMachine(Argument))
    return false;
  if (isBoundedDepth(Argument))
    return true;
  if (Argument.getOption().matches(OPT_Xclang))
    return is_contained(OfFrontEnd, StringRef(Argument.getValue()));
  return matchesAny(Argument, OfPreprocessor) ||
         matchesAny(Argument, OfLanguage) || matchesAny(Argument, OfArithmetic);
}

/// Other stages, outputs, warnings, and what banklint decides itself. Of the
/// many switches of code generation those without a value, which can name
/// nothing.
static bool isNeedless(const opt::Arg &Argument) {
  if (Argument.getOption().matches(OPT_march_EQ))
    return true;
  if (matchesAny(Argument,
                 {OPT_f_Group, OPT_f_clang_Group, OPT_clang_ignored_f_Group,
                  OPT_clang_ignored_gcc_optimization_f_Group, OPT_m_Group}) &&
      Argument.getNumValues() == 0)
    return true;
  return matchesAny(Argument, {OPT_Action_Group,
                               OPT_M_Group,
                               OPT_Link_Group,
                               OPT_W_Group,
                               OPT_w,
                               OPT_pedantic_Group,
                               OPT_O_Group,
                               OPT_g_Group,
                               OPT_o,
                               OPT_offload_device_only,
                               OPT_offload_host_only,
                               OPT_offload_host_device,
                               OPT_no_offload_arch_EQ,
                               OPT_offload_new_driver,
                               OPT_no_cuda_version_check,
                               OPT_no_offload_inc,
                               OPT_no_offloadlib,
                               OPT_cuda_include_ptx_EQ,
                               OPT_no_cuda_include_ptx_EQ,
                               OPT_ptxas_path_EQ,
                               OPT_cuid_EQ,
                               OPT_fuse_cuid_EQ,
                               OPT_Qunused_arguments,
                               OPT_driver_mode,
                               OPT_no_canonical_prefixes,
                               OPT_R_Group,
                               OPT_Wa_COMMA,
                               OPT_rtlib_EQ,
                               OPT_unwindlib_EQ,
                               OPT_static_libstdcxx,
                               OPT_fuse_ld_EQ,
                               OPT_frandom_seed_EQ,
                               OPT_fcf_protection_EQ,
                               OPT_ftrivial_auto_var_init,
                               OPT_fdebug_compilation_dir_EQ,
                               OPT_ffile_compilation_dir_EQ,
                               OPT_v,
                               OPT_pipe,
                               OPT_P,
                               OPT_save_temps,
                               OPT_save_temps_EQ,
                               OPT_ferror_limit_EQ,
                               OPT_fopenmp_EQ,
                               OPT_fvisibility_EQ,
                               OPT_fdiagnostics_color_EQ,
                               OPT_ftemplate_backtrace_limit_EQ,
                               OPT_fmessage_length_EQ,
                               OPT_ffile_prefix_map_EQ,
                               OPT_fdebug_prefix_map_EQ,
                               OPT_fmacro_prefix_map_EQ,
                               OPT_fsanitize_EQ,
                               OPT_fno_sanitize_EQ,
                               OPT_fstack_protector_strong,
                               OPT_flto_EQ,
                               OPT_mtune_EQ,
                               OPT_Xcuda_ptxas,
                               OPT_Xcuda_fatbinary,
                               OPT_Xarch_host,
                               OPT_mllvm});
}

Passage banklint::passageOf(const opt::Arg &Argument) {
  if (isPassed(Argument))
    return Passage::Passed;
  return isNeedless(Argument) ? Passage::Needless : Passage::Refused;
}

bool banklint::isMeaningfulOfHost(const opt::Arg &Argument) {
  return matchesAny(Argument,
                    {OPT_D, OPT_U, OPT_I, OPT_isystem, OPT_iquote,
                     OPT_idirafter, OPT_include, OPT_imacros, OPT_std_EQ,
                     OPT_stdlib_EQ, OPT_nostdincxx, OPT_isysroot,
                     OPT__sysroot_EQ, OPT_gcc_toolchain, OPT_gcc_install_dir_EQ,
                     OPT_fms_extensions, OPT_fno_exceptions, OPT_fno_rtti});
}

bool banklint::isPath(const opt::Arg &Argument) {
  return matchesAny(
      Argument, {OPT_I, OPT_isystem, OPT_isystem_after, OPT_cxx_isystem,
                 OPT_stdlibxx_isystem, OPT_iquote, OPT_idirafter, OPT_include,
                 OPT_imacros, OPT_isysroot, OPT__sysroot, OPT__sysroot_EQ,
                 OPT_gcc_toolchain, OPT_gcc_install_dir_EQ});
}

bool banklint::forEachHandedOn(const opt::Arg &Argument,
                               function_ref<void(StringRef)> Use) {
  const bool IsPreprocessors =
      matchesAny(Argument, {OPT_Wp_COMMA, OPT_Xpreprocessor});
  if (!IsPreprocessors && !Argument.getOption().matches(OPT_Xarch_device))
    return false;
  // What is a word of its own there has no value in the next one: of `-MD,x`
  // the second is a file.
  for (StringRef Value : Argument.getValues())
    if (!IsPreprocessors ||
        ((Value.starts_with("-D") || Value.starts_with("-U")) &&
         Value.size() > 2))
      Use(Value);
  return true;
}
