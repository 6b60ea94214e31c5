import type { Env } from "@veil/config";
import { serveUntilSignal } from "@veil/http-kit";
import { createAudit } from "../audit.ts";
import { readConfig } from "../config.ts";

export async function runServe(env: Env): Promise<void> {
  const config = readConfig(env);
  await serveUntilSignal(createAudit(config), config);
}
