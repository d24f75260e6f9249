-- What the organisation decides for its members, a row each. What no row decides is everybody's own.
create table policy (
  account_id text collate "C" not null,
  name text collate "C" not null,
  value jsonb not null,
  reason text not null,
  primary key (account_id, name)
);

insert into policy (account_id, name, value, reason)
  select account_id, 'second-factor', jsonb_build_object(
    'secondFactorFor', second_factor_for,
    'secondFactorFrom', to_char(second_factor_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), ''
  from organisation where second_factor_for <> 'nobody';

alter table organisation drop column second_factor_for, drop column second_factor_from;

-- When a policy ended a session, which then does not come back when the policy changes.
alter table sign_in_session add column ended_at timestamptz;
