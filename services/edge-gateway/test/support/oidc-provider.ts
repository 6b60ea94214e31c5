import { Provider } from "oidc-provider";
import { listen } from "./browser.ts";

/** Who signs in next, and what the provider says of them. */
interface SignedInPerson {
  sub: string;
  email: string;
  groups: string[];
}

/** Starts a real OpenID provider, which signs in `person` without asking. */
export async function openOidcProvider(
  redirectUri: string,
  client: { id: string; secret: string },
) {
  const person: SignedInPerson = { sub: "ann", email: "ann@example.org", groups: [] };
  let handler: (...args: Parameters<ReturnType<Provider["callback"]>>) => unknown = () => undefined;
  const server = await listen((req, res) => void handler(req, res));
  const provider = new Provider(server.origin, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub", "groups"], email: ["email"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of this test"] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        ...{ clientId: oidc.client?.clientId ?? "", accountId: oidc.session?.accountId ?? "" },
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  handler = async (req, res) => {
    if (!req.url?.startsWith("/interaction/")) return serve(req, res);
    const result = { login: { accountId: person.sub, remember: false } };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  };
  return { issuer: server.origin, person, close: server.close };
}

/**
 * Follows the redirects of the provider, as a browser does, with its cookies.
 * @returns the address of the gateway to which the provider leads
 */
export async function throughProvider(start: string, issuer: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(start);
  while (next.origin === issuer) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`The provider answered ${response.status}`);
    next = new URL(location, next);
  }
  return next.href;
}
