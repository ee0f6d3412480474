"""What is still to do: models, prompts, hashes, and the match of stored results with today's questions."""
