-- What administrators look at: how mail came and went, and how each process of the server is.

-- Figures by buckets of time. Counts of all processes are summed up in the row; of a level its last reading stays.
create table operation_figure (
  account_id text collate "C" not null,
  -- How long the bucket is: minute, quarter (of an hour), part (of a day).
  span text collate "C" not null,
  starts_at timestamptz not null,
  figure text collate "C" not null,
  amount bigint not null,
  primary key (account_id, span, starts_at, figure)
);

-- What went wrong, by day and code.
create table operation_fault (
  account_id text collate "C" not null,
  day date not null,
  -- smtp, submission, delivery, http, jmap
  source text collate "C" not null,
  code text collate "C" not null,
  amount bigint not null,
  last_at timestamptz not null,
  -- What was said last, without addresses of people.
  detail text not null,
  primary key (account_id, day, source, code)
);

-- Every process of the server that runs, or that ended without saying so.
create table operation_process (
  account_id text collate "C" not null,
  id text collate "C" not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  facts jsonb not null,
  primary key (account_id, id)
);
