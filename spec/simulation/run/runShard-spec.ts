import { runShard } from './runShard.js'

const job = { seed: 3, shard: 0, users: 3, from: 0, until: 1, faultRate: 0.2 }

describe('runShard', () => {
  it('is the same each time for a job, and another for another seed', () => {
    const first = runShard(job)
    expect(first.broken).toBeUndefined()
    expect(runShard(job)).toEqual(first)
    expect(runShard({ ...job, seed: 4 }).digest).not.toBe(first.digest)
  })

  it('does the actions that are named, and no others', () => {
    const [first = '', second = ''] = runShard(job).done
    expect(runShard({ ...job, only: [first, second] }).done).toEqual([first, second])
  })

  it('gives back the timers of the platform', () => {
    const { setTimeout } = globalThis
    runShard({ ...job, until: 0.1 })
    expect(globalThis.setTimeout).toBe(setTimeout)
  })
})
