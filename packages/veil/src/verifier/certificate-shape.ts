import {
  CERTIFICATE_PROTOCOL_VERSION,
  CERTIFICATE_TYPE,
  CertificateSignable,
  IsolationCertificate,
} from "@veil/contracts/certificate";
import { checked, parseJson } from "@veil/contracts/parsing";
import { verifying } from "@veil/crypto/portable";
import { Type } from "typebox";
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
  require(type === CERTIFICATE_TYPE, "it is no isolation certificate");
  require(protocol_version ===
    CERTIFICATE_PROTOCOL_VERSION, "its protocol version is not known here");
}

function requireShape(value: unknown, require: Require): void {
  try {
    parseShape(value);
  } catch {
    require(false, "a member is missing, unknown, or has the wrong form");
  }
}
