// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --quiet --format=json %s -- | FileCheck %s --check-prefix=JSON

// What is carved out of dynamic shared memory has the name of its pointer, and beside it
// that of the memory.
extern __shared__ float sram[];
struct Pair {
  float x, y;
};
__device__ float first(const float *p, int i) { return p[i * 32]; }
__global__ void attention(float *out, const float *in) {
  float *Qi = sram, *Kj = &sram[1024];
  Pair *S = reinterpret_cast<Pair *>(Kj + 1024);
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    Qi[t * 32 + i] = in[i];
// CHECK: :[[@LINE-1]]:5: warning: 8-way bank conflict in store to 'Qi' (in 'sram'): 32 wavefronts, ideal 4
    *(t * 32 + Kj + i) = in[i];
    S[t * 16].x = in[i];
  }
  __syncthreads();
  out[t] = first(Qi, t) + Kj[t] + S[t].y + sram[t * 32 + 3072];
}
void run(float *o, const float *i) { attention<<<1, 32, 16384>>>(o, i); }
// What is accessed by the memory's own name keeps that.
// JSON-DAG: bank conflict in store to 'Kj' (in 'sram'):
// JSON-DAG: bank conflict in store to 'S' (in 'sram'):
// JSON-DAG: bank conflict in load from 'p' (in 'sram'):
// JSON-DAG: bank conflict in load from 'sram':
// JSON-DAG: "array": "sram"
