// RUN: sh -c '%lint --all-accesses %s -- > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s
// RUN: grep -E ' (kernel|code) .* not analysed' %t | FileCheck %s --check-prefix=GAP

// An unknown name in a template costs what it stands in, not the kernel.

template <typename T>
__global__ void __launch_bounds__(Missing) bounds(T *out) {
// GAP: :[[@LINE-1]]:17: {{.*}} code in 'bounds' not analysed: {{.*}}'Missing'
  __shared__ T s[32 * 32];
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, {{.*}}[bounds<float>(float *)]
}

#define BOUNDS(n) __launch_bounds__(n * Missing)
__global__ void BOUNDS(2) noTemplate(float *out) {
// GAP: :[[@LINE-1]]:17: {{.*}} code in 'noTemplate' not analysed: {{.*}}'Missing'
  __shared__ float s[32 * 32];
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, {{.*}}[noTemplate(float *)]
}

// Bounds that nobody knows are no block: guesses stay guesses.
__global__ void __launch_bounds__(Missing) notLaunched(float *out) {
// GAP: :[[@LINE-1]]:17: {{.*}} code in 'notLaunched' not analysed: {{.*}}'Missing'
  __shared__ float s[1024];
  out[threadIdx.x] = s[threadIdx.x * 16 + threadIdx.y];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 8x8x1, {{.*}}[notLaunched(float *)]
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 16x16x1, {{.*}}[notLaunched(float *)]
// CHECK: :[[@LINE-3]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x8x1, {{.*}}[notLaunched(float *)]
// CHECK: :[[@LINE-4]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x16x1, {{.*}}[notLaunched(float *)]
// CHECK: :[[@LINE-5]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x32x1, {{.*}}[notLaunched(float *)]
// CHECK: :[[@LINE-6]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 64x4x1, {{.*}}[notLaunched(float *)]
}

// What holds the address may read and write the array.
template <typename T> __global__ void local(T *out, int n) {
  __shared__ T s[32 * 32];
  auto tile = missing::tile<32>(s);
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'local' not analysed: {{.*}}'missing'
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[{{.*}})]
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict{{.*}}, inexact{{.*}}[local<float>(float *, int)]
  tile.sync();
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'local' not analysed: it uses what Clang rejects
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[{{.*}})]
  if (n) {
    Unknown<T> of;
// GAP: :[[@LINE-1]]:5: {{.*}} code in 'local' not analysed: {{.*}}'Unknown'
    out[threadIdx.x] = s[threadIdx.x * of.Rows];
// GAP: :[[@LINE-1]]:5: {{.*}} code in 'local' not analysed: it uses what Clang rejects
// CHECK: :[[@LINE-2]]:5: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[{{.*}})]
    out[threadIdx.x] = s[threadIdx.x * 16];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown {{.*}}[{{.*}})]
// CHECK: :[[@LINE-2]]:24: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict{{.*}}[local<float>(float *, int)]
  }
}

// Of an array with an unknown type or size nothing is known.
template <typename T> __global__ void arrays(T *out) {
  __shared__ Unknown lost[32 * 32];
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'arrays' not analysed: {{.*}}'Unknown'
  __shared__ T sized[32 * missing::Size];
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'arrays' not analysed: {{.*}}'missing'
  out[threadIdx.x] = lost[threadIdx.x * 32].x;
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'arrays' not analysed: it uses what Clang rejects
  out[threadIdx.x] = sized[threadIdx.x * 32];
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'arrays' not analysed: it uses what Clang rejects
  __shared__ T s[32 * 32];
  out[threadIdx.x] = s[threadIdx.x * 32];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown {{.*}}[arrays<float>(float *)]
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict{{.*}}[arrays<float>(float *)]
}

template <typename T>
__device__ T read(T *s) {
  auto rows = missing::Rows;
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'read' not analysed: {{.*}}'missing'
  return s[threadIdx.x * 32] + s[threadIdx.x * rows];
// GAP: :[[@LINE-1]]:9: {{.*}} code in 'read' not analysed: it uses what Clang rejects
// CHECK: :[[@LINE-2]]:9: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[{{.*}})]
}
template <typename T> __global__ void calls(T *out) {
  __shared__ T s[32 * 32];
  out[threadIdx.x] = read(s);
  out[threadIdx.x] = s[threadIdx.x * 8];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict{{.*}}[calls<float>(float *)]
}

// Clang makes a constant only of a whole function.
template <typename T> constexpr int width(T x) {
  int w = 32;
  auto lost = missing::width(&w);
  return w;
}
constexpr int Width = width(1);
__global__ void constant(float *out) {
  __shared__ float s[32 * 32];
  out[threadIdx.x] = s[threadIdx.x * Width];
// GAP: :[[@LINE-1]]:3: {{.*}} code in 'constant' not analysed: {{.*}}'Width'
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[constant(float *)]
// GAP: remark: code outside kernels not analysed: 2 errors, the first: {{.*}}'missing'
}

template <typename T> void launch(T *out) {
  bounds<<<1, 32>>>(out);
  local<<<1, 32>>>(out, 1);
  arrays<<<1, 32>>>(out);
  calls<<<1, 32>>>(out);
}
int main() {
  launch<float>(nullptr);
  noTemplate<<<1, 32>>>(nullptr);
  constant<<<1, 32>>>(nullptr);
}
