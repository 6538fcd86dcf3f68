/** The last version that had the rows in tables of its own. */
export const origin = 4

/**
 * What makes the tables beside those of the mirror, in steps from `origin` on: a version that is released stays as it is,
 * and the next one adds a step.
 */
export const migrations: ReadonlyArray<string> = [
  `
  -- The mirror has tables of its own: all rows come again.
  DROP TRIGGER IF EXISTS forget;
  DROP TRIGGER IF EXISTS forget_consents;
  DROP TABLE IF EXISTS transactions;
  DROP TABLE IF EXISTS stocks;
  DROP TABLE IF EXISTS checkpoints;

  CREATE TABLE IF NOT EXISTS service (
    url TEXT PRIMARY KEY
  ) STRICT;

  -- Who is watched: those who are added and deleted, by whichever program, the running service takes up and lets go.
  CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY -- the external_user_id
  ) STRICT;

  -- Who was deleted from users and is still in the mirror.
  CREATE TABLE erasures (
    id TEXT PRIMARY KEY
  ) STRICT;

  CREATE TRIGGER user_deleted AFTER DELETE ON users BEGIN
    INSERT INTO erasures VALUES (OLD.id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER user_renamed AFTER UPDATE OF id ON users WHEN OLD.id <> NEW.id BEGIN
    INSERT INTO erasures VALUES (OLD.id) ON CONFLICT DO NOTHING;
  END;

  -- Who has to be asked for a new consent: the items whose consents end soon or have ended.
  CREATE TABLE IF NOT EXISTS consents (
    user TEXT NOT NULL,
    item_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ending', 'ended')),
    ends_at TEXT NOT NULL, -- ISO 8601 UTC
    PRIMARY KEY (user, item_id)
  ) STRICT, WITHOUT ROWID;
  `,
]
