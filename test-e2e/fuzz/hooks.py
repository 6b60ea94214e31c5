"""Adds credentials and ids to the examples that schemathesis generates;
generated-requests.e2e.test.ts runs it.

The rest of an example stays as generated. Each example gets a separate account, key, list, job or
session if it changes or deletes it, so that later examples still reach the handler. Where an
example must name an existing object, four of five examples do.
"""

import functools
import itertools
import json
import os
import time
import uuid
from datetime import datetime, timedelta, timezone

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["VEIL_FUZZ_SETUP"], encoding="utf-8") as file:
    SETUP = json.load(file)
URL = SETUP["url"]
ADMIN = {"x-admin-key": SETUP["admin_key"]}
WEBSITE = {"x-website-key": SETUP["website_key"]}
NOW = datetime.now(timezone.utc)
SINCE, UNTIL = ((NOW + timedelta(days=days)).isoformat() for days in (-1, 1))
# The periods of these operations have days instead of times.
BY_DAY = ("readProcessingRecord", "readUsageHistory")
ACTIVITY = "claims-triage"
PASSWORD = "correct horse battery staple"

http = requests.Session()
turns = itertools.count()


def ask(method, path, headers, body=None):
    reply = http.request(method, URL + path, headers=headers, json=body, timeout=60)
    reply.raise_for_status()
    return reply.json() if reply.content else {}


class Customer:
    def __init__(self):
        self.email = f"{uuid.uuid4().hex}@fuzz.example"
        body = {"email": self.email, "tier": "enterprise", "managed_ai": True}
        made = ask("POST", "/api/v1/admin/customers", ADMIN, body)
        self.id, self.key_id, self.api_key = made["customer_id"], made["key_id"], made["api_key"]
        self.key = {"x-api-key": self.api_key}

    def with_extensions(self):
        policy = {"extensions": ["responses", "cache_control", "thinking"]}
        ask("PUT", f"/api/v1/admin/keys/{self.key_id}/call-policy", ADMIN, policy)
        return self

    @functools.cached_property
    def session(self):
        return self.new_session()

    def new_session(self):
        with requests.post(f"{URL}/api/v1/auth/login", json={"api_key": self.api_key}, timeout=60) as reply:
            reply.raise_for_status()
            return reply.cookies["svc_session"]

    def list(self):
        body = {"kind": "deny", "entries": [{"value": "Project Heron"}]}
        return ask("POST", "/api/v1/account/entity-lists", self.key, body)["list_id"]

    def job(self):
        body = {"prompt_template": "{a}", "context": {"a": "Heron"}}
        return ask("POST", "/api/v1/proxy/messages", self.key, body)["compliance_trace"]["job_id"]

    def certified(self):
        body = {"prompt_template": "{a}", "context": {"a": "Heron"}}
        made = ask("POST", "/api/v1/proxy/messages", self.key, body)
        while "signable" not in ask("GET", made["veil"]["certificate_url"], self.key):
            time.sleep(0.1)
        return made["request_id"]

    def subject_request(self):
        body = {"subject_request_type": "access", "subject": {"kind": "value", "value": "Heron"}}
        return ask("POST", "/api/v1/compliance/dsar", self.key, body)["subject_request_id"]

    def further_key(self):
        return ask("POST", "/api/v1/account/keys", self.key)["key_id"]


def contact():
    body = {"email": "ann@fuzz.example", "message": "Hello"}
    return ask("POST", "/api/v1/website/contact", WEBSITE, body)["contact_id"]


class Kept:
    """Objects that no example changes."""

    def __init__(self):
        self.customer = customer = Customer().with_extensions()
        # Logins use a separate customer, because many logins end the customer's oldest session.
        self.visitor = Customer()
        loose = {"may_allow": True, "may_keep": SETUP["entity_types"]}
        ask("PUT", f"/api/v1/admin/keys/{customer.key_id}/entity-policy", ADMIN, loose)
        self.job, self.list = customer.job(), customer.list()
        self.certified = customer.certified()
        self.subject_request = customer.subject_request()
        self.org = ask("POST", "/api/v1/admin/organizations", ADMIN)["org_id"]
        # Changes are listed only since a release under which an assessment was read.
        self.release = ask("GET", "/api/v1/compliance/dpia", customer.key)["release"]
        for each in (customer, self.visitor):
            ask("PUT", f"/api/v1/admin/users/{each.id}/password", ADMIN, {"password": PASSWORD})
            contact()
        # Each of these lists has a second page.
        self.cursors = {
            path: ask("GET", f"/api/v1/admin/{path}?limit=1", ADMIN)["next_cursor"]
            for path in ("customers", "organizations", "users", "contacts")
        }
        customer.subject_request()
        page = ask("GET", "/api/v1/compliance/dsar?limit=1", customer.key)
        self.cursors["dsar"] = page["next_cursor"]


