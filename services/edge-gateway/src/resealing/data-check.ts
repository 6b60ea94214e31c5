import type { Logger } from "@veil/service-kit/telemetry";

interface DataCheckDeps {
  /** Returns the columns in which a box was found that no data key opens. */
  readonly unopenedColumns: () => Promise<readonly string[]>;
  readonly log: Logger;
}

/**
 * Creates the check that the data keys open the stored data. Without a data key that is still
 * needed, requests would fail one by one, so the replica does not become ready. The check is not
 * repeated after it has passed, because the data keys of a process do not change.
 */
export function createDataCheck({ unopenedColumns, log }: DataCheckDeps): () => Promise<boolean> {
  let isOpened = false;
  return async function isDataOpened() {
    if (isOpened) return true;
    try {
      const unopened = await unopenedColumns();
      for (const component of unopened) log.error("stored_data_not_opened", { component });
      isOpened = unopened.length === 0;
    } catch (error) {
      log.warn("stored_data_not_checked", { error });
    }
    return isOpened;
  };
}
