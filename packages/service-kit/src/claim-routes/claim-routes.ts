import { SignClaimsRequest } from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { ClaimSigner } from "@veil/veil/claims";
import { Router } from "express";
import { endpoint, jsonBody } from "../http/index.ts";

/**
 * Enough for 256 claims of 600 items of 200 bytes. A sanitiser's claim for 256 fields has 513
 * items.
 */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

const parse = checked(SignClaimsRequest);

/**
 * Returns the route `POST /claims/sign`, which signs claims that this component made, with one
 * signature for all. It stores nothing. Mount it behind an access check that admits only the edge
 * gateway.
 */
export function claimRoutes(sign: ClaimSigner): Router {
  const router = Router();
  endpoint(router, "/claims/sign", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      (req, res) => void res.json(sign(parse(req.body).claims)),
    ],
  });
  return router;
}
