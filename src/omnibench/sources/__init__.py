"""Where documents come from: foreign question banks, read into the one form that is asked. Pure: bytes in, records out."""
