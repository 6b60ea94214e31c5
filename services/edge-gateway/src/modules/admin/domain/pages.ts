import { ApiError } from "@veil/contracts/errors";
import type { PageQuery } from "@veil/contracts/public/admin";
import type { Position } from "../ports.ts";

const DEFAULT_LIMIT = 50;

export interface PageRequest {
  readonly limit: number;
  readonly from: Position | undefined;
}

/** @throws ApiError `invalid_field` for a cursor that no page gave */
export function pageOf({ limit, cursor }: PageQuery): PageRequest {
  return {
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
    from: cursor === undefined ? undefined : positionOf(cursor),
  };
}

export function cursorOf(position: Position | undefined): { next_cursor?: string } {
  if (position === undefined) return {};
  const { micros, id } = position;
  return { next_cursor: Buffer.from(`${micros}.${id}`).toString("base64url") };
}

const FORM = /^(\d{1,16})\.((?:cus|org|con)_[0-9a-f]{32,40})$/;

function positionOf(cursor: string): Position {
  const [, micros, id] = FORM.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (micros === undefined || id === undefined)
    throw new ApiError("invalid_field", 'Field "cursor" must be a next_cursor of this list');
  return { micros: Number(micros), id };
}
