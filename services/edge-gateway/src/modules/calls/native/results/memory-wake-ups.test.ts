import { createMemoryWakeUps } from "./memory-wake-ups.ts";
import { describeWakeUps } from "./wake-ups.contract.ts";

describeWakeUps("memory", 1, createMemoryWakeUps);
