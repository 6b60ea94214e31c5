import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { resealCommand } from "../../src/commands/reseal.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { resealColumn } from "../../src/resealing/postgres-resealing.ts";
import { SEALED_COLUMNS } from "../../src/resealing/sealed-columns.ts";
import { type GatewayDatabase, openGatewayDatabase, PATIENT } from "../support/gateway-database.ts";
import { printedBy } from "../support/printed.ts";

const [OLD, NEW] = ["a1".repeat(32), "b2".repeat(32)] as const;
const ROTATING = `${NEW},${OLD}`;
const CONTACTS = 45;

const [contacts] = SEALED_COLUMNS.filter(({ table }) => table === "contacts");
const idOf = (at: number) => `con_${String(at).padStart(32, "0")}`;
const fieldsOf = (keys: string) => parseDataKeys(keys).sealing("fields");
const boxOf = (at: number, keys: string, text = `message ${at}`) =>
  fieldsOf(keys).seal(Buffer.from(text), `contact/${idOf(at)}`);

let database: GatewayDatabase;
beforeAll(async () => {
  database = await openGatewayDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.execute("delete from contacts");
  for (let at = 0; at < CONTACTS; at++) await insert(at, boxOf(at, OLD));
});

async function insert(at: number, box: Buffer): Promise<void> {
  const statement = "insert into contacts (contact_id, content_sealed) values ($1, $2)";
  await database.owner.execute(statement, [idOf(at), box]);
}

async function boxes(): Promise<readonly Buffer[]> {
  const statement = "select content_sealed as box from contacts order by contact_id";
  return (await database.owner.query<{ box: Buffer }>(statement)).map(({ box }) => box);
}

async function textsUnder(keys: string): Promise<readonly string[]> {
  const sealing = fieldsOf(keys);
  const statement = "select contact_id as id, content_sealed as box from contacts order by 1";
  const rows = await database.owner.query<{ id: string; box: Buffer }>(statement);
  return rows.map(({ id, box }) => {
    try {
      return sealing.open(box, `contact/${id}`).toString();
    } catch {
      return "-";
    }
  });
}

/** Runs the command. Returns what it prints, and the message with which it fails. */
async function run(keys: string, ...argv: readonly string[]) {
  const env = { DATABASE_URL: database.urls.runtimeUrl, DATA_KEY: keys };
  let failure: string | undefined;
  const text = await printedBy(async () => {
    await resealCommand(env, argv).catch((error: Error) => {
      failure = error.message;
    });
  });
  return { lines: text.trim().split("\n"), failure };
}

const ALL = Array.from({ length: CONTACTS }, (_, at) => `message ${at}`);
const NONE = ALL.map(() => "-");

