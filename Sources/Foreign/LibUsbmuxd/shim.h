#pragma once

#include <poll.h>
#include <stddef.h>
#include <usbmuxd.h>
