import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { DialectName, Sandbox, SandboxConfig } from '../../../lib/sandbox.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import { ask as askAs, json, type PageBody, type Row, start, virtualSandbox } from './caller.js'

const profiles: Readonly<Record<string, ServiceInterface>> = { bridge2018, bridge2021 }

interface Asking {
  readonly sandbox: Sandbox
  readonly get: (path: string) => unknown
  readonly rows: (path: string) => ReadonlyArray<Row>
}

/** A sandbox that plays a profile, and the bodies of its answers to its first user. */
const play = (name: string, config: Partial<SandboxConfig> = {}): Asking => {
  const profile = profiles[name] ?? documentedProfile
  const clock = createVirtualClock({ start: start + 789 })
  const sandbox = virtualSandbox({ profile, clock, ...config })
  const [user] = sandbox.users
  const isInQuery = profile.credentials === 'query'
  const credentials = { 'Client-Id': 'sandbox-client', 'Client-Secret': 'sandbox-secret' }
  const headers = { [profile.versionHeader]: profile.serviceVersion ?? '2021-06-01', ...(isInQuery ? {} : credentials) }
  const at = (path: string): string =>
    isInQuery ? `${path}${path.includes('?') ? '&' : '?'}client_id=sandbox-client&client_secret=sandbox-secret` : path
  const who = { email: user?.email ?? '', password: user?.password ?? '' }
  const answer = isInQuery
    ? askAs(sandbox, at(`/v2/authenticate?${new URLSearchParams(who).toString()}`), { method: 'POST', headers })
    : askAs(sandbox, '/v2/authenticate', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(who),
      })
  const { access_token: token } = json<{ access_token: string }>(answer)
  const get = (path: string) => json(askAs(sandbox, at(path), { headers, token }))
  return { sandbox, get, rows: (path) => (get(path) as PageBody).resources }
}

const hash = (type: string, plural: string) => ({
  id: expect.any(Number),
  resource_uri: expect.stringMatching(new RegExp(`^/v2/${plural}/\\d+$`)),
  resource_type: type,
})

const keys = (row: object | undefined): ReadonlyArray<string> => Object.keys(row ?? {}).sort()

/** The fields of a row, in the order of the alphabet. */
const fields = (text: string): ReadonlyArray<string> => text.split(' ').sort()

describe('rows of a sandbox that plays bridge2018', () => {
  const { get, rows, sandbox } = play('bridge2018')

  it('refer by hashes, and say what they are', () => {
    expect(rows('/v2/items')[0]).toEqual({
      ...hash('item', 'items'),
      status: 0,
      bank: hash('bank', 'banks'),
      accounts: Array.from({ length: 4 }, () => hash('account', 'accounts')),
    })
    expect(rows('/v2/accounts')[0]).toMatchObject({ item: hash('item', 'items'), bank: hash('bank', 'banks') })
    expect(rows('/v2/transactions')[0]).toMatchObject({
      category: hash('category', 'categories'),
      account: hash('account', 'accounts'),
    })
    expect(rows('/v2/stocks')[0]).toMatchObject({ ...hash('stock', 'stocks'), account: hash('account', 'accounts') })
    const { uuid, email } = sandbox.users[0] ?? {}
    expect(rows('/v2/users').at(-1)).toEqual({
      uuid,
      resource_uri: `/v2/users/${String(uuid)}`,
      resource_type: 'user',
      email,
    })
  })

  it('have the fields of their API version, and no others', () => {
    expect(keys(rows('/v2/accounts')[0])).toEqual(
      fields(
        'id name balance currency_code status type updated_at item bank resource_uri resource_type loan_details savings_details',
      ),
    )
    expect(keys(rows('/v2/transactions')[0])).toEqual(
      fields(
        'id description raw_description amount date updated_at currency_code is_deleted category account resource_uri resource_type',
      ),
    )
  })

  it('have moments of whole seconds if the deployment has them', () => {
    const second = /T\d\d:\d\d:\d\dZ$/
    expect(rows('/v2/accounts')[0]?.updated_at).toMatch(second)
    expect(rows('/v2/transactions')[0]?.updated_at).toMatch(second)
    expect((get('/v2/items/187000/refresh/status') as Row).refreshed_at).toMatch(second)
    expect(rows('/v2/stocks')[0]?.updated_at).toMatch(/\.\d{3}Z$/)
  })

  it('have banks by country and group', () => {
    const [country] = rows('/v2/banks?limit=3') as ReadonlyArray<unknown> as ReadonlyArray<{
      readonly country_code: string
      readonly parent_banks: ReadonlyArray<{ readonly banks: ReadonlyArray<object> }>
    }>
    expect(keys(country)).toEqual(['country_code', 'parent_banks'])
    const [parent] = country?.parent_banks ?? []
    expect(keys(parent)).toEqual(['banks', 'logo_url', 'name'])
    expect(keys(parent?.banks[0])).toEqual(
      fields('id resource_uri resource_type name country_code automatic_refresh primary_color secondary_color form'),
    )
  })

  it('count banks, not countries, on a page', () => {
    const page = get('/v2/banks?limit=20') as {
      resources: ReadonlyArray<{ parent_banks: ReadonlyArray<{ banks: ReadonlyArray<Row> }> }>
    }
    const leaves = page.resources.flatMap(({ parent_banks }) => parent_banks.flatMap(({ banks }) => banks))
    expect(leaves).toHaveLength(20)
    expect(page.resources.length).toBeLessThan(20)
  })

  it('have categories one by one, one of them twice', () => {
    const pages = ['/v2/categories?limit=500', '/v2/categories?limit=500'].map((path) => rows(path))
    const [listed = []] = pages
    expect(listed.filter(({ id }) => id === 309)).toHaveLength(2)
    expect(listed.find(({ id }) => id === 321)).toEqual({
      ...hash('category', 'categories'),
      name: 'Pets',
      parent: { id: 170, resource_uri: '/v2/categories/170', resource_type: 'category' },
      custom: false,
      other: false,
      is_deleted: false,
    })
    expect(listed.filter(({ parent }) => parent === null)).toHaveLength(15)
  })
})

