import { createHash } from "node:crypto";
import { packLexicon, unpackLexicon, WORD_BYTES } from "../lexicon/lexicon-codec.ts";
import { FEATURE_BITS } from "./features.ts";
import { LABEL_COUNT, LABELS, mayFollow } from "./labels.ts";
import { ModelFileError } from "./model-file-error.ts";
import { type ModelHeader, parseHeader } from "./model-header.ts";
import { type NameModel, packWeights, type TrainedModel, WEIGHT_COUNT } from "./name-model.ts";

/**
 * Raise this number when tokens, features, flags or the layout change; older files are then
 * rejected.
 */
const FORMAT = 2;

const MAGIC = new TextEncoder().encode("VNER");
const LENGTH_BYTES = 4;
const LONGEST_HEADER = 1 << 20;
/** Number of bytes read at a time into a reused buffer. */
const READ_BYTES = 1 << 16;
const PRUNED_BELOW = 0.01;
const CLIPPED_SHARE = 1e-5;
const STEPS = 127;

/** Fills the array with the next bytes of a file and returns the number of bytes read. */
export type ReadInto = (bytes: Uint8Array) => number;

/**
 * Encodes a model: "VNER", the header's length (u32, little endian), the JSON header, the words
 * (see {@link packLexicon}) and the weights. Nothing is compressed, because the memory that
 * decompression needs would remain part of a thread's memory. Deterministic.
 */
export function writeModel(model: TrainedModel): Uint8Array {
  if (model.weights.length !== WEIGHT_COUNT) throw new RangeError("Wrong number of weights");
  const { weights, scale } = quantise(model.weights);
  const body = Buffer.concat([packLexicon(model.lexicon), new Uint8Array(weights.buffer)]);
  const header: ModelHeader = {
    format: FORMAT,
    language: model.language,
    labels: LABELS,
    featureBits: FEATURE_BITS,
    scale,
    transitions: Array.from(model.transitions, (score, cell) => (isPossible(cell) ? score : 0)),
    words: model.lexicon.size,
    sha256: createHash("sha256").update(body).digest("hex"),
    about: model.about ?? {},
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return new Uint8Array(Buffer.concat([MAGIC, length, json, body]));
}

/**
 * Reads a model part by part.
 * @throws ModelFileError when the bytes are damaged, of another version, or not a model
 */
export function readModel(read: ReadInto): NameModel {
  const header = readHeader(read);
  const hash = createHash("sha256");
  function* parts(length: number, bytesOfOne: number): Generator<Uint8Array> {
    const buffer = new Uint8Array(READ_BYTES - (READ_BYTES % bytesOfOne));
    for (let at = 0; at < length; at += buffer.length) {
      const part = filled(read, buffer.subarray(0, length - at));
      hash.update(part);
      yield part;
    }
  }
  const lexicon = unpackLexicon(header.words, parts(WORD_BYTES * header.words, WORD_BYTES));
  const rows = packWeights(parts(WEIGHT_COUNT, LABEL_COUNT));
  if (read(new Uint8Array(1)) > 0) throw new ModelFileError("its length is wrong");
  if (hash.digest("hex") !== header.sha256) throw new ModelFileError("its checksum is wrong");
  return {
    language: header.language,
    lexicon,
    rows,
    scale: header.scale,
    transitions: Float64Array.from(header.transitions),
    about: header.about,
  };
}

function readHeader(read: ReadInto): ModelHeader {
  const magic = new Uint8Array(MAGIC.length);
  read(magic);
  if (!Buffer.from(magic).equals(MAGIC)) throw new ModelFileError("it has the wrong signature");
  const length = new DataView(filled(read, new Uint8Array(LENGTH_BYTES)).buffer).getUint32(0, true);
  if (length > LONGEST_HEADER) throw new ModelFileError("its header is too long");
  return parseHeader(Buffer.from(filled(read, new Uint8Array(length))).toString("utf8"), FORMAT);
}

function filled(read: ReadInto, bytes: Uint8Array): Uint8Array {
  if (read(bytes) !== bytes.length) throw new ModelFileError("it is truncated");
  return bytes;
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
