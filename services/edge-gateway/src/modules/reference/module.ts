import { OPERATIONS, openApiDocument } from "@veil/contracts/openapi";
import type { OpenReads } from "../../http/open-reads.ts";
import { pagePolicy } from "../certificates/routes/page-policy.ts";
import { home } from "./routes/home-page.ts";
import { readOpenApi } from "./routes/openapi.ts";
import {
  openReference,
  REFERENCE_PATH,
  referenceFile,
  referencePage,
} from "./routes/reference-page.ts";

/** The interface's description, for programs and for people; without a key. */
export function referenceEndpoints(read: OpenReads): void {
  read("/", [pagePolicy("none"), home()]);
  read("/openapi.json", [readOpenApi(openApiDocument(OPERATIONS))]);
  read(REFERENCE_PATH, referencePage);
  read(`${REFERENCE_PATH}/open.js`, [openReference]);
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"] as const)
    read(`${REFERENCE_PATH}/${file}`, [referenceFile(file)]);
}
