import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { FEATURE_BITS } from "./features.ts";
import { LABEL_COUNT, LABELS, mayFollow } from "./labels.ts";
import { packLexicon, unpackLexicon } from "./lexicon-codec.ts";
import { ModelFileError } from "./model-file-error.ts";
import { type ModelHeader, parseHeader } from "./model-header.ts";
import { type NameModel, packWeights, type TrainedModel, WEIGHT_COUNT } from "./name-model.ts";

/** Raise it when tokens, features, flags or the layout change: older files become unusable. */
const FORMAT = 1;

const MAGIC = new TextEncoder().encode("VNER");
const LENGTH_BYTES = 4;
const PRUNED_BELOW = 0.01;
const CLIPPED_SHARE = 1e-5;
const STEPS = 127;
const WINDOW_BITS = 24;
const MAX_UNPACKED = 64 * 1024 * 1024;
const CHUNK = 16 * 1024 * 1024;

/**
 * Encodes a model: brotli over "VNER", the header's length (u32, little endian), the JSON header, and the sections
 * palette, indexes, classes, keys (see {@link packLexicon}) and weights. Deterministic.
 */
export function writeModel(model: TrainedModel): Uint8Array {
  if (model.weights.length !== WEIGHT_COUNT) throw new RangeError("Wrong number of weights");
  const { weights, scale } = quantise(model.weights);
  const { words, palette, indexes, classes, keys } = packLexicon(model.lexicon);
  const body = Buffer.concat([
    littleEndian(palette),
    indexes,
    classes,
    keys,
    new Uint8Array(weights.buffer),
  ]);
  const header: ModelHeader = {
    format: FORMAT,
    language: model.language,
    labels: LABELS,
    featureBits: FEATURE_BITS,
    scale,
    transitions: Array.from(model.transitions, (score, cell) => (isPossible(cell) ? score : 0)),
    words,
    palette: palette.length,
    keyBytes: keys.length,
    sha256: sha256(body),
    about: model.about ?? {},
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return new Uint8Array(
    brotliCompressSync(Buffer.concat([MAGIC, length, json, body]), {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      },
    }),
  );
}

/** @throws ModelFileError when the bytes are damaged, of another version, or no model */
export function readModel(file: Uint8Array): NameModel {
  const bytes = decompress(file);
  const bodyStart = MAGIC.length + LENGTH_BYTES;
  if (bytes.length < bodyStart || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ModelFileError("it has the wrong signature");
  const headerEnd = bodyStart + bytes.readUInt32LE(MAGIC.length);
  if (headerEnd > bytes.length) throw new ModelFileError("its header is truncated");
  const header = parseHeader(bytes.subarray(bodyStart, headerEnd).toString("utf8"), FORMAT);
  const body = bytes.subarray(headerEnd);
  if (body.length !== bodyLength(header)) throw new ModelFileError("its length is wrong");
  if (sha256(body) !== header.sha256) throw new ModelFileError("its checksum is wrong");
  const take = sections(body);
  const palette = fromLittleEndian(take(4 * header.palette));
  const lexicon = unpackLexicon({
    words: header.words,
    palette,
    indexes: take(2 * header.words),
    classes: take(header.words),
    keys: take(header.keyBytes),
  });
  return {
    language: header.language,
    lexicon,
    rows: packWeights(take(WEIGHT_COUNT)),
    scale: header.scale,
    transitions: Float64Array.from(header.transitions),
    about: header.about,
  };
}

function bodyLength({ palette, words, keyBytes }: ModelHeader): number {
  return 4 * palette + 3 * words + keyBytes + WEIGHT_COUNT;
}

function isPossible(cell: number): boolean {
  return mayFollow(Math.floor(cell / LABEL_COUNT), cell % LABEL_COUNT);
}

function quantise(weights: Float32Array): { weights: Int8Array<ArrayBuffer>; scale: number } {
  const sizes = weights.map(Math.abs).sort();
  const clip = sizes[Math.floor((sizes.length - 1) * (1 - CLIPPED_SHARE))] ?? 0;
  const scale = clip === 0 ? 1 : clip / STEPS;
  const quantised = Int8Array.from(weights, (weight) =>
    Math.abs(weight) < PRUNED_BELOW
      ? 0
      : Math.max(-STEPS, Math.min(STEPS, Math.round(weight / scale))),
  );
  return { weights: quantised, scale };
}

function decompress(file: Uint8Array): Buffer {
  try {
    return brotliDecompressSync(file, { maxOutputLength: MAX_UNPACKED, chunkSize: CHUNK });
  } catch (cause) {
    throw new ModelFileError("it cannot be unpacked", { cause });
  }
}

function sections(body: Uint8Array): (length: number) => Uint8Array {
  let at = 0;
  return (length) => {
    at += length;
    return body.subarray(at - length, at);
  };
}

function littleEndian(values: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, index) => {
    view.setInt32(4 * index, value, true);
  });
  return new Uint8Array(view.buffer);
}

function fromLittleEndian(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.length / 4 }, (_, index) =>
    view.getInt32(4 * index, true),
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
