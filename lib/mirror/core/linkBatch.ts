import { none } from 'fp-ts/lib/Option.js'
import type { PostableRow } from '../../service/model/MatchFields.js'
import type { UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import { followPosted, type PostedWindow } from '../../streams/polling/followPosted.js'
import type { Row } from './columns.js'

const follow = followPosted()

const asPostable = (row: Row): PostableRow => row as Row & PostableRow

/**
 * Links the posted transactions of a batch to pending ones. Returns a function from the rows to write and the ids that are
 * already in the table, each with its stored row if the batch removes it, to the next window of transactions without a
 * counterpart.
 *
 * The fields of a removed row come from the table, because the service may send only its id.
 */
export const linkBatch =
  (
    window: PostedWindow,
    removedRows: ReadonlyMap<string, Row>,
    { isLast, checkpoint }: Pick<UpdatedBatch<unknown>, 'isLast' | 'checkpoint'>,
  ) =>
  (rows: ReadonlyMap<string, Row>, known: ReadonlyMap<string, Row | undefined>): PostedWindow => {
    const entries = Array.from(rows)
    return follow(window, {
      added: entries.filter(([id]) => !known.has(id)).map(([, row]) => asPostable(row)),
      updated: entries.filter(([id]) => known.has(id)).map(([, row]) => asPostable(row)),
      removed: Array.from(removedRows, ([id, row]) => asPostable({ ...row, ...known.get(id) })),
      known: new Set(Array.from(known.keys(), Number)),
      checkpoint: isLast ? checkpoint : none,
    })
  }
