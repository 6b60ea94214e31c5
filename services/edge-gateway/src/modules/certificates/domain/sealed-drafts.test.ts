import { expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import { createClaimedCall } from "../../../../test/support/claimed-call.ts";
import { createSealedDrafts } from "./sealed-drafts.ts";

const REQUEST = `req_${"1".repeat(32)}`;
const drafts = createSealedDrafts(Buffer.alloc(32, 1));
const draft = createClaimedCall(createTestTrust(), Date.now).draft(REQUEST);

test("A draft comes back from its box, in the process that sealed it and in one that read it", () => {
  const box = drafts.seal(draft);
  expect(drafts.open(REQUEST, box)).toEqual(draft);
  expect(drafts.open(REQUEST, Buffer.from(box))).toEqual(draft);
  expect(createSealedDrafts(Buffer.alloc(32, 1)).open(REQUEST, box)).toEqual(draft);
});

test("No box opens for another request or under another key, not even where it was sealed", () => {
  const box = drafts.seal(draft);
  const refusal = expect.objectContaining({ code: "decryption_failed" });
  expect(() => drafts.open("req_2", box)).toThrow(refusal);
  expect(() => createSealedDrafts(Buffer.alloc(32, 2)).open(REQUEST, box)).toThrow(refusal);
});
