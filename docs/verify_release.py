"""Verifies a release of Veil Gateway without any code of Veil Gateway.

Usage: verify_release.py DIR PUBLIC_KEY.pem. Needs `pip install securesystemslib cryptography`. Verifies the signature of
release.json, and the SHA-256 and size of every file in the folder.
"""

import hashlib
import json
import pathlib
import sys

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

folder, pem = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_bytes()

# The bundle contains a DSSE envelope with an in-toto statement, whose only subject is release.json.
envelope = Envelope.from_dict(json.loads((folder / "release.sigstore.json").read_bytes())["dsseEnvelope"])
[key_id] = envelope.signatures
envelope.verify([SSlibKey.from_crypto(load_pem_public_key(pem), keyid=key_id)], 1)
assert envelope.payload_type == "application/vnd.in-toto+json", "not a statement"
statement = json.loads(envelope.payload)
index = (folder / "release.json").read_bytes()
digest = {"sha256": hashlib.sha256(index).hexdigest()}
assert statement["subject"] == [{"name": "release.json", "digest": digest}], "the signature is about another release.json"

# release.json lists every other file.
listed = {file["name"]: (file["sha256"], file["size"]) for file in json.loads(index)["artifacts"]}
files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if not path.is_dir()}
present = {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in files.items()}
for name in ("release.json", "release.sigstore.json"):
    del present[name]
differing = sorted(name for name in listed.keys() | present.keys() if listed.get(name) != present.get(name))
assert not differing, f"changed, missing or added: {', '.join(differing)}"
print(f"{len(listed)} files are as the release says")
