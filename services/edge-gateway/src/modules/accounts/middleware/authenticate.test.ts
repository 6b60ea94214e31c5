import { expect, test } from "@jest/globals";
import type { Tier } from "@veil/contracts/public/registration";
import { refusalBy } from "../../../../test/support/refusal-by.ts";
import { refuseDeveloperKeys, requireTier } from "./authenticate.ts";

test.each<[Tier, Tier]>([
  ["free", "free"],
  ["pro", "pro"],
  ["enterprise", "pro"],
])("a key of tier %s is admitted to an endpoint that requires %s", async (tier, minimum) => {
  expect(await refusalBy(requireTier(minimum), { tier })).toBeUndefined();
});

test.each<[Tier, Tier]>([
  ["free", "pro"],
  ["pro", "enterprise"],
])(
  "a key of tier %s is refused with tier_insufficient at an endpoint that requires %s",
  async (tier, minimum) => {
    const refusal = await refusalBy(requireTier(minimum), { tier });
    expect(refusal).toMatchObject({
      code: "tier_insufficient",
      message: expect.stringContaining(minimum),
    });
  },
);

test("a developer key is refused with a hint, and other keys are admitted", async () => {
  expect(await refusalBy(refuseDeveloperKeys, { developer: false })).toBeUndefined();
  expect(await refusalBy(refuseDeveloperKeys, { developer: true })).toMatchObject({
    code: "tier_insufficient",
    options: { hint: expect.any(String) },
  });
});
