-- Who came into a group after something was taken from it is not told of that.
alter table person_group_member add column since timestamptz not null default '-infinity';
alter table person_group_member alter column since drop default;
-- When somebody has to have been in a group to be told.
alter table share_change add column members_at timestamptz not null default now();
alter table share_change alter column members_at drop default;
