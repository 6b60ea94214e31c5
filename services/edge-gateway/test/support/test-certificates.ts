import { IsolationCertificate } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import {
  type Changes,
  type TestDeployment,
  testCertificate,
  withSummarySignature,
} from "@veil/testing/certificates";

const parse = checkedJson(IsolationCertificate);

/** Makes a certificate of version 1 for a call as it is stored, with its evidence from the log. */
export function certifiedCall(
  deployment: TestDeployment,
  requestId: string,
  changes: Pick<Changes, "note" | "signed"> = {},
) {
  const { certificate } = testCertificate(deployment, {
    version: 1,
    claims: ({ gateway }) => void Object.assign(gateway, { leg_id: requestId }),
    signable: (own) => void Object.assign(own, { request_id: requestId }),
    event: (own) => void Object.assign(own, { request_id: requestId }),
    ...changes,
  });
  const { evidence, ...signed } = parse(certificate);
  if (evidence === null) throw new Error("The certificate has no evidence");
  return { issued: withSummarySignature(signed, deployment), evidence };
}
