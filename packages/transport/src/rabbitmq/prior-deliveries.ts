/** Header: how many earlier sends of a job may have been delivered. The first attempt is one more. */
export const PRIOR_DELIVERIES = "x-veil-prior-deliveries";
