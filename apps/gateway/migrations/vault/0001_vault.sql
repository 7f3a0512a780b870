-- The vault of the embedded wallet (D-31): a role, a key and tables of its own. They lie in a schema of their own, or
-- in a database of their own, and know no account: what they know is a way of recovery, a mailbox and a PIN.

create table wallet_secrets (
  name text primary key,
  sealed text not null
);

create table wallet_proofs (
  jkt text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (jkt, jti)
);
create index wallet_proofs_by_end on wallet_proofs (expires_at);

create table wallet_hits (
  key text not null,
  at timestamptz not null,
  expires_at timestamptz not null
);
create index wallet_hits_by_key on wallet_hits (key, at);
create index wallet_hits_by_end on wallet_hits (expires_at);

create table wallet_outbox (
  id uuid primary key,
  kind text not null,
  mail_sealed text not null,
  tries integer not null,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index wallet_outbox_by_turn on wallet_outbox (next_at);

create table wallet_audit (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  object text not null,
  detail text not null,
  previous text not null,
  hash text not null
);
create function wallet_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger wallet_audit_stays before update or delete or truncate on wallet_audit
  for each statement execute function wallet_audit_stays();

-- The owner of a PIN is a way of recovery here.
create table wallet_pins (
  owner uuid primary key,
  mac text not null,
  tries integer not null,
  set_at timestamptz not null,
  reset_at timestamptz,
  notice_at timestamptz,
  keep_hash text
);
create unique index wallet_pins_by_keep on wallet_pins (keep_hash);

create table vault_keys (
  factor_id uuid primary key,
  -- K_v, and the mailbox that is asked before it is given out.
  key_sealed text not null,
  email_sealed text not null,
  created_at timestamptz not null,
  last_used timestamptz
);

create table vault_codes (
  id uuid primary key,
  factor_id uuid not null,
  purpose text not null check (purpose in ('enrol', 'open')),
  jkt text not null,
  email_sealed text not null,
  code_mac text not null,
  tries integer not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index vault_codes_by_end on vault_codes (expires_at);
