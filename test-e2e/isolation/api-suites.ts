import { afterAll, beforeAll, describe } from "@jest/globals";
import type { Replica } from "@veil/local-stack";
import { describeAccounts } from "../suites/accounts.ts";
import { describeEntityLists } from "../suites/entity-lists.ts";
import { describeEntityPolicy } from "../suites/entity-policy.ts";
import { describeFailClosed } from "../suites/fail-closed.ts";
import { describeHostileInput } from "../suites/hostile-input.ts";
import { describeIsolation, ISOLATION_ENV } from "../suites/isolation.ts";
import { describeJoinKey } from "../suites/join-key.ts";
import { describeAnswer, describeRoad } from "../suites/native-call.ts";
import { describeProviderErrors } from "../suites/provider-errors.ts";
import { describeProvingGround } from "../suites/proving-ground.ts";
import { describeRefusals, REFUSALS_ENV } from "../suites/refusals.ts";
import { describeScan } from "../suites/scan.ts";
import { type Gateway, gatewayAt } from "../support/gateway.ts";
import { DIALECTS, freshProviderKey } from "../support/own-providers.ts";
import type { Side } from "../support/side.ts";
import { type StackEnv, withEasyLimits, worldOf } from "../support/world.ts";
import type { Isolated } from "./stack/open-isolated.ts";

/** Settings that the suites count on; everything else is as the manifests have it. */
export const API_ENV: StackEnv = withEasyLimits({ "edge-gateway": ISOLATION_ENV });

/** The operator's, by the manifests. */
const MANAGED = "anthropic";
const START_MS = 60_000;

/**
 * The suites of the whole API. The shield's is left out, whose proxy is an option of the manifests, and those in which
 * the broker locks the services out or processes die in the middle of jobs, where no network policy plays a part.
 */
export function describeApi(isolated: () => Isolated): void {
  const world = () => isolated().world;
  // Its cap counts from the first scan on.
  describeScan(world);
  describe.each(DIALECTS)("A native request to a provider that speaks %s", (dialect) => {
    const managed = dialect === MANAGED;
    const side: Side = {
      world,
      dialect,
      managed,
      provider: () => isolated().providers.of[dialect],
      customer: () =>
        managed ? world().customer() : world().customerWithKey(freshProviderKey(dialect)),
    };
    describeRoad(side);
    describeAnswer(side);
    describeProviderErrors(side);
  });
  describeAccounts(world, () => isolated().providers);
  describeHostileInput(world);
  describeFailClosed(world);
  describeJoinKey(world);
  describeIsolation(world);
  describeProvingGround(world);
  describeEntityLists(world);
  describeEntityPolicy(world);
  describe("With low limits", () => withLowLimits(isolated));
}

/** On a second gateway of the same policies and databases. */
function withLowLimits(isolated: () => Isolated): void {
  let replica: Replica;
  let gateway: Gateway;
  beforeAll(async () => {
    replica = await isolated().world.stack.startReplica("edge-gateway", REFUSALS_ENV);
    gateway = gatewayAt(replica.url);
  }, START_MS);
  afterAll(async () => {
    await gateway?.close();
    await replica?.stop();
  }, START_MS);
  describeRefusals(() => {
    const { stack, simulator } = isolated().world;
    return worldOf(stack, gateway, simulator);
  });
}
