"""Rewrites a pose model so that OpenCV 4.6 (Debian 12) runs it: the same function in operators that it knows.

  prepare_pose_model.py MODEL.onnx PREPARED.onnx [--size WIDTHxHEIGHT]

- The batch, and with --size the input, get fixed sizes.
- A constant that is stretched along axes (LayerNorm's gain in ViTPose) is written out in full, and so is what it is stretched
  against.
- Clip with its limits as inputs (opset 11 and later) becomes Relu.

Both models are run on noise by ONNX's reference, and must agree. Published weights have not been tried: whether a model runs is
told by `calvaria motion`. Needs `onnx` and `numpy` from PyPI.
"""

import argparse
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

#: How far outputs of both models may differ, as a share of the largest number of an output.
TOLERANCE = 1e-4


class Graph:
    """A graph whose nodes are written anew, one after the other."""

    def __init__(self, model):
        self.graph = model.graph
        self.constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in self.graph.initializer}
        for node in self.graph.node:
            if node.op_type == "Constant":
                self.constants[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
        known = list(self.graph.value_info) + list(self.graph.input) + list(self.graph.output)
        self.shapes = {value.name: [d.dim_value for d in value.type.tensor_type.shape.dim] for value in known}
        self.nodes = []

    def constant(self, values):
        """A new constant's name."""
        name = f"prepared_{len(self.graph.initializer)}"
        values = np.ascontiguousarray(values)
        self.graph.initializer.append(numpy_helper.from_array(values, name))
        self.constants[name] = values
        return name

    def add(self, kind, inputs, output=None, **attributes):
        output = output or f"prepared_node_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def stretched(self, node):
        """Writes out a constant that an operator stretches, and what it is stretched against."""
        for own in (0, 1):
            values, other = self.constants.get(node.input[own]), node.input[1 - own]
            shape = self.shapes.get(other)
            if values is None or values.size == 1 or other in self.constants or not shape or 0 in shape:
                continue
            full = np.broadcast_shapes(values.shape, tuple(shape))
            if len(full) != len(shape):
                continue
            for axis, (wanted, there) in enumerate(zip(full, shape, strict=True)):
                if wanted != there:
                    other = self.add("Concat", [other] * wanted, axis=axis)
            inputs = [other, other]
            inputs[own] = self.constant(np.broadcast_to(values, full))
            self.add(node.op_type, inputs, node.output[0])
            return True
        return False

    def clipped(self, node):
        """Clip as Relu: max(x, a) = Relu(x − a) + a, min(x, b) = b − Relu(b − x)."""
        limits = [self.constants.get(name) if name else None for name in list(node.input)[1:] + ["", ""]][:2]
        if len(node.input) < 2 or any(name and limit is None for name, limit in zip(node.input[1:], limits, strict=False)):
            return False
        low, high = (None if limit is None else np.float32(limit) for limit in limits)
        value = node.input[0]
        if low is not None:
            above = self.add("Relu", [self.add("Sub", [value, self.constant(low)])])
            value = self.add("Add", [above, self.constant(low)], None if high is not None else node.output[0])
        if high is not None:
            # OpenCV subtracts constants from values only.
            turned = self.add("Mul", [value, self.constant(np.float32(-1))])
            below = self.add("Relu", [self.add("Add", [turned, self.constant(high)])])
            back = self.add("Mul", [below, self.constant(np.float32(-1))])
            self.add("Add", [back, self.constant(high)], node.output[0])
        return True

    def rewrite(self):
        for node in self.graph.node:
            done = False
            if node.op_type in ("Add", "Sub", "Mul", "Div"):
                done = self.stretched(node)
            elif node.op_type == "Clip":
                done = self.clipped(node)
            if not done:
                self.nodes.append(node)
        del self.graph.node[:]
        self.graph.node.extend(self.nodes)
        del self.graph.value_info[:]


def fixed(model, size):
    """Gives the batch, and the input where a size is given, fixed extents."""
    weights = {tensor.name for tensor in model.graph.initializer}
    for value in model.graph.input:
        if value.name in weights:
            continue
        extents = value.type.tensor_type.shape.dim
        extents[0].dim_value = 1
        if size:
            extents[2].dim_value, extents[3].dim_value = size[1], size[0]
        if any(extent.dim_value < 1 for extent in extents):
            sys.exit("prepare_pose_model: the model leaves its input open; give --size, such as 192x256")
    for value in model.graph.output:
        if value.type.tensor_type.shape.dim:
            value.type.tensor_type.shape.dim[0].dim_value = 1
    return onnx.shape_inference.infer_shapes(model)


def agree(model, prepared):
    """The largest difference of outputs on noise, as a share of the largest number."""
    weights = {tensor.name for tensor in model.graph.initializer}
    value = next(value for value in model.graph.input if value.name not in weights)
    shape = [extent.dim_value for extent in value.type.tensor_type.shape.dim]
    noise = {value.name: np.random.default_rng(1).normal(size=shape).astype(np.float32)}
    pairs = zip(ReferenceEvaluator(model).run(None, noise), ReferenceEvaluator(prepared).run(None, noise), strict=True)
    return max(np.abs(a - b).max() / max(1e-9, np.abs(a).max()) for a, b in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("prepared")
    parser.add_argument("--size", type=lambda text: [int(side) for side in text.split("x")], help="WIDTHxHEIGHT")
    options = parser.parse_args()
    model = fixed(onnx.load(options.model), options.size)
    prepared = onnx.ModelProto()
    prepared.CopyFrom(model)
    Graph(prepared).rewrite()
    onnx.checker.check_model(prepared)
    difference = agree(model, prepared)
    if not difference <= TOLERANCE:
        sys.exit(f"prepare_pose_model: the prepared model gives other outputs, by {difference:.2g} of the largest")
    onnx.save(prepared, options.prepared)
    print(f"{options.prepared}: outputs differ by {difference:.1g} of the largest number at most")


if __name__ == "__main__":
    main()
