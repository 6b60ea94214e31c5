/** Header: how often a job may have been delivered by earlier sends. The broker counts from there. */
export const PRIOR_DELIVERIES = "x-veil-prior-deliveries";
