//===- Runtime.cpp - Runs kernels on fibers, and writes what they access --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   oracle-host DEVICE HOST [ARGUMENT...]
//
// loads the two halves of a compiled source and runs its `main`, or, with
// ORACLE_LAUNCHES, the launches that this file lists. What CUDA's runtime does
// is done here: blocks run one after the other, each thread of a block is a
// fiber, and one runs until it waits for others.
//
// The environment says what is written:
//
//   ORACLE_TRACE     a file for the requests
//   ORACLE_RESULTS   a file for a checksum of each allocation
//   ORACLE_NULLS     memory for null pointers that kernels are passed
//   ORACLE_BLOCKS    of a launch, how many blocks are traced; 2
//   ORACLE_REPEATS   how many launches of a kernel and shape are traced; 3
//   ORACLE_STEPS     how many steps a program may take before launches and
//                    blocks are left out; 0 is no bound
//
// Without results to write, a program is run for what it accesses: a launch
// that cannot go on costs no more than itself, and long programs are not run
// whole. With results, everything runs or the program ends.
//
// A line of the trace for each request:
//
//   r WARP SITE KIND BYTES MASK ARRAY OFFSET...
//
// with an offset for each lane of the mask. Where the lanes' arrays differ,
// ARRAY is -1, and each offset has that of its lane behind it, "8:2". KIND ends
// in "!" for bit-fields, and in "~" for copies of objects. Lines with `launch`
// and `block` say what they belong to, lines with `array` and `site` what the
// numbers mean.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include <algorithm>
#include <array>
#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace context = boost::context;

namespace {
struct Index3 {
  unsigned X = 1, Y = 1, Z = 1;
};
} // namespace

// Device code sees these as CUDA's variables.
extern "C" {
Index3 threadIdx, blockIdx, blockDim, gridDim;
alignas(1024) unsigned char oracle_dynamic_shared[232448];
int oracle_call_site;
uint64_t oracle_call_context;
}

static constexpr unsigned LaneCount = 32;
/// What shared memory holds before anything is stored there. As an index it is
/// far outside of everything.
static constexpr int Poison = 0xcb;
/// Around static variables, as the plugin lays them out.
static constexpr size_t MarginBytes = 4096;
static constexpr size_t StackBytes = 256 << 10;
static constexpr size_t MaxRequests = 300'000;
static constexpr uint64_t MaxLeftLaunches = 100'000;

static FILE *TraceFile;

[[noreturn]] static void fail(const std::string &Why) {
  std::fprintf(stderr, "oracle: %s\n", Why.c_str());
  std::fflush(nullptr);
  _exit(3);
}

static unsigned numberFrom(const char *Variable, unsigned Usual) {
  const char *Text = std::getenv(Variable);
  return Text ? unsigned(std::atoi(Text)) : Usual;
}

//===----------------------------------------------------------------------===//
// The device module
//===----------------------------------------------------------------------===//

namespace {
/// A row of the table that the plugin writes.
struct ArrayRow {
  unsigned char *Begin;
  uint64_t Bytes;
  const char *Name;
};
using Entry = void(void **);

struct SharedArray {
  unsigned char *Begin = nullptr;
  uint64_t Bytes = 0;
  std::string Name;
};

class DeviceModule {
public:
  void load(const char *File);
  /// The array that an address lies in; -1 for none.
  int arrayAt(const unsigned char *Address) const;
  Entry *entryOf(const std::string &Kernel) const {
    return reinterpret_cast<Entry *>(find("oracle_entry_" + Kernel));
  }
  const char *signatureOf(const std::string &Kernel) const {
    return static_cast<const char *>(find("oracle_signature_" + Kernel));
  }
  const char *nameOf(const std::string &Kernel) const {
    return static_cast<const char *>(find("oracle_name_" + Kernel));
  }
  const char *sites() const {
    return static_cast<const char *>(find("oracle_sites"));
  }
  void *find(const std::string &Symbol) const {
    return dlsym(Handle, Symbol.c_str());
  }
  void setDynamicBytes(size_t Bytes) { Arrays[0].Bytes = Bytes; }
  void poison() const;

  std::vector<SharedArray> Arrays; ///< the first is the dynamic one

private:
  void *Handle = nullptr;
};
} // namespace

void DeviceModule::load(const char *File) {
  Handle = dlopen(File, RTLD_LAZY | RTLD_LOCAL);
  if (!Handle)
    fail(dlerror());
  Arrays.push_back({oracle_dynamic_shared, 0, "(dynamic)"});
  if (const auto *Row = static_cast<const ArrayRow *>(find("oracle_arrays")))
    for (; Row->Begin; ++Row)
      Arrays.push_back({Row->Begin, Row->Bytes, Row->Name});
}

int DeviceModule::arrayAt(const unsigned char *Address) const {
  if (Address >= oracle_dynamic_shared &&
      Address < oracle_dynamic_shared + sizeof(oracle_dynamic_shared))
    return 0;
  for (size_t I = 1; I != Arrays.size(); ++I)
    if (Address >= Arrays[I].Begin - MarginBytes &&
        Address < Arrays[I].Begin + Arrays[I].Bytes + MarginBytes)
      return int(I);
  return -1;
}

void DeviceModule::poison() const {
  for (const SharedArray &Each : Arrays)
    std::memset(Each.Begin, Poison, Each.Bytes);
}

static DeviceModule Device;

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

namespace {
/// What makes accesses of lanes one request.
struct RequestKey {
  unsigned Warp;
  int Site;
  unsigned Kind;
  uint64_t Bytes, Context;
  unsigned Occurrence; ///< where a lane comes to one place twice in a context