KEPT = Kept()
changed = {}

CHANGED = {
    *("patchAccount", "deleteAccount", "issueKey", "rotateKey", "revokeKey", "replaceProviderKey"),
    *("deleteProviderKey", "createEntityList", "replaceEntityList", "deleteEntityList"),
    *("adminChangeCustomer", "adminIssueKey", "adminRotateKey", "adminRevokeKey", "adminSetPassword"),
    *("adminRemovePassword", "adminCreateEntityList", "adminReplaceEntityList", "adminDeleteEntityList"),
    "changeSubjectRequest",
    *("adminSetKeyPolicy", "adminClearKeyPolicy", "adminSetCallPolicy", "adminClearCallPolicy"),
}


def changed_customer(name):
    """Returns a new customer after ten examples, before the old one reaches its maximum of lists
    and keys."""
    customer, left = changed.get(name, (None, 0))
    if left == 0 or name == "deleteAccount":
        customer, left = Customer(), 10
    changed[name] = customer, left - 1
    return customer


class Scene:
    """The caller of an operation, and the objects that the call refers to."""

    def __init__(self, operation):
        raw = operation.definition.raw
        self.name, self.turn = raw["operationId"], next(turns)
        self.schemes = {scheme for each in raw["security"] for scheme in each}
        self.own = self.name in CHANGED
        self.customer = changed_customer(self.name) if self.own else KEPT.customer

    def authenticate(self, case):
        if "adminKey" in self.schemes:
            self.add(case, ADMIN)
        elif "websiteKey" in self.schemes:
            self.add(case, WEBSITE)
        elif "session" in self.schemes and ("apiKey" not in self.schemes or self.turn % 3 == 0):
            case.cookies = {"svc_session": self.customer.session}
            self.add(case, {"Origin": URL})
        elif "apiKey" in self.schemes:
            by_turn = ({"Authorization": f"Bearer {self.customer.api_key}"}, self.customer.key)
            self.add(case, by_turn[self.turn % 2])

    @staticmethod
    def add(case, headers):
        case.headers = {**(case.headers or {}), **headers}

    def path_value(self, name):
        values = {
            "activity_id": lambda: ACTIVITY,
            "customer_id": lambda: self.customer.id,
            "field": lambda: "1.1.b",
            # The owner cannot revoke the last native key.
            "key_id": lambda: self.customer.further_key() if self.own else self.customer.key_id,
            "list_id": lambda: self.customer.list() if self.own else KEPT.list,
            "job_id": lambda: self.customer.job() if self.name == "deleteJob" else KEPT.job,
            "request_id": lambda: KEPT.certified,
            "subject_request_id": lambda: self.customer.subject_request() if self.own else KEPT.subject_request,
            "org_id": lambda: KEPT.org,
            "contact_id": contact,
            "model_id": lambda: SETUP["model"],
            # There is no identity provider, and so no member.
            "provider_id": lambda: "none",
            "member_id": lambda: "mem_" + "0" * 32,
        }
        return values[name]()

    def complete_query(self, case):
        query = case.query or {}
        if "cursor" in query:
            query["cursor"] = KEPT.cursors[case.path.rsplit("/", 1)[-1]]
        # The window of the query may be at most 90 days long.
        if "since" in query:
            query["since"] = self.since()
        if "until" in query:
            query["until"] = UNTIL[:10] if self.name in BY_DAY else UNTIL

    def since(self):
        if self.name == "readDpiaChanges":
            return KEPT.release
        return SINCE[:10] if self.name in BY_DAY else SINCE

    def complete_body(self, case):
        body = case.body
        # The schema does not express rules between fields, or prefixes from the settings.
        if "provider_key" in body:
            body["provider_key"] = "sk-" + body["provider_key"][:500]
            body.pop("managed_ai", None)
        if body.get("developer"):
            body["key_family"] = "gw_live"
        if self.name == "proxyMessages":
            # The template must use a value, and each example needs a unique idempotency key.
            body["prompt_template"] += f" {{{next(iter(body['context']))}}}"
            self.add(case, {"Idempotency-Key": uuid.uuid4().hex})
            if body.get("mode") != "proving_ground" and "activity_id" in body:
                body["activity_id"] = ACTIVITY
        if self.name == "createSubjectRequest" and "submitted_time" in body:
            body["submitted_time"] = SINCE
        if self.name == "changeSubjectRequest":
            # Few combinations of these members are a step that is possible next.
            extension = body.get("extension")
            body.clear()
            body.update({"extension": extension} if extension else {"request_status": "in_progress"})
        if self.name in ("createMessage", "createResponse"):
            # A streamed response is not JSON.
            body.pop("stream", None)
        if "output_config" in body:
            # This field has an older name too, and only one of them may be used.
            body.pop("output_format", None)
        if self.name in UPSTREAM_KEYS and self.turn % 10 != 9:
            without_tools(body)
        if self.turn % 5 == 4:
            return
        if self.name == "logIn":
            case.body = self.login()
        if self.name == "deleteAccount":
            body["confirm"] = self.customer.id
        if self.name == "adminFindCustomer":
            body["email"] = KEPT.customer.email
        if self.name == "adminSetCallPolicy" and "system_prompt" in body.get("mcp", {}):
            body["mcp"]["system_prompt"].setdefault("text", "Be brief")
        if "org_id" in body:
            body["org_id"] = KEPT.org

    def complete_headers(self, case):
        # A customer has few activities, and their names are scanned.
        for name in [name for name in case.headers or {} if name.lower() == "x-veil-activity"]:
            case.headers[name] = ACTIVITY
        if self.name not in UPSTREAM_KEYS:
            return
        # The prefix of the key determines the provider of the call.
        for name in [name for name in case.headers or {} if name.lower() == "x-upstream-key"]:
            del case.headers[name]
        self.add(case, {"X-Upstream-Key": UPSTREAM_KEYS[self.name]})

    def login(self):
        if self.turn % 2 == 0:
            return {"api_key": KEPT.visitor.api_key}
        return {"email": KEPT.visitor.email, "password": PASSWORD}


