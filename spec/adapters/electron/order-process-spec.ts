import { type Program, program } from '../../helpers/program.js'

/** What a program has seen of a stream, and what it cost. */
interface Report {
  readonly received: number
  readonly isInOrder: boolean
  readonly missed: number
  /** How far the process, which both threads are in, grew while the renderer read nothing: megabytes. */
  readonly grown: number
}

/**
 * A renderer and main on a real channel. `pages` reads 30,000 of them. `events`, with main in a thread of its own, reads
 * nothing while main has 15,000 events of 20 kB each, then all that is there.
 */
const source = `
  import { MessageChannel, Worker, isMainThread, workerData } from 'node:worker_threads'
  import { from, Observable } from 'rxjs'
  import { createClient } from '../lib/client/createClient.js'
  import { documentedProfile } from '../lib/service/profile/documentedProfile.js'
  import { connectStreams } from '../lib/adapters/electron/connectStreams.js'
  import { exposeStreams } from '../lib/adapters/electron/exposeStreams.js'

  const pageCount = 30_000
  const eventCount = 15_000

  const main = (port) => {
    const http = ({ url }) => {
      const number = Number(new URL(url).searchParams.get('page') ?? 1)
      const next_uri = number < pageCount ? '/v2/banks?page=' + (number + 1) : null
      const body = JSON.stringify({ resources: [{ id: number }], pagination: { previous_uri: null, next_uri } })
      return from([{ status: 200, headers: {}, body }])
    }
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', http })
    const payload = 'x'.repeat(20_000)
    const made = (request) => ({ _tag: 'Requested', operation: 'x', request, time: new Date(0), payload: payload + request })
    const events$ = new Observable((subscriber) => {
      let request = 0
      const emit = () => {
        for (let i = 0; i < 100; i++) subscriber.next(made(++request))
        if (request < eventCount) setImmediate(emit)
      }
      emit()
    })
    exposeStreams({ ...client, events$ }, { perWindow: { requests: 2 * pageCount } }).connect(port)
  }

  const { port1, port2 } = new MessageChannel()
  const renderer = async (what) => {
    const isAlone = what === 'pages'
    const worker = isAlone ? undefined : new Worker(__filename, { workerData: port1, transferList: [port1] })
    if (isAlone) main(port1)
    const client = connectStreams(port2)
    let [received, missed, last, isInOrder, grown] = [0, 0, 0, true, 0]
    if (isAlone) {
      for await (const { id } of client.banks.all({ maxPages: pageCount })) {
        isInOrder = isInOrder && id === ++last
        received++
      }
    } else {
      const before = process.memoryUsage.rss()
      const ready = new Int32Array(new SharedArrayBuffer(4))
      await new Promise((resolve) => {
        let isFirst = true
        const subscription = client.events$.subscribe((event) => {
          if (isFirst) {
            // Hears nothing from now on, as a page that computes.
            Atomics.wait(ready, 0, 0, 3000)
            grown = (process.memoryUsage.rss() - before) / 2 ** 20
            isFirst = false
          }
          if (event._tag === 'EventsDropped') missed += event.count
          else {
            isInOrder = isInOrder && event.request > last && event.request === 1 + received + missed
            last = event.request
            received++
          }
          if (last !== eventCount) return
          subscription.unsubscribe()
          resolve()
        })
      })
    }
    console.log(JSON.stringify({ received, missed, isInOrder, grown }))
    port2.close()
    await worker?.terminate()
  }

  if (isMainThread) renderer(process.argv[2])
  else main(workerData)
`

describe('a renderer beside main', () => {
  let built: Program

  beforeAll(() => {
    built = program(source)
  })

  const run = async (what: string): Promise<Report> => {
    const running = built.start([what])
    const line = await running.line()
    await running.ended
    return JSON.parse(line ?? '{}') as Report
  }

  it('gets 30,000 pages in order', async () => {
    const { received, isInOrder } = await run('pages')
    expect({ received, isInOrder }).toEqual({ received: 30_000, isInOrder: true })
  }, 120_000)

  it('costs bounded memory while it reads nothing, and knows what it missed', async () => {
    const { received, missed, isInOrder, grown } = await run('events')
    expect({ total: received + missed, isInOrder }).toEqual({ total: 15_000, isInOrder: true })
    expect(missed).toBeGreaterThan(10_000)
    expect(grown).toBeLessThan(150)
  }, 120_000)
})
