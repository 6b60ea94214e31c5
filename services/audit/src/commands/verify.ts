import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type TreeHead, VerificationError } from "@veil/crypto";
import { ConfigurationError, type Env } from "@veil/service-kit/config";
import { createLogger } from "@veil/service-kit/telemetry";
import { verifyNoteBytes } from "@veil/veil";
import { type NoteKey, openCheckpoint, parseVkey } from "@veil/veil/log";
import { openEventStore } from "../adapters/open-event-store.ts";
import { readKnownLogKeys, readReaderUrl } from "../config.ts";
import type { ReadLogStart } from "../domain/log-start.ts";
import { verifyAgainst, verifyLog } from "../domain/verify-log.ts";
import { createLogStart } from "../pruning/read-log-start.ts";

/**
 * Verifies the log and prints the result. Exits with 1 when the chain is broken or does not match
 * the checkpoint.
 */
export async function runVerify(env: Env, args: readonly string[]): Promise<void> {
  const { checkpoint, key } = readArguments(args);
  const keys = key === undefined ? readKnownLogKeys(env) : [key];
  const log = createLogger({ service: "audit", level: "warn" });
  const { store, checkpoints, close } = openEventStore(readReaderUrl(env), log);
  let pruned = 0;
  const readLogStart: ReadLogStart = (size) => {
    if (size > 0 && keys.length === 0) throw new ConfigurationError(KEY_NEEDED);
    pruned = size;
    return createLogStart(checkpoints, keys)(size);
  };
  try {
    const result = await (checkpoint === undefined
      ? verifyLog(store, readLogStart)
      : verifyAgainst(checkpoint, store, readLogStart));
    if (result.kind === "intact") {
      console.log(`${result.count} events, chain intact`);
      if (pruned > 0) console.log(`${pruned} events before them were pruned, as the log signed`);
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

const KEY_NEEDED =
  "The first events are missing: --key VKEY, or TRUST_FILE, says who may have signed that they were pruned";

/** Parses `--checkpoint FILE` and `--key VKEY`. The key must come from a trusted source. */
function readArguments(args: readonly string[]): { checkpoint?: TreeHead; key?: NoteKey } {
  const { checkpoint: file, key: vkey } = parsed(args);
  if (vkey === undefined && file === undefined) return {};
  if (vkey === undefined) throw new ConfigurationError("--checkpoint FILE takes --key VKEY");
  try {
    const key = parseVkey(vkey);
    if (file === undefined) return { key };
    const note = readFileSync(file, "utf8");
    return { key, checkpoint: openCheckpoint(note, key, verifyNoteBytes).checkpoint };
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
