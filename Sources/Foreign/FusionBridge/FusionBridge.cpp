#include "FusionBridge.h"

#include <cstring>

// The same bytes on every processor: no sum and product become one.
#pragma clang fp contract(off)

namespace {

/// Where the channels of a block begin.
enum Channel { distances = 0, weights = 512, squares = 1024, sights = 1536, colorWeights = 2048, colors = 2560 };

/// Numbers that are worked on together. All of it becomes part of one function, which may be compiled for AVX2.
template <int lanes> struct Group {
  typedef float Floats __attribute__((ext_vector_type(lanes)));
  typedef int32_t Mask __attribute__((ext_vector_type(lanes)));
  typedef uint32_t Cells __attribute__((ext_vector_type(lanes)));
};

template <typename Mask> [[gnu::always_inline]] inline bool any(const Mask &mask) {
  return __builtin_reduce_or(mask) != 0;
}

template <typename Floats> [[gnu::always_inline]] inline void add(float *at, const Floats &numbers) {
  Floats sum;
  std::memcpy(&sum, at, sizeof sum);
  sum += numbers;
  std::memcpy(at, &sum, sizeof sum);
}

/// Adds the cells' colours to voxels with the weights that are not zero.
[[gnu::noinline]] void paint(float *voxels, const uint32_t *cell, const float *weight, int lanes,
                             const uint32_t *palette) {
  for (int lane = 0; lane < lanes; ++lane) {
    const uint32_t color = palette[cell[lane]];
    const float w = weight[lane];
    if (!(w > 0) || (color & 1) == 0) continue;
    float *const voxel = voxels + lane;
    voxel[colorWeights] += w;
    voxel[colors] += w * float(color >> 8 & 255);
    voxel[colors + 512] += w * float(color >> 16 & 255);
    voxel[colors + 1024] += w * float(color >> 24);
  }
}

template <int lanes>
[[gnu::always_inline]] inline void update(float *block, FusionVector corner, FusionCells cells, FusionView view) {
  using Floats = typename Group<lanes>::Floats;
  using Mask = typename Group<lanes>::Mask;
  using Cells = typename Group<lanes>::Cells;
  typedef float Plane __attribute__((ext_vector_type(4)));
  const Floats zero = 0;
  Floats half, quarter;
  for (int lane = 0; lane < lanes; ++lane) half[lane] = lane & 4, quarter[lane] = lane & 3;
  for (int first = 0; first < 512; first += lanes) {
    const float j = first >> 3 & 7, k = first >> 6;
    // A row's second half begins with a sum of its own, so that four at a time are the same numbers.
    const Floats i = half + float(first & 4);
    const Floats x = (corner.x + view.step_y.x * j + view.step_z.x * k) + i * view.step_x.x + quarter * view.step_x.x;
    const Floats y = (corner.y + view.step_y.y * j + view.step_z.y * k) + i * view.step_x.y + quarter * view.step_x.y;
    const Floats z = (corner.z + view.step_y.z * j + view.step_z.z * k) + i * view.step_x.z + quarter * view.step_x.z;
    if (!any<Mask>(z <= cells.deepest)) continue;
    const Floats inverse = 1 / z;
    Cells cell;
    {
      // The nearest whole numbers between zero and a limit: adding 2²³ leaves them in the lowest bits.
      Floats u = view.fx * x * inverse + view.cx, v = view.fy * y * inverse + view.cy;
      u = u > view.last_column ? Floats(view.last_column) : u;
      v = v > view.last_row ? Floats(view.last_row) : v;
      u = u >= 0 ? u : zero;
      v = v >= 0 ? v : zero;
      Cells column, row;
      u += 8388608;
      v += 8388608;
      std::memcpy(&column, &u, sizeof u);
      std::memcpy(&row, &v, sizeof v);
      cell = (row & 0x7FFFFF) * view.columns + (column & 0x7FFFFF);
    }
    Floats reach, weight;
    for (int lane = 0; lane < lanes; ++lane) reach[lane] = cells.reaches[cell[lane]];
    // Nearly half of all voxels lie beyond the reach of their cells and need no planes.
    if (!any<Mask>(z <= reach)) continue;
    Floats a, b, c, d;
#pragma clang loop unroll(full)
    for (int lane = 0; lane < lanes; ++lane) {
      weight[lane] = cells.weights[cell[lane]];
      Plane plane;
      std::memcpy(&plane, cells.planes + 4 * size_t(cell[lane]), sizeof plane);
      a[lane] = plane.x, b[lane] = plane.y, c[lane] = plane.z, d[lane] = plane.w;
    }
    const Floats across = a * x + b * y + c * z;
    const Floats metres = across - d;
    const Floats w = metres >= -view.truncation ? __builtin_elementwise_abs(weight) : zero;
    if (!any<Mask>(w != zero)) continue;
    const Floats distance = metres * view.inverse_truncation;
    const Floats cut = distance > 1 ? Floats(1) : distance;
    float *const at = block + first;
    add(at + distances, w * cut);
    add(at + weights, w);
    add(at + squares, w * cut * cut);
    // cos θ from the voxel's own ray; the steep planes of cells that mark empty space give more than 1.
    const Floats squaredCosine = across * across / (x * x + y * y + z * z);
    const Floats sight = w * (squaredCosine > 1 ? Floats(1) : squaredCosine);
    add(at + sights, sight);
    if (!cells.colors) continue;
    const Floats painted = __builtin_elementwise_abs(metres) < view.color_band ? sight : zero;
    if (!any<Mask>(painted != zero)) continue;
    uint32_t places[lanes];
    float shares[lanes];
    std::memcpy(places, &cell, sizeof places);
    std::memcpy(shares, &painted, sizeof shares);
    paint(at, places, shares, lanes, cells.colors);
  }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) void updateWide(float *block, FusionVector corner, const FusionCells &cells,
                                                const FusionView &view) {
  update<8>(block, corner, cells, view);
}
#endif

}  // namespace

int fusion_can_be_wide(void) {
#ifdef __x86_64__
  static const bool can = __builtin_cpu_supports("avx2");
  return can;
#else
  return 0;
#endif
}

void fusion_update(float *block, FusionVector corner, const FusionCells *cells, const FusionView *view, int is_wide) {
#ifdef __x86_64__
  if (is_wide) return updateWide(block, corner, *cells, *view);
#endif
  update<4>(block, corner, *cells, *view);
}
