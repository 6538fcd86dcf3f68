import { createServer, type Server as Door } from 'node:http'
import type { AddressInfo } from 'node:net'
import { program, type Running } from '../../helpers/program.js'
import { type Server, startServer } from './server.js'

const limit = { requests: 30, per: 1000 }

/**
 * A process whose client always asks for the next page, for six at once. Its timeout is longer than the process of the
 * spec ever stands still: a request that was aborted, and read only then, would be counted when its permit is free again.
 */
const worker = program(`
  import { createRequire } from 'node:module'
  import { catchError, defer, EMPTY, merge, repeat } from 'rxjs'
  import { createClient, documentedProfile } from '../lib/index.js'
  import { createPermits } from '../lib/postgres.js'
  const [baseUrl, port] = process.argv.slice(2)
  const { Pool } = createRequire(process.cwd() + '/package.json')('pg')
  const pool = new Pool({ host: '127.0.0.1', port: Number(port), user: 'postgres', database: 'postgres' })
  pool.on('error', () => undefined)
  const permits = createPermits({ pool, application: ${JSON.stringify(limit)} })
  const client = createClient({ profile: documentedProfile, baseUrl, clientId: 'id', permits, timeout: 5000, retry: { count: 0 } })
  const asking = defer(() => client.banks.pages()).pipe(catchError(() => EMPTY), repeat())
  merge(...Array.from({ length: 6 }, () => asking)).subscribe()
`)

describe('processes that share permits', () => {
  const arrivals: Array<number> = []
  const awaited: Array<{ readonly count: number; readonly reached: () => void }> = []
  const started: Array<Running> = []
  let server: Server
  let door: Door
  let url = ''

  beforeAll(async () => {
    server = await startServer()
    door = createServer((_, response) => {
      arrivals.push(performance.now())
      for (const { count, reached } of awaited) if (arrivals.length >= count) reached()
      response.setHeader('Content-Type', 'application/json').end('{"resources":[]}')
    })
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${String((door.address() as AddressInfo).port)}`
  })
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    door.closeAllConnections()
    door.close()
    await server.remove()
  })

  const start = (): Running => {
    const running = worker.start([url, String(server.port)])
    started.push(running)
    return running
  }
  const more = (count: number): Promise<void> =>
    new Promise((reached) => awaited.push({ count: arrivals.length + count, reached }))

  it('let no more than the limit come in any window, though they are killed and stopped', async () => {
    const group = [start(), start(), start()]
    await more(100)
    for (let round = 0; round < 4; round++) {
      const victim = group[round % 3]
      const sleeper = group[(round + 1) % 3]
      sleeper?.child.kill('SIGSTOP')
      await more(10 + 7 * round)
      victim?.child.kill('SIGKILL')
      group[round % 3] = start()
      await more(20)
      sleeper?.child.kill('SIGCONT')
      await more(30)
    }
    const windows = arrivals.map((first) => arrivals.filter((at) => at >= first && at < first + limit.per).length)
    expect(Math.max(...windows)).toBeLessThanOrEqual(limit.requests)
    expect(Math.max(...windows)).toBeGreaterThanOrEqual(0.85 * limit.requests)
  }, 120_000)
})
