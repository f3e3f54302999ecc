//===- Isolated.cpp - Work that may crash or never end --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolated.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/thread.h"
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <iterator>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

/// Address space that costs nothing until it is used: 100,000 levels of a
/// nested text take some KB each.
static constexpr unsigned StackBytes = 1u << 30;

/// What is taken of a result: those of 100,000 accesses have some 100 MB.
static constexpr size_t MostBytes = size_t(512) << 20;

/// With which the process says that there was no more memory.
static constexpr int OutOfMemory = 77;

//===----------------------------------------------------------------------===//
// In the process
//===----------------------------------------------------------------------===//

[[noreturn]] static void endForMemory() { ::_exit(OutOfMemory); }

static void endForMemory(void *, const char *, bool) { endForMemory(); }

static void limit(int Resource, rlim_t Most) {
  rlimit Given;
  if (::getrlimit(Resource, &Given))
    return;
  Given.rlim_cur = std::min(Most, Given.rlim_max);
  (void)::setrlimit(Resource, &Given);
}

/// From here on the process starts no program, whatever Clang's driver makes of
/// a project's arguments. Where the system does not know how, the list of these
/// has to hold alone.
static void forbidPrograms() {
#if defined(__x86_64__) || defined(__aarch64__)
#ifdef __x86_64__
  constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#else
  constexpr uint32_t Architecture = AUDIT_ARCH_AARCH64;
#endif
  sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Architecture, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)};
  sock_fprog Program = {std::size(Filter), Filter};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    (void)::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
#endif
}

