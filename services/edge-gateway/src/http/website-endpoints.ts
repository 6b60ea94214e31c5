import { endpoint } from "@veil/service-kit/http";
import type { IRouter, RequestHandler } from "express";
import {
  provisionFromWebsite,
  readWebsiteStats,
  storeContact,
  type WebsiteRouteDeps,
} from "../modules/admin/routes/website.ts";

export interface WebsiteDeps extends WebsiteRouteDeps {
  readonly authenticate: RequestHandler;
}

/** For the backend of the marketing site alone. */
export function websiteEndpoints(router: IRouter, deps: WebsiteDeps): void {
  const { authenticate } = deps;
  endpoint(router, "/api/v1/website/provision", {
    post: [authenticate, ...provisionFromWebsite(deps)],
  });
  endpoint(router, "/api/v1/website/stats", { get: [authenticate, readWebsiteStats(deps)] });
  endpoint(router, "/api/v1/website/contact", { post: [authenticate, ...storeContact(deps)] });
}
