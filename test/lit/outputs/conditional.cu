// A warp that comes to one of two arms by an argument makes the requests of one:
// each access is counted in full, and said to be conditional; the kernel's total has one
// of them, whatever the argument is: two requests of the store, and two of a load.
//
// RUN: %lint --format=json --all-accesses %s | FileCheck %s --check-prefix=JSON
// RUN: %lint --format=html --all-accesses %s > %t.html
// RUN: FileCheck %s --check-prefix=PAGE < %t.html

__global__ void either(const int *In, int *Out, bool IsLeft) {
  __shared__ int S[64];
  S[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  if (IsLeft)
    Out[threadIdx.x] = S[63 - threadIdx.x];
  else
    Out[threadIdx.x] = S[threadIdx.x ^ 1];
}
void run(const int *In, int *Out, bool IsLeft) {
  either<<<1, 64>>>(In, Out, IsLeft);
}

// JSON:      "operation": "store",
// JSON:      "requests": 2,
// JSON-NEXT: "conditional": false,
// JSON:      "operation": "load",
// JSON:      "requests": 2,
// JSON-NEXT: "conditional": true,
// JSON:      "operation": "load",
// JSON:      "requests": 2,
// JSON-NEXT: "conditional": true,
// PAGE: id="totals"
// PAGE: <code>either(const int *, int *, bool)</code><td>64{{.*}}{{.*}}<td class="r">4<td class="r">4<td class="r">0</tr>
