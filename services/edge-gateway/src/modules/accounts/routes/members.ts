import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { MembersResponse } from "@veil/contracts/public/session";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { accountEvent } from "../customers/account-events.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { openPerson } from "../members/person.ts";
import type { Members } from "../members/ports.ts";
import { callerOf } from "../middleware/caller-of.ts";

interface MemberDeps {
  readonly members: Pick<Members, "list" | "remove">;
  readonly secrets: AccountSecrets;
  readonly nowMs: Clock;
}

const MEMBER_ID = /^mem_[0-9a-f]{32}$/;

/** Handles `GET /api/v1/account/members`. */
export function listMembers({ members, secrets }: MemberDeps): RequestHandler {
  return async function handleListMembers(_req, res) {
    const stored = await members.list(callerOf(res).customerId);
    const body: MembersResponse = {
      members: stored.map(({ memberId, sealedPerson, role, createdAt, signedInAt }) => {
        const { issuer, email } = openPerson(secrets, memberId, sealedPerson);
        return {
          ...{ member_id: memberId, role, issuer, ...(email !== "" && { email }) },
          ...{ created_at: createdAt.toISOString(), signed_in_at: signedInAt.toISOString() },
        };
      }),
    };
    res.json(body);
  };
}

/** Handles `DELETE /api/v1/account/members/{member_id}`. */
export function removeMember({ members, nowMs }: MemberDeps): RequestHandler {
  return async function handleRemoveMember(req, res) {
    const caller = callerOf(res);
    const memberId = String(req.params["member_id"]);
    const change = { ...caller, now: new Date(nowMs()), requestId: contextOf(res).requestId };
    const event = accountEvent("MEMBER_REMOVED", { member_id: memberId }, change);
    const isId = MEMBER_ID.test(memberId);
    if (!isId || !(await members.remove(caller.customerId, memberId, event)))
      throw new ApiError("not_found", "The member does not exist");
    res.status(204).end();
  };
}
