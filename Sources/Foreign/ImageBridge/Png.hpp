#pragma once
#include "Codecs.hpp"

#include <csetjmp>
#include <png.h>

namespace calvaria {

/// libpng's error callback: keeps the message and jumps back to `pngAttempt`.
[[noreturn]] void pngFail(png_structp png, png_const_charp message);

/// libpng's warning callback: what libpng can live with is no news.
void pngIgnore(png_structp png, png_const_charp message);

/// Runs calls of libpng; false after an error of it. `body` must own nothing, for libpng jumps out of it.
template <typename Body> bool pngAttempt(png_structp png, Body &body) {
  if (setjmp(png_jmpbuf(png))) return false;
  body();
  return true;
}

}  // namespace calvaria
