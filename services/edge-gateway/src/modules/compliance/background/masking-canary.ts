import { randomUUID } from "node:crypto";
import type { Clock } from "@veil/contracts/clock";
import type { RandomBytes } from "@veil/crypto";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { Sanitiser } from "../../calls/index.ts";
import { plantedValues } from "../domain/planted-values.ts";
import type { CanaryResult } from "../ports.ts";
import { registerCanaryMetrics } from "./canary-metrics.ts";

interface CanaryOptions {
  readonly sanitiser: Sanitiser;
  readonly random: RandomBytes;
  readonly intervalMs: number;
  /** How long the first run waits for the other services to start. */
  readonly startDelayMs: number;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

/** The name of the field that contains the text. */
const FIELD = "masking_canary";

/**
 * Creates the task that sends a text with random values to the sanitiser, and looks for them in
 * what comes back. A run that fails leaves the last result, which becomes too old.
 */
export function createMaskingCanary(
  options: CanaryOptions,
): PeriodicTask & { readonly last: () => CanaryResult | undefined } {
  const { sanitiser, random, intervalMs, startDelayMs, metrics, log, nowMs } = options;
  let last: CanaryResult | undefined;
  registerCanaryMetrics({ metrics, last: () => last, nowMs });
  const onError = (error: unknown) => log.warn("masking_canary_failed", { error });

  const task = createPeriodicTask({ intervalMs, batchMs: startDelayMs, onError }, async () => {
    const planted = plantedValues(random);
    const text = planted.map(({ label, value }) => `${label}: ${value}`).join("\n");
    const { fields } = await sanitiser.sanitise([{ name: FIELD, text }], {
      requestId: randomUUID(),
    });
    const out = fields.map((field) => field.text).join("\n");
    const missed = planted.filter(({ value }) => out.includes(value)).map(({ type }) => type);
    last = { at: new Date(nowMs()), planted: planted.length, missed };
    if (missed.length > 0)
      log.error("masking_canary_found", { reason: `not replaced: ${missed.join(", ")}` });
  });
  task.trigger();
  return { ...task, last: () => last };
}
