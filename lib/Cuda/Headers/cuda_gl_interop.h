//===- cuda_gl_interop.h - Buffers and images shared with OpenGL ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *, unsigned,
                                         unsigned),
    cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *, unsigned, unsigned,
                                unsigned),
    cudaGLSetGLDevice(int), cudaGLRegisterBufferObject(unsigned),
    cudaGLMapBufferObject(void **, unsigned), cudaGLUnmapBufferObject(unsigned),
    cudaGLUnregisterBufferObject(unsigned);

#endif // __CUDA_GL_INTEROP_H__
