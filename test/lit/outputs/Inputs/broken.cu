__global__ void broken(float *out) {
  __shared__ float s[32];
  out[0] = s[missing];
}