describe('rows of a sandbox that plays bridge2021', () => {
  const { rows } = play('bridge2021')

  it('refer by ids', () => {
    expect(keys(rows('/v2/items')[0])).toEqual(fields('id status status_code_info status_code_description bank_id'))
    expect(rows('/v2/items')[0]?.status_code_info).toBe('OK')
    for (const list of ['items', 'accounts', 'transactions', 'stocks', 'banks', 'categories']) {
      expect(keys(rows(`/v2/${list}`)[0]).filter((name) => name.startsWith('resource_'))).toEqual([])
    }
  })

  it('have clean descriptions, and dates as far as they are known', () => {
    const transactions = rows('/v2/transactions')
    const common = fields(
      'id clean_description bank_description amount date updated_at currency_code is_deleted category_id account_id is_future show_client_side',
    )
    const dates = ['booking_date', 'transaction_date', 'value_date']
    for (const row of transactions) expect(keys(row).filter((name) => !dates.includes(name))).toEqual(common)
    const counts = new Set(transactions.map((row) => dates.filter((name) => name in row).length))
    expect([...counts].sort()).toEqual([0, 1, 3])
  })

  it('have users by the id of the application, or by email', () => {
    const [, , first] = rows('/v2/users') as ReadonlyArray<object>
    expect(keys(first)).toEqual(['external_user_id', 'uuid'])
  })
})

describe('the dialect of a sandbox', () => {
  const profile = { ...bridge2021, name: 'our bank' }

  it('is that of its profile, by name, or the default one', () => {
    const { rows } = play('bridge2021')
    expect(rows('/v2/transactions')[0]).toHaveProperty('clean_description')
    expect(play('bridge2021', { profile }).rows('/v2/transactions')[0]).toHaveProperty('description')
  })

  it('can be chosen for a profile of one’s own', () => {
    const { rows } = play('bridge2021', { profile, dialect: 'bridge2021' })
    expect(rows('/v2/transactions')[0]).toHaveProperty('clean_description')
  })

  it.each(['bridge2018', 'bridge2021'])('of %s refers to some bank if there is none', (name) => {
    const { rows } = play(name, { banks: 0 })
    const [item] = rows('/v2/items')
    expect(item?.bank_id ?? (item?.bank as Row | undefined)?.id).toBe(1)
    expect(rows('/v2/accounts')).toHaveLength(7)
  })

  it('is one that there is', () => {
    const create = () => virtualSandbox({ dialect: 'bridge2020' as DialectName })
    expect(create).toThrow(/dialect: expected documented, bridge2018, bridge2021/)
  })
})

describe('the profile of a sandbox', () => {
  it('needs no codecs', () => {
    const bare = Object.fromEntries(Object.entries(bridge2021).filter(([name]) => name !== 'codecs'))
    const profile = bare as unknown as ServiceInterface
    expect(play('bridge2021', { profile }).rows('/v2/items')).toHaveLength(2)
  })

  it('is refused if it is wrong', () => {
    const paths = { ...bridge2021.paths, items: '/v1/items' }
    expect(() => virtualSandbox({ profile: { ...bridge2021, paths } })).toThrow(/profile\/paths\/items/)
    expect(() => virtualSandbox({ profile: 'bridge2021' as never })).toThrow(/profile: expected a service profile/)
  })
})
