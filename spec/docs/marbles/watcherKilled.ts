import { changesOf, checkpointsOf, showBatch } from './changes.js'
import { createStage } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 80_000
const killed = 30_000
const started = 55_000

/** A watcher that is killed while it writes, and the next one. */
export const watcherKilled = (): Diagram => {
  const stage = createStage({ route: 'transactionsUpdated', latency: 1000, sandbox: { transactions: 0 } })
  const changing = changesOf(stage, [
    [0, 4],
    [22_000, 3],
    [45_000, 2],
  ])
  const { lane: saved, store } = checkpointsOf(stage)
  const { lane: written, begin } = stage.work('process: rows are written', 4000)
  const { transactions } = stage.client.user({ externalUserId: 'A6J' })
  const changes = transactions.watchUpdated({
    every: 20_000,
    overlap: 0,
    store,
    process: (batch) => begin(showBatch(batch)),
  })
  const asked = stage.requests('GET /v2/transactions/updated')
  const first = stage.watch('a watcher, killed while it writes', changes, showBatch, { from: 2000, to: killed })
  const next = stage.watch('the next one, with the same store', changes, showBatch, { from: started })
  stage.clock.advance(span)

  return {
    title: 'A watcher that is killed',
    description:
      'A watcher writes four rows and saves the checkpoint. It is killed while it writes three more, which it has not ' +
      'acknowledged, so the checkpoint stays. The next watcher starts there: it gets those three, and the two that ' +
      'arrived while nobody watched. No row is lost; those that were being written are delivered twice.',
    span,
    step: 5000,
    panels: [[changing, asked, written, first, next, saved]],
  }
}
