import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createAccountSecrets } from "./account-secrets.ts";

const OLD = "11".repeat(32);
const NEW = "22".repeat(32);
const dataKey = "33".repeat(32);

describe("Account secrets", () => {
  test("hashes with a pepper without a version still match when that pepper becomes version 1 next to a newer one", () => {
    const plain = createAccountSecrets({ peppers: OLD, dataKey });
    const both = createAccountSecrets({ peppers: `1:${OLD},2:${NEW}`, dataKey });
    expect(both.pepperVersion).toBe(2);
    expect(both.isApiKey("key", plain.hashApiKey("key"))).toBe(true);
    expect(both.emailLookups("a@b.de").map(({ version }) => version)).toEqual([2, 1]);
    expect(both.emailLookups("a@b.de")[1]).toEqual(plain.emailLookups("a@b.de")[0]);
  });

  test("a hash with a pepper that was removed does not match its key", () => {
    const hash = createAccountSecrets({ peppers: OLD, dataKey }).hashApiKey("key");
    const secrets = createAccountSecrets({ peppers: `2:${NEW}`, dataKey });
    expect(secrets.isApiKey("key", hash)).toBe(false);
  });

  test.each(["", "xyz", "11".repeat(31), `1:${OLD},1:${NEW}`, `${OLD},${NEW}`])(
    "the pepper %j is refused, and the error does not contain it",
    (peppers) => {
      const create = () => createAccountSecrets({ peppers, dataKey });
      expect(create).toThrow(TypeError);
      expect(create).not.toThrow(OLD);
    },
  );

  test("a sealed field opens only for the same owner and field", () => {
    const secrets = createAccountSecrets({ peppers: OLD, dataKey });
    const box = secrets.sealField("email", "cus_1", "a@b.de", systemRandomBytes);
    expect(secrets.openField("email", "cus_1", box).toString()).toBe("a@b.de");
    const refused = expect.objectContaining({ code: "decryption_failed" });
    expect(() => secrets.openField("email", "cus_2", box)).toThrow(refused);
    expect(() => secrets.openField("company", "cus_1", box)).toThrow(refused);
  });

  test("proofKey returns different keys for different kinds, and for the same text split into different parts", () => {
    const secrets = createAccountSecrets({ peppers: OLD, dataKey });
    expect(secrets.proofKey("k", ["ab", "c"])).not.toEqual(secrets.proofKey("k", ["a", "bc"]));
    expect(secrets.proofKey("k", ["ab"])).not.toEqual(secrets.proofKey("l", ["ab"]));
  });
});