  bool operator==(const RequestKey &Other) const {
    return Warp == Other.Warp && Site == Other.Site && Kind == Other.Kind &&
           Bytes == Other.Bytes && Context == Other.Context &&
           Occurrence == Other.Occurrence;
  }
};
struct KeyHash {
  size_t operator()(const RequestKey &Key) const {
    return (Key.Context * 31 + unsigned(Key.Site)) * 1021 + Key.Warp * 13 +
           Key.Kind * 7 + Key.Occurrence * 131 + Key.Bytes;
  }
};
struct Request {
  RequestKey Key;
  uint32_t Mask = 0;
  std::array<const unsigned char *, LaneCount> Addresses;
};

/// The requests of one block.
class Recorder {
public:
  void begin() { IsOn = true; }
  void add(unsigned Warp, unsigned Lane, const unsigned char *Address,
           uint64_t Bytes, unsigned Kind, int Site, uint64_t Context);
  void end(FILE *To);
  bool isOn() const { return IsOn; }

private:
  bool IsOn = false, IsCut = false, IsOutside = false;
  std::vector<Request> Requests;
  std::unordered_map<RequestKey, size_t, KeyHash> Known;
};
} // namespace

void Recorder::add(unsigned Warp, unsigned Lane, const unsigned char *Address,
                   uint64_t Bytes, unsigned Kind, int Site, uint64_t Context) {
  if (Requests.size() == MaxRequests) {
    IsCut = true;
    return;
  }
  RequestKey Key = {Warp, Site, Kind, Bytes, Context, 0};
  for (;; ++Key.Occurrence) {
    auto [At, IsNew] = Known.try_emplace(Key, Requests.size());
    if (IsNew) {
      Requests.emplace_back();
      Requests.back().Key = Key;
    }
    Request &Found = Requests[At->second];
    if (Found.Mask >> Lane & 1)
      continue;
    Found.Mask |= 1u << Lane;
    Found.Addresses[Lane] = Address;
    return;
  }
}

/// Added to the kind of an access of a bit-field, and of a copy of an object.
static constexpr unsigned OfBits = 16;
static constexpr unsigned OfCopy = 32;
/// From this bit on: one more than the logarithm of the alignment of an access
/// that is known to less than its width.
static constexpr unsigned AlignBit = 6;

static const char *const KindNames[] = {"load",     "store",    "atomic",
                                        "cp.async", "ldmatrix", "stmatrix"};

/// What follows the kind of such an access: `@` and the bytes.
static std::string alignMark(unsigned Kind) {
  unsigned Known = Kind >> AlignBit;
  return Known ? "@" + std::to_string(1u << (Known - 1)) : "";
}

void Recorder::end(FILE *To) {
  for (const Request &Each : Requests) {
    int Array = -1;
    bool IsMixed = false;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Each.Mask >> Lane & 1) {
        int Of = Device.arrayAt(Each.Addresses[Lane]);
        IsMixed |= Array >= 0 && Of != Array;
        Array = Of;
        const SharedArray &In = Device.Arrays[Of];
        // Nothing lies behind dynamic memory.
        IsOutside |= Each.Addresses[Lane] < In.Begin ||
                     (Of != 0 && Each.Addresses[Lane] + Each.Key.Bytes >
                                     In.Begin + In.Bytes);
      }
    std::fprintf(To, "r %u %d %s%s%s %lu %x %d", Each.Key.Warp, Each.Key.Site,
                 KindNames[Each.Key.Kind % OfBits],
                 Each.Key.Kind & OfBits   ? "!"
                 : Each.Key.Kind & OfCopy ? "~"
                                          : "",
                 alignMark(Each.Key.Kind).c_str(), Each.Key.Bytes, Each.Mask,
                 IsMixed ? -1 : Array);
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Each.Mask >> Lane & 1) {
        int Of = Device.arrayAt(Each.Addresses[Lane]);
        std::fprintf(To, " %ld",
                     long(Each.Addresses[Lane] - Device.Arrays[Of].Begin));
        if (IsMixed)
          std::fprintf(To, ":%d", Of);
      }
    std::fputc('\n', To);
  }
  if (IsCut)
    std::fputs("cut\n", To);
  if (IsOutside)
    std::fputs("outside\n", To);
  std::fputs("end\n", To);
  *this = Recorder();
}

static Recorder Recording;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {
enum class Waiting { No, ForWarp, ForConverged, ForBlock, ForCondition, Done };

/// Stacks of fibers, which are used again: blocks are many, and short.
class StackPool {
public:
  context::stack_context allocate() {
    if (free().empty())
      return context::fixedsize_stack(StackBytes).allocate();
    context::stack_context Result = free().back();
    free().pop_back();
    return Result;
  }
  void deallocate(context::stack_context &Stack) { free().push_back(Stack); }

private:
  static std::vector<context::stack_context> &free() {
    static std::vector<context::stack_context> Result;
    return Result;
  }
};

struct Thread {
  context::fiber Fiber, Scheduler;
  Index3 Index;
  unsigned Rank = 0;
  Waiting What = Waiting::No;
  unsigned Mask = 0; ///< of the lanes that are waited for, or that converged
  alignas(16) unsigned char Value[16] = {};
  OracleExchange Result = {};
  unsigned Barrier = 0, Expected = 0;
  int Vote = 0;
  OracleVotes Votes = {};
  bool (*IsReady)(void *) = nullptr;
  void *Condition = nullptr;
  int Site = 0;
  uint64_t Context = 0;
};

/// The threads of one block, which take turns.
class Block {
public:
  Block(Entry *Kernel, void **Arguments, Index3 Size);
  /// False where a thread has ended the launch. Its fibers can neither go on
  /// nor be unwound then, and must not be destroyed.
  bool run();

private:
  void resume(Thread &T);
  bool releaseWarps();
  bool releaseExchange(Thread *Warp, unsigned Lanes, unsigned Lane);
  bool releaseConverged();
  bool releaseConditions();
  bool releaseBarriers();
  std::string whyStuck() const;

  std::vector<Thread> Threads;
};
} // namespace

