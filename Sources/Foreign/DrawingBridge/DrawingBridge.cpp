#include "DrawingBridge.h"

#include <opencv2/core.hpp>
#include <opencv2/freetype.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

struct DrawingFont {
  cv::Ptr<cv::freetype::FreeType2> face;
};

namespace {

/// Fractional bits of a coordinate.
const int SHIFT = 4;

/// Runs `body`; turns any exception into -1 and its message.
template <typename Body> int guarded(DrawingFault *error, Body body) {
  try {
    body();
    return 0;
  } catch (const std::exception &exception) {
    std::snprintf(error->message, DRAWING_ERROR_SIZE, "%s", exception.what());
  } catch (...) {
    std::snprintf(error->message, DRAWING_ERROR_SIZE, "unknown exception");
  }
  return -1;
}

cv::Mat wrapped(const DrawingImage &image) { return {image.height, image.width, CV_8UC3, image.pixels}; }

// OpenCV's channels have no names: red first, as in the images.
cv::Scalar scalar(DrawingColor color) { return {double(color.red), double(color.green), double(color.blue)}; }

std::vector<cv::Point> fixed(const double *points, int32_t count) {
  std::vector<cv::Point> result;
  // Far outside is as good as farther outside, and does not overflow.
  auto coordinate = [](double value) { return cvRound(std::min(std::max(value, -30000.0), 30000.0) * (1 << SHIFT)); };
  for (int i = 0; i < count; ++i) result.emplace_back(coordinate(points[2 * i]), coordinate(points[2 * i + 1]));
  return result;
}

}  // namespace

int drawing_font_open(const char *path, DrawingFont **font, DrawingFault *error) {
  return guarded(error, [&] {
    auto face = cv::freetype::createFreeType2();
    face->loadFontData(path, 0);
    *font = new DrawingFont{face};
  });
}

void drawing_font_close(DrawingFont *font) { delete font; }

int drawing_text_width(DrawingFont *font, const char *text, int32_t size, int32_t *width, DrawingFault *error) {
  return guarded(error, [&] {
    int baseline = 0;
    *width = font->face->getTextSize(text, size, -1, &baseline).width;
  });
}

int drawing_text(DrawingImage image, DrawingFont *font, const char *text, int32_t x, int32_t y, int32_t size,
                 DrawingColor color, DrawingFault *error) {
  return guarded(error, [&] {
    cv::Mat target = wrapped(image);
    font->face->putText(target, text, cv::Point(x, y), size, scalar(color), -1, cv::LINE_AA, true);
  });
}

int drawing_line(DrawingImage image, const double *points, int32_t count, int32_t is_closed, int32_t width,
                 DrawingColor color, DrawingFault *error) {
  return guarded(error, [&] {
    cv::Mat target = wrapped(image);
    cv::polylines(target, fixed(points, count), is_closed != 0, scalar(color), width, cv::LINE_AA, SHIFT);
  });
}

int drawing_area(DrawingImage image, int32_t x, int32_t y, int32_t width, int32_t height, DrawingColor color,
                 DrawingFault *error) {
  return guarded(error, [&] {
    cv::Mat target = wrapped(image);
    cv::rectangle(target, cv::Rect(x, y, width, height), scalar(color), cv::FILLED);
  });
}

int drawing_polygon(DrawingImage image, const double *points, int32_t count, DrawingColor color, DrawingFault *error) {
  return guarded(error, [&] {
    cv::Mat target = wrapped(image);
    cv::fillPoly(target, std::vector<std::vector<cv::Point>>{fixed(points, count)}, scalar(color), cv::LINE_AA, SHIFT);
  });
}

int drawing_place(DrawingImage image, const uint8_t *source, int32_t width, int32_t height, int32_t quarter_turns,
                  int32_t x, int32_t y, int32_t target_width, int32_t target_height, DrawingFault *error) {
  return guarded(error, [&] {
    const cv::Mat original(height, width, CV_8UC3, const_cast<uint8_t *>(source));
    cv::Mat upright = original;
    const cv::RotateFlags turns[] = {cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180, cv::ROTATE_90_COUNTERCLOCKWISE};
    if (quarter_turns > 0) cv::rotate(original, upright, turns[quarter_turns - 1]);
    cv::Mat area = wrapped(image)(cv::Rect(x, y, target_width, target_height));
    // Averages where it shrinks, so that nothing flickers.
    const bool shrinks = target_width < upright.cols;
    cv::resize(upright, area, area.size(), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  });
}
