import { migrate } from "@veil/postgres-kit";
import type { Env } from "@veil/service-kit/config";
import { createLogger } from "@veil/service-kit/telemetry";
import { readOwnerUrl } from "../config.ts";
import { MIGRATIONS } from "../migrations-folder.ts";

export async function runMigrate(env: Env): Promise<void> {
  const log = createLogger({ service: "audit", level: "info" });
  const applied = await migrate({ url: readOwnerUrl(env), folder: MIGRATIONS, log });
  log.info("migrated", { count: applied.length });
}
