import assert from 'node:assert/strict'
import { join } from 'node:path'
import { query, rowsIn } from './support/rows.js'
import { type Scene, scene } from './support/scene.js'
import { until } from './support/until.js'

/** What a service that does not start says, and its status. */
const refusal = async ({ start }: Scene, settings: Readonly<Record<string, string>>) => {
  const service = start(settings)
  const status = await service.ended
  const written = service.written()
  assert.doesNotMatch(written, /^Node\.js v/m, 'it crashed, with a trace')
  return { status, written }
}

scene('a setting that is misspelt is named, with the one that was meant', async (stage) => {
  const { status, written } = await refusal(stage, { WATCHER_CLIENT_SECERT: 'canary' })
  assert.equal(status, 2)
  assert.equal(written, 'WATCHER_CLIENT_SECERT: there is no such setting; did you mean WATCHER_CLIENT_SECRET?')
})

scene('all that is wrong is reported at once, but not what was given', async (stage) => {
  const wrong = {
    WATCHER_BASE_URL: 'canary',
    WATCHER_CLIENT_SECRET: '',
    WATCHER_PROFILE: 'canary',
    WATCHER_EVERY: 'canary',
    WATCHER_PORT: '70000',
  }
  const { status, written } = await refusal(stage, wrong)
  assert.equal(status, 2)
  assert.deepEqual(written.split('\n'), [
    'WATCHER_BASE_URL: expected a URL, such as https://bank.example',
    'WATCHER_PROFILE: expected one of documented, bridge2025',
    'WATCHER_EVERY: expected milliseconds, 100 to a day',
    'WATCHER_PORT: expected a port, 0 to 65535; 0 takes any',
    'WATCHER_CLIENT_SECRET: missing; a bank takes three settings, and the invented one none of them',
  ])
})

scene('a bank that is asked without encryption is refused', async (stage) => {
  const { status, written } = await refusal(stage, { WATCHER_BASE_URL: 'http://bank.example' })
  assert.equal(status, 2)
  assert.match(written, /baseUrl.*https/)
})

scene('a port that is in use is named', async (stage) => {
  const first = stage.start()
  const [, port = ''] = /health at http:\/\/127.0.0.1:(\d+)/.exec(await first.line(/health at/)) ?? []
  const { status, written } = await refusal(stage, { WATCHER_PORT: port, WATCHER_DATABASE: 'other.db' })
  assert.equal(status, 1)
  assert.ok(written.includes(`127.0.0.1:${port} is in use: set WATCHER_PORT to a port that is free`))
})

scene('a database that cannot be opened is named', async (stage) => {
  const { status, written } = await refusal(stage, { WATCHER_DATABASE: 'nowhere/watcher.db' })
  assert.equal(status, 1)
  assert.match(written, /nowhere\/watcher.db.* cannot be opened/)
})

scene('a second service is kept out of the database', async (stage) => {
  const first = stage.start()
  await first.line(/health at/)
  const { status, written } = await refusal(stage, {})
  assert.equal(status, 1)
  assert.match(written, /watcher.db is in use by another of these services/)
})

scene('the database of another bank is refused, unless it is empty', async (stage) => {
  const first = stage.start({ WATCHER_BASE_URL: 'http://127.0.0.1:9' })
  await first.line(/health at/)
  first.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const second = stage.start()
  await second.line(/saved/)
  second.kill('SIGTERM')
  assert.equal(await second.ended, 0)
  const { status, written } = await refusal(stage, { WATCHER_BASE_URL: 'https://other.example' })
  assert.equal(status, 1)
  assert.match(written, /watcher.db mirrors http:\/\/127.0.0.1:\d+, not https:\/\/other.example: set WATCHER_DATABASE/)
})

scene('the database of a newer version is refused', async (stage) => {
  const first = stage.start()
  await first.line(/health at/)
  first.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const version = query<{ user_version: number }>(stage.file, 'PRAGMA user_version')[0]?.user_version
  for (const newer of ['PRAGMA user_version = 99', 'INSERT INTO rxbank_migrations (number) VALUES (99)']) {
    query(stage.file, newer)
    const { status, written } = await refusal(stage, {})
    assert.equal(status, 1)
    assert.match(written, /watcher.db was made by a newer version of this service/)
    query(stage.file, `PRAGMA user_version = ${String(version)}`)
  }
})

const noBank = {
  WATCHER_PROFILE: '',
  WATCHER_BASE_URL: '',
  WATCHER_CLIENT_ID: '',
  WATCHER_CLIENT_SECRET: '',
  WATCHER_USERS: '',
}

scene('the copy of the invented bank takes no file of yours', async (stage) => {
  const { status, written } = await refusal(stage, { ...noBank, WATCHER_DATABASE: 'mine.db' })
  assert.equal(status, 2)
  assert.match(written, /^WATCHER_DATABASE: not with the invented bank/)
})

scene('without settings an invented bank is mirrored, anew each time', async ({ folder, start }) => {
  const file = join(folder, 'invented.db')
  for (const [signal, form] of [
    ['SIGINT', 'src'],
    ['SIGTERM', 'bundled'],
  ] as const) {
    const service = start(noBank, form)
    await service.line(/an invented bank is mirrored into invented.db/)
    await service.line(/saved/)
    await until(() => rowsIn(file).size > 3600)
    query(file, 'CREATE TABLE left_by_the_last_one (id INTEGER)') // throws where there is one
    service.kill(signal)
    assert.equal(await service.ended, 0)
  }
})
