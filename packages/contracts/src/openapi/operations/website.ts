import { ProvisionRequest, ProvisionResponse } from "../../public/admin.ts";
import { ContactRequest, ContactResponse, WebsiteStatsResponse } from "../../public/website.ts";
import type { Operation } from "../operation.ts";

const website = (
  path: string,
  described: Omit<Operation, "path" | "tag" | "access">,
): Operation => ({
  path: `/api/v1/website${path}`,
  tag: "Website",
  access: "website",
  ...described,
});

/** Operations that require the key of the marketing site's backend. */
export const WEBSITE_OPERATIONS: readonly Operation[] = [
  website("/provision", {
    method: "post",
    id: "websiteProvision",
    summary: "Creates a customer at a tier, and issues a key",
    body: { schema: ProvisionRequest, example: { email: "visitor@example.org", tier: "free" } },
    answers: { 201: { description: "The key is shown once", schema: ProvisionResponse } },
    errors: ["customer_exists"],
  }),
  website("/stats", {
    method: "get",
    id: "websiteReadStats",
    summary: "Figures for the public",
    answers: { 200: { description: "The figures", schema: WebsiteStatsResponse } },
    errors: [],
  }),
  website("/contact", {
    method: "post",
    id: "websiteContact",
    summary: "Stores a message for the operator",
    body: {
      schema: ContactRequest,
      example: { email: "visitor@example.org", message: "Please call me back." },
    },
    answers: { 201: { description: "It is stored", schema: ContactResponse } },
    errors: [],
  }),
];
