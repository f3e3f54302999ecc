"""Writes a project of many kernels, each with a conflict of its own shape.

    many.py FOLDER FILES KERNELS
"""

import itertools
import os
import sys

KERNEL = """
/// Reads a column of {rows} rows, {width} words each, beginning at {first}.
__global__ void {name}({type} *out, const {type} *in, int count) {{
  __shared__ {type} {name}Tile[{size}];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < {size}; i += blockDim.x)
    {name}Tile[i] = in[i];
  __syncthreads();
  {type} sum = 0;
  for (int i = 0; i < count; ++i)
    sum += {name}Tile[(lane ^ {first}) * {width} + warp];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}}
void run_{name}({type} *p, int n) {{ {name}<<<n, {threads}>>>(p, p, n); }}
"""

folder, files, kernels = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(folder, exist_ok=True)
shapes = itertools.product(
    range(32), (32, 16, 64, 8, 4, 48, 12, 24), ("float", "double")
)
for file in range(files):
    with open(os.path.join(folder, f"source{file}.cu"), "w", encoding="utf-8") as out:
        for kernel in range(kernels):
            first, width, kind = next(shapes)
            out.write(
                KERNEL.format(
                    name=f"column{file}x{kernel}",
                    type=kind,
                    rows=32,
                    width=width,
                    size=32 * width + 8,
                    first=first,
                    threads=(64, 128, 256)[kernel % 3],
                )
            )
