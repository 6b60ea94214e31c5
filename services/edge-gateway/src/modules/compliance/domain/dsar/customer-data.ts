import type { AccountResponse } from "@veil/contracts/public/account";
import type { CustomerData } from "@veil/contracts/public/compliance/dsar";

const READ_ME = [
  "given: what you have given to this gateway, opened. It is what Art. 20 of the GDPR calls data that you have provided.",
  "stored: every row that is stored of you, by table. The columns of not_shown hold hashes, and boxes that only another key " +
    "opens: your API key opens maps and openings, the sanitiser opens lists, and the worker opens a provider key.",
  "more: rows beyond the first ten thousand; ask the operator for them.",
  "The content of calls is not stored in clear: GET /api/v1/proxy/jobs/{job_id} returns an answer for 24 hours.",
  "GET /api/v1/audit/export returns your events in the audit log, and GET /api/v1/veil/certificate/{request_id} a certificate.",
];

interface Given {
  readonly account: AccountResponse;
  /** What the customer has filled in for documents, by topic. */
  readonly filledIn: Readonly<Record<string, unknown>>;
}

/** Returns all data of a customer, or only what the customer has provided. */
export function customerData(
  { account, filledIn }: Given,
  stored: CustomerData["stored"],
): CustomerData {
  return { read_me: [...READ_ME], given: { account, filled_in: filledIn }, stored };
}
