import type { Operation } from "../operation.ts";

type Described = Omit<Operation, "path" | "tag" | "access">;

/** Returns the administrators' operations on one path. */
export const admin = (path: string, described: readonly Described[]): readonly Operation[] =>
  described.map((rest) => ({
    path: `/api/v1/admin${path}`,
    tag: "Administration",
    access: "admin",
    ...rest,
  }));