/// Clang asks a buffer for its text where `malloc` had no room for it: a fault
/// with hardly any room left is one of memory.
static void endForFault(int Signal) {
  constexpr size_t Little = 1 << 20;
  if (::mmap(nullptr, Little, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
    endForMemory();
  (void)std::signal(Signal, SIG_DFL);
}

static void applyLimits(const SourceLimits &Limits) {
  forbidPrograms();
  // Ends with the process that waits for it.
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (Limits.Seconds)
    limit(RLIMIT_CPU, Limits.Seconds);
  limit(RLIMIT_CORE, 0);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // It has an address space of its own, and reports signals itself.
  if (Limits.Megabytes)
    limit(RLIMIT_AS, (rlim_t(Limits.Megabytes) << 20) + StackBytes);
  for (int Signal : {SIGSEGV, SIGBUS})
    (void)std::signal(Signal, endForFault);
  for (int Signal : {SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU})
    (void)std::signal(Signal, SIG_DFL);
#endif
  std::set_new_handler(endForMemory);
  install_bad_alloc_error_handler(endForMemory);
}

/// Of little address space or data, a quarter.
static std::optional<unsigned> stackBytes() {
  rlim_t Bytes = StackBytes;
  rlimit Given;
  for (auto Resource : {RLIMIT_AS, RLIMIT_DATA})
    if (!::getrlimit(Resource, &Given) && Given.rlim_cur != RLIM_INFINITY)
      Bytes = std::min(Bytes, Given.rlim_cur / 4);
  return unsigned(Bytes);
}

static bool writeAll(int File, StringRef Text) {
  while (!Text.empty()) {
    const ssize_t Count =
        sys::RetryAfterSignal(-1, ::write, File, Text.data(), Text.size());
    if (Count < 0)
      return false;
    Text = Text.drop_front(Count);
  }
  return true;
}

[[noreturn]] static void carryOut(function_ref<std::string()> Work, int Output,
                                  const SourceLimits &Limits) {
  applyLimits(Limits);
  // Where the user has closed a stream, the pipe may stand in its place.
  if (Output <= STDERR_FILENO)
    Output = ::fcntl(Output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // A `#pragma clang __debug` prints what a source likes, past all that escapes
  // it.
  if (const int Null = ::open("/dev/null", O_WRONLY | O_CLOEXEC); Null >= 0)
    for (int Stream : {STDOUT_FILENO, STDERR_FILENO})
      (void)::dup2(Null, Stream);
#endif
  // A thread that cannot be made ends the process with no word.
  const std::optional<unsigned> Bytes = stackBytes();
  if (void *Room =
          ::mmap(nullptr, Bytes.value_or(0) + 1, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      Room == MAP_FAILED)
    endForMemory();
  else
    (void)::munmap(Room, Bytes.value_or(0) + 1);
  CrashRecoveryContext::Enable(); // for the parts that can do without another
  bool IsWritten = false;
  llvm::thread Thread(Bytes, [&] { IsWritten = writeAll(Output, Work()); });
  Thread.join();
  // Without destructors: the memory goes as a whole, and what the streams of
  // this process hold is the other's.
  ::_exit(IsWritten ? 0 : 1);
}

//===----------------------------------------------------------------------===//
// Beside it
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<IsolatedWork>>
IsolatedWork::start(function_ref<std::string()> Work,
                    const SourceLimits &Limits) {
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC))
    return errorCodeToError(errnoAsErrorCode());
  const pid_t Process = ::fork();
  if (Process == 0)
    carryOut(Work, Ends[1], Limits);
  const std::error_code EC = errnoAsErrorCode();
  (void)::close(Ends[1]);
  if (Process < 0) {
    (void)::close(Ends[0]);
    return errorCodeToError(EC);
  }
  return std::unique_ptr<IsolatedWork>(
      new IsolatedWork(Process, Ends[0], Limits));
}

IsolatedWork::~IsolatedWork() {
  if (Output >= 0)
    (void)::close(Output);
  if (Process > 0) {
    (void)::kill(Process, SIGKILL);
    (void)sys::RetryAfterSignal(-1, ::waitpid, Process, nullptr, 0);
  }
}

void IsolatedWork::waitForAny(ArrayRef<IsolatedWork *> All) {
  while (true) {
    std::vector<pollfd> Open;
    for (IsolatedWork *Work : All) {
      if (Work->hasEnded())
        return;
      Open.push_back({Work->Output, POLLIN, 0});
    }
    if (sys::RetryAfterSignal(-1, ::poll, Open.data(), Open.size(), -1) < 0)
      return;
    for (auto [Work, File] : zip_equal(All, Open))
      if (File.revents)
        Work->read();
  }
}

void IsolatedWork::read() {
  char Piece[1 << 16];
  const ssize_t Count =
      sys::RetryAfterSignal(-1, ::read, Output, &Piece[0], sizeof(Piece));
  if (Count > 0)
    Text.append(Piece, size_t(Count));
  if (Count > 0 && Text.size() <= MostBytes)
    return;
  if (Text.size() > MostBytes)
    (void)::kill(Process, SIGKILL);
  (void)::close(Output);
  Output = -1;
}

/// What it has no more of. banklint may itself have been started with less than
/// what a source may take.
static std::string memoryReason(const SourceLimits &Limits) {
  rlimit Given;
  if (!::getrlimit(RLIMIT_AS, &Given) && Given.rlim_cur != RLIM_INFINITY &&
      (!Limits.Megabytes || Given.rlim_cur >> 20 < Limits.Megabytes))
    return "needs more than " + std::to_string(Given.rlim_cur >> 20) +
           " MB of memory, the limit that banklint was started with (ulimit "
           "-v)";
  if (!Limits.Megabytes)
    return "needs more memory than there is";
  return "needs more than " + std::to_string(Limits.Megabytes) +
         " MB of memory, the limit of --memory-limit";
}

/// Why it has ended without a text.
static std::string reasonOf(int Status, const SourceLimits &Limits) {
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == OutOfMemory)
    return memoryReason(Limits);
  const int Signal = WIFSIGNALED(Status) ? WTERMSIG(Status) : 0;
  if (Signal == SIGXCPU)
    return "takes more than " + std::to_string(Limits.Seconds) +
           " seconds of CPU time, the limit of --time-limit";
  if (Signal == SIGKILL)
    return "was ended from outside, as where the system has no memory left";
  if (Signal == SIGSEGV || Signal == SIGBUS)
    return "is nested too deeply, or banklint crashes on it; please report it "
           "if it is not";
  return "makes banklint crash; please report it";
}

Expected<std::string> IsolatedWork::take() {
  int Status = 0;
  const pid_t Ended = sys::RetryAfterSignal(
      -1, ::waitpid, std::exchange(Process, 0), &Status, 0);
  if (Text.size() > MostBytes)
    return createStringError(
        "has a result that is too large to be handed over");
  if (Ended > 0 && WIFEXITED(Status) && WEXITSTATUS(Status) == 0)
    return std::move(Text);
  return createStringError(reasonOf(Status, Limits));
}
