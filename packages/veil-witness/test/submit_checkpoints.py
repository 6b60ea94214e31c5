"""Has the client of aics-witness submit checkpoints, in order. Reads the URL, the witness's key and the submissions as JSON, and prints
for each the signed checkpoint with the cosignature, or the kind of error."""

import base64
import json
import sys

from aics_witness.feeder import FeederError, WitnessClient, merge_cosignatures

given = json.load(sys.stdin)
results = []
for notes in given["clients"]:
    with WitnessClient(given["url"], given["vkey"], max_attempts=1) as client:
        for one in notes:
            proofs = one["proofs"]

            def proof(old_size, new_size):
                return [base64.b64decode(each) for each in proofs[str(old_size)]]

            try:
                lines = client.submit(one["note"], proof)
                results.append({"note": merge_cosignatures(one["note"], lines).decode()})
            except FeederError as error:
                results.append({"error": type(error).__name__})
print(json.dumps(results))
