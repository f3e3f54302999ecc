// Launches with what only the program knows.

#include "host.h"
#include "kernels.h"

template <class Kernel, class... Values>
void start(Kernel kernel, dim3 block, size_t bytes, Values... values) {
  kernel<<<1, block, bytes>>>(values...);
}

int main(int count, char **) {
  dim3 whole(32, 32);
  const size_t bytes = 4096 * count;
  run<float>("sized",
             [&](auto i, auto o) { start(sized<3>, whole, bytes, i, o); });
  run<float>("sizedByVariable", [&](auto i, auto o) {
    sizedByVariable<<<1, whole, bytes>>>(i, o);
  });
  run<float>("halfInUse", [&](auto i, auto o) {
    halfInUse<<<1, whole, 2 * bytes>>>(i, o, 1024 * count);
  });
  run<float>("wider",
             [&](auto i, auto o) { wider<<<1, dim3(32 * count, 32)>>>(i, o); });
  run<float>("sameEverywhere",
             [&](auto i, auto o) { sameEverywhere<<<1, whole>>>(i, o); });
}
