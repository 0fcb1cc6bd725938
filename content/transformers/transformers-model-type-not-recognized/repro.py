# needs: transformers
"""Ask for the config of a model type that this transformers does not have."""

import json
import tempfile
from pathlib import Path

from transformers import AutoConfig

with tempfile.TemporaryDirectory() as folder:
    Path(folder, "config.json").write_text(json.dumps({"model_type": "model_of_next_year"}))
    AutoConfig.from_pretrained(folder)
