import { EventEmitter } from 'node:events'
import { concat, defer, EMPTY, ignoreElements, merge, NEVER, type Observable, type Subscription } from 'rxjs'
import type { PoolClientLike, PoolLike } from '../../../lib/mirror/postgres/PoolLike.js'
import { limitsOf } from '../../../lib/mirror/postgres/postgresLimits.js'
import { query, runWork, withConnection } from '../../../lib/mirror/postgres/withConnection.js'

interface Running {
  readonly text: string
  readonly succeed: () => void
  readonly fail: (error: Error) => void
}

/** A pool of one connection, which refuses a statement while another one runs, as version 9 of `pg` will. */
const createPool = () => {
  const log: Array<string> = []
  const events = new EventEmitter()
  let running: Running | undefined
  const client: PoolClientLike = Object.assign(events, {
    query: (text: string) => {
      if (running !== undefined) throw new Error(`${text} was sent while ${running.text} ran`)
      log.push(text)
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          running = undefined
          settle()
        }
        running = {
          text,
          succeed: () => end(() => resolve({ rows: [] })),
          fail: (error) => end(() => reject(error)),
        }
      })
    },
    release: (error?: Error | boolean) => {
      log.push(error === undefined ? 'released' : 'dropped')
    },
  })
  const pool: PoolLike = { connect: () => Promise.resolve(client) }
  /** Lets all Promises that are settled go on. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    pool,
    log,
    events,
    settle,
    succeed: () => {
      running?.succeed()
      return settle()
    },
    fail: () => {
      running?.fail(new Error('statement timeout'))
      return settle()
    },
  }
}

const rollback = (client: PoolClientLike) => query(client, 'ROLLBACK')

describe('a connection of a pool', () => {
  let bank: ReturnType<typeof createPool>
  let subscription: Subscription
  let ends: Array<unknown>

  const start = (run: (client: PoolClientLike) => Observable<unknown>, leave = rollback) => {
    ends = []
    subscription = withConnection(bank.pool, run, leave, limitsOf()).subscribe({
      error: (error: unknown) => ends.push(error),
      complete: () => ends.push('complete'),
    })
    return bank.settle()
  }

  beforeEach(() => {
    bank = createPool()
  })

  it('leaves after its statement, when it is unsubscribed from meanwhile', async () => {
    await start((client) => concat(query(client, 'INSERT'), query(client, 'COMMIT')))
    subscription.unsubscribe()
    await bank.settle()
    expect(bank.log).toEqual(['INSERT'])
    await bank.succeed()
    expect(bank.log).toEqual(['INSERT', 'ROLLBACK'])
    await bank.succeed()
    expect(bank.log).toEqual(['INSERT', 'ROLLBACK', 'released'])
  })

  it('leaves after a statement that fails when nobody waits for it any more', async () => {
    await start((client) => query(client, 'INSERT'))
    subscription.unsubscribe()
    await bank.fail()
    await bank.succeed()
    expect(bank.log).toEqual(['INSERT', 'ROLLBACK', 'released'])
  })

  it('leaves after all statements of its work, when it is unsubscribed from meanwhile', async () => {
    await start((client) => runWork(client, () => client.query('CREATE').then(() => client.query('INSERT'))))
    subscription.unsubscribe()
    await bank.succeed()
    expect(bank.log).toEqual(['CREATE', 'INSERT'])
    await bank.succeed()
    await bank.succeed()
    expect(bank.log).toEqual(['CREATE', 'INSERT', 'ROLLBACK', 'released'])
  })

  it('leaves after its statement, when what runs beside it fails', async () => {
    const refused = new Error('refused')
    await start((client) =>
      merge(
        query(client, 'INSERT').pipe(ignoreElements()),
        defer(() => {
          throw refused
        }),
      ),
    )
    expect(ends).toEqual([refused])
    expect(bank.log).toEqual(['INSERT'])
    await bank.succeed()
    await bank.succeed()
    expect(bank.log).toEqual(['INSERT', 'ROLLBACK', 'released'])
  })

  it('is dropped, when it cannot be left', async () => {
    await start((client) => query(client, 'SELECT'))
    await bank.succeed()
    await bank.fail()
    expect(ends).toEqual(['complete'])
    expect(bank.log).toEqual(['SELECT', 'ROLLBACK', 'dropped'])
  })

  it('is dropped without another statement, when it is lost', async () => {
    await start(() => NEVER)
    bank.events.emit('error', Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    await bank.settle()
    expect(ends).toMatchObject([{ reason: 'unavailable', code: 'ECONNRESET' }])
    expect(bank.log).toEqual(['dropped'])
  })

  it('is released without a statement, when there is none to leave it by', async () => {
    await start(
      (client) => query(client, 'SELECT'),
      () => EMPTY,
    )
    await bank.succeed()
    expect(bank.log).toEqual(['SELECT', 'released'])
  })

  it('listens to nothing after it was released', async () => {
    await start((client) => query(client, 'SELECT'))
    await bank.succeed()
    await bank.succeed()
    expect(bank.events.eventNames()).toEqual([])
  })

  it('is released at once, when nobody waits for it any more', async () => {
    const connecting = start((client) => query(client, 'SELECT'))
    subscription.unsubscribe()
    await connecting
    expect(bank.log).toEqual(['released'])
  })
})
