import { expect } from "@jest/globals";
import type { TestGateway } from "./test-gateway.ts";

/** Each route of the app: `GET /api/v1/proxy/jobs/:job_id`. */
export function registeredEndpoints({ router }: TestGateway["app"]): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    // A separate router would hide its endpoints from the tests that walk them.
    expect(handle).not.toHaveProperty("stack");
    const methods = route?.stack.map(({ method }) => method).filter((method) => method) ?? [];
    return [...new Set(methods)].map((method) => `${method.toUpperCase()} ${route?.path}`);
  });
}
