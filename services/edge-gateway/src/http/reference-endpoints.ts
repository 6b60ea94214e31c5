import { OPERATIONS, openApiDocument } from "@veil/contracts/openapi";
import { endpoint } from "@veil/http-kit";
import type { IRouter } from "express";
import { home } from "../modules/reference/routes/home-page.ts";
import { readOpenApi } from "../modules/reference/routes/openapi.ts";
import {
  openReference,
  REFERENCE_PATH,
  referenceFile,
  referencePage,
} from "../modules/reference/routes/reference-page.ts";
import { pagePolicy } from "../modules/veil/routes/page-policy.ts";

/** The interface's description, for programs and for people; without a key. */
export function referenceEndpoints(router: IRouter): void {
  endpoint(router, "/", { get: [pagePolicy("none"), home()] });
  endpoint(router, "/openapi.json", { get: [readOpenApi(openApiDocument(OPERATIONS))] });
  endpoint(router, REFERENCE_PATH, { get: referencePage });
  endpoint(router, `${REFERENCE_PATH}/open.js`, { get: [openReference] });
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"] as const)
    endpoint(router, `${REFERENCE_PATH}/${file}`, { get: [referenceFile(file)] });
}
