//===- nvtx3/nvToolsExt.h - Ranges for a profiler's timeline ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXT_H
#define BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXT_H

typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainHandle *nvtxDomainHandle_t;

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII };

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE sizeof(nvtxEventAttributes_t)

typedef struct nvtxEventAttributes_v2 {
  unsigned short version, size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType, reserved0;
  union {
    unsigned long long ullValue;
    double dValue;
  } payload;
  int messageType;
  union {
    const char *ascii;
  } message;
} nvtxEventAttributes_t;

int nvtxRangePushA(const char *),
    nvtxRangePushEx(const nvtxEventAttributes_t *), nvtxRangePop();
void nvtxMarkA(const char *), nvtxRangeEnd(nvtxRangeId_t);
nvtxRangeId_t nvtxRangeStartA(const char *);

#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA

#endif // BANKLINT_CUDA_HEADERS_NVTX3_NVTOOLSEXT_H
