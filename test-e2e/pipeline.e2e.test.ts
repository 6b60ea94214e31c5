import { afterAll, beforeAll, describe } from "@jest/globals";
import type { Profile } from "@veil/local-stack";
import { describeAccounts } from "./suites/accounts.ts";
import { describeAnswer, describeRoad } from "./suites/native-call.ts";
import { describeProviderErrors } from "./suites/provider-errors.ts";
import {
  DIALECTS,
  type Dialect,
  freshProviderKey,
  type OwnProviders,
  startOwnProviders,
} from "./support/own-providers.ts";
import type { Side } from "./support/side.ts";
import { describeProfiles } from "./support/world.ts";

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders();
});
afterAll(() => providers.close());

/** The operator's provider in each profile; customers with keys of their own use the other one as well. */
const MANAGED: Readonly<Record<Profile, Dialect>> = { embedded: "anthropic", cluster: "openai" };

describeProfiles(
  "A native request",
  (world, profile) => {
    for (const dialect of DIALECTS) {
      const managed = dialect === MANAGED[profile];
      const whose = managed ? "the operator's" : "the customer's own";
      describe(`with ${whose} key, at a provider that speaks ${dialect}`, () => {
        const side: Side = {
          world,
          dialect,
          managed,
          provider: () => (managed ? world().simulator : providers.of[dialect]),
          customer: () =>
            managed ? world().customer() : world().customerWithKey(freshProviderKey(dialect)),
        };
        describeRoad(side);
        describeAnswer(side);
        describeProviderErrors(side);
      });
    }
    describeAccounts(world, () => providers);
  },
  {
    env: (profile) => ({
      "inference-worker": { LLM_PROVIDER: MANAGED[profile], PROVIDER_TABLE: providers.table() },
    }),
  },
);
