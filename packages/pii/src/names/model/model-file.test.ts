/** @all writes whole models */
import { expect, test } from "@jest/globals";
import { tinyLexicon } from "../../../test/tiny-model.ts";
import { LABEL_COUNT } from "./labels.ts";
import { readModel, writeModel } from "./model-file.ts";
import { ModelFileError } from "./model-file-error.ts";
import { type NameModel, WEIGHT_BIAS, WEIGHT_COUNT } from "./name-model.ts";

const weights = new Float32Array(WEIGHT_COUNT);
for (let cell = 0; cell < WEIGHT_COUNT; cell += 1013) weights[cell] = Math.sin(cell);
const transitions = Float32Array.from({ length: LABEL_COUNT ** 2 }, (_, cell) => cell / 10);
const lexicon = tinyLexicon();
lexicon.setClass(12_345, 77);
const trained = { language: "de", lexicon, weights, transitions, about: { seed: 1 } } as const;
const file = writeModel(trained);

test("When a model is written and read, then the result is the same model", () => {
  const model = readBytes(file);
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

test("Writing the same model twice gives the same bytes", () => {
  expect(Buffer.from(writeModel(trained)).equals(file)).toBe(true);
});

test("When the number of weights is wrong, then a model is not written", () => {
  expect(() => writeModel({ ...trained, weights: new Float32Array(7) })).toThrow(RangeError);
});

const bytes = Buffer.from(file);
const bodyStart = 8 + bytes.readUInt32LE(4);

function readBytes(from: Uint8Array): NameModel {
  let at = 0;
  return readModel((into) => {
    const next = from.subarray(at, at + into.length);
    into.set(next);
    at += next.length;
    return next.length;
  });
}

function lengthBytes(length: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(length);
  return four;
}

function withHeader(change: (header: Record<string, unknown>) => unknown): Uint8Array {
  const header: unknown = JSON.parse(bytes.subarray(8, bodyStart).toString());
  const json = Buffer.from(JSON.stringify(change(header as Record<string, unknown>)));
  return Buffer.concat([
    bytes.subarray(0, 4),
    lengthBytes(json.length),
    json,
    bytes.subarray(bodyStart),
  ]);
}

function withByte(at: number, value: number): Uint8Array {
  const changed = Buffer.from(bytes);
  changed[at] = value;
  return changed;
}

test.each([
  ["no bytes", new Uint8Array(0), /wrong signature/],
  ["text", new TextEncoder().encode("version https://git-lfs"), /wrong signature/],
  ["half a file", bytes.subarray(0, bytes.length / 2), /truncated/],
  ["no header", bytes.subarray(0, 6), /truncated/],
  ["a header that is too long", withByte(7, 1), /too long/],
  ["a header that is not JSON", withByte(8, 0), /not JSON/],
  ["a header that is not an object", withHeader(() => 1), /not an object/],
  ["another format", withHeader((header) => ({ ...header, format: 0 })), /retrain/],
  ["an unknown language", withHeader((header) => ({ ...header, language: "fr" })), /language/],
  ["other labels", withHeader((header) => ({ ...header, labels: ["O"] })), /labels/],
  ["another table", withHeader((header) => ({ ...header, featureBits: 18 })), /featureBits/],
  ["no scale", withHeader((header) => ({ ...header, scale: 0 })), /scale/],
  ["missing transitions", withHeader((header) => ({ ...header, transitions: [] })), /transitions/],
  ["a negative count", withHeader((header) => ({ ...header, words: -1 })), /words/],
  ["too many words", withHeader((header) => ({ ...header, words: 2 ** 40 })), /words/],
  ["one word too few", withHeader((header) => ({ ...header, words: lexicon.size - 1 })), /length/],
  ["a missing last byte", bytes.subarray(0, -1), /truncated/],
  ["one byte too many", Buffer.concat([bytes, Buffer.alloc(1)]), /length/],
  ["a changed weight", withByte(bytes.length - 1, 99), /checksum/],
  ["a changed word", withByte(bodyStart + 1, 99), /checksum/],
])("When a file is damaged, then it is rejected: %s", (_, damaged, reason) => {
  expect(() => readBytes(damaged)).toThrow(ModelFileError);
  expect(() => readBytes(damaged)).toThrow(reason);
});
