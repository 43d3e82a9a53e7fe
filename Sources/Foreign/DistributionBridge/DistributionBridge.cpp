#include "DistributionBridge.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <exception>
#include <limits>

namespace {

/// The value of a call, or NaN where Boost throws.
template <typename Call>
double computed(Call call) {
  try {
    return call();
  } catch (const std::exception &) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

using namespace boost::math;

double distribution_normal_cdf(double x) {
  return computed([=] { return cdf(normal(), x); });
}

double distribution_normal_quantile(double share) {
  return computed([=] { return quantile(normal(), share); });
}

double distribution_t_cdf(double freedom, double x) {
  return computed([=] { return cdf(students_t(freedom), x); });
}

double distribution_t_quantile(double freedom, double share) {
  return computed([=] { return quantile(students_t(freedom), share); });
}

double distribution_noncentral_t_cdf(double freedom, double shift, double x) {
  return computed([=] { return cdf(non_central_t(freedom, shift), x); });
}

double distribution_noncentral_t_quantile(double freedom, double shift, double share) {
  return computed([=] { return quantile(non_central_t(freedom, shift), share); });
}

double distribution_chi_squared_tail(double freedom, double x) {
  return computed([=] { return cdf(complement(chi_squared(freedom), x)); });
}

double distribution_chi_squared_quantile(double freedom, double share) {
  return computed([=] { return quantile(chi_squared(freedom), share); });
}

double distribution_f_quantile(double numerator, double denominator, double share) {
  return computed([=] { return quantile(fisher_f(numerator, denominator), share); });
}
