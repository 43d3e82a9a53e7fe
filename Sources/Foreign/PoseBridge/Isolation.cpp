// A network of a stranger's runs in a process of its own: of 1,400 files with a few changed bytes, 11 crashed OpenCV 4.6
// itself, which no exception tells. The process is a fork, so it has the file's bytes already; it reads requests and
// writes replies, and its end is an error like any other. It ends when the program has closed its end of the channel.
#include "Channel.hpp"
#include "Guard.hpp"
#include "Network.hpp"
#include "PoseBridge.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// How long the process may take for a picture, or for reading the file, in seconds.
const int patience = 300;
/// The most numbers of an output: larger than any pose model's heat maps.
const int64_t mostValues = int64_t(1) << 26;

struct Request {
  PosePreparation preparation;
  int32_t width, height;
  int64_t mostBytes;
};

/// What is answered: an error's message, or how many outputs follow.
struct Reply {
  int32_t failed, count;
  PoseError error;
};

struct Shape {
  int32_t dimensions;
  int32_t extents[POSE_MOST_DIMENSIONS];

  /// The number of values; -1 where that is no sensible one.
  int64_t count() const {
    if (dimensions < 0 || dimensions > POSE_MOST_DIMENSIONS) return -1;
    int64_t product = 1;
    for (int i = 0; i < dimensions; ++i) {
      if (extents[i] < 0 || extents[i] > mostValues) return -1;
      product *= extents[i];
      if (product > mostValues) return -1;
    }
    return product;
  }
};

/// Signals do here what they do by default: handlers of the program are not for its copy.
void forgetHandlers() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPIPE})
    std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Nothing of the program's is held open here but the channel, and nothing is written on its streams: libraries tell there what
/// they also throw.
void keepOnly(int channel) {
  const int nothing = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3 && nothing >= 0; ++stream) dup2(nothing, stream);
#ifdef __linux__
  if (channel > 3) close_range(3, static_cast<unsigned>(channel) - 1, 0);
  close_range(static_cast<unsigned>(channel) + 1, ~0U, 0);
#endif
}

/// No more memory than the network may take, beyond what the program has already; no core files.
void limitMemory(int64_t mostBytes) {
  const rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
#ifdef __linux__
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  if (pages <= 0) return;
  const rlim_t most = static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + mostBytes;
  const rlimit memory = {most, most};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

bool answer(const calvaria::Channel &channel, const Reply &reply, const std::vector<cv::Mat> &outputs) {
  if (!channel.send(reply)) return false;
  for (const auto &output : outputs) {
    Shape shape = {output.dims, {}};
    std::copy_n(output.size.p, output.dims, shape.extents);
    if (!channel.send(shape) || !channel.send(output.ptr<float>(), output.total() * sizeof(float))) return false;
  }
  return true;
}

/// The life of the process: reads the file, then runs the network for each request until the other end is closed.
void serve(const calvaria::Channel &channel, const uint8_t *onnx, int64_t size) {
  std::unique_ptr<calvaria::Network> network;
  Reply reply = {};
  reply.failed =
      calvaria::guarded(&reply.error, [&] { network = std::make_unique<calvaria::Network>(onnx, size); });
  if (!answer(channel, reply, {}) || !network) return;
  Request request = {};
  std::vector<uint8_t> picture;
  while (channel.receive(request)) {
    std::vector<cv::Mat> outputs;
    reply = {};
    picture.resize(size_t(3) * request.width * request.height);
    if (!channel.receive(picture.data(), picture.size())) return;
    reply.failed = calvaria::guarded(&reply.error, [&] {
      outputs =
          network->run(picture.data(), request.width, request.height, request.preparation, request.mostBytes);
      reply.count = static_cast<int32_t>(outputs.size());
    });
    if (!answer(channel, reply, outputs)) return;
  }
}

}  // namespace

struct PoseNetwork {
  calvaria::Channel channel;
  pid_t process;
  std::vector<Shape> shapes;
  std::vector<std::vector<float>> values;

  PoseNetwork(int descriptor, pid_t process) : channel(descriptor), process(process) {}

  ~PoseNetwork() { end(); }

  /// Ends the process and tells how it has ended; 0 where it had not yet.
  int end() {
    if (process <= 0) return 0;
    int status = 0;
    // A process that has closed its end is about to end by itself.
    pid_t ended = 0;
    for (int i = 0; i < 100 && (ended = waitpid(process, &status, WNOHANG)) == 0 && isSilent; ++i) usleep(2000);
    if (ended == 0) {
      kill(process, SIGKILL);
      while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
      }
      status = 0;
    }
    process = 0;
    return status;
  }

  bool isSilent = false;

  /// Throws why the process does not answer.
  [[noreturn]] void fail() {
    isSilent = true;
    const int status = end();
    if (WIFSIGNALED(status))
      throw std::runtime_error("OpenCV crashed, signal " + std::to_string(WTERMSIG(status)));
    throw std::runtime_error("OpenCV gave no answer");
  }

  /// Takes in a reply and its outputs; throws the error in it.
  void take() {
    Reply reply = {};
    if (!channel.receive(reply, patience)) fail();
    reply.error.message[POSE_ERROR_SIZE - 1] = 0;
    if (reply.failed != 0) throw std::runtime_error(reply.error.message);
    shapes.clear();
    values.clear();
    for (int32_t i = 0; i < reply.count; ++i) {
      Shape shape = {};
      if (!channel.receive(shape, patience)) fail();
      const int64_t count = shape.count();
      if (count < 0) throw std::length_error("an output is too large");
      std::vector<float> numbers(static_cast<size_t>(count));
      if (!channel.receive(numbers.data(), numbers.size() * sizeof(float), patience)) fail();
      shapes.push_back(shape);
      values.push_back(std::move(numbers));
    }
  }
};

PoseNetwork *pose_network_read(const uint8_t *onnx, int64_t size, int64_t most_bytes, PoseError *error) {
  PoseNetwork *network = nullptr;
  calvaria::guarded(error, [&] {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) throw std::runtime_error("no process could be started");
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    const pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      keepOnly(ends[1]);
      forgetHandlers();
      limitMemory(most_bytes);
      // Nothing that is thrown may leave this copy of the program: behind this function it would go on as a second one.
      try {
        const calvaria::Channel channel(ends[1]);
        serve(channel, onnx, size);
      } catch (...) {
      }
      _exit(0);
    }
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      throw std::runtime_error("no process could be started");
    }
    auto started = std::make_unique<PoseNetwork>(ends[0], process);
    started->take();
    network = started.release();
  });
  return network;
}

void pose_network_free(PoseNetwork *network) { delete network; }

int pose_network_run(PoseNetwork *network, const uint8_t *rgb, int32_t width, int32_t height,
                     const PosePreparation *preparation, int64_t most_bytes, PoseError *error) {
  return calvaria::guarded(error, [&] {
    if (network->process <= 0) throw std::runtime_error("OpenCV has ended");
    const Request request = {*preparation, width, height, most_bytes};
    if (!network->channel.send(request) || !network->channel.send(rgb, size_t(3) * width * height)) network->fail();
    network->take();
  });
}

int32_t pose_network_output_count(const PoseNetwork *network) { return static_cast<int32_t>(network->shapes.size()); }

PoseOutput pose_network_output(const PoseNetwork *network, int32_t index) {
  const Shape &shape = network->shapes[index];
  PoseOutput result = {shape.dimensions, {}, network->values[index].data()};
  std::copy_n(shape.extents, shape.dimensions, result.shape);
  return result;
}
