import { OPERATIONS, type Operation } from "@veil/contracts/openapi";

/** Returns the operation with this id. @throws TypeError when there is none */
export function operationOf(id: string): Operation {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new TypeError(`There is no operation ${id}`);
  return operation;
}
