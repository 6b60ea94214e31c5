import type { Directory } from "../../src/modules/admin/ports.ts";

/** The administration is tested on PostgreSQL: its statements are what there is to test. */
export const noDirectory: Directory = new Proxy({} as Directory, {
  get() {
    throw new Error("Tests of the administration need a database (account-suite.ts)");
  },
});
