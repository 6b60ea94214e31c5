/** What one sign-in must bring back. The browser keeps it sealed in between. */
interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

/** The claims of a verified ID token. */
export interface IdentityClaims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/**
 * A provider as OpenID Connect sees it: the code flow with PKCE, state and nonce (OpenID Connect
 * Core 1.0, section 3.1; RFC 7636; RFC 9207). Both methods throw an error of `openid-client` or of
 * the network.
 */
export interface OpenIdProvider {
  authorizationUrl(flow: SignInFlow): Promise<URL>;
  /** Exchanges the code. @param answered - the address of the callback, with its query */
  claims(answered: URL, flow: SignInFlow): Promise<IdentityClaims>;
}
