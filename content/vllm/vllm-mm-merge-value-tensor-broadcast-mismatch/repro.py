# needs: torch
"""Put the embeddings of a picture at the places of its tokens after the prompt was cut, as vLLM 0.6.6 does."""

import torch


def _merge_multimodal_embeddings(input_ids, inputs_embeds, multimodal_embeddings, placeholder_token_id):
    mask = input_ids == placeholder_token_id
    inputs_embeds[mask, :] = multimodal_embeddings
    return inputs_embeds


image_pad, kept = 151655, 2033
input_ids = torch.full((2048,), 1)
input_ids[:kept] = image_pad
_merge_multimodal_embeddings(input_ids, torch.zeros(2048, 64), torch.zeros(4956, 64), image_pad)
