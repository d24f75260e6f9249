-- The organisation's colour as `#1a2b3c`; null: Atrium's own.
alter table organisation add column accent text;

-- Pictures that stand for the organisation, by the ground that they are for. Served to strangers by their hash.
create table organisation_logo (
  account_id text collate "C" not null,
  variant text collate "C" not null check (variant in ('light', 'dark')),
  hash text collate "C" not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  octets bytea not null,
  primary key (account_id, variant)
);
