import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserLaunch } from "@veil/testing";
import { createTestDeployment, type TestDeployment } from "@veil/testing/certificates";
import { type OpenedPage, openPage, type PageOptions } from "@veil/testing/page";
import { chromium } from "playwright-core";
import { storeIssued } from "./issued-certificate.ts";
import { startTestGateway } from "./test-gateway.ts";

export interface GatewayInBrowser {
  readonly deployment: TestDeployment;
  /** The request id of a call with a certificate. */
  readonly requestId: string;
  /** Opens a page in a new context. */
  open(path: string, options?: PageOptions): Promise<OpenedPage>;
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
