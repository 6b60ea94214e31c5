import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import { type Env, EnvReader } from "../config/index.ts";
import {
  readBrokerUrl,
  readDatabaseUrl,
  readPublicTls,
  readServerTls,
  readServiceTls,
  serviceProtocol,
} from "./read-tls-settings.ts";

const folder = createTlsFolder(await (await createTestCa()).issue({ dns: ["x"] }));
afterAll(folder.remove);
const FILES = {
  TLS_CERT_FILE: folder.certFile,
  TLS_KEY_FILE: folder.keyFile,
  TLS_CA_FILE: folder.caFile,
};
const production = { NODE_ENV: "production" };

function reading<T>(env: Env, read: (reader: EnvReader) => T) {
  const reader = new EnvReader(env);
  const value = read(reader);
  reader.done();
  return value;
}

describe("A service's own certificate", () => {
  test("is three files, or none and plain HTTP", () => {
    const tls = reading(FILES, readServiceTls);
    expect(tls).toMatchObject({ files: { caFile: folder.caFile }, trustDomain: "veil-gateway" });
    expect(serviceProtocol(tls)).toBe("https:");
    expect(serviceProtocol(reading({}, readServiceTls))).toBe("http:");
  });

  test.each(Object.keys(FILES))("is not complete without %s", (name) => {
    expect(() => reading({ ...FILES, [name]: "" }, readServiceTls)).toThrow(
      "TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE must be set together",
    );
  });

  test("is required in production, unless a mesh encrypts", () => {
    expect(() => reading(production, readServiceTls)).toThrow("unless SERVICE_TLS=mesh");
    expect(reading({ ...production, SERVICE_TLS: "mesh" }, readServiceTls)).toBeUndefined();
    expect(reading({ ...production, ...FILES }, readServiceTls)).toBeDefined();
    expect(() => reading({ ...FILES, SERVICE_TLS: "mesh" }, readServiceTls)).toThrow(
      "cannot both be set",
    );
    expect(() => reading({ SERVICE_TLS: "off" }, readServiceTls)).toThrow(
      "must be mesh, or not set",
    );
    expect(() => reading({ TLS_TRUST_DOMAIN: "Veil/x" }, readServiceTls)).toThrow("lower-case");
  });
});

test("A public certificate is two files or none", () => {
  expect(reading({}, readPublicTls)).toBeUndefined();
  expect(() => reading({ PUBLIC_TLS_CERT_FILE: "x" }, readPublicTls)).toThrow(
    "must be set together",
  );
  const both = { PUBLIC_TLS_CERT_FILE: "x", PUBLIC_TLS_KEY_FILE: "y" };
  expect(reading(both, readPublicTls)?.files).toEqual({ certFile: "x", keyFile: "y" });
});

describe("The connection to a broker or a cache", () => {
  const SCHEMES = ["amqp:", "amqps:"] as const;
  const server = (env: Env, url: string) =>
    reading(env, (read) => readServerTls(read, "RABBITMQ", url, SCHEMES));

  test("is encrypted when the URL's protocol is", () => {
    expect(server({}, "amqp://h")).toBeUndefined();
    expect(server({}, "amqps://h")).toEqual({});
    const caFile = folder.caFile;
    expect(server({ RABBITMQ_CA_FILE: caFile }, "amqps://h")).toEqual({ caFile });
    expect(server({ ...FILES, RABBITMQ_CLIENT_CERTIFICATE: "true" }, "amqps://h")).toEqual({
      certFile: folder.certFile,
      keyFile: folder.keyFile,
    });
  });

  test.each([
    ["an authority without encryption", { RABBITMQ_CA_FILE: folder.caFile }, "amqp://h"],
    ["an authority that is not there", { RABBITMQ_CA_FILE: "/nowhere" }, "amqps://h"],
    ["a certificate that there is not", { RABBITMQ_CLIENT_CERTIFICATE: "true" }, "amqps://h"],
    ["another protocol", {}, "http://h"],
    ["a plain one in production", production, "amqp://user:hunter2@h"],
  ])("is not %s", (_what, env, url) => {
    expect(() => server(env, url)).toThrow(/RABBITMQ/);
    expect(() => server(env, url)).not.toThrow(/hunter2/);
  });

  test("is part of the URL for a broker", () => {
    const url = (env: Env) => reading(env, readBrokerUrl);
    const RABBITMQ_URL = "amqps://worker:s3cret@rabbitmq/veil?heartbeat=7";
    expect(url({ RABBITMQ_URL })).toBe(RABBITMQ_URL);
    expect(url({ RABBITMQ_URL, RABBITMQ_CA_FILE: folder.caFile })).toBe(
      `${RABBITMQ_URL}&cacertfile=${encodeURIComponent(folder.caFile)}`,
    );
    const own = { ...FILES, RABBITMQ_CLIENT_CERTIFICATE: "true" };
    expect(url({ ...own, RABBITMQ_URL })).toContain("&certfile=");
  });

  test("may be plain in production when a mesh encrypts", () => {
    expect(server({ ...production, SERVICE_TLS: "mesh" }, "amqp://h")).toBeUndefined();
  });
});

describe("A database's URL", () => {
  const url = (env: Env) =>
    reading(env, (read) => readDatabaseUrl(read, "DATABASE_URL", "DATABASE_CA_FILE"));
  const DATABASE_URL = "postgres://app:s3cret@db:5432/gateway";

  test("is unchanged, or names the server's authority", () => {
    expect(url({ DATABASE_URL })).toBe(DATABASE_URL);
    expect(url({ DATABASE_URL, DATABASE_CA_FILE: folder.caFile })).toBe(
      `${DATABASE_URL}?sslmode=verify-full&sslrootcert=${encodeURIComponent(folder.caFile)}`,
    );
  });

  test.each([
    [
      "less than verify-full",
      { DATABASE_URL: `${DATABASE_URL}?sslmode=require`, DATABASE_CA_FILE: folder.caFile },
    ],
    ["plain in production", { ...production, DATABASE_URL }],
    [
      "weakly encrypted in production",
      { ...production, DATABASE_URL: `${DATABASE_URL}?sslmode=require` },
    ],
    ["an authority that is not there", { DATABASE_URL, DATABASE_CA_FILE: "/nowhere" }],
    ["no URL", { DATABASE_URL: "app:s3cret" }],
  ])("is not %s", (_what, env) => {
    expect(() => url(env)).toThrow(/DATABASE_/);
    expect(() => url(env)).not.toThrow(/s3cret/);
  });

  test("is accepted in production when it is encrypted, or a mesh encrypts", () => {
    const whole = `${DATABASE_URL}?sslmode=verify-full`;
    expect(url({ ...production, DATABASE_URL: whole })).toBe(whole);
    expect(url({ ...production, DATABASE_URL, SERVICE_TLS: "mesh" })).toBe(DATABASE_URL);
  });
});
