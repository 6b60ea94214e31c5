import { ApiError } from "@veil/contracts/errors";
import { ACTIVITY_FORM, NO_ACTIVITY } from "@veil/contracts/public/compliance/activity";
import { LRUCache } from "lru-cache";
import type { CustomerId } from "../../accounts/index.ts";
import type { ActivityStore, NamingRequest, PersonalDataScan } from "./ports.ts";

interface ActivitiesDeps {
  readonly store: ActivityStore;
  readonly hasPersonalData: PersonalDataScan;
}

interface Origin {
  /** The field or header that contains the name, in words. */
  readonly field: string;
  readonly trace: NamingRequest;
}

export interface Activities {
  /**
   * Checks the name of an activity, and stores it at its first use.
   * @returns undefined without a name
   * @throws ApiError `invalid_field` when the name has an invalid form, contains personal data, or
   * would be one too many; `sanitizer_unavailable` when a new name cannot be scanned
   */
  require(
    customerId: CustomerId,
    name: string | undefined,
    origin: Origin,
  ): Promise<string | undefined>;
}

const FORM = new RegExp(ACTIVITY_FORM);
/**
 * Checks the form of a name.
 * @param field - the field or header that contains the name, in words
 * @throws ApiError `invalid_field`
 */
export function requireActivityForm(name: string, field: string): void {
  if (FORM.test(name) && name !== NO_ACTIVITY) return;
  throw new ApiError(
    "invalid_field",
    `${field} must be 1 to 64 letters, digits and . _ - and not only _`,
  );
}

const MAX_ACTIVITIES = 200;
const REMEMBERED = 10_000;

export function createActivities({ store, hasPersonalData }: ActivitiesDeps): Activities {
  const known = new LRUCache<string, true>({ max: REMEMBERED });

  async function requireNew(
    customerId: CustomerId,
    name: string,
    { field, trace }: Origin,
  ): Promise<void> {
    // Without its separators, the name of a person is read as one.
    const words = name.replaceAll(/[._-]+/g, " ");
    if (await hasPersonalData([name, words], { ...trace, owner: customerId }))
      throw new ApiError("invalid_field", `${field} contains personal data`, {
        hint: "Name the activity after its purpose, such as claims-triage",
      });
    if (await store.register(customerId, name, MAX_ACTIVITIES)) return;
    throw new ApiError("invalid_field", `${field} would be activity ${MAX_ACTIVITIES + 1}`, {
      hint: `A customer has at most ${MAX_ACTIVITIES} activities. Use one that exists`,
    });
  }

  return {
    async require(customerId, name, origin) {
      if (name === undefined) return undefined;
      requireActivityForm(name, origin.field);
      const key = `${customerId} ${name}`;
      if (known.has(key)) return name;
      if (!(await store.has(customerId, name))) await requireNew(customerId, name, origin);
      known.set(key, true);
      return name;
    },
  };
}
