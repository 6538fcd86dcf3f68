import { isLeft, right } from 'fp-ts/lib/Either.js'
import { lastValueFrom, of, take } from 'rxjs'
import { bridge2021, bridge2025 } from '../../lib/bridge.js'
import { createClient, createVirtualClock, type Http } from '../../lib/index.js'
import { createGateway } from '../../lib/node.js'
import { createSandbox } from '../../lib/sandbox.js'
import { item2025, transaction2025 } from '../fixtures/bridge2025.js'
import { read, readOne, refusal } from '../helpers/profiles.js'
import { json } from '../helpers/responses.js'

/** A client of the service as of 2025-01-15, whose service answers with a body. */
const answering = (body: object) => {
  const urls: Array<string> = []
  const http: Http = ({ url }) => {
    urls.push(url)
    return of(json(body))
  }
  const client = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 'secret', http })
  return { client, urls }
}

const wrongIds = ['jane@mail.example', 'x'.repeat(129), 'jane doe', 'jane.doe', 'é', 'a/b', 'a\n']

describe('an external id of a user, as of 2025-01-15', () => {
  const expected = '1 to 128 letters, digits, hyphens and underscores, such as a hash of an email'

  it.each(wrongIds)('%j is refused before anything is sent', (externalUserId) => {
    const { client, urls } = answering({})
    expect(refusal(client.users.create({ externalUserId }))).toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/externalUserId', expected }],
    })
    expect(() => client.user({ externalUserId })).toThrow(`identity/externalUserId: expected ${expected}`)
    expect(urls).toEqual([])
  })

  it.each(['A6J', 'x'.repeat(128), '4a1c1a1b-8e8c_4f5e'])('%j is sent', (externalUserId) => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ profile: bridge2025, clock, users: 0 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const { uuid } = readOne(client.users.create({ externalUserId }))
    expect(readOne(client.user({ externalUserId }).token$.pipe(take(1))).user.uuid).toBe(uuid)
  })

  it('may be an email in an earlier version', () => {
    expect(() =>
      createClient({ profile: bridge2021, clientId: 'id', clientSecret: 'secret' }).user({
        externalUserId: 'jane@mail.example',
      }),
    ).not.toThrow()
  })

  it('that `authorize` of a gateway returns is the fault of the app: 500, and `onError`', async () => {
    const errors: Array<unknown> = []
    const gateway = createGateway(answering({}).client, {
      authorize: () => ({ externalUserId: 'jane@mail.example' }),
      onError: (error) => errors.push(error),
    })
    const request = new Request('https://app.example/v3/aggregation/items', {
      headers: { 'RxBank-Gateway': 'interactive' },
    })
    expect((await gateway(request)).status).toBe(500)
    expect(errors).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/identity/externalUserId', expected }] }])
  })
})

describe('answers of the service, as of 2025-01-15', () => {
  it('may have one category in a list, or alone', async () => {
    const salary = { id: 3, name: 'Salary', parent_id: 2 }
    for (const body of [salary, { resources: [salary] }]) {
      expect(await lastValueFrom(answering(body).client.categories.get(3))).toEqual(salary)
    }
    for (const body of [{ resources: [] }, { resources: [salary, salary] }, { resources: [{ name: 'Salary' }] }]) {
      await expect(lastValueFrom(answering(body).client.categories.get(3))).rejects.toMatchObject({
        _tag: 'DecodeError',
      })
    }
  })

  it('have the code of an application that is full', () => {
    const sandbox = createSandbox({ profile: bridge2025, users: 1, maxUsers: 1 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
    expect(refusal(client.users.create())).toMatchObject({
      _tag: 'StatusError',
      status: 403,
      codes: [{ code: 'app.users.maximum_reached' }],
    })
  })

  it('have account information and insights in `resources`', () => {
    const sandbox = createSandbox({ profile: bridge2025, clock: createVirtualClock() })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
    const user = client.user({ externalUserId: 'A6J' })
    expect(read(user.accounts.information.all()).length).toBe(2)
    expect(readOne(user.insights.category())).toEqual({ resources: expect.any(Array) })
  })

  it('have filters of providers by their environment', () => {
    const { client, urls } = answering({ resources: [] })
    read(client.banks.pages({ providerEnvironments: ['production', 'sandbox'] }))
    expect(urls).toEqual(['https://api.bridgeapi.io/v3/providers?provider_environments=production%2Csandbox'])
  })

  it('leave out an id of a payment that is no text, and keep the transaction', () => {
    const { transaction } = bridge2025.codecs
    const row = { ...transaction2025, bridge_payment_information: { payment_link_id: 5, payment_request_id: 'a' } }
    expect(transaction.decode(row)).toMatchObject(right({ bridge_payment_information: { payment_request_id: 'a' } }))
    expect(isLeft(transaction.decode({ ...row, amount: '5' }))).toBe(true)
  })

  it('may have times of an item as days or without a zone, in UTC', () => {
    const { item } = bridge2025.codecs
    const row = { ...item2025, created_at: '2026-01-05', authentication_expires_at: '2026-06-30T12:00:00' }
    expect(item.decode(row)).toMatchObject(
      right({ created_at: new Date('2026-01-05'), authentication_expires_at: new Date('2026-06-30T12:00:00Z') }),
    )
    expect(item.decode({ ...row, authentication_expires_at: 5 })).toMatchObject(right({ authentication_expires_at: 5 }))
  })
})
