export { openTestBed, type TestBed } from "./faults/test-bed.ts";
export { gatewayClient } from "./load/gateway-client.ts";
export { settle } from "./load/settle.ts";
export { type PlayedRound, playRound } from "./play-round.ts";
export { readLogState, readRecord } from "./reconcile/read-record.ts";
export { reconcile } from "./reconcile/reconcile.ts";
