import type { Database } from "@veil/postgres-kit";
import { after, micros, readPage } from "../../../platform/pages.ts";
import { insertLeasedEvents } from "../../audit/postgres.ts";
import type { StoredSubjectRequest, SubjectRequests } from "../ports.ts";

const COLUMNS = `
request_id as id, type, subject, status, refused_for as "refusedFor", extended_for as "extendedFor",
submitted_at as "submittedAt", received_at as "receivedAt", due_at as "dueAt", ended_at as "endedAt",
commitment, value_sealed as "sealedValue"`;

const RECORDED = insertLeasedEvents("(select $1::jsonb as event from changed) given");

const ADD = `
with changed as (
  insert into subject_requests (customer_id, request_id, type, subject, status, submitted_at, received_at, due_at, ended_at,
    commitment, value_sealed)
  values ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning request_id
), recorded as (${RECORDED})
select request_id from changed`;

const FIND = `select ${COLUMNS} from subject_requests where customer_id = $1 and request_id = $2`;

const PAGE = `
select ${COLUMNS}, ${micros("received_at")} as micros
from subject_requests where customer_id = $4 and ${after("received_at", "request_id")}`;

const STEP = `
with changed as (
  update subject_requests set status = $4, refused_for = $5, extended_for = $6, due_at = $7, ended_at = $8,
    value_sealed = case when $8::timestamptz is null then value_sealed end
  where customer_id = $2 and request_id = $3 and status = $9 and extended_for is not distinct from $10
  returning request_id
), recorded as (${RECORDED})
select request_id from changed`;

export function createPostgresSubjectRequests(database: Database): SubjectRequests {
  return {
    async add(customerId, request, event) {
      const { id, type, subject, status, submittedAt, receivedAt, dueAt } = request;
      await database.execute(ADD, [
        ...[JSON.stringify(event), customerId, id, type, subject, status],
        ...[submittedAt, receivedAt, dueAt, request.endedAt],
        ...[request.commitment, request.sealedValue],
      ]);
    },
    find: (customerId, id) => database.optional<StoredSubjectRequest>(FIND, [customerId, id]),
    page: (customerId, page) => readPage<StoredSubjectRequest>(database, PAGE, page, [customerId]),
    async step(customerId, before, after, event) {
      const row = await database.optional(STEP, [
        ...[JSON.stringify(event), customerId, before.id],
        ...[after.status, after.refusedFor, after.extendedFor, after.dueAt, after.endedAt],
        ...[before.status, before.extendedFor],
      ]);
      return row !== undefined;
    },
  };
}
