import fc from 'fast-check'
import type { Job } from './Job.js'
import { shrink, shrinkList } from './shrink.js'

describe('shrinkList', () => {
  it('leaves exactly what is needed, in its order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100)), fc.uniqueArray(fc.nat(100)), (list, wanted) => {
        const needed = list.filter((item) => wanted.includes(item))
        expect(shrinkList(list, (left) => needed.every((item) => left.includes(item)))).toEqual(needed)
      }),
    )
  })
})

describe('shrink', () => {
  it('finds the user, the days and the actions that break it, and nothing else', () => {
    const actions = Array.from({ length: 40 }, (_, index) => ({ id: `${String(index >> 1)}.${String(index & 1)}` }))
    const broken = { invariant: 'holds', what: 'does not', time: 0, days: 18.5 }
    const run = (job: Job) => {
      const done = actions
        .map(({ id }) => id)
        .filter((id) => parseFloat(id) >= job.from && (job.only?.includes(id) ?? true))
      const isBroken = done.includes('18.0') && (job.participants?.includes(3) ?? true) && job.until >= 18.5
      return { digest: '', counts: {}, done, trace: [], ...(isBroken ? { broken } : {}) }
    }
    const found = { seed: 1, shard: 0, users: 10, from: 0, until: 20, faultRate: 0.1 }
    const { job } = shrink(found, broken, run(found).done, run)
    expect(job).toEqual({ ...found, from: 17, until: 18.51, participants: [3], only: ['18.0'] })
  })
})