static Thread *Current;

//===----------------------------------------------------------------------===//
// What a launch may take
//===----------------------------------------------------------------------===//

/// Whether everything has to run.
static bool mustBeWhole() {
  static const bool Result = std::getenv("ORACLE_RESULTS");
  return Result;
}

/// A step is an access; others are as long as some of these.
static constexpr uint64_t StepsOfWait = 8, StepsOfThread = 32;
static uint64_t Steps;
/// Ends the launch.
static uint64_t StepLimit = UINT64_MAX;
/// Why the launch has ended before its end, if it has.
static std::string Ended;
/// In `Block::run`, where crashes of device code lead.
static sigjmp_buf BeforeCrash;

/// Ends the launch, seen from one of its threads.
[[noreturn]] static void endLaunch(const std::string &Why) {
  if (mustBeWhole() || !Current)
    fail(Why);
  Ended = Why;
  Current->Scheduler = std::move(Current->Scheduler).resume();
  std::abort(); // nobody comes back
}

Block::Block(Entry *Kernel, void **Arguments, Index3 Size)
    : Threads(size_t(Size.X) * Size.Y * Size.Z) {
  for (unsigned Rank = 0; Rank != Threads.size(); ++Rank) {
    Thread &T = Threads[Rank];
    T.Rank = Rank;
    T.Index = {Rank % Size.X, Rank / Size.X % Size.Y, Rank / Size.X / Size.Y};
    T.Fiber = context::fiber(std::allocator_arg, StackPool(),
                             [Kernel, Arguments, &T](context::fiber &&Back) {
                               T.Scheduler = std::move(Back);
                               oracle_call_site = -1;
                               oracle_call_context = 0;
                               Kernel(Arguments);
                               T.What = Waiting::Done;
                               return std::move(T.Scheduler);
                             });
  }
}

void Block::resume(Thread &T) {
  Current = &T;
  threadIdx = T.Index;
  Steps += StepsOfWait;
  T.Fiber = std::move(T.Fiber).resume();
  Current = nullptr;
}

/// Lets others run until the wait is over.
static void wait(Waiting What) {
  Thread &T = *Current;
  T.What = What;
  T.Site = oracle_call_site;
  T.Context = oracle_call_context;
  T.Scheduler = std::move(T.Scheduler).resume();
  oracle_call_site = T.Site;
  oracle_call_context = T.Context;
}

/// Lanes that have returned are not waited for.
bool Block::releaseExchange(Thread *Warp, unsigned Lanes, unsigned Lane) {
  unsigned Mask = Warp[Lane].Mask, Live = 0;
  for (unsigned Other = 0; Other != Lanes; ++Other) {
    if (!(Mask >> Other & 1) || Warp[Other].What == Waiting::Done)
      continue;
    if (Warp[Other].What != Waiting::ForWarp || Warp[Other].Mask != Mask)
      return false;
    Live |= 1u << Other;
  }
  OracleExchange Result = {};
  Result.Mask = Live;
  for (unsigned Other = 0; Other != Lanes; ++Other)
    if (Live >> Other & 1)
      std::memcpy(Result.Values[Other], Warp[Other].Value, 16);
  for (unsigned Other = 0; Other != Lanes; ++Other)
    if (Live >> Other & 1) {
      Warp[Other].Result = Result;
      Warp[Other].What = Waiting::No;
    }
  return true;
}

bool Block::releaseWarps() {
  bool Any = false;
  for (unsigned First = 0; First < Threads.size(); First += LaneCount) {
    unsigned Lanes = std::min<unsigned>(LaneCount, Threads.size() - First);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (Threads[First + Lane].What == Waiting::ForWarp)
        Any |= releaseExchange(&Threads[First], Lanes, Lane);
  }
  return Any;
}

/// Lanes that came to one place the same way; asked once all have come as far
/// as they can.
bool Block::releaseConverged() {
  bool Any = false;
  for (unsigned First = 0; First < Threads.size(); First += LaneCount) {
    unsigned Lanes = std::min<unsigned>(LaneCount, Threads.size() - First);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      const Thread &One = Threads[First + Lane];
      if (One.What != Waiting::ForConverged)
        continue;
      unsigned Mask = 0;
      for (unsigned Other = Lane; Other != Lanes; ++Other) {
        const Thread &Like = Threads[First + Other];
        if (Like.What == Waiting::ForConverged && Like.Site == One.Site &&
            Like.Context == One.Context)
          Mask |= 1u << Other;
      }
      for (unsigned Other = 0; Other != Lanes; ++Other)
        if (Mask >> Other & 1) {
          Threads[First + Other].Mask = Mask;
          Threads[First + Other].What = Waiting::No;
        }
      Any = true;
      break; // the others may come here, too
    }
  }
  return Any;
}

bool Block::releaseConditions() {
  bool Any = false;
  for (Thread &T : Threads)
    if (T.What == Waiting::ForCondition && T.IsReady(T.Condition)) {
      T.What = Waiting::No;
      Any = true;
    }
  return Any;
}

