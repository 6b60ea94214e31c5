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

describe("readServiceTls", () => {
  test("readServiceTls returns the three files, or undefined without any, which means plain HTTP", () => {
    const tls = reading(FILES, readServiceTls);
    expect(tls).toMatchObject({ files: { caFile: folder.caFile }, trustDomain: "veil-gateway" });
    expect(serviceProtocol(tls)).toBe("https:");
    expect(serviceProtocol(reading({}, readServiceTls))).toBe("http:");
  });

  test.each(Object.keys(FILES))("readServiceTls throws when only %s is missing", (name) => {
    expect(() => reading({ ...FILES, [name]: "" }, readServiceTls)).toThrow(
      "TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE must be set together",
    );
  });

  test("readServiceTls requires the files in production, unless SERVICE_TLS=mesh is set", () => {
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

test("readPublicTls returns two files, or undefined without any, and throws for only one", () => {
  expect(reading({}, readPublicTls)).toBeUndefined();
  expect(() => reading({ PUBLIC_TLS_CERT_FILE: "x" }, readPublicTls)).toThrow(
    "must be set together",
  );
  const both = { PUBLIC_TLS_CERT_FILE: "x", PUBLIC_TLS_KEY_FILE: "y" };
  expect(reading(both, readPublicTls)?.files).toEqual({ certFile: "x", keyFile: "y" });
});

describe("TLS to a broker or a cache", () => {
  const SCHEMES = ["amqp:", "amqps:"] as const;
  const server = (env: Env, url: string) =>
    reading(env, (read) => readServerTls(read, "RABBITMQ", url, SCHEMES));

  test("readServerTls returns TLS files for amqps:, and undefined for amqp:", () => {
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
    [
      "an authority file with an unencrypted protocol",
      { RABBITMQ_CA_FILE: folder.caFile },
      "amqp://h",
    ],
    ["a missing authority file", { RABBITMQ_CA_FILE: "/nowhere" }, "amqps://h"],
    [
      "RABBITMQ_CLIENT_CERTIFICATE without a certificate",
      { RABBITMQ_CLIENT_CERTIFICATE: "true" },
      "amqps://h",
    ],
    ["another protocol", {}, "http://h"],
    ["an unencrypted protocol in production", production, "amqp://user:hunter2@h"],
  ])("readServerTls throws for %s, and the error omits the password", (_what, env, url) => {
    expect(() => server(env, url)).toThrow(/RABBITMQ/);
    expect(() => server(env, url)).not.toThrow(/hunter2/);
  });

  test("readBrokerUrl adds the file names to the URL as parameters", () => {
    const url = (env: Env) => reading(env, readBrokerUrl);
    const RABBITMQ_URL = "amqps://worker:s3cret@rabbitmq/veil?heartbeat=7";
    expect(url({ RABBITMQ_URL })).toBe(RABBITMQ_URL);
    expect(url({ RABBITMQ_URL, RABBITMQ_CA_FILE: folder.caFile })).toBe(
      `${RABBITMQ_URL}&cacertfile=${encodeURIComponent(folder.caFile)}`,
    );
    const own = { ...FILES, RABBITMQ_CLIENT_CERTIFICATE: "true" };
    expect(url({ ...own, RABBITMQ_URL })).toContain("&certfile=");
  });

  test("readServerTls accepts amqp: in production with SERVICE_TLS=mesh", () => {
    expect(server({ ...production, SERVICE_TLS: "mesh" }, "amqp://h")).toBeUndefined();
  });
});

describe("readDatabaseUrl", () => {
  const url = (env: Env) =>
    reading(env, (read) => readDatabaseUrl(read, "DATABASE_URL", "DATABASE_CA_FILE"));
  const DATABASE_URL = "postgres://app:s3cret@db:5432/gateway";

  test("readDatabaseUrl returns the URL unchanged, or adds the authority file", () => {
    expect(url({ DATABASE_URL })).toBe(DATABASE_URL);
    expect(url({ DATABASE_URL, DATABASE_CA_FILE: folder.caFile })).toBe(
      `${DATABASE_URL}?sslmode=verify-full&sslrootcert=${encodeURIComponent(folder.caFile)}`,
    );
  });

  test.each([
    [
      "an authority file with a weaker sslmode than verify-full",
      { DATABASE_URL: `${DATABASE_URL}?sslmode=require`, DATABASE_CA_FILE: folder.caFile },
    ],
    ["an unencrypted URL in production", { ...production, DATABASE_URL }],
    [
      "sslmode=require in production",
      { ...production, DATABASE_URL: `${DATABASE_URL}?sslmode=require` },
    ],
    ["a missing authority file", { DATABASE_URL, DATABASE_CA_FILE: "/nowhere" }],
    ["an invalid URL", { DATABASE_URL: "app:s3cret" }],
  ])("readDatabaseUrl throws for %s, and the error omits the password", (_what, env) => {
    expect(() => url(env)).toThrow(/DATABASE_/);
    expect(() => url(env)).not.toThrow(/s3cret/);
  });

  test("readDatabaseUrl accepts in production sslmode=verify-full, or any URL with SERVICE_TLS=mesh", () => {
    const whole = `${DATABASE_URL}?sslmode=verify-full`;
    expect(url({ ...production, DATABASE_URL: whole })).toBe(whole);
    expect(url({ ...production, DATABASE_URL, SERVICE_TLS: "mesh" })).toBe(DATABASE_URL);
  });
});
