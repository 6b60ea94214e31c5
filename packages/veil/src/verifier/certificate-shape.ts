import {
  CERTIFICATE_TYPES,
  CertificateSignable,
  IsolationCertificate,
} from "@veil/contracts/certificate";
import { checked, parseJson } from "@veil/contracts/parsing";
import { verifying } from "@veil/crypto/portable";
import { Type } from "typebox";
import { fitsVersion } from "./certificate-batch.ts";
import type { Require, RunStep } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";

const closed = { additionalProperties: false } as const;

/**
 * Checks everything except type and version, which have a separate step, because a document of a
 * later version is not invalid.
 */
const parseShape = checked(
  Type.Object(
    {
      ...IsolationCertificate.properties,
      signable: Type.Object(
        {
          ...CertificateSignable.properties,
          ...{ type: Type.String(), protocol_version: Type.Integer() },
        },
        closed,
      ),
    },
    closed,
  ),
);
const parseKind = checked(
  Type.Object({
    signable: Type.Object({ type: Type.String(), protocol_version: Type.Integer() }),
  }),
);

/** Parses a certificate. The caller may rely only on what the steps that ran have checked. */
export function readCertificate(json: Uint8Array, step: RunStep): IsolationCertificate {
  let value: unknown;
  step("strict_json", (require) => {
    value = requireStrictJson(json, require);
  });
  value ??= verifying("malformed", "it is no JSON", () => parseJson(json));
  step("protocol", (require) => requireProtocol(value, require));
  step("schema", (require) => requireShape(value, require));
  return value as IsolationCertificate;
}

function requireProtocol(value: unknown, require: Require): void {
  const { type, protocol_version } = parseKind(value).signable;
  const types: readonly string[] = Object.values(CERTIFICATE_TYPES);
  require(types.includes(type), "it is no isolation certificate");
  require(type === types[protocol_version - 1], "its protocol version is not known here");
}

function requireShape(value: unknown, require: Require): void {
  require(hasShape(value), "a member is missing, unknown, or has the wrong form");
}

function hasShape(value: unknown): boolean {
  try {
    const { signable, place } = parseShape(value);
    return fitsVersion(signable.protocol_version, place);
  } catch {
    return false;
  }
}
