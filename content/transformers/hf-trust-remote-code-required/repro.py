# needs: transformers
"""Load a config that brings its own code without trusting it; the repository is a folder made here."""

import json
import tempfile
from pathlib import Path

from transformers import AutoConfig

with tempfile.TemporaryDirectory() as folder:
    own_code = {"AutoConfig": "configuration_own.OwnConfig"}
    Path(folder, "config.json").write_text(json.dumps({"model_type": "own_model", "auto_map": own_code}))
    AutoConfig.from_pretrained(folder, trust_remote_code=False)
