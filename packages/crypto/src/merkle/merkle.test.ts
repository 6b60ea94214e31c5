import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { dataFile } from "@veil/testing";
import fc from "fast-check";
import { sha256 } from "../digest.ts";
import * as portable from "../portable.ts";
import { createMerkle } from "./merkle.ts";

interface InclusionVector {
  readonly file: string;
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

interface ConsistencyVector {
  readonly file: string;
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

const IMPLEMENTATIONS = [createMerkle(sha256), portable];
const merkle = createMerkle(sha256);

const base64 = (text: string) => Buffer.from(text, "base64");
const hashes = (proof: readonly string[] | null) => (proof ?? []).map(base64);

function expectInclusion({ leafIdx, treeSize, root, leafHash, proof, wantErr }: InclusionVector) {
  for (const { verifyInclusion } of IMPLEMENTATIONS) {
    const claim = {
      ...{ index: leafIdx, size: treeSize, leafHash: base64(leafHash) },
      ...{ path: hashes(proof), root: base64(root) },
    };
    expect(verifyInclusion(claim)).toBe(!wantErr);
  }
}

function expectConsistency({ size1, size2, root1, root2, proof, wantErr }: ConsistencyVector) {
  const from = { size: size1, root: base64(root1) };
  const to = { size: size2, root: base64(root2) };
  for (const { verifyConsistency } of IMPLEMENTATIONS)
    expect(verifyConsistency({ from, to, path: hashes(proof) })).toBe(!wantErr);
}

/** Returns all vectors if VEIL_DATA names their folder, otherwise a selection. */
function vectors(): {
  readonly inclusion: readonly InclusionVector[];
  readonly consistency: readonly ConsistencyVector[];
} {
  const folder = dataFile("vectors/rfc6962");
  if (folder === undefined) {
    const committed = path.resolve(import.meta.dirname, "../../test/vectors/rfc6962.json");
    return JSON.parse(readFileSync(committed, "utf8"));
  }
  const read = (kind: string) =>
    readdirSync(path.join(folder, kind), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({
        file,
        ...JSON.parse(readFileSync(path.join(folder, kind, file), "utf8")),
      }));
  return { inclusion: read("inclusion"), consistency: read("consistency") };
}

describe("Published vectors of transparency-dev/merkle in both implementations", () => {
  const { inclusion, consistency } = vectors();
  test.each(inclusion)("inclusion vector $file, must be refused: $wantErr", expectInclusion);
  test.each(consistency)("consistency vector $file, must be refused: $wantErr", expectConsistency);
});

/** Returns the hashes of numbered leaves, as in the trees of RFC 6962, section 2.1.3. */
const leaves = (size: number) =>
  Array.from({ length: size }, (_, at) => merkle.merkleLeafHash(Buffer.from(`leaf ${at}`)));
const sizes = fc.integer({ min: 1, max: 70 });

describe("Merkle trees", () => {
  test("the root of an empty tree is the hash of an empty string, and the root of one leaf is the leaf's hash", () => {
    expect(merkle.merkleRoot([])).toEqual(sha256(""));
    expect(merkle.merkleRoot(leaves(1))).toEqual(sha256("\0leaf 0"));
  });

  test("a leaf with the same content as an inner node has a different hash", () => {
    const [left = Buffer.alloc(0), right = Buffer.alloc(0)] = leaves(2);
    expect(merkle.merkleLeafHash(Buffer.concat([left, right]))).not.toEqual(
      merkle.merkleRoot([left, right]),
    );
  });

  test("an inclusion proof verifies at its leaf's index and at no other index", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, one, other) => {
        const all = leaves(size);
        const root = merkle.merkleRoot(all);
        const index = one % size;
        const claim = { index, size, leafHash: at(all, index), root };
        const proof = merkle.inclusionPath(all, index);
        for (const { verifyInclusion } of IMPLEMENTATIONS) {
          expect(verifyInclusion({ ...claim, path: proof })).toBe(true);
          const wrong = other % size;
          expect(verifyInclusion({ ...claim, index: wrong, path: proof })).toBe(wrong === index);
        }
      }),
    );
  });

  test("inclusionPaths returns the same paths as inclusionPath for each leaf", () => {
    for (let size = 0; size < 20; size++) {
      const all = leaves(size);
      expect(merkle.inclusionPaths(all)).toEqual(
        all.map((_, index) => merkle.inclusionPath(all, index)),
      );
    }
  });

  test("a consistency proof verifies for a grown tree, and fails if an earlier leaf was changed", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, former, changed) => {
        const all = leaves(size);
        const smaller = 1 + (former % size);
        const from = { size: smaller, root: merkle.merkleRoot(all.slice(0, smaller)) };
        const to = { size, root: merkle.merkleRoot(all) };
        const proof = merkle.consistencyPath(all, smaller);
        const rewritten = all.with(changed % smaller, merkle.merkleLeafHash(Buffer.from("other")));
        const other = { size, root: merkle.merkleRoot(rewritten) };
        const otherProof = merkle.consistencyPath(rewritten, smaller);
        for (const { verifyConsistency } of IMPLEMENTATIONS) {
          expect(verifyConsistency({ from, to, path: proof })).toBe(true);
          expect(verifyConsistency({ from, to: other, path: proof })).toBe(false);
          expect(verifyConsistency({ from, to: other, path: otherProof })).toBe(false);
        }
      }),
    );
  });

  test("an inclusion proof with one changed bit does not verify", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, one, bit) => {
        const all = leaves(size + 1);
        const index = one % all.length;
        const proof = merkle.inclusionPath(all, index);
        const flipped = proof.with(bit % proof.length, flip(at(proof, bit % proof.length), bit));
        const claim = { index, size: all.length, leafHash: at(all, index) };
        const root = merkle.merkleRoot(all);
        expect(merkle.verifyInclusion({ ...claim, path: flipped, root })).toBe(false);
      }),
    );
  });

  test("inclusionPath and consistencyPath throw for a leaf or a size that the tree does not have", () => {
    for (const index of [-1, 3, 0.5, Number.NaN])
      expect(() => merkle.inclusionPath(leaves(3), index)).toThrow(RangeError);
    for (const size of [0, 4, 1.5])
      expect(() => merkle.consistencyPath(leaves(3), size)).toThrow(RangeError);
  });

  test("verifyInclusion supports sizes above 32 bits, and refuses sizes above safe integers", () => {
    const [leafHash = Buffer.alloc(0)] = leaves(1);
    const lefts = leaves(40);
    const root = lefts.reduce((hash, left) => merkle.merkleNodeHash(left, hash), leafHash);
    const size = 2 ** 40;
    const claim = { index: size - 1, size, leafHash, path: lefts, root };
    expect(merkle.verifyInclusion(claim)).toBe(true);
    expect(merkle.verifyInclusion({ ...claim, size: 2 ** 60, index: 2 ** 60 - 1 })).toBe(false);
  });
});

describe("Portable SHA-256", () => {
  test("sha256Portable and hmacSha256Portable return the published values of FIPS 180-4 and RFC 4231, test case 2", () => {
    expect(Buffer.from(portable.sha256Portable(Buffer.from("abc")))).toEqual(sha256("abc"));
    const parts = ["what do ya want ", "for nothing?"].map((part) => Buffer.from(part));
    expect(
      Buffer.from(portable.hmacSha256Portable(Buffer.from("Jefe"), ...parts)).toString("hex"),
    ).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  });
});

function at(hashList: readonly Uint8Array[], index: number): Uint8Array {
  return hashList[index] ?? new Uint8Array(0);
}

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const where = Math.floor(bit / 8) % copy.length;
  copy[where] = (copy[where] ?? 0) ^ (1 << (bit % 8));
  return copy;
}
