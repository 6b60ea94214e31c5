import { PostureResponse } from "../../public/compliance.ts";
import type { Operation } from "../operation.ts";

const compliance = {
  tag: "Compliance",
  access: "key or session",
  tier: { atLeast: "pro" },
  limit: "compliance",
} as const;

export const COMPLIANCE_OPERATIONS: readonly Operation[] = [
  {
    ...compliance,
    method: "get",
    path: "/api/v1/compliance/posture",
    id: "readPosture",
    summary: "The state of each control, as measured, for pro and enterprise",
    description:
      "A control that was not measured within its maximum age is unknown: docs/compliance.md.",
    answers: { 200: { description: "The controls", schema: PostureResponse } },
    errors: [],
  },
];
