// RUN: sh -c '%lint --all-accesses %s -- -DGIVEN=Given -DCOUNT=Count > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s
// RUN: grep '^[^|]*not analysed:' %t | FileCheck %s --check-prefix=GAP

// What declares something with an error in it may have got its name from parts,
// or from the command line: then the name stands in no file. The source is
// analysed all the same.

#define PASTED(name)                                                           \
  struct name##Tile {                                                          \
    name##Tile();                                                              \
    Unknown Data;                                                              \
    int Rows;                                                                  \
  };                                                                           \
  enum name##Sizes { name##First = UNKNOWN, name##Second };                    \
  typedef Unknown name##Alias;                                                 \
  constexpr int name##Constant = UNKNOWN + 32;
#define NAMED(name)                                                            \
  struct name {                                                                \
    Unknown Data;                                                              \
    int Rows;                                                                  \
  };

PASTED(My)
NAMED(Whole)

struct GIVEN {
  Unknown Data;
  int Rows;
};
const int COUNT = UNKNOWN;

__global__ void __launch_bounds__(32) besidePasted(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict{{.*}}[besidePasted(int *)]
}

// Of what is in such an object nothing is known.
__global__ void __launch_bounds__(32) pasted(int *out, const MyTile &tile) {
// GAP: :[[@LINE-1]]:56: error: code in 'pasted' not analysed: {{.*}}'MyTile'
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t * tile.Rows] = 1;
// GAP: :[[@LINE-1]]:3: remark: code in 'pasted' not analysed: {{.*}}'<unknown>'
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[pasted(int *, <unknown>)]
}

__global__ void __launch_bounds__(32) constant(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t * MyConstant] = 1;
// GAP: :[[@LINE-1]]:3: error: code in 'constant' not analysed: {{.*}}'MyConstant'
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[constant(int *)]
}

__global__ void __launch_bounds__(32) argument(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Whole whole;
// GAP: :[[@LINE-1]]:3: error: code in 'argument' not analysed: {{.*}}'Whole'
  s[t * whole.Rows] = 1;
// GAP: :[[@LINE-1]]:3: remark: code in 'argument' not analysed:
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), {{.*}}[argument(int *)]
}

__global__ void __launch_bounds__(32) given(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  Given object;
  s[t * (object.Rows + COUNT)] = 1;
// GAP: :[[@LINE-2]]:3: error: code in 'given' not analysed: {{.*}}'Given'
// GAP: :[[@LINE-2]]:3: error: code in 'given' not analysed: {{.*}}'Count'
// CHECK: :[[@LINE-3]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-3]]), {{.*}}[given(int *)]
}
// GAP: :{{[0-9]+}}:1: remark: code outside kernels not analysed:
