import { checkedJson } from "@veil/contracts/parsing";
import type { RandomBytes } from "@veil/crypto";
import { type Static, Type } from "typebox";
import type { AccountSecrets } from "../keys/account-secrets.ts";

/** Who a member is, as the identity provider says. It is stored only sealed. */
const Person = Type.Object(
  { issuer: Type.String(), subject: Type.String(), email: Type.String() },
  { additionalProperties: false },
);
export type Person = Static<typeof Person>;

const parse = checkedJson(Person);

/** Seals who a member is. The box is bound to the member. */
export function sealPerson(
  { sealField }: Pick<AccountSecrets, "sealField">,
  memberId: string,
  person: Person,
  random: RandomBytes,
): Buffer {
  return sealField("member", memberId, JSON.stringify(person), random);
}

/** Opens who a member is. @throws VerificationError when the box is another member's */
export function openPerson(
  { openField }: Pick<AccountSecrets, "openField">,
  memberId: string,
  sealedPerson: Uint8Array,
): Person {
  return parse(openField("member", memberId, sealedPerson));
}
