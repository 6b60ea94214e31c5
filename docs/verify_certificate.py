"""Verifies isolation certificates. Written only from docs/veil-format.md, independently of the verifier of `veil verify`. Needs `cryptography`.
For each folder with certificate.json, manifest.json, pins.txt and witnesses.txt it prints `valid`, or the code of the step that fails."""
import base64, hashlib, json, re, sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
GATEWAY, BRIDGE, SANITISER, WORKER = COMPONENTS = "edge-gateway", "bridge", "sanitiser", "inference-worker"
JOB, N = "token template sanitised_context parameters provider_credential", "[0-9]+"
TYPE, FILES = "veil/isolation-certificate/v%s", ("certificate.json", "manifest.json", "pins.txt", "witnesses.txt")
FLOWS = {(GATEWAY, BRIDGE): "identity", (BRIDGE, GATEWAY): "token", (GATEWAY, SANITISER): "raw_context", (GATEWAY, "customer"): "response",
         (SANITISER, GATEWAY): "sanitised_context", (SANITISER, "llm-shield"): "sanitised_context", (SANITISER, "presidio"): "raw_context",
         (GATEWAY, WORKER): JOB, (WORKER, "provider"): "sanitised_context", ("provider", WORKER): "model_output", (WORKER, GATEWAY): "model_output"}
NAMES = {"identity": "customer_id", "raw_context": rf"context(\.{N})?|aside|options", "template": rf"template(\.{N})?|tools|output_schema",
         "sanitised_context": rf"(context|altered|shield)\.{N}|tool\.{N}\.{N}|context|aside|prompt|shield\.(context|aside)"}
def jcs(value): return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()
def without(value, *names): return {name: each for name, each in value.items() if name not in names}

# A schema is a pattern, a range of integers, alternatives, a type, [items, least, most], or members; "?" marks an optional member.
MAX, NAME, ID, HASH, SIGNATURE, TEXT = 2**53 - 1, r"[!-~]{1,200}", r"[A-Za-z0-9_-]{1,64}", "[0-9a-f]{64}", "[0-9a-f]{128}", r"(?s:.*)"
TIME, COMPONENT, COUNT, VERSION = "[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z", "|".join(COMPONENTS), range(MAX + 1), range(1, MAX + 1)
SIGNED, PROBE, VERDICT = {"key_id": ID, "algorithm": "Ed25519", "signature": SIGNATURE}, "(bridge|inference-worker)-probe", "blocked|open|unverified"
ITEM = {"item": "[a-z][a-z0-9_.-]{0,63}", "peer": COMPONENT + "|customer|provider|presidio|llm-shield", "commitment": HASH, "bytes": COUNT,
        "class": JOB.replace(" ", "|") + "|identity|raw_context|model_output|response|mapping"}
CLAIM = {"type": "veil/claim/v1", "component": COMPONENT, "leg_id": ID, "at": TIME, "received": [ITEM, 0, 1024], "emitted": [ITEM, 0, 1024]}
BATCH = {"type": "veil/claim-batch/v1", "component": COMPONENT, "key_id": ID, "signed_at": TIME, "size": range(1, 257), "root": HASH,
         "signature": SIGNATURE}
PLACE = {"salt": "[0-9a-f]{32}", "size": range(2, 513), "root": HASH, "index": range(512), "path": [HASH, 0, 9]}
REPORT = {"sender": PROBE, "receiver": GATEWAY, "signing_key_id": "(?s:.{0,64})", "body": "(?s:.{0,65536})", "signature": "(?s:.{0,128})"}
TARGET = {"name": "(?s:.{1,64})", "address": ("(?s:.{0,45})", None), "port": range(1, 65536), "expected": "blocked|open",
          "outcome": "connected|refused|silent|unreachable|unresolved"}
