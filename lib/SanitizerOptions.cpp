//===- SanitizerOptions.cpp - How sanitizers run our programs ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of every program of the preset `sanitize`. The variables ASAN_OPTIONS and
// UBSAN_OPTIONS have the last word.
//
//===----------------------------------------------------------------------===//

// The runtimes call these before the program has begun.
extern "C" __attribute__((no_sanitize("address", "undefined"))) const char *
__asan_default_options() {
  // allow_user_poisoning: LLVM's headers are part of our instrumented code, its
  // libraries are not. One side poisons the slabs of an allocator, the other
  // hands them out without lifting that, and use of sound memory is reported.
  // abort_on_error, handle_abort: a report ends the program by a signal, which no
  // test takes for a mere exit status. So does a failed assertion, from which
  // LLVM's crash recovery would otherwise go on to the next source.
  return "allow_user_poisoning=0:detect_stack_use_after_return=1:"
         "abort_on_error=1:handle_abort=2";
}

extern "C" __attribute__((no_sanitize("address", "undefined"))) const char *
__ubsan_default_options() {
  return "print_stacktrace=1";
}