describeWithServer("postgres", "The command reseal", () => {
  test("re-seals every box of an older key, and a second run finds nothing left", async () => {
    const first = await run(ROTATING);
    expect(first.failure).toBeUndefined();
    expect(first.lines).toContain("contacts.content_sealed 0 current, 45 older, 0 unopened");
    expect(first.lines.at(-1)).toBe("all columns: 0 older, 0 unopened");
    expect(await textsUnder(NEW)).toEqual(ALL);
    expect(await textsUnder(OLD)).toEqual(NONE);
    const stored = await boxes();
    const second = await run(ROTATING);
    expect(second.lines).toContain("contacts.content_sealed 45 current, 0 older, 0 unopened");
    expect(await boxes()).toEqual(stored);
  });

  test("--check counts the boxes of older keys, changes nothing, and fails while there are any", async () => {
    const stored = await boxes();
    const before = await run(ROTATING, "--check");
    expect(before.lines).toContain("contacts.content_sealed 0 current, 45 older, 0 unopened");
    expect(before.failure).toBe("45 boxes are sealed under an older key of DATA_KEY");
    expect(await boxes()).toEqual(stored);
    await run(ROTATING);
    expect((await run(ROTATING, "--check")).failure).toBeUndefined();
  });

  test("a box that no key opens is counted and stays as it is, the others are re-sealed, and the command fails", async () => {
    const [foreign, short] = [boxOf(45, "c3".repeat(32)), Buffer.from("short")];
    await insert(45, foreign);
    await insert(46, short);
    const { lines, failure } = await run(ROTATING);
    expect(lines).toContain("contacts.content_sealed 0 current, 45 older, 2 unopened");
    expect(failure).toBe("No key of DATA_KEY opens 2 boxes");
    expect((await boxes()).slice(45)).toEqual([foreign, short]);
    expect((await textsUnder(NEW)).slice(0, 45)).toEqual(ALL);
  });

  test("without the older key it changes nothing and fails", async () => {
    const stored = await boxes();
    expect((await run(NEW)).failure).toBe("No key of DATA_KEY opens 45 boxes");
    expect(await boxes()).toEqual(stored);
  });

  test.each([[OLD.slice(1)], [`${OLD},${OLD}`], [""]])(
    "DATA_KEY in an invalid form is refused without its value (%#)",
    async (keys) => {
      const { failure = "" } = await run(keys);
      expect(failure).toMatch(/^Bad configuration: DATA_KEY/);
      expect(failure).not.toMatch(/a1a1/);
    },
  );

  test("a run that ends early leaves whole boxes of either key, and the next run does the rest", async () => {
    const pool = openPool();
    const deps = { database: pool, dataKeys: parseDataKeys(ROTATING), onlyCounts: false };
    const killed = new Error("killed");
    const onPage = () => {
      throw killed;
    };
    await expect(resealColumn({ ...deps, onPage }, columnOf())).rejects.toBe(killed);
    await pool.close();
    const [done, left] = [await textsUnder(NEW), await textsUnder(OLD)];
    expect(done.filter((text) => text !== "-")).toHaveLength(20);
    expect(done.map((text, at) => (text === "-" ? left[at] : text))).toEqual(ALL);
    const { lines } = await run(ROTATING);
    expect(lines).toContain("contacts.content_sealed 20 current, 25 older, 0 unopened");
    expect(await textsUnder(NEW)).toEqual(ALL);
  });

  test("a box that changes or disappears between its reading and its replacement keeps the change, also if an older key sealed that", async () => {
    const statement = "update contacts set content_sealed = $2 where contact_id = $1";
    const { owner } = database;
    const concurrent = [
      () => owner.execute(statement, [idOf(0), boxOf(0, NEW, "changed 0")]),
      () => owner.execute(statement, [idOf(1), boxOf(1, OLD, "changed 1")]),
      () => owner.execute("delete from contacts where contact_id = $1", [idOf(2)]),
    ];
    let changing: Promise<unknown> | undefined;
    const change = async () => {
      for (const race of concurrent) await race();
    };
    const pool = openPool();
    // Every change happens after the page with its row was read, and before the row is replaced.
    const racing: Database = {
      ...pool,
      async query(text, values, options) {
        if (text.includes("reseal_contact")) {
          changing ??= change();
          await changing;
        }
        return await pool.query(text, values, options);
      },
    };
    const deps = { database: racing, dataKeys: parseDataKeys(ROTATING), onlyCounts: false };
    const counts = await resealColumn({ ...deps, onPage: () => {} }, columnOf());
    await pool.close();
    expect(counts).toEqual({ current: 1, older: 43, unopened: 0 });
    const kept = ["changed 0", "changed 1", ...ALL.slice(3)];
    expect(await textsUnder(NEW)).toEqual(kept);
  });

  test.each([
    ["once", 1, undefined],
    ["again and again", 3, "1 boxes are sealed under an older key of DATA_KEY"],
  ])(
    "a box that a replica seals under the older key behind a pass (%s) is found by the next pass, and the command fails if the last pass found one",
    async (_often, count, failure) => {
      await database.owner.execute("delete from contacts where contact_id <> $1", [idOf(44)]);
      const earlier = Array.from({ length: count }, (_, at) => boxOf(43 - at, OLD).toString("hex"));
      // The replacement of a box is followed by another box, of an earlier id than the pass reads.
      await database.owner.execute(`
      create function seal_earlier() returns trigger language plpgsql as $$
      declare
        at constant bigint := (select count(*) from public.contacts);
        boxes constant text[] := '{${earlier.join()}}';
      begin
        insert into public.contacts (contact_id, content_sealed)
        select 'con_' || lpad((44 - at)::text, 32, '0'), decode(boxes[at], 'hex')
        where at <= ${count};
        return new;
      end $$`);
      await database.owner.execute(
        "create trigger seal_earlier after update on contacts for each row execute function seal_earlier()",
      );
      expect((await run(ROTATING)).failure).toBe(failure);
      await database.owner.execute("drop function seal_earlier cascade");
      expect(await boxes()).toHaveLength(count + 1);
      expect((await run(ROTATING)).failure).toBeUndefined();
      expect(await textsUnder(NEW)).toEqual(ALL.slice(-count - 1));
    },
  );
});

function openPool(): Database {
  const url = database.urls.runtimeUrl;
  return createPool({ url, log: silentLogger, applicationName: "test", max: 1, ...PATIENT });
}

function columnOf() {
  if (contacts === undefined) throw new Error("contacts is not listed");
  return contacts;
}
