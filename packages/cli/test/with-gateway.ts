import { type Captured, capturedWith } from "../src/program/captured.contract.ts";
import type { Cli } from "../src/program/cli.ts";
import {
  type FakeAnswer,
  type FakeGateway,
  type Recorded,
  startFakeGateway,
} from "./fake-gateway.ts";

export const API_KEY = `svc_Ab3dE6gH${"x".repeat(49)}`;
export const ADMIN_KEY = "an-admin-key-of-more-than-32-characters";

interface Run extends Captured {
  readonly requests: readonly Recorded[];
  readonly url: string;
}

interface Given {
  readonly changes?: Partial<Cli> | ((gateway: FakeGateway) => Partial<Cli>);
  readonly input?: string;
}

/** Runs one command against a gateway with these responses. */
export async function veilWith(
  answer: (request: Recorded, count: number) => FakeAnswer | undefined,
  args: readonly string[],
  { changes = {}, input = "" }: Given = {},
): Promise<Run> {
  const gateway = await startFakeGateway(answer);
  const { env, ...rest } = typeof changes === "function" ? changes(gateway) : changes;
  try {
    const result = await capturedWith(
      {
        readInput: async () => Buffer.from(input),
        ...rest,
        env: { VEIL_URL: gateway.url, VEIL_API_KEY: API_KEY, VEIL_ADMIN_KEY: ADMIN_KEY, ...env },
      },
      ...args,
    );
    return { ...result, requests: gateway.requests, url: gateway.url };
  } finally {
    await gateway.close();
  }
}
