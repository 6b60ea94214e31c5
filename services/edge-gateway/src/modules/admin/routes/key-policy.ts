import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { CallPolicy } from "@veil/contracts/public/call-policy";
import { type KeyEntityPolicy, KeyEntityPolicyRequest } from "@veil/contracts/public/entity-policy";
import type { Request, RequestHandler, Response } from "express";
import type { AccountChange, KeyPolicies } from "../../accounts/index.ts";
import { describePolicy, policyEvent, policyOfKey } from "../../entities/index.ts";
import { callPolicyEvent, describeCallPolicy, requireUsablePolicy } from "../../sdk/index.ts";
import { customerOf } from "../domain/customer-changes.ts";
import { type AdminContext, changeOf } from "./context.ts";

/** Defines how one kind of key policy is read, described, recorded and stored. */
interface Kind<P> {
  readonly of: (key: KeyPolicies) => P | undefined;
  readonly read: (deps: AdminContext, body: unknown) => Promise<P>;
  readonly describe: (policy: P | undefined) => object;
  readonly eventOf: (keyId: string, policy: P | undefined, change: AccountChange) => AuditEvent;
  readonly set: (
    deps: AdminContext,
    keyId: string,
    policy: P | undefined,
    event: AuditEvent,
  ) => Promise<boolean>;
}

interface PolicyHandlers {
  readonly read: RequestHandler;
  readonly set: RequestHandler;
  readonly clear: RequestHandler;
}

const parseEntityPolicy = checked(KeyEntityPolicyRequest);
const parseCallPolicy = checked(CallPolicy);

/**
 * Handles `/api/v1/admin/keys/{key_id}/entity-policy`: what is replaced in requests with the key.
 */
export const entityPolicyOfKey = policyRoutes<KeyEntityPolicy>({
  of: ({ entityPolicy }) => entityPolicy,
  read: async (_deps, body) => policyOfKey(parseEntityPolicy(body)),
  describe: describePolicy,
  eventOf: policyEvent,
  set: ({ apiKeys }, ...change) => apiKeys.setEntityPolicy(...change),
});

/** Handles `/api/v1/admin/keys/{key_id}/call-policy`: how calls with the key are handled. */
export const callPolicyOfKey = policyRoutes<CallPolicy>({
  of: ({ callPolicy }) => callPolicy,
  async read({ scans }, body) {
    const policy = parseCallPolicy(body);
    await requireUsablePolicy(scans, policy);
    return policy;
  },
  describe: describeCallPolicy,
  eventOf: callPolicyEvent,
  set: ({ apiKeys }, ...change) => apiKeys.setCallPolicy(...change),
});

const KEY_ID = /^[0-9A-Za-z]{8}$/;

/**
 * Creates the handlers for one kind of policy. For a key without a policy, the default applies,
 * which requests cannot loosen.
 */
function policyRoutes<P>(kind: Kind<P>): (deps: AdminContext) => PolicyHandlers {
  return (deps) => {
    async function store(req: Request, res: Response, policy: P | undefined): Promise<void> {
      const { keyId, customerId } = await keyOf(deps, req);
      const customer = await customerOf(deps.directory, customerId);
      const event = kind.eventOf(keyId, policy, await changeOf(deps, res, customer));
      if (!(await kind.set(deps, keyId, policy, event))) throw noSuchKey();
      deps.onChanged(customerId);
    }

    const readPolicy: RequestHandler = async (req, res) => {
      res.json(kind.describe(kind.of(await keyOf(deps, req))));
    };
    const setPolicy: RequestHandler = async (req, res) => {
      const policy = await kind.read(deps, req.body);
      await store(req, res, policy);
      res.json(kind.describe(policy));
    };
    const clearPolicy: RequestHandler = async (req, res) => {
      await store(req, res, undefined);
      res.status(204).end();
    };
    return { read: readPolicy, set: setPolicy, clear: clearPolicy };
  };
}

async function keyOf({ apiKeys }: AdminContext, { params }: Request) {
  const keyId = String(params["key_id"]);
  const key = KEY_ID.test(keyId) ? await apiKeys.find(keyId) : undefined;
  if (key === undefined) throw noSuchKey();
  return key;
}

function noSuchKey(): ApiError {
  return new ApiError("not_found", "The key does not exist or is revoked");
}
