import { type CertificateOrder, CertificateResults } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import type { ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/service-kit/http";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { TEST_TIMES } from "@veil/testing/certificates";
import { issuedCertificates, packOrders } from "@veil/veil";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createVeilSigner } from "../src/veil-signer.ts";
import { newManifestFile } from "./manifest-file.ts";

const parseResults = checked(CertificateResults);

/**
 * Starts a signer with a development manifest and a clock set to the time of the test certificates.
 */
export async function startTestSigner() {
  const testTrust = createTestTrust();
  const config = withKeyFiles(testTrust, "veil-signer", (files) =>
    readConfig({ ...files, MANIFEST_FILE: newManifestFile() }),
  );
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "veil-signer", level: "info", destination });
  const clock = { ms: Date.parse(TEST_TIMES.issue) };
  const signer = createVeilSigner(config, { log, nowMs: () => clock.ms });
  await signer.start();

  async function post(body: string | object, caller: ServiceName = "edge-gateway") {
    const token = await createTokenIssuer(testTrust.keysOf(caller)).tokenFor("veil-signer");
    return await request(signer.app)
      .post("/certificates")
      .auth(token, { type: "bearer" })
      .type("json")
      .send(body);
  }

  return {
    ...{ testTrust, signer, lines, clock, post },
    manifestFile: config.manifestFile,
    /** Returns the results, with the certificates that the gateway assembles from them. */
    async sign(...orders: readonly CertificateOrder[]) {
      const { body } = await post(packOrders(orders));
      return issuedCertificates(orders, parseResults(body));
    },
  };
}
