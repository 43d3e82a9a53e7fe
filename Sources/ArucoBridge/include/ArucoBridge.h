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

#ifdef __cplusplus
}
#endif
