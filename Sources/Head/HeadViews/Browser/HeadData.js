/// Arrays out of the texts of a scene.
const HeadData = {
  bytes(text) {
    const plain = atob(text), bytes = new Uint8Array(plain.length);
    for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
    return bytes;
  },

  /// Whole numbers of 1, 2 or 4 bytes, little-endian as all machines are that have a browser.
  numbers(text, size) {
    const bytes = HeadData.bytes(text);
    return size === 1 ? bytes : size === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
  },

  /// Positions in millimetres.
  positions(scene) {
    const steps = HeadData.numbers(scene.positions, 2), positions = new Float32Array(steps.length);
    for (let i = 0; i < steps.length; i++) positions[i] = scene.origin_mm[i % 3] + scene.step_mm * steps[i];
    return positions;
  },

  indices(scene) { return HeadData.numbers(scene.indices, scene.index_bytes); },

  /// The colour of a value of a map, 0 to 254 from one end of the scale to the other; 255 is not known.
  table(map) {
    const table = new Uint8Array(3 * 256), last = map.colors.length - 1;
    for (let value = 0; value < 255; value++) {
      const at = value / 254 * last, index = Math.min(last - 1, Math.floor(at)), share = at - index;
      for (let k = 0; k < 3; k++)
        table[3 * value + k] = Math.round(map.colors[index][k] * (1 - share) + map.colors[index + 1][k] * share);
    }
    table.set(map.unknown, 3 * 255);
    return table;
  },

  /// A colour for each vertex: of a map, of the scan, or none.
  colors(scene, key) {
    if (key === "color") return scene.color ? HeadData.bytes(scene.color) : null;
    const map = scene.maps.find(map => map.key === key);
    if (!map) return null;
    const values = HeadData.bytes(map.values), table = HeadData.table(map), colors = new Uint8Array(3 * values.length);
    for (let i = 0; i < values.length; i++)
      for (let k = 0; k < 3; k++) colors[3 * i + k] = table[3 * values[i] + k];
    return colors;
  },
};
