import type { Stack } from "../stack/stack.ts";
import { eventsSince, newestEvent } from "./audit-events.ts";
import { type Check, checkPromises, INFERENCE_EVENT } from "./checks.ts";
import { collectStores } from "./collect-stores.ts";
import { countCertificates } from "./count-certificates.ts";
import { DEMO_EMAIL, type DemoAccess } from "./demo-key.ts";
import type { Evidence, Exchange } from "./evidence.ts";
import { type DemoRequest, EXAMPLES } from "./examples.ts";

export interface Demonstration {
  readonly evidence: Evidence;
  readonly checks: readonly Check[];
}

/** Sends the letters, and checks every promise. @throws Error when a call is not answered */
export async function runDemo(stack: Stack, access: DemoAccess): Promise<Demonstration> {
  const before = await requiredUsage(access);
  const newest = await newestEvent(stack);
  const exchanges: Exchange[] = [];
  for (const example of EXAMPLES) exchanges.push(await exchange(stack, access, example));
  const evidence: Evidence = {
    exchanges,
    customerId: before.customer_id,
    email: DEMO_EMAIL,
    apiKey: access.apiKey,
    usedBefore: before.used,
    usedAfter: (await requiredUsage(access)).used,
    events: await eventsSince(stack, newest, {
      type: INFERENCE_EVENT,
      expected: 2 * EXAMPLES.length,
    }),
    certificates: await countCertificates(access.client, exchanges),
    stores: await collectStores(stack),
  };
  return { evidence, checks: checkPromises(evidence) };
}

async function requiredUsage({ client }: DemoAccess) {
  const usage = await client.usage();
  if (usage === undefined) throw new Error("The gateway does not accept the demo key");
  return usage;
}

async function exchange(
  { simulator }: Stack,
  { client }: DemoAccess,
  example: DemoRequest,
): Promise<Exchange> {
  await simulator?.clear();
  const unlinked = await client.ask(example, false);
  const relinked = await client.ask(example, true);
  return { example, unlinked, relinked, received: await simulator?.record() };
}
