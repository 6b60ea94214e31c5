import { fieldContext, type SealedField } from "../modules/accounts/keys/account-secrets.ts";
import { SEALED_ANSWER } from "../modules/calls/native/results/answers.ts";
import { SEALED_DRAFT } from "../modules/certificates/domain/certificate-draft.ts";
import {
  SEALED_PENDING,
  SEALED_RECORD,
} from "../modules/certificates/domain/pending-certificate.ts";
import {
  SEALED_CERTIFICATE,
  SEALED_EVIDENCE,
} from "../modules/certificates/domain/stored-certificate.ts";
import {
  activityOf,
  dpiaInputs,
  recordInputs,
  subjectValues,
} from "../modules/compliance/domain/inputs.ts";
import type { SealedUse } from "../platform/data-keys.ts";
import type { SealedRecord } from "../platform/sealed-record.ts";

/** The columns of a row that the context of its box is made of, as text. */
export type ContextRow = Readonly<Record<string, string>>;

/** A column with boxes that a data key seals. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key with their types. */
  readonly ids: Readonly<Record<string, "text" | "uuid" | "integer">>;
  /** The columns that the context is made of, if they are not those of the primary key. */
  readonly contextColumns?: readonly string[];
  readonly use: SealedUse;
  contextOf(row: ContextRow): string;
  /** The database's function that replaces a box, where the service may not change the column. */
  readonly replacedBy?: string;
}

/** Lists every column with boxes that a data key seals. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...field("organisations", "scope_key_sealed", "org_id", "scope-key"),
    replacedBy: "reseal_scope_key",
  },
  field("customers", "email_sealed", "customer_id", "email"),
  field("customers", "company_sealed", "customer_id", "company"),
  {
    ...field("customers", "subject_key_sealed", "customer_id", "subject-key"),
    replacedBy: "reseal_subject_key",
  },
  field("members", "person_sealed", "member_id", "member"),
  { ...field("contacts", "content_sealed", "contact_id", "contact"), replacedBy: "reseal_contact" },
  record("jobs", "answer", "job_id", "answers", SEALED_ANSWER),
  {
    ...record("jobs", "certificate_draft", "request_id", "certificates", SEALED_DRAFT),
    ids: { job_id: "text" },
    contextColumns: ["request_id"],
  },
  record("certificates", "record", "request_id", "certificates", SEALED_RECORD),
  record("certificates", "pending", "request_id", "certificates", SEALED_PENDING),
  record("certificates", "certificate", "request_id", "certificates", SEALED_CERTIFICATE),
  record("certificates", "evidence", "request_id", "certificates", SEALED_EVIDENCE),
  {
    ...record("certificate_batches", "evidence", "batch_id", "certificates", SEALED_EVIDENCE),
    ids: { batch_id: "uuid" },
  },
  {
    ...{ table: "compliance_inputs", column: "content_sealed", use: "compliance" },
    ids: { customer_id: "text", topic: "text", version: "integer" },
    contextOf({ customer_id, topic = "" }) {
      const inputs = activityOf(topic) === undefined ? dpiaInputs : recordInputs;
      return inputs.contextOf(`${customer_id}/${topic}`);
    },
    replacedBy: "reseal_compliance_input",
  },
  {
    ...{ table: "subject_requests", column: "value_sealed", use: "compliance" },
    ids: { request_id: "text" },
    contextColumns: ["customer_id", "request_id"],
    contextOf: ({ customer_id, request_id }) =>
      subjectValues.contextOf(`${customer_id}/${request_id}`),
  },
];

function field(table: string, column: string, id: string, of: SealedField): SealedColumn {
  return {
    ...{ table, column, ids: { [id]: "text" }, use: "fields" },
    contextOf: ({ [id]: owner = "" }) => fieldContext(of, owner),
  };
}

function record(
  table: string,
  column: string,
  id: string,
  use: SealedUse,
  { contextOf }: SealedRecord<unknown>,
): SealedColumn {
  return {
    ...{ table, column, ids: { [id]: "text" }, use },
    contextOf: ({ [id]: owner = "" }) => contextOf(owner),
  };
}
