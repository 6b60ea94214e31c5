import { randomBytes } from "node:crypto";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";

export const DIALECTS = ["anthropic", "openai"] as const;
export type Dialect = (typeof DIALECTS)[number];

const PREFIX: Readonly<Record<Dialect, string>> = { anthropic: "sk-ant-", openai: "sk-" };

export interface OwnProviders {
  readonly of: Readonly<Record<Dialect, Simulator>>;
  readonly all: readonly Simulator[];
  table(): string;
  close(): Promise<void>;
}

type SimulatorOptions = NonNullable<Parameters<typeof startSimulator>[0]>;

export async function startOwnProviders(options: SimulatorOptions = {}): Promise<OwnProviders> {
  const of = { anthropic: await startSimulator(options), openai: await startSimulator(options) };
  const all = Object.values(of);
  return {
    of,
    all,
    table() {
      const entries = DIALECTS.map((dialect) => {
        const entry = { provider: dialect, dialect, base_url: of[dialect].url };
        return [PREFIX[dialect], entry];
      });
      return JSON.stringify(Object.fromEntries(entries));
    },
    async close() {
      await Promise.all(all.map((provider) => provider.close()));
    },
  };
}

export function freshProviderKey(dialect: Dialect): string {
  return `${PREFIX[dialect]}${randomBytes(16).toString("hex")}`;
}
