import type { Command } from "@commander-js/extra-typings";
import { eventsIn } from "@veil/contracts/audit";
import { VerificationError } from "@veil/crypto";
import { readCompressed } from "@veil/crypto/files";
import type { NoteKey } from "@veil/veil/log";
import { type ArchivedEvent, type VerifiedArchive, verifyArchive } from "@veil/veil/log-archive";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { deliver } from "./deliver.ts";
import { EXAMPLE_LOG_KEY, logKeyOption } from "./older-checkpoint.ts";

interface ArchiveOptions {
  readonly logKey: readonly NoteKey[];
  readonly event?: string | undefined;
  readonly output?: string | undefined;
  readonly json?: true | undefined;
}

export function addAuditVerifyArchive(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify-archive <FILE...>",
    summary: "verify archives of pruned events, offline",
    description:
      "Verifies that each FILE has exactly the events that the log signed before it deleted them, and that each archive " +
      "continues the one before it. Needs only the log's public key. Names of archives sort in the log's order.",
    fails:
      "an archive is not what the log signed or does not continue the one before, or no archive has the event",
    examples: [
      `veil audit verify-archive archives/audit-*.gz --log-key ${EXAMPLE_LOG_KEY}`,
      `veil audit verify-archive audit-1-9.gz --log-key ${EXAMPLE_LOG_KEY} --event 9b2f0c5e-4a8d-4a8e-9a53-0d9f5a0b7c11`,
    ],
  })
    .addOption(logKeyOption().makeOptionMandatory())
    .option("--event <EVENT_ID>", "print this event; fails if no archive has it")
    .option("--output <FILE>", "write the checkpoint of the last archive's end into this file")
    .action(async (files, options) => verifyArchives(cli, files, options));
}

async function verifyArchives(
  cli: Cli,
  files: readonly string[],
  options: ArchiveOptions,
): Promise<void> {
  if (new Set(options.logKey.map(({ name }) => name)).size > 1)
    throw usageError("--log-key: all keys must be of one log");
  const summary = createSummary(options.event);
  const archives: VerifiedArchive[] = [];
  for (const file of files) {
    const after = archives.at(-1)?.pruning;
    archives.push(await verifyFile(file, options.logKey, after, summary.add));
  }
  printBody(cli, options, summary.body(archives));
  if (options.event !== undefined && !summary.hasEvent())
    throw checkFailed(`no archive has the event ${options.event}`);
  if (options.output !== undefined)
    await deliver(cli, options.output, archives.at(-1)?.pruning ?? "");
}

async function verifyFile(
  file: string,
  keys: readonly NoteKey[],
  after: string | undefined,
  visit: (entry: ArchivedEvent) => void,
): Promise<VerifiedArchive> {
  try {
    return await verifyArchive(readCompressed(file), { keys, after, visit });
  } catch (error) {
    if (error instanceof VerificationError) throw checkFailed(`${file}: ${error.message}`);
    throw usageError(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function createSummary(eventId: string | undefined) {
  let entries = 0;
  let events = 0;
  let times: readonly [oldest: string, newest: string] | undefined;
  let found: object | undefined;
  return {
    add({ seq, leafHash, canonical, event: entry }: ArchivedEvent): void {
      entries += 1;
      for (const { event_id, occurred_at } of eventsIn(entry)) {
        events += 1;
        const [oldest, newest] = times ?? [occurred_at, occurred_at];
        times = [min(oldest, occurred_at), max(newest, occurred_at)];
        if (event_id !== eventId?.toLowerCase()) continue;
        found = { seq, leaf_hash: Buffer.from(leafHash).toString("base64"), entry: canonical };
      }
    },
    hasEvent: () => found !== undefined,
    body: (archives: readonly VerifiedArchive[]) => ({
      status: "intact",
      ...{ archives: archives.length, first_seq: archives[0]?.firstSeq },
      ...{ last_seq: archives.at(-1)?.lastSeq, entries, events },
      ...{ oldest: times?.[0], newest: times?.[1] },
      ...(found !== undefined && { event: found }),
    }),
  };
}

/** Canonical times have one length, so they sort as texts. */
function min(left: string, right: string): string {
  return left < right ? left : right;
}

function max(left: string, right: string): string {
  return left > right ? left : right;
}
