import { expect, test } from "@jest/globals";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { readConfig, readOwnerUrl } from "./config.ts";

test("The error message names every invalid setting and contains no value", () => {
  const env = {
    PORT: "http",
    AUDIT_TRANSPORT: "rabbitmq",
    AUDIT_PREFETCH: "0",
    EGRESS_PROXY_URL: "hunter2",
    TRUST_FILE: "/nowhere/secret",
  };

  expect(() => readConfig(env)).toThrow(
    "Bad configuration: PORT must be an integer from 0 to 65535; TRUST_FILE names a file that cannot be read; " +
      "KEY_FILE is required; EGRESS_PROXY_URL must be a URL that starts with http: or https:; AUDIT_DATABASE_URL_FILE is required; RABBITMQ_URL_FILE is required; " +
      "AUDIT_PREFETCH must be an integer from 1 to 1000",
  );
});

test("The owner's commands require AUDIT_OWNER_DATABASE_URL_FILE, even when the service's URL is set", () => {
  expect(() => readOwnerUrl({ AUDIT_DATABASE_URL: "postgres://app@db/audit" })).toThrow(
    "AUDIT_OWNER_DATABASE_URL_FILE is required",
  );
});

test("With TSA_URL, a time stamp is requested each hour unless TSA_INTERVAL is set; without TSA_URL, none is requested", () => {
  const read = (env: object) =>
    withKeyFiles(createTestTrust(), "audit", (files) =>
      readConfig({ ...files, AUDIT_DATABASE_URL: "postgres://db/audit", ...env }),
    );
  const url = "https://tsa.example/stamp?policy=1";
  expect(read({}).tsa).toBeUndefined();
  expect(read({ TSA_URL: url }).tsa).toMatchObject({ url, intervalMs: 3_600_000, authorities: [] });
  expect(read({ TSA_URL: url, TSA_INTERVAL: "600" }).tsa).toMatchObject({ intervalMs: 600_000 });
});

test.each([
  [{ TSA_URL: "ftp://tsa.example" }, "TSA_URL must be a URL that starts with http: or https:"],
  [{ TSA_URL: "https://me:hunter2@tsa.example" }, "TSA_URL must not name a user"],
  [{ TSA_URL: "https://tsa.example", TSA_INTERVAL: "59" }, "TSA_INTERVAL must be an integer"],
  [
    { TSA_URL: "https://tsa.example", TSA_CA_FILE: "package.json" },
    "TSA_CA_FILE: has no certificate in PEM",
  ],
  [
    { TSA_URL: "https://tsa.example", TSA_CA_FILE: "/nowhere" },
    "TSA_CA_FILE names a file that cannot be read",
  ],
])("The error message names an invalid setting for time stamps: %j", (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});
