-- When somebody last proved in this session who they are; null: when it began.
alter table sign_in_session add column proved_at timestamptz;
