import { createProxyFetch } from "@veil/service-kit/http";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from "openid-client";
import { coalesce } from "../../../platform/batcher.ts";
import type { OidcProvider } from "./oidc-settings.ts";
import type { OpenIdProvider } from "./ports.ts";

interface ProviderOptions {
  readonly redirectUri: string;
  readonly proxyUrl: string | undefined;
  /** Whether the provider may be reached without TLS, which only development allows. */
  readonly allowsHttp: boolean;
}

/** How long the metadata of a provider is kept. */
const METADATA_KEPT_MS = 60 * 60_000;
const TIMEOUT_S = 5;
const SCOPE = "openid email";

export function createOpenIdProvider(
  provider: OidcProvider,
  options: ProviderOptions,
): OpenIdProvider {
  const { redirectUri } = options;
  const configuration = coalesce(METADATA_KEPT_MS, () => discovered(provider, options));
  return {
    async authorizationUrl({ state, nonce, verifier }) {
      return buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: redirectUri, scope: provider.scope ?? SCOPE, state, nonce },
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async claims(answered, { state, nonce, verifier }) {
      const tokens = await authorizationCodeGrant(await configuration(), answered, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("The provider sent no ID token");
      return claims;
    },
  };
}

async function discovered(
  { issuer, client_id, client_secret }: OidcProvider,
  { proxyUrl, allowsHttp }: ProviderOptions,
): Promise<Configuration> {
  const secret = client_secret === undefined ? None() : ClientSecretBasic(client_secret);
  // The signature of an ID token is checked, although it comes over TLS, so that no unsigned token
  // is accepted.
  const execute = [enableNonRepudiationChecks, ...(allowsHttp ? [allowInsecureRequests] : [])];
  const found = await discovery(new URL(issuer), client_id, undefined, secret, {
    ...{ execute, timeout: TIMEOUT_S },
    ...(proxyUrl !== undefined && { [customFetch]: createProxyFetch(proxyUrl) }),
  });
  // Some providers have one address for all of their customers, whose groups anyone can name.
  const named = found.serverMetadata().issuer;
  if (named.replace(/\/$/, "") !== issuer.replace(/\/$/, ""))
    throw new Error("The provider names another issuer than the settings");
  return found;
}
