import { readFileSync } from 'node:fs'
import * as bridge from '../../../lib/bridge.js'
import {
  createClient,
  documentedProfile,
  type Operation,
  type OperationKey,
  operationTable,
} from '../../../lib/index.js'
import type { ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import { referenceOperations } from '../../fixtures/referenceOperations.js'
import { plain, tableRows } from './tables.js'

const guide = 'docs/guides/requests.md'

type ApiVersion = keyof typeof referenceOperations

const { bridge2018, bridge2021, bridge2025 } = bridge
const profiles: Readonly<Record<ApiVersion, ServiceInterface>> = {
  default: documentedProfile,
  bridge2018,
  bridge2021,
  bridge2025,
}

const keys = Object.keys(operationTable) as ReadonlyArray<OperationKey>

/** The method and the path of an operation, without the parameter that narrows a list; none if the profile has none. */
const lineOf = ({ paths, methods }: ServiceInterface, key: OperationKey): string | undefined => {
  const [path] = paths[key]?.split('?', 1) ?? []
  return path && `${methods?.[key] ?? operationTable[key].method} ${path}`
}

/** Where a program finds an operation that has no place of its name in a client. */
const elsewhere: Readonly<Record<string, string>> = {
  authenticate: 'client.user',
  'users.changePassword': 'user.changePassword',
}

/** Where a program finds an operation: in a client, in that of a user, or among the exports. */
const placeOf = ({ name, access }: Operation): string => {
  const place = name.replace(/[.]list$/, '')
  if (elsewhere[place] !== undefined) return elsewhere[place]
  if (!place.includes('.') && Object.hasOwn(bridge, place)) return place
  return `${access === 'user' ? 'user' : 'client'}.${place}`
}

interface GuideRow {
  readonly line: string
  readonly apiVersions: ReadonlyArray<ApiVersion>
  readonly names: ReadonlyArray<string>
  readonly reason: string
}

const namesIn = (cell: string): ReadonlyArray<string> =>
  cell.startsWith('none: ') ? [] : Array.from(cell.matchAll(/`([\w.]+)`/g), ([, name = '']) => name)

const v2 = ['bridge2018', 'bridge2021'] as const

const rows: ReadonlyArray<GuideRow> = [
  ...tableRows('docs/maintainers/profiles.md', 'Under `/v2`').map(([line, name = '', ...has]): GuideRow => ({
    line: plain(line),
    apiVersions: v2.filter((_, index) => has[index] === 'yes'),
    names: namesIn(name),
    reason: name,
  })),
  ...tableRows(guide, 'Under `/v3`').map(([line, name = '']): GuideRow => ({
    line: plain(line),
    apiVersions: ['bridge2025'],
    names: namesIn(name),
    reason: name,
  })),
]

/** The roots of the operations that the guide names as no part of rxbank. */
const outsideRoots = Array.from(
  (/Operations under ([^.]+) are not part of rxbank/.exec(readFileSync(guide, 'utf8'))?.[1] ?? '').matchAll(/`(.+?)`/g),
  ([, root = '']) => `${root}/`,
)

const isInside = (line: string): boolean => !outsideRoots.some((root) => line.includes(` ${root}`))

const apiVersions = Object.keys(referenceOperations).filter(
  (apiVersion): apiVersion is ApiVersion => apiVersion !== 'default',
)

describe('the operations in the guide', () => {
  it.each(apiVersions)('of %s are those of its reference', (apiVersion) => {
    const reported = rows.filter((row) => row.apiVersions.includes(apiVersion)).map(({ line }) => line)
    expect(reported.sort()).toStrictEqual(Array.from<string>(referenceOperations[apiVersion]).filter(isInside).sort())
  })

  it.each(apiVersions)('of %s have the names that the profile gives them', (apiVersion) => {
    const own = rows.filter((row) => row.apiVersions.includes(apiVersion))
    const reported = own.map(({ line, names }) => [line, Array.from(names).sort()])
    const served = own.map(({ line }) => [
      line,
      Array.from(
        new Set(
          keys.filter((key) => lineOf(profiles[apiVersion], key) === line).map((key) => placeOf(operationTable[key])),
        ),
      ).sort(),
    ])
    expect(reported).toStrictEqual(served)
  })

  it('without a name have a reason', () => {
    const nameless = rows.filter(({ names }) => names.length === 0)
    expect(nameless.length).toBeGreaterThan(10)
    expect(nameless.filter(({ reason }) => !/^none: .{10,}/.test(reason))).toStrictEqual([])
  })

  it('leave out only payments and guidance', () => {
    expect(outsideRoots).toStrictEqual(['/v3/payment/', '/v3/guidance/'])
  })

  it('stand once each', () => {
    const reported = rows.map(({ line }) => line)
    expect(reported).toStrictEqual(Array.from(new Set(reported)))
  })

  it('have names that lead to something', () => {
    const client = createClient({ profile: bridge2025, clientId: 'id', clientSecret: 'secret' })
    const surfaces = { ...bridge, client, user: client.user({ externalUserId: 'A6J' }) }
    const memberOf = (place: string): unknown =>
      place.split('.').reduce<unknown>((at, part) => {
        const surface: unknown = typeof at === 'function' ? (at as (id: number) => unknown)(1) : at
        return (surface as Readonly<Record<string, unknown>>)[part]
      }, surfaces)
    for (const name of rows.flatMap(({ names }) => names)) expect([name, memberOf(name)]).not.toEqual([name, undefined])
  })
})

describe('the reference', () => {
  it.each(Object.keys(profiles) as ReadonlyArray<ApiVersion>)('has every path of %s', (apiVersion) => {
    // The interface names these operations, but shows no path.
    const assumed = ['accounts', 'bankFormAdd', 'bankFormEdit', 'password', 'transactionsUpdated', 'userItems', 'users']
    const lines = keys
      .filter((key) => apiVersion !== 'default' || !assumed.includes(key))
      .flatMap((key) => lineOf(profiles[apiVersion], key) ?? [])
    expect(Array.from<string>(referenceOperations[apiVersion])).toEqual(expect.arrayContaining(lines))
  })
})
