import { expect, test } from "@jest/globals";
import { detectionLayers } from "./detection-layers.ts";

test.each([
  [["patterns"], ["L1"]],
  [
    ["patterns", "names"],
    ["L1", "L2"],
  ],
  [
    ["patterns", "names", "known-entities", "presidio", "onnx", "llm-shield"],
    ["L1", "L2", "L3"],
  ],
  [
    ["llm-shield", "presidio", "patterns"],
    ["L1", "L2", "L3"],
  ],
  [[], []],
])("The methods %j are the layers %j", (methods, layers) => {
  expect(detectionLayers(methods)).toEqual(layers);
});

test.each(["oracle", "toString", ""])("A method that is not known is refused: %p", (method) => {
  expect(() => detectionLayers(["patterns", method])).toThrow("unknown method");
});
