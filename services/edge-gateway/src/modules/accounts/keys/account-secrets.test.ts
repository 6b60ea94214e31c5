import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createAccountSecrets } from "./account-secrets.ts";

const OLD = "11".repeat(32);
const NEW = "22".repeat(32);
const dataKeys = parseDataKeys("33".repeat(32));

describe("Account secrets", () => {
  test("hashes with a pepper without a version still match when that pepper becomes version 1 next to a newer one", () => {
    const plain = createAccountSecrets({ peppers: OLD, dataKeys });
    const both = createAccountSecrets({ peppers: `1:${OLD},2:${NEW}`, dataKeys });
    expect(both.pepperVersion).toBe(2);
    expect(both.isApiKey("key", plain.hashApiKey("key"))).toBe(true);
    expect(both.emailLookups("a@b.de").map(({ version }) => version)).toEqual([2, 1]);
    expect(both.emailLookups("a@b.de")[1]).toEqual(plain.emailLookups("a@b.de")[0]);
  });

  test("a hash with a pepper that was removed does not match its key", () => {
    const hash = createAccountSecrets({ peppers: OLD, dataKeys }).hashApiKey("key");
    const secrets = createAccountSecrets({ peppers: `2:${NEW}`, dataKeys });
    expect(secrets.isApiKey("key", hash)).toBe(false);
  });

  test.each(["", "xyz", "11".repeat(31), `1:${OLD},1:${NEW}`, `${OLD},${NEW}`])(
    "the pepper %j is refused, and the error does not contain it",
    (peppers) => {
      const create = () => createAccountSecrets({ peppers, dataKeys });
      expect(create).toThrow(TypeError);
      expect(create).not.toThrow(OLD);
    },
  );

  test("a sealed field opens only for the same owner and field", () => {
    const secrets = createAccountSecrets({ peppers: OLD, dataKeys });
    const box = secrets.sealField("email", "cus_1", "a@b.de", systemRandomBytes);
    expect(secrets.openField("email", "cus_1", box).toString()).toBe("a@b.de");
    const refused = expect.objectContaining({ code: "decryption_failed" });
    expect(() => secrets.openField("email", "cus_2", box)).toThrow(refused);
    expect(() => secrets.openField("company", "cus_1", box)).toThrow(refused);
  });

  test("During a rotation of the data key, fields, proofs and tombstones of the old key are still found, and new ones belong to the new key", () => {
    const [first, second] = ["33".repeat(32), "44".repeat(32)];
    const under = (keys: string) =>
      createAccountSecrets({ peppers: OLD, dataKeys: parseDataKeys(keys) });
    const [old, both, next] = [under(first), under(`${second},${first}`), under(second)];
    const seal = ({ sealField }: typeof old) => sealField("email", "o", "a@b.c", systemRandomBytes);
    const open = ({ openField }: typeof old, box: Buffer) =>
      openField("email", "o", box).toString();
    expect(open(both, seal(old))).toBe("a@b.c");
    expect(open(next, seal(both))).toBe("a@b.c");
    for (const [opener, sealer] of [
      [old, both],
      [next, old],
    ] as const)
      expect(() => open(opener, seal(sealer))).toThrow();
    const lookup = Buffer.alloc(32);
    expect(both.emailTombstones(lookup)).toEqual(
      [next, old].map((one) => one.emailTombstone(lookup)),
    );
    expect(both.emailTombstone(lookup)).toEqual(next.emailTombstone(lookup));
    expect(both.proofKeys("k", ["p"])).toEqual([next, old].map((one) => one.proofKey("k", ["p"])));
    expect(both.proofKey("k", ["p"])).toEqual(next.proofKey("k", ["p"]));
    for (const tag of ["clientTag", "loginTag"] as const)
      expect(both[tag]("t")).toBe(next[tag]("t"));
  });

  test("proofKey returns different keys for different kinds, and for the same text split into different parts", () => {
    const secrets = createAccountSecrets({ peppers: OLD, dataKeys });
    expect(secrets.proofKey("k", ["ab", "c"])).not.toEqual(secrets.proofKey("k", ["a", "bc"]));
    expect(secrets.proofKey("k", ["ab"])).not.toEqual(secrets.proofKey("l", ["ab"]));
  });
});
