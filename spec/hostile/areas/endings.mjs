// Programs that have ended what they asked for: nothing may keep them, and nothing that is in work may be cut short.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { inTurn } from '../support/inTurn.mjs'
import { folder, script } from '../support/program.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'

const free = 'reliability.md: unsubscribing aborts and clears the timers; then nothing keeps a process from ending'
const orderly = 'watcher.md: how it ends: 0 by a signal with nothing cut short, 1 by an error or a StopTimeout'

const client = (origin, config = '') =>
  `const client = rxbank.createClient({ profile: rxbank.documentedProfile, baseUrl: '${origin}', clientId: 'a', clientSecret: '${secret}', retry: { count: 0 }, ${config} })
   const user = client.user({ externalUserId: 'A6J' });`

const transports = {
  'cross-fetch': '',
  undici: `http: installed('rxbank/undici').undiciTransport()`,
  fetch: `http: installed('rxbank/electron').netFetch({ fetch })`,
}

/** Texts of programs that have nothing left to do; the second page of a list is never answered. */
const idle = {
  'that have read a page': (origin, http) => `${client(origin, http)} await rxjs.firstValueFrom(user.stocks.pages())`,
  'that left a request in flight': (origin, http) =>
    `${client(origin, http)} const reading = user.stocks.all().subscribe(() => setTimeout(() => reading.unsubscribe()))`,
}

const one = {
  'that left a watcher': (origin) =>
    `${client(origin)} const watching = user.stocks.watchUpdated().subscribe(() => setTimeout(() => watching.unsubscribe()))`,
  'that left a loop': (origin) => `${client(origin)} for await (const page of user.stocks.pages()) break`,
}

/** One has a process of its own to end. */
const alone = {
  'that hold a token$': (origin) => `${client(origin)} user.token$.subscribe(() => console.log('token'))`,
}

const watching = (origin, file, process, more = '') => `${client(origin)}
  const store = node.fileCheckpointStore(${JSON.stringify(file)})
  const process_ = ${process}
  const stocks = node.watcher(user.stocks.watchUpdated, { store, process: process_ })
  node.runGracefully([stocks], { gracePeriod: 1000, ${more} }).subscribe({
    complete: () => console.log('complete'),
    error: (error) => { console.log(error._tag ?? error.name); process.exit(1) },
  })`

const saves = {
  'in the middle of a save': [
    `() => new Promise((resolve) => { console.log('saving'); setTimeout(resolve, 200) })`,
    [0, 'complete', true],
  ],
  'while a save hangs': [
    `() => new Promise(() => { console.log('saving'); setInterval(() => undefined, 1000) })`,
    [1, 'StopTimeout', false],
  ],
  'when a save fails': [
    `async () => { console.log('saving'); throw new RangeError('theirs') }`,
    [1, 'RangeError', false],
  ],
}

const rowsOf = (next_uri) =>
  answer(
    { resources: [{ id: 1, label: 'a', updated_at: '2026-01-01T00:00:00.000Z' }], pagination: { next_uri } },
    { headers: { Date: 'Thu, 01 Jan 2026 00:00:10 GMT' } },
  )

const bankOf = (after, next_uri) =>
  rawBank(after, ({ path }) => (path.includes('after=') ? undefined : rowsOf(next_uri)))

const each = Object.entries(idle).flatMap(([name, text]) =>
  Object.entries(transports).map(([by, http]) => [`${name}, ${by}`, (origin) => text(origin, http)]),
)

/** That a program ends by itself, and has nothing to complain of. */
const ending = (run) => async (text, after) => {
  const { origin } = await bankOf(after, '/v2/stocks?after=1')
  const { code, err } = await run(after, text(origin))
  assert.deepEqual([code, err], [0, ''])
}

export const cases = [
  ...table(
    free,
    'programs',
    { ...Object.fromEntries(each), ...one },
    ending((after, text) => inTurn(after, { text })),
  ),
  ...table(
    free,
    'programs',
    alone,
    ending((after, text) => script(after, text).ended),
  ),
  ...table(orderly, 'SIGTERM', saves, async ([process, [code, end, isSaved]], after) => {
    const { origin } = await bankOf(after, null)
    const file = join(folder(after), 'at.json')
    const { child, ended, wrote } = script(after, watching(origin, file, process))
    await wrote('out', 'saving')
    child.kill('SIGTERM')
    const made = await ended
    assert.deepEqual([made.code, made.out.trim().split('\n').at(-1)], [code, end], made.err)
    let kept = ''
    try {
      kept = readFileSync(file, 'utf8')
    } catch {
      // Nothing was saved.
    }
    assert.equal(kept.includes('A6J'), isSaved)
  }),
  ...table(orderly, 'signals', { 'two of them': 2 }, async (_, after) => {
    const { origin } = await bankOf(after, null)
    const { child, ended, wrote } = script(
      after,
      watching(origin, join(folder(after), 'at.json'), saves['while a save hangs'][0], '').replace(
        'gracePeriod: 1000',
        'gracePeriod: 60000',
      ),
    )
    await wrote('out', 'saving')
    child.kill('SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 50)
    after(() => clearInterval(again))
    assert.equal((await ended).signal, 'SIGINT')
  }),
]
