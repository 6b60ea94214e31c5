import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { RegisterRequest, type RegisterResponse } from "@veil/contracts/public/registration";
import { bodyBytesOf, contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { MASKED_API_KEY } from "../keys/api-key.ts";
import type { Limits } from "../limits/quota.ts";
import { presentedKey } from "../middleware/authenticate.ts";
import { clientAddressOf } from "../middleware/rate-limits.ts";
import type { Customer } from "../ports.ts";
import { requireEmail } from "../registration/email-address.ts";
import type {
  KeyBudget,
  Registrar,
  Registration,
  RegistrationOutcome,
} from "../registration/registrar.ts";

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

/**
 * Checks the Idempotency-Key. It also serves as a proof, so it must not be guessable: 22 base64url
 * characters hold 128 bits.
 */
function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[A-Za-z0-9_-]{22,255}$/.test(header)) return header;
  throw new ApiError(
    "invalid_field",
    "Idempotency-Key must be 22 to 255 random base64url characters",
  );
}

interface ResponseOptions {
  readonly limits: Limits;
  readonly publicBaseUrl: string;
}

function registrationResponse(
  outcome: RegistrationOutcome,
  { limits, publicBaseUrl }: ResponseOptions,
): RegisterResponse {
  switch (outcome.kind) {
    case "created":
      return {
        svc_api_key: outcome.apiKey,
        ...profileOf(outcome.customer, limits),
        message: `This key is shown once: store it now. ${instructions(publicBaseUrl)}`,
      };
    case "proven":
      return {
        svc_api_key: outcome.apiKey,
        ...profileOf(outcome.customer, limits),
        message: `This address was registered before; this is its key. ${instructions(publicBaseUrl)}`,
      };
    case "unproven":
      // The response reveals nothing about the account, because anyone can send its address. Every
      // account starts with this tier.
      return { svc_api_key: MASKED_API_KEY, tier: "free", message: rotation(publicBaseUrl) };
  }
}

function profileOf({ tier, managedAi }: Pick<Customer, "tier" | "managedAi">, limits: Limits) {
  const monthly = limits.monthly[tier];
  return {
    tier,
    ...(Number.isFinite(monthly) && { monthly_limit: monthly }),
    managed_ai: managedAi,
  };
}

function instructions(baseUrl: string): string {
  return (
    `Base URL of the proxy: ${baseUrl}. Send requests to ${baseUrl}/api/v1/proxy/messages with the key in ` +
    "the header x-api-key or as Authorization: Bearer."
  );
}

function rotation(baseUrl: string): string {
  return (
    "This address is already registered and its key was shown once; the value here is masked and cannot be " +
    "used. To see the key again, repeat the request with a proof: the key itself in x-api-key, the " +
    "Idempotency-Key of the first request with the same body, or the same provider_key. If the key is lost, " +
    "rotate it with another key of the account (POST /api/v1/account/keys/{key_id}/rotate; GET /api/v1/account/keys " +
    `lists the ids), or ask the operator. Base URL of the proxy: ${baseUrl}.`
  );
}
