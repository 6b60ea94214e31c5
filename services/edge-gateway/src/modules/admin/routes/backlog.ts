import type { AdminBacklogResponse } from "@veil/contracts/public/admin/portal";
import type { RequestHandler } from "express";
import type { Waiting } from "../ports.ts";
import type { AdminContext } from "./context.ts";

/** Handles `GET /api/v1/admin/backlog`. */
export function readBacklog({ backlog }: AdminContext): RequestHandler {
  return async function handleReadBacklog(_req, res) {
    const [stored, queues] = await Promise.all([backlog.stored(), backlog.queues()]);
    const { jobs, jobOutbox, eventOutbox, refusedEvents, certificates, unprovenBatches } = stored;
    const body: AdminBacklogResponse = {
      jobs: view(jobs),
      job_outbox: view(jobOutbox),
      event_outbox: { ...view(eventOutbox), refused: refusedEvents },
      certificates: view(certificates),
      unproven_batches: view(unprovenBatches),
      queues:
        queues?.map(({ isDeadLetters: dead_letters, ...each }) => ({
          ...{ ...each, dead_letters },
        })) ?? null,
    };
    res.json(body);
  };
}

function view({ waiting, oldestAt }: Waiting): AdminBacklogResponse["jobs"] {
  return { waiting, ...(oldestAt !== undefined && { oldest_at: oldestAt.toISOString() }) };
}
