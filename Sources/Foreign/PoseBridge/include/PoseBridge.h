// C interface to what Calvaria uses of OpenCV's dnn: one network of the user's, run on one picture after the other.
// No exception crosses it: a call returns 0 or a network, or -1 or null with a message in `error`.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { POSE_ERROR_SIZE = 512, POSE_MOST_DIMENSIONS = 8 };

/// What went wrong, as a terminated text.
typedef struct {
  char message[POSE_ERROR_SIZE];
} PoseError;

/// A network; of one thread at a time.
typedef struct PoseNetwork PoseNetwork;

/// The network of an ONNX file's bytes, which are not needed any more afterwards. It runs in a process of its own, whose end by a
/// crash is an error, and that may take `most_bytes` of memory.
PoseNetwork *pose_network_read(const uint8_t *onnx, int64_t size, int64_t most_bytes, PoseError *error);

/// Frees a network.
void pose_network_free(PoseNetwork *network);

/// How a picture becomes the network's input: place in the input = scale · place in the picture + shift, with pixel centres
/// at integers and black around the picture; then each channel less its mean, divided by its deviation.
typedef struct {
  int32_t width, height;
  double scale[2], shift[2];
  float mean[3], deviation[3];  ///< In the order of the network's channels, of values from 0 to 255.
  int32_t is_blue_first;        ///< 1 for channels blue, green, red; 0 for red, green, blue.
} PosePreparation;

/// Runs a network on a picture (red, green, blue; row by row). One that would take more than `most_bytes` of memory is not run.
int pose_network_run(PoseNetwork *network, const uint8_t *rgb, int32_t width, int32_t height,
                     const PosePreparation *preparation, int64_t most_bytes, PoseError *error);

/// An output of the run before; its values live until the next run.
typedef struct {
  int32_t dimensions;
  int32_t shape[POSE_MOST_DIMENSIONS];
  const float *values;
} PoseOutput;

/// How many outputs the run before has given.
int32_t pose_network_output_count(const PoseNetwork *network);

/// One of them, in the network's order.
PoseOutput pose_network_output(const PoseNetwork *network, int32_t index);

#ifdef __cplusplus
}
#endif
