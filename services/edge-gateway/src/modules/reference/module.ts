import { type Operation, openApiDocument } from "@veil/contracts/openapi";
import type { RequestHandler } from "express";
import {
  home,
  openReference,
  REFERENCE_PATH,
  readOpenApi,
  referenceFile,
  referencePage,
} from "./routes/reference-page.ts";
import { securityText } from "./routes/security-text.ts";

interface ReferenceNeeds {
  /** The URI to which reports of vulnerabilities go, or undefined to name none. */
  readonly securityContact: string | undefined;
  readonly operations: readonly Operation[];
}

interface ReferenceModule {
  /** The pages, by path. They document the operations and are not operations themselves. */
  readonly pages: Readonly<Record<string, readonly RequestHandler[]>>;
}

export function createReferenceModule({
  operations,
  securityContact: contact,
}: ReferenceNeeds): ReferenceModule {
  return {
    pages: {
      "/": [home],
      "/openapi.json": [readOpenApi(openApiDocument(operations))],
      [REFERENCE_PATH]: referencePage,
      [`${REFERENCE_PATH}/open.js`]: [openReference],
      [`${REFERENCE_PATH}/swagger-ui.css`]: [referenceFile("swagger-ui.css")],
      [`${REFERENCE_PATH}/swagger-ui-bundle.js`]: [referenceFile("swagger-ui-bundle.js")],
      ...(contact && { "/.well-known/security.txt": [securityText(contact)] }),
    },
  };
}
