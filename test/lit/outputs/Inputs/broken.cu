__global__ void broken(float *out,
                       int n =
             missing) {
  __shared__ float s[32];
  out[0] = s[n];
}
