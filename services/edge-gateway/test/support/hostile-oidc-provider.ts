import {
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  publicKeyBytes,
  signEd25519,
} from "@veil/crypto";
import { listen } from "./browser.ts";

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What a token says, and how it is signed. */
export interface TokenForm {
  readonly header?: object;
  readonly claims?: object;
  /** `other`: with a key that the provider does not publish. */
  readonly key?: "own" | "other" | "none";
}

/** Starts a provider whose token endpoint returns any ID token. */
export async function openHostileProvider(clientId: string) {
  const own = ed25519PrivateKey(generateEd25519Seed());
  const other = ed25519PrivateKey(generateEd25519Seed());
  const x = publicKeyBytes(ed25519PublicKey(own)).toString("base64url");
  let form: TokenForm = {};
  let nonce = "";
  const server = await listen((req, res) => {
    const answer = (body: object) => {
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify(body));
    };
    if (req.url === "/jwks")
      return answer({ keys: [{ kty: "OKP", crv: "Ed25519", x, kid: "k", alg: "EdDSA" }] });
    if (req.url === "/token")
      return answer({ access_token: "a", token_type: "Bearer", id_token: idToken() });
    answer({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/auth`,
      token_endpoint: `${server.origin}/token`,
      jwks_uri: `${server.origin}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["EdDSA"],
      authorization_response_iss_parameter_supported: true,
    });
  });

  function idToken(): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: server.origin,
      aud: clientId,
      sub: "eve",
      iat: now,
      exp: now + 60,
      nonce,
    };
    const signed = `${base64({ alg: "EdDSA", kid: "k", ...form.header })}.${base64({ ...claims, ...form.claims })}`;
    if (form.key === "none") return `${signed}.`;
    const key = form.key === "other" ? other : own;
    return `${signed}.${signEd25519(key, Buffer.from(signed)).toString("base64url")}`;
  }

  return {
    issuer: server.origin,
    /** Takes the nonce of a started sign-in, and chooses the next token. */
    expect(authorizationUrl: string, next: TokenForm) {
      nonce = new URL(authorizationUrl).searchParams.get("nonce") ?? "";
      form = next;
    },
    close: server.close,
  };
}
