# needs: transformers
"""Register a config under a name that transformers itself took over in 4.54."""

from transformers import AutoConfig, PretrainedConfig


class AIMv2Config(PretrainedConfig):
    model_type = "aimv2"


AutoConfig.register("aimv2", AIMv2Config)