def without_tools(body):
    """Removes tools, which are disabled, and fixes turns, whose fields depend on the role in ways
    that the schema omits."""
    for name in ("tools", "tool_choice", "parallel_tool_calls"):
        body.pop(name, None)
    if isinstance(body.get("input"), list):
        items = [item for item in body["input"] if item.get("type", "message") == "message"]
        body["input"] = items or "Hello"
    for turn in body.get("messages", []):
        for name in ("tool_calls", "tool_call_id"):
            turn.pop(name, None)
        if turn["role"] == "tool":
            turn["role"] = "user"
        content = turn.get("content")
        if isinstance(content, list):
            turn["content"] = [part for part in content if part.get("type") == "text"]
        if not turn.get("content"):
            turn["content"] = "Hello"


UPSTREAM_KEYS = {
    **dict.fromkeys(("createMessage", "countTokens"), "sk-ant-fuzz"),
    **dict.fromkeys(("createChatCompletion", "createResponse", "readModels", "readModel"), "sk-fuzz"),
}

scenes = {}


@schemathesis.auth(refresh_interval=None)
class Credentials:
    def get(self, case, context):
        return Scene(case.operation)

    def set(self, case, data, context):
        data.authenticate(case)
        scenes[case.id] = data


@schemathesis.hook
def before_call(context, case, kwargs):
    scene = scenes.pop(case.id, None)
    # Skips requests that a check sends after an example.
    if scene is None or case.meta is None:
        return
    positive = {part for part in ParameterLocation if not case.meta.is_negative_at(part)}
    if ParameterLocation.HEADER in positive:
        scene.complete_headers(case)
    if ParameterLocation.BODY in positive and isinstance(case.body, dict):
        scene.complete_body(case)
    if scene.turn % 5 == 4:
        return
    if ParameterLocation.PATH in positive:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = scene.path_value(name)
    if ParameterLocation.QUERY in positive:
        scene.complete_query(case)
    if scene.name == "logOut":
        case.cookies = {"svc_session": KEPT.visitor.new_session()}
        scene.add(case, {"Origin": URL})
