import { ConfigurationError } from "@veil/config";

export type OnnxRuntime = typeof import("onnxruntime-node");

/**
 * The runtime of ONNX, an optional package with native code.
 *
 * @throws ConfigurationError where it is not installed or has no library for this machine
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  try {
    return await import("onnxruntime-node");
  } catch {
    throw new ConfigurationError(
      "Bad configuration: NER_MODEL_DIR needs the optional package onnxruntime-node, which cannot be loaded here",
    );
  }
}
