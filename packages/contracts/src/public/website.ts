import { type Static, Type } from "typebox";
import { Email } from "./registration.ts";

const closed = { additionalProperties: false };

/** Response to `GET /api/v1/website/stats`: figures for the public. */
export const WebsiteStatsResponse = Type.Object(
  {
    customers: Type.Integer(),
    requests_this_month: Type.Integer(),
    /** The number of requests in the last 24 months. */
    requests: Type.Integer(),
  },
  closed,
);
export type WebsiteStatsResponse = Static<typeof WebsiteStatsResponse>;

/** Body of `POST /api/v1/website/contact`. */
export const ContactRequest = Type.Object(
  {
    email: Email,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    company: Type.Optional(Type.String({ maxLength: 200 })),
    message: Type.String({ minLength: 1, maxLength: 5_000 }),
  },
  closed,
);
export type ContactRequest = Static<typeof ContactRequest>;

export const ContactResponse = Type.Object(
  { contact_id: Type.String(), kept_until: Type.String({ format: "date-time" }) },
  closed,
);
export type ContactResponse = Static<typeof ContactResponse>;

/** Response to `GET /api/v1/admin/contacts`. */
export const AdminContactsResponse = Type.Object(
  {
    contacts: Type.Array(
      Type.Object(
        {
          ...ContactResponse.properties,
          ...ContactRequest.properties,
          created_at: Type.String({ format: "date-time" }),
        },
        closed,
      ),
    ),
    next_cursor: Type.Optional(Type.String()),
  },
  closed,
);
export type AdminContactsResponse = Static<typeof AdminContactsResponse>;
