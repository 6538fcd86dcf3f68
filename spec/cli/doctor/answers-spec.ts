import * as t from 'io-ts'
import { of } from 'rxjs'
import { id, record } from '../../../lib/codec.js'
import { documentedProfile, type Http, type ServiceProfile } from '../../../lib/index.js'
import { always, areaOf, operationOf, practice, saidOf } from './practice.js'

const canary = 'c4n4ry'

/** Answers in the place of one operation. */
const instead =
  (http: Http, operation: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Http =>
  (request) =>
    request.operation === operation ? of({ status: 200, headers, body: JSON.stringify(body) }) : http(request)

describe('answers that are not as they should be', () => {
  it.each([
    ['html', '<html>log in</html>', 'text/html; charset=utf-8', 'it answers text/html instead of JSON'],
    ['nothing', '', 'application/json', 'an empty response where JSON was expected: banks.list, categories.list'],
    ['half of it', '{"resources":[{"id"', 'application/json', 'not JSON, or cut off: banks.list, categories.list'],
  ])('%s', (_, body, type, said) => {
    const headers = { 'content-type': type, 'content-length': String(body.length) }
    const report = practice().examine({ http: always(200, body, headers) })
    expect(report.verdict).toBe('failure')
    expect(saidOf(report, 'reachability') + saidOf(report, 'fields')).toContain(said)
    expect(saidOf(report, 'reachability')).not.toContain('application/json')
    expect(areaOf(report, 'credentials').verdict).toBe('skipped')
    expect(areaOf(report, 'version').verdict).toBe('skipped')
    expect(report.first).toMatch(/^check the base URL/)
  })

  it.each(['', '{"resources":[{"id"'])('%j, of no stated length, which is a connection that was lost', (body) => {
    const report = practice().examine({ http: always(200, body, { 'content-type': 'application/json' }) })
    expect(report.verdict).toBe('failure')
    expect(saidOf(report, 'reachability')).toContain('the connection was lost (ERR_STREAM_PREMATURE_CLOSE)')
    expect(areaOf(report, 'credentials').verdict).toBe('skipped')
  })

  it.each([
    [301, { location: `https://${canary}.example/v2/banks?client_secret=${canary}` }, 'to another host,'],
    [302, { location: `/login?secret=${canary}` }, 'to https://bank.example,'],
    [307, {}, '307, a redirect, and'],
    [308, { location: 'http://[' }, '308, a redirect, and'],
  ])('a redirect %i', (status, headers, said) => {
    const report = practice().examine({ http: always(status, '', headers) })
    expect(saidOf(report, 'reachability')).toContain(said)
    expect(JSON.stringify(report)).not.toContain(canary)
    expect(report.requests).toBe(3)
  })

  it('paths that nobody knows', () => {
    const report = practice().examine({ http: always(404, '{}') })
    expect(saidOf(report, 'reachability')).toContain('it has none of the paths')
    expect(areaOf(report, 'credentials').verdict).toBe('skipped')
  })

  it('one path that is not there', () => {
    const { sandbox, examine } = practice()
    sandbox.faults.add({ kind: 'status', status: 405, on: 'stocks', times: Infinity })
    const report = examine()
    expect(operationOf(report, 'stocks.list')).toMatchObject({ outcome: 'absent', status: 405, verdict: 'warning' })
    expect(saidOf(report, 'operations')).toContain('not found: stocks.list')
    expect(operationOf(report, 'stocks.get')).toMatchObject({
      outcome: 'not-tried',
      reason: 'the user has no stock to read',
    })
  })

  it('the word of an error, and never its message', () => {
    const { sandbox, examine } = practice()
    const body = JSON.stringify({ type: 'forbidden', message: canary })
    sandbox.faults.add({ kind: 'status', status: 403, body, on: 'accounts', times: Infinity })
    const report = examine()
    expect(operationOf(report, 'accounts.list')).toMatchObject({ outcome: 'refused', reason: 'forbidden' })
    expect(JSON.stringify(report)).not.toContain(canary)
  })

  it.each([
    ['foreign-link', { kind: 'foreign-link', url: `https://elsewhere.example/?c=${canary}` }, 'leaves the base URL'],
    ['repeated-cursor', { kind: 'repeated-cursor' }, 'leads back to a page'],
  ] as const)('a link that goes wrong: %s', (_, fault, said) => {
    const { sandbox, examine } = practice()
    sandbox.faults.add({ ...fault, on: 'banks', times: Infinity })
    const report = examine()
    expect(operationOf(report, 'banks.list').outcome).toBe('misled')
    expect(saidOf(report, 'paging')).toContain(said)
    expect(areaOf(report, 'paging').verdict).toBe('failure')
    expect(JSON.stringify(report)).not.toContain(canary)
  })

  it('fields of a wrong type, by their paths', () => {
    const { sandbox, examine } = practice()
    sandbox.faults.add({
      kind: 'wrong-type',
      on: 'transactions',
      row: 3,
      field: 'updated_at',
      value: canary,
      times: Infinity,
    })
    const report = examine()
    const expected = [{ path: '/resources/3/updated_at', expected: 'timestamp' }]
    expect(operationOf(report, 'transactions.list')).toMatchObject({ outcome: 'undecoded', mismatches: expected })
    expect(saidOf(report, 'fields')).toContain(
      'transactions.list is not as the profile expects: expected timestamp at /resources/3/updated_at',
    )
    expect(JSON.stringify(report)).not.toContain(canary)
  })

  it('fields that nobody knows, by path, type and number, never by value', () => {
    const { sandbox, examine } = practice()
    const rows = [
      { id: 1, status: 0, amount: canary, [`iban_${canary}_12345`]: 1, salary: { deep: canary } },
      { id: 2, status: 0, amount: null },
    ]
    const report = examine({ http: instead(sandbox.http, 'items.list', { resources: rows }) })
    expect(operationOf(report, 'items.list').unknownFields).toStrictEqual([
      { path: 'amount', types: ['null', 'string'], count: 2, total: 2 },
      { path: '*', types: ['number', 'object'], count: 1, total: 2 },
    ])
    expect(areaOf(report, 'fields')).toMatchObject({ verdict: 'warning' })
    expect(saidOf(report, 'fields')).toContain('2 fields that the profile does not know; they are kept')
    expect(JSON.stringify(report)).not.toContain(canary)
    expect(JSON.stringify(report)).not.toContain('salary')
  })

  it('fields of another type than is assumed, which are read all the same', () => {
    const { sandbox, examine } = practice()
    const rows = [
      { id: 1, status: canary },
      { id: 2, status: 0 },
    ]
    const report = examine({ http: instead(sandbox.http, 'items.list', { resources: rows }) })
    expect(operationOf(report, 'items.list')).toMatchObject({
      outcome: 'answered',
      differingFields: [{ path: 'status', expected: 'number', count: 1 }],
    })
    expect(saidOf(report, 'fields')).toContain('1 field of another type than the profile assumes; it is kept unchanged')
    expect(JSON.stringify(report)).not.toContain(canary)
  })

  it('fields that are missing, the required ones too', () => {
    const { sandbox, examine } = practice()
    const rows = [{ id: 1, status: 0 }, { status: 0 }]
    const { missingFields, outcome } = operationOf(
      examine({ http: instead(sandbox.http, 'items.list', { resources: rows }) }),
      'items.list',
    )
    expect(outcome).toBe('undecoded')
    expect(missingFields).toContainEqual({ path: 'id', required: true, count: 1, total: 2 })
    expect(missingFields).toContainEqual({ path: 'bank_id', required: false, count: 0, total: 2 })
    expect(missingFields.map(({ path }) => path)).not.toContain('status')
  })

  it('rows of another API version: the profile that reads them is named', () => {
    const { sandbox, examine } = practice()
    const hash = record('hash', { id }, { resource_type: t.string })
    const item = record('item', { id, bank: hash }, { status: t.number })
    const other = {
      ...documentedProfile,
      name: 'other',
      codecs: { ...documentedProfile.codecs, item },
    } as unknown as ServiceProfile
    const rows = [{ id: 187741, status: 0, bank: { id: 408, resource_type: 'bank' } }]
    const http = instead(instead(sandbox.http, 'items.list', { resources: rows }), 'users.items', { resources: rows })
    const used = {
      ...documentedProfile,
      codecs: { ...documentedProfile.codecs, item: record('item', { id, bank_id: id }, {}) },
    }
    const report = examine({ http, profile: used as unknown as ServiceProfile, profiles: [documentedProfile, other] })
    expect(operationOf(report, 'items.list')).toMatchObject({ outcome: 'undecoded' })
    expect(saidOf(report, 'version')).toContain(
      'the responses look like those of other, which reads more of them than documented',
    )
    expect(report.first).toBe('try --profile other')
  })

  it('an answer that is far too long', () => {
    const rows = [{ id: 1, long: 'x'.repeat(5_000_000) }]
    const { sandbox, examine } = practice()
    const report = examine({ http: instead(sandbox.http, 'banks.list', { resources: rows }) })
    expect(saidOf(report, 'limits')).toContain('banks.list: a response of more than 4,000,000 characters')
    expect(JSON.stringify(report).length).toBeLessThan(50_000)
  })

  it('headers about limits, by name', () => {
    const { sandbox, examine } = practice()
    const headers = { 'ratelimit-remaining': canary, 'x-ratelimit-limit': '60', 'content-type': 'application/json' }
    const report = examine({ http: instead(sandbox.http, 'banks.list', { resources: [] }, headers) })
    expect(saidOf(report, 'limits')).toContain('it sends limit headers: ratelimit-remaining, x-ratelimit-limit')
    expect(JSON.stringify(report)).not.toContain(canary)
  })

  it.each([
    ['agree', 0, 'ok', 'agree'],
    ['agree within what the header tells', 700, 'ok', 'agree'],
    ['differ a little', 10_000, 'ok', '10 s behind'],
    ['differ', -60_000, 'warning', '60 s ahead'],
    ['differ by a day', 86_400_000, 'failure', '24 h 0 min behind'],
  ])('clocks that %s', (_, ms, verdict, said) => {
    const { sandbox, examine } = practice()
    sandbox.faults.add({ kind: 'skew', ms, times: Infinity })
    const report = examine()
    expect(areaOf(report, 'clock').verdict).toBe(verdict)
    expect(saidOf(report, 'clock')).toContain(said)
  })

  it('clocks that are not told, or contradict each other', () => {
    const one = practice()
    one.sandbox.faults.add({ kind: 'no-date', times: Infinity })
    expect(saidOf(one.examine(), 'clock')).toBe('the service does not send its time')
    const other = practice()
    other.sandbox.faults.add({ kind: 'skew', ms: 5_000_000, times: 3 })
    expect(saidOf(other.examine(), 'clock')).toContain('contradict each other')
  })
})
