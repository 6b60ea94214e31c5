import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { PageQuery } from "@veil/contracts/public/admin";
import type { AdminContactsResponse } from "@veil/contracts/public/website";
import type { RequestHandler } from "express";
import { contactView } from "../domain/contacts.ts";
import { cursorOf, pageOf } from "../domain/pages.ts";
import type { AdminContext } from "./context.ts";

const parsePage = checked(PageQuery);

/** `GET /api/v1/admin/contacts`: messages from the website, the newest first. */
export function listContacts({ directory, secrets }: AdminContext): RequestHandler {
  return async function handleListContacts(req, res) {
    const { limit, from } = pageOf(parsePage(req.query));
    const { rows, next } = await directory.contacts(limit, from);
    const contacts = rows.map((row) => contactView(row, secrets));
    const page: AdminContactsResponse = { contacts, ...cursorOf(next) };
    res.json(page);
  };
}

export function deleteContact({ directory }: AdminContext): RequestHandler {
  return async function handleDeleteContact(req, res) {
    if (!(await directory.deleteContact(String(req.params["contact_id"]))))
      throw new ApiError("not_found", "The message does not exist");
    res.status(204).end();
  };
}
