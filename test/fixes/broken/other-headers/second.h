__device__ inline float at(const float *row, int i) { return row[i + 1]; }
inline constexpr int Moved = 1;
