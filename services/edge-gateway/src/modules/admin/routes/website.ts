import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { ProvisionRequest } from "@veil/contracts/public/admin";
import { ContactRequest, type ContactResponse } from "@veil/contracts/public/website";
import { type RandomBytes, randomHex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { websiteCallerOf } from "../../accounts/http.ts";
import { type AccountSecrets, monthOf, requireEmail } from "../../accounts/index.ts";
import { keptUntil } from "../domain/contacts.ts";
import type { ProvisionCustomer } from "../domain/provision-customer.ts";
import type { Directory } from "../ports.ts";

export interface WebsiteRouteDeps {
  readonly directory: Directory;
  readonly provision: ProvisionCustomer;
  readonly secrets: Pick<AccountSecrets, "sealField">;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
}

const parseOrder = checked(ProvisionRequest);
const parseContact = checked(ContactRequest);

/** `POST /api/v1/website/provision`: new customers only, or its key would open any account. */
export function provisionFromWebsite({ provision }: WebsiteRouteDeps): RequestHandler {
  return async function handleProvision(req, res) {
    const { requestId } = contextOf(res);
    const changedBy = `website:${websiteCallerOf(res).keyId}` as const;
    const order = parseOrder(req.body);
    res.status(201).json(await provision(order, { changedBy, requestId, onlyNew: true }));
  };
}

export function readWebsiteStats({ directory, nowMs }: WebsiteRouteDeps): RequestHandler {
  return async function handleReadWebsiteStats(_req, res) {
    res.json(await directory.counters(monthOf(nowMs())));
  };
}

/** `POST /api/v1/website/contact`: kept sealed for administrators. */
export function storeContact({ directory, secrets, random }: WebsiteRouteDeps): RequestHandler {
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
