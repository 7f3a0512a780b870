-- Callers that are no browser say whose they are by a secret; only its digest is kept.
alter table projects add column secret_hash text;
