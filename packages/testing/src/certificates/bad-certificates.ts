import { BAD_CLAIMS } from "./bad-claims.ts";
import { BAD_DOCUMENTS } from "./bad-documents.ts";
import { BAD_EDGES } from "./bad-edges.ts";
import { BAD_EVIDENCE } from "./bad-evidence.ts";
import { BAD_MANIFESTS } from "./bad-manifests.ts";
import { BAD_PROBES } from "./bad-probes.ts";
import type { BadCase } from "./case-type.ts";

/** Certificate files with one defect each. */
export const BAD_CERTIFICATES: readonly BadCase[] = [
  ...BAD_DOCUMENTS,
  ...BAD_MANIFESTS,
  ...BAD_EVIDENCE,
  ...BAD_CLAIMS,
  ...BAD_EDGES,
  ...BAD_PROBES,
];