FINDINGS = {"type": "veil/isolation-findings/v1", "probe": PROBE, "probed_at": TEXT, "rounds": VERSION, "targets": [TARGET, 1, 256]}
RELEASE = {"images": [{"service": NAME, "digest": "sha256:" + HASH}, 0, MAX], "network_policy_sha256": (HASH, None)}
ISOLATION = {"a_to_b": VERDICT, "b_to_a": VERDICT, "probed_at": (TIME, None), "enforced_by": "(network-policy and )?service-credentials",
             "reports": [REPORT, 0, 2]}
SIGNABLE = {"type": TEXT, "protocol_version": COUNT, "issuer": NAME, "environment": "production|development", "issued_at": TIME,
            "manifest": {"version": VERSION, "sha256": HASH}, "request_id": ID, "release": (RELEASE, None), "isolation": ISOLATION,
            "trace_sha256": HASH, "dlp_redacted": bool, "redaction_count": COUNT, "sanitizer_layers": [NAME, 0, 16], "attempts": COUNT,
            "status": "completed|failed|aborted", "claims": [{"claim": CLAIM, "batch": BATCH, "index": range(256), "path": [HASH, 0, 8]}, 1, 4]}
EVIDENCE = {"event": TEXT, "seq": VERSION, "prev_hash": HASH, "path": [HASH, 0, 64], "checkpoint": TEXT}
KEY = {"service_id": NAME, "key_id": NAME, "public_key": HASH, "purpose": NAME, "algorithm": "Ed25519", "key_state": "active|retired",
       "not_before?": TIME, "not_after?": TIME}
CONTENT = {"issuer": NAME, "version": VERSION, "supported_protocol_versions": [range(-MAX, MAX + 1), 0, MAX], "keys": [KEY, 0, MAX],
           "signed_at": TIME, "previous_manifest_sha256?": HASH, "served_at?": TEXT}
MANIFEST = ({**CONTENT, "signatures": {"gateway": SIGNED, "witness": SIGNED}},
            {**CONTENT, "signature": SIGNATURE, "signing_key_id": TEXT, "signing_algorithm": "Ed25519"})

class Refused(ValueError): pass
def require(code, holds):
    if not holds: raise Refused(code)
def matches(schema, value):
    match schema:
        case str(): return isinstance(value, str) and re.fullmatch(schema, value) is not None
        case range(): return type(value) is int and value in schema
        case tuple(): return any(matches(each, value) for each in schema)
        case [items, least, most]: return isinstance(value, list) and least <= len(value) <= most and all(matches(items, each) for each in value)
        case dict(): return isinstance(value, dict) and value.keys() <= {name.rstrip("?") for name in schema} and all(
            matches(of, value.get(name.rstrip("?"), ...)) or name[-1] == "?" and name[:-1] not in value for name, of in schema.items())
    return value is None if schema is None else isinstance(value, schema)
def parse(code, data, schema):
    def look(value, level):
        require(code, (level <= 100 or type(value) not in (list, dict)) and type(value) != float and (type(value) != int or abs(value) <= MAX))
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []: look(each, level + 1)
    try:
        require(code, len(data) <= 2**20)  # Duplicate members and -0 become a fraction, and fractions are refused.
        value = json.loads(data.decode(), object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else 0.5,
                           parse_int=lambda text: 0.5 if text == "-0" else int(text))
        jcs(value)  # Fails for a lone surrogate.
        look(value, 1)
    except (ValueError, RecursionError): raise Refused(code) from None
    require(code, matches(schema, value))
    return value
