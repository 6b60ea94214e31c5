import type { EnvReader } from "@veil/service-kit/config";

const MB = 1024 * 1024;

/** Reads how many calls and bytes may be in flight from this replica to the sanitiser. */
export function readSanitiserShare(read: EnvReader) {
  const all = {
    calls: read.integer("SANITISER_CALLS", 64, { min: 1 }),
    bytes: read.integer("SANITISER_BYTES", 8 * MB, { min: 1 }),
  };
  const own = {
    calls: read.integer("SANITISER_CALLS_PER_CUSTOMER", 16, { min: 1 }),
    bytes: read.integer("SANITISER_BYTES_PER_CUSTOMER", 4 * MB, { min: 1 }),
  };
  for (const [what, name] of [
    ["calls", "CALLS"],
    ["bytes", "BYTES"],
  ] as const)
    if (own[what] > all[what])
      read.problem(`SANITISER_${name}_PER_CUSTOMER must not exceed SANITISER_${name}`);
  return { all, own };
}

/**
 * Reads how many calls may be in flight from this replica to the worker. The number applies to jobs
 * and, separately, to direct calls.
 */
export function readWorkerShare(read: EnvReader) {
  const all = read.integer("WORKER_CALLS", 64, { min: 1, max: 1_000 });
  const own = read.integer("WORKER_CALLS_PER_CUSTOMER", Math.ceil(0.75 * all), { min: 1 });
  if (own > all) read.problem("WORKER_CALLS_PER_CUSTOMER must not exceed WORKER_CALLS");
  return { all, own };
}
