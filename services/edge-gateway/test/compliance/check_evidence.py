"""Reads an evidence pack with third-party programs, and fails if one of them refuses it.

Usage: check_evidence.py PACK.zip. The key manifest in the pack is trusted here, because the verifier of this product checks it.
"""

import base64
import hashlib
import json
import pathlib
import sys
import tempfile
import zipfile

from google.protobuf.json_format import Parse
from in_toto_attestation.v1.statement_pb2 import Statement as StatementMessage
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
from trestle.oscal.assessment_results import AssessmentResults
from trestle.oscal.catalog import Catalog
from trestle.oscal.component import ComponentDefinition

OSCAL = {"catalog": Catalog, "component-definition": ComponentDefinition, "assessment-results": AssessmentResults}

with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    files = {name: archive.read(name) for name in archive.namelist()}

# DSSE: the signature is by a key of the manifest with the purpose "evidence", which may be retired since.
envelope = Envelope.from_dict(json.loads(files["index.dsse.json"]))
keys = [key for key in json.loads(files["keys.json"])["keys"] if key["purpose"] == "evidence"]
public = [SSlibKey(key["key_id"], "ed25519", "ed25519", {"public": key["public_key"]}) for key in keys]
assert len(envelope.verify(public, 1)) == 1

# in-toto: the payload is a statement with the hash of every other file.
message = Parse(envelope.payload, StatementMessage())
Statement.copy_from_pb(message).validate()
assert envelope.payload_type == "application/vnd.in-toto+json"
hashes = {subject.name: subject.digest["sha256"] for subject in message.subject}
assert hashes == {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "index.dsse.json"}

# OSCAL: trestle reads the documents with its models.
with tempfile.TemporaryDirectory() as folder:
    for name, model in OSCAL.items():
        file = pathlib.Path(folder, f"{name}.json")
        file.write_bytes(files[f"oscal/{name}.json"])
        assert model.oscal_read(file) is not None, name
[result] = json.loads(files["oscal/assessment-results.json"])["assessment-results"]["results"]
print(json.dumps({"files": len(files), "findings": len(result.get("findings", [])), "risks": len(result.get("risks", []))}))
