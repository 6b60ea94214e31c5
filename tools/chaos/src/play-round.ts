import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_NAMES } from "@veil/crypto";
import { isUp } from "@veil/local-stack";
import type { InjectedFault } from "./faults/fault.ts";
import { inject } from "./faults/inject.ts";
import type { TestBed } from "./faults/test-bed.ts";
import type { GatewayClient } from "./load/gateway-client.ts";
import { type LoadCustomer, planCall } from "./load/planned-call.ts";
import { planCalls, register, sendAround } from "./load/send-load.ts";
import { settle } from "./load/settle.ts";
import type { FollowedCall } from "./reconcile/read-record.ts";

export interface PlayedRound {
  readonly ended: readonly FollowedCall[];
  /** From the end of the fault, or undefined if the stack did not recover. */
  readonly recoveredMs: number | undefined;
}

const CALLS_PER_ROUND = 24;
const RECOVERY_MS = 120_000;
const TRY_MS = 100;

/** Sends calls while a fault is injected, and follows each call until it is final. */
export async function playRound(
  bed: TestBed,
  gateway: GatewayClient,
  fault: InjectedFault,
): Promise<PlayedRound> {
  bed.simulator.clear();
  const prober = await register(gateway);
  const calls = await planCalls(bed, gateway, CALLS_PER_ROUND);
  let recovery: Promise<number | undefined> = Promise.resolve(undefined);
  const sent = await sendAround(gateway, calls, fault, async () => {
    const end = await inject(bed, fault);
    return async () => {
      await end();
      recovery = recoveryOf(bed, gateway, prober);
    };
  });
  const ended = await Promise.all(
    sent.map(async ({ call, reply: arriving }) => {
      const reply = await arriving;
      return { call, reply, ...(await settle(gateway, call, reply)) };
    }),
  );
  return { ended, recoveredMs: await recovery };
}

/** Measures how long it takes until each service is ready and a new call is completed. */
async function recoveryOf(
  { stack }: TestBed,
  gateway: GatewayClient,
  prober: LoadCustomer,
): Promise<number | undefined> {
  const began = Date.now();
  const isReady = async () => {
    const ready = await Promise.all(
      SERVICE_NAMES.map((service) => isUp(`${stack.opsUrl(service)}/ready`)),
    );
    return ready.every(Boolean);
  };
  const isServed = async () => {
    return (await gateway.send(planCall("whole", prober, 0)))?.status === 200;
  };
  while (Date.now() - began < RECOVERY_MS) {
    if ((await isReady()) && (await isServed())) return Date.now() - began;
    await sleep(TRY_MS);
  }
  return undefined;
}
