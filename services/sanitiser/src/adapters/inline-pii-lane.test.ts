/** @slow reads the models of names */
import { createInlinePiiLane } from "./inline-pii-lane.ts";
import { describePiiLane } from "./pii-lane.contract.ts";

describePiiLane("inline", createInlinePiiLane);
