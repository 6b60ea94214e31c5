import { checked } from "@veil/contracts/parsing";
import {
  type AdminCustomersResponse,
  ChangeCustomerRequest,
  FindCustomerRequest,
  ProvisionRequest,
} from "@veil/contracts/public/admin";
import { PageQuery } from "@veil/contracts/public/pages";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { cursorOf, pageOf } from "../../../platform/pages.ts";
import { summaryOf } from "../../accounts/http.ts";
import { monthOf, normalizedEmail } from "../../accounts/index.ts";
import {
  changeEvents,
  changesOf,
  customerOf,
  differing,
  noSuchCustomer,
} from "../domain/customer-changes.ts";
import { customerDetails, customerView } from "../domain/views.ts";
import type { CustomerRow } from "../ports.ts";
import { type AdminContext, changedByOf, changeOf } from "./context.ts";

const parsePage = checked(PageQuery);
const parseSearch = checked(FindCustomerRequest);
const parseOrder = checked(ProvisionRequest);
const parseChange = checked(ChangeCustomerRequest);

/** Handles `GET /api/v1/admin/customers`, which lists the newest customers first. */
export function listCustomers({ directory, secrets }: AdminContext): RequestHandler {
  return async function handleListCustomers(req, res) {
    const { limit, from } = pageOf(parsePage(req.query));
    const { rows, next } = await directory.customers(limit, from);
    const customers = rows.map((row) => customerView(row, secrets));
    const page: AdminCustomersResponse = { customers, ...cursorOf(next) };
    res.json(page);
  };
}

/**
 * Handles `POST /api/v1/admin/customers/search`. The email is in the body, so that it does not
 * occur in URLs.
 */
export function findCustomer(deps: AdminContext): RequestHandler {
  const { accounts, secrets } = deps;
  return async function handleFindCustomer(req, res) {
    const { email } = parseSearch(req.body);
    const lookups = secrets.emailLookups(normalizedEmail(email) ?? email);
    const known = await accounts.findByEmail(lookups);
    res.json(await detailsOf(deps, await customerOf(deps.directory, known?.customerId)));
  };
}

/** Handles `POST /api/v1/admin/customers`, which creates or updates a customer and issues a key. */
export function provisionCustomer({ provision, onChanged }: AdminContext): RequestHandler {
  return async function handleProvision(req, res) {
    const by = { changedBy: changedByOf(res), requestId: contextOf(res).requestId };
    const provisioned = await provision(parseOrder(req.body), by);
    onChanged(provisioned.customer_id);
    res.status(provisioned.created ? 201 : 200).json(provisioned);
  };
}

export function readCustomer(deps: AdminContext): RequestHandler {
  return async function handleReadCustomer(req, res) {
    res.json(await detailsOf(deps, await customerOf(deps.directory, req.params["customer_id"])));
  };
}

/** Handles `PATCH /api/v1/admin/customers/{customer_id}`. Absent fields do not change. */
export function changeCustomer(deps: AdminContext): RequestHandler {
  const { directory, secrets, onChanged } = deps;
  return async function handleChangeCustomer(req, res) {
    const asked = parseChange(req.body);
    const customer = await customerOf(directory, req.params["customer_id"]);
    const request = differing(asked, customerView(customer, secrets));
    const to =
      request.org_id === undefined ? undefined : await directory.organization(request.org_id);
    const events = changeEvents(request, await changeOf(deps, res, customer), { to, secrets });
    if (!(await directory.change(customer.customerId, changesOf(request), events)))
      throw noSuchCustomer();
    onChanged(customer.customerId);
    res.json(await detailsOf(deps, await customerOf(directory, customer.customerId)));
  };
}

async function detailsOf(
  { directory, keys, secrets, usage, nowMs }: AdminContext,
  row: CustomerRow,
) {
  const { customerId } = row;
  const month = monthOf(nowMs());
  return customerDetails(customerView(row, secrets), {
    keys: (await keys.list(customerId)).map(summaryOf),
    provider: await directory.provider(customerId),
    used: await usage.used(customerId, "standard", month),
    usedByDeveloperKeys: await usage.used(customerId, "developer", month),
  });
}
