const assert = require('node:assert/strict')
const { filter, firstValueFrom, from, lastValueFrom, map, of, toArray } = require('rxjs')
const { check } = require('./check.cjs')

const list = (stream) => lastValueFrom(stream.pipe(toArray()))

/**
 * What a program does that loads the ES modules and CommonJS of one install, as bundlers and mixed projects do: each
 * half is used with the other.
 *
 * @param {object} one the entry points that make the client
 * @param {object} other those of the other kind, beside which it is used
 */
exports.mixed = async (title, one, other) => {
  const { createClient, documentedProfile, redact, Redacted, reveal } = one.rxbank
  assert.notEqual(createClient, other.rxbank.createClient)

  await check(`${title}: a transport of the other kind sends the secrets of a client`, async () => {
    const sandbox = one.sandbox.createSandbox({ profile: documentedProfile, seed: 1, transactions: 5 })
    const server = sandbox.listen(0)
    const rows = await new Promise((resolve, reject) => {
      const listening = server.subscribe({
        next: (baseUrl) => {
          const http = other.undici.undiciTransport({ connections: 2 })
          const { transactions } = createClient({
            profile: documentedProfile,
            baseUrl,
            ...sandbox.credentials,
            http,
          }).user({
            externalUserId: 'A6J',
          })
          list(transactions.all())
            .then(resolve, reject)
            .finally(() => listening.unsubscribe())
        },
        error: reject,
      })
    })
    assert.equal(rows.length, 5)
  })

  await check(`${title}: a secret of the other kind is one, and shows nothing`, () => {
    const secret = other.rxbank.redact('s3cr3t')
    assert.equal(reveal(secret), 's3cr3t')
    assert.ok(secret instanceof Redacted)
    assert.equal(other.rxbank.reveal(redact('s3cr3t')), 's3cr3t')
    assert.ok(!JSON.stringify({ secret }).includes('s3cr3t'))
    assert.throws(() => reveal({ ...secret }), TypeError)
  })

  await check(`${title}: a sandbox of the other kind gives its secret`, async () => {
    const { credentials, http } = other.sandbox.createSandbox({ profile: documentedProfile, seed: 1 })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    assert.notEqual((await list(client.user({ externalUserId: 'A6J' }).accounts.all())).length, 0)
  })

  await check(`${title}: codecs of the other kind tell what they leave out, and see removals`, async () => {
    const { bridge2021 } = other.bridge
    const whole = { id: 1, account_id: 2, amount: -4.99, date: '2026-01-15', updated_at: '2026-01-15T10:00:00Z' }
    const rows = [
      { ...whole, booking_date: '' },
      { id: 2, is_deleted: true },
    ]
    const http = () => of({ status: 200, headers: {}, body: JSON.stringify({ resources: rows }) })
    const token$ = of({
      access_token: other.rxbank.redact('t'),
      expires_at: new Date(Date.UTC(9000, 0)),
      user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' },
    })
    const client = createClient({ clientId: 'id', clientSecret: 's', profile: bridge2021, http })
    const reported = []
    client.events$
      .pipe(filter(({ _tag }) => _tag === 'FieldMismatch'))
      .subscribe(({ path, expected }) => reported.push([path, expected]))
    const { resources } = await firstValueFrom(client.user({ token$ }).transactions.watchUpdated())
    assert.deepEqual(resources, [
      { ...whole, updated_at: new Date('2026-01-15T10:00:00Z') },
      { id: 2, is_deleted: true },
    ])
    assert.deepEqual(reported, [['/booking_date', 'date (YYYY-MM-DD)']])
  })

  await check(`${title}: an error of the other kind is a client error`, async () => {
    const http = (request) => from([request]).pipe(map(() => other.rxbank.toClientError(new Error('x'), request)))
    const error = await firstValueFrom(http({ operation: 'x', page: { _tag: 'None' }, url: 'https://bank.example' }))
    assert.ok(one.rxbank.isClientError(error))
  })
}
