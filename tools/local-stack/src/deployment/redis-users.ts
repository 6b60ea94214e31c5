import { createHash } from "node:crypto";

/** The rights that the gateway needs for scripted rate limits, wake-ups and health checks. */
export const REDIS_GATEWAY_RIGHTS =
  "resetkeys ~veil:hits:* resetchannels &veil:job-finished -@all +@connection -client|kill -client|list -client|pause " +
  "+info +publish +subscribe +unsubscribe +script|load +evalsha +eval +incr +decr +get +set +del +pttl +pexpire";

/** Returns the text of an ACL file (Redis documentation, "ACL"). */
export function redisUsers(password: string): string {
  const hash = createHash("sha256").update(password, "utf8").digest("hex");
  return `user default off\nuser gateway on #${hash} ${REDIS_GATEWAY_RIGHTS}\n`;
}
