-- Who has to have a second factor, and from when on. Nobody, until an administrator asks for it.
alter table organisation
  add column second_factor_for text collate "C" not null default 'nobody'
    check (second_factor_for in ('nobody', 'administrators', 'everybody')),
  add column second_factor_from timestamptz;
