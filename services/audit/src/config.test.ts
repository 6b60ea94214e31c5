import { expect, test } from "@jest/globals";
import { readConfig, readOwnerUrl } from "./config.ts";

test("Names every bad setting at once and prints no value", () => {
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

test("The owner's URL is asked for by its own name: the service's URL does not stand in for it", () => {
  expect(() => readOwnerUrl({ AUDIT_DATABASE_URL: "postgres://app@db/audit" })).toThrow(
    "AUDIT_OWNER_DATABASE_URL_FILE is required",
  );
});
