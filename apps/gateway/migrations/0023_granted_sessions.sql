-- Smart sessions that the embedded wallet opened (S6-03): their owner approved them, and the chain has them. What
-- strangers activate in the name of an address is not among them.
alter table smart_sessions add column granted_at timestamptz;
create index smart_sessions_granted on smart_sessions (address, granted_at) where granted_at is not null;
