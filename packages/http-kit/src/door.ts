import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { CredentialRequest, type CredentialResponse } from "@veil/contracts/service";
import { SERVICE_NAMES } from "@veil/crypto";
import { Router } from "express";
import { endpoint } from "./endpoint.ts";
import { jsonBody } from "./json-body.ts";
import type { TokenIssuer } from "./token-issuer.ts";

const parse = checked(CredentialRequest);

/** Behind a service's caller check: `GET /door` says that the credential at hand is let in. */
export function doorRoutes(): Router {
  const router = Router();
  endpoint(router, "/door", { get: [(_req, res) => void res.status(204).end()] });
  return router;
}

/**
 * Of the two sandboxes alone, behind their caller check: `POST /credential` lends the sandbox's own credential, so
 * that the isolation probe can carry it to the other's door, where it must be refused.
 */
export function credentialRoutes(issuer: TokenIssuer): Router {
  const router = Router();
  endpoint(router, "/credential", {
    post: [
      jsonBody({ limitBytes: 1024 }),
      async (req, res) => {
        const { audience: wanted } = parse(req.body);
        const audience = SERVICE_NAMES.find((name) => name === wanted);
        if (audience === undefined)
          throw new ApiError("invalid_field", 'Field "audience" must name a service');
        const body: CredentialResponse = { token: await issuer.tokenFor(audience) };
        res.json(body);
      },
    ],
  });
  return router;
}
