-- Guards of the embedded wallet (D-30, D-31).

-- The device of the frame that opened a window: the window itself never holds a share.
alter table wallet_sessions add column opened_by uuid;

-- An address that an account has left stays its own until the change is final.
create index wallet_email_changes_by_old on wallet_email_changes (old_index) where state = 'held';

-- Of one device there are only a few.
create index wallet_challenges_by_device on wallet_challenges (user_id, device_id);
