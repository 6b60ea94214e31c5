/** @heavy starts separate servers, and restores them from an archive */
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { queryAs } from "@veil/local-stack/inspection";
import { createDatabase, migrate } from "@veil/postgres-kit";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { describeWhere, infraUrl, judgePath, until } from "@veil/testing";
import { Client } from "pg";
import { type Archive, type ArchivedServer, openArchive } from "./support/archive.ts";
import { finalOf, type Gateway, jobDone, withGateway } from "./support/clients/gateway.ts";
import { guideBlock } from "./support/deployment/deploy-guide.ts";
import { at, REPOSITORY } from "./support/deployment/manifests.ts";
import { type Moment, rowsOf, takeMoment } from "./support/moment.ts";
import { describeClusterOnly } from "./support/scenario.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

const barman = judgePath("barman");
const hasPsql = spawnSync("psql", ["--version"]).status === 0;
const canRun = barman !== undefined && hasPsql && infraUrl("rabbitmq") !== undefined;

const folder = mkdtempSync(path.join(tmpdir(), "veil-archive-"));
let archive: Archive | undefined;
let sources: Sources;
beforeAll(async () => {
  if (!canRun) return;
  archive = await openArchive(barman, folder);
  sources = await startSources(archive);
});
afterAll(async () => {
  await archive?.close();
  rmSync(folder, { recursive: true });
});

interface Sources {
  readonly gateway: ArchivedServer;
  readonly audit: ArchivedServer;
  /** A file with the URL of the log's database for the audit service. */
  readonly auditUrlFile: string;
}

/** Starts a server for each database. The stack creates the gateway's database. */
async function startSources(from: Archive): Promise<Sources> {
  const [gateway, audit] = await Promise.all([from.start("gateway-db"), from.start("audit-db")]);
  const { ownerUrl, runtimeUrls } = await createDatabase({
    adminUrl: audit.postgres.adminUrl,
    database: "audit",
    owner: { role: "audit_owner", password: "owner-password" },
    runtime: [{ role: "audit_app", password: "app-password" }],
  });
  await migrate({ url: ownerUrl, folder: path.join(REPOSITORY, "services/audit/migrations"), log });
  return { gateway, audit, auditUrlFile: urlFile("audit-url", String(runtimeUrls[0])) };
}

function urlFile(name: string, url: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, url, { mode: 0o600 });
  return file;
}

const inDatabase = (server: ArchivedServer, database: string) =>
  server.postgres.adminUrl.replace(/\/postgres$/, `/${database}`);

const HANDED_OVER = `
select count(*)::int as count from certificate_batches
where event_id not in (select event_id from event_outbox) and created_at > $1`;

/** The provider takes this long for one call, which therefore still runs when the gateway is stopped. */
const SLOW_CALL = letterRequest({ model: "sim-slow-90000" });
const OPEN_JOB = "select job_id from jobs where state = 'admitted'";

/** Sends calls until it is stopped, two at a time. */
function keepCalling(gateway: Gateway, apiKey: string) {
  let stopped = false;
  const caller = async () => {
    while (!stopped) finalOf(await gateway.proxy(apiKey, letterRequest()));
  };
  const callers = Promise.all([caller(), caller()]);
  return async () => {
    stopped = true;
    await callers;
  };
}

/** Runs the comparison of docs/deploy.md, with the two servers in place of the pods. */
async function compare(gatewayUrl: string, auditUrl: string) {
  const bin = path.join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const kubectl = `#!/bin/sh
case "$*" in *" gateway-db-restored-1 "*) url='${gatewayUrl}';; *" audit-db-restored-1 "*) url='${auditUrl}';; *) exit 2;; esac
while [ "$1" != -d ]; do shift; done
shift 2
exec psql "$url" "$@"
`;
  writeFileSync(path.join(bin, "kubectl"), kubectl);
  chmodSync(path.join(bin, "kubectl"), 0o755);
  const script = `PATH=${bin}:$PATH\n${guideBlock("script", "compare")}`;
  const { stdout } = await promisify(execFile)("sh", ["-euc", script]);
  const [, handedOver, missing, newest = ""] =
    /^ *(\d+) \| +(\d+) \| (\S+ \S+)$/m.exec(stdout) ?? [];
  return { handedOver: Number(handedOver), missing: Number(missing), newest };
}

