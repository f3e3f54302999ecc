__device__ inline float at(const float *row, int i) { return row[i]; }
inline constexpr int Moved = 0;
