import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { ROLES, type Role } from "@veil/contracts/public/session";
import { type RandomBytes, randomHex } from "@veil/crypto";
import { auditScope, establishedSubject, type SubjectDeps } from "../customers/audit-subject.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import { sealPerson } from "../members/person.ts";
import type { Members } from "../members/ports.ts";
import type { ProvenMember } from "../sessions/session-manager.ts";
import type { OidcProvider } from "./oidc-settings.ts";
import type { IdentityClaims } from "./ports.ts";

export interface SignInDeps extends SubjectDeps {
  readonly members: Members;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
}

/**
 * Returns the member whom the claims name, stored with their present role.
 * @throws ApiError `role_insufficient` when the groups give no access; the person's earlier sessions
 * end
 */
export async function signedInMember(
  deps: SignInDeps,
  provider: OidcProvider,
  claims: IdentityClaims,
): Promise<ProvenMember> {
  const { members, secrets, random, nowMs } = deps;
  const { iss: issuer, sub: subject } = claims;
  const lookups = secrets.personLookups(issuer, subject);
  const [person] = lookups;
  if (person === undefined) throw new TypeError("No pepper is configured");
  const access = accessOf(provider, claims);
  if (access === undefined) {
    await members.removePerson(lookups);
    throw noAccess();
  }
  const email = typeof claims["email"] === "string" ? claims["email"] : "";
  const account = await members.signIn(lookups, (known) => {
    const memberId = known ?? `mem_${randomHex(random)}`;
    const sealedPerson = sealPerson(secrets, memberId, { issuer, subject, email }, random);
    return { memberId, ...access, person, sealedPerson, at: new Date(nowMs()) };
  });
  const trail = account && (await establishedSubject({ ...access, ...account }, deps));
  if (account === undefined || trail === undefined) {
    await members.removePerson(lookups);
    throw noAccess();
  }
  const { memberId, organization } = account;
  return { memberId, ...access, scope: auditScope(organization, secrets), subject: trail };
}

interface GroupAccess {
  readonly customerId: CustomerId;
  readonly role: Role;
}

/**
 * Returns what the person's groups give. Groups match exactly, and only those of this provider.
 * If there are several roles, the first in the order of `ROLES` counts. Groups of several customers
 * give no access, because a guess could open the wrong account.
 */
function accessOf(
  { groups, groups_claim = "groups" }: Pick<OidcProvider, "groups" | "groups_claim">,
  claims: IdentityClaims,
): GroupAccess | undefined {
  const claimed = claims[groups_claim];
  const own = new Set([claimed].flat());
  const matches = groups.filter(({ group }) => own.has(group));
  const [customerId, ...others] = new Set(matches.map(({ customer_id }) => customer_id));
  const role = ROLES.find((name) => matches.some((match) => match.role === name));
  if (customerId === undefined || others.length > 0 || role === undefined) return undefined;
  return { customerId: customerId as CustomerId, role };
}

function noAccess(): ApiError {
  return new ApiError("role_insufficient", "Your groups give no access to an account", {
    hint: "Ask the people who manage your organization's groups, or the operator of this gateway",
  });
}
