import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A list of pages of one row, served by a thread of its own; and a way to wait for requests without a turn of this one. */
export interface Arrivals {
  readonly origin: string
  /** Holds this thread, and its event loop, until so many requests have come to the server; `false` after a minute, since
   * nothing else can end a thread that is held. */
  readonly holdUntil: (count: number) => boolean
  readonly close: () => Promise<unknown>
}

const program = (pages: number): string => `
  const { createServer } = require('node:http')
  const { parentPort, workerData } = require('node:worker_threads')
  const server = createServer(({ url }, response) => {
    Atomics.add(workerData, 0, 1)
    Atomics.notify(workerData, 0)
    const number = Number(new URL(url, 'http://any').searchParams.get('after') ?? 1)
    const next = number < ${String(pages)} ? '/v2/rows?after=' + (number + 1) : null
    response.end(JSON.stringify({ resources: [{ id: number }], pagination: { next_uri: next } }))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage('http://127.0.0.1:' + server.address().port))
`

/** Starts such a server. */
export const arrivals = async (pages: number): Promise<Arrivals> => {
  const count = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program(pages), { eval: true, workerData: count })
  const [origin] = (await once(worker, 'message')) as [string]
  const end = Date.now() + 60_000
  const holdUntil = (wanted: number): boolean => {
    for (let seen = Atomics.load(count, 0); seen < wanted; seen = Atomics.load(count, 0))
      if (Atomics.wait(count, 0, seen, end - Date.now()) === 'timed-out') return false
    return true
  }
  return { origin, holdUntil, close: () => worker.terminate() }
}
