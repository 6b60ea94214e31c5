import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { REPOSITORY_ROOT } from "../repository-root.ts";
import { PASSED_SETTINGS, passedSettings } from "./passed-settings.ts";

test("a setting reaches the services that document it, and no other variable does", () => {
  const env = { STREAMING_ENABLED: "true", LOG_LEVEL: "debug", HOME: "/root", PLACES: "" };
  const { "edge-gateway": gateway, bridge, sanitiser } = passedSettings(env);
  expect(gateway).toEqual({ STREAMING_ENABLED: "true", LOG_LEVEL: "debug" });
  expect(bridge).toEqual({ LOG_LEVEL: "debug" });
  expect(sanitiser).toEqual({ LOG_LEVEL: "debug" });
});

test("a variable that begins like a setting but is not one causes an error that lists the settings with the same beginning", () => {
  const env = { STREAMING_ENABLE: "true", WORKER_URL: "http://127.0.0.1:1", NER_THREADS: "2" };
  expect(() => passedSettings(env)).toThrow(/STREAMING_ENABLE is no setting.*STREAMING_ENABLED/);
  expect(() => passedSettings(env)).toThrow(/WORKER_URL is no setting.*WORKER_CONCURRENCY/);
  expect(() => passedSettings(env)).toThrow(/NER_THREADS is no setting/);
});

test("variables of other programs are ignored", () => {
  const env = {
    DATABASE_URL: "x",
    MAX_OLD_SPACE: "1",
    VEIL_URL: "x",
    LOG_FORMAT: "json",
    NER: "1",
  };
  expect(Object.values(passedSettings(env))).toEqual(SERVICE_NAMES.map(() => ({})));
});

/** Matches settings that the stack sets itself, or that apply only to an installation. */
const NOT_PASSED =
  /^(HOST|(OPS_)?PORT|SHUTDOWN_GRACE_MS|KEY_FILE|TRUST_FILE|PUBLIC_BASE_URL|OPERATOR_HOSTS|NODE_ENV|REPLICAS|COORDINATION|WITNESSES|WITNESS_KEYS|AUDIT_PREFETCH|BRIDGE_KEY_RING_FILE|(JOB|AUDIT)_TRANSPORT|MANAGED_AI_ENABLED|SERVICE_TLS|(OPENINGS|CERTIFICATE)_DAYS|MANIFEST_(FILE|GATEWAY_KEY|WITNESS_KEY)|(ADMIN|WEBSITE)_KEYS|PEPPER|DATA_KEY|LLM_\w+|(BRIDGE|SANITISER|WORKER|AUDIT|SIGNER)_URL|\w*_PROBE_URL|(PUBLIC_)?TLS_\w+|(RABBITMQ|REDIS)_\w+|(AUDIT_)?(OWNER_)?DATABASE_(URL\w*|CA_FILE))$/;

describe("Each documented setting of", () => {
  test.each([...SERVICE_NAMES])(
    "%s reaches the service, unless the stack sets it itself",
    (service) => {
      const documented = documentedSettings(service);
      const passed = PASSED_SETTINGS[service];
      expect(passed.filter((name) => !documented.has(name))).toEqual([]);
      const left = [...documented].filter(
        (name) => !passed.includes(name) && !NOT_PASSED.test(name),
      );
      expect(left).toEqual([]);
    },
  );
});

function documentedSettings(service: ServiceName): ReadonlySet<string> {
  const readme = readFileSync(path.join(REPOSITORY_ROOT, "services", service, "README.md"), "utf8");
  const [, table = ""] = /^## Settings\n(.*?)^## /ms.exec(readme) ?? [];
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = ""]) => cell);
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)(\(_FILE\))?`/g)]);
  return new Set(
    names.map(([, name = "", file]) =>
      file !== undefined && !NOT_PASSED.test(name) ? `${name}_FILE` : name,
    ),
  );
}
