import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserLaunch, WAIT_CEILING_MS } from "@veil/testing";
import { createTestDeployment, type TestDeployment } from "@veil/testing/certificates";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { storeIssued } from "./issued-certificate.ts";
import { startTestGateway } from "./test-gateway.ts";

export interface OpenedPage {
  readonly page: Page;
  /** The errors that the browser reports, including violations of the content security policy. */
  readonly problems: string[];
  /** The paths that the page has requested. */
  readonly requests: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** A `Cookie` header with one cookie. */
  readonly cookie?: string;
}

export interface GatewayInBrowser {
  readonly deployment: TestDeployment;
  /** The request id of a call with a certificate. */
  readonly requestId: string;
  /** Opens a page in a new context. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  close(): Promise<void>;
}

/**
 * Starts a browser and a listening gateway that has one certificate, made with the keys of
 * `deployment`.
 */
export async function openGatewayInBrowser(launch: BrowserLaunch): Promise<GatewayInBrowser> {
  const browser = await chromium.launch(launch);
  const deployment = createTestDeployment();
  const manifest = { ...deployment.manifest, served_at: "2026-01-02T12:00:04.000Z" };
  const gateway = await startTestGateway({ VEIL_ENABLED: "true" }, { signer: manifest });
  const requestId = `req_${"5".repeat(32)}`;
  const { customerId } = await gateway.provision();
  const { certificates } = gateway.stores;
  await storeIssued({ certificates, customerId, deployment, requestId });
  const server = await listen(gateway.app);
  return {
    ...{ deployment, requestId },
    open: (path, options) => openPage(browser, new URL(path, server.origin), options),
    async close() {
      await browser.close();
      await server.close();
      await gateway.close();
    },
  };
}

/** Serves the app on a free port. */
export async function listen(app: RequestListener) {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a page in a new context and records its errors and requests. */
export async function openPage(
  browser: Browser,
  url: URL,
  { cookie, ...options }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  if (cookie !== undefined) {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([
      { name, value, url: url.origin, httpOnly: true, sameSite: "Strict" },
    ]);
  }
  context.setDefaultTimeout(WAIT_CEILING_MS);
  const page = await context.newPage();
  const [problems, requests]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => void problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => void requests.push(new URL(request.url()).pathname));
  await page.goto(url.href);
  return { page, problems, requests };
}
