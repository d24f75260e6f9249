-- Who belongs to the organisation. All of it carries the organisation's own account.

create table organisation (
  account_id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null
);

-- One-time links to the set-up screen; gone when one of them was used.
create table set_up_token (
  account_id text collate "C" not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, token_hash)
);

-- Names are ASCII (IDNA).
create table domain (
  account_id text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, name)
);

create table person (
  account_id text collate "C" not null,
  id text collate "C" not null,
  personal_account_id text collate "C" not null,
  name text not null,
  roles text[] not null,
  preferences jsonb not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- Apart from the person, so that no query for names brings a hash along.
create table person_password (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  hash text not null,
  changed_at timestamptz not null,
  primary key (account_id, person_id)
);

create table person_group (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- A member is a person or another group.
create table person_group_member (
  account_id text collate "C" not null,
  group_id text collate "C" not null,
  member_id text collate "C" not null,
  primary key (account_id, group_id, member_id)
);
create index person_group_member_of on person_group_member (account_id, member_id);

-- Every address of a person or group in canonical form. The key keeps an address from belonging to two.
create table mail_address (
  account_id text collate "C" not null,
  address text collate "C" not null,
  owner_id text collate "C" not null,
  is_primary boolean not null,
  primary key (account_id, address)
);
create index mail_address_of on mail_address (account_id, owner_id);

create table sign_in_session (
  account_id text collate "C" not null,
  id text collate "C" not null,
  token_hash bytea not null,
  person_id text collate "C" not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null,
  ip text not null,
  primary key (account_id, id),
  unique (account_id, token_hash)
);
create index sign_in_session_of on sign_in_session (account_id, person_id);

-- Failed attempts in the running window of one address, one network, or one address from one network.
create table sign_in_failure (
  account_id text collate "C" not null,
  key text collate "C" not null,
  count integer not null,
  since timestamptz not null,
  primary key (account_id, key)
);
create index sign_in_failure_age on sign_in_failure (account_id, since);

-- What administrators did. Rows are only ever added; they go only with the organisation as a whole.
create table admin_act (
  account_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  -- null: the command line or the set-up.
  person_id text collate "C",
  verb text not null,
  thing text not null,
  detail jsonb not null,
  primary key (account_id, id)
);

create function admin_act_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and current_setting('atrium.removes_organisation', true) = 'on' then
    return null;
  end if;
  raise exception 'admin_act is append-only';
end
$$;
create trigger admin_act_append_only before update or delete on admin_act
  for each row execute function admin_act_is_append_only();
create trigger admin_act_no_truncate before truncate on admin_act
  for each statement execute function admin_act_is_append_only();
