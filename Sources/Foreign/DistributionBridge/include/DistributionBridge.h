// C interface to what Calvaria uses of Boost.Math's distributions. No exception crosses it: what can't be computed is NaN.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The probability of a value up to x, and the value below which a share of the distribution lies.
double distribution_normal_cdf(double x);
double distribution_normal_quantile(double share);

double distribution_t_cdf(double freedom, double x);
double distribution_t_quantile(double freedom, double share);

/// Of (z + shift) / √(χ² / freedom), z being standard normal.
double distribution_noncentral_t_cdf(double freedom, double shift, double x);
double distribution_noncentral_t_quantile(double freedom, double shift, double share);

/// The probability of a value above x: 1 − cdf would lose it where it is small.
double distribution_chi_squared_tail(double freedom, double x);
double distribution_chi_squared_quantile(double freedom, double share);

double distribution_f_quantile(double numerator, double denominator, double share);

#ifdef __cplusplus
}
#endif
