import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { readRefusal } from "./pages/access/refusal.ts";
import { readAuditFilter } from "./pages/audit/audit-filter.ts";
import { readWhySearch } from "./pages/audit/searched-id.ts";
import { Protected } from "./shell/protected.tsx";
import { NotFound, Shell } from "./shell/shell.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Pages that show what a customer sees of their account. */
const own = createRoute({
  getParentRoute: () => root,
  id: "own",
  validateSearch: readRefusal,
  component: Protected,
});

const status = createRoute({
  getParentRoute: () => root,
  path: "/status",
  component: lazyRouteComponent(() => import("./pages/open/status-page.tsx"), "StatusPage"),
});
const docs = createRoute({
  getParentRoute: () => root,
  path: "/docs",
  component: lazyRouteComponent(() => import("./pages/docs/docs-page.tsx"), "DocsPage"),
});
const overview = createRoute({
  getParentRoute: () => own,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/overview/overview-page.tsx"), "OverviewPage"),
});
const playground = createRoute({
  getParentRoute: () => own,
  path: "/playground",
  component: lazyRouteComponent(
    () => import("./pages/playground/playground-page.tsx"),
    "PlaygroundPage",
  ),
});
const setup = createRoute({
  getParentRoute: () => own,
  path: "/setup",
  component: lazyRouteComponent(() => import("./pages/playground/setup-page.tsx"), "SetupPage"),
});
const keys = createRoute({
  getParentRoute: () => own,
  path: "/keys",
  component: lazyRouteComponent(() => import("./pages/account/keys-page.tsx"), "KeysPage"),
});
const lists = createRoute({
  getParentRoute: () => own,
  path: "/lists",
  component: lazyRouteComponent(() => import("./pages/account/lists-page.tsx"), "ListsPage"),
});
const policy = createRoute({
  getParentRoute: () => own,
  path: "/policy",
  component: lazyRouteComponent(() => import("./pages/account/policy-page.tsx"), "PolicyPage"),
});
const proving = createRoute({
  getParentRoute: () => own,
  path: "/proving-ground",
  component: lazyRouteComponent(() => import("./pages/proving/proving-page.tsx"), "ProvingPage"),
});
const account = createRoute({
  getParentRoute: () => own,
  path: "/account",
  component: lazyRouteComponent(() => import("./pages/account/account-page.tsx"), "AccountPage"),
});
const audit = createRoute({
  getParentRoute: () => own,
  path: "/audit",
  validateSearch: readAuditFilter,
  component: lazyRouteComponent(() => import("./pages/audit/audit-page.tsx"), "AuditPage"),
});
const usage = createRoute({
  getParentRoute: () => own,
  path: "/usage",
  component: lazyRouteComponent(() => import("./pages/audit/usage-page.tsx"), "UsagePage"),
});
const certificates = createRoute({
  getParentRoute: () => own,
  path: "/certificates",
  component: lazyRouteComponent(
    () => import("./pages/audit/certificates-page.tsx"),
    "CertificatesPage",
  ),
});
const why = createRoute({
  getParentRoute: () => own,
  path: "/why",
  validateSearch: readWhySearch,
  component: lazyRouteComponent(() => import("./pages/audit/why-page.tsx"), "WhyPage"),
});
const posture = createRoute({
  getParentRoute: () => own,
  path: "/posture",
  component: lazyRouteComponent(() => import("./pages/compliance/posture-page.tsx"), "PosturePage"),
});
const documents = createRoute({
  getParentRoute: () => own,
  path: "/documents",
  component: lazyRouteComponent(
    () => import("./pages/compliance/documents-page.tsx"),
    "DocumentsPage",
  ),
});
const requests = createRoute({
  getParentRoute: () => own,
  path: "/requests",
  component: lazyRouteComponent(
    () => import("./pages/compliance/requests-page.tsx"),
    "RequestsPage",
  ),
});

const operators = createRoute({
  getParentRoute: () => root,
  path: "/operators",
  component: lazyRouteComponent(
    () => import("./pages/operators/operator-area.tsx"),
    "OperatorArea",
  ),
});
const deployment = createRoute({
  getParentRoute: () => operators,
  path: "/",
  component: lazyRouteComponent(
    () => import("./pages/operators/deployment-page.tsx"),
    "DeploymentPage",
  ),
});
const customers = createRoute({
  getParentRoute: () => operators,
  path: "/customers",
  component: lazyRouteComponent(
    () => import("./pages/operators/customers-page.tsx"),
    "CustomersPage",
  ),
});
const customer = createRoute({
  getParentRoute: () => operators,
  path: "/customers/$customerId",
  component: lazyRouteComponent(
    () => import("./pages/operators/customer-page.tsx"),
    "CustomerPage",
  ),
});
const organizations = createRoute({
  getParentRoute: () => operators,
  path: "/organizations",
  component: lazyRouteComponent(
    () => import("./pages/operators/organizations-page.tsx"),
    "OrganizationsPage",
  ),
});
const users = createRoute({
  getParentRoute: () => operators,
  path: "/users",
  component: lazyRouteComponent(() => import("./pages/operators/users-page.tsx"), "UsersPage"),
});

const messages = createRoute({
  getParentRoute: () => operators,
  path: "/messages",
  component: lazyRouteComponent(
    () => import("./pages/operators/messages-page.tsx"),
    "MessagesPage",
  ),
});

const ownPages = [
  ...[overview, playground, setup, keys, lists, policy, account, audit, usage, certificates],
  ...[why, proving, posture, documents, requests],
];

const operatorPages = [deployment, customers, customer, organizations, users, messages];

export const router = createRouter({
  routeTree: root.addChildren([
    own.addChildren(ownPages),
    operators.addChildren(operatorPages),
    status,
    docs,
  ]),
  basepath: "/portal",
  // A page is not loaded because the pointer passes over its link.
  defaultPreload: false,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
