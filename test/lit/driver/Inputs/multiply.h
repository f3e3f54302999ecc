// Host code that no walk follows to its end: what it adds up is new in each round.
void multiply(int *c, const int *a, const int *b, int m, int n, int depth) {
  for (int i = 0; i < m; i += 64)
    for (int j = 0; j < n; j += 64) {
      int sum[64 * 64] = {0};
      for (int k = 0; k < depth; k += 32)
        for (int kk = 0; kk < 32; ++kk) {
          if (k + kk >= depth)
            break;
          for (int jj = 0; jj < 64; ++jj)
            for (int ii = 0; ii < 64; ++ii)
              sum[ii * 64 + jj] += a[(i + ii) % m * depth + k + kk] *
                                   b[(j + jj) % n * depth + k + kk];
        }
      for (int ii = 0; ii < 64; ++ii)
        for (int jj = 0; jj < 64; ++jj)
          if (i + ii < m && j + jj < n)
            c[(i + ii) * n + j + jj] = sum[ii * 64 + jj];
    }
}
