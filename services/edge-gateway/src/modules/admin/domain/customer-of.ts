import { ApiError } from "@veil/contracts/errors";
import type { CustomerId } from "../../accounts/index.ts";
import type { CustomerRow } from "../ports.ts";

interface Customers {
  find(customerId: CustomerId): Promise<CustomerRow | undefined>;
}

const FORM = /^cus_[0-9a-f]{40}$/;

/** @throws ApiError `not_found` also for text that was never an id */
export async function customerOf(directory: Customers, id: unknown): Promise<CustomerRow> {
  const row = isCustomerId(id) ? await directory.find(id) : undefined;
  if (row === undefined) throw noSuchCustomer();
  return row;
}

function isCustomerId(id: unknown): id is CustomerId {
  return typeof id === "string" && FORM.test(id);
}

export function noSuchCustomer(): ApiError {
  return new ApiError("not_found", "The customer does not exist");
}
