import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Between, startBetween } from "../support/between.ts";
import { gatewayAt } from "../support/gateway.ts";
import { fineTimesIn, identifiersIn, sharedBy } from "../support/identifiers.ts";
import { jobMessages } from "../support/job-messages.ts";
import { pinnedKeyIds } from "../support/keys.ts";
import { letterRequest } from "../support/texts.ts";
import type { World } from "../support/world.ts";

/** To be run before others on the same stack: errors in both logs have frames of the stack in common. */
export function describeJoinKey(world: () => World): void {
  describe("No join key", () => {
    let bridge = "";
    let worker = "";
    let gateway = "";
    beforeAll(async () => {
      ({ bridge, worker, gateway } = await gather(world()));
    });

    test("Bridge and worker share no id: in what they get, in their logs, in their metrics", () => {
      const { stack } = world();
      // Key ids say which key is meant, and are the same for every request ever made.
      const keyIds = pinnedKeyIds(stack);
      // The head of every token of the gateway: its algorithm and its key's id.
      const tokenHead = /^eyJhbGciOiJFZERTQSIsImtpZCI6/;
      const shared = sharedBy(bridge, worker).filter(
        (word) => !keyIds.includes(word) && !tokenHead.test(word),
      );
      expect(shared).toEqual([]);
    });

    test("Neither of them is told, or tells, a time finer than a second", () => {
      expect(fineTimesIn(bridge)).toEqual([]);
      expect(fineTimesIn(worker)).toEqual([]);
    });

    test("The gateway alone knows the ids of both sides, and the search would see them", () => {
      expect(sharedBy(gateway, bridge).join()).toMatch(/tok_[0-9a-f]{32}/);
      expect(sharedBy(gateway, worker).join()).toMatch(/job_[0-9a-f]{32}/);
      expect(identifiersIn(bridge).size).toBeGreaterThan(5);
      expect(identifiersIn(worker).size).toBeGreaterThan(5);
      expect(fineTimesIn(gateway)).not.toEqual([]);
      const planted = "planted-id-0123456789";
      expect(sharedBy(`${bridge} ${planted}`, `${worker}/${planted}?`)).toContain(planted);
    });

    afterAll(() => {
      for (const between of open) between.close();
    });
  });
}

const open: Between[] = [];
/** Everything that each of the two got and said for some requests; of the gateway, its log and its traces. */
async function gather(world: World) {
  const { stack, customer } = world;
  const bridgeDoor = await startBetween(() => stack.url("bridge"));
  const workerDoor = await startBetween(() => stack.url("inference-worker"));
  open.push(bridgeDoor, workerDoor);
  const replica = await stack.startReplica("edge-gateway", {
    BRIDGE_URL: bridgeDoor.url,
    WORKER_URL: workerDoor.url,
    WAIT_TIMEOUT_MS: "500",
    LOG_LEVEL: "debug",
  });
  const client = gatewayAt(replica.url);
  const { apiKey } = await customer();
  const { apiKey: other } = await customer();
  for (const model of ["sim-a", "sim-status-429-b", "sim-status-400-c", "sim-slow-700"])
    for (const key of [apiKey, other]) await client.proxy(key, letterRequest({ model }));
  const messages = await jobMessages(world, workerDoor, () =>
    client.proxy(apiKey, letterRequest()),
  );
  const said = client.replies.map(({ text }) => text).join("\n");
  const gateway = `${replica.logs()}\n${said}`;
  await client.close();
  await replica.stop();
  return {
    gateway,
    bridge: [received(bridgeDoor), await told(world, "bridge")].join("\n"),
    worker: [received(workerDoor), ...messages, await told(world, "inference-worker")].join("\n"),
  };
}

/** Not the isolation probe, whose very purpose is to carry one's credential to the other's door. */
function received({ passed }: Between): string {
  const requests = passed.filter(({ path }) => path !== "/door" && path !== "/credential");
  return requests.map((request) => `${JSON.stringify(request)}\n${request.body}`).join("\n");
}

async function told({ stack }: World, service: "bridge" | "inference-worker"): Promise<string> {
  const metrics = await (await fetch(`${stack.opsUrl(service)}/metrics`)).text();
  // Names of metrics are the same everywhere, and when the process began is no time of a request.
  const measured = metrics.replace(/^process_start_time_seconds.*$/m, "");
  return `${stack.logs(service)}\n${measured.replaceAll(/^(?:# \w+ )?\w+/gm, "")}`;
}