bool Block::releaseBarriers() {
  unsigned Live =
      std::count_if(Threads.begin(), Threads.end(),
                    [](const Thread &T) { return T.What != Waiting::Done; });
  bool Any = false;
  std::map<unsigned, std::vector<Thread *>> Barriers;
  for (Thread &T : Threads)
    if (T.What == Waiting::ForBlock)
      Barriers[T.Barrier].push_back(&T);
  for (const auto &[Number, Waiters] : Barriers) {
    unsigned Expected = Waiters.front()->Expected;
    if (Waiters.size() < (Expected ? Expected : Live))
      continue;
    OracleVotes Votes = {unsigned(Waiters.size()), 0};
    for (const Thread *T : Waiters)
      Votes.True += T->Vote != 0;
    for (Thread *T : Waiters) {
      T->Votes = Votes;
      T->What = Waiting::No;
    }
    Any = true;
  }
  return Any;
}

std::string Block::whyStuck() const {
  std::map<Waiting, unsigned> Counts;
  for (const Thread &T : Threads)
    ++Counts[T.What];
  return "threads wait for each other: " +
         std::to_string(Counts[Waiting::ForWarp]) + " in warps, " +
         std::to_string(Counts[Waiting::ForBlock]) + " at barriers, " +
         std::to_string(Counts[Waiting::ForCondition]) + " for conditions, " +
         std::to_string(Counts[Waiting::Done]) + " have returned";
}

bool Block::run() {
  Steps += Threads.size() * StepsOfThread;
  if (sigsetjmp(BeforeCrash, /*savemask=*/1))
    return false;
  for (;;) {
    bool IsDone = true;
    for (Thread &T : Threads) {
      if (T.What == Waiting::No)
        resume(T);
      if (!Ended.empty())
        return false;
      IsDone &= T.What == Waiting::Done;
    }
    if (IsDone)
      return true;
    if (releaseWarps() || releaseConditions() || releaseConverged() ||
        releaseBarriers())
      continue;
    if (mustBeWhole())
      fail(whyStuck());
    Ended = whyStuck();
    return false;
  }
}

//===----------------------------------------------------------------------===//
// What device code calls
//===----------------------------------------------------------------------===//

extern "C" void oracle_access(const unsigned char *Address, uint64_t Bytes,
                              unsigned Kind, int Site, uint64_t Context) {
  if (++Steps > StepLimit && Current)
    endLaunch("takes too many steps");
  if (!Recording.isOn() || !Current || !Bytes || Device.arrayAt(Address) < 0)
    return;
  Recording.add(Current->Rank / LaneCount, Current->Rank % LaneCount, Address,
                Bytes, Kind, Site, Context);
}

extern "C" void oracle_access_at_call(const void *Address, unsigned long Bytes,
                                      OracleKind Kind) {
  oracle_access(static_cast<const unsigned char *>(Address), Bytes, Kind,
                oracle_call_site, oracle_call_context);
}

extern "C" const OracleExchange *
oracle_exchange(unsigned Mask, const void *Value, unsigned Bytes) {
  Thread &T = *Current;
  // A lane that is not in its own mask waits for nobody.
  T.Mask = Mask | 1u << T.Rank % LaneCount;
  std::memcpy(T.Value, Value, Bytes);
  wait(Waiting::ForWarp);
  return &T.Result;
}

extern "C" unsigned oracle_converged() {
  Thread &T = *Current;
  wait(Waiting::ForConverged);
  return T.Mask;
}

extern "C" OracleVotes oracle_barrier(unsigned Barrier, unsigned Threads,
                                      int Vote) {
  Thread &T = *Current;
  T.Barrier = Barrier;
  T.Expected = Threads;
  T.Vote = Vote;
  wait(Waiting::ForBlock);
  return T.Votes;
}

extern "C" void oracle_wait(bool (*IsReady)(void *), void *What) {
  if (IsReady(What))
    return;
  Current->IsReady = IsReady;
  Current->Condition = What;
  wait(Waiting::ForCondition);
}

/// Of a 32-bit address in shared memory: all that a block can have, and
/// margins.
static constexpr unsigned OffsetBits = 18;
static_assert(sizeof(oracle_dynamic_shared) + 2 * MarginBytes < 1 << OffsetBits,
              "an offset takes more bits");

/// The number of the array in the upper bits, and the offset behind its margin.
extern "C" unsigned oracle_to_shared(const void *Address) {
  const auto *Byte = static_cast<const unsigned char *>(Address);
  int Array = Device.arrayAt(Byte);
  if (Array < 0)
    return 0;
  if (Array + 1 >= 1 << (32 - OffsetBits))
    endLaunch("more shared arrays than 32-bit addresses tell apart");
  return unsigned(Array + 1) << OffsetBits |
         unsigned(Byte - Device.Arrays[Array].Begin + MarginBytes);
}

extern "C" void *oracle_from_shared(unsigned long Address) {
  size_t Array = ((Address & 0xffffffff) >> OffsetBits) - 1;
  if (Array >= Device.Arrays.size())
    endLaunch("PTX uses an address that is not of shared memory");
  return Device.Arrays[Array].Begin + (Address & ((1 << OffsetBits) - 1)) -
         MarginBytes;
}

extern "C" unsigned oracle_lane() { return Current->Rank % LaneCount; }

extern "C" bool oracle_is_shared(const void *Address) {
  return Device.arrayAt(static_cast<const unsigned char *>(Address)) >= 0;
}

/// Something that the oracle passes over.
extern "C" void oracle_note(const char *What, const char *Which) {
  static std::map<std::string, bool> Known;
  std::string Note = std::string(What) + " " + Which;
  if (TraceFile && !Known[Note])
    std::fprintf(TraceFile, "note %s\n", Note.c_str());
  Known[Note] = true;
}

