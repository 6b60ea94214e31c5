import type { BatchPlace } from "@veil/contracts/certificate";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";

/** Changes the certificate's place in its batch after the batch was signed. */
function place(change: (place: BatchPlace) => void): Changes {
  return {
    signed: (certificate) => {
      if (certificate.place !== undefined) change(certificate.place);
    },
  };
}

/** Certificates of version 2 with a defect of their place in a batch. */
export const BAD_PLACES: readonly BadCase[] = [
  [
    "no place in a batch",
    "bad_schema",
    { certificate: (own) => void Reflect.deleteProperty(own, "place") },
  ],
  [
    "unknown member of the place",
    "bad_schema",
    { certificate: ({ place: own }) => void Object.assign(own ?? {}, { count: 1 }) },
  ],
  [
    "another salt",
    "bad_signature",
    place((own) => void Object.assign(own, { salt: "00".repeat(16) })),
  ],
  [
    "another index in the batch",
    "bad_signature",
    place((own) => void Object.assign(own, { index: 3 })),
  ],
  [
    "an index beyond the batch",
    "bad_signature",
    place((own) => void Object.assign(own, { index: 9 })),
  ],
  ["another size of the batch of certificates", "bad_signature", place((own) => void own.size++)],
  [
    "another root",
    "bad_signature",
    place((own) => void Object.assign(own, { root: "ab".repeat(32) })),
  ],
  ["path of certificates too short", "bad_signature", place(({ path }) => void path.pop())],
  [
    "path of certificates too long",
    "bad_signature",
    place(({ path }) => void path.push("ab".repeat(32))),
  ],
  [
    "path of certificates with a changed hash",
    "bad_signature",
    place(({ path }) => void path.splice(0, 1, "ab".repeat(32))),
  ],
];
