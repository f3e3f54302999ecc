//===- oracle_assembly.h - What inline PTX becomes --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_ORACLE_ASSEMBLY_H
#define BANKLINT_TEST_ORACLE_ASSEMBLY_H

namespace oracle {

/// A value that is read, or the place of one that is written.
template <class T>
__host__ __device__ OracleOperand output(const char *Constraint, T &Place) {
  OracleOperand Result = {};
  Result.Bytes = sizeof(T);
  Result.Place = (void *)&Place;
  if (Constraint[0] == '+')
    __builtin_memcpy(Result.Value, Result.Place, sizeof(T));
  return Result;
}
template <class T>
__host__ __device__ OracleOperand input(const char *, T Value) {
  OracleOperand Result = {};
  Result.Bytes = sizeof(T);
  __builtin_memcpy(Result.Value, &Value, sizeof(T));
  return Result;
}

inline __host__ __device__ void addOperands(OracleOperand *) {}
template <class... More>
__host__ __device__ void addOperands(OracleOperand *To, const char *,
                                     const More &...Operands) {
  addOperands(To, Operands...); // a clobber
}
template <class... More>
__host__ __device__ void addOperands(OracleOperand *To,
                                     const OracleOperand &First,
                                     const More &...Operands) {
  *To = First;
  addOperands(To + 1, Operands...);
}

template <class... T>
__host__ __device__ void assembly(const char *Text, const T &...Operands) {
#ifdef __CUDA_ARCH__
  OracleOperand All[sizeof...(Operands) + 1] = {};
  addOperands(All, Operands...);
  oracle_assembly(Text, All, sizeof...(Operands));
  for (OracleOperand &Each : All)
    if (Each.Place)
      __builtin_memcpy(Each.Place, Each.Value, Each.Bytes);
#endif
}

} // namespace oracle

#endif
