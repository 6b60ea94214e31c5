import type { StackSimulator } from "@veil/local-stack";
import { request } from "undici";
import type { TargetOptions } from "../pipeline/load.ts";
import { requireMasking } from "./require-masking.ts";
import { LETTER_EMAIL } from "./texts.ts";

/**
 * Makes one call like the calls to measure. @throws Error unless the peer masks the value on its
 * way to the provider and restores it in the response
 */
export async function checkMasking(
  peer: string,
  { url, path, headers, body }: TargetOptions,
  simulator: StackSimulator | undefined,
): Promise<void> {
  if (simulator === undefined) throw new Error("The provider is not the simulator");
  await simulator.clear();
  const { statusCode, body: answered } = await request(`${url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await answered.text();
  if (statusCode !== 200)
    throw new Error(`${peer} answered ${statusCode}: ${answer.slice(0, 200)}`);
  const arrived = (await simulator.record()).map((received) => received.body);
  requireMasking(peer, { value: LETTER_EMAIL, arrived, answer });
  await simulator.clear();
}
