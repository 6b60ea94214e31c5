import { describe, expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import type { CustomerId } from "../../accounts/index.ts";
import { createActivities } from "./activities.ts";

const CUSTOMER = `cus_${"0".repeat(40)}` as CustomerId;
const OTHER = `cus_${"1".repeat(40)}` as CustomerId;
const origin = { field: "The field", trace: { requestId: "r" } };

function setUp({ personal = /anna/i, max = 200 } = {}) {
  const stored = new Set<string>();
  const scanned: string[] = [];
  const activities = createActivities({
    store: {
      async register(customerId, activity) {
        const own = [...stored].filter((key) => key.startsWith(customerId));
        if (own.length >= max) return false;
        stored.add(`${customerId} ${activity}`);
        return true;
      },
      has: async (customerId, activity) => stored.has(`${customerId} ${activity}`),
    },
    async hasPersonalData(texts) {
      scanned.push(...texts);
      return texts.some((text) => personal.test(text));
    },
  });
  const use = (name: string | undefined, customerId = CUSTOMER) =>
    activities.require(customerId, name, origin);
  return { use, stored, scanned };
}

const invalid = expect.objectContaining({ code: "invalid_field" });

describe("The name of an activity", () => {
  test("a call without a name has no activity, and nothing is stored", async () => {
    const { use, stored } = setUp();
    expect(await use(undefined)).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  test("a new name is scanned and stored once for each customer, with its separators read as blanks", async () => {
    const { use, stored, scanned } = setUp();
    for (let call = 0; call < 3; call++)
      expect(await use("claims-triage_2026")).toBe("claims-triage_2026");
    expect(scanned).toEqual(["claims-triage_2026", "claims triage 2026"]);
    await use("claims-triage_2026", OTHER);
    expect(scanned).toHaveLength(4);
    expect(stored.size).toBe(2);
  });

  test.each([
    ["is empty", ""],
    ["is too long", "a".repeat(65)],
    ["contains a blank", "claims triage"],
    ["contains a line break", "claims\n"],
    ["contains a slash", "claims/triage"],
    ["contains a letter outside ASCII", "prüfung"],
    ["stands for calls without an activity", "_"],
  ])("a name is refused and not scanned if it %s", async (_what, name) => {
    const { use, scanned, stored } = setUp();
    await expect(use(name)).rejects.toEqual(invalid);
    expect([scanned.length, stored.size]).toEqual([0, 0]);
  });

  test("a name with personal data is refused and not stored, and the error does not repeat it", async () => {
    const { use, stored } = setUp();
    const error: unknown = await use("anna.weber").catch((caught: unknown) => caught);
    expect(error).toEqual(invalid);
    if (!(error instanceof ApiError)) throw error;
    expect(JSON.stringify(error.toBody())).not.toMatch(/anna/i);
    expect(stored.size).toBe(0);
  });

  test("one name too many is refused, and the existing ones stay usable", async () => {
    const { use } = setUp({ max: 2 });
    await use("one");
    await use("two");
    await expect(use("three")).rejects.toEqual(invalid);
    expect(await use("one")).toBe("one");
    expect(await use("three", OTHER)).toBe("three");
  });
});
