/** @heavy installs the contents of the image */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { PortBlock } from "@veil/local-stack";
import { until } from "@veil/testing";
import { veil } from "./support/clients/command-line.ts";
import { copyBuildContext } from "./support/deployment/build-context.ts";
import { type DockerInstruction, dockerfileStages } from "./support/deployment/dockerfile.ts";

/** Matches packages that no service uses, by the names of their folders in pnpm's store. */
const OF_TESTS =
  /^((jest|@jest|typescript|@swc|@biomejs|knip|fast-check|supertest|@peculiar)[@+]|@veil\+(testing|local-stack|upstream-simulator|pii-lab)$)/;
const ports = await PortBlock.reserve();
afterAll(() => ports.release());

/** The address of all other servers. Nothing listens there: services connect on first use. */
const NOWHERE = "127.0.0.1:9";

const [, build = [], image = []] = dockerfileStages();
const only = (stage: readonly DockerInstruction[], keyword: string) =>
  stage.filter((instruction) => instruction.keyword === keyword);

const SETTINGS: Record<ServiceName, Record<string, string>> = {
  "edge-gateway": {
    DATABASE_URL: `postgres://a:b@${NOWHERE}/gateway`,
    PEPPER: "a".repeat(64),
    DATA_KEY: "b".repeat(64),
    ...Object.fromEntries(
      ["BRIDGE", "SANITISER", "WORKER", "AUDIT", "SIGNER"].map((name) => [
        `${name}_URL`,
        `http://${NOWHERE}`,
      ]),
    ),
  },
  bridge: { BRIDGE_KEY_RING_FILE: "key-ring.json" },
  sanitiser: { SANITISER_THREADS: "1" },
  "inference-worker": {},
  audit: { AUDIT_DATABASE_URL: `postgres://a:b@${NOWHERE}/audit` },
  "veil-signer": { MANIFEST_FILE: "manifest.json" },
};
const WITHOUT_DEPENDENCIES = new Set<ServiceName>(["bridge", "sanitiser", "veil-signer"]);

describe("The steps of the Dockerfile, executed without a container engine,", () => {
  let work: string;
  const app = (service: string) => path.join(work, "app", service);

  beforeAll(async () => {
    work = mkdtempSync(path.join(tmpdir(), "veil-image-"));
    chmodSync(work, 0o755);
    const context = path.join(work, "src");
    mkdirSync(context);
    copyBuildContext(context);
    for (const service of [...SERVICE_NAMES, "upstream-simulator"]) await buildImage(service);
    mkdirSync(path.join(work, "keys"));
    await keysInit(path.join(work, "keys", "all"));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  async function buildImage(service: string): Promise<void> {
    for (const { text } of only(build, "RUN")) {
      const command = text
        .replaceAll(/--mount=\S+\s*/g, "")
        .replaceAll("/app", app(service))
        .replaceAll("$SERVICE", service);
      await promisify(execFile)("sh", ["-euc", command], {
        cwd: path.join(work, "src"),
        maxBuffer: 64 * 1024 * 1024,
      });
    }
    cpSync(path.join(work, "src/scripts/image/healthcheck.mjs"), `${app(service)}/healthcheck.mjs`);
  }

  /** Creates the keys, as an operator does on a separate machine. */
  async function keysInit(folder: string): Promise<void> {
    const { code, err } = await veil(["service-keys", "init", "--dir", folder], { env: {} });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }

  function start(service: ServiceName, port: number, opsPort: number) {
    const home = mkdtempSync(path.join(work, "run-"));
    cpSync(path.join(work, "keys/all"), path.join(home, "keys"), { recursive: true });
    const env = {
      HOST: "127.0.0.1",
      PORT: String(port),
      OPS_PORT: String(opsPort),
      KEY_FILE: `keys/${service}.keys.json`,
      TRUST_FILE: "keys/trust.json",
      ...SETTINGS[service],
    };
    const [entry] = only(image, "ENTRYPOINT");
    const [command] = only(image, "CMD");
    expect([entry?.exec, command?.exec]).toEqual([["node"], ["dist/main.js"]]);
    const module = path.join(app(service), "dist/main.js");
    const child = spawn(process.execPath, [module], { cwd: home, env, stdio: "pipe" });
    return { child, healthcheck: () => healthcheck(service, env) };
  }

  async function healthcheck(service: string, env: Record<string, string>): Promise<number> {
    const [check] = only(image, "HEALTHCHECK");
    expect(check?.exec).toEqual(["node", "healthcheck.mjs"]);
    const child = spawn(process.execPath, ["healthcheck.mjs"], { cwd: app(service), env });
    const [code] = (await once(child, "exit")) as [number];
    return code;
  }

  test("The image of each service has only compiled code and production packages", () => {
    for (const service of SERVICE_NAMES) {
      const modules = readdirSync(path.join(app(service), "node_modules/.pnpm"));
      expect(modules.filter((name) => OF_TESTS.test(name))).toEqual([]);
      expect(readdirSync(app(service))).toEqual(
        expect.arrayContaining(["dist", "healthcheck.mjs", "node_modules", "package.json"]),
      );
      expect(readdirSync(app(service))).not.toContain("src");
    }
  });

  test("The images of bridge and inference-worker do not have the package for personal data", () => {
    const packagesOf = (service: string) =>
      readdirSync(path.join(app(service), "node_modules/@veil")).sort();
    expect(packagesOf("bridge")).not.toContain("pii");
    expect(packagesOf("inference-worker")).not.toContain("pii");
  });

  test.each(SERVICE_NAMES)(
    "The image's %s starts, answers its health check and exits with 0 on SIGTERM",
    async (service) => {
      const opsPort = await ports.next();
      const { child, healthcheck: check } = start(service, await ports.next(), opsPort);
      const said = collect(child);
      try {
        await until(`${service} answers`, () => answers(`http://127.0.0.1:${opsPort}/health`));
        if (WITHOUT_DEPENDENCIES.has(service))
          await until(`${service} is ready`, async () => (await check()) === 0);
        else expect([0, 1]).toContain(await check());
        child.kill("SIGTERM");
        const [code] = (await once(child, "exit")) as [number | null];
        expect({ code, said: code === 0 ? "" : said() }).toEqual({ code: 0, said: "" });
      } finally {
        child.kill("SIGKILL");
      }
    },
  );

  test("The health check in the image fails when nothing listens on its port", async () => {
    expect(await healthcheck("bridge", { OPS_PORT: "9" })).toBe(1);
  });
});

function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
