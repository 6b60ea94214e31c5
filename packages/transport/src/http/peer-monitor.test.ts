import { expect, test } from "@jest/globals";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createPeerMonitor } from "./peer-monitor.ts";

type Failure = ConstructorParameters<typeof ServiceCallError>[0];

async function stateAfter(...ends: readonly (Failure | "answered")[]) {
  const left = [...ends];
  const call = async () => {
    const end = left.shift();
    if (end !== undefined && end !== "answered") throw new ServiceCallError(end, "bridge");
  };
  const client = { call } as unknown as ServiceClient;
  const options = { client, log: silentLogger, component: "test", intervalMs: 60_000 };
  const monitor = createPeerMonitor(options);
  await monitor.firstProbe;
  const state = monitor.state();
  monitor.stop();
  return [state, left.length];
}

test.each([
  [["answered"], "up"],
  [["timeout", "answered"], "up"],
  [["timeout", "timeout"], "down"],
  [["timeout", "not_sent"], "down"],
  [["not_sent"], "down"],
  [["interrupted"], "down"],
] as const)(
  "after calls with the outcomes %j, one probe reports the state %s",
  async (ends, state) => {
    expect(await stateAfter(...ends)).toEqual([state, 0]);
  },
);
