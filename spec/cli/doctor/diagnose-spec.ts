import { finalize, NEVER, of } from 'rxjs'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { diagnose, initialDiagnosis } from '../../../lib/cli/doctor/diagnose.js'
import { createVirtualClock, documentedProfile, type Http, type ServiceProfile } from '../../../lib/index.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { always, areaOf, operationOf, practice, saidOf } from './practice.js'

const tried = (outcome: string): boolean => outcome !== 'not-tried' && outcome !== 'unspecified'

describe('diagnose', () => {
  describe('of a service that works', () => {
    const { sandbox, examine, config, clock } = practice()
    const report = examine()
    const requests = sandbox.journal.entries()

    it('finds nothing wrong, and nothing to do', () => {
      expect(report).toMatchObject({ report: 1, verdict: 'ok', first: null, complete: true })
      expect(report.areas.map(({ verdict }) => verdict)).toStrictEqual(Array(9).fill('ok'))
      expect(report.service).toStrictEqual({
        origin: 'https://bank.example',
        profile: 'documented',
        versionHeader: 'Service-Version',
        serviceVersion: '2021-06-01',
      })
    })

    it('tries everything that reads, and reads a second page', () => {
      const outcomes = report.operations.filter(({ outcome }) => tried(outcome)).map(({ outcome }) => outcome)
      expect(outcomes).toStrictEqual(Array(13).fill('answered'))
      expect(operationOf(report, 'banks.list')).toMatchObject({ status: 200, pages: 2, rows: 100, hasNext: true })
      expect(operationOf(report, 'stocks.get')).toMatchObject({ status: 200, rows: 1, hasNext: null })
      expect(saidOf(report, 'paging')).toContain('banks.list')
    })

    it('has a row for every operation of the profile', () => {
      // The earlier path of the refresh status is no operation of its own.
      expect(report.operations).toHaveLength(Object.keys(documentedProfile.paths).length - 1)
      expect(operationOf(report, 'users.create')).toMatchObject({
        outcome: 'unspecified',
        reason: 'not in the profile',
      })
      expect(operationOf(report, 'users.changePassword')).toMatchObject({
        outcome: 'not-tried',
        reason: 'it would change data',
        path: '/v2/users/:id/password',
      })
    })

    it('sends GET and requests a token, one request after the other, some dozens at most', () => {
      expect(requests).toHaveLength(report.requests)
      expect(requests.length).toBeLessThan(40)
      for (const { method, route } of requests)
        expect([method, route]).toEqual([route === 'authenticate' ? 'POST' : 'GET', route])
    })

    it('says what it is about to try, and tells more and more', () => {
      const reported: Array<string | null> = []
      const subscription = diagnose(config).subscribe(({ currentStep }) => reported.push(currentStep))
      clock.advance(1000)
      subscription.unsubscribe()
      expect(reported.slice(0, 3)).toStrictEqual(['the connection', 'the connection', 'banks.list'])
      expect(reported).toContain('stocks.get')
      expect(reported.at(-1)).toBeNull()
    })

    it('requests what changed since a month ago', () => {
      const { query } = requests.find(({ route }) => route === 'transactionsUpdated') ?? {}
      expect(new URLSearchParams(query).get('since')).toBe('2026-01-01T12:00:00.250Z')
    })
  })

  it('asks about the user who is named, whoever is first in the list of users', () => {
    const { sandbox, examine } = practice()
    const [, user] = sandbox.users
    examine({ identity: { userUuid: user?.uuid ?? '' } })
    const asked = sandbox.journal.entries().find(({ route }) => route === 'userItems')
    expect(asked?.path).toContain(String(user?.uuid))
  })

  describe('tells apart', () => {
    it('a wrong id', () => {
      const report = practice().examine({ clientId: 'nobody' })
      expect(saidOf(report, 'credentials')).toMatch(/^the client id is not accepted/)
      expect(report).toMatchObject({
        verdict: 'failure',
        first: 'check the client id, and that it is for this service',
      })
    })

    it('a wrong secret', () => {
      const report = practice().examine({ clientSecret: 'wrong' })
      expect(saidOf(report, 'credentials')).toContain('the client id is accepted\nthe client secret is not accepted')
      expect(report.first).toMatch(/^check the client secret/)
    })

    it('a user who is not there', () => {
      const report = practice().examine({ identity: { externalUserId: 'nobody' } })
      expect(saidOf(report, 'credentials')).toContain('the client secret is accepted\n')
      expect(report.first).toMatch(/^check the user/)
      expect(operationOf(report, 'items.list')).toMatchObject({ outcome: 'not-tried', reason: 'there is no token' })
    })

    it('a wrong password', () => {
      const { sandbox, examine } = practice()
      const email = sandbox.users[0]?.email ?? ''
      expect(examine({ identity: { email, password: 'wrong' } }).first).toContain('RXBANK_PASSWORD')
      const password = sandbox.users[0]?.password ?? ''
      expect(areaOf(examine({ identity: { email, password } }), 'credentials').verdict).toBe('ok')
    })

    it('a user whom this version cannot name', () => {
      const report = practice().examine({ serviceVersion: '2018-06-15' })
      expect(saidOf(report, 'credentials')).toContain('added in 2021-06-01')
      expect(report.verdict).toBe('failure')
    })

    it('rights that are missing', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'status', status: 403, on: 'users', times: Infinity })
      const report = examine()
      expect(areaOf(report, 'credentials').verdict).toBe('warning')
      expect(saidOf(report, 'credentials')).toContain('the application has no permission to list users')
    })

    it('a token that is refused', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({
        kind: 'unauthorized',
        on: ({ path }) => /items|accounts|stocks|transactions/.test(path),
        times: Infinity,
      })
      expect(saidOf(examine(), 'credentials')).toContain('gives a token, but refuses it')
    })
  })

  describe('with less', () => {
    it('tries what is public, without a secret', () => {
      const { sandbox, examine } = practice()
      const report = examine({ clientSecret: undefined })
      expect(Object.keys(sandbox.journal.counts().routes)).toStrictEqual(['banks', 'categories'])
      expect(areaOf(report, 'settings').verdict).toBe('warning')
      expect(operationOf(report, 'users.list').reason).toBe('no client secret is set')
    })

    it("tries what is the application's, without a user", () => {
      const { sandbox, examine } = practice()
      const report = examine({ identity: undefined })
      expect(sandbox.journal.counts().routes).not.toHaveProperty('authenticate')
      expect(operationOf(report, 'authenticate').reason).toBe('no user is set')
      expect(operationOf(report, 'users.items').outcome).toBe('answered')
      expect(report.verdict).toBe('warning')
    })

    it('goes nowhere when the way is broken', () => {
      const { sandbox, examine } = practice()
      const report = examine({ reach$: of({ name: 'dns', duration: 1, error: 'ENOTFOUND', certificateDays: null }) })
      expect(sandbox.journal.counts().started).toBe(0)
      expect(saidOf(report, 'reachability')).toBe(
        'dns: there is no such host (ENOTFOUND)\n→ check the spelling of the base URL',
      )
      expect(report.first).toBe('check the spelling of the base URL')
    })
  })

  describe('of a service that asks to be left alone', () => {
    it('waits if that is short', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'rate-limit', retryAfter: 2, on: 'categories' })
      const report = examine()
      expect(operationOf(report, 'categories.list')).toMatchObject({ outcome: 'answered', status: 200 })
      const [first, again] = sandbox.journal.entries().filter(({ route }) => route === 'categories')
      expect(Number(again?.time) - Number(first?.time)).toBeGreaterThanOrEqual(2000)
      expect(saidOf(report, 'limits')).toContain('retry-after')
    })

    it('leaves it alone if that is long', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'rate-limit', retryAfter: 60, on: 'categories', times: Infinity })
      const report = examine()
      expect(sandbox.journal.counts().routes).toStrictEqual({ banks: 2, categories: 1 })
      expect(operationOf(report, 'users.list').reason).toBe('the service asked for a pause of 60 s')
      expect(report).toMatchObject({ verdict: 'warning', complete: false })
    })

    it('gives up when it asks again', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'rate-limit', times: Infinity })
      expect(examine().requests).toBe(2)
    })
  })

  describe('spares', () => {
    it('a service that only fails', () => {
      const report = practice().examine({ http: always(500, 'boom') })
      expect(report.requests).toBe(3)
      expect(saidOf(report, 'reachability')).toContain('every request failed: 500')
    })

    it('a service that is mute, and its own time', () => {
      const { clock, examine } = practice()
      const start = clock.monotonic()
      const report = examine({ http: () => NEVER }, 17_000)
      expect(report).toMatchObject({ requests: 2, verdict: 'failure', duration: 16_000 })
      expect(clock.monotonic() - start).toBe(17_000)
      expect(saidOf(report, 'reachability')).toContain('it does not answer in time')
    })

    it('one operation, which it tells of as one', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'latency', ms: 20, times: Infinity })
      const works = examine({ deadline: 1 })
      const fails = examine({ deadline: 1, http: () => NEVER })
      expect(saidOf(works, 'operations')).toMatch(/^the operation that was tried works\n/)
      expect(saidOf(fails, 'operations')).toMatch(/^the operation that was tried does not work\n/)
    })

    it('whoever stops it before the first answer, and does not say then that it works', () => {
      const report = practice().examine({ http: () => NEVER }, 1000)
      expect(report).toMatchObject({ verdict: 'skipped', complete: false, requests: 1 })
    })

    it('everything when the time is over', () => {
      const { sandbox, examine } = practice()
      sandbox.faults.add({ kind: 'latency', ms: 3000, times: Infinity })
      const report = examine({ deadline: 10_000 })
      expect(report).toMatchObject({ complete: false, requests: 4 })
      expect(operationOf(report, 'stocks.get').reason).toBe('the deadline passed')
    })

    it('what nobody waits for any more', () => {
      const { clock, sandbox, config } = practice()
      const aborted: Array<string> = []
      const http: Http = (request) =>
        request.operation === 'users.list'
          ? NEVER.pipe(finalize(() => aborted.push(request.operation)))
          : sandbox.http(request)
      const subscription = diagnose({ ...config, http }).subscribe()
      clock.advance(1000)
      const { started } = sandbox.journal.counts()
      expect(aborted).toStrictEqual([])
      subscription.unsubscribe()
      clock.advance(100_000)
      expect(aborted).toStrictEqual(['users.list'])
      expect(sandbox.journal.counts().started).toBe(started)
    })
  })

  it('sends nothing that changes anything, whatever a profile calls for', () => {
    const { sandbox, examine } = practice()
    const profile: ServiceProfile = { ...documentedProfile, methods: { banks: 'DELETE', users: 'POST' } }
    examine({ profile })
    for (const { method, route } of sandbox.journal.entries())
      expect(route === 'authenticate' || method === 'GET').toBe(true)
  })

  describe('of a service that speaks more than one API version', () => {
    const html = always(200, '<!doctype html>', { 'content-type': 'text/html' })
    const ofAny = (profile: unknown) => profile as ServiceProfile
    const known = [bridge2018, bridge2021, bridge2025].map(ofAny)
    const examined = (profile: ServiceProfile, now: string, oldest: ServiceProfile, newest?: Http) => {
      const clock = createVirtualClock({ start: Date.parse(now) })
      const old = createSandbox({ clock, profile: oldest, transactions: 20, banks: 20 })
      const v3 = createSandbox({ clock, profile: bridge2025, dialect: dialect2025, transactions: 20, banks: 20 })
      const http: Http = (request) => (request.url.includes('/v3/') ? (newest ?? v3.http)(request) : old.http(request))
      const [user] = old.users
      const identity = { email: user?.email ?? '', password: user?.password ?? '' }
      const { config, examine } = practice()
      const serviceVersion = profile.serviceVersion ?? ''
      const report = examine({ ...config, clock, http, profile, profiles: known, serviceVersion, identity })
      return { report, old, v3 }
    }

    it('says when its own ends, and which others the credentials are good for, with the secret if they need it', () => {
      const { report, v3 } = examined(ofAny(bridge2021), '2026-11-22T12:00:00Z', ofAny(bridge2021))
      expect(saidOf(report, 'version')).toBe(
        'Bridge-Version: 2021-06-01 is accepted; the service ends it on 2027-12-31\n' +
          '2025-01-15 is also accepted: --profile bridge2025',
      )
      expect(areaOf(report, 'version').verdict).toBe('ok')
      expect(v3.journal.entries().map(({ route, status }) => [route, status])).toEqual([['banks', 200]])
    })

    it('requests no other if it was asked to be left alone', () => {
      const clock = createVirtualClock({ start: Date.parse('2026-11-22T12:00:00Z') })
      const old = createSandbox({ clock, profile: bridge2021, transactions: 20, banks: 20 })
      const paths: Array<string> = []
      const http: Http = (request) => {
        paths.push(new URL(request.url).pathname)
        const busy = { status: 429, headers: { 'retry-after': '300' }, body: '{}' }
        return request.url.includes('/categories') ? of(busy) : old.http(request)
      }
      const { config, examine } = practice()
      const profile = ofAny(bridge2021)
      examine({ ...config, clock, http, profile, profiles: known, serviceVersion: '2021-06-01' })
      expect(paths.length).toBeGreaterThan(1)
      expect(paths.filter((path) => path.startsWith('/v3'))).toEqual([])
    })

    it('takes a page of HTML for no API version', () => {
      const { report } = examined(ofAny(bridge2021), '2026-11-22T12:00:00Z', ofAny(bridge2021), html)
      expect(saidOf(report, 'version')).not.toContain('2025-01-15')
    })

    it('warns half a year before the end', () => {
      const { report } = examined(ofAny(bridge2021), '2027-11-22T12:00:00Z', ofAny(bridge2021))
      expect(saidOf(report, 'version')).toContain('2021-06-01 is accepted; the service ends it on 2027-12-31')
      expect([areaOf(report, 'version').verdict, report.first]).toEqual([
        'warning',
        'move to --profile bridge2025: see docs/guides/versions.md',
      ])
    })

    it('finds a newer one that has another header, with the secret, for it is of the same service', () => {
      const { report, v3 } = examined(ofAny(bridge2018), '2026-01-22T12:00:00Z', ofAny(bridge2018))
      expect(saidOf(report, 'version')).toContain('2025-01-15 is also accepted: --profile bridge2025')
      expect(v3.journal.entries().map(({ route, status }) => [route, status])).toEqual([['banks', 200]])
    })

    it.each([
      ['2018-06-14', 'bridge2021', undefined],
      ['2019-02-18', 'bridge2018', undefined],
      ['2020-07-01', 'bridge2021', undefined],
      ['2021-06-01', 'bridge2018', '2027-12-31'],
      ['2022-01-01', 'bridge2021', '2027-12-31'],
      ['2025-01-15', 'bridge2021', undefined],
      ['2020-07-01', 'documented', undefined],
    ])('takes %s of %s for the API version that came before it', (serviceVersion, name, on) => {
      const profile = known.find((one) => one.name === name) ?? documentedProfile
      const { config } = practice()
      expect(initialDiagnosis({ ...config, profile, profiles: known, serviceVersion }).sunset?.date).toBe(on)
    })
  })

  it('asks with other versions if its own is refused, with the id alone', () => {
    const { sandbox, examine } = practice()
    const report = examine({
      profile: bridge2021 as unknown as ServiceProfile,
      profiles: [documentedProfile, bridge2021 as unknown as ServiceProfile],
    })
    expect(saidOf(report, 'version')).toBe(
      'Bridge-Version: 2021-06-01 is not accepted; the header and version of documented are\n→ try --profile documented',
    )
    expect(report.first).toBe('try --profile documented')
    const last = sandbox.journal.entries().at(-1)
    expect([last?.route, Object.keys(last?.headers ?? {}).includes('client-secret')]).toStrictEqual(['banks', false])
  })
})
