-- Reports that could not be made: since when, and when it is tried again.
alter table queue_message add column report_failed_at timestamptz;
alter table queue_message add column report_at timestamptz;
