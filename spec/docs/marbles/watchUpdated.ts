import { isSome, none, type Option } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, of } from 'rxjs'
import type { CheckpointStore, Transaction, UpdatedBatch } from '../../../lib/index.js'
import { createStage, type Stage } from './createStage.js'
import type { Diagram, Lane } from './Diagram.js'

const span = 50_000

const counted = (count: number) => ({ label: String(count), tone: count === 0 ? 'aborted' : 1 }) as const

const show = ({ resources }: UpdatedBatch<Transaction>) => counted(resources.length)

/** Transactions that are made at the service, some at each moment. */
const changesOf = ({ sandbox, emptyLane, at, now }: Stage, moments: ReadonlyArray<readonly [number, number]>): Lane => {
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
const roundsOf = ({ client, emptyLane, now }: Stage): Lane => {
  const lane = emptyLane('rounds')
  let begun: number | undefined
  client.events$.subscribe((event) => {
    if (event._tag === 'Requested' && event.operation === 'transactions.updated') begun ??= now()
    if (event._tag !== 'Polled' || isSome(event.error) || begun === undefined) return
    lane.bars.push({ from: begun, to: now(), label: String(lane.bars.length + 1), tone: 3 })
    begun = undefined
  })
  return lane
}

/** Three rounds of a change feed: one of two pages, one without news, one that meets a 503. */
export const watchUpdated = (): Diagram => {
  const stage = createStage({ route: 'transactionsUpdated', latency: 1000, sandbox: { transactions: 0 } })
  const { sandbox, client, now, seconds, emptyLane } = stage
  const status = { kind: 'status', status: 503, headers: { 'retry-after': '3' } } as const
  sandbox.faults.add({ ...status, on: 'transactionsUpdated', after: 3 })
  const changing = changesOf(stage, [
    [0, 4],
    [3000, 1],
    [29_000, 2],
  ])
  const saved = emptyLane('store: the checkpoint that is saved')
  const store: CheckpointStore = {
    load: () => of<Option<Date>>(none),
    save: (_key, checkpoint) =>
      defer(() => {
        saved.marks.push({ at: now(), kind: 'next', caption: `${String(seconds(checkpoint))} s`, tone: 2 })
        return EMPTY
      }),
  }
  const { lane: processed, begin } = stage.work('process', 2000)
  const changes = client.user({ externalUserId: 'A6J' }).transactions.watchUpdated({
    every: 10_000,
    overlap: 0,
    limit: 3,
    store,
    process: (batch) => begin(show(batch)),
  })
  const asked = stage.requests('GET /v2/transactions/updated')
  const rounds = roundsOf(stage)
  const name = 'transactions.watchUpdated({ every: 10_000, overlap: 0, limit: 3, process, store })'
  const batches = stage.watch(name, changes, show, { from: 5000 })
  stage.clock.advance(span)

  return {
    title: 'The change feed',
    description:
      'Three rounds, ten seconds apart. The first reads two pages; each batch is emitted after process has acknowledged ' +
      'it, and the checkpoint is saved with the last. The second has no news, and moves the checkpoint by the time ' +
      'that has passed. The third meets a 503, waits, asks again, and brings what has changed.',
    span,
    step: 5000,
    panels: [[changing, rounds, asked, processed, batches, saved]],
  }
}
