//===- Oracle.h - What device code asks of the runtime ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definitions of CUDA's intrinsics are device code, the scheduler is not:
// between the two there are these functions of C.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_ORACLE_ORACLE_H
#define BANKLINT_TEST_ORACLE_ORACLE_H

#ifdef __CUDA__
#define ORACLE_DEVICE __attribute__((device))
#else
#define ORACLE_DEVICE
#endif

/// What an access is; the names stand in `Runtime.cpp`.
enum OracleKind {
  OracleLoad,
  OracleStore,
  OracleAtomic,
  OracleCpAsync,
  OracleLdMatrix,
  OracleStMatrix
};

/// What the lanes of a warp hand each other.
struct OracleExchange {
  unsigned Mask; ///< who took part
  alignas(16) unsigned char Values[32][16];
};

struct OracleVotes {
  unsigned Threads, True;
};

/// Of inline PTX.
struct OracleOperand {
  unsigned char Value[16];
  unsigned long Bytes;
  void *Place; ///< of one that is written
};

extern "C" {
/// Executes instructions of PTX, with operands %0, %1, ...
ORACLE_DEVICE void oracle_assembly(const char *Text, OracleOperand *Operands,
                                   unsigned long Count);
/// An address in shared memory as PTX has it, in 32 bits, and back.
ORACLE_DEVICE unsigned oracle_to_shared(const void *Address);
ORACLE_DEVICE void *oracle_from_shared(unsigned long Address);

/// Waits for all lanes of the mask that have not returned. The result lives
/// until the thread asks for another one.
ORACLE_DEVICE const OracleExchange *
oracle_exchange(unsigned Mask, const void *Value, unsigned Bytes);
/// The lanes that stand here together.
ORACLE_DEVICE unsigned oracle_converged();
/// Waits for as many threads of the block; 0 is all that have not returned.
ORACLE_DEVICE OracleVotes oracle_barrier(unsigned Barrier, unsigned Threads,
                                         int Vote);
/// Waits until the function returns true.
ORACLE_DEVICE void oracle_wait(bool (*IsReady)(void *), void *What);
/// An access by the function of a header that the source calls.
ORACLE_DEVICE void oracle_access_at_call(const void *Address,
                                         unsigned long Bytes, OracleKind Kind);
/// 0 to 31.
ORACLE_DEVICE unsigned oracle_lane();
ORACLE_DEVICE bool oracle_is_shared(const void *Address);
/// Ends the launch: the oracle does not know what that means.
[[noreturn]] ORACLE_DEVICE void oracle_refuse(const char *What);
}

#endif
