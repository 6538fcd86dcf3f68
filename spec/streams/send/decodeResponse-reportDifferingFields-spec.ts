import { of } from 'rxjs'
import { assumed } from '../../../lib/base/codec/assumed.js'
import { id } from '../../../lib/base/codec/id.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { record } from '../../../lib/base/codec/record.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { ClientConfig, ClientEvent } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { outcome } from '../../helpers/lists.js'

const text = (body: string) => ({ status: 200, headers: { 'content-type': 'application/json' }, body })

const canary = 'FR7630006000011234567890189'

/** A client whose every answer is this body, and the events that it tells. */
const answering = (body: string, config: Partial<ClientConfig> = {}) => {
  const events: Array<ClientEvent> = []
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    http: () => of(text(body)),
    ...(config as object),
  })
  client.events$.subscribe((event) => events.push(event))
  return { client, reported: () => events.filter(({ _tag }) => _tag === 'FieldMismatch'), events }
}

const rows = (count: number, more: string): string =>
  `{"resources":[${Array.from({ length: count }, (_, n) => `{"id":${String(n)},${more}}`).join()}]}`

describe('a field that are not documented', () => {
  it('of another type passes, and is told once for all rows of all lists, without its value', async () => {
    const { client, reported, events } = answering(rows(30_000, `"name":["${canary}"],"capabilities":{"${canary}":1}`))
    const { values } = await outcome(client.banks.all())
    expect(values).toHaveLength(30_000)
    expect(values[7]).toStrictEqual({ id: 7, name: [canary], capabilities: { [canary]: 1 } })
    await outcome(client.banks.all())
    expect(reported()).toMatchObject([
      { operation: 'banks.list', path: '/name', expected: 'string', request: 1 },
      { operation: 'banks.list', path: '/capabilities', expected: 'list of string', request: 1 },
    ])
    expect(JSON.stringify(events)).not.toContain(canary)
  })

  it('is told for each operation, and by each client', () => {
    const row = { id: 1, amount: canary, description: 'x' }
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const ask = () => {
      const events: Array<ClientEvent> = []
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        ...credentials,
        http: (request) => (request.method === 'POST' ? http(request) : of(text(JSON.stringify({ resources: [row] })))),
      })
      client.events$.subscribe((event) => events.push(event))
      const { transactions } = client.user({ externalUserId: 'A6J' })
      transactions.all().subscribe()
      transactions.updated().all().subscribe()
      transactions.all().subscribe()
      return events.flatMap((event) => (event._tag === 'FieldMismatch' ? [[event.operation, event.path]] : []))
    }
    const each = [
      ['transactions.list', '/amount'],
      ['transactions.updated', '/amount'],
    ]
    expect(ask()).toEqual(each)
    expect(ask()).toEqual(each)
  })

  it('is told when somebody listens, though nobody did before', async () => {
    const http = () => of(text(rows(1, '"name":7')))
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id', http })
    await outcome(client.banks.all())
    const events: Array<string> = []
    client.events$.subscribe(({ _tag }) => events.push(_tag))
    await outcome(client.banks.all())
    await outcome(client.banks.all())
    expect(events.filter((tag) => tag === 'FieldMismatch')).toHaveLength(1)
  })

  it('passes whatever it is', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    for (const value of ['null', 'true', '1e999', deep, '{"__proto__":{"id":2}}', `"${'x'.repeat(10_000_000)}"`]) {
      const { client } = answering(rows(2, `"display_order":${value},"form":${value}`))
      const { error, values } = await outcome(client.banks.all())
      expect(error).toBeUndefined()
      expect(values).toHaveLength(2)
    }
  })

  it('is no cover for one that is shown, whose error holds no value', async () => {
    const { client } = answering(rows(1, `"name":7`).replace('"id":0', `"id":"${canary}"`))
    const { error } = await outcome(client.banks.all())
    expect(error).toMatchObject({ _tag: 'DecodeError', issues: [{ path: '/resources/0/id', expected: 'id' }] })
    expect(JSON.stringify(error)).not.toContain(canary)
  })

  it('is told of a thousand times at most, if operations are many', () => {
    const { client, reported } = answering('{"id":1,"a":"x"}')
    const codec = record('row', { id }, assumed({ a: finite }))
    for (let n = 0; n < 1100; n++)
      client
        .send({ operation: `own.${String(n)}`, method: 'GET', path: '/v2/own', access: 'public', codec })
        .subscribe()
    expect(reported()).toHaveLength(1000)
  })
})
