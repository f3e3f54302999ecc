# ===- programs.py - Random kernels as sources ------------------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# A kernel depends on the seed and on its number alone, so that each can be made
# again without the others. A source holds several: compilers spend most of their
# time on headers.
#
# ===----------------------------------------------------------------------=== #

import random

from kernels import Kernel

HEAD = """\
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
"""

MAIN = """\
int main(int argc, char **argv) {{
  float *out;
  int *in;
  cudaMalloc(&out, 65536);
  cudaMalloc(&in, 65536);
  cudaMemset(in, 1, 65536);
{launches}
  return cudaDeviceSynchronize() != cudaSuccess;
}}
"""


def kernel(seed, index):
    return Kernel(random.Random(f"{seed}:{index}"), index)


def source(kernels):
    launches = "\n".join("  " + each.launch() for each in kernels)
    return "\n".join([HEAD, *(each.source() + "\n" for each in kernels),
                      MAIN.format(launches=launches)])
