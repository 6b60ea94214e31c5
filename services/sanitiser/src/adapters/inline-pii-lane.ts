import { ApiError } from "@veil/contracts/errors";
import type { PiiLane } from "../ports.ts";
import { createPiiJob } from "./pii-job.ts";

/** Works on the event loop itself: for bodies so short that a thread would cost more than the work. */
export function createInlinePiiLane(): PiiLane {
  const job = createPiiJob();
  return {
    name: "inline",
    async sanitise(body) {
      try {
        return job(body);
      } catch (cause) {
        if (cause instanceof ApiError) throw cause;
        throw new ApiError("sanitizer_unavailable", "The text could not be sanitised", { cause });
      }
    },
    pending: () => 0,
    close: async () => {},
  };
}
