import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checked, checkedQuery } from "@veil/contracts/parsing";
import { NO_ACTIVITY } from "@veil/contracts/public/compliance/activity";
import {
  type ProcessingRecordResponse,
  RecordInput,
  type RecordInputResponse,
  RecordQuery,
} from "@veil/contracts/public/compliance/record";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler, Response } from "express";
import { pagePolicy } from "../../../platform/page-policy.ts";
import type { Sealing } from "../../../platform/sealed-record.ts";
import { accountEvent, type CustomerCaller } from "../../accounts/index.ts";
import type { Activities, CallTally, TallyReader } from "../../calls/index.ts";
import { activityOf, recordInputs, recordTopic } from "../domain/inputs.ts";
import type { ReadPosture } from "../domain/posture.ts";
import { type GivenInput, processingRecord } from "../domain/processing-record.ts";
import { recordCsv } from "../domain/record-csv.ts";
import { recordJsonLd } from "../domain/record-jsonld.ts";
import { recordPage } from "../domain/record-page.ts";
import type { ComplianceFigures, ComplianceInputs, Providers } from "../ports.ts";

export interface RecordDeps {
  readonly customerOf: (res: Response) => CustomerCaller;
  readonly readPosture: ReadPosture;
  readonly tallies: TallyReader;
  /** Stores what this replica has counted. */
  readonly flushTally: CallTally["flush"];
  readonly activities: Activities;
  readonly inputs: ComplianceInputs;
  /** The 32-byte key that seals inputs. */
  readonly inputSealing: Sealing;
  readonly figures: Pick<ComplianceFigures, "swept">;
  readonly providers: Providers;
  readonly regions: ReadonlyMap<string, string>;
  /** Called after audit events were stored. */
  readonly onEvents: (events: readonly ReturnType<typeof accountEvent>[]) => void;
  readonly nowMs: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 365;

const parseQuery = checkedQuery(RecordQuery);
const parseInput = checked(RecordInput);
const page = pagePolicy("none");

/** Handles `GET /api/v1/compliance/processing-record`. */
export function readProcessingRecord(deps: RecordDeps): readonly RequestHandler[] {
  return [
    page,
    async function handleReadProcessingRecord(req, res) {
      const { format = "json", ...period } = parseQuery(req.query);
      const record = await createRecord(deps, res, period);
      switch (format) {
        case "json":
          return void res.json(record);
        case "csv":
          return void res.type("text/csv").send(recordCsv(record));
        case "jsonld":
          return void res.type("application/ld+json").send(JSON.stringify(recordJsonLd(record)));
        case "html":
          return void res.type("html").send(recordPage(record));
      }
    },
  ];
}

/** Builds the record of a customer. */
export async function createRecord(
  deps: RecordDeps,
  res: Response,
  period: Pick<RecordQuery, "since" | "until">,
): Promise<ProcessingRecordResponse> {
  const { tallies, flushTally, figures, providers, regions, readPosture, nowMs } = deps;
  const { customerId, subject } = deps.customerOf(res);
  const { since, until } = periodOf(period, nowMs());
  await flushTally();
  const end = new Date(Date.parse(until) + DAY_MS);
  const [sums, activities, inputs, swept, known, { controls }] = await Promise.all([
    tallies.byActivity(customerId, new Date(since), end),
    tallies.activities(customerId),
    givenInputs(deps, customerId),
    figures.swept(),
    providers(),
    readPosture({ customerId, subject }),
  ]);
  const sources = { now: new Date(nowMs()), since, until, activities, sums, inputs, swept };
  return processingRecord({ ...sources, providers: known, regions, controls });
}

function periodOf({ since, until }: Pick<RecordQuery, "since" | "until">, nowMs: number) {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const last = until ?? dayOf(nowMs);
  const first = since ?? dayOf(Date.parse(last) - DEFAULT_DAYS * DAY_MS);
  if (first > last)
    throw new ApiError("invalid_field", 'Field "since" must not be later than "until"');
  return { since: first, until: last };
}

async function givenInputs(
  { inputs, inputSealing }: RecordDeps,
  customerId: CustomerCaller["customerId"],
): Promise<readonly GivenInput[]> {
  const stored = await inputs.newest(customerId);
  return stored.flatMap(({ topic, version, sealed, createdAt }) => {
    const activity = activityOf(topic);
    if (activity === undefined) return [];
    const content = recordInputs.open(inputSealing, `${customerId}/${topic}`, sealed);
    return [{ activity, version, createdAt, content }];
  });
}

/** Handles `PUT /api/v1/compliance/processing-record/{activity_id}`. */
export function replaceRecordInput(deps: RecordDeps): RequestHandler {
  const { customerOf, activities, inputs, inputSealing, onEvents, nowMs } = deps;
  return async function handleReplaceRecordInput(req, res) {
    const activity = String(req.params["activity_id"]);
    const content = parseInput(req.body);
    const { customerId, scope, subject } = customerOf(res);
    const trace = contextOf(res);
    if (activity !== NO_ACTIVITY)
      await activities.require(customerId, activity, { field: "The activity", trace });
    const now = new Date(nowMs());
    const topic = recordTopic(activity);
    const change = { customerId, scope, subject, now, requestId: trace.requestId };
    const payload = { changed_fields: Object.keys(content).join(",") };
    const event = accountEvent("COMPLIANCE_RECORD_CHANGED", payload, change);
    const sealed = recordInputs.seal(inputSealing, `${customerId}/${topic}`, content);
    const version = await inputs.add(customerId, { topic, sealed, createdAt: now }, event);
    onEvents([event]);
    const body: RecordInputResponse = {
      ...{ activity_id: activity, version, updated_at: now.toISOString() },
    };
    res.json(body);
  };
}
