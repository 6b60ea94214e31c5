import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Role } from "@veil/contracts/public/session";
import type { Payload } from "../../audit/index.ts";
import { accountEvent } from "../customers/account-events.ts";
import { auditScope, establishedSubject, type SubjectDeps } from "../customers/audit-subject.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { Authenticator } from "../keys/authenticator.ts";
import type { CustomerCaller, CustomerId, SessionCaller } from "../keys/caller.ts";
import { requireLasting } from "../keys/key-changes.ts";
import { openPerson } from "../members/person.ts";
import type { ApiKeys } from "../ports.ts";
import { normalizedEmail } from "../registration/email-address.ts";
import { NO_PASSWORD } from "./password-hash.ts";
import type {
  ListedSession,
  NewSession,
  Passwords,
  SessionProof,
  Sessions,
  StoredSession,
} from "./ports.ts";

export type Credentials =
  | { readonly kind: "api_key"; readonly apiKey: string }
  | { readonly kind: "password"; readonly email: string; readonly password: string };

/** Counts the failed logins that an address and an account may still make. */
export interface LoginBudget {
  /**
   * Counts an attempt.
   * @throws ApiError `rate_limited` when a limit is used up, `server_busy` when the counts are not
   * available
   */
  consume(): Promise<void>;
  refund(): Promise<void>;
}

interface StartedSession {
  /** The value of the cookie. It is never logged or stored. */
  readonly token: string;
  readonly caller: SessionCaller;
}

export interface SessionManager {
  /**
   * Starts a session.
   * @throws ApiError `invalid_credentials`, `tier_insufficient`, `key_replaced`, or an error of the
   * budget
   */
  start(credentials: Credentials, budget: LoginBudget, requestId: string): Promise<StartedSession>;
  /**
   * Starts a session of a member whom an identity provider has confirmed.
   * @returns undefined if the member was removed in the meantime
   */
  startOfMember(member: ProvenMember, requestId: string): Promise<StartedSession | undefined>;
  find(token: string): Promise<SessionCaller | undefined>;
  end(token: string, requestId: string): Promise<void>;
  /** Returns the customer's sessions, or a member's own, newest first. */
  list(caller: CustomerCaller): Promise<readonly (ListedSession & { sessionId: string })[]>;
  /** Ends the customer's sessions, or a member's own. */
  endAll(caller: CustomerCaller, requestId: string): Promise<void>;
}

interface SessionDeps extends SubjectDeps {
  readonly sessions: Sessions;
  readonly apiKeys: SubjectDeps["apiKeys"] & Pick<ApiKeys, "find">;
  readonly passwords: Pick<Passwords, "findByEmail">;
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly isPassword: (password: string, hash: string) => Promise<boolean>;
  readonly secrets: AccountSecrets;
  readonly nowMs: Clock;
  readonly onFailed: (kind: Credentials["kind"]) => void;
  /** False if only identity providers and passwords start sessions. */
  readonly keysSignIn: boolean;
}

/** A member of a customer, as an identity provider and its groups have confirmed them. */
export interface ProvenMember extends Pick<Proven, "customerId" | "scope" | "subject"> {
  readonly memberId: string;
  readonly role: Role;
}

/** The lifetime of a session. Source: "session cookie lifetime" in the limits of the API. */
export const SESSION_MS = 60 * 60 * 1000;
/** Matches a token of 256 random bits. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

interface Proven {
  readonly customerId: CustomerId;
  readonly scope: string;
  readonly subject: string;
  readonly proof: SessionProof;
}

export function createSessionManager(deps: SessionDeps): SessionManager {
  const { sessions, secrets, random, nowMs } = deps;

  async function find(token: string): Promise<SessionCaller | undefined> {
    if (!TOKEN_FORM.test(token)) return undefined;
    const stored = await sessions.find(secrets.sessionLookups(token), new Date(nowMs()));
    return stored && (await toCaller(stored, token, deps));
  }

  async function startProven(
    { customerId, scope, subject, proof }: Proven,
    payload: Payload,
    requestId: string,
  ) {
    const token = random(32).toString("base64url");
    const now = new Date(nowMs());
    const session = newSession(token, { customerId, proof, now, secrets });
    const event = accountEvent("SESSION_STARTED", payload, {
      customerId,
      scope,
      subject,
      now,
      requestId,
    });
    const started = (await sessions.start(session, event)) ? await find(token) : undefined;
    return started && { token, caller: started };
  }

  async function attempt(credentials: Credentials, requestId: string) {
    const proven = await check(credentials, deps);
    // No session starts if the key was revoked or the password changed after the check.
    if (proven === undefined) return undefined;
    const { proof } = proven;
    const payload = proof.kind === "key" ? { key_id: proof.keyId } : {};
    return await startProven(proven, payload, requestId);
  }

  return {
    find,
    async start(credentials, budget, requestId) {
      await budget.consume();
      const started = await attempt(credentials, requestId).catch(async (error: unknown) => {
        await budget.refund();
        throw error;
      });
      if (started === undefined) {
        deps.onFailed(credentials.kind);
        throw new ApiError("invalid_credentials", "The credentials are not valid");
      }
      await budget.refund();
      return started;
    },
    async startOfMember({ memberId, role, ...member }, requestId) {
      const proof = { kind: "member", memberId } as const;
      return await startProven(
        { ...member, proof },
        { outcome: role, member_id: memberId },
        requestId,
      );
    },
    ...sessionEnds(deps, find),
  };
}

/** Creates the functions that list and end sessions. */
function sessionEnds(
  { sessions, secrets, nowMs }: SessionDeps,
  find: SessionManager["find"],
): Pick<SessionManager, "end" | "list" | "endAll"> {
  return {
    async end(token, requestId) {
      const caller = await find(token);
      if (caller === undefined) return;
      const change = { ...caller, now: new Date(nowMs()), requestId };
      const event = accountEvent("SESSION_ENDED", { outcome: "logged_out" }, change);
      await sessions.end(secrets.sessionLookups(token), event);
    },
    async list(caller) {
      const memberId = memberIdOf(caller);
      const all = await sessions.list(caller.customerId, new Date(nowMs()));
      const listed = all.filter((each) => memberId === undefined || each.memberId === memberId);
      return listed.map((session) => ({ ...session, sessionId: sessionIdOf(session.hash) }));
    },
    async endAll(caller, requestId) {
      const change = { ...caller, now: new Date(nowMs()), requestId };
      const event = accountEvent("SESSION_ENDED", { outcome: "all_ended" }, change);
      await sessions.endAll(caller.customerId, event, memberIdOf(caller));
    },
  };
}

