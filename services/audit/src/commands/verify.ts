import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigurationError, type Env } from "@veil/config";
import { type TreeHead, VerificationError } from "@veil/crypto";
import { createLogger } from "@veil/telemetry";
import { verifyNoteBytes } from "@veil/veil";
import { openCheckpoint, parseVkey } from "@veil/veil/log";
import { openEventStore } from "../adapters/open-event-store.ts";
import { readReaderUrl } from "../config.ts";
import { verifyAgainst, verifyLog } from "../domain/verify-log.ts";

/** Prints the result; the exit code is 1 when the chain is broken, or the log is not the checkpoint's. */
export async function runVerify(env: Env, args: readonly string[]): Promise<void> {
  const checkpoint = readCheckpoint(args);
  const log = createLogger({ service: "audit", level: "warn" });
  const { store, close } = openEventStore(readReaderUrl(env), log);
  try {
    const result = await (checkpoint === undefined
      ? verifyLog(store)
      : verifyAgainst(checkpoint, store));
    if (result.kind === "intact") {
      console.log(`${result.count} events, chain intact`);
      if (checkpoint !== undefined)
        console.log(`begins with the ${checkpoint.size} events of the checkpoint`);
      return;
    }
    console.log(`chain broken at seq ${result.seq}: ${result.reason}`);
    process.exitCode = 1;
  } finally {
    await close();
  }
}

/** `--checkpoint FILE --key VKEY`; the key from a trusted source. */
function readCheckpoint(args: readonly string[]): TreeHead | undefined {
  const { checkpoint, key } = parsed(args);
  if (checkpoint === undefined && key === undefined) return undefined;
  if (checkpoint === undefined || key === undefined)
    throw new ConfigurationError("--checkpoint FILE and --key VKEY are given together");
  try {
    const note = readFileSync(checkpoint, "utf8");
    return openCheckpoint(note, parseVkey(key), verifyNoteBytes).checkpoint;
  } catch (error) {
    if (error instanceof VerificationError)
      throw new ConfigurationError(`--checkpoint or --key: ${error.message}`);
    throw new ConfigurationError("--checkpoint names a file that cannot be read");
  }
}

function parsed(args: readonly string[]) {
  try {
    const options = { checkpoint: { type: "string" }, key: { type: "string" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new ConfigurationError("verify takes --checkpoint FILE and --key VKEY");
  }
}