/// A special register of PTX.
extern "C" unsigned oracle_register(const char *Name) {
  unsigned Lane = Current->Rank % LaneCount;
  const std::pair<const char *, unsigned> Registers[] = {
      {"laneid", Lane},
      {"warpid", Current->Rank / LaneCount},
      {"nwarpid", unsigned((size_t(blockDim.X) * blockDim.Y * blockDim.Z + 31) /
                           LaneCount)},
      {"tid.x", threadIdx.X},
      {"tid.y", threadIdx.Y},
      {"tid.z", threadIdx.Z},
      {"ntid.x", blockDim.X},
      {"ntid.y", blockDim.Y},
      {"ntid.z", blockDim.Z},
      {"ctaid.x", blockIdx.X},
      {"ctaid.y", blockIdx.Y},
      {"ctaid.z", blockIdx.Z},
      {"nctaid.x", gridDim.X},
      {"nctaid.y", gridDim.Y},
      {"nctaid.z", gridDim.Z},
      {"lanemask_eq", 1u << Lane},
      {"lanemask_lt", (1u << Lane) - 1},
      {"lanemask_le", (2u << Lane) - 1},
      {"lanemask_gt", ~((2u << Lane) - 1)},
      {"lanemask_ge", ~((1u << Lane) - 1)},
  };
  for (auto [Each, Value] : Registers)
    if (std::strcmp(Name, Each) == 0)
      return Value;
  oracle_note("register", Name);
  return 0;
}

extern "C" void oracle_refuse(const char *What) { endLaunch(What); }

/// A function that the program does not define, and nothing here. Of the host
/// it returns zero: most are libraries that say so of success.
extern "C" void oracle_missing(const char *Symbol) {
  int Status = 0;
  char *Name = abi::__cxa_demangle(Symbol, nullptr, nullptr, &Status);
  std::string What = Name ? Name : Symbol;
  std::free(Name);
  if (Current || mustBeWhole())
    endLaunch("no definition of " + What);
  static std::set<std::string> Known;
  if (TraceFile && Known.insert(What).second)
    std::fprintf(TraceFile, "missing %s\n", What.c_str());
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
struct Launch {
  Index3 Grid, Block;
  size_t SharedBytes = 0;
};
} // namespace

static std::map<const void *, std::string> KernelOfStub;
/// What was allocated, in that order.
static std::vector<std::pair<unsigned char *, size_t>> Allocations;
static std::map<std::string, unsigned> TracedLaunches;

static std::string nameOf(Index3 Size) {
  return std::to_string(Size.X) + " " + std::to_string(Size.Y) + " " +
         std::to_string(Size.Z);
}

static void *madeUpBuffer(const std::string &Type);

/// With ORACLE_NULLS, memory in the place of null pointers: a program that only
/// has to compile passes these.
static std::vector<void *> withoutNulls(const std::string &Kernel,
                                        void **Arguments) {
  static std::map<std::string, void *> Buffers;
  static std::vector<std::unique_ptr<void *>> Storage;
  std::vector<void *> Result;
  const char *Signature = Device.signatureOf(Kernel);
  std::istringstream Types(Signature ? Signature : "");
  for (std::string Type; Types >> Type; ++Arguments) {
    Result.push_back(*Arguments);
    if (Type[0] != 'p' || *static_cast<void **>(*Arguments))
      continue;
    // Each argument has its own, the same in all launches.
    void *&Buffer = Buffers[std::to_string(Result.size()) + Type];
    if (!Buffer)
      Buffer = madeUpBuffer(Type.substr(1));
    Storage.push_back(std::make_unique<void *>(Buffer));
    Result.back() = Storage.back().get();
  }
  return Result;
}

/// A number of so many bytes.
static int64_t numberAt(const void *Where, size_t Bytes, bool IsSigned) {
  uint64_t Number = 0;
  std::memcpy(&Number, Where, Bytes);
  unsigned Above = unsigned(64 - 8 * Bytes);
  return IsSigned ? int64_t(Number << Above) >> Above : int64_t(Number);
}

/// "64,?,7": what a kernel is passed, where that is an integer.
static std::string argumentsOf(const std::string &Kernel, void **Arguments) {
  const char *Signature = Device.signatureOf(Kernel);
  std::istringstream Types(Signature ? Signature : "");
  std::string Result;
  for (std::string Type; Types >> Type; ++Arguments) {
    Result += Result.empty() ? "" : ",";
    bool IsInteger = Type[0] == 'i' || Type[0] == 'u' || Type[0] == 'b';
    size_t Bytes = IsInteger ? std::stoul(Type.substr(1)) : 0;
    Result += Bytes && Bytes <= 8
                  ? std::to_string(numberAt(*Arguments, Bytes, Type[0] == 'i'))
                  : "?";
  }
  return Result.empty() ? "?" : Result;
}

/// Numbers of so many blocks, spread evenly over the grid in all its
/// dimensions: the corners, and what lies between these.
static std::set<uint64_t> spread(Index3 Grid, uint64_t Count) {
  std::array<uint64_t, 3> Size = {Grid.X, Grid.Y, Grid.Z}, Taken = Size;
  while (Taken[0] * Taken[1] * Taken[2] > std::max<uint64_t>(Count, 1)) {
    auto Largest = std::max_element(Taken.begin(), Taken.end());
    *Largest = *Largest / 2 > Count ? *Largest / 2 : *Largest - 1;
  }
  auto At = [&](unsigned Dimension, uint64_t I) {
    return Taken[Dimension] == 1
               ? 0
               : I * (Size[Dimension] - 1) / (Taken[Dimension] - 1);
  };
  std::set<uint64_t> Result;
  for (uint64_t Z = 0; Z != Taken[2]; ++Z)
    for (uint64_t Y = 0; Y != Taken[1]; ++Y)
      for (uint64_t X = 0; X != Taken[0]; ++X)
        Result.insert((At(2, Z) * Size[1] + At(1, Y)) * Size[0] + At(0, X));
  return Result;
}

