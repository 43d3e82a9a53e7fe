// C interface to Calvaria's bundle adjustment over Eigen. No exception crosses it.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SOLVER_ERROR_SIZE = 256,
  /// The most terms of a depth correction.
  SOLVER_DEPTH_TERMS = 12,
  /// The radial coefficients of a camera's lens, and how many of them are unknowns.
  SOLVER_RADIAL_TERMS = 8,
  SOLVER_LENS_TERMS = 2,
};

/// What went wrong, as a terminated text.
typedef struct {
  char message[SOLVER_ERROR_SIZE];
} SolverError;

/// One sighting of a marker: four corners in pixels and their depths along the optical axis.
typedef struct {
  int32_t frame, marker;
  double pixel[8];
  double pixel_sigma_px;
  double depth_m[4];
  double depth_sigma_m[4];
  double depth_term[4][SOLVER_DEPTH_TERMS];  ///< By how much each unit of a coefficient lengthens a corner's depth.
} SolverSighting;

/// A camera's parameters in pixels, and its lens (Brown 1971): radial coefficients of r², r⁴, …, tangential ones and the
/// distortion's centre, all on the plane at depth 1.
typedef struct {
  double fx, fy, cx, cy;
  double radial[SOLVER_RADIAL_TERMS];
  double tangential[2];
  double centre[2];
  int32_t has_lens;  ///< 0 for a pinhole.
} SolverCamera;

/// Unknowns that all frames share: the focal length, what the first radial coefficients of the lens are more than the
/// camera's own, and the coefficients of a correction that is linear in them,
/// z = z_measured + sum of depth[k] × depth_term[k].
typedef struct {
  double log_focal_scale;
  double lens[SOLVER_LENS_TERMS];
  double depth[SOLVER_DEPTH_TERMS];
} SolverCalibration;

/// How residuals are weighted, and which prior holds each shared unknown (a sigma of 0 fixes it).
typedef struct {
  double huber;  ///< The knee of Huber's loss in sigmas.
  double marker_side_m;
  SolverCalibration prior_sigma;
  SolverCalibration prior_mean;
  double focal_sigma;  ///< What is to be stated of log_focal_scale and to follow in all deviations; 0 states what is found.
  int32_t iterations;
  double corner_sigma_m;  ///< Of a prior on every corner at the place that it comes with, which then holds the gauge; 0 for none.
  double tolerance;    ///< Iterations end when the cost falls by less than this share.
  int32_t poses_only;  ///< Not 0: corners, calibration and gauge are held.
  int32_t sigmas;      ///< Which standard deviations are wanted: 0 none, 1 those of map, size and calibration, 2 those of focal length and lens
                       ///< with what follows them.
  int32_t threads;     ///< They change no bit of the result.
} SolverOptions;

/// How the adjustment ended.
typedef struct {
  int32_t iterations;
  double cost, reprojection_rms_px, depth_rms_m;
  double size_sigma;  ///< Where all are wanted: of the map's size, relative; what all else leaves open is in it.
  double focal_variance;         ///< Where wanted: of log_focal_scale, by corners that err independently.
  double focal_shared_variance;  ///< What the errors that the sightings of one marker share add to it.
  double focal_frame_variance;   ///< What the errors that the sightings of one frame share add to it.
  double lens_covariance[3];  ///< Where wanted: of the first coefficient, of both, of the second.
  double focal_per_lens[SOLVER_LENS_TERMS];  ///< By how much a unit that is held wrong changes log_focal_scale.
} SolverSummary;

/// How many frames, markers and sightings take part.
typedef struct {
  int32_t frames, markers, sightings;
} SolverCounts;

/// Minimises robust reprojection and depth residuals with a soft prior on the markers' sides
/// (Triggs et al. 2000: Levenberg's damping, poses eliminated by the Schur complement). The first frame holds the gauge unless corners do.
/// Returns 0, or -1 with a message.
///
/// cameras            One a frame.
/// poses              In and out, 12 a frame: camera from map, its rotation row by row and its translation.
/// corners            In and out, 12 a marker: its four corners in the map's frame.
/// side_sigma_m       4 a marker: of the prior on each side; infinite where a side says nothing.
/// calibration        In and out.
/// corner_sigma_m     Out where wanted, 4 a marker: the root of a third of the covariance's trace.
/// corner_per_lens_m  Out where the lens's deviations are wanted, 12 a marker for each of its coefficients: how far a unit
///                    that is held wrong moves each corner.
/// calibration_sigma  Out where wanted.
int solver_adjust(SolverCounts counts, const SolverCamera *cameras, const SolverSighting *sightings, double *poses,
                  double *corners, const double *side_sigma_m, SolverCalibration *calibration, double *corner_sigma_m,
                  double *corner_per_lens_m, SolverCalibration *calibration_sigma, const SolverOptions *options,
                  SolverSummary *summary, SolverError *error);

#ifdef __cplusplus
}
#endif
