"""Writes two tiny pose models that find coloured dots: one with heat maps, one with SimCC's two rows.

  make_dot_model.py FOLDER    writes dots-heatmap.onnx and dots-simcc.onnx

Each of COCO's 17 points is a dot of its own colour. A colour's map is 1 where a pixel has that colour and falls to 0 with
the sum of the channels' differences; smoothed, so that a dot has one peak, it is the heat map, or its largest values along
rows and columns are SimCC's. Nothing is trained. The networks take pictures as MMPose prepares them (RGB, less ImageNet's mean, divided by its
deviation). They prove the reading, preparing and decoding of `calvaria motion --pose-model`, and nothing about people.
Needs `onnx` and `numpy` from PyPI.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: The colours of COCO's 17 points, R G B; Tests/Movement/MovementTests/BodyLandmarks/DotPictures.swift draws them.
COLOURS = [
    (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255), (0, 255, 255),
    (128, 0, 0), (0, 128, 0), (0, 0, 128), (128, 128, 0), (128, 0, 128), (0, 128, 128),
    (255, 128, 0), (0, 255, 128), (128, 0, 255), (255, 0, 128), (128, 255, 0),
]
MEAN, DEVIATION = np.array([123.675, 116.28, 103.53]), np.array([58.395, 57.12, 57.375])
#: The sum of the channels' differences at which a colour's map is 0.
REACH = 96
WIDTH, HEIGHT, STRIDE = 192, 256, 4
#: What smoothed maps are multiplied by: dots are small against the smoothing, and scores should be near 1.
GAIN = 2


def gaussian(sigma, reach):
    line = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    return line / line.sum()


def constant(name, values):
    return numpy_helper.from_array(np.asarray(values, np.float32), name)


def colour_maps():
    """Nodes that make a map of each colour, at the picture's size: 1 less the differences of the channels."""
    count = len(COLOURS)
    differences, offsets = np.zeros((6 * count, 3, 1, 1)), np.zeros(6 * count)
    sums = np.zeros((count, 6 * count, 1, 1))
    for k, colour in enumerate(COLOURS):
        for channel in range(3):
            for sign in (1, -1):
                row = 6 * k + 2 * channel + (sign < 0)
                differences[row, channel] = sign * DEVIATION[channel] / REACH
                offsets[row] = sign * (MEAN[channel] - colour[channel]) / REACH
                sums[k, row] = -1
    weights = [
        constant("differences", differences), constant("offsets", offsets), constant("sums", sums),
        constant("ones", np.ones(count)),
    ]
    nodes = [
        helper.make_node("Conv", ["input", "differences", "offsets"], ["d"], kernel_shape=[1, 1]),
        helper.make_node("Relu", ["d"], ["d_positive"]),
        helper.make_node("Conv", ["d_positive", "sums", "ones"], ["near"], kernel_shape=[1, 1]),
        helper.make_node("Relu", ["near"], ["maps"]),
    ]
    return nodes, weights


def smoothing(count, sigma, reach):
    line = gaussian(sigma, reach)
    return GAIN * np.tile(np.outer(line, line)[None, None], (count, 1, 1, 1))


def heat_map():
    nodes, weights = colour_maps()
    count = len(COLOURS)
    # A cell of the heat map stands for the pixel in its corner, as in MMPose: 4 u.
    weights.append(constant("smoothing", smoothing(count, 6, 12)))
    nodes.append(
        helper.make_node(
            "Conv", ["maps", "smoothing"], ["heatmap"], group=count, kernel_shape=[25, 25], strides=[STRIDE, STRIDE],
            pads=[12, 12, 12, 12]))
    shape = [1, count, HEIGHT // STRIDE, WIDTH // STRIDE]
    return nodes, weights, [("heatmap", shape)]


def simcc():
    nodes, weights = colour_maps()
    count = len(COLOURS)
    line = gaussian(4, 8)
    weights.append(constant("smooth_x", GAIN * np.tile(line[None, None, None], (count, 1, 1, 1))))
    weights.append(constant("smooth_y", np.tile(line[None, None, :, None], (count, 1, 1, 1))))
    # Two cells a pixel, as RTMPose has them. What lies between two pixels is no mean of them, or no peak would lie there.
    between = 2 * gaussian(3, 10)
    weights.append(constant("across", np.tile(between[None, None, None], (count, 1, 1, 1))))
    weights.append(constant("down", np.tile(between[None, None, :, None], (count, 1, 1, 1))))
    weights.append(numpy_helper.from_array(np.array([1, count, 2 * WIDTH], np.int64), "shape_x"))
    weights.append(numpy_helper.from_array(np.array([1, count, 2 * HEIGHT], np.int64), "shape_y"))
    nodes += [
        helper.make_node(
            "Conv", ["maps", "smooth_x"], ["half_smooth"], group=count, kernel_shape=[1, 17], pads=[0, 8, 0, 8]),
        helper.make_node(
            "Conv", ["half_smooth", "smooth_y"], ["smooth"], group=count, kernel_shape=[17, 1], pads=[8, 0, 8, 0]),
        helper.make_node("MaxPool", ["smooth"], ["row"], kernel_shape=[HEIGHT, 1]),
        helper.make_node("MaxPool", ["smooth"], ["column"], kernel_shape=[1, WIDTH]),
        helper.make_node(
            "ConvTranspose", ["row", "across"], ["wide"], group=count, strides=[1, 2], pads=[0, 10, 0, 10],
            output_padding=[0, 1], kernel_shape=[1, 21]),
        helper.make_node(
            "ConvTranspose", ["column", "down"], ["tall"], group=count, strides=[2, 1], pads=[10, 0, 10, 0],
            output_padding=[1, 0], kernel_shape=[21, 1]),
        helper.make_node("Reshape", ["wide", "shape_x"], ["simcc_x"]),
        helper.make_node("Reshape", ["tall", "shape_y"], ["simcc_y"]),
    ]
    return nodes, weights, [("simcc_x", [1, count, 2 * WIDTH]), ("simcc_y", [1, count, 2 * HEIGHT])]


def write(path, name, parts):
    nodes, weights, outputs = parts
    graph = helper.make_graph(
        nodes, name, [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, HEIGHT, WIDTH])],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape) for output, shape in outputs],
        initializer=weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], producer_name="make_dot_model")
    model.ir_version = 7
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    print(f"{path}: {path.stat().st_size} bytes")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_dot_model.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "dots-heatmap.onnx", "heatmap", heat_map())
    write(folder / "dots-simcc.onnx", "simcc", simcc())


if __name__ == "__main__":
    main()
