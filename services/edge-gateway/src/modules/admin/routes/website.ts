import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type AdminStatsResponse, ProvisionRequest } from "@veil/contracts/public/admin";
import { PageQuery } from "@veil/contracts/public/pages";
import {
  type AdminContactsResponse,
  ContactRequest,
  type ContactResponse,
} from "@veil/contracts/public/website";
import { randomHex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { cursorOf, pageOf } from "../../../platform/pages.ts";
import { websiteCallerOf } from "../../accounts/http.ts";
import { monthOf, requireEmail } from "../../accounts/index.ts";
import { contactView, keptUntil } from "../domain/views.ts";
import type { AdminContext } from "./context.ts";

const parseOrder = checked(ProvisionRequest);
const parseContact = checked(ContactRequest);

/**
 * Handles `POST /api/v1/website/provision`. It accepts only new customers, because otherwise the
 * website key would give access to any account.
 */
export function provisionFromWebsite({ provision }: AdminContext): RequestHandler {
  return async function handleProvision(req, res) {
    const { requestId } = contextOf(res);
    const changedBy = `website:${websiteCallerOf(res).keyId}` as const;
    const order = parseOrder(req.body);
    res.status(201).json(await provision(order, { changedBy, requestId, onlyNew: true }));
  };
}

export function readWebsiteStats({ directory, nowMs }: AdminContext): RequestHandler {
  return async function handleReadWebsiteStats(_req, res) {
    res.json(await directory.counters(monthOf(nowMs())));
  };
}

/** Handles `POST /api/v1/website/contact`. The message is stored sealed for administrators. */
export function storeContact({ directory, secrets, random }: AdminContext): RequestHandler {
  return async function handleStoreContact(req, res) {
    const contact = parseContact(req.body);
    requireEmail(contact.email);
    const contactId = `con_${randomHex(random)}`;
    const sealed = secrets.sealField("contact", contactId, JSON.stringify(contact), random);
    const createdAt = await directory.storeContact(contactId, sealed);
    const body: ContactResponse = { contact_id: contactId, kept_until: keptUntil(createdAt) };
    res.status(201).json(body);
  };
}

const parsePage = checked(PageQuery);

/**
 * Handles `GET /api/v1/admin/contacts`, which lists messages from the website, the newest first.
 */
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

export function readStats({ directory, nowMs }: AdminContext): RequestHandler {
  return async function handleReadStats(_req, res) {
    const now = nowMs();
    const { free, pro, enterprise, ...counts } = await directory.stats(new Date(now), monthOf(now));
    const body: AdminStatsResponse = { customers: { free, pro, enterprise }, ...counts };
    res.json(body);
  };
}