/// How many blocks of a launch are traced, and launches of one shape.
static unsigned tracedBlocks() {
  static const unsigned Result = numberFrom("ORACLE_BLOCKS", 2);
  return Result;
}
static unsigned tracedLaunches() {
  static const unsigned Result = numberFrom("ORACLE_REPEATS", 3);
  return Result;
}

namespace {
/// How long a program may run. Once it has taken its steps, only those launches
/// are run that are traced, and few of their blocks.
class Budget {
public:
  bool isBounded() const { return Total && !mustBeWhole(); }
  bool isSpent() const { return isBounded() && Steps > Total; }
  /// What a launch should take, and what ends it.
  uint64_t ofLaunch() const {
    return Total / (isSpent() ? SharesOnceSpent : Shares);
  }
  uint64_t atMost() const {
    return isBounded() ? Steps + Total / 4 : UINT64_MAX;
  }

  uint64_t LeftLaunches = 0, LeftBlocks = 0;

private:
  static constexpr uint64_t Shares = 16, SharesOnceSpent = 256;
  uint64_t Total = numberFrom("ORACLE_STEPS", 160'000'000);
};
} // namespace

static Budget &budget() {
  static Budget Result;
  return Result;
}

static void writeLeft() {
  const Budget &B = budget();
  if (TraceFile && (B.LeftLaunches || B.LeftBlocks))
    std::fprintf(TraceFile, "left %lu %lu\n", B.LeftLaunches, B.LeftBlocks);
}

/// The blocks of a launch, one after the other.
static void runBlocks(Entry *Run, const Launch &How, void **Arguments,
                      bool IsTraced) {
  uint64_t Blocks = uint64_t(How.Grid.X) * How.Grid.Y * How.Grid.Z;
  // The first, and others on the way to the middle.
  uint64_t Step =
      std::max<uint64_t>(1, Blocks / 2 / std::max(1u, tracedBlocks() - 1));
  // What is made up has no results, and buffers for the first blocks only.
  static const bool OnlyTraced = std::getenv("ORACLE_LAUNCHES");
  if (OnlyTraced) {
    Step = 1;
    Blocks = IsTraced ? std::min<uint64_t>(Blocks, tracedBlocks()) : 0;
  }
  uint64_t Begin = Steps, BlocksRun = 0;
  std::set<uint64_t> Sample;
  StepLimit = budget().atMost();
  Ended.clear();
  for (uint64_t Number = 0; Number != Blocks; ++Number) {
    bool IsTracedBlock =
        IsTraced && Number % Step == 0 && Number / Step < tracedBlocks();
    // The first block says what the others take.
    if (Number == 1 && budget().isBounded() &&
        (Steps - Begin) * Blocks > budget().ofLaunch())
      Sample = spread(How.Grid, budget().ofLaunch() / (Steps - Begin));
    if (Number && !IsTracedBlock && !Sample.empty() && !Sample.count(Number))
      continue;
    ++BlocksRun;
    blockIdx = {unsigned(Number % How.Grid.X),
                unsigned(Number / How.Grid.X % How.Grid.Y),
                unsigned(Number / How.Grid.X / How.Grid.Y)};
    if (IsTracedBlock) {
      std::fprintf(TraceFile, "block %s\n", nameOf(blockIdx).c_str());
      Recording.begin();
    }
    Device.poison();
    auto Threads = std::make_unique<Block>(Run, Arguments, How.Block);
    bool IsDone = Threads->run();
    if (IsTracedBlock)
      Recording.end(TraceFile);
    if (!IsDone) {
      Threads.release();
      break;
    }
  }
  budget().LeftBlocks += Blocks - BlocksRun;
  if (TraceFile && IsTraced && !Ended.empty())
    std::fprintf(TraceFile, "ended %s\n", Ended.c_str());
}

static void runLaunch(const std::string &Kernel, const Launch &How,
                      void **Arguments) {
  Entry *Run = Device.entryOf(Kernel);
  if (!Run)
    fail("no entry for " + Kernel);
  size_t Threads = size_t(How.Block.X) * How.Block.Y * How.Block.Z;
  if (!Threads || Threads > 1024 ||
      How.SharedBytes > sizeof(oracle_dynamic_shared))
    return; // the launch fails on hardware, too
  Device.setDynamicBytes(How.SharedBytes);
  std::string Heading = Kernel + " grid " + nameOf(How.Grid) + " block " +
                        nameOf(How.Block) + " shared " +
                        std::to_string(How.SharedBytes);
  bool IsTraced = TraceFile && TracedLaunches[Heading]++ < tracedLaunches();
  // One that cannot go on does so each time.
  static std::set<std::string> CannotGoOn;
  if (CannotGoOn.count(Heading) || (!IsTraced && budget().isSpent())) {
    // A host that waits for results would wait for ever.
    if (++budget().LeftLaunches == MaxLeftLaunches)
      fail("launches on and on");
    return;
  }
  if (IsTraced)
    std::fprintf(TraceFile, "launch %s arguments %s name %s\n", Heading.c_str(),
                 argumentsOf(Kernel, Arguments).c_str(), Device.nameOf(Kernel));
  std::vector<void *> Filled;
  if (std::getenv("ORACLE_NULLS")) {
    Filled = withoutNulls(Kernel, Arguments);
    Arguments = Filled.data();
  }
  gridDim = How.Grid;
  blockDim = How.Block;
  runBlocks(Run, How, Arguments, IsTraced);
  if (!Ended.empty())
    CannotGoOn.insert(Heading);
  // What has been traced counts if the program comes to no end.
  if (TraceFile && IsTraced) {
    writeLeft();
    std::fflush(TraceFile);
  }
}

