#include "SolverBridge.h"
#include "Adjustment.hpp"

#include <cstdio>
#include <exception>

int solver_adjust(SolverCounts counts, const SolverCamera *cameras, const SolverSighting *sightings, double *poses,
                  double *corners, const double *side_sigma_m, SolverCalibration *calibration, double *corner_sigma_m,
                  double *corner_per_lens_m, SolverCalibration *calibration_sigma, const SolverOptions *options,
                  SolverSummary *summary, SolverError *error) {
  try {
    const calvaria::Problem problem{counts.frames, counts.markers, counts.sightings,  cameras,
                                    sightings,     poses,          corners,           side_sigma_m,
                                    calibration,   corner_sigma_m, corner_per_lens_m, calibration_sigma};
    calvaria::Adjustment adjustment(problem, *options);
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