function memberIdOf(caller: CustomerCaller): string | undefined {
  return caller.kind === "session" ? caller.memberId : undefined;
}

function check(credentials: Credentials, deps: SessionDeps): Promise<Proven | undefined> {
  switch (credentials.kind) {
    case "api_key":
      return checkKey(credentials.apiKey, deps);
    case "password":
      return checkPassword(credentials, deps);
  }
}

async function checkKey(
  apiKey: string,
  { authenticator, apiKeys, keysSignIn }: SessionDeps,
): Promise<Proven | undefined> {
  if (!keysSignIn)
    throw new ApiError("key_policy_forbids", "API keys do not sign in at this deployment", {
      hint: "Sign in with your organization's identity provider",
    });
  const caller = await authenticator.identify(apiKey);
  if (caller === undefined) return undefined;
  if (caller.developer)
    throw new ApiError("tier_insufficient", "A developer key cannot start a session", {
      hint: "Use another key of this customer that is not a developer key",
    });
  if (caller.callsOnly)
    throw new ApiError("key_policy_forbids", "A key that a key manager made starts no session", {
      hint: "Sign in as you did when you made it, or with another key of the account",
    });
  const { customerId, scope, subject, keyId } = caller;
  const stored = await apiKeys.find(keyId);
  if (stored === undefined) return undefined;
  requireLasting(stored);
  return { customerId, scope, subject, proof: { kind: "key", keyId } };
}

/**
 * Checks an email and a password. The password is hashed even for an unknown address, so that the
 * check takes the same time.
 */
async function checkPassword(
  { email, password }: Extract<Credentials, { kind: "password" }>,
  deps: SessionDeps,
): Promise<Proven | undefined> {
  const { passwords, secrets, isPassword } = deps;
  const lookups = secrets.emailLookups(normalizedEmail(email) ?? email);
  const stored = await passwords.findByEmail(lookups);
  const matches = await isPassword(password, stored?.hash ?? NO_PASSWORD);
  if (stored === undefined || !matches) return undefined;
  const { customerId, hash: passwordHash } = stored;
  const scope = auditScope(stored.organization, secrets);
  const subject = await establishedSubject(stored, deps);
  if (subject === undefined) return undefined;
  return { customerId, scope, subject, proof: { kind: "password", passwordHash } };
}

interface SessionInput extends Pick<Proven, "customerId" | "proof"> {
  readonly now: Date;
  readonly secrets: Pick<AccountSecrets, "sessionLookups">;
}

function newSession(token: string, { customerId, proof, now, secrets }: SessionInput): NewSession {
  const [hash] = secrets.sessionLookups(token);
  if (hash === undefined) throw new TypeError("No pepper is configured");
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  return { customerId, hash, proof, createdAt: now, expiresAt };
}

/** Returns the caller of a session, or undefined if the customer was deleted in the meantime. */
async function toCaller(
  stored: StoredSession,
  token: string,
  deps: SubjectDeps,
): Promise<SessionCaller | undefined> {
  const { customerId, organization, sealedEmail, sealedSubjectKey, hash, ...rest } = stored;
  const { member, ...facts } = rest;
  const subject = await establishedSubject({ customerId, sealedSubjectKey }, deps);
  if (subject === undefined) return undefined;
  return {
    ...facts,
    token,
    kind: "session",
    developer: false,
    customerId,
    sessionId: sessionIdOf(hash.hash),
    orgId: organization.orgId,
    scope: auditScope(organization, deps.secrets),
    subject,
    memberId: member?.memberId,
    email:
      member === undefined
        ? deps.secrets.openField("email", customerId, sealedEmail).toString()
        : openPerson(deps.secrets, member.memberId, member.sealedPerson).email,
  };
}

/** Returns an id for a session, from which neither its cookie nor its hash can be derived. */
function sessionIdOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex", 0, 8);
}
