import { describe, expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { systemRandomBytes } from "@veil/crypto";
import { createLogger, createMetrics } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import type { Sanitiser } from "../../calls/index.ts";
import type { CanaryResult } from "../ports.ts";
import { registerCanaryMetrics } from "./canary-metrics.ts";
import { createMaskingCanary } from "./masking-canary.ts";

type Sanitised = Awaited<ReturnType<Sanitiser["sanitise"]>>;

/** Starts a canary whose sanitiser changes its text with `replace`. */
function startCanary(replace: (text: string) => string) {
  const lines: string[] = [];
  const texts: string[] = [];
  const canary = createMaskingCanary({
    sanitiser: {
      async sanitise([field]) {
        const text = field?.text ?? "";
        texts.push(text);
        return { fields: [{ name: "f", text: replace(text) }] } as unknown as Sanitised;
      },
    },
    random: systemRandomBytes,
    intervalMs: 5,
    startDelayMs: 0,
    metrics: createMetrics("edge-gateway"),
    log: createLogger({
      service: "edge-gateway",
      level: "debug",
      destination: { write: (line) => void lines.push(line) },
    }),
    nowMs: () => 7,
  });
  canary.start();
  return { canary, texts, lines };
}

const masked = (text: string) => text.replaceAll(/: .*/g, ": [X]");

describe("The masking canary", () => {
  test("when all values are replaced, the result names no missed type, and each run plants other values", async () => {
    const { canary, texts } = startCanary(masked);
    await until("it has run twice", () => texts.length > 1);
    await canary.stop();
    expect(canary.last()).toEqual({ at: new Date(7), planted: 3, missed: [] });
    expect(texts[0]).not.toBe(texts[1]);
  });

  test("when a value comes through, the result names its type, and the log has an error without the value", async () => {
    const { canary, texts, lines } = startCanary((text) =>
      text.replace(/Email: .*/, "Email: [X]").replace(/Card: .*/, "Card: [X]"),
    );
    await until("it has run", () => canary.last() !== undefined);
    await canary.stop();
    expect(canary.last()?.missed).toEqual(["IBAN"]);
    expect(lines.join()).toContain("masking_canary_found");
    for (const text of texts)
      for (const [, value = ""] of text.matchAll(/: (.*)/g))
        expect(lines.join()).not.toContain(value);
  });

  test("when the sanitiser does not respond, the last result stays and becomes too old, and the failure is logged", async () => {
    let isDown = false;
    const { canary, lines } = startCanary((text) => {
      if (isDown) throw new ApiError("sanitizer_unavailable", "down");
      return masked(text);
    });
    await until("it has run", () => canary.last() !== undefined);
    isDown = true;
    await until("it has failed", () =>
      lines.some((line) => line.includes("masking_canary_failed")),
    );
    await canary.stop();
    expect(canary.last()?.missed).toEqual([]);
  });
});

test("the metrics count the values that came through, and the time since the last run, or since the start before the first", async () => {
  const clock = { ms: 1_000 };
  const metrics = createMetrics("test");
  let result: CanaryResult | undefined;
  registerCanaryMetrics({ metrics, last: () => result, nowMs: () => clock.ms });
  const values = async () => ({
    missed: await gauge("veil_masking_canary_missed_values"),
    age: await gauge("veil_masking_canary_age_seconds"),
  });
  const gauge = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
  clock.ms += 60_000;
  expect(await values()).toEqual({ missed: 0, age: 60 });
  result = { at: new Date(clock.ms), planted: 3, missed: ["EMAIL"] };
  clock.ms += 5_000;
  expect(await values()).toEqual({ missed: 1, age: 5 });
});
