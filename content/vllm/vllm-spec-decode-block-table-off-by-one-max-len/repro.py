# needs: numpy
"""Write the blocks of a sequence with lookahead slots into the table of the captured graphs, as vLLM 0.6.0 did."""

import numpy as np

max_seq_len_to_capture, block_size, lookahead = 8192, 16, 7
graph_block_tables = np.zeros((256, max_seq_len_to_capture // block_size), dtype=np.int32)
tokens = 8186  # still within the captured length
block_table = list(range(-(-(tokens + lookahead) // block_size)))
graph_block_tables[0, : len(block_table)] = block_table
