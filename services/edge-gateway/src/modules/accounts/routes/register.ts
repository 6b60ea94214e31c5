import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { RegisterRequest, type RegisterResponse } from "@veil/contracts/public/registration";
import { bodyBytesOf, contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import type { Limits } from "../limits/limits.ts";
import { clientAddressOf } from "../middleware/client-address.ts";
import { presentedKey } from "../middleware/presented-key.ts";
import { requireEmail } from "../registration/email-address.ts";
import type { KeyBudget, Registrar, Registration } from "../registration/registrar.ts";
import { registrationResponse } from "../registration/registration-response.ts";

export interface RegisterDeps {
  readonly registrar: Registrar;
  readonly budgetOf: (req: Request) => KeyBudget;
  readonly limits: Limits;
  readonly publicBaseUrl: string;
}

const parse = checked(RegisterRequest);

export function registerRoute(deps: RegisterDeps): RequestHandler {
  const { registrar, budgetOf, limits, publicBaseUrl } = deps;
  return async function handleRegister(req, res) {
    const outcome = await registrar.register(readRegistration(req, res), budgetOf(req));
    const body: RegisterResponse = registrationResponse(outcome, { limits, publicBaseUrl });
    res.status(outcome.kind === "created" ? 201 : 200).json(body);
  };
}

function readRegistration(req: Request, res: Response): Registration {
  const { email, company, provider_key: providerKey } = parse(req.body);
  const presented = presentedKey(req);
  return {
    email: requireEmail(email),
    company,
    providerKey,
    idempotencyKey: idempotencyKey(req.get("idempotency-key")),
    presentedKey: presented.kind === "key" ? presented.text : undefined,
    clientAddress: clientAddressOf(req),
    bodyBytes: bodyBytesOf(res),
    requestId: contextOf(res).requestId,
  };
}

/** The key is also a proof, so it must not be guessable: 22 base64url characters hold 128 bits. */
function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[A-Za-z0-9_-]{22,255}$/.test(header)) return header;
  throw new ApiError(
    "invalid_field",
    "Idempotency-Key must be 22 to 255 random base64url characters",
  );
}
