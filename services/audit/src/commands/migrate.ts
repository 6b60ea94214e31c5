import { fileURLToPath } from "node:url";
import type { Env } from "@veil/config";
import { migrate } from "@veil/postgres-kit";
import { createLogger } from "@veil/telemetry";
import { readOwnerUrl } from "../config.ts";

const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

export async function runMigrate(env: Env): Promise<void> {
  const log = createLogger({ service: "audit", level: "info" });
  const applied = await migrate({ url: readOwnerUrl(env), folder: FOLDER, log });
  log.info("migrated", { count: applied.length });
}
