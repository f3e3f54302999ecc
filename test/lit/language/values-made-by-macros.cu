// RUN: sh -c '%lint --all-accesses --block-dim=32,32 %s -- > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s --check-prefix=ALL
// RUN: grep -E ' (kernel|code in) .* not analysed' %t | FileCheck %s

// What is lost makes all that is computed from it unknown, whatever made its
// name: of each tile Clang would know 32 columns. What stands beside it in the
// same macro is known.

#define SIZES(name)                                                            \
  enum name##Sizes { name##Before = 32, name##Rows = UNKNOWN, name##Columns }; \
  enum class name##Class { A = 1, B = UNKNOWN, C };
#define CONSTANTS(name)                                                        \
  static constexpr int name##Size = UNKNOWN + 32;                              \
  static constexpr int name##Twice = name##Size * 2;                           \
  static constexpr int name##Known = 32;
#define NESTED(name) SIZES(name) CONSTANTS(name##Inner)
#define HOLDER(name)                                                           \
  struct name##Holder {                                                        \
    static const int Count = UNKNOWN;                                          \
    static constexpr int Other = Count + 32;                                   \
    int Bits : UNKNOWN;                                                        \
    int Next[31];                                                              \
  };
#define MADE_OF(name)                                                          \
  using name##Tile = Rows<name##Columns>;                                      \
  typedef char name##Array[name##Columns + 31];                                \
  __device__ float name##Get(float *s, int n = name##Columns + 31) {           \
    return s[threadIdx.x * n];                                                 \
  }
#define PASTE(a, b) a##b
#define RENAMED Other

template <int N> struct Rows {
  static constexpr int Value = N + 31;
};
SIZES(My)
CONSTANTS(My)
NESTED(Your)
HOLDER(My)
MADE_OF(My)
enum { RENAMED = UNKNOWN, OtherNext };

#define KERNEL(name, columns)                                                  \
  __global__ void name(float *out) {                                           \
    __shared__ float tile[32][columns];                                        \
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];                         \
  }

KERNEL(before, MyBefore)
// ALL: :[[@LINE-1]]:1: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict{{.*}}[before(float *)]
KERNEL(beside, MyKnown)
// ALL: :[[@LINE-1]]:1: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict{{.*}}[beside(float *)]

KERNEL(first, MyRows + 32)
// CHECK: :[[@LINE-1]]:1: error: kernel 'first' not analysed: {{.*}} use of undeclared identifier 'MyRows'
KERNEL(second, MyColumns + 31)
// CHECK: :[[@LINE-1]]:1: error: kernel 'second' not analysed: {{.*}} use of undeclared identifier 'MyColumns'
KERNEL(ofClass, int(MyClass::C) + 31)
// CHECK: :[[@LINE-1]]:1: error: kernel 'ofClass' not analysed: {{.*}} no member named 'C' in 'MyClass'
KERNEL(nested, YourColumns + 31)
// CHECK: :[[@LINE-1]]:1: error: kernel 'nested' not analysed: {{.*}} use of undeclared identifier 'YourColumns'
KERNEL(constant, YourInnerTwice)
// CHECK: :[[@LINE-1]]:1: error: kernel 'constant' not analysed: {{.*}} use of undeclared identifier 'YourInnerTwice'
KERNEL(ofHolder, MyHolder::Count + 32)
// CHECK: :[[@LINE-1]]:1: error: kernel 'ofHolder' not analysed: {{.*}} use of undeclared identifier 'MyHolder'
KERNEL(otherOfHolder, MyHolder::Other)
// CHECK: :[[@LINE-1]]:1: error: kernel 'otherOfHolder' not analysed: {{.*}} use of undeclared identifier 'MyHolder'
KERNEL(size, sizeof(MyHolder) / 4)
// CHECK: :[[@LINE-1]]:1: error: kernel 'size' not analysed: {{.*}} use of undeclared identifier 'MyHolder'
KERNEL(argument, MyTile::Value)
// CHECK: :[[@LINE-1]]:1: error: kernel 'argument' not analysed: {{.*}} use of undeclared identifier 'MyTile'
KERNEL(array, sizeof(MyArray))
// CHECK: :[[@LINE-1]]:1: error: kernel 'array' not analysed: {{.*}} use of undeclared identifier 'MyArray'
KERNEL(made, PASTE(My, Columns) + 31)
// CHECK: :[[@LINE-1]]:1: error: kernel 'made' not analysed: {{.*}} use of undeclared identifier 'MyColumns'
KERNEL(renamed, Other + 32)
// CHECK: :[[@LINE-1]]:1: error: kernel 'renamed' not analysed: {{.*}} use of undeclared identifier 'Other'
KERNEL(renamedAgain, RENAMED + 32)
// CHECK: :[[@LINE-1]]:1: error: kernel 'renamedAgain' not analysed: {{.*}} use of undeclared identifier 'Other'
KERNEL(behindRenamed, OtherNext + 31)
// CHECK: :[[@LINE-1]]:1: error: kernel 'behindRenamed' not analysed: {{.*}} use of undeclared identifier 'OtherNext'

__global__ void byDefault(float *out) {
  __shared__ float tile[32 * 32];
  out[threadIdx.x] = MyGet(tile);
}
// CHECK: :[[@LINE-3]]:20: remark: shared array 'tile' of kernel 'byDefault' not analysed: no access to it was found
// CHECK: remark: code in 'MyGet' not analysed: {{.*}} use of undeclared identifier 'MyColumns'
