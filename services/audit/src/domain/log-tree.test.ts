import { expect, test } from "@jest/globals";
import {
  consistencyPath,
  createGrowingRoot,
  inclusionPath,
  merkleLeafHash,
  merkleRoot,
} from "@veil/crypto";
import fc from "fast-check";
import { createLogTree } from "./log-tree.ts";

const data = Array.from({ length: 200 }, (_, n) => Buffer.alloc(32, n));
const leaves = data.map(merkleLeafHash);
const tree = createLogTree(async (nodes) =>
  nodes.map(({ level, position }) => {
    const [start, end] = [position * 2 ** level, (position + 1) * 2 ** level];
    return end <= leaves.length ? merkleRoot(leaves.slice(start, end)) : undefined;
  }),
);
const sizes = fc.integer({ min: 1, max: leaves.length });

test("The root and the proofs of any size, computed from complete subtrees, are those of RFC 6962", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (size, other) => {
      const prefix = leaves.slice(0, size);
      expect(await tree.rootAt(size)).toEqual(merkleRoot(prefix));
      const indexes = [other % size, 0, other % size];
      const paths = indexes.map((index) => inclusionPath(prefix, index));
      expect(await tree.inclusions(indexes, size)).toEqual(paths);
      const from = 1 + (other % size);
      expect(await tree.consistency(from, size)).toEqual(consistencyPath(prefix, from));
    }),
  );
  expect(await tree.rootAt(0)).toEqual(merkleRoot([]));
});

test("For any size, the root computed from complete subtrees equals the root computed from the leaves", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: leaves.length }), async (size, first) => {
      const growing = createGrowingRoot(first > size ? [] : await tree.subtrees(first));
      for (const each of data.slice(growing.size, size)) growing.add(merkleLeafHash(each));
      expect(growing.size).toBe(size);
      expect(growing.root()).toEqual(merkleRoot(leaves.slice(0, size)));
    }),
  );
});

test("When a node is missing, then no proof is returned", async () => {
  await expect(tree.rootAt(leaves.length + 1)).rejects.toThrow("missing");
});

test("A growing tree has the correct root after each added leaf", () => {
  const growing = createGrowingRoot();
  expect(growing.root()).toEqual(merkleRoot([]));
  for (const [n, each] of data.entries()) {
    growing.add(merkleLeafHash(each));
    expect(growing.root()).toEqual(merkleRoot(leaves.slice(0, n + 1)));
  }
  expect(growing.size).toBe(data.length);
});
