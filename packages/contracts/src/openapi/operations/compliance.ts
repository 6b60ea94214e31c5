import { Type } from "typebox";
import {
  CnilPia,
  DpiaChangesQuery,
  DpiaChangesResponse,
  DpiaInput,
  DpiaInputResponse,
  DpiaQuery,
  DpiaResponse,
} from "../../public/compliance/dpia.ts";
import {
  SubjectRequest,
  SubjectRequestChange,
  SubjectRequestInput,
  SubjectRequestResult,
  SubjectRequestsResponse,
} from "../../public/compliance/dsar.ts";
import { EvidenceQuery } from "../../public/compliance/evidence.ts";
import { ExposureQuery, ExposureResponse } from "../../public/compliance/exposure.ts";
import { PostureResponse } from "../../public/compliance/posture.ts";
import {
  ProcessingRecordResponse,
  RecordInput,
  RecordInputResponse,
  RecordQuery,
} from "../../public/compliance/record.ts";
import { PageQuery } from "../../public/pages.ts";
import type { Operation } from "../operation.ts";

const compliance = {
  tag: "Compliance",
  access: "key or session",
  tier: { atLeast: "pro" },
  limit: "compliance",
} as const;

const root = "/api/v1/compliance";

export const COMPLIANCE_OPERATIONS: readonly Operation[] = [
  {
    ...compliance,
    method: "get",
    path: `${root}/posture`,
    id: "readPosture",
    summary: "The state of each control, as measured, for pro and enterprise",
    description:
      "A control that was not measured within its maximum age is unknown: docs/compliance.md.",
    answers: { 200: { description: "The controls", schema: PostureResponse } },
    errors: [],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/processing-record`,
    id: "readProcessingRecord",
    summary: "A record of processing activities, for pro and enterprise",
    description:
      "Art. 30(1) and (2) of the GDPR: what the gateway knows of each activity, and what the customer must fill in. " +
      "With format, the response is CSV, JSON-LD in terms of the Data Privacy Vocabulary 2.3, or a page.",
    query: RecordQuery,
    answers: {
      200: {
        ...{ description: "The record", schema: ProcessingRecordResponse },
        otherTypes: ["text/csv", "application/ld+json", "text/html"],
      },
    },
    errors: ["invalid_field"],
  },
  {
    ...compliance,
    method: "put",
    path: `${root}/processing-record/{activity_id}`,
    id: "replaceRecordInput",
    summary: "Sets what only the customer knows of an activity; _ stands for calls without one",
    body: {
      schema: RecordInput,
      example: { purposes: "Answer customers' letters", legal_basis: "Art. 6(1)(b)" },
    },
    answers: { 200: { description: "The new version", schema: RecordInputResponse } },
    errors: ["sanitizer_unavailable"],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/dpia`,
    id: "readDpia",
    summary: "A data protection impact assessment, for pro and enterprise",
    description:
      "Art. 35 of the GDPR: facts with their source, and fields that the customer must fill in. Nothing is judged. With " +
      "format=cnil-pia, the response has the form that the CNIL's tool PIA 4.1 imports.",
    query: DpiaQuery,
    answers: {
      200: {
        ...{ description: "The assessment", schema: Type.Union([DpiaResponse, CnilPia]) },
        otherTypes: ["text/html"],
      },
    },
    errors: ["invalid_field"],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/dpia/changes`,
    id: "readDpiaChanges",
    summary: "Facts of the impact assessment that changed since a release",
    query: DpiaChangesQuery,
    answers: { 200: { description: "The changes", schema: DpiaChangesResponse } },
    errors: ["invalid_field", "missing_field", "not_found"],
  },
  {
    ...compliance,
    method: "put",
    path: `${root}/dpia/{field}`,
    id: "replaceDpiaInput",
    summary: "Fills in a field of the impact assessment",
    body: { schema: DpiaInput, example: { text: "Answer customers' letters" } },
    answers: { 200: { description: "The new version", schema: DpiaInputResponse } },
    errors: ["not_found"],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/exposure`,
    id: "readExposure",
    summary: "What a breach in a window of time could concern, for pro and enterprise",
    description:
      "For the notification by Art. 33 of the GDPR: numbers by hour, type and provider, and the ids of keys and certificates.",
    query: ExposureQuery,
    answers: {
      200: {
        ...{ description: "The exposure", schema: ExposureResponse },
        otherTypes: ["text/csv"],
      },
    },
    errors: ["invalid_field", "missing_field"],
  },
  {
    ...compliance,
    method: "post",
    path: `${root}/dsar`,
    id: "createSubjectRequest",
    summary: "Records a data subject's request, and searches for the person",
    description:
      "Art. 15, 17 and 20 of the GDPR, in the words of OpenDSR 2.0. The subject is the customer, or the person that a value " +
      "names. Nothing is erased before the request is completed with PATCH.",
    body: {
      schema: SubjectRequestInput,
      example: {
        subject_request_type: "erasure",
        subject: { kind: "value", value: "Anna Weber" },
      },
    },
    answers: {
      201: { description: "The request, and what was found", schema: SubjectRequestResult },
    },
    errors: ["sanitizer_unavailable"],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/dsar`,
    id: "listSubjectRequests",
    summary: "Data subjects' requests, the newest first",
    query: PageQuery,
    answers: { 200: { description: "The requests", schema: SubjectRequestsResponse } },
    errors: ["invalid_field"],
  },
  {
    ...compliance,
    method: "get",
    path: `${root}/dsar/{subject_request_id}`,
    id: "readSubjectRequest",
    summary: "A data subject's request",
    answers: { 200: { description: "The request", schema: SubjectRequest } },
    errors: ["not_found"],
  },
  {
    ...compliance,
    method: "patch",
    path: `${root}/dsar/{subject_request_id}`,
    id: "changeSubjectRequest",
    summary: "The next step of a data subject's request: verified, extended, completed or refused",
    description:
      "Completing a request for erasure erases. The erasure of the customer needs confirm, the customer's id.",
    body: { schema: SubjectRequestChange, example: { request_status: "in_progress" } },
    answers: { 200: { description: "The request", schema: SubjectRequestResult } },
    errors: ["not_found", "key_policy_forbids", "server_busy", "sanitizer_unavailable"],
  },
  {
    ...compliance,
    limit: "evidence packs",
    method: "get",
    path: `${root}/evidence-pack`,
    id: "readEvidencePack",
    summary: "A zip archive of signed evidence, which veil evidence verify checks offline",
    description:
      "Posture, OSCAL documents, processing record, impact assessment, a sample of certificates, and what verifies them: " +
      "docs/evidence-pack.md. An archive that was cut off is not valid.",
    query: EvidenceQuery,
    answers: {
      200: {
        ...{ description: "The archive", contentType: "application/zip" },
        schema: Type.String({ format: "binary" }),
      },
    },
    errors: ["invalid_field", "missing_field", "audit_unavailable", "veil_unavailable"],
  },
];
