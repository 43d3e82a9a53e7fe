#include "Network.hpp"

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>

#include <stdexcept>

namespace {

/// The picture as the network takes it: 1 × 3 × height × width.
cv::Mat prepared(const cv::Mat &picture, const PosePreparation &preparation) {
  const cv::Matx23d inputFromPicture(preparation.scale[0], 0, preparation.shift[0],  //
                                     0, preparation.scale[1], preparation.shift[1]);
  cv::Mat crop;
  cv::warpAffine(picture, crop, inputFromPicture, {preparation.width, preparation.height}, cv::INTER_LINEAR,
                 cv::BORDER_CONSTANT);
  const int shape[] = {1, 3, preparation.height, preparation.width};
  cv::Mat input(4, shape, CV_32F);
  for (int channel = 0; channel < 3; ++channel) {
    cv::Mat plane(preparation.height, preparation.width, CV_32F, input.ptr<float>(0, channel));
    cv::Mat values;
    cv::extractChannel(crop, values, preparation.is_blue_first ? 2 - channel : channel);
    const double deviation = preparation.deviation[channel];
    values.convertTo(plane, CV_32F, 1 / deviation, -preparation.mean[channel] / deviation);
  }
  return input;
}

/// Throws where weights and layers would take more memory than allowed: shapes are the file's, and a hostile one has large ones.
void requireMemory(const cv::dnn::Net &net, const cv::Mat &input, int64_t mostBytes) {
  size_t weights = 0, layers = 0;
  net.getMemoryConsumption(cv::dnn::MatShape(input.size.p, input.size.p + input.dims), weights, layers);
  const auto most = static_cast<size_t>(mostBytes);
  if (weights > most || layers > most - weights) throw std::length_error("the network needs too much memory");
}

}  // namespace

namespace calvaria {

Network::Network(const uint8_t *onnx, int64_t size) {
  // OpenCV tells on standard error what it also throws.
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  net = cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(onnx), static_cast<size_t>(size));
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
  // OpenCV 4.6 loses a division by a constant when it joins it with the product of matrices before (RTMPose's attention).
  net.enableFusion(false);
  names = net.getUnconnectedOutLayersNames();
  if (names.empty()) throw std::invalid_argument("the network has no output");
}

std::vector<cv::Mat> Network::run(const uint8_t *rgb, int32_t width, int32_t height,
                                  const PosePreparation &preparation, int64_t mostBytes) {
  const cv::Mat picture(height, width, CV_8UC3, const_cast<uint8_t *>(rgb));
  const cv::Mat input = prepared(picture, preparation);
  requireMemory(net, input, mostBytes);
  net.setInput(input);
  std::vector<cv::Mat> outputs;
  net.forward(outputs, names);
  for (auto &output : outputs) {
    if (output.type() != CV_32F || output.dims > POSE_MOST_DIMENSIONS)
      throw std::invalid_argument("an output is no array of single-precision numbers");
    if (!output.isContinuous()) output = output.clone();
  }
  return outputs;
}

}  // namespace calvaria
