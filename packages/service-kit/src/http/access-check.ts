import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { CredentialRequest, type CredentialResponse } from "@veil/contracts/service";
import { SERVICE_NAMES } from "@veil/crypto";
import { Router } from "express";
import { jsonBody } from "./bodies/json-body.ts";
import type { TokenIssuer } from "./client/token-issuer.ts";
import { endpoint } from "./endpoint.ts";

const parse = checked(CredentialRequest);

/**
 * Returns the route `/door`, which responds only with 204. The isolation probe uses it to test the
 * access check. Mount it behind a caller check.
 */
export function accessCheckRoutes(): Router {
  const router = Router();
  endpoint(router, "/door", { get: [(_req, res) => void res.status(204).end()] });
  return router;
}

/**
 * Returns the route `/credential`, which issues a token of this sandbox. The isolation probe
 * presents the token to the other sandbox, which must refuse it. Mount the route behind a caller
 * check.
 */
export function credentialRoutes(issuer: TokenIssuer): Router {
  const router = Router();
  endpoint(router, "/credential", {
    post: [
      jsonBody({ limitBytes: 1024 }),
      async (req, res) => {
        const { audience: name } = parse(req.body);
        const audience = SERVICE_NAMES.find((known) => known === name);
        if (audience === undefined)
          throw new ApiError("invalid_field", 'Field "audience" must name a service');
        const body: CredentialResponse = { token: await issuer.tokenFor(audience) };
        res.json(body);
      },
    ],
  });
  return router;
}
