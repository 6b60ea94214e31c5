import { SignClaimsRequest } from "@veil/contracts/claims";
import { checked } from "@veil/contracts/parsing";
import type { ClaimSigner } from "@veil/veil/claims";
import { Router } from "express";
import { endpoint, jsonBody } from "../http/index.ts";

/** 256 claims of 600 items each (a sanitiser's claim of 256 fields has 513), at 200 bytes an item. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

const parse = checked(SignClaimsRequest);

/**
 * `POST /claims/sign` returns one signature for claims that this component made. Mount it behind a
 * check that only the edge gateway passes. It stores nothing.
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
