/** @slow writes whole models */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { expect, test } from "@jest/globals";
import { tinyLexicon } from "../../test/tiny-model.ts";
import { LABEL_COUNT } from "./labels.ts";
import { readModel, writeModel } from "./model-file.ts";
import { ModelFileError } from "./model-file-error.ts";
import { WEIGHT_BIAS, WEIGHT_COUNT } from "./name-model.ts";

const weights = new Float32Array(WEIGHT_COUNT);
for (let cell = 0; cell < WEIGHT_COUNT; cell += 1013) weights[cell] = Math.sin(cell);
const transitions = Float32Array.from({ length: LABEL_COUNT ** 2 }, (_, cell) => cell / 10);
const lexicon = tinyLexicon();
lexicon.setClass(12_345, 77);
const trained = { language: "de", lexicon, weights, transitions, about: { seed: 1 } } as const;
const file = writeModel(trained);

test("When a model is written and read, then it is the same", () => {
  const model = readModel(file);
  expect(model.language).toBe("de");
  expect(model.about).toEqual({ seed: 1 });
  expect(model.lexicon.entries()).toEqual(lexicon.entries());
  expect(model.transitions[LABEL_COUNT + 2]).toBeCloseTo(0.9, 5);
  for (let cell = 0; cell < WEIGHT_COUNT; cell += 1013) {
    const [feature, label] = [Math.floor(cell / LABEL_COUNT), cell % LABEL_COUNT];
    const row = model.rows[2 * feature + (label >> 2)] ?? 0;
    const weight = ((row >>> (8 * (label & 3))) & 0xff) - WEIGHT_BIAS;
    expect(Math.abs(weight * model.scale - (weights[cell] ?? 0))).toBeLessThan(0.02);
  }
});

test("The same model gives the same file", () => {
  expect(Buffer.from(writeModel(trained)).equals(file)).toBe(true);
});

test("When a model has another size, then it is not written", () => {
  expect(() => writeModel({ ...trained, weights: new Float32Array(7) })).toThrow(RangeError);
});

const unpacked = brotliDecompressSync(file);
const bodyStart = 8 + unpacked.readUInt32LE(4);

function packed(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

function withHeader(change: (header: Record<string, unknown>) => unknown): Uint8Array {
  const header: unknown = JSON.parse(unpacked.subarray(8, bodyStart).toString());
  const json = Buffer.from(JSON.stringify(change(header as Record<string, unknown>)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return packed(Buffer.concat([Buffer.from("VNER"), length, json, unpacked.subarray(bodyStart)]));
}

function withByte(at: number, value: number): Uint8Array {
  const bytes = Buffer.from(unpacked);
  bytes[at] = value;
  return packed(bytes);
}

test.each([
  ["no bytes", new Uint8Array(0), /cannot be unpacked/],
  ["text", new TextEncoder().encode("version https://git-lfs"), /cannot be unpacked/],
  ["half a file", file.slice(0, file.length / 2), /cannot be unpacked/],
  ["another file, packed", packed(Buffer.from("hello, world")), /wrong signature/],
  ["a header that is too long", withByte(7, 1), /truncated/],
  ["a header that is not JSON", withByte(8, 0), /not JSON/],
  ["a header that is not an object", withHeader(() => 1), /not an object/],
  ["another format", withHeader((header) => ({ ...header, format: 0 })), /retrain/],
  ["an unknown language", withHeader((header) => ({ ...header, language: "fr" })), /language/],
  ["other labels", withHeader((header) => ({ ...header, labels: ["O"] })), /labels/],
  ["another table", withHeader((header) => ({ ...header, featureBits: 18 })), /featureBits/],
  ["no scale", withHeader((header) => ({ ...header, scale: 0 })), /scale/],
  ["missing transitions", withHeader((header) => ({ ...header, transitions: [] })), /transitions/],
  ["a negative count", withHeader((header) => ({ ...header, words: -1 })), /words/],
  ["a wrong count", withHeader((header) => ({ ...header, palette: 1 })), /length/],
  ["a missing end", packed(unpacked.subarray(0, -1)), /length/],
  ["a changed weight", withByte(unpacked.length - 1, 99), /checksum/],
  ["a changed word", withByte(bodyStart + 1, 99), /checksum/],
])("When a file is damaged, then it is refused: %s", (_, bytes, reason) => {
  expect(() => readModel(bytes)).toThrow(ModelFileError);
  expect(() => readModel(bytes)).toThrow(reason);
});
