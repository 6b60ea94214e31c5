"""Makes the model of the tests: a table of words and their labels, as ONNX token classification.

python3 -m pip install onnx==1.23.2; python3 make.py
"""

import json
from pathlib import Path

import onnx
from onnx import TensorProto, helper

FOLDER = Path(__file__).parent
LABELS = ["O", "B-PER", "I-PER", "B-LOC", "B-MISC"]
WORDS = {
    "[PAD]": "O",
    "[UNK]": "O",
    "[CLS]": "O",
    "[SEP]": "O",
    "John": "B-PER",
    "Smith": "I-PER",
    "Thomas": "B-PER",
    "Mü": "I-PER",
    "##ller": "O",
    "London": "B-LOC",
    "Berlin": "B-LOC",
    "Canadian": "B-MISC",
    "-": "I-PER",
    "Jones": "I-PER",
}
# e^6 against four times e^0: 0.99.
SURE = 6.0


def write_json(name, value):
    text = json.dumps(value, indent=2, ensure_ascii=False)
    (FOLDER / name).write_text(text + "\n", encoding="utf-8")


def make_model():
    rows = [[SURE if label == own else 0.0 for label in LABELS] for own in WORDS.values()]
    table = helper.make_tensor(
        "table", TensorProto.FLOAT, [len(rows), len(LABELS)], [x for row in rows for x in row]
    )
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    logits = helper.make_tensor_value_info(
        "logits", TensorProto.FLOAT, ["batch", "length", len(LABELS)]
    )
    lookup = helper.make_node("Gather", ["table", "input_ids"], ["logits"])
    graph = helper.make_graph([lookup], "words", ids, [logits], [table])
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8, producer_name="make.py")
    onnx.checker.check_model(model)
    onnx.save(model, str(FOLDER / "model.onnx"))


make_model()
special = [
    {
        "id": index,
        "content": word,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }
    for index, word in enumerate(WORDS)
    if word.startswith("[")
]
write_json(
    "tokenizer.json",
    {
        "version": "1.0",
        "added_tokens": special,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": False,
            "lowercase": False,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {word: index for index, word in enumerate(WORDS)},
        },
    },
)
write_json(
    "config.json",
    {
        "model_type": "bert",
        "id2label": {str(index): label for index, label in enumerate(LABELS)},
        "max_position_embeddings": 16,
    },
)
