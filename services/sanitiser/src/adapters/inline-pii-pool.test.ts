/** @slow reads the name models */
import { readBundledModels } from "@veil/pii/models";
import { claimMacKey } from "../../test/sealed-lists.ts";
import { createInlinePiiPool } from "./inline-pii-pool.ts";
import { describePiiPool } from "./pii-pool.contract.ts";

describePiiPool("inline", (lists) =>
  createInlinePiiPool(lists, { claimMacKey, names: readBundledModels() }),
);
