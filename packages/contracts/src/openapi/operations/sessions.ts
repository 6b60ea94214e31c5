import { LoginRequest, SessionResponse, SessionsResponse } from "../../public/session.ts";
import type { Operation } from "../operation.ts";

const tag = "Registration and sessions";

export const SESSION_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/auth/login",
    id: "logIn",
    tag,
    summary: "Starts a session of one hour, with an API key or with email and password",
    access: "none",
    body: { schema: LoginRequest, example: { api_key: "svc_your_key" } },
    answers: {
      200: {
        description: "The session has started",
        schema: SessionResponse,
        headers: { "Set-Cookie": "`svc_session`" },
      },
    },
    errors: [
      "missing_field",
      "invalid_credentials",
      "tier_insufficient",
      "key_replaced",
      "origin_not_allowed",
      "rate_limited",
      "server_busy",
      "inference_service_unavailable",
    ],
  },
  {
    method: "post",
    path: "/api/v1/auth/logout",
    id: "logOut",
    tag,
    summary: "Ends the session, if there is one",
    access: "none",
    answers: { 204: { description: "There is none any more" } },
    errors: ["origin_not_allowed", "inference_service_unavailable"],
  },
  {
    method: "get",
    path: "/api/v1/auth/session",
    id: "readSession",
    tag,
    summary: "Whose session it is, and until when",
    access: "session",
    admits: ["expired licenses"],
    answers: { 200: { description: "The session", schema: SessionResponse } },
    errors: [],
  },
  {
    method: "get",
    path: "/api/v1/auth/sessions",
    id: "listSessions",
    tag,
    summary: "The customer's sessions, newest first",
    access: "key or session",
    answers: { 200: { description: "The sessions", schema: SessionsResponse } },
    errors: [],
  },
  {
    method: "delete",
    path: "/api/v1/auth/sessions",
    id: "endSessions",
    tag,
    summary: "Ends all sessions of the customer at once, also that of the request",
    access: "key or session",
    answers: { 204: { description: "There is none any more" } },
    errors: [],
  },
];
