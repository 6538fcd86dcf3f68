import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { of } from 'rxjs'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { httpServer } from '../../helpers/httpServer.js'
import { program } from '../../helpers/program.js'
import { page } from '../../helpers/responses.js'
import { lastingToken, scripted } from '../../helpers/scripted.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { late, randomFrom } from '../../helpers/watching.js'

jest.setTimeout(120_000)

const minute = 60_000

/** How many of these moments, milliseconds, are in each second up to the last of so many. */
const bySecond = (moments: ReadonlyArray<number>, seconds: number): ReadonlyArray<number> => {
  const counts = Array<number>(seconds).fill(0)
  for (const moment of moments) {
    const second = Math.min(Math.floor(moment / 1000), seconds - 1)
    counts[second] = (counts[second] ?? 0) + 1
  }
  return counts
}

describe('paging scenario 25: cold start and stop', () => {
  it('10,000 watchers that are started at once ask for the first time spread over their interval', () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
    const asked: Array<number> = []
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clock,
      random: randomFrom(1),
      http: () => {
        asked.push(clock.monotonic())
        return late(clock, 100, page([], null, null, { date: new Date(clock.wall()).toUTCString() }))
      },
    })
    const user = client.user({ token$: of(lastingToken()) })
    const watches = Array.from({ length: 10_000 }, () => user.stocks.watchUpdated({ every: minute }).subscribe())
    clock.advance(minute - 1)
    // Those who asked first ask again before the last have begun.
    const first = bySecond(asked.slice(0, 10_000), 60)
    expect(Math.max(...first)).toBeLessThanOrEqual(2 * (10_000 / 60))
    expect(Math.min(...first.slice(0, 50))).toBeGreaterThan(0)
    for (const watch of watches) watch.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('one watcher asks at once, and so do ten', () => {
    const service = scripted(() => page([]))
    for (let count = 0; count < 10; count++) service.user.stocks.watchUpdated().subscribe()
    expect(service.counts.started).toBe(10)
  })
})

/** Many watchers of one list each, which go on until they are told to end. */
const watcher = `
  import { fromEvent, map, merge, of, takeUntil } from 'rxjs'
  import { createClient, documentedProfile } from '../lib/index.js'
  import { fileCheckpointStore } from '../lib/node.js'
  import { lastingToken } from './helpers/scripted.js'

  const [, , baseUrl = '', file = ''] = process.argv
  const client = createClient({ profile: documentedProfile, baseUrl, clientId: 'id', clientSecret: 'secret' })
  const store = fileCheckpointStore(file)
  const user = client.user({ token$: of(lastingToken()) })
  const watches = Array.from({ length: 30 }, (_, index) =>
    user.stocks
      .watchUpdated({ every: 2000, store, key: String(index), process: () => Promise.resolve() })
      .pipe(map(({ checkpoint }) => checkpoint._tag === 'Some' && console.log('kept', index))),
  )
  let asked = 0
  client.events$.subscribe(({ _tag }) => _tag === 'Requested' && asked++)
  process.on('exit', () => console.log('asked', asked))
  merge(...watches)
    .pipe(takeUntil(fromEvent(process, 'SIGTERM')))
    .subscribe({
      error: (error) => {
        console.log(String(error))
        process.exitCode = 1
      },
      complete: () => console.log('ended', asked),
    })
`

describe('paging scenario 25: cold start and stop (processes)', () => {
  const path = temporaryFolder()

  it('SIGTERM: no new question, those in flight are aborted, checkpoints stay, it ends; and a restart is no burst', async () => {
    const server = await httpServer((request, response) => answer(request, response))
    let answer = (_request: IncomingMessage, response: ServerResponse): void => {
      response.setHeader('Content-Type', 'application/json')
      response.end(page([{ id: 1, updated_at: new Date().toISOString() }]).body)
    }
    const { start } = program(watcher)
    const file = path('checkpoints.json')

    const running = start([server.url, file])
    const kept = new Set<string | undefined>()
    while (kept.size < 30) kept.add(await running.line())
    expect(Array.from(kept).filter((line) => !line?.startsWith('kept'))).toEqual([])
    // From now on it is silent: every question stays in flight.
    const open = new Set<unknown>()
    let stuck = (): void => undefined
    const isStuck = new Promise<void>((resolve) => (stuck = resolve))
    const answering = answer
    answer = ({ socket }) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      if (open.size === 5) stuck()
    }
    await isStuck
    const before = readFileSync(file, 'utf8')
    running.child.kill('SIGTERM')
    let line = await running.line()
    while (line?.startsWith('kept')) line = await running.line()
    expect(line).toMatch(/^ended \d+$/)
    expect(await running.line()).toBe(line?.replace('ended', 'asked'))
    expect(await running.ended).toEqual([0, null])
    while (open.size > 0) await once(process, 'nothing', { signal: AbortSignal.timeout(10) }).catch(() => undefined)
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(
      Object.keys(JSON.parse(before) as object),
    )

    const questions: Array<string> = []
    answer = (request, response) => {
      questions.push(request.url ?? '')
      answering(request, response)
    }
    const again = start([server.url, file])
    expect(await again.line()).toMatch(/^kept/)
    again.child.kill('SIGTERM')
    expect(await again.ended).toEqual([0, null])
    for (const question of questions) expect(question).toMatch(/since=/)
    expect(questions.length).toBeLessThan(30)
    await server.close()
  })

  it('10,000 watchers take less than 50 MB above those of one, and end with the process', async () => {
    const { start } = program(`
      import { of } from 'rxjs'
      import { createClient, createVirtualClock, documentedProfile } from '../lib/index.js'
      import { lastingToken } from './helpers/scripted.js'
      import { page } from './helpers/responses.js'

      const used = (): number => {
        ;(globalThis as unknown as { readonly gc: () => void }).gc()
        const { heapUsed, external } = process.memoryUsage()
        return heapUsed + external
      }
      const answered = page([], null, null, { date: new Date().toUTCString() })
      let asked = 0
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'id',
        clientSecret: 'secret',
        random: () => 0.001,
        http: () => (asked++, of(answered)),
      })
      const user = client.user({ token$: of(lastingToken()) })
      const watch = () => user.stocks.watchUpdated({ every: 60_000 }).subscribe()
      const watches = [watch()]
      const main = async () => {
        const before = used()
        for (let count = 1; count < 10_000; count++) watches.push(watch())
        while (asked < 10_000) await new Promise((resolve) => setTimeout(resolve, 5))
        console.log(JSON.stringify({ asked, bytes: used() - before }))
        for (const one of watches) one.unsubscribe()
      }
      void main()
    `)
    const { line, ended } = start([], ['--expose-gc'])
    const { asked, bytes } = JSON.parse((await line()) ?? '{}') as { readonly asked: number; readonly bytes: number }
    expect(asked).toBe(10_000)
    expect(bytes).toBeLessThan(50 * 1024 ** 2)
    expect(await ended).toEqual([0, null])
  })
})
