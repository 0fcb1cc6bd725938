# needs: numpy
"""Write the block table of a long sequence into the table made for captured CUDA graphs, as vLLM's V0 did."""

import numpy as np

max_seq_len_to_capture, block_size = 8192, 16
graph_block_tables = np.zeros((256, max_seq_len_to_capture // block_size), dtype=np.int32)
block_table = list(range(849))  # a sequence of about 13,600 tokens
graph_block_tables[0, : len(block_table)] = block_table
