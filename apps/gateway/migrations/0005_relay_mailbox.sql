-- The relay's mailbox: messages that wait for their receivers, and who has received them.
create sequence relay_messages_seq as bigint;

create table relay_messages (
  topic text not null,
  -- SHA-256 of the message: the same message published again is the same row.
  digest bytea not null,
  -- The order of a topic.
  seq bigint not null default nextval('relay_messages_seq'),
  -- Sealed between the peers; the relay cannot read it.
  message text not null,
  tag bigint not null,
  attestation text,
  -- did:key of the client that published it.
  sender text not null,
  -- Milliseconds since 1970, as they are sent.
  published_at bigint not null,
  expires_at bigint not null,
  primary key (topic, digest)
);
create index relay_messages_by_expiry on relay_messages (expires_at);

-- A row here outlives its message by no more than a sweep, so nothing refers to anything.
create table relay_receipts (
  topic text not null,
  digest bytea not null,
  client text not null,
  expires_at bigint not null,
  primary key (topic, digest, client)
);
create index relay_receipts_by_expiry on relay_receipts (expires_at);
