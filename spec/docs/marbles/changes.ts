import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, of } from 'rxjs'
import {
  type Bookmark,
  type CheckpointStore,
  toOption,
  type Transaction,
  type UpdatedBatch,
} from '../../../lib/index.js'
import type { Recording, Stage } from './createStage.js'
import type { Lane } from './Diagram.js'

const counted = (count: number) => ({ label: String(count), tone: count === 0 ? 'aborted' : 1 }) as const

/** A batch as the number of its rows. */
export const showBatch = ({ resources }: Pick<UpdatedBatch<Transaction>, 'resources'>) => counted(resources.length)

/** Transactions that are made at the service, some at each moment. */
export const changesOf = (
  { sandbox, emptyLane, at, now }: Stage,
  moments: ReadonlyArray<readonly [ms: number, count: number]>,
): Lane => {
  const lane = emptyLane('the service: rows that change')
  const uuid = sandbox.users[0]?.uuid ?? ''
  for (const [ms, count] of moments) {
    at(ms, () => {
      sandbox.insertTransactions(uuid, count)
      lane.marks.push({ at: now(), kind: 'next', ...counted(count) })
    })
  }
  return lane
}

/** From the first request of each round to its end. */
export const roundsOf = ({ client, emptyLane, now }: Stage): Lane => {
  const lane = emptyLane('rounds')
  let started: number | undefined
  client.events$.subscribe((event) => {
    if (event._tag === 'Requested' && event.operation === 'transactions.updated') started ??= now()
    if (event._tag !== 'Polled' || isSome(event.error) || started === undefined) return
    lane.bars.push({ from: started, to: now(), label: String(lane.bars.length + 1), tone: 3 })
    started = undefined
  })
  return lane
}

/** A store of checkpoints that outlives its watchers, and the lane of what they save. */
export const checkpointsOf = ({
  emptyLane,
  now,
  seconds,
}: Stage): { readonly lane: Recording; readonly store: CheckpointStore } => {
  const lane = emptyLane('store: the checkpoint that is saved')
  let kept: Bookmark | undefined
  return {
    lane,
    store: {
      load: () => defer(() => of<Option<Bookmark>>(toOption(kept))),
      save: (_key, bookmark) =>
        defer(() => {
          kept = bookmark
          const checkpoint = new Date(bookmark.position?.moment ?? NaN)
          lane.marks.push({ at: now(), kind: 'next', caption: `${String(seconds(checkpoint))} s`, tone: 2 })
          return EMPTY
        }),
    },
  }
}
