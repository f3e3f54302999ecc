// Launches with constants.

#include "host.h"
#include "kernels.h"

int main() {
  dim3 whole(32, 32);
  run<float>("sized",
             [&](auto i, auto o) { sized<3><<<1, whole, 4096>>>(i, o); });
  run<float>("sizedByVariable", [&](auto i, auto o) {
    sizedByVariable<<<1, whole, 4096>>>(i, o);
  });
  run<float>("halfInUse", [&](auto i, auto o) {
    halfInUse<<<1, whole, 4096>>>(i, o, 1024);
  });
  run<float>("wider", [&](auto i, auto o) { wider<<<1, whole>>>(i, o); });
  run<float>("sameEverywhere",
             [&](auto i, auto o) { sameEverywhere<<<1, whole>>>(i, o); });
}
