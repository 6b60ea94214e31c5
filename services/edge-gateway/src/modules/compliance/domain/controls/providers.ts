import type { Providers } from "../../ports.ts";
import type { Control } from "../control.ts";

interface ProviderControlDeps {
  readonly providers: Providers;
  /** The region of each provider, as the operator states it. */
  readonly regions: ReadonlyMap<string, string>;
  readonly now: () => Date;
}

const COMMON = { measuredBy: "inference worker", method: "setting" } as const;

/** Returns the controls for the model providers. */
export function providerControls(deps: ProviderControlDeps): readonly Control[] {
  const { providers, regions, now } = deps;
  return [
    {
      ...COMMON,
      id: "providers",
      title: "Providers and their regions",
      promise:
        "Prompts go only to these providers. Each gets the sanitised prompt and a random id for each request.",
      articles: ["13(1)(e)", "28(2)", "30(1)(d)", "44"],
      goals: ["transparency", "data_minimization"],
      async measure() {
        const known = await providers();
        const missing = known.map(({ name }) => name).filter((name) => !regions.has(name));
        return {
          state: missing.length === 0 ? "met" : "unknown",
          reason:
            missing.length === 0
              ? undefined
              : `The operator has stated no region for ${missing.join(", ")}`,
          measuredAt: now(),
          figures: known.map(({ name, host }) => ({
            name,
            value: `${host}, ${regions.get(name) ?? "region not stated"}`,
          })),
        };
      },
    },
    {
      ...COMMON,
      id: "transport_providers",
      title: "Encryption between the worker and providers",
      promise: "Prompts are encrypted on their way to the provider.",
      articles: ["32(1)(a)"],
      goals: ["confidentiality", "integrity"],
      async measure() {
        const known = await providers();
        const plain = known.filter(({ encrypted }) => !encrypted).map(({ name }) => name);
        return {
          state: plain.length === 0 ? "met" : "not_met",
          reason: plain.length === 0 ? undefined : `Not encrypted: ${plain.join(", ")}`,
          measuredAt: now(),
          figures: known.map(({ name, encrypted }) => ({
            name,
            value: encrypted ? "TLS" : "not encrypted",
          })),
        };
      },
    },
  ];
}
