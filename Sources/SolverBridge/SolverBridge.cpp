#include "SolverBridge.h"
