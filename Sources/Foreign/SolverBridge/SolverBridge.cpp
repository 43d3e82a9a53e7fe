#include "SolverBridge.h"
#include "Adjustment.hpp"

#include <cstdio>
#include <exception>

int solver_adjust(const SolverProblem *problem, const SolverOptions *options, SolverSummary *summary,
                  SolverError *error) {
  try {
    calvaria::Adjustment adjustment(*problem, *options);
    *summary = adjustment.solve();
    adjustment.store(*summary);
    return 0;
  } catch (const std::exception &exception) {
    std::snprintf(error->message, SOLVER_ERROR_SIZE, "%s", exception.what());
  } catch (...) {
    std::snprintf(error->message, SOLVER_ERROR_SIZE, "unknown exception");
  }
  return -1;
}
