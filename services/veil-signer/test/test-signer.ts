import type { CertificateOrder } from "@veil/contracts/certificate";
import { CertificateResults } from "@veil/contracts/certificate-orders";
import { checked } from "@veil/contracts/parsing";
import type { ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/service-kit/http";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { TEST_SALTS, TEST_TIMES } from "@veil/testing/certificates";
import { certificateOf, packOrders, type SaltedOrder, signedOrders } from "@veil/veil";
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
    /** Returns refusals, and the certificates that the gateway assembles from the other results. */
    async sign(...orders: readonly (CertificateOrder & Partial<SaltedOrder>)[]) {
      const salted = orders.map((order) => ({ salts: TEST_SALTS, ...order }));
      const { body } = await post(packOrders(salted));
      const { batch, results } = signedOrders(salted, parseResults(body));
      return results.map((result, at) => {
        const order = salted[at];
        if (typeof result !== "number") return result;
        if (batch === undefined || order === undefined) throw new Error("There is no batch");
        return certificateOf(order, batch, result);
      });
    },
  };
}
