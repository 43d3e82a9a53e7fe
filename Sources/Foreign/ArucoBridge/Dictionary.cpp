#include "Dictionary.hpp"
#include "Guard.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace calvaria {

cv::aruco::Dictionary dictionary(const char *name) {
  using namespace cv::aruco;
  static const std::map<std::string, int> names = {
      {"DICT_4X4_50", DICT_4X4_50},       {"DICT_4X4_100", DICT_4X4_100},   {"DICT_4X4_250", DICT_4X4_250},
      {"DICT_4X4_1000", DICT_4X4_1000},   {"DICT_5X5_50", DICT_5X5_50},     {"DICT_5X5_100", DICT_5X5_100},
      {"DICT_5X5_250", DICT_5X5_250},     {"DICT_5X5_1000", DICT_5X5_1000}, {"DICT_6X6_50", DICT_6X6_50},
      {"DICT_6X6_100", DICT_6X6_100},     {"DICT_6X6_250", DICT_6X6_250},   {"DICT_6X6_1000", DICT_6X6_1000},
      {"DICT_7X7_50", DICT_7X7_50},       {"DICT_7X7_100", DICT_7X7_100},   {"DICT_7X7_250", DICT_7X7_250},
      {"DICT_7X7_1000", DICT_7X7_1000},   {"DICT_ARUCO_ORIGINAL", DICT_ARUCO_ORIGINAL},
      {"DICT_APRILTAG_16h5", DICT_APRILTAG_16h5},     {"DICT_APRILTAG_25h9", DICT_APRILTAG_25h9},
      {"DICT_APRILTAG_36h10", DICT_APRILTAG_36h10},   {"DICT_APRILTAG_36h11", DICT_APRILTAG_36h11},
  };
  const auto found = names.find(name);
  if (found == names.end()) throw std::invalid_argument(std::string("no dictionary is named ") + name);
#if CALVARIA_ARUCO_IN_OBJDETECT
  auto dictionary = getPredefinedDictionary(found->second);
#else
  auto dictionary = *getPredefinedDictionary(found->second);
#endif
  // Before 4.7 OpenCV corrects no cell of an AprilTag, although each two of a kind differ in as many as its name says.
  static const std::map<int, int> corrections = {
      {DICT_APRILTAG_16h5, 2}, {DICT_APRILTAG_25h9, 4}, {DICT_APRILTAG_36h10, 4}, {DICT_APRILTAG_36h11, 5}};
  const auto known = corrections.find(found->second);
  if (known != corrections.end()) dictionary.maxCorrectionBits = known->second;
  return dictionary;
}

}  // namespace calvaria

int aruco_dictionary_info(const char *name, int32_t *count, int32_t *cells, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    const auto dictionary = calvaria::dictionary(name);
    *count = dictionary.bytesList.rows;
    *cells = dictionary.markerSize;
  });
}

int aruco_marker_bits(const char *name, int32_t id, uint8_t *bits, ArucoError *error) {
  return calvaria::guarded(error, [&] {
    const auto dictionary = calvaria::dictionary(name);
    if (id < 0 || id >= dictionary.bytesList.rows) throw std::out_of_range("the dictionary has no such id");
    const int cells = dictionary.markerSize;
    const cv::Mat marker =
        cv::aruco::Dictionary::getBitsFromByteList(dictionary.bytesList.rowRange(id, id + 1), cells);
    for (int row = 0; row < cells; ++row)
      for (int column = 0; column < cells; ++column) *bits++ = marker.at<uint8_t>(row, column);
  });
}
