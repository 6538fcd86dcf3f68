import { changesOf, checkpointsOf, roundsOf, showBatch } from './changes.js'
import { createStage } from './createStage.js'
import type { Diagram } from './Diagram.js'

const span = 50_000

/** Three rounds of a change feed: one of two pages, one without news, one that meets a 503. */
export const watchUpdated = (): Diagram => {
  const stage = createStage({ route: 'transactionsUpdated', latency: 1000, sandbox: { transactions: 0 } })
  const { sandbox, client } = stage
  const status = { kind: 'status', status: 503, headers: { 'retry-after': '3' } } as const
  sandbox.faults.add({ ...status, on: 'transactionsUpdated', after: 3 })
  const changing = changesOf(stage, [
    [0, 4],
    [3000, 1],
    [29_000, 2],
  ])
  const { lane: saved, store } = checkpointsOf(stage)
  const { lane: processed, begin } = stage.work('process', 2000)
  const changes = client.user({ externalUserId: 'A6J' }).transactions.watchUpdated({
    every: 10_000,
    overlap: 0,
    limit: 3,
    store,
    process: (batch) => begin(showBatch(batch)),
  })
  const asked = stage.requests('GET /v2/transactions/updated')
  const rounds = roundsOf(stage)
  const name = 'transactions.watchUpdated({ every: 10_000, overlap: 0, limit: 3, process, store })'
  const batches = stage.watch(name, changes, showBatch, { from: 5000 })
  stage.clock.advance(span)

  return {
    title: 'The change feed',
    description:
      'Three rounds, ten seconds apart. The first reads two pages; each batch is emitted after process has ' +
      'acknowledged it, and the checkpoint is saved with the last. The second finds no changes, and moves the ' +
      'checkpoint by the elapsed time. The third gets a 503, waits, tries again, and delivers the changes.',
    span,
    step: 5000,
    panels: [[changing, rounds, asked, processed, batches, saved]],
  }
}
