#pragma once
#include "PoseBridge.h"

#include <opencv2/dnn.hpp>

#include <vector>

namespace calvaria {

/// A network and the names of its outputs.
struct Network {
  cv::dnn::Net net;
  std::vector<cv::String> names;

  /// Reads an ONNX file's bytes; throws what OpenCV throws.
  Network(const uint8_t *onnx, int64_t size);

  /// The outputs for a picture (red, green, blue; row by row): arrays of single-precision numbers, each in one piece.
  std::vector<cv::Mat> run(const uint8_t *rgb, int32_t width, int32_t height, const PosePreparation &preparation,
                           int64_t mostBytes);
};

}  // namespace calvaria
