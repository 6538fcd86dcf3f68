const assert = require('node:assert/strict')
const { mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { EMPTY, filter, firstValueFrom, from, lastValueFrom, toArray } = require('rxjs')
const { check } = require('./check.cjs')

const limit = 7

const list = (stream) => lastValueFrom(stream.pipe(toArray()))

const open = (sandbox) =>
  new Promise((resolve, reject) => {
    const server = sandbox.listen(0).subscribe({
      next: (baseUrl) => resolve({ baseUrl, close: () => server.unsubscribe() }),
      error: reject,
    })
  })

/** What a user of the installed package does first, the same from ES modules and from CommonJS. */
exports.consume = async (rxbank, { createSandbox }, { fileCheckpointStore }, { undiciTransport }, beside) => {
  const { createClient, documentedProfile, isClientError, reveal } = rxbank
  const sandbox = createSandbox({ profile: documentedProfile, seed: 1, transactions: 120 })
  const { baseUrl, close } = await open(sandbox)
  const { banks, user } = createClient({ profile: documentedProfile, baseUrl, ...sandbox.credentials })
  const all = await list(banks.all())

  await check('the sandbox listens on a free port', () => {
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  })

  await check('pages follow each other to the last', async () => {
    const pages = await list(banks.pages({ limit }))
    const read = pages.flatMap(({ resources }) => resources)
    assert.ok(pages.length > 1)
    assert.equal(pages.length, Math.ceil(all.length / limit))
    assert.deepEqual(read, all)
  })

  await check('for await reads the same', async () => {
    const read = []
    for await (const bank of banks.all()) read.push(bank)
    assert.deepEqual(read, all)
  })

  await check('a user is authenticated and has transactions', async () => {
    const session = user({ userUuid: sandbox.users[0].uuid })
    const { access_token } = await firstValueFrom(session.token$)
    assert.equal(typeof reveal(access_token), 'string')
    assert.notEqual((await list(session.transactions.all())).length, 0)
  })

  await check('the sandbox answers the same without a port', async () => {
    const client = createClient({ profile: documentedProfile, baseUrl, ...sandbox.credentials, http: sandbox.http })
    assert.deepEqual(await list(client.banks.all()), all)
  })

  await check('undici reads the same', async () => {
    const client = createClient({
      profile: documentedProfile,
      baseUrl,
      ...sandbox.credentials,
      http: undiciTransport(),
    })
    assert.deepEqual(await list(client.banks.all()), all)
  })

  await check('a bookmark is kept in a file, and found there', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rxbank-consumer-'))
    const store = fileCheckpointStore(join(directory, 'checkpoints.json'))
    const { stocks } = user({ userUuid: sandbox.users[0].uuid })
    const batch$ = stocks.watchUpdated({ store, process: () => EMPTY, key: 'stocks' })
    const { checkpoint } = await firstValueFrom(batch$.pipe(filter((batch) => batch.checkpoint._tag === 'Some')))
    const stored = await firstValueFrom(store.load('stocks'))
    assert.equal(stored.value.position.moment, checkpoint.value.getTime())
    assert.ok(stored.value.rows.length > 0)
    rmSync(directory, { recursive: true })
  })

  await check('a transfer is found among two rows', () => {
    const row = { id: 1, account_id: 1, amount: -50, currency_code: 'EUR', date: '2026-03-02' }
    const { transfers } = beside.transfers.matchTransfers([row, { ...row, id: 2, account_id: 2, amount: 50 }])
    assert.deepEqual(
      transfers.map(({ id }) => id),
      ['1~2'],
    )
  })

  await check('a profile, a tape and a codec are read by a client, each from its entry point', async () => {
    const { bridge, codec, tape } = beside
    const ofBridge = createSandbox({ profile: bridge.bridge2021 })
    const entries = []
    const http = tape.recordHttp(ofBridge.http, { next: (entry) => entries.push(tape.tapeLine(entry)) })
    const config = { ...ofBridge.credentials, profile: bridge.bridge2021, codecs: { bank: codec.object } }
    const recorded = await list(createClient({ ...config, http }).banks.all())
    const replayed = tape.replayHttp(await list(from(entries).pipe(tape.parseTape())))
    assert.equal((await list(createClient({ ...config, http: replayed }).banks.all())).length, recorded.length)
  })

  await check('a wrong config is a ConfigError', () => {
    assert.throws(
      () => createClient({ profile: documentedProfile, baseUrl: 'ftp://127.0.0.1', clientId: 'id' }),
      (error) => isClientError(error) && error._tag === 'ConfigError',
    )
  })

  await check('the port is closed with the subscription', async () => {
    close()
    await assert.rejects(fetch(baseUrl))
  })
}
