-- What of its person's a credential opens. Those that there are open everything, as they did.
alter table client_credential
  add column scope text not null default 'all' check (scope in ('all', 'mail', 'contacts', 'files')),
  add column is_read_only boolean not null default false;

-- The types whose changes a subscription may be pushed; null: all.
alter table push_subscription add column sees_types text[];

-- The credential that uploaded it, which may use it before any record does.
alter table blob add column uploaded_by text;
