-- What a frame and the window that it opened tell each other (D-31). Both texts are sealed under a key that only they have.
alter table wallet_windows add column opened_session uuid;
alter table wallet_windows add column parcel text;
alter table wallet_windows add column result text;
alter table wallet_windows add column done_at timestamptz;
