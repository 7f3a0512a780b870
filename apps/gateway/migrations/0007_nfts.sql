-- What collectibles say of themselves (D-06). The index knows which of them an account has met.
create table nft_metadata (
  network_id text not null,
  token text not null check (token = lower(token)),
  token_id text not null,
  name text,
  description text,
  image_id text,
  -- Null where no try has come to anything.
  known_at timestamptz,
  tried_at timestamptz not null,
  primary key (network_id, token, token_id)
);
create index nft_metadata_by_age on nft_metadata (tried_at);
create index nft_metadata_by_image on nft_metadata (image_id);

-- Their pictures, served by the digest of where they lie. Bytes are null until somebody looks, and for inline ones.
create table nft_images (
  id text primary key,
  source text not null,
  bytes bytea,
  -- Of both, in bytes.
  size integer not null,
  fetched_at timestamptz,
  used_at timestamptz not null
);
create index nft_images_by_use on nft_images (used_at);
