/** @heavy starts every service with the settings of the manifests for dev, prod and small */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { PortBlock } from "@veil/local-stack";
import { until } from "@veil/testing";
import { holdCeremony } from "./support/ceremony.ts";
import {
  at,
  type Fields,
  type Manifest,
  podsOf,
  REPOSITORY,
  renderedManifests,
} from "./support/deployment/manifests.ts";
import {
  belowRoot,
  mountConfigMaps,
  mountSecrets,
  secretContents,
} from "./support/deployment/mounted-secrets.ts";

const ports = await PortBlock.reserve();
afterAll(() => ports.release());

const toClean: (() => void)[] = [];
afterEach(() => {
  for (const clean of toClean.splice(0).reverse()) clean();
});

async function startPod(variant: string, service: ServiceName, { held = true } = {}) {
  const manifests = renderedManifests(variant);
  const found = podsOf(manifests).find(({ manifest }) => manifest.metadata.name === service);
  if (found === undefined) throw new Error(`${variant} has no ${service}`);
  const root = mkdtempSync(path.join(tmpdir(), "veil-pod-"));
  toClean.push(() => rmSync(root, { recursive: true, force: true }));
  const secrets = await secretContents(manifests, { managed: variant === "small" });
  mountSecrets(found.manifest, found.pod, secrets, root);
  mountConfigMaps(manifests, found, root);
  mkdirSync(path.join(root, "var/lib/veil"), { recursive: true });
  const [port, opsPort] = [await ports.next(), await ports.next()];
  const witnessed = held && service === "veil-signer" && variant !== "dev";
  const env = {
    ...settingsOf(manifests, found.pod, root),
    ...(witnessed && (await manifestSettings(root))),
    HOST: "127.0.0.1",
    PORT: String(port),
    OPS_PORT: String(opsPort),
    SHUTDOWN_GRACE_MS: "500",
  };
  const main = path.join(REPOSITORY, "services", service, "dist/main.js");
  const child = spawn(process.execPath, [main], { env, cwd: root, stdio: "pipe" });
  toClean.push(() => void child.kill("SIGKILL"));
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
  const ended = once(child, "exit") as Promise<[number | null]>;
  return { child, port, opsPort, ended, said: () => Buffer.concat(said).toString() };
}

function settingsOf(manifests: readonly Manifest[], pod: Fields, root: string) {
  const name = at(pod, "containers", 0, "envFrom", 0, "configMapRef", "name");
  const map = manifests.find(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name,
  );
  return Object.fromEntries(
    Object.entries(map?.["data"] as Fields).map(([key, value]) => [
      key,
      belowRoot(String(value), root),
    ]),
  );
}

/**
 * Returns the settings that an operator makes after the key ceremony, and replaces the manifest
 * file from the ConfigMap.
 */
async function manifestSettings(root: string): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(root, "var/lib/veil");
  rmSync(path.join(folder, "manifest.json"), { force: true });
  const { pins } = await holdCeremony(folder, path.join(root, "var/run/veil/keys/trust.json"));
  return { MANIFEST_GATEWAY_KEY: pins.gateway, MANIFEST_WITNESS_KEY: pins.witness };
}

/**
 * The servers that the settings name do not exist here. A service starts anyway, but is not ready.
 */
describe.each(["dev", "prod", "small"])("With the settings and files of %s", (variant) => {
  test.each(SERVICE_NAMES)("%s starts, and exits on SIGTERM", async (service) => {
    const { child, opsPort, port, ended, said } = await startPod(variant, service);
    const exit = ended.then(([code]) => {
      throw new Error(`${service} ended with ${code}: ${said()}`);
    });
    const up = until("it answers", () => answers(`http://127.0.0.1:${opsPort}/health`));
    await Promise.race([up, exit]);
    expect(await speaksTls(port)).toBe(variant !== "dev");
    exit.catch(() => undefined);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

test("In prod, veil-signer does not start before a key ceremony, and its error names the missing setting", async () => {
  const { ended, said } = await startPod("prod", "veil-signer", { held: false });
  expect((await ended)[0]).not.toBe(0);
  expect(said()).toContain("MANIFEST_GATEWAY_KEY: a pinned key is KEY_ID:HEX");
});

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns true if a port speaks TLS, even if it refuses clients without a certificate. */
function speaksTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, host: "127.0.0.1", rejectUnauthorized: false, path: "/health" });
    probe.once("response", () => resolve(true));
    probe.once("error", (error: NodeJS.ErrnoException) => {
      resolve(
        !/WRONG_VERSION|PACKET_LENGTH|EPROTO.*wrong version/i.test(
          `${error.code} ${error.message}`,
        ),
      );
    });
    probe.end();
  });
}
