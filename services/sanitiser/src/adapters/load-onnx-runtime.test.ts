import { expect, jest, test } from "@jest/globals";
import { ConfigurationError } from "@veil/config";

jest.unstable_mockModule("onnxruntime-node", () => {
  throw new Error("Cannot find package 'onnxruntime-node' imported from /srv/app");
});
const { loadOnnxRuntime } = await import("./load-onnx-runtime.ts");

test("When the optional package is not there, then the error names the setting and the package, and no path", async () => {
  await expect(loadOnnxRuntime()).rejects.toThrow(ConfigurationError);
  await expect(loadOnnxRuntime()).rejects.toThrow(/NER_MODEL_DIR needs .*onnxruntime-node/);
  await expect(loadOnnxRuntime()).rejects.not.toThrow("/srv");
});
