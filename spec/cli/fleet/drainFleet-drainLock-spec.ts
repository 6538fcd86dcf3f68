import { drainRequested, holdDrainLock } from '../../../lib/cli/fleet/drainFleet.js'
import { createVirtualClock } from '../../../lib/index.js'

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

/** A connection that notes what it is asked, and what becomes of it. */
const connection = () => {
  const log: Array<string> = []
  const listeners: Array<(error: Error) => void> = []
  return {
    log,
    lose: (error: Error) => listeners.forEach((listener) => listener(error)),
    query: (text: string) => {
      log.push(text)
      return Promise.resolve({ rows: [] })
    },
    on: (_: 'error', listener: (error: Error) => void) => listeners.push(listener),
    release: (destroy: boolean) => log.push(`released, ${destroy ? 'closed' : 'kept'}`),
  }
}

describe('holding a drain', () => {
  it('takes a lock that others can take, too, and gives its connection up in the end', async () => {
    const one = connection()
    let held = 0
    const subscription = holdDrainLock(() => Promise.resolve(one)).subscribe(() => held++)
    await settle()
    expect([held, one.log]).toStrictEqual([1, ['SELECT pg_advisory_lock_shared(1920492142,1)']])
    subscription.unsubscribe()
    await settle()
    expect(one.log[1]).toBe('released, closed')
  })

  it('fails if the connection is lost: nobody is told to end any more', async () => {
    const one = connection()
    const errors: Array<unknown> = []
    holdDrainLock(() => Promise.resolve(one)).subscribe({ error: (error) => errors.push(error) })
    await settle()
    const lost = Object.assign(new Error('password=c4n4ry'), { code: 'ECONNRESET' })
    one.lose(lost)
    await settle()
    expect(errors).toMatchObject([{ _tag: 'FleetError', reason: 'unavailable', code: 'ECONNRESET' }])
    expect(one.log[1]).toBe('released, closed')
  })

  it('fails if there is no connection', async () => {
    const errors: Array<unknown> = []
    const none = new Error('none')
    holdDrainLock(() => Promise.reject(none)).subscribe({ error: (error) => errors.push(error) })
    await settle()
    expect(errors).toMatchObject([{ message: 'fleet: the database cannot be reached' }])
  })
})

describe('looking for a drain', () => {
  /** Looks with these answers, a second each; an error stands for a database that cannot be asked. */
  const look = async (...answers: ReadonlyArray<ReadonlyArray<unknown> | Error>) => {
    const clock = createVirtualClock()
    let asked = 0
    const pool = {
      query: ({ query_timeout }: { readonly query_timeout: number }) => {
        expect(query_timeout).toBeGreaterThan(0)
        const answer = answers[asked++] ?? []
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ rows: answer })
      },
    }
    const reported: Array<string> = []
    const subscription = drainRequested(pool, clock).subscribe({
      next: () => reported.push('drain'),
      error: () => reported.push('error'),
      complete: () => reported.push('complete'),
    })
    for (const second of answers.keys()) {
      expect(asked).toBeLessThanOrEqual(second + 1)
      clock.advance(0)
      await settle()
      clock.advance(1000)
      await settle()
    }
    subscription.unsubscribe()
    return { reported, asked, pending: clock.pending() }
  }

  it('continues each second while nobody drains', async () => {
    expect(await look([], [], [])).toStrictEqual({ reported: [], asked: 4, pending: 0 })
  })

  it('tells once that somebody does, and looks no more', async () => {
    expect(await look([], [{}], [{}], [{}])).toStrictEqual({ reported: ['drain', 'complete'], asked: 2, pending: 0 })
  })

  it('looks again if the database cannot be asked', async () => {
    expect((await look(new Error('away'), new Error('away'), [{}])).reported).toStrictEqual(['drain', 'complete'])
  })
})
