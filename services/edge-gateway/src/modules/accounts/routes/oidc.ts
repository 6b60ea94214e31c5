import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import { contextOf } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { parseCookie } from "cookie";
import type { CookieOptions, Request, RequestHandler, Response } from "express";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { type Static, Type } from "typebox";
import type { DataKeys } from "../../../platform/data-keys.ts";
import { pagePolicy } from "../../../platform/page-policy.ts";
import { sealedToken } from "../../../platform/sealed-token.ts";
import type { SessionCookie } from "../middleware/session-cookie.ts";
import type { OidcProvider } from "../oidc/oidc-settings.ts";
import type { IdentityClaims, OpenIdProvider } from "../oidc/ports.ts";
import { type ProvenMember, SESSION_MS, type SessionManager } from "../sessions/session-manager.ts";

/** A configured provider, and how to speak with it. */
interface ConfiguredProvider {
  readonly settings: OidcProvider;
  readonly openId: OpenIdProvider;
  /** The address of the callback. */
  readonly redirectUri: string;
}

export interface OidcRouteDeps {
  readonly providers: ReadonlyMap<string, ConfiguredProvider>;
  readonly memberOf: (provider: OidcProvider, claims: IdentityClaims) => Promise<ProvenMember>;
  readonly sessions: Pick<SessionManager, "startOfMember">;
  readonly cookie: SessionCookie;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
  readonly log: Logger;
}

/**
 * The cookie between start and callback. Browsers send it with the navigation from the provider
 * (SameSite=Lax), and no other host can set it (`__Host-`).
 */
const COOKIE = "__Host-svc_sign_in";
const FLOW_MS = 10 * 60_000;
const OPTIONS: CookieOptions = { httpOnly: true, sameSite: "lax", secure: true, path: "/" };

const Flow = Type.Object({
  provider: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  page: Type.String(),
  expiresAtMs: Type.Integer(),
});

const PORTAL = "/portal/";
/** A page of the portal without a query, so that no other address can be named. */
const PAGE = /^\/portal(?:\/[a-z-]+)*\/?$/;

const flowsOf = ({ dataKeys }: Pick<OidcRouteDeps, "dataKeys">) =>
  sealedToken(Flow, { dataKeys, purpose: "sign-in-flows" });

/** Handles `GET /api/v1/auth/oidc/{provider_id}`. */
export function startSignIn(deps: OidcRouteDeps): RequestHandler {
  const flows = flowsOf(deps);
  return async function handleStartSignIn(req, res) {
    const { settings, openId } = providerOf(deps, req);
    const requested = String(req.query["page"] ?? PORTAL);
    const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = await openId.authorizationUrl(flow).catch((error: unknown) => {
      deps.log.warn("identity_provider_failed", { component: settings.id, error });
      return undefined;
    });
    if (url === undefined) return refuse(res, "server_busy");
    const page = PAGE.test(requested) ? requested : PORTAL;
    const expiresAtMs = deps.nowMs() + FLOW_MS;
    const sealed = flows.seal({ ...flow, provider: settings.id, page, expiresAtMs });
    res.cookie(COOKIE, sealed, { ...OPTIONS, maxAge: FLOW_MS });
    leadTo(res, url.href);
  };
}

/**
 * Handles `GET /api/v1/auth/oidc/{provider_id}/callback`. The page navigates by itself, so that the
 * browser sends the session's cookie, which is SameSite=Strict, with a request of this site.
 */
export function finishSignIn(deps: OidcRouteDeps): readonly RequestHandler[] {
  const flows = flowsOf(deps);
  return [
    pagePolicy("none"),
    async function handleFinishSignIn(req, res) {
      const provider = providerOf(deps, req);
      const flow = flows.open(parseCookie(req.get("cookie") ?? "")[COOKIE] ?? "");
      res.clearCookie(COOKIE, OPTIONS);
      if (flow === undefined || flow.expiresAtMs <= deps.nowMs())
        return refuse(res, "session_required");
      const member = await confirmedMember(deps, provider, req, flow);
      if (typeof member === "string") return refuse(res, member);
      const started = await deps.sessions.startOfMember(member, contextOf(res).requestId);
      if (started === undefined) return refuse(res, "role_insufficient");
      deps.cookie.set(res, started.token, SESSION_MS);
      res.type("html").send(forwardPage(flow.page));
    },
  ];
}

/** Returns the member whom the provider confirms, or the code of the refusal. */
async function confirmedMember(
  deps: OidcRouteDeps,
  provider: ConfiguredProvider,
  req: Request,
  flow: Static<typeof Flow>,
): Promise<ProvenMember | ErrorCode> {
  // A response of another provider than the one that the browser was sent to (RFC 9207).
  if (flow.provider !== provider.settings.id) return "invalid_credentials";
  const claims = await confirmedClaims(deps, provider, req, flow);
  if (claims === undefined) return "invalid_credentials";
  return await deps.memberOf(provider.settings, claims).catch(refusalOf);
}

function providerOf({ providers }: OidcRouteDeps, { params }: Request): ConfiguredProvider {
  const provider = providers.get(String(params["provider_id"]));
  if (provider === undefined) throw new ApiError("not_found", "There is no such identity provider");
  return provider;
}

async function confirmedClaims(
  { log }: OidcRouteDeps,
  { settings, openId, redirectUri }: ConfiguredProvider,
  { originalUrl }: Request,
  flow: Parameters<OpenIdProvider["claims"]>[1],
): Promise<IdentityClaims | undefined> {
  const answered = new URL(redirectUri);
  answered.search = new URL(originalUrl, redirectUri).search;
  return await openId.claims(answered, flow).catch((error: unknown) => {
    log.warn("identity_not_confirmed", { component: settings.id, error });
    return undefined;
  });
}

/** Returns the code of a refusal that a person should read in the portal. */
function refusalOf(error: unknown): ErrorCode {
  if (error instanceof ApiError && error.code === "role_insufficient") return error.code;
  throw error;
}

/** Leads back to the portal, which says what the code means. */
function refuse(res: Response, code: ErrorCode): void {
  leadTo(res, `${PORTAL}?refused=${code}`);
}

/** Redirects without a body, which would repeat the address. */
function leadTo(res: Response, address: string): void {
  res.status(303).location(address).end();
}

function forwardPage(page: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${page}"><title>Veil</title></head>
<body><p><a href="${page}">Open the portal</a></p></body></html>
`;
}
