import { CertificateOrders } from "@veil/contracts/certificate-orders";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { unpackOrders } from "@veil/veil";
import { Router } from "express";
import type { CertificateSigner } from "../domain/certificate-signer.ts";

/**
 * Fits 256 certificates: about 5 000 items of 200 bytes, and for each certificate the reports of
 * two probes of at most 64 kB, which are usually much smaller.
 */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const parse = checked(CertificateOrders);

interface SigningDeps {
  readonly sign: CertificateSigner;
  readonly onDecided: (outcome: "signed" | "refused") => void;
  readonly log: Logger;
}

/** `POST /certificates`: signs each order whose claims prove its certificate. Stores nothing. */
export function certificateRoutes({ sign, onDecided, log }: SigningDeps): Router {
  const router = Router();
  endpoint(router, "/certificates", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      (req, res) => {
        const orders = unpackOrders(parse(req.body));
        const body = sign(orders);
        for (const [at, result] of body.results.entries()) {
          const isRefused = "refused" in result;
          onDecided(isRefused ? "refused" : "signed");
          if (!isRefused) continue;
          const request_id = orders[at]?.request_id ?? "";
          log.error("certificate_refused", { request_id, reason: result.refused });
        }
        res.json(body);
      },
    ],
  });
  return router;
}