describeWhere(canRun, "An archive", "scripts/with-barman, psql, rabbitmq-server", () => {
  describeClusterOnly(
    "of both databases, written while calls run",
    (scenario) => {
      let moment: Moment;
      let restored: Readonly<Record<"gateway" | "audit" | "earlierAudit", string>>;
      let checkpoint: { note: string; size: string };
      let apiKey: string;
      let logKey: string;
      let gatewayUrlFile: string;
      let openJob: string;

      beforeAll(async () => {
        const { stack, gateway, customer } = scenario();
        const from = archive as Archive;
        const { gateway: gatewayDb, audit: auditDb } = sources;
        ({ apiKey } = await customer({ tier: "enterprise" }));
        const database = new URL(stack.databases.gatewayAdminUrl).pathname.slice(1);
        const gatewayUrl = inDatabase(gatewayDb, database);
        const auditUrl = inDatabase(auditDb, "audit");
        const one = async <Row>(url: string, text: string) => {
          const [row] = await queryAs<Row>(url, text);
          return row as Row;
        };
        const events = async () =>
          (await one<{ seq: number }>(auditUrl, "select seq::int from audit.head")).seq;
        const invariant = await (await fetch(`${stack.opsUrl("audit")}/invariant`)).json();
        logKey = String(at(invariant, "log", "key"));
        await Promise.all([from.baseBackup(gatewayDb), from.baseBackup(auditDb)]);
        // Its connection is lost with the gateway.
        gateway.proxy(apiKey, SLOW_CALL).catch(() => {});
        ({ job_id: openJob } = await until(
          "the slow call is admitted",
          async () => (await queryAs<{ job_id: string }>(gatewayUrl, OPEN_JOB))[0],
        ));
        const stopCalls = keepCalling(gateway, apiKey);
        await until("the log has events", async () => (await events()) > 0);
        const earlier = await one<{ time: string }>(
          auditUrl,
          "select clock_timestamp()::text as time",
        );
        await until("more is handed over", async () => {
          const [row] = await queryAs<{ count: number }>(gatewayUrl, HANDED_OVER, [earlier.time]);
          return (row?.count ?? 0) > 2;
        });
        moment = await until("an event and a job wait", () => takeMoment(gatewayUrl));
        const then = await events();
        await until("the log goes on", async () => (await events()) > then + 5);
        await stopCalls();
        checkpoint = await until("the log has a checkpoint of that", () =>
          one<{ note: string; size: string } | undefined>(
            auditUrl,
            `select note, size from audit.checkpoints where size > ${then} order by size desc limit 1`,
          ),
        );
        await Promise.all([stack.stop("edge-gateway"), stack.stop("audit")]);
        await Promise.all([from.flush(gatewayDb), from.flush(auditDb)]);
        const [gatewayThen, auditNow, auditThen] = await Promise.all([
          from.restore(gatewayDb, "gateway-db-restored", moment.time),
          from.restore(auditDb, "audit-db-restored"),
          from.restore(auditDb, "audit-db-earlier", earlier.time),
        ]);
        restored = {
          gateway: inDatabase(gatewayThen, database),
          audit: inDatabase(auditNow, "audit"),
          earlierAudit: inDatabase(auditThen, "audit"),
        };
        const runtimeUrl = readFileSync(
          path.join(stack.stateDir, "secrets/edge-gateway/DATABASE_URL"),
          "utf8",
        );
        gatewayUrlFile = urlFile(
          "gateway-url",
          runtimeUrl.replace(`:${gatewayDb.port}/`, `:${gatewayThen.port}/`),
        );
      });

      test("restores the gateway's rows of the moment, in every table", async () => {
        const client = new Client({ connectionString: restored.gateway });
        await client.connect();
        const names = moment.tables.map(({ name }) => name);
        expect(await rowsOf(client, names)).toEqual(moment.tables);
        await client.end();
      });

      test("restores a log that is not behind the gateway, as the comparison of the guide shows", async () => {
        const { handedOver, missing, newest } = await compare(restored.gateway, restored.audit);
        expect(handedOver).toBeGreaterThan(2);
        expect(missing).toBe(0);
        expect(Date.parse(newest)).toBeGreaterThan(Date.parse(moment.time));
      });

      test("restores a log that is behind when its moment is before the gateway's, and the comparison counts what it lacks", async () => {
        const { missing, newest } = await compare(restored.gateway, restored.earlierAudit);
        expect(missing).toBeGreaterThan(2);
        expect(Date.parse(newest)).toBeLessThan(Date.parse(moment.time));
      });

      test("restores a log that is intact and begins with the events of a checkpoint from before the loss", async () => {
        const main = path.join(REPOSITORY, "services/audit/dist/main.js");
        const note = urlFile("checkpoint", checkpoint.note);
        const args = [main, "verify", "--checkpoint", note, "--key", logKey];
        const env = { AUDIT_DATABASE_URL: restored.audit };
        const { stdout } = await promisify(execFile)(process.execPath, args, { env });
        expect(stdout).toContain("chain intact");
        expect(stdout).toContain(`begins with the ${checkpoint.size} events of the checkpoint`);
      });

      test("lets the gateway start, send the waiting events again, get all evidence, complete the call that was open and the calls whose jobs waited, and answer calls", async () => {
        const { stack } = scenario();
        const inLog = async () => {
          const text = "select seq::int from audit.events where event_id = any($1) order by seq";
          return await queryAs<{ seq: number }>(restored.audit, text, [moment.waiting]);
        };
        const known = await inLog();
        expect(known).toHaveLength(moment.waiting.length);
        const auditUrl = new URL(readFileSync(sources.auditUrlFile, "utf8"));
        auditUrl.port = new URL(restored.audit).port;
        const audit = await stack.startReplica("audit", {
          AUDIT_DATABASE_URL_FILE: urlFile("restored-audit-url", auditUrl.href),
        });
        const replica = await stack.startReplica("edge-gateway", {
          DATABASE_URL_FILE: gatewayUrlFile,
          AUDIT_URL: audit.url,
        });
        const none = (text: string) => async () => {
          const [row] = await queryAs<{ count: number }>(restored.gateway, text);
          return row?.count === 0;
        };
        await until(
          "every event is handed over",
          none(
            `select count(*)::int from event_outbox where event_id = any('{${moment.waiting}}'::uuid[])`,
          ),
        );
        await until(
          "every batch has its proof",
          none("select count(*)::int from certificate_batches where evidence is null"),
        );
        expect(await inLog()).toEqual(known);
        await withGateway(replica.url, async (gateway) => {
          finalOf(await gateway.proxy(apiKey, letterRequest()));
          for (const job of [openJob, ...moment.jobs]) {
            const { result } = await jobDone(gateway, apiKey, job);
            expect(result).toContain(PERSON_EN.name);
          }
        });
      });
    },
    {
      servers: () => ({ postgresUrl: sources.gateway.postgres.adminUrl }),
      env: () => ({
        audit: { AUDIT_DATABASE_URL_FILE: sources.auditUrlFile },
      }),
    },
  );
});
