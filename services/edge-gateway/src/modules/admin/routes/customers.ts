import { checked } from "@veil/contracts/parsing";
import {
  type AdminCustomersResponse,
  ChangeCustomerRequest,
  FindCustomerRequest,
  PageQuery,
  ProvisionRequest,
} from "@veil/contracts/public/admin";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { summaryOf } from "../../accounts/http.ts";
import {
  type Accounts,
  type KeyManagement,
  monthOf,
  normalizedEmail,
  type Usage,
} from "../../accounts/index.ts";
import { changeEvents, changesOf, differing } from "../domain/customer-changes.ts";
import { customerOf, noSuchCustomer } from "../domain/customer-of.ts";
import { cursorOf, pageOf } from "../domain/pages.ts";
import type { ProvisionCustomer } from "../domain/provision-customer.ts";
import { customerDetails, customerView } from "../domain/views.ts";
import type { CustomerRow } from "../ports.ts";
import { type AdminContext, changedByOf, changeOf } from "./context.ts";

export interface CustomersDeps extends AdminContext {
  readonly accounts: Pick<Accounts, "findByEmail">;
  readonly keys: KeyManagement;
  readonly usage: Usage;
  readonly provision: ProvisionCustomer;
}

const parsePage = checked(PageQuery);
const parseSearch = checked(FindCustomerRequest);
const parseOrder = checked(ProvisionRequest);
const parseChange = checked(ChangeCustomerRequest);

/** `GET /api/v1/admin/customers`: the newest first. */
export function listCustomers({ directory, secrets }: CustomersDeps): RequestHandler {
  return async function handleListCustomers(req, res) {
    const { limit, from } = pageOf(parsePage(req.query));
    const { rows, next } = await directory.customers(limit, from);
    const customers = rows.map((row) => customerView(row, secrets));
    const page: AdminCustomersResponse = { customers, ...cursorOf(next) };
    res.json(page);
  };
}

/** `POST /api/v1/admin/customers/search`: the body holds the email, so that no URL does. */
export function findCustomer(deps: CustomersDeps): RequestHandler {
  const { accounts, secrets } = deps;
  return async function handleFindCustomer(req, res) {
    const { email } = parseSearch(req.body);
    const lookups = secrets.emailLookups(normalizedEmail(email) ?? email);
    const known = await accounts.findByEmail(lookups);
    res.json(await detailsOf(deps, await customerOf(deps.directory, known?.customerId)));
  };
}

/** `POST /api/v1/admin/customers`: creates a customer or updates a known one, and issues a key. */
export function provisionCustomer({ provision, onChanged }: CustomersDeps): RequestHandler {
  return async function handleProvision(req, res) {
    const by = { changedBy: changedByOf(res), requestId: contextOf(res).requestId };
    const provisioned = await provision(parseOrder(req.body), by);
    onChanged(provisioned.customer_id);
    res.status(provisioned.created ? 201 : 200).json(provisioned);
  };
}

export function readCustomer(deps: CustomersDeps): RequestHandler {
  return async function handleReadCustomer(req, res) {
    res.json(await detailsOf(deps, await customerOf(deps.directory, req.params["customer_id"])));
  };
}

/** `PATCH /api/v1/admin/customers/{customer_id}`: absent fields stay as they are. */
export function changeCustomer(deps: CustomersDeps): RequestHandler {
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
  { directory, keys, secrets, usage, nowMs }: CustomersDeps,
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
