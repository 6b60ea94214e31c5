import type { AccuracyReport } from "@veil/contracts/accuracy-report";
import { ApiError } from "@veil/contracts/errors";
import { checked, checkedQuery } from "@veil/contracts/parsing";
import {
  DpiaChangesQuery,
  type DpiaChangesResponse,
  DpiaInput,
  type DpiaInputResponse,
  type DpiaLanguage,
  DpiaQuery,
  type DpiaResponse,
} from "@veil/contracts/public/compliance/dpia";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler, Response } from "express";
import { pagePolicy } from "../../../platform/page-policy.ts";
import { accountEvent, type CustomerCaller } from "../../accounts/index.ts";
import { cnilPia } from "../domain/dpia/cnil-pia.ts";
import { changedFacts, type DpiaGiven, deploymentFacts, dpia } from "../domain/dpia/dpia.ts";
import { dpiaPage } from "../domain/dpia/dpia-page.ts";
import type { FactSources } from "../domain/dpia/facts.ts";
import { INPUT_FIELDS } from "../domain/dpia/texts.ts";
import { dpiaFieldOf, dpiaInputs, dpiaTopic } from "../domain/inputs.ts";
import type { ReleaseFacts } from "../ports.ts";
import { createRecord, type RecordDeps } from "./processing-record.ts";

export interface DpiaDeps extends RecordDeps {
  readonly accuracy: AccuracyReport;
  readonly releaseFacts: ReleaseFacts;
}

const parseQuery = checkedQuery(DpiaQuery);
const parseChanges = checkedQuery(DpiaChangesQuery);
const parseInput = checked(DpiaInput);
const page = pagePolicy("none");

/** Handles `GET /api/v1/compliance/dpia`. */
export function readDpia(deps: DpiaDeps): readonly RequestHandler[] {
  return [
    page,
    async function handleReadDpia(req, res) {
      const { format = "json", language = "en" } = parseQuery(req.query);
      const assessment = await createAssessment(deps, res, language);
      switch (format) {
        case "json":
          return void res.json(assessment);
        case "html":
          return void res.type("html").send(dpiaPage(assessment));
        case "cnil-pia":
          return void res.json(cnilPia(assessment));
      }
    },
  ];
}

/** Builds the assessment of a customer, and remembers the facts of this release. */
export async function createAssessment(
  deps: DpiaDeps,
  res: Response,
  language: DpiaLanguage,
): Promise<DpiaResponse> {
  const { customerId } = deps.customerOf(res);
  const [sources, inputs] = await Promise.all([
    factSources(deps, res),
    givenFields(deps, customerId),
  ]);
  await remember(deps, sources);
  return dpia({ ...sources, language, inputs });
}

/** Handles `GET /api/v1/compliance/dpia/changes`. */
export function readDpiaChanges(deps: DpiaDeps): RequestHandler {
  return async function handleReadDpiaChanges(req, res) {
    const { since } = parseChanges(req.query);
    const sources = await factSources(deps, res);
    const { release } = sources.posture;
    const before = await deps.releaseFacts.find(since);
    if (before === undefined)
      throw new ApiError("not_found", "There is no record of what this release did here", {
        hint: `The release that runs is ${release}`,
      });
    if (since !== release) await remember(deps, sources);
    const body: DpiaChangesResponse = {
      ...{ since, release, recorded_at: before.recordedAt.toISOString() },
      changes: changedFacts(before.facts, deploymentFacts(sources)),
    };
    res.json(body);
  };
}

/** Handles `PUT /api/v1/compliance/dpia/{field}`. */
export function replaceDpiaInput(deps: DpiaDeps): RequestHandler {
  const { customerOf, inputs, inputSealing, onEvents, nowMs } = deps;
  return async function handleReplaceDpiaInput(req, res) {
    const field = String(req.params["field"]);
    if (!INPUT_FIELDS.includes(field))
      throw new ApiError("not_found", "There is no field with this number to fill in", {
        hint: `The fields are ${INPUT_FIELDS.join(", ")}`,
      });
    const content = parseInput(req.body);
    const { customerId, scope, subject } = customerOf(res);
    const { requestId } = contextOf(res);
    const now = new Date(nowMs());
    const topic = dpiaTopic(field);
    const change = { customerId, scope, subject, now, requestId };
    const event = accountEvent("COMPLIANCE_DPIA_CHANGED", { changed_fields: field }, change);
    const sealed = dpiaInputs.seal(inputSealing, `${customerId}/${topic}`, content);
    const version = await inputs.add(customerId, { topic, sealed, createdAt: now }, event);
    onEvents([event]);
    const body: DpiaInputResponse = { field, version, updated_at: now.toISOString() };
    res.json(body);
  };
}

async function factSources(deps: DpiaDeps, res: Response): Promise<FactSources> {
  const { customerOf, readPosture, providers, regions, accuracy } = deps;
  const { customerId, subject } = customerOf(res);
  const [posture, record, known] = await Promise.all([
    readPosture({ customerId, subject }),
    createRecord(deps, res, {}),
    providers(),
  ]);
  return { posture, record, accuracy, providers: known, regions };
}

async function remember({ releaseFacts, nowMs }: DpiaDeps, sources: FactSources): Promise<void> {
  const recorded = { facts: deploymentFacts(sources), recordedAt: new Date(nowMs()) };
  await releaseFacts.save(sources.posture.release, recorded);
}

async function givenFields(
  { inputs, inputSealing }: DpiaDeps,
  customerId: CustomerCaller["customerId"],
): Promise<ReadonlyMap<string, DpiaGiven>> {
  const stored = await inputs.newest(customerId);
  return new Map(
    stored.flatMap(({ topic, sealed, createdAt }) => {
      const field = dpiaFieldOf(topic);
      if (field === undefined) return [];
      const { text } = dpiaInputs.open(inputSealing, `${customerId}/${topic}`, sealed);
      return [[field, { text, createdAt }] as const];
    }),
  );
}
