/** @slow reads the models of names */
import { createInlinePiiPool } from "./inline-pii-pool.ts";
import { describePiiPool } from "./pii-pool.contract.ts";

describePiiPool("inline", createInlinePiiPool);
