import type { Env } from "@veil/service-kit/config";
import { serveUntilSignal } from "@veil/service-kit/http";
import { createAudit } from "../audit.ts";
import { readConfig } from "../config.ts";

export async function runServe(env: Env): Promise<void> {
  const config = readConfig(env);
  await serveUntilSignal(createAudit(config), config);
}