static void *allocate(size_t Bytes) {
  void *Memory =
      mmap(nullptr, std::max<size_t>(Bytes, 1), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return nullptr;
  Allocations.push_back({static_cast<unsigned char *>(Memory), Bytes});
  return Memory;
}

//===----------------------------------------------------------------------===//
// CUDA's runtime, as compiled host code calls it
//===----------------------------------------------------------------------===//

namespace {
std::vector<std::pair<Launch, void *>> Configurations;
}

extern "C" {
void **__cudaRegisterFatBinary(void *) {
  static void *Handle;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **, const void *Stub, char *, const char *Name,
                           int, void *, void *, void *, void *, int *) {
  KernelOfStub[Stub] = Name;
  return 0;
}
void __cudaRegisterVar(void **, char *Host, char *, const char *Name, int,
                       size_t, int, int) {
  KernelOfStub[Host] = Name;
}
void __cudaRegisterManagedVar(void **, void **, char *, const char *, size_t,
                              unsigned) {}
void __cudaRegisterSurface(void **, const void *, const void **, const char *,
                           int, int) {}
void __cudaRegisterTexture(void **, const void *, const void **, const char *,
                           int, int, int) {}

unsigned __cudaPushCallConfiguration(Index3 Grid, Index3 Block, size_t Shared,
                                     void *Stream) {
  Configurations.push_back({{Grid, Block, Shared}, Stream});
  return 0;
}
int __cudaPopCallConfiguration(Index3 *Grid, Index3 *Block, size_t *Shared,
                               void *Stream) {
  auto [How, OfStream] = Configurations.back();
  Configurations.pop_back();
  *Grid = How.Grid;
  *Block = How.Block;
  *Shared = How.SharedBytes;
  *static_cast<void **>(Stream) = OfStream;
  return 0;
}
int cudaLaunchKernel(const void *Stub, Index3 Grid, Index3 Block,
                     void **Arguments, size_t Shared, void *) {
  auto Found = KernelOfStub.find(Stub);
  if (Found == KernelOfStub.end())
    fail("a launch of an unknown kernel");
  runLaunch(Found->second, {Grid, Block, Shared}, Arguments);
  return 0;
}

// What `Host.cu` needs to be the rest of the runtime.
void *oracle_allocate(size_t Bytes) { return allocate(Bytes); }
void *oracle_symbol(const void *Host) {
  auto Found = KernelOfStub.find(Host);
  void *Address =
      Found == KernelOfStub.end() ? nullptr : Device.find(Found->second);
  if (!Address)
    fail("an unknown device variable");
  return Address;
}
}

//===----------------------------------------------------------------------===//
// Launches that no host code makes
//===----------------------------------------------------------------------===//

/// Small numbers, which do for indices and for arithmetic, of the type "f4".
static void *madeUpBuffer(const std::string &Type) {
  constexpr size_t Bytes = 64 << 20, Filled = 1 << 20;
  auto *Memory = static_cast<unsigned char *>(allocate(Bytes));
  size_t Each = size_t(std::atoi(Type.c_str() + 1));
  for (size_t I = 0; (I + 1) * 8 < Filled; ++I) {
    unsigned Number = unsigned(I * 7 % 61);
    float Real = float(Number) / 8;
    double Wide = Real;
    if (Type == "f8")
      std::memcpy(Memory + I * 8, &Wide, 8);
    else if (Type[0] == 'i' || Type[0] == 'u')
      std::memcpy(Memory + I * Each, &Number, std::min<size_t>(Each, 4));
    else
      std::memcpy(Memory + I * 4, &Real, 4);
  }
  return Memory;
}

/// Arguments of the types that a signature lists; false where one is of no
/// type that can be made up.
static bool makeArguments(const char *Signature, uint64_t Number,
                          std::vector<std::array<unsigned char, 16>> &Storage) {
  std::istringstream Types(Signature);
  for (std::string Type; Types >> Type;) {
    std::array<unsigned char, 16> &Slot = Storage.emplace_back();
    Slot.fill(0);
    unsigned Bytes = unsigned(std::atoi(Type.c_str() + 1));
    if (Type[0] == 'p') {
      void *Buffer = madeUpBuffer(Type.substr(1));
      std::memcpy(Slot.data(), &Buffer, sizeof(Buffer));
    } else if (Type[0] == 'i' || Type[0] == 'u') {
      std::memcpy(Slot.data(), &Number, std::min(Bytes, 8u));
    } else if (Type[0] == 'b') {
      Slot[0] = Number & 1;
    } else if (Type == "f4") {
      float Real = 1.5;
      std::memcpy(Slot.data(), &Real, 4);
    } else if (Type == "f8") {
      double Real = 1.5;
      std::memcpy(Slot.data(), &Real, 8);
    } else {
      return false;
    }
  }
  return true;
}

/// Calls what has such a signature with arguments that are made up, but for
/// those that are known, by their place.
static bool callWithArguments(const char *Signature, uint64_t Number,
                              const std::map<size_t, int64_t> &Known,
                              const std::function<void(void **)> &Call) {
  std::vector<std::array<unsigned char, 16>> Storage;
  if (!Signature || !makeArguments(Signature, Number, Storage))
    return false;
  for (auto [At, Value] : Known)
    if (At < Storage.size())
      std::memcpy(Storage[At].data(), &Value, sizeof(Value));
  std::vector<void *> Arguments;
  for (auto &Slot : Storage)
    Arguments.push_back(Slot.data());
  Call(Arguments.data());
  return true;
}

/// Lines of "kernel NAME GRID GRID GRID BLOCK BLOCK BLOCK SHARED NUMBER" for
/// launches, and of "call NAME NUMBER" for host functions. Behind these may
/// stand "PLACE=VALUE" for arguments that are known.
static void runListed(const char *File, void *Host) {
  std::ifstream Lines(File);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string What, Name;
    uint64_t Number = 0;
    bool IsDone = false;
    Words >> What >> Name;
    if (What == "kernel") {
      Launch How;
      Words >> How.Grid.X >> How.Grid.Y >> How.Grid.Z >> How.Block.X >>
          How.Block.Y >> How.Block.Z >> How.SharedBytes >> Number;
      std::map<size_t, int64_t> Known;
      size_t Place = 0;
      char Sign = 0;
      int64_t Value = 0;
      while (Words >> Place >> Sign >> Value)
        Known[Place] = Value;
      IsDone = callWithArguments(
          Device.signatureOf(Name), Number, Known,
          [&](void **Arguments) { runLaunch(Name, How, Arguments); });
    } else {
      Words >> Number;
      auto *Run = reinterpret_cast<Entry *>(
          dlsym(Host, ("oracle_entry_" + Name).c_str()));
      auto *Signature = static_cast<const char *>(
          dlsym(Host, ("oracle_signature_" + Name).c_str()));
      IsDone = Run && callWithArguments(Signature, Number, {}, Run);
    }
    if (!IsDone)
      fail("no arguments can be made up for " + Name);
  }
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static void writeTables() {
  for (const char *Line = Device.sites(); Line && *Line;) {
    const char *End = std::strchr(Line, '\n');
    std::fprintf(TraceFile, "site %.*s\n", int(End - Line), Line);
    Line = End + 1;
  }
  for (size_t I = 0; I != Device.Arrays.size(); ++I)
    std::fprintf(TraceFile, "array %zu %lu %s\n", I, Device.Arrays[I].Bytes,
                 Device.Arrays[I].Name.c_str());
  for (const auto &[Stub, Name] : KernelOfStub)
    if (const char *Short = Device.nameOf(Name))
      std::fprintf(TraceFile, "kernel %s name %s\n", Name.c_str(), Short);
}

static void writeResults() {
  const char *File = std::getenv("ORACLE_RESULTS");
  if (!File)
    return;
  FILE *To = std::fopen(File, "w");
  for (size_t I = 0; I != Allocations.size(); ++I) {
    auto [Memory, Bytes] = Allocations[I];
    uint64_t Sum = 14695981039346656037ull; // FNV-1a
    for (size_t Byte = 0; Byte != Bytes; ++Byte)
      Sum = (Sum ^ Memory[Byte]) * 1099511628211ull;
    std::fprintf(To, "%zu %zu %016lx\n", I, Bytes, Sum);
  }
  std::fclose(To);
}

static void crashed(int Signal) {
  if (Current && !mustBeWhole()) {
    Ended = "signal " + std::to_string(Signal) + " in thread " +
            std::to_string(Current->Rank) + " of block " + nameOf(blockIdx);
    Current = nullptr;
    siglongjmp(BeforeCrash, 1);
  }
  static char Text[160];
  int Length =
      Current ? std::snprintf(Text, sizeof(Text),
                              "oracle: signal %d in thread %u of block %u %u "
                              "%u\n",
                              Signal, Current->Rank, blockIdx.X, blockIdx.Y,
                              blockIdx.Z)
              : std::snprintf(Text, sizeof(Text),
                              "oracle: signal %d in host code\n", Signal);
  if (write(2, Text, size_t(Length)) < 0)
    _exit(5);
  _exit(4);
}

/// A kernel may overrun the stack of its fiber.
static void catchCrashes() {
  static unsigned char Stack[64 << 10];
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = sizeof(Stack);
  sigaltstack(&Alternative, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = crashed;
  Action.sa_flags = SA_ONSTACK;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    sigaction(Signal, &Action, nullptr);
}

static void finish() {
  if (TraceFile) {
    writeLeft();
    std::fputs("finished\n", TraceFile);
    std::fclose(TraceFile);
  }
  writeResults();
}

int main(int Count, char **Words) {
  if (Count < 3)
    fail("usage: oracle-host DEVICE HOST [ARGUMENT...]");
  catchCrashes();
  // Definitions of what the program lacks, where it lacks any.
  if (const char *File = std::getenv("ORACLE_MISSING"))
    if (!dlopen(File, RTLD_LAZY | RTLD_GLOBAL))
      fail(dlerror());
  Device.load(Words[1]);
  void *Host = dlopen(Words[2], RTLD_LAZY | RTLD_LOCAL);
  if (!Host)
    fail(dlerror());
  if (const char *File = std::getenv("ORACLE_TRACE")) {
    TraceFile = std::fopen(File, "w");
    if (!TraceFile)
      fail("cannot write the trace");
    writeTables();
    if (const void *Launchers = dlsym(Host, "oracle_launchers")) {
      std::istringstream Names(static_cast<const char *>(Launchers));
      for (std::string Name; Names >> Name;)
        std::fprintf(TraceFile, "launcher %s\n", Name.c_str());
    }
  }
  std::atexit(finish);
  if (const char *File = std::getenv("ORACLE_LAUNCHES")) {
    runListed(File, Host);
    return 0;
  }
  auto *Main =
      reinterpret_cast<int (*)(int, char **, char **)>(dlsym(Host, "main"));
  if (!Main)
    fail("the source has no main");
  return Main(Count - 2, Words + 2, environ);
}
