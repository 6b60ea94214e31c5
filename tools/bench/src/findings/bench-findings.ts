import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Stack, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { type LoadTarget, openTarget } from "../pipeline/load.ts";
import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";

/** Slightly below the limits of findings and of body size. */
const FINDINGS = 49_500;
const BODY_BYTES = 4_150_000;
const WARM_UP_MS = 3_000;
const IDLE_MS = 3_000;
const PAUSE_MS = 5;
const PATIENCE_MS = "60000";

/** Measures `GET /health` while a body with nearly the maximum of findings is in flight. */
export async function benchFindings({ rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const quiet = { LOG_LEVEL: "warn" };
  const gateway = { ...quiet, SANITISER_TIMEOUT_MS: PATIENCE_MS, WAIT_TIMEOUT_MS: PATIENCE_MS };
  const env = { "edge-gateway": gateway, sanitiser: quiet };
  const stack = await startStack({ stateDir, profile: "embedded", simulator: "start", env });
  try {
    return await measureFindings(stack, { rounds, onProgress });
  } finally {
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function measureFindings(
  stack: Stack,
  { rounds, onProgress }: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<Figure[]> {
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
    onProgress("warming up");
    await timesDuring(setTimeout(WARM_UP_MS), health);
    await large.once();
    const idle: number[] = [];
    const during: number[] = [];
    const whole: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      onProgress(`round ${round} of ${rounds}`);
      idle.push(...(await timesDuring(setTimeout(IDLE_MS), health)));
      during.push(
        ...(await timesDuring(
          large.once().then((ms) => void whole.push(ms)),
          health,
        )),
      );
      await stack.simulator?.clear();
    }
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

async function timesDuring(
  other: Promise<unknown>,
  target: LoadTarget,
): Promise<readonly number[]> {
  let goesOn = true;
  const stopped = other.finally(() => {
    goesOn = false;
  });
  const ask = async () => {
    const times: number[] = [];
    while (goesOn) {
      times.push(await target.once());
      await setTimeout(PAUSE_MS);
    }
    return times;
  };
  const [times] = await Promise.all([ask(), stopped]);
  return times;
}

function list(): string {
  const line = (at: number) => `user${String(at).padStart(6, "0")}@corp.example `;
  const filler = "x "
    .repeat(BODY_BYTES)
    .slice(0, Math.floor(BODY_BYTES / FINDINGS) - line(0).length - 2);
  return Array.from({ length: FINDINGS }, (_, at) => `${line(at)}${filler}`).join("\n");
}
