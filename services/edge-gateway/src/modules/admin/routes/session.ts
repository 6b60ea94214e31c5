import { ApiError } from "@veil/contracts/errors";
import type { AdminSessionResponse } from "@veil/contracts/public/admin/portal";
import { sha256Hex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { adminCallerOf } from "../../accounts/http.ts";
import { auditEvent, type EventOutbox, type OnEvents } from "../../audit/index.ts";
import type { OperatorTokens } from "../ports.ts";
import { changedByOf, type OperatorSessions, unauthorized } from "./context.ts";

interface SessionDeps extends OperatorSessions {
  readonly tokens: OperatorTokens;
  readonly eventOutbox: Pick<EventOutbox, "add">;
  readonly onEvents: OnEvents;
  readonly nowMs: () => number;
}

/**
 * Stands for the owner of an event about operators alone. It is the scope of no organization,
 * because those are HMACs.
 */
const OPERATORS = {
  ...{ actor: "system", scope: sha256Hex("veil/operators"), subject: undefined },
} as const;

/**
 * Handles `POST /api/v1/admin/session`. A token does not start another session, so that the key is
 * needed every 15 minutes.
 */
export function startOperatorSession(deps: SessionDeps): RequestHandler {
  const { tokens, isOperatorHost, eventOutbox, onEvents, nowMs } = deps;
  return async function handleStartOperatorSession(req, res) {
    if (!isOperatorHost(req))
      throw new ApiError("not_found", "Operators cannot sign in at this host", {
        hint: "OPERATOR_HOSTS names the hosts where they can",
      });
    if (req.get("X-Admin-Key") === undefined) throw unauthorized("admin");
    const owner = { ...OPERATORS, requestId: contextOf(res).requestId };
    const payload = { changed_by: changedByOf(res) };
    const event = auditEvent("ADMIN_SESSION_STARTED", owner, payload, new Date(nowMs()));
    await eventOutbox.add([event]);
    onEvents([event]);
    const { keyId } = adminCallerOf(res);
    const { token, expiresAt } = tokens.issue(keyId);
    const body: AdminSessionResponse = {
      ...{ token, key_id: keyId, expires_at: expiresAt.toISOString() },
    };
    res.status(201).json(body);
  };
}
