import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import { connectionTarget } from "./connection-target.ts";

const URL_WITH_SPACE = "postgres://app:a b@db:5432/gateway";
const PLAIN = "postgres://app:secret@db:5432/gateway";
const folder = createTlsFolder(await (await createTestCa()).issue({ dns: ["db"] }));
afterAll(folder.remove);

describe("connectionTarget", () => {
  test.each([PLAIN, URL_WITH_SPACE, "/var/run/postgresql gateway"])(
    "connectionTarget returns a URL without sslmode unchanged: %s",
    (url) => {
      expect(connectionTarget(url)).toEqual({ connectionString: url, ssl: false });
    },
  );

  test("connectionTarget removes sslmode=disable from the URL and returns ssl: false", () => {
    const url = `${PLAIN}?sslmode=disable&application_name=x`;
    const connectionString = `${PLAIN}?application_name=x`;
    expect(connectionTarget(url)).toEqual({ connectionString, ssl: false });
  });

  test("connectionTarget reads the TLS files that the URL names, and removes them from the URL", () => {
    const files = `sslrootcert=${folder.caFile}&sslcert=${folder.certFile}&sslkey=${folder.keyFile}`;
    const { connectionString, ssl } = connectionTarget(`${PLAIN}?sslmode=verify-full&${files}`);
    expect(connectionString).toBe(PLAIN);
    expect(ssl).toHaveProperty("secureContext");
  });

  test.each(["require", "prefer", "allow", "verify-ca", "no-verify", "Verify-Full"])(
    "connectionTarget throws for the weaker sslmode %s",
    (mode) => {
      expect(() => connectionTarget(`${PLAIN}?sslmode=${mode}`)).toThrow("sslmode must be");
    },
  );

  test("connectionTarget throws when the URL names a missing file", () => {
    const url = `${PLAIN}?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`;
    expect(() => connectionTarget(url)).toThrow("/nowhere/ca.crt cannot be read");
  });
});
