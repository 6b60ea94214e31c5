import type { EnvReader } from "@veil/service-kit/config";
import { readOidcProviders } from "./modules/accounts/oidc/oidc-settings.ts";

/** Reads with what people can sign in to the portal. */
export function readSignInSettings(read: EnvReader, production: boolean) {
  const hasFile = read.optional("OIDC_FILE") !== undefined;
  const oidcProviders = hasFile ? (read.parsedFile("OIDC_FILE", readOidcProviders) ?? []) : [];
  if (production && oidcProviders.some(({ issuer }) => !issuer.startsWith("https:")))
    read.problem("OIDC_FILE must name issuers that begin with https: in production");
  const keysSignIn = read.boolean("SIGN_IN_BY_KEY", true);
  if (!keysSignIn && !hasFile) read.problem("SIGN_IN_BY_KEY=false needs OIDC_FILE");
  const hasProxy = read.optional("EGRESS_PROXY_URL") !== undefined;
  const egressProxyUrl = hasProxy ? read.url("EGRESS_PROXY_URL", ["http:", "https:"]) : undefined;
  return { oidcProviders, keysSignIn, egressProxyUrl };
}
