/** A request that schemathesis generated for an operation, and the status of the answer. */
export interface GeneratedRequest {
  readonly operation: string;
  readonly status: number;
}

/** Of `--report ndjson`; only what is read here. */
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
  /** Of a request that a check made after it, such as the same one without credentials. */
  readonly parent_id?: string;
}

interface Interaction {
  readonly response?: { readonly status_code: number };
}

/** Without requests of checks, and without those of other methods, which are not of the operation. */
export function readExamples(report: string): readonly GeneratedRequest[] {
  const lines = report.trim().split("\n");
  return lines.flatMap((line) => {
    const { ScenarioFinished } = JSON.parse(line) as ReportLine;
    const { label = "", cases = {}, interactions = {} } = ScenarioFinished?.recorder ?? {};
    return Object.entries(cases)
      .filter(([, { parent_id, value }]) => !parent_id && label.startsWith(`${value.method} `))
      .map(([id]) => ({
        operation: label,
        // None: the connection broke, or the gateway did not answer.
        status: interactions[id]?.response?.status_code ?? 0,
      }));
  });
}

export interface OperationExamples {
  readonly operation: string;
  /** The share of examples that passed authentication, limits and schema. */
  readonly share: number;
  /** How many examples had each status. */
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

/** Without an authority of time stamps there is none, whatever the size that is asked for. */
const WITHOUT_ANY: ReadonlySet<string> = new Set(["GET /api/v1/admin/audit/time-stamp"]);

function isNothing(operation: string, status: number): boolean {
  return status === 404 && WITHOUT_ANY.has(operation);
}

/** More strictly: what the handler carried out, or refused for the state of what it was asked to change. */
function isAccepted(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409;
}
