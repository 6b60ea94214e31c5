import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { verifyConsistency, verifyInclusion } from "@veil/crypto";
import { readCompressed } from "@veil/crypto/files";
import { describeWithServer } from "@veil/testing";
import { verifyNoteBytes } from "@veil/veil";
import { openCheckpoint, openPruning } from "@veil/veil/log";
import { type ArchivedEvent, verifyArchive } from "@veil/veil/log-archive";
import { createArchiveFolder } from "../src/adapters/archive-folder.ts";
import { createPostgresPrunings } from "../src/adapters/postgres-prunings.ts";
import { createArchiver } from "../src/pruning/archive-events.ts";
import { logSigner, openPrunedLog, type PrunedLog } from "./pruned-log.ts";

const [OLD, YOUNG] = [100, 2];
const FIRST = "audit-0000000000000001-0000000000000006.gz";
const SECOND = "audit-0000000000000007-0000000000000009.gz";

describeWithServer("postgres", "Archives of a log of 6 old events and 4 young ones", (adminUrl) => {
  let log: PrunedLog;
  let folder: string;
  beforeEach(async () => {
    log = await openPrunedLog(adminUrl);
    await log.append(6, OLD);
    await log.append(4, YOUNG);
    await log.makeCheckpoint();
    folder = path.join(log.folder, "archives");
    mkdirSync(folder);
  });
  afterEach(() => log.close());

  const at = (name: string) => path.join(folder, name);
  const prune = (env: object = {}) => log.prune({ AUDIT_ARCHIVE_DIR: folder, ...env });
  const refused = (size: number, reason: string) => ({
    ...{
      code: 1,
      lines: ["0 events pruned", `the pruning of ${size} events is refused: ${reason}`],
    },
  });

  async function verified(name: string, after?: string) {
    const entries: ArchivedEvent[] = [];
    const visit = (entry: ArchivedEvent) => void entries.push(entry);
    const options = { keys: [logSigner.key], after, visit };
    return { ...(await verifyArchive(readCompressed(at(name)), options)), entries };
  }

  test("When events are pruned, then an archive has exactly these events and the log's statement, and only its owner may read it", async () => {
    const rows = await log.events.readAfter(0, 6);
    await log.signPruning();
    expect(await prune()).toEqual({ code: 0, lines: ["6 events pruned"] });

    expect(readdirSync(folder)).toEqual([FIRST]);
    expect(statSync(at(FIRST)).mode & 0o777).toBe(0o600);
    const { entries, ...range } = await verified(FIRST);
    const note = (await log.checkpoints.pruningUpTo(6))?.note;
    expect(range).toEqual({ after: null, pruning: note, firstSeq: 1, lastSeq: 6 });
    expect(entries.map(({ canonical }) => canonical)).toEqual(rows.map((row) => row.canonical));
    const [header, ...lines] = gunzipSync(readFileSync(at(FIRST)))
      .toString()
      .trimEnd()
      .split("\n");
    expect(Object.keys(JSON.parse(header ?? ""))).toEqual([
      "format",
      "after",
      "subtrees",
      "pruning",
    ]);
    expect(lines).toEqual(
      rows.map(({ hash, canonical }) => `${Buffer.from(hash).toString("base64")} ${canonical}`),
    );
  });

  test("When a pruned log is pruned again, then the second archive continues the first, also when that one was not archived", async () => {
    await log.signPruning();
    await prune();
    await log.state({ size: 9 });
    expect((await prune({ AUDIT_DAYS: "1" })).lines).toEqual(["3 events pruned"]);

    const first = await verified(FIRST);
    expect(await verified(SECOND, first.pruning)).toMatchObject({ firstSeq: 7, lastSeq: 9 });
    rmSync(at(FIRST));
    expect(await verified(SECOND)).toMatchObject({ firstSeq: 7, after: first.pruning });
  });

  test("When no folder is set, then events are pruned without an archive, and the next archive begins after them", async () => {
    await log.signPruning();
    expect((await log.prune()).lines).toEqual(["6 events pruned"]);
    await log.state({ size: 9 });
    await prune({ AUDIT_DAYS: "1" });
    expect(readdirSync(folder)).toEqual([SECOND]);
    expect((await verified(SECOND)).entries).toHaveLength(3);
  });

  test("A proof from before the pruning verifies after it, and leads to the leaf of the archived event", async () => {
    const [proof = []] = await log.tree.inclusions([3], 10);
    const old = { size: 10, root: await log.tree.rootAt(10) };
    await log.signPruning();
    await prune();
    await log.append(3, YOUNG);
    await log.makeCheckpoint();

    const { entries, pruning } = await verified(FIRST);
    const leafHash = entries[3]?.leafHash ?? Buffer.alloc(32);
    expect(verifyInclusion({ ...old, index: 3, leafHash, path: proof })).toBe(true);
    const present = { size: 13, root: await log.tree.rootAt(13) };
    const path = await log.tree.consistency(10, 13);
    expect(verifyConsistency({ from: old, to: present, path })).toBe(true);
    const [leaf] = await log.checkpoints.nodes([{ level: 0, position: 3 }]);
    expect(leaf).toEqual(Buffer.from(leafHash));
    // A new proof of a pruned event also follows from the leaves that the tree has kept.
    const [later = []] = await log.tree.inclusions([3], 13);
    expect(verifyInclusion({ ...present, index: 3, leafHash, path: later })).toBe(true);
    const end = openCheckpoint(pruning, logSigner.key, verifyNoteBytes).checkpoint;
    const fromEnd = await log.tree.consistency(6, 13);
    expect(verifyConsistency({ from: end, to: present, path: fromEnd })).toBe(true);
  });

  /** Archives the first 6 events under their waiting pruning, like a run that is killed before it deletes. */
  async function archiveOnly(): Promise<void> {
    const [stored] = await createPostgresPrunings(log.owner).waiting();
    const { note, size } = stored ?? { note: "", size: 0 };
    const keys = [logSigner.key];
    const archive = createArchiver({ ...log, keys, archives: createArchiveFolder(folder) });
    await archive({ note, size }, openPruning(note, keys, verifyNoteBytes), new Date());
  }

  test("When prune was killed between the archive and the deletion, then the next run verifies and keeps the archive, and deletes", async () => {
    await log.signPruning();
    await archiveOnly();
    expect(await log.seqs()).toHaveLength(10);
    const text = gunzipSync(readFileSync(at(FIRST)));
    const other = gzipSync(text, { level: 1 });
    expect(other).not.toEqual(readFileSync(at(FIRST)));
    writeFileSync(at(FIRST), other);
    expect((await prune()).lines).toEqual(["6 events pruned"]);
    expect(readFileSync(at(FIRST))).toEqual(other);
  });

  test("When the archive of the same events under another pruning exists, then it stays and nothing is deleted", async () => {
    await log.state({ size: 6 });
    await archiveOnly();
    await log.owner.query("delete from audit.prunings");
    await log.signPruning();
    expect(await prune()).toEqual(refused(6, `${FIRST} is the archive of other events`));
    expect(await log.seqs()).toHaveLength(10);
  });

  test.each<[string, () => void]>([
    ["is cut off", () => writeFileSync(at(FIRST), gzipSync("{}").subarray(0, 10))],
    ["has other text", () => writeFileSync(at(FIRST), gzipSync("{}\n"))],
    ["is a folder", () => mkdirSync(at(FIRST))],
  ])(
    "When a file of the archive's name exists and %s, then it stays and nothing is deleted",
    async (_, make) => {
      make();
      await log.signPruning();
      await prune().then(
        ({ code }) => expect(code).toBe(1),
        (error: unknown) => expect(error).toMatchObject({ code: "EISDIR" }),
      );
      expect(await log.seqs()).toHaveLength(10);
      expect(readdirSync(folder)).toEqual([FIRST]);
    },
  );

  test("When an event was changed after the pruning was signed, then no archive is written and nothing is deleted", async () => {
    await log.signPruning();
    await log.owner.query("alter table audit.events disable trigger user");
    await log.owner.query(
      "update audit.events set canonical = replace(canonical, 'req_1', 'req_2') where seq = 3",
    );
    expect(await prune()).toEqual(
      refused(6, "the events are not those that were signed, or too young"),
    );
    expect(readdirSync(folder)).toEqual([]);
    expect(await log.seqs()).toHaveLength(10);
  });

  test("When a pruning has events younger than AUDIT_DAYS, then no archive is written", async () => {
    await log.state({ size: 8 });
    expect((await prune()).code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("When the folder is missing or is a file, then prune fails and nothing is deleted", async () => {
    await log.signPruning();
    await expect(prune({ AUDIT_ARCHIVE_DIR: at("missing") })).rejects.toMatchObject({
      code: "ENOENT",
    });
    writeFileSync(at("file"), "");
    await expect(prune({ AUDIT_ARCHIVE_DIR: at("file") })).rejects.toMatchObject({
      code: "ENOTDIR",
    });
    expect(await log.seqs()).toHaveLength(10);
  });
});
