"""Renders texts with Python-Markdown and cmark-gfm: reads a JSON list of texts, and writes a JSON object of lists of pages."""

import json
import sys

import cmarkgfm
import markdown
from cmarkgfm.cmark import Options

EXTENSIONS = ["extra", "attr_list", "md_in_html", "nl2br", "sane_lists", "toc"]

RENDERERS = {
    "Python-Markdown": markdown.markdown,
    "Python-Markdown with extensions": lambda text: markdown.markdown(text, extensions=EXTENSIONS),
    "cmark-gfm": lambda text: cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE),
}


def rendered(render, text):
    """Returns an empty page for a text on which Python-Markdown fails, because no page can show it."""
    try:
        return render(text)
    except Exception:
        return ""


texts = json.load(sys.stdin)
json.dump(
    {name: [rendered(render, text) for text in texts] for name, render in RENDERERS.items()},
    sys.stdout,
)
