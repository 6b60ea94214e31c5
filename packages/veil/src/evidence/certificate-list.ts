import { CERTIFICATE_COLUMNS } from "@veil/contracts/public/compliance/evidence";
import type { DrawnCertificate } from "./draw.ts";

export const LIST_HEADER = `${CERTIFICATE_COLUMNS.join(",")}\n`;

/** A line of `certificates.csv`. */
export interface ListedCertificate extends DrawnCertificate {
  readonly endedAt: Date;
  /** The hash that the log contains, in hexadecimal. */
  readonly loggedSha256: string;
}

export function certificateLine(certificate: ListedCertificate): string {
  const { requestId, endedAt, version, loggedSha256, isProven } = certificate;
  return `${requestId},${endedAt.toISOString()},${version},${loggedSha256},${isProven ? "yes" : "no"}\n`;
}

const LINE =
  /^(req_[0-9a-f]{32}),(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),([12]),([0-9a-f]{64}),(yes|no)$/;

interface ListReader {
  push(bytes: Uint8Array): void;
  /** Returns the number of lines, and the first problem of the list. */
  end(): { readonly listed: number; readonly problem: string | undefined };
}

/**
 * Creates a reader of a list that arrives in parts. It requires that each certificate is in it once.
 * @param onCertificate - called with each line that has its form
 */
export function createListReader(
  period: { readonly since: string; readonly until: string },
  onCertificate: (certificate: ListedCertificate) => void,
): ListReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const [since, until] = [Date.parse(period.since), Date.parse(period.until)];
  let rest = "";
  let hasHeader = false;
  let listed = 0;
  const ids = new Set<string>();
  let problem: string | undefined;

  function header(text: string): void {
    hasHeader = true;
    if (`${text}\n` !== LIST_HEADER) problem ??= "its first line does not name the columns";
  }

  function line(text: string): void {
    const [, requestId = "", endedAt = "", version, loggedSha256 = "", proven] =
      LINE.exec(text) ?? [];
    listed += 1;
    if (version === undefined) {
      problem ??= `line ${listed + 1} has another form`;
      return;
    }
    if (ids.has(requestId)) problem ??= `line ${listed + 1} names a certificate again`;
    ids.add(requestId);
    const at = new Date(endedAt);
    if (!(at.getTime() >= since && at.getTime() < until))
      problem ??= `line ${listed + 1} is not in the period`;
    const isProven = proven === "yes";
    onCertificate({ requestId, endedAt: at, version: Number(version), loggedSha256, isProven });
  }

  return {
    push(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) (hasHeader ? line : header)(text);
    },
    end() {
      if (rest !== "" || !hasHeader) problem ??= "its last line is cut off";
      return { listed, problem };
    },
  };
}
