import type { DetectionLayer } from "@veil/contracts/public/scan";

/** Layers by the sanitiser's name of a method. */
const LAYERS = new Map<string, DetectionLayer>([
  ["patterns", "L1"],
  ["known-entities", "L1"],
  ["names", "L2"],
  ["presidio", "L2"],
  // No sanitiser answers with it any more, but facts of stored calls name it (decision 48).
  ["onnx", "L2"],
  ["llm-shield", "L3"],
]);

/**
 * Returns the layers as the public interface names them.
 * @throws TypeError for an unknown method
 */
export function detectionLayers(methods: readonly string[]): DetectionLayer[] {
  const layers = methods.map((method) => {
    const layer = LAYERS.get(method);
    if (layer === undefined) throw new TypeError("The sanitiser names an unknown method");
    return layer;
  });
  return [...new Set(layers)].sort();
}
