/** A request that schemathesis generated for an operation, with the status of the response. */
export interface GeneratedRequest {
  readonly operation: string;
  readonly status: number;
}

/** A line of the report from `--report ndjson`, with only the members that this module reads. */
interface ReportLine {
  readonly ScenarioFinished?: {
    readonly recorder?: {
      readonly label?: string;
      readonly cases?: Readonly<Record<string, RecordedCase>>;
      readonly interactions?: Readonly<Record<string, Interaction>>;
    };
  };
}

interface RecordedCase {
  readonly value: { readonly method: string };
  /**
   * Present when a check sent this request after another one, for example again without
   * credentials.
   */
  readonly parent_id?: string;
}

interface Interaction {
  readonly response?: { readonly status_code: number };
}

/**
 * Reads the generated requests from a report. Omits requests that the checks of schemathesis sent,
 * and requests whose method is not the operation's.
 */
export function readExamples(report: string): readonly GeneratedRequest[] {
  const lines = report.trim().split("\n");
  return lines.flatMap((line) => {
    const { ScenarioFinished } = JSON.parse(line) as ReportLine;
    const { label = "", cases = {}, interactions = {} } = ScenarioFinished?.recorder ?? {};
    return Object.entries(cases)
      .filter(([, { parent_id, value }]) => !parent_id && label.startsWith(`${value.method} `))
      .map(([id]) => ({
        operation: label,
        // There is no response when the connection broke or the gateway did not respond.
        status: interactions[id]?.response?.status_code ?? 0,
      }));
  });
}

export interface OperationExamples {
  readonly operation: string;
  /** The share of examples that passed authentication, limits and schema validation. */
  readonly share: number;
  /** The number of examples by response status. */
  readonly statuses: Readonly<Record<string, number>>;
}

export function byOperation(examples: readonly GeneratedRequest[]): readonly OperationExamples[] {
  const operations = new Set(examples.map(({ operation }) => operation));
  return [...operations].map((operation) => {
    const own = examples.filter((example) => example.operation === operation);
    const statuses: Record<string, number> = {};
    for (const { status } of own) statuses[status] = (statuses[status] ?? 0) + 1;
    const accepted = own.filter(({ status }) => isAccepted(status) || isNothing(operation, status));
    const share = accepted.length / own.length;
    return { operation, share, statuses };
  });
}

/**
 * Operations that return 404 for every request, because there is no time-stamping authority and no
 * identity provider.
 */
const WITHOUT_ANY: ReadonlySet<string> = new Set([
  "GET /api/v1/admin/audit/time-stamp",
  "GET /api/v1/auth/oidc/{provider_id}",
  "GET /api/v1/auth/oidc/{provider_id}/callback",
  "DELETE /api/v1/account/members/{member_id}",
]);

function isNothing(operation: string, status: number): boolean {
  return status === 404 && WITHOUT_ANY.has(operation);
}

/** Returns true when the handler did the work, or refused it because of the current state. */
function isAccepted(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}
