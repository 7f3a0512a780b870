-- A change of address is asked for by a page, and confirmed by the person in a window, before any code is sent.
alter table wallet_email_changes drop constraint wallet_email_changes_state_check;
alter table wallet_email_changes add constraint wallet_email_changes_state_check
  check (state in ('asked', 'confirmed', 'primary', 'secondary', 'held', 'undone'));
alter table wallet_email_changes add column asked_at timestamptz not null default now();
drop index wallet_email_changes_open;
create unique index wallet_email_changes_open on wallet_email_changes (user_id)
  where state in ('asked', 'confirmed', 'primary', 'secondary');
