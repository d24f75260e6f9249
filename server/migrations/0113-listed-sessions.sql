-- Sessions that time has ended stay for a while, so that their browsers can be told. Their person no longer sees them from
-- when the sweep has noted that they are over: what is listed and what the log of changes says is the same.
alter table sign_in_session add column is_listed boolean not null default true;
