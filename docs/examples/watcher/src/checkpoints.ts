import { none, some } from 'fp-ts/lib/Option.js'
import type { CheckpointStore } from 'rxbank'
import type { Database } from './connection.js'

/** A moment as it is kept; throws for what is none, or not of the years 0 to 9999. */
const toText = (moment: Date): string => {
  const text = moment.toISOString()
  if (/^\d{4}-/.test(text)) return text
  throw new RangeError(`${text} is not of the years 0 to 9999`)
}

/** Keeps a checkpoint, with whatever else the transaction changes that is open. */
export const keepCheckpoint = (database: Database): ((key: string, moment: Date) => void) => {
  const write = database.prepare(
    'INSERT INTO checkpoints (key, moment) VALUES (?, ?) ON CONFLICT DO UPDATE SET moment = excluded.moment',
  )
  return (key, moment) => void write.run(key, toText(moment))
}

/** Keeps checkpoints in a database. */
export const checkpointStore = (database: Database): CheckpointStore => {
  const read = database.prepare('SELECT moment FROM checkpoints WHERE key = ?')
  const keep = keepCheckpoint(database)
  return {
    load: async (key) => {
      const row = read.get(key) as { moment: string } | undefined
      return row === undefined ? none : some(new Date(row.moment))
    },
    save: async (key, moment) => keep(key, moment),
  }
}
