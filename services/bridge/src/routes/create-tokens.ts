import { TokenRequest, type TokenResponse } from "@veil/contracts/bridge";
import { checked } from "@veil/contracts/parsing";
import type { RandomBytes } from "@veil/crypto";
import { endpoint, jsonBody } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";
import { Router } from "express";
import { makeToken } from "../domain/token.ts";
import type { KeyRing } from "../ports.ts";

const parse = checked(TokenRequest);
const BODY_LIMIT_BYTES = 4_096;

interface TokenRouteDeps {
  readonly keyRing: KeyRing;
  readonly random: RandomBytes;
  readonly log: Logger;
}

/** `POST /tokens`: tokens for a customer id, which only the bridge can open. Stores nothing. */
export function tokenRoutes({ keyRing, random, log }: TokenRouteDeps): Router {
  const router = Router();
  endpoint(router, "/tokens", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        const { customer_id, token_request_ids } = parse(req.body);
        const key = await keyRing.current();
        const body: TokenResponse = {
          tokens: token_request_ids.map(() => makeToken(key, customer_id, random)),
        };
        for (const request_id of token_request_ids) log.info("token_made", { request_id });
        res.json(body);
      },
    ],
  });
  return router;
}