unhex, P, L = bytes.fromhex, 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
ORDER_8 = int.from_bytes(unhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little")
def is_point(data):  # Checks that the encoding is canonical, and that the point is on the curve and not of small order.
    y, d = int.from_bytes(data, "little") % 2**255, -121665 * pow(121666, -1, P)
    return y < P and y not in (0, 1, P - 1, ORDER_8, P - ORDER_8) and pow((y * y - 1) * (d * y * y + 1), (P - 1) // 2, P) == 1
def verifies(key, signature, message):
    if len(signature) != 64 or not (is_point(key) and is_point(signature[:32]) and int.from_bytes(signature[32:], "little") < L): return False
    try: return Ed25519PublicKey.from_public_bytes(key).verify(signature, message) is None
    except InvalidSignature: return False
def keys_of(manifest, service, purpose, key_id=None):
    return [key for key in manifest["keys"] if [key["service_id"], key["purpose"]] == [service, purpose] and key_id in (None, key["key_id"])]
def signed_by(keys, signature, message): return any(verifies(unhex(key["public_key"]), signature, message) for key in keys)

def trusted_manifest(code, data, pins):
    manifest = parse(code, data, MANIFEST)
    signed = jcs(without(manifest, "signatures", "signature", "signing_key_id", "signing_algorithm", "served_at"))
    made = [(by["signature"], [f'{key["key_id"]}:{key["public_key"]}' for key in keys_of(manifest, role, "manifest", by["key_id"])
            if key["key_state"] == "active"]) for role, by in manifest.get("signatures", {}).items()]
    made = made or [(manifest["signature"], [pin for pin in pins if pin.startswith(manifest["signing_key_id"] + ":")])]
    require(code, all(keys and verifies(unhex(keys[0][-64:]), unhex(signature), signed) for signature, keys in made))
    require(code, pins and set(pins) <= {key for _, keys in made for key in keys})
    require(code, all(len({key[name] for key in manifest["keys"]}) == len(manifest["keys"]) for name in ("key_id", "public_key")))
    require(code, all(is_point(unhex(key["public_key"])) and ("not_after" in key) == (key["key_state"] == "retired") and
                      key.get("not_before", "") <= key.get("not_after", manifest["signed_at"]) <= manifest["signed_at"] for key in manifest["keys"]))
    return manifest, sha256(signed).hex()
def root_of(leaf, index, size, path):
    if index >= size or size == 1 or not path: return leaf if [index, size, path] == [0, 1, []] else None
    half, sibling = 1 << (size - 1).bit_length() - 1, unhex(path[-1])  # The largest power of two below the size.
    if index < half: return (left := root_of(leaf, index, half, path[:-1])) and sha256(b"\1", left, sibling)
    return (right := root_of(leaf, index - half, size - half, path[:-1])) and sha256(b"\1", sibling, right)
def batch_of(place): return {"type": "veil/certificate-batch/v2", "size": place["size"], "root": place["root"]}
def note_id(name, kind, key): return name, sha256(f"{name}\n".encode(), kind, key)[:4]

def witnessed_times(certificate, manifest, witnesses):
    evidence, place, times = certificate["evidence"], certificate.get("place"), []
    names = ["VEIL_CERTIFICATES_ISSUED", None] if place else ["VEIL_CERTIFICATE_ISSUED", certificate["signable"]["request_id"]]
    logged = {"batch": batch_of(place), "signature": certificate["signature"]} if place else without(certificate, "evidence")
    if not evidence: return require("not_witnessed", not witnesses) or []
    event = parse("wrong_log_entry", evidence["event"].encode(), dict)
    require("wrong_log_entry", [event.get("event_type"), event.get("request_id")] == names and isinstance(event.get("payload"), dict))
    require("wrong_log_entry", event["payload"].get("certificate_sha256") == sha256(jcs(logged)).hex())
    note = re.fullmatch("(([!-*,-~]{1,200})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\0-\x1f\x7f-\x9f]+\n)*)\n"
                        "((?:\u2014 [^\\s+]+ [A-Za-z0-9+/]+=*\n)+)", evidence["checkpoint"])
    require("bad_checkpoint", note)
    text, origin, size, root = note[1].encode(), note[2], int(note[3]), base64.b64decode(note[4])
    lines = [(line.split(" ")[1], base64.b64decode(line.split(" ")[2])) for line in note[5].splitlines()]
    made = {(name, signature[:4]): signature[4:] for name, signature in lines}
    logs = [unhex(key["public_key"]) for key in keys_of(manifest, "audit", "checkpoint")]
    require("bad_checkpoint", len(made) == len(lines) and any(verifies(key, made.get(note_id(origin, b"\1", key), b""), text) for key in logs))
    chain = sha256(b"\0", unhex(evidence["prev_hash"]), evidence["seq"].to_bytes(8, "big"), evidence["event"].encode())
    require("not_in_log", root_of(sha256(b"\0", chain), evidence["seq"] - 1, size, evidence["path"]) == root)
    for name, _, public_key in (witness.split("+", 2) for witness in witnesses):
        cosignature = made.get(note_id(name, b"\4", key := base64.b64decode(public_key)[1:]), b"")
        time = int.from_bytes(cosignature[:8], "big")
        require("not_witnessed", verifies(key, cosignature[8:], b"cosignature/v1\ntime %d\n%b" % (time, text)))
        times.append(datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))
    return times

def verify_claims(manifest, signable):
    claims, own = signable["claims"], {each["claim"]["component"]: each["claim"] for each in signable["claims"]}
    require("wrong_components", len(own) == len(claims) == 3 + (worker := WORKER in own) and (worker or signable["status"] != "completed"))
    require("joined_legs", len({claim["leg_id"] for claim in own.values()}) == len(own) and own[GATEWAY]["leg_id"] == signable["request_id"])
    for each in claims:
        root = root_of(sha256(b"\0", jcs(each["claim"])), each["index"], each["batch"]["size"], each["path"])
        require("not_in_batch", root == unhex(each["batch"]["root"]) and each["batch"]["component"] == each["claim"]["component"])
    for batch in (each["batch"] for each in claims):
        keys, message = keys_of(manifest, batch["component"], "claim", batch["key_id"]), jcs(without(batch, "signature"))
        require("bad_claim_signature", signed_by(keys, unhex(batch["signature"]), message))
    for each in claims: require("wrong_time", each["claim"]["at"] <= each["batch"]["signed_at"] <= signable["issued_at"])
    for component, way, item in [(component, way, item) for component in own for way in ("received", "emitted") for item in own[component][way]]:
        flow = FLOWS.get((component, item["peer"]) if way == "emitted" else (item["peer"], component), "")
        require("foreign_class", item["class"] in flow.split() and re.fullmatch(NAMES.get(item["class"], item["class"]), item["item"]))
        require("foreign_class", [(each["peer"], each["item"]) for each in own[component][way]].count((item["peer"], item["item"])) == 1)
    def edge(component, way, peer):
        items = own[component][way] if component in own else []
        return {(item["class"], item["item"], item["commitment"], item["bytes"]) for item in items if item["peer"] == peer}
    for other in COMPONENTS[1:3 + worker]:
        require("edge_mismatch", edge(GATEWAY, "emitted", other) == edge(other, "received", GATEWAY))
        require("edge_mismatch", edge(GATEWAY, "received", other) == edge(other, "emitted", GATEWAY))
    require("edge_mismatch", len(own[BRIDGE]["received"]) == len(own[BRIDGE]["emitted"]) == 1 and (worker or not edge(GATEWAY, "received", WORKER)))
    job = edge(WORKER, "received", GATEWAY)
    require("token_mismatch", not worker or {each for each in job if each[0] == "token"} == edge(BRIDGE, "emitted", GATEWAY))
    texts = {each for each in job if each[0] == "sanitised_context" and not each[1].startswith(("tool.", "altered."))}
    require("context_mismatch", texts <= edge(SANITISER, "emitted", GATEWAY))
    require("response_mismatch", len(edge(GATEWAY, "emitted", "customer")) in {"completed": [1], "failed": [0], "aborted": [0, 1]}[signable["status"]])
    return datetime.fromisoformat(own.get(WORKER, own[GATEWAY])["at"])

def verify_probes(manifest, isolation, call):
    found, proven = [], {"blocked": ("silent", "unreachable"), "open": ("connected",)}
    for report in isolation["reports"]:
        keys = keys_of(manifest, report["sender"], "message", report["signing_key_id"])
        message = "\n".join(["veil/plain-message/v1", *(report[name] for name in ("sender", "receiver", "signing_key_id", "body"))])
        require("unproven_isolation", re.fullmatch("[A-Za-z0-9+/]{86}==", report["signature"]))
        require("unproven_isolation", signed_by(keys, base64.b64decode(report["signature"]), message.encode()))
        found.append(parse("unproven_isolation", report["body"].encode(), FINDINGS))
        require("unproven_isolation", found[-1]["probe"] == report["sender"])
    for verdict, probe, other in (("a_to_b", "bridge-probe", WORKER), ("b_to_a", "inference-worker-probe", BRIDGE)):
        if isolation[verdict] != "blocked" or not isolation["enforced_by"].startswith("network-policy"): continue
        targets, *others = [each["targets"] for each in found if each["probe"] == probe] or [[]]
        blocked = [each for each in targets if [each["name"], each["expected"]] == [other, "blocked"]]
        controls = [each for each in targets if each["expected"] == "open"]
        require("unproven_isolation", not others and blocked and (controls or other == WORKER))
        require("unproven_isolation", all(each["outcome"] in proven[each["expected"]] for each in blocked + controls))
    times = [isolation["probed_at"], *(each["probed_at"] for each in found)]
    require("stale_probe", "blocked" not in (isolation["a_to_b"], isolation["b_to_a"]) or all(
        time and call - datetime.fromisoformat(time) <= timedelta(minutes=5) for time in times))
def verify(certificate_json, manifest_json, pins, witnesses):
    certificate = parse("malformed", certificate_json, object)
    signable = isinstance(certificate, dict) and certificate.get("signable")
    version = isinstance(signable, dict) and signable.get("protocol_version")
    require("unsupported_version", type(version) is int and version in (1, 2) and signable.get("type") == TYPE % version)
    placed = {"place": PLACE} if version == 2 else {}
    require("bad_schema", matches({"signable": SIGNABLE, "signature": SIGNED, "evidence": (EVIDENCE, None), **placed}, certificate))
    manifest, manifest_sha256 = trusted_manifest("untrusted_manifest", manifest_json, pins)
    named, later = signable["manifest"]["sha256"], manifest["version"] - signable["manifest"]["version"]
    expected = {0: manifest_sha256, 1: manifest.get("previous_manifest_sha256")}.get(later, named)
    require("wrong_manifest", later >= 0 and named == expected and manifest["issuer"] == signable["issuer"])
    require("wrong_manifest", version in manifest["supported_protocol_versions"] and ("signatures" in manifest or signable["environment"] == "development"))
    keys = keys_of(manifest, "veil-signer", "certificate", certificate["signature"]["key_id"])
    if place := certificate.get("place"):
        root = root_of(sha256(b"\0", unhex(place["salt"]), jcs(signable)), place["index"], place["size"], place["path"])
        require("bad_signature", root == unhex(place["root"]))
    require("bad_signature", signed_by(keys, unhex(certificate["signature"]["signature"]), jcs(batch_of(place) if place else signable)))
    time = max(witnessed_times(certificate, manifest, witnesses), default=signable["issued_at"])
    for report in signable["isolation"]["reports"]: keys += keys_of(manifest, report["sender"], "message", report["signing_key_id"])
    for batch in (each["batch"] for each in signable["claims"]): keys += keys_of(manifest, batch["component"], "claim", batch["key_id"])
    require("key_not_valid", all(key.get("not_before", "") <= time <= key.get("not_after", "9") for key in keys))
    verify_probes(manifest, signable["isolation"], verify_claims(manifest, signable))

for folder in map(Path, sys.argv[1:]):
    certificate, manifest, pins, witnesses = [(folder / name).read_bytes() for name in FILES]
    try: verify(certificate, manifest, pins.decode().split(), witnesses.decode().split())
    except ValueError as refusal: print(refusal if isinstance(refusal, Refused) else "malformed", folder)
    else: print("valid", folder)
