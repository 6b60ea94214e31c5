import type { AuditEvent } from "@veil/contracts/audit";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { monthOf } from "../../src/modules/accounts/limits/quota.ts";
import type { Usage, UsageClass } from "../../src/modules/accounts/ports.ts";
import type { JobEvent } from "../../src/modules/audit/domain/events.ts";
import type {
  CallCounts,
  CountedCall,
  ReturnedCall,
} from "../../src/modules/calls/direct/ports.ts";
import type {
  Admission,
  FailedResult,
  JobRecord,
  Jobs,
  KnownAdmission,
} from "../../src/modules/calls/native/ports.ts";
import { createMemoryJobOutbox } from "./memory-outboxes.ts";

interface Kept {
  readonly admission: Admission;
  readonly countedAs: string;
  readonly interimFailure?: FailedResult;
  readonly finishedBy?: Uint8Array | undefined;
  readonly late?: boolean;
  readonly isOld?: boolean;
}

/** One process's jobs and their usage, and everything that was stored of them. */
export function createMemoryJobs() {
  const records = new Map<string, JobRecord>();
  const kept = new Map<string, Kept>();
  const gone = new Set<string>();
  const used = new Map<string, number>();
  const admissions: Admission[] = [];
  const ends: AuditEvent[] = [];
  const {
    outbox,
    add,
    forget: forgetMessage,
    isUnsent,
  } = createMemoryJobOutbox((jobId) => (records.get(jobId)?.state ?? "admitted") === "admitted");

  function change(jobId: string, next: Partial<JobRecord>, more: Partial<Kept> = {}): void {
    const [record, rest] = [records.get(jobId), kept.get(jobId)];
    if (record === undefined || rest === undefined) return;
    records.set(jobId, { ...record, ...next });
    kept.set(jobId, { ...rest, ...more });
  }

  function note(jobId: string, events: readonly JobEvent[]): void {
    const of = kept.get(jobId)?.admission;
    if (of === undefined) return;
    const { actor, scope, subject } = of.facts;
    const owner = { actor, scope, ...(subject !== undefined && { subject }) };
    for (const event of events) ends.push({ ...event, ...owner, request_id: of.requestId });
  }

  function forget(jobId: string): void {
    records.delete(jobId);
    kept.delete(jobId);
    forgetMessage(jobId);
    gone.add(jobId);
  }

  const jobs: Jobs = {
    admitted: async (jobId) => records.get(jobId),
    async admit(admission, leaseMs) {
      const { jobId, requestId, customerId, facts, relinkMap, quota } = admission;
      const counter = counterOf(customerId, quota.limitClass, monthOf(Date.now()));
      const before = used.get(counter) ?? 0;
      const known = knownAdmission(jobId);
      if (known !== undefined) return known;
      if (before >= quota.limit) return { kind: "quota_exceeded", used: before };
      if (admission.idempotency && findSame(admission.customerId, admission.idempotency.lookup))
        return { kind: "duplicate" };
      used.set(counter, before + 1);
      admissions.push(admission);
      const open = { state: "admitted", answer: undefined, finishedAt: undefined } as const;
      records.set(jobId, { jobId, requestId, customerId, facts, relinkMap, ...open });
      kept.set(jobId, { admission, countedAs: counter });
      add(admission, leaseMs);
      return { kind: "admitted", leased: true };
    },
    find: async (jobId) => records.get(jobId),
    async ruleOut({ jobId }) {
      if (!records.has(jobId)) gone.add(jobId);
    },
    async findIdempotent(customerId, lookup) {
      const same = findSame(customerId, lookup);
      return same?.idempotency && { jobId: same.jobId, bodyHash: same.idempotency.bodyHash };
    },
    async finish({ jobId, state, answer, events, digest: finishedBy, givesBack }) {
      const record = records.get(jobId);
      if (record?.state !== "admitted") return false;
      if (givesBack === "always" || (givesBack === "if_unsent" && isUnsent(jobId)))
        giveBack(kept.get(jobId)?.countedAs);
      note(jobId, events);
      forgetMessage(jobId);
      change(jobId, { state, answer, finishedAt: new Date() }, { finishedBy });
      return true;
    },
    async keepFailure(jobId, interimFailure) {
      if (records.get(jobId)?.state === "admitted") change(jobId, {}, { interimFailure });
    },
    async recordLate(jobId, digest, event) {
      const rest = kept.get(jobId);
      if ((records.get(jobId)?.state ?? "admitted") === "admitted" || rest?.late) return false;
      if (rest?.finishedBy && Buffer.compare(rest.finishedBy, digest) === 0) return false;
      note(jobId, [event]);
      change(jobId, {}, { late: true });
      return true;
    },
    async dropMaps(jobIds) {
      for (const jobId of jobIds) change(jobId, { relinkMap: undefined });
    },
    async delete(customerId, jobId) {
      if (records.get(jobId)?.customerId !== customerId) return false;
      forget(jobId);
      return true;
    },
    async overdue(before, limit) {
      return [...kept.values()]
        .filter(({ admission }) => admission.deadline < before)
        .filter(({ admission }) => records.get(admission.jobId)?.state === "admitted")
        .map(({ admission: { jobId }, interimFailure }) => ({ jobId, interimFailure }))
        .slice(0, limit);
    },
  };

  function knownAdmission(jobId: string): KnownAdmission | undefined {
    if (gone.has(jobId)) return { kind: "gone" };
    return records.has(jobId) ? { kind: "admitted", leased: true } : undefined;
  }

  function findSame(customerId: string, lookup: Uint8Array): Admission | undefined {
    return admissions.find(
      (admission) =>
        admission.customerId === customerId &&
        records.has(admission.jobId) &&
        kept.get(admission.jobId)?.isOld !== true &&
        Buffer.compare(admission.idempotency?.lookup ?? Buffer.of(), lookup) === 0,
    );
  }

  function dropMapsOf(customerId: string, keyId: string): number {
    const isOfKey = ({ admission: of }: Kept) => of.customerId === customerId && of.keyId === keyId;
    const ids = [...kept.values()].filter(isOfKey).map(({ admission }) => admission.jobId);
    const sealed = ids.filter((jobId) => records.get(jobId)?.relinkMap !== undefined);
    for (const jobId of sealed) change(jobId, { relinkMap: undefined });
    const isRelinked = (record?: JobRecord) => record?.facts.relink && record.state !== "failed";
    return sealed.filter((jobId) => isRelinked(records.get(jobId))).length;
  }

  /** With the jobs and the usage that were deleted. */
  function forgetCustomer(customerId: CustomerId) {
    const own = [...records.values()].filter((record) => record.customerId === customerId);
    for (const { jobId } of own) forget(jobId);
    const month = monthOf(Date.now());
    const classes: readonly UsageClass[] = ["standard", "developer"];
    const counters = classes.map((usageClass) => counterOf(customerId, usageClass, month));
    const [standard = 0, developer = 0] = counters.map((counter) => used.get(counter));
    for (const counter of counters) used.delete(counter);
    const cancelledJobs = own.filter(({ state }) => state === "admitted").length;
    return { cancelledJobs, used: { standard, developer } };
  }

  function startUsage(customerId: CustomerId, by: Readonly<Record<UsageClass, number>>): void {
    const month = monthOf(Date.now());
    used.set(counterOf(customerId, "standard", month), by.standard);
    used.set(counterOf(customerId, "developer", month), by.developer);
  }

  function giveBack(counter = ""): void {
    const before = used.get(counter) ?? 0;
    if (before > 0) used.set(counter, before - 1);
  }

  const counted: CountedCall[] = [];
  const returned: ReturnedCall[] = [];
  const callCounts: CallCounts = {
    async count(call) {
      const { customerId, quota } = call;
      const month = monthOf(Date.now());
      const counter = counterOf(customerId, quota.limitClass, month);
      const before = used.get(counter) ?? 0;
      if (before >= quota.limit) return { kind: "quota_exceeded", used: before };
      used.set(counter, before + 1);
      counted.push(call);
      return { kind: "counted", month };
    },
    async giveBack(call) {
      const idsOf = ({ events }: ReturnedCall) => events.map(({ event_id }) => event_id);
      const known = new Set(returned.flatMap(idsOf));
      if (idsOf(call).some((id) => known.has(id))) throw new Error("An event is stored already");
      returned.push(call);
      giveBack(counterOf(call.customerId, call.limitClass, call.month));
    },
  };
  const usage: Usage = { used: async (...of) => used.get(counterOf(...of)) ?? 0 };
  const age = (jobId: string) => change(jobId, {}, { isOld: true });
  return {
    jobs,
    usage,
    callCounts,
    counted,
    returned,
    outbox,
    records,
    admissions,
    ends,
    age,
    dropMapsOf,
    forgetCustomer,
    startUsage,
  };
}

const counterOf = (...of: Parameters<Usage["used"]>) => of.join(" ");
