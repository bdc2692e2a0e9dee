-- Least rights for Querist on PostgreSQL: the running service can add to the record, and change or delete none of
-- it. Run this as the owner of the tables, after the first start and after each upgrade; it may be run again:
--
--   psql --single-transaction --set ON_ERROR_STOP=1 --file roles.sql "$OWNER_URL"
--
-- Then give each role to a user who can log in, and put that user into QUERIST_DATABASE:
--
--   CREATE USER querist_bot PASSWORD '…' IN ROLE querist_service;     -- querist serve, audit list, show, verify
--   CREATE USER querist_keeping PASSWORD '…' IN ROLE querist_keeper;  -- querist audit forget, audit retain
--
-- The owner migrates the tables: after an upgrade, run `querist audit verify` once as the owner. The service that
-- has the first role needs QUERIST_RETENTION_DAYS empty; a timer runs `querist audit retain --yes --days N` with the
-- second one.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'querist_service') THEN
    CREATE ROLE querist_service NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'querist_keeper') THEN
    CREATE ROLE querist_keeper NOLOGIN;
  END IF;
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, querist_service, querist_keeper;
GRANT USAGE ON SCHEMA public, dbos TO querist_service, querist_keeper;

-- What is not part of the chain: threads, search, settings, sign-ins, costs, the inbox and the queue.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO querist_service, querist_keeper;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO querist_service, querist_keeper;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dbos TO querist_service, querist_keeper;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA dbos TO querist_service, querist_keeper;
REVOKE INSERT, UPDATE, DELETE ON querist_schema, dbos.dbos_migrations FROM querist_service, querist_keeper;

-- The record and its chain: rows are added and read. Nobody but the owner deletes one, or changes a fact.
REVOKE UPDATE, DELETE ON records, record_answers, record_entries, record_chain, audit_acts
  FROM querist_service, querist_keeper;

-- Forgetting and retention empty what is personal, and the salts that covered it; the chain shows anything else.
GRANT UPDATE (event, channel, thread, person, message, question, pins) ON records TO querist_keeper;
GRANT UPDATE (trace, issues, answer) ON record_answers TO querist_keeper;
GRANT UPDATE (details) ON record_entries, audit_acts TO querist_keeper;
GRANT UPDATE (salt) ON record_chain TO querist_keeper;
