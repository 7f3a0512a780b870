-- What came after the refresh token of a sign-in that was used last, sealed with that token: told again to whoever lost
-- the answer. It takes the place of a key in this database, from which all later tokens of a session could be computed.
alter table sign_in_sessions add column successor_sealed text;
create index sign_in_sessions_by_successor on sign_in_sessions (refreshed_at) where successor_sealed is not null;
delete from gateway_secrets where name = 'sign-in refresh tokens';
