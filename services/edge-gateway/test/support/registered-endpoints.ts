import { expect } from "@jest/globals";
import type { TestGateway } from "./test-gateway.ts";

/** Returns the routes of the app in the form `GET /api/v1/proxy/jobs/:job_id`. */
export function registeredEndpoints({ router }: TestGateway["app"]): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    // A nested router would hide its endpoints from the tests that iterate over all endpoints.
    expect(handle).not.toHaveProperty("stack");
    const methods = route?.stack.map(({ method }) => method).filter((method) => method) ?? [];
    return [...new Set(methods)].map((method) => `${method.toUpperCase()} ${route?.path}`);
  });
}
