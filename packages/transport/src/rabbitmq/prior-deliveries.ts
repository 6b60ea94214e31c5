export const PRIOR_DELIVERIES = "x-veil-prior-deliveries";
