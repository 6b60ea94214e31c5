import { BAD_CLAIMS } from "./bad-claims.ts";
import { BAD_DOCUMENTS } from "./bad-documents.ts";
import { BAD_EDGES } from "./bad-edges.ts";
import { BAD_EVIDENCE } from "./bad-evidence.ts";
import { BAD_MANIFESTS } from "./bad-manifests.ts";
import { BAD_PLACES } from "./bad-places.ts";
import { BAD_PROBES } from "./bad-probes.ts";
import type { BadCase } from "./case-type.ts";

/** Defects that certificates of both versions can have. */
const OF_BOTH_VERSIONS: readonly BadCase[] = [
  ...BAD_DOCUMENTS,
  ...BAD_MANIFESTS,
  ...BAD_EVIDENCE,
  ...BAD_CLAIMS,
  ...BAD_EDGES,
  ...BAD_PROBES,
];

/** A valid place. */
const PLACE = {
  ...{ salt: "00".repeat(16), size: 2, root: "ab".repeat(32), index: 0, path: ["ab".repeat(32)] },
};

/** Certificate files with one defect each. */
export const BAD_CERTIFICATES: readonly BadCase[] = [
  ...OF_BOTH_VERSIONS,
  ...BAD_PLACES,
  ...OF_BOTH_VERSIONS.map(
    ([name, code, changes]): BadCase => [`${name}, version 1`, code, { ...changes, version: 1 }],
  ),
  [
    "a place in a certificate of version 1",
    "bad_schema",
    { version: 1, certificate: (own) => void Object.assign(own, { place: PLACE }) },
  ],
];
