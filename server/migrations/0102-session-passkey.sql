-- The passkey that was shown in a session; with it the session ends. Who showed one before is asked for one again where
-- the organisation wants it.
alter table sign_in_session add column passkey_id text collate "C";
alter table sign_in_session drop column with_passkey;
