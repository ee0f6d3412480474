"""The only room that talks to a network: endpoints, dialects, classification, retries, and the pool."""
