import type { RequestListener } from "node:http";
import type { BrowserLaunch } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { type OpenedPage, openPage, type PageOptions } from "@veil/testing/page";
import { chromium, type Page } from "playwright-core";
import { listen } from "./browser.ts";
import { storeIssued } from "./issued-certificate.ts";
import { sessionOf } from "./session-client.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

/** The key of an operator. */
export const ADMIN_KEY = "admin-key-of-the-portal".repeat(2);

/** The customers' pages and the open ones, by their address below `/portal/`. */
export const PAGES: readonly string[] = [
  ...["", "playground", "setup", "usage", "lists", "policy", "proving-ground", "audit"],
  ...["certificates", "why", "posture", "documents", "requests", "keys", "account"],
  ...["status", "docs"],
];
/** The operators' pages, by the name of their link. */
export const OPERATOR_PAGES = [
  "Deployment",
  "Organizations",
  "Users",
  "Messages",
  "Customers",
] as const;

/** The key of the operator's website. */
export const WEBSITE_KEY = "website-key-of-the-portal".repeat(2);

interface Portal {
  readonly gateway: TestGateway;
  readonly origin: string;
  /** The key of a customer of pro who has a certificate. */
  readonly apiKey: string;
  readonly customerId: string;
  readonly requestId: string;
  /** The keys that verify the certificate. */
  readonly pins: string;
  /** Serves another app at the same address. */
  serve(next: RequestListener): void;
  /** Opens a page of the portal, below `/portal/`, without a session. */
  open(page: string, options?: PageOptions): Promise<OpenedPage>;
  /** Opens a page with a new session of the customer. */
  openOwn(page: string, options?: PageOptions): Promise<OpenedPage>;
  close(): Promise<void>;
}

export async function openPortal(
  launch: BrowserLaunch,
  { veil }: { readonly veil: boolean },
): Promise<Portal> {
  const browser = await chromium.launch(launch);
  const deployment = createTestDeployment();
  const manifest = { ...deployment.manifest, served_at: "2026-01-02T12:00:04.000Z" };
  // The gateway must know its address, which is free only once something listens.
  let app: RequestListener = () => undefined;
  const server = await listen((req, res) => app(req, res));
  const settings = {
    VEIL_ENABLED: String(veil),
    WEBSITE_KEYS: WEBSITE_KEY,
    ...{ ADMIN_KEYS: ADMIN_KEY, OPERATOR_HOSTS: new URL(server.origin).host },
    PUBLIC_BASE_URL: server.origin,
    AUDIT_VIEWS_PER_MINUTE: "1000",
    COMPLIANCE_CALLS_PER_MINUTE: "10000",
    ACCOUNT_CALLS_PER_MINUTE: "10000",
  };
  const gateway = await startTestGateway(settings, { signer: manifest });
  const { customerId, apiKey } = await gateway.provision();
  const requestId = `req_${"5".repeat(32)}`;
  const { certificates } = gateway.stores;
  await storeIssued({ certificates, customerId, deployment, requestId });
  app = gateway.app;
  const open: Portal["open"] = (page, options) =>
    openPage(browser, new URL(`/portal/${page}`, server.origin), options);
  return {
    ...{ gateway, origin: server.origin, apiKey, customerId, requestId, open },
    pins: deployment.pins.gateway,
    serve(next) {
      app = next;
    },
    openOwn: async (page, options) =>
      await open(page, { cookie: await sessionOf(gateway, { api_key: apiKey }), ...options }),
    async close() {
      await browser.close();
      await server.close();
      await gateway.close();
    },
  };
}

/** Signs in to the operators' pages, as their form does. */
export async function signInAsOperator(page: Page, key: string = ADMIN_KEY): Promise<void> {
  await page.getByLabel("Admin key").fill(key);
  await page.keyboard.press("Enter");
}
