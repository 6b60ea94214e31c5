import { setTimeout } from "node:timers/promises";
import type { Stack } from "@veil/local-stack";
import { openTarget, timesDuring } from "../pipeline/load.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { median, percentile } from "../statistics.ts";

/** A number of findings and a body size slightly below their limits. */
const FINDINGS = 49_500;
const BODY_BYTES = 4_150_000;
const WARM_UP_MS = 3_000;
const IDLE_MS = 3_000;
const PAUSE_MS = 5;
const PATIENCE_MS = "60000";

/** Measures `GET /health` while a body with nearly the maximum of findings is in flight. */
export async function benchFindings(options: Rounds): Promise<Figure[]> {
  const gateway = { SANITISER_TIMEOUT_MS: PATIENCE_MS, WAIT_TIMEOUT_MS: PATIENCE_MS };
  return await withBenchStack({ profile: "embedded", env: { "edge-gateway": gateway } }, (stack) =>
    measureFindings(stack, options),
  );
}

async function measureFindings(stack: Stack, options: Rounds): Promise<Figure[]> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: true });
  const large = openTarget({
    url: stack.gatewayUrl,
    path: "/api/v1/proxy/messages",
    headers: { "x-api-key": apiKey },
    body: {
      prompt_template: "Summarise: {list}",
      context: { list: list() },
      relink_response: false,
    },
  });
  const health = openTarget({ url: stack.gatewayUrl, path: "/health", headers: {} });
  try {
    const healthDuring = (other: Promise<unknown>) => timesDuring(other, health.once, PAUSE_MS);
    options.onProgress("warming up");
    await healthDuring(setTimeout(WARM_UP_MS));
    await large.once();
    const idle: number[] = [];
    const during: number[] = [];
    const whole: number[] = [];
    await inRounds(options, "findings", async () => {
      idle.push(...(await healthDuring(setTimeout(IDLE_MS))));
      during.push(...(await healthDuring(large.once().then((ms) => void whole.push(ms)))));
      await stack.simulator?.clear();
    });
    return figures({ idle, during, whole });
  } finally {
    await large.close();
    await health.close();
  }
}

function figures({ idle, during, whole }: Record<"idle" | "during" | "whole", number[]>) {
  const of = (name: string, p: number) =>
    figure(`findings.health_${name}_ms`, percentile(during, p), "ms", [
      "alone",
      percentile(idle, p),
    ]);
  return [
    of("p50", 0.5),
    of("p99", 0.99),
    of("max", 1),
    figure("findings.request_ms", median(whole), "ms"),
  ];
}

function list(): string {
  const line = (at: number) => `user${String(at).padStart(6, "0")}@corp.example `;
  const filler = "x "
    .repeat(BODY_BYTES)
    .slice(0, Math.floor(BODY_BYTES / FINDINGS) - line(0).length - 2);
  return Array.from({ length: FINDINGS }, (_, at) => `${line(at)}${filler}`).join("\n");
}
