import type { Env } from "@veil/config";
import { createLogger } from "@veil/telemetry";
import { openEventStore } from "../adapters/open-event-store.ts";
import { readReaderUrl } from "../config.ts";
import { verifyLog } from "../domain/verify-log.ts";

/** Prints the result; the exit code is 1 when the chain is broken. */
export async function runVerify(env: Env): Promise<void> {
  const log = createLogger({ service: "audit", level: "warn" });
  const { store, close } = openEventStore(readReaderUrl(env), log);
  try {
    const result = await verifyLog(store);
    if (result.kind === "intact") return console.log(`${result.count} events, chain intact`);
    console.log(`chain broken at seq ${result.seq}: ${result.reason}`);
    process.exitCode = 1;
  } finally {
    await close();
  }
}
