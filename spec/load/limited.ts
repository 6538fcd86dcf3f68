import type { Finding } from './Finding.js'
import { pause, startScene } from './scene.js'
import type { Counts } from './service.js'

/** What is measured, times in milliseconds. */
export interface LimitedConfig {
  readonly users: number
  readonly workers: number
  readonly requests: number
  readonly per: number
  /** How many windows it is measured. */
  readonly windows: number
}

/** A fleet that wants more than its application may ask, while its workers are killed. */
export const limited = async (config: LimitedConfig): Promise<ReadonlyArray<Finding>> => {
  const { users, workers, requests, per, windows } = config
  const scene = await startScene({ users, workers, every: 1000, lease: 3000, limit: { requests, per }, period: 60_000 })
  await pause(per)
  const before = await scene.ask<Counts>({ ask: 'counts' })
  for (let window = 0; window < windows; window++) {
    await pause(per / 2)
    await scene.workers[window % workers]?.end('SIGKILL')
    await scene.replace(window % workers)
    await pause(per / 2)
  }
  const after = await scene.ask<Counts>({ ask: 'counts' })
  const worst = await scene.ask<number>({ ask: 'window', per })
  await scene.close()
  return [
    { name: 'requests in the worst window, of the limit', value: worst / requests, unit: '×', most: 1 },
    { name: 'requests refused for the limit', value: after.refused, unit: '', most: 0 },
    {
      name: 'use of the limit',
      value: (after.requests - before.requests) / (requests * windows),
      unit: '×',
      least: 0.5,
    },
  ]
}
