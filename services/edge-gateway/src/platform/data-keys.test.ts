import { describe, expect, test } from "@jest/globals";
import { VerificationError } from "@veil/crypto";
import { parseDataKeys } from "./data-keys.ts";

const [OLD, NEW] = ["a1".repeat(32), "B2".repeat(32)] as const;
const CONTEXT = "email/cus_1";
const sealingUnder = (keys: string) => parseDataKeys(keys).sealing("fields");
const text = Buffer.from("ann@example.org");
const ofOld = sealingUnder(OLD).seal(text, CONTEXT);
const changed = Buffer.from(ofOld.map((byte, at) => (at === 12 ? byte ^ 1 : byte)));

describe("The data keys", () => {
  test("the first key seals, and every key opens, in any order and case", () => {
    for (const keys of [`${OLD},${NEW}`, `${NEW},${OLD}`, NEW.toLowerCase().concat(",", OLD)])
      expect(sealingUnder(keys).open(ofOld, CONTEXT)).toEqual(text);
    const box = sealingUnder(`${NEW},${OLD}`).seal(text, CONTEXT);
    expect(sealingUnder(NEW).open(box, CONTEXT)).toEqual(text);
    expect(() => sealingUnder(OLD).open(box, CONTEXT)).toThrow(VerificationError);
  });

  test.each([
    ["of a key that is not configured", NEW, ofOld, CONTEXT],
    ["of another context", `${NEW},${OLD}`, ofOld, "email/cus_2"],
    ["with a changed byte", `${NEW},${OLD}`, changed, CONTEXT],
    ["that is too short", `${NEW},${OLD}`, ofOld.subarray(0, 20), CONTEXT],
  ])("a box %s is not opened and not re-sealed", (_what, keys, box, context) => {
    expect(() => sealingUnder(keys).open(box, context)).toThrow(VerificationError);
    expect(sealingUnder(keys).reseal(box, context)).toBe("unopened");
  });

  test("re-sealing gives a box of an older key the same content under the current key, and leaves a box of the current key alone", () => {
    const rotating = sealingUnder(`${NEW},${OLD}`);
    const box = rotating.reseal(ofOld, CONTEXT);
    if (typeof box === "string") throw new Error(box);
    expect(sealingUnder(NEW).open(box, CONTEXT)).toEqual(text);
    expect(() => sealingUnder(OLD).open(box, CONTEXT)).toThrow(VerificationError);
    expect(rotating.reseal(box, CONTEXT)).toBe("current");
    expect(sealingUnder(`${OLD},${NEW}`).reseal(ofOld, CONTEXT)).toBe("current");
  });

  test("the uses of a key have different keys", () => {
    const keys = parseDataKeys(OLD);
    expect(() => keys.sealing("answers").open(ofOld, CONTEXT)).toThrow(VerificationError);
    expect(keys.macs("idempotency").current("a")).not.toEqual(keys.macs("job-ids").current("a"));
  });

  test("an HMAC is made with the first key, and looked up with every key", () => {
    const macs = (keys: string) => parseDataKeys(keys).macs("idempotency");
    const all = macs(`${NEW},${OLD}`).all.map((mac) => mac("a", "b"));
    expect(all).toEqual([macs(NEW).current("ab"), macs(OLD).current("ab")]);
    expect(macs(`${NEW},${OLD}`).current("ab")).toEqual(all[0]);
  });

  test("the keys are in no property", () => {
    const keys = parseDataKeys(`${NEW},${OLD}`);
    expect(JSON.stringify([keys, keys.sealing("fields"), keys.macs("job-ids")])).not.toMatch(
      /a1a1|b2b2/i,
    );
  });
});
