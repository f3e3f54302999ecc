//===- Limits.h - How far a walk goes ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every budget and limit that can change a report, with its unit, the reason
// for the number, and what the report says where it is reached. Nothing is
// dropped in silence: a value becomes an unknown with a reason, an access is
// marked as inexact and names the limit, a gap is listed as not analysed, or
// a note says what a search for a fix has left out.
//
// What hardware has is in Bank/Gpu.h. Numbers that were read off machine code
// are rules of lib/Nvcc, not limits, and stand beside the code that has them.
//
// A step is a statement or an expression that a walk meets.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_LIMITS_H
#define BANKLINT_VALUES_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace banklint {
namespace limits {

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Steps that the walks of all kernels of a source may spend. It bounds the
/// time for one source to some ten seconds. Reached: the kernels that follow
/// get `MinKernelSteps` each. What is left serves the search for fixes. Reached
/// there: "no fix for 's': its proof exceeds the step budget", or, where some
/// layout was found, "there may be a better layout of 's'".
inline constexpr uint64_t SourceSteps = 20'000'000;

/// Steps that the walks of one kernel may spend. A kernel gets a quarter of
/// what the source has left, so that one alone does not starve the others, and
/// never less than a kernel of usual size needs. Reached: "part of kernel 'k'
/// not analysed: it exceeds the step budget".
inline constexpr uint64_t MaxKernelSteps = 4'000'000, MinKernelSteps = 200'000;

/// Numbers of one walk that are compared with those of the edited source (a
/// loop of a million iterations has one in each). Reached: none of the kernel
/// are; of its accesses, all.
inline constexpr size_t CountedNumbers = 200'000;

/// Addresses of one source that are. Reached: likewise.
inline constexpr size_t ComparedAddresses = 1'500'000;

/// Steps that the walk of one host function may spend: most programs launch
/// within a tenth of it. Reached before some launch: "a launch of kernel 'k'
/// not analysed: the host code before it exceeds the step budget".
inline constexpr uint64_t HostSteps = 400'000;

/// Bytes that the values of one walk may take: unknowns that are multiplied in
/// loops within loops make new ones in each round, which are kept as long as
/// the walk. Reached: as where it runs out of steps.
inline constexpr size_t ValueBytes = 256 << 20;

/// Bytes that host code may allocate at once, in a `std::vector` for one, and
/// that are followed: sizes of problems and blocks take less. Reached: what
/// lies there is unknown.
inline constexpr int64_t HostAllocationBytes = 2048;

/// Steps that the kernels of one array may take when they are walked again to
/// prove a fix: as many as for their report. Reached: "no fix for 's': its
/// kernels exceed the step budget".
inline constexpr uint64_t ProofSteps = 4'000'000;

/// Steps that the search for a swizzle, the second choice, may spend. Reached,
/// where nothing else is offered: "no fix for 's': the search for a swizzle
/// exceeds the step budget"; else, "there may be a better layout of 's'".
inline constexpr uint64_t SwizzleSteps = 1'000'000;

/// Steps that the search for a swizzle of a library's layout may spend: its
/// kernels take more to walk, and nothing else is offered. Reached: no note.
inline constexpr uint64_t LibrarySwizzleSteps = 2'000'000;

/// Of such a swizzle, how far the bits that decide lie above those that they
/// move, as a factor: `Swizzle<3, 3, 8>` has 256. Tiles have fewer columns.
inline constexpr int64_t LibrarySwizzleUnits = 256;

//===----------------------------------------------------------------------===//
// Loops and calls
//===----------------------------------------------------------------------===//

/// Loads that may have brought what an object of class type holds: to each of
/// them belongs what is looked at later. Reached: which of their bytes are
/// used, and so what they cost, is unknown, as "part of an object that holds
/// more than 512 loads".
inline constexpr size_t LoadedParts = 512;

/// Values that a variable may hold at the breaks of a loop or the returns of a
/// function, each of which an unknown condition decides: sums of choices grow
/// with each. Reached: the variable is unknown, "differs at the breaks of a
/// loop", "differs at the returns of a function".
inline constexpr size_t ExitValues = 8;

/// Iterations of a loop that are walked one by one, and steps that they may
/// take in kernels and on the host. Tiles and reductions have fewer; walking
/// more tells nothing new. Reached: the iterations that are left are walked as
/// those of a loop of unknown length, and their accesses are inexact:
/// "iterations are analysed as one after the first 512 of the loop", or "after
/// the first 200000 steps". On the host, what such a loop changes is unknown
/// where it is passed to a launch.
inline constexpr unsigned LoopIterations = 512;
/// The same of a loop on the host that has not launched anything: it fills an
/// array, mostly. What is doubled up to a size takes fewer; a list of sizes
/// that a header of the system copies or fills, too.
inline constexpr unsigned HostLoopIterations = 48, SystemLoopIterations = 16;
inline constexpr uint64_t LoopSteps = 200'000, HostLoopSteps = 4'000;

/// Numbers that a variable of a loop of unknown length may go through in turn,
/// and iterations in which several such variables have to come round together:
/// pipelines have two to four stages. Reached: the variable is unknown, as one
/// that changes in a loop.
inline constexpr size_t PhaseNumbers = 4, PhaseIterations = 8;

/// The largest number that a variable which doubles or halves in a loop of
/// unknown length is tried with: beyond it, every stride is a multiple of all
/// memory of a block. What comes of the numbers is inexact in any case.
inline constexpr int64_t LargestPower = 1 << 16;

/// Calls within calls that are followed. Libraries of templates nest about 20
/// deep; the stack of this program bounds it, too. Reached: "a call of 'f'
/// within 40 others in kernel 'k' not analysed: it is skipped", and its
/// result is unknown. Of recursive calls, none is followed: "a recursive call
/// of 'f'".
inline constexpr unsigned CallDepth = 40;

/// Branches within branches that are walked: a switch has one in another for
/// each label that is not known to be met. Each is kept with all around it.
/// Reached: as where a kernel or a host function runs out of steps.
inline constexpr unsigned BranchDepth = 2000;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Elements of an array that are walked one by one where it is copied or
/// captured with its class, and where each has a constructor. What a thread
/// keeps in registers is shorter. Reached: what the other elements hold is
/// unknown; accesses to shared memory that they would make are listed: "the
/// rest of an array beyond its first 256 elements in kernel 'k' not analysed:
/// it is skipped".
inline constexpr uint64_t CopiedElements = 256, ConstructedElements = 64;

/// Scalars of a part of an object that are written one by one, where the part
/// is zeroed or copied, but not the whole. Reached: what had no value of its
/// own in the object is unknown, as "part of more than 4096 numbers".
inline constexpr size_t FilledScalars = 4096;

/// Elements of a constant array that are known. Tables of programs are shorter;
/// each element takes memory in every walk. Reached: the array is unknown.
inline constexpr uint64_t ConstantElements = 4096;

/// Terms of a product of two sums. Larger ones are not multiplied out. Reached:
/// accesses whose addresses hold them are inexact, "depends on a product of
/// more than 16 terms", since what lies side by side is not seen there.
inline constexpr size_t ProductTerms = 16;

/// Terms of a value that is one of several, by a condition. Longer sums are no
/// better understood than an unknown. Reached: "set by several conditions".
inline constexpr size_t ChoiceTerms = 6;

/// The longest memcpy, in bytes of a lane, of which the accesses are recorded
/// one by one. It bounds the trace; a thread copies less. Reached: the accesses
/// are unknown, as a "copy of more than 4096 bytes".
inline constexpr int64_t InlineCopyBytes = 4096;

/// Accesses of one thread in one copy by a group of threads: 16 KiB in accesses
/// of 4 bytes. It bounds the trace. Reached: "a copy beyond the first 4096
/// accesses of a thread in kernel 'k' not analysed: it is skipped".
inline constexpr unsigned GroupCopyAccesses = 4096;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Unknowns in an expression past which nothing is gained from its parts: what
/// a hash mixes together grows with every step. Reached: "a computed value", or
/// "computed by a long expression"; accesses whose addresses hold it are
/// inexact, "depends on a sum or product of more than 40 unknowns".
inline constexpr unsigned ExpressionUnknowns = 40;

/// Numbers of an unknown that are all tried. A warp has 32 lanes, and a
/// remainder by more than that repeats. Reached: some of them are tried, and
/// what comes of them is inexact, "not every value of n was tried". An
/// unknown without an end has no such list in any case.
inline constexpr uint64_t ListedNumbers = 40;

/// Sets of numbers for its unknowns that decide a condition. One unknown of any
/// kind fits, two of a warp's width do not. Reached: "a condition counts as one
/// on data", and what depends on it is possible at most.
inline constexpr unsigned DecisionTrials = 256;

/// Sets of numbers that an address is tried with, and those that look for an
/// example where this is not enough. They bound the time for one address to
/// some milliseconds. Reached: what lanes share is taken as one unknown, and
/// the cost is inexact, "not every value of its unknowns was tried"; then,
/// "conflicts for some values", or "the index depends on too many unknowns".
inline constexpr unsigned CostTrials = 600, SampleTrials = 64;

/// Numbers of each unknown that look for such an example, and those where there
/// are more than two unknowns: two or three of eight, or of four, fit in
/// `SampleTrials`. Reached: as there.
inline constexpr unsigned SampleNumbers = 8, SampleNumbersOfMany = 4;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Block shapes that one launch may have, by conditions. Reached: "a launch of
/// kernel 'k' not analysed: its block can have more shapes than are tried".
inline constexpr unsigned LaunchShapes = 16;

/// Launches of a kernel with other blocks or arguments, each of which is
/// walked: more of them seldom differ in what they say. Each block has one at
/// least, with what is passed in all of its launches. Reached: "what launches
/// pass to kernel 'k' not analysed: more combinations of blocks and arguments
/// than are tried one by one; only some are".
inline constexpr size_t LaunchVariants = 6;

/// Calls by other sources of one function that launches, each of which is
/// walked: more of them seldom lead to other blocks. Reached: the function
/// counts as called with unknown arguments, too.
inline constexpr size_t CallsElsewhere = 32;

//===----------------------------------------------------------------------===//
// Passes over a trace
//===----------------------------------------------------------------------===//

/// Offsets of one base, and bases of one array, that a store is compared with,
/// to see which loads have to be repeated behind it. Their product bounds the
/// time for straight-line code. Reached: the store is taken to meet them. Loads
/// that are made again for this reason alone, and stores that may be dead, are
/// inexact: "may repeat another access".
inline constexpr size_t HeldOffsets = 64, HeldBases = 16;

/// Chains of one array that are pending at a time, and items of each;
/// likewise. Reached: the chains end. What would have gone on with one of them
/// is inexact, as the chain is: "may merge with another access".
inline constexpr size_t PendingChains = 32, ChainItems = 64;

//===----------------------------------------------------------------------===//
// Fixes
//===----------------------------------------------------------------------===//

/// Constant factors of an array's indices that are each tried as the length of
/// its rows. Arrays have one or two. Reached, where none of these does: "no fix
/// for 's': more factors may make its rows than are tried".
inline constexpr size_t RowFactors = 4;

/// Units, of an element at least, by which rows are taken to be longer where a
/// walk is made with longer rows: those of one byte that fill all banks once.
/// No layout that is tried has more.
inline constexpr int64_t RowUnits = 128;

/// Lengths of each of two dimensions of an array that grow together. One alone
/// is tried with all of them; the pairs would take too long. Reached, where
/// nothing is found: "no fix for 's': more pairs of longer dimensions may help
/// than are tried".
inline constexpr size_t PaddingsOfPair = 8;

/// Rows, and columns, that a swizzle may count in one step: those of a warp,
/// and the words of the largest array. Reached: swizzles by longer steps are
/// not tried. A report names the swizzle that was found, and claims of none
/// that it does not exist.
inline constexpr int64_t SwizzleRows = 32, SwizzleColumns = 4096;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Brackets within brackets of an operand of inline assembly: it bounds the
/// stack; real ones have two. Reached: "an operand of inline assembly within 32
/// brackets in kernel 'k' not analysed: it is skipped", and what is made
/// of it is unknown.
inline constexpr unsigned OperandDepth = 32;

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

/// Unknowns, and functions of them, in a formula of how often something is
/// done; readable are ten. Reached: `--summary` says "too long a formula".
inline constexpr size_t FormulaAtoms = 60;

/// Conditions and loops, one in another, that a formula is made of; real code
/// has ten. Reached: as above.
inline constexpr unsigned ExecutionScopes = 64;

/// Numbers of a counter that a sum is worked out for, in a millisecond each
/// ten thousand. Reached: the formula has no number.
inline constexpr int64_t FormulaIterations = 1'000'000;

/// Numbers of a counter up to which a sum without other unknowns is worked out
/// at once. Reached: it stays a sum, as a formula.
inline constexpr int64_t FoldedIterations = 4096;

} // namespace limits
} // namespace banklint

#endif // BANKLINT_VALUES_LIMITS_H
