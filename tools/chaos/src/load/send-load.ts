import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { queryAs } from "@veil/local-stack/inspection";
import type { InjectedFault } from "../faults/fault.ts";
import type { TestBed } from "../faults/test-bed.ts";
import type { GatewayClient, GatewayReply } from "./gateway-client.ts";
import { CALL_KINDS, type LoadCustomer, type PlannedCall, planCall } from "./planned-call.ts";

export interface SentCall {
  readonly call: PlannedCall;
  readonly reply: Promise<GatewayReply | undefined>;
}

const SLOWEST_MS = 2_000;

/** Registers a customer for each call, so that the usage of each call is known. */
export async function planCalls(
  { stack }: TestBed,
  gateway: GatewayClient,
  count: number,
): Promise<readonly PlannedCall[]> {
  const callers = await Promise.all(Array.from({ length: count }, () => register(gateway)));
  // Only paying customers get the values back in answers of SDKs.
  await queryAs(stack.databases.gatewayAdminUrl, "update customers set tier = 'pro'");
  // Half of the calls are native.
  const kinds = ["native", ...CALL_KINDS] as const;
  return callers.map((caller, at) =>
    planCall(kinds[at % kinds.length] ?? "native", caller, randomInt(SLOWEST_MS)),
  );
}

export async function register(gateway: GatewayClient): Promise<LoadCustomer> {
  const email = `chaos-${randomBytes(8).toString("hex")}@example.org`;
  const reply = await gateway.post("/api/v1/register", { email });
  const apiKey = reply?.body["svc_api_key"];
  if (reply === undefined || typeof apiKey !== "string")
    throw new Error(`A registration without a fault got ${reply?.status ?? "no reply"}`);
  return { email, apiKey };
}

/**
 * Sends a third of the calls before the fault, a third during it, and a third when it has ended.
 * `begin` begins the fault and resolves to a function that ends it.
 */
export async function sendAround(
  gateway: GatewayClient,
  calls: readonly PlannedCall[],
  { afterMs, lastsMs }: Pick<InjectedFault, "afterMs" | "lastsMs">,
  begin: () => Promise<() => Promise<void>>,
): Promise<readonly SentCall[]> {
  const third = Math.ceil(calls.length / 3);
  const sent: SentCall[] = [];
  const send = async (from: number, to: number, durationMs: number) => {
    const some = calls.slice(from, to);
    for (const call of some) {
      sent.push({ call, reply: gateway.send(call) });
      await sleep(durationMs / some.length);
    }
  };
  await send(0, third, afterMs);
  const end = await begin();
  try {
    await send(third, 2 * third, lastsMs);
  } finally {
    await end();
  }
  await send(2 * third, calls.length, 0);
  return sent;
}
