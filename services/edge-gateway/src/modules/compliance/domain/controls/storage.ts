import type { StoredSample } from "../../ports.ts";
import type { Control } from "../control.ts";
import { isSealed } from "../is-sealed.ts";

interface StorageControlDeps {
  /** Returns the beginning of values in columns that must be sealed. */
  readonly sealedSamples: () => Promise<readonly StoredSample<Uint8Array>[]>;
  /** Returns values of columns that are not sealed. */
  readonly clearSamples: () => Promise<readonly StoredSample<string>[]>;
  /** Returns the types of identifiers in a text. */
  readonly identifiers: (text: string) => Promise<readonly string[]>;
  readonly now: () => Date;
}

const COMMON = {
  measuredBy: "edge gateway",
  method: "run_time_test",
  goals: ["confidentiality", "data_minimization"],
} as const satisfies Partial<Control>;

/** Returns the controls for what the gateway's database stores. */
export function storageControls(deps: StorageControlDeps): readonly Control[] {
  const { sealedSamples, clearSamples, identifiers, now } = deps;
  return [
    {
      ...COMMON,
      id: "sealed_storage",
      title: "Sealed storage",
      promise: "Addresses, answers, re-link maps and records of calls are stored encrypted.",
      articles: ["5(1)(f)", "32(1)(a)"],
      async measure() {
        const samples = await sealedSamples();
        const plain = samples.filter(({ value }) => !isSealed(value)).map(({ column }) => column);
        return { ...judged(samples, plain, "Not encrypted:"), measuredAt: now() };
      },
    },
    {
      ...COMMON,
      id: "no_values_at_rest",
      title: "No values outside sealed storage",
      promise: "What is stored without encryption contains no personal data of requests.",
      articles: ["5(1)(c)", "25(1)"],
      async measure() {
        const samples = await clearSamples();
        const found: string[] = [];
        for (const { column, value } of samples)
          for (const type of await identifiers(value)) found.push(`${column} (${type})`);
        return { ...judged(samples, found, "Personal data in:"), measuredAt: now() };
      },
    },
  ];
}

function judged(samples: readonly StoredSample<unknown>[], wrong: readonly string[], what: string) {
  const figures = [...new Set(samples.map(({ column }) => column))].map((column) => ({
    name: `values of ${column} tested`,
    value: samples.filter((sample) => sample.column === column).length,
  }));
  if (wrong.length > 0)
    return {
      state: "not_met",
      reason: `${what} ${[...new Set(wrong)].join(", ")}`,
      figures,
    } as const;
  if (samples.length === 0)
    return { state: "unknown", reason: "Nothing is stored yet", figures } as const;
  return { state: "met", figures } as const;
}
