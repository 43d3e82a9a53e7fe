#include "ImageBridge.h"
