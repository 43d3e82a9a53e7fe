// C interface to what Calvaria uses of OpenCV: ArUco dictionaries and detection, corner refinement and planar poses.
// No exception crosses it: a call returns 0, or -1 with a message in `error`.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ARUCO_ERROR_SIZE = 256 };

/// What went wrong, as a terminated text.
typedef struct {
  char message[ARUCO_ERROR_SIZE];
} ArucoError;

/// The number of ids and the inner cells a side of a dictionary, by OpenCV's name of it ("DICT_4X4_100").
int aruco_dictionary_info(const char *name, int32_t *count, int32_t *cells, ArucoError *error);

/// The inner cells of a marker, row by row from the top left, 1 for white; `bits` holds cells × cells values.
int aruco_marker_bits(const char *name, int32_t id, uint8_t *bits, ArucoError *error);

/// A detected marker: its corners in pixels (x, y), clockwise in the print from its top left.
typedef struct {
  int32_t id;
  double corners[8];
} ArucoMarker;

/// A part of an image: its first column and row, and its size.
typedef struct {
  int32_t x, y, width, height;
} ArucoBox;

/// Finds the markers of a dictionary in a part of a grey image, each corner refined within a window of 0.8 of a cell.
/// At most `capacity` markers are written; `count` tells how many there are. Corners are pixels of the whole image, and
/// a marker whose outlines all keep clear of the part's sides is found as in the whole image, bit by bit.
int aruco_detect(const char *dictionary, const uint8_t *gray, int32_t width, int32_t height, ArucoBox box,
                 ArucoMarker *markers, int32_t capacity, int32_t *count, ArucoError *error);

/// Marks the pixels of a part of a grey image that `aruco_detect` takes for dark, with loops for AVX2 or with plain ones,
/// for tests to compare: those darker by 7 than the mean of the window × window pixels around them. The window is 3, 13
/// or 23; `dark` has a byte for each pixel of the part. Fails where AVX2 is asked for and not there.
int aruco_dark_pixels(const uint8_t *gray, int32_t width, int32_t height, ArucoBox box, int32_t window,
                      int32_t is_wide, uint8_t *dark, ArucoError *error);

/// A pose of a square marker: the camera's view of the marker's frame (x right, y up in the print, z out of it).
typedef struct {
  double rotation[9];  ///< Row by row.
  double translation[3];
  double reprojection_px;  ///< The root mean square over the corners.
} ArucoPose;

/// Both poses that explain a planar square (IPPE; Collins & Bartoli 2014), the better one first.
int aruco_square_poses(const double corners[8], double side, double fx, double fy, double cx, double cy,
                       ArucoPose poses[2], int32_t *count, ArucoError *error);

#ifdef __cplusplus
}
#endif
