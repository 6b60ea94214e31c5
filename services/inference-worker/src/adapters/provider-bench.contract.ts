import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import type { InferenceOptions, Message } from "@veil/contracts/inference";
import { type Simulator, type SimulatorMode, startSimulator } from "@veil/upstream-simulator";
import type { Provider, ProviderRequest } from "../ports.ts";
import type { ProviderHttpOptions } from "./provider-http.ts";

export interface ProviderCase {
  readonly open: (options: ProviderHttpOptions) => Provider;
  /** The path of requests in this wire format. */
  readonly path: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly bodyFields: readonly string[];
  readonly userOf: (body: Record<string, unknown>) => unknown;
  /** Returns the request body for messages with a system prompt. */
  readonly withSystem: (system: string, messages: readonly object[]) => object;
  /** Returns the simulator's description of a model, without its creation time. */
  readonly modelOf: (id: string) => object;
  /** All parameters of the format, in sets that fit together, with the body fields for them. */
  readonly options: readonly (readonly [InferenceOptions, object])[];
}

export const turn = (role: Message["role"], ...texts: readonly string[]): Message => ({
  role,
  content: texts.map((text) => ({ type: "text", text })),
});

export const PROMPT = "Write to [PERSON_1] – grüße 🙂";

export const REQUEST: ProviderRequest = {
  apiKey: "sk-test",
  model: "m-1",
  messages: [turn("user", PROMPT)],
  maxTokens: 64,
  temperature: 0.5,
  options: {},
  endUserId: "random-user",
  timeoutMs: 30_000,
};

/**
 * Returns the time limit for a call to a simulator in this mode: a second where the response never
 * completes, and otherwise so long that a busy machine does not reach it.
 */
export function timeLimitFor({ fault }: SimulatorMode): number {
  const endless = ["hang", "stall", "stall_in_body"];
  return fault !== undefined && endless.includes(fault) ? 1_000 : 30_000;
}

export interface ProviderBench {
  /** The provider simulator, which is reset before each test. */
  readonly simulator: Simulator;
  readonly provider: Provider;
  /** Replaces `provider` with one at this address. */
  reopen(baseUrl: string, more?: Partial<ProviderHttpOptions>): Promise<void>;
}

/** Registers hooks in the calling suite, and returns the bench. */
export function providerBench({ open }: ProviderCase): ProviderBench {
  let simulator: Simulator;
  let provider: Provider;
  const limits = { timeoutMs: 30_000, maxResponseBytes: 100_000, connections: 4 };

  beforeAll(async () => {
    simulator = await startSimulator();
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.clear();
    simulator.setMode({});
    provider = open({ baseUrl: simulator.url, ...limits });
  });
  afterEach(() => provider.close());
  return {
    get simulator() {
      return simulator;
    },
    get provider() {
      return provider;
    },
    async reopen(baseUrl, more = {}) {
      await provider.close();
      provider = open({ baseUrl, ...limits, ...more });
    },
  };
}
