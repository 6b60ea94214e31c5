/** Header: how many earlier sends of a job may have been delivered. The deliveries are counted from there. */
export const PRIOR_DELIVERIES = "x-veil-prior-deliveries";
