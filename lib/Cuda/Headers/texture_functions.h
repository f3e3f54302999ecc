//===- texture_functions.h - Texture and surface access on the device -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads through a texture or surface object, in the form that returns the value
// and the form that writes it through a pointer. None touches shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_TEXTURE_FUNCTIONS_H
#define BANKLINT_CUDA_HEADERS_TEXTURE_FUNCTIONS_H

#include "driver_types.h"

namespace banklint {
typedef cudaTextureObject_t Texture;
typedef cudaSurfaceObject_t Surface;
typedef cudaSurfaceBoundaryMode Boundary;
} // namespace banklint

#define BANKLINT_TEXTURE(Name, ...)                                            \
  template <class T> __device__ T Name(banklint::Texture, __VA_ARGS__);        \
  template <class T> __device__ void Name(T *, banklint::Texture, __VA_ARGS__);

BANKLINT_TEXTURE(tex1Dfetch, int)
BANKLINT_TEXTURE(tex1D, float)
BANKLINT_TEXTURE(tex2D, float, float)
BANKLINT_TEXTURE(tex2D, float, float, bool *)
BANKLINT_TEXTURE(tex3D, float, float, float)
BANKLINT_TEXTURE(tex3D, float, float, float, bool *)
BANKLINT_TEXTURE(tex1DLayered, float, int)
BANKLINT_TEXTURE(tex2DLayered, float, float, int)
BANKLINT_TEXTURE(texCubemap, float, float, float)
BANKLINT_TEXTURE(texCubemapLayered, float, float, float, int)
BANKLINT_TEXTURE(tex2Dgather, float, float, int = 0)
BANKLINT_TEXTURE(tex1DLod, float, float)
BANKLINT_TEXTURE(tex2DLod, float, float, float)
BANKLINT_TEXTURE(tex3DLod, float, float, float, float)
BANKLINT_TEXTURE(tex1DLayeredLod, float, int, float)
BANKLINT_TEXTURE(tex2DLayeredLod, float, float, int, float)
BANKLINT_TEXTURE(texCubemapLod, float, float, float, float)
BANKLINT_TEXTURE(texCubemapLayeredLod, float, float, float, int, float)
BANKLINT_TEXTURE(tex1DGrad, float, float, float)
BANKLINT_TEXTURE(tex2DGrad, float, float, float2, float2)
BANKLINT_TEXTURE(tex3DGrad, float, float, float, float4, float4)

#undef BANKLINT_TEXTURE

#define BANKLINT_SURFACE(Name, ...)                                            \
  template <class T>                                                           \
  __device__ T Name##read(banklint::Surface, __VA_ARGS__,                      \
                          banklint::Boundary = cudaBoundaryModeTrap);          \
  template <class T>                                                           \
  __device__ void Name##read(T *, banklint::Surface, __VA_ARGS__,              \
                             banklint::Boundary = cudaBoundaryModeTrap);       \
  template <class T>                                                           \
  __device__ void Name##write(T, banklint::Surface, __VA_ARGS__,               \
                              banklint::Boundary = cudaBoundaryModeTrap);

BANKLINT_SURFACE(surf1D, int)
BANKLINT_SURFACE(surf2D, int, int)
BANKLINT_SURFACE(surf3D, int, int, int)
BANKLINT_SURFACE(surf1DLayered, int, int)
BANKLINT_SURFACE(surf2DLayered, int, int, int)
BANKLINT_SURFACE(surfCubemap, int, int, int)
BANKLINT_SURFACE(surfCubemapLayered, int, int, int)

#undef BANKLINT_SURFACE

#endif // BANKLINT_CUDA_HEADERS_TEXTURE_FUNCTIONS_H
