import { describe, expect, test } from "@jest/globals";
import { hmacSha256 } from "@veil/crypto";
import fc from "fast-check";
import { claimItem, contextValues, MAX_CONTEXT_ITEMS, tokenSeed } from "./claim-items.ts";

const seed = Buffer.alloc(32, 7);
const edge = { seed, peer: "sanitiser" } as const;

describe("Commitments", () => {
  test("claimItem computes the documented commitment, byte for byte", () => {
    const opening = hmacSha256(seed, "veil/opening/v1\0context.0");
    const expected = hmacSha256(opening, "veil/commitment/v1\0context.0\0Jürgen");
    const value = { item: "context.0", class: "raw_context", value: "Jürgen" } as const;
    expect(claimItem(value, edge)).toEqual({
      ...{ item: "context.0", class: "raw_context", peer: "sanitiser" },
      ...{ commitment: expected.toString("hex"), bytes: 7 },
    });
  });

  test("commitments are equal if and only if item, value and seed are equal", () => {
    const inputs = fc.record({
      item: fc.stringMatching(/^[a-z][a-z0-9_.-]{0,20}$/),
      value: fc.string({ unit: "grapheme" }),
      seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    });
    const commitTo = ({
      item,
      value,
      seed: own,
    }: {
      item: string;
      value: string;
      seed: Uint8Array;
    }) => claimItem({ item, class: "template", value }, { seed: own, peer: "customer" }).commitment;
    fc.assert(
      fc.property(inputs, inputs, (one, other) => {
        const same =
          one.item === other.item &&
          one.value === other.value &&
          Buffer.compare(one.seed, other.seed) === 0;
        expect(commitTo(one) === commitTo(other)).toBe(same);
        expect(commitTo(one)).toBe(commitTo({ ...one }));
      }),
    );
  });

  test("tokenSeed returns the same seed for the same token, and different seeds for different tokens", () => {
    expect(tokenSeed("token-1")).not.toEqual(tokenSeed("token-2"));
    expect(tokenSeed("token-1")).toEqual(tokenSeed("token-1"));
  });
});

describe("contextValues", () => {
  const texts = (count: number) =>
    Array.from({ length: count }, (_, position) => ({ position, text: `text ${position}` }));
  const options = (fields: number) => ({ class: "sanitised_context" as const, fields });

  test("contextValues returns one item per text, named after its position", () => {
    expect(contextValues(texts(2), options(2))).toEqual([
      { item: "context.0", class: "sanitised_context", value: "text 0" },
      { item: "context.1", class: "sanitised_context", value: "text 1" },
    ]);
  });

  test("contextValues returns two items for very many texts: one for those that the provider gets, and one for the rest", () => {
    const fields = MAX_CONTEXT_ITEMS + 1;
    const aside = new Set([0]);
    const all = contextValues(texts(fields), { ...options(fields), aside });
    expect(all.map(({ item }) => item)).toEqual(["context", "aside"]);
    expect(all[1]?.value).toBe('[[0,"text 0"]]');
    const sent = contextValues(texts(fields).slice(1), options(fields));
    expect(sent).toEqual([all[0]]);
  });
});
