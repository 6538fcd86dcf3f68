import { readFileSync } from 'node:fs'
import { AssumedType } from '../../../lib/base/codec/assumed.js'
import type { RecordType } from '../../../lib/base/codec/record.js'
import type { Fields } from '../../../lib/base/codec/RecordOf.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { type OperationKey, operationTable } from '../../../lib/service/profile/operations.js'
import {
  type ApiVersion,
  type Feature,
  offers,
  serviceVersion,
  supports,
} from '../../../lib/service/profile/ServiceVersion.js'
import { memberNames, plain, tableRows } from '../guides/tables.js'

/** Where API versions, and the keys, paths and fields of the documented profile are listed. */
const reference = 'docs/maintainers/profiles.md'

/** What each row of the table of API versions is about. */
const features: Readonly<Record<string, ReadonlyArray<Feature | OperationKey>>> = {
  'banks, categories, users': ['banks', 'categories', 'users'],
  'accounts, items, transactions': ['accounts', 'items', 'transactions'],
  'items.refreshStatus, items.watchRefresh': ['earlierRefreshStatus'],
  'a user by email and password, or by token$': ['authenticate'],
  'transactions.updated, transactions.watchUpdated': ['transactionsUpdated'],
  'bankForm.url': ['bankFormAdd', 'bankFormEdit'],
  'bankForm.url with redirectUrl': ['redirectUrl'],
  'user_uuid in the callback of the bank form': ['userInBankFormCallback'],
  'categories with language': ['language'],
  'users.items, changePassword': ['userItems', 'password'],
  'stocks, all of it': ['stock', 'stocks', 'stocksUpdated'],
  'a user by userUuid or externalUserId': ['userUuid', 'externalUserId'],
}

/** The paths that the default profile has. */
const known = Object.entries(documentedProfile.paths).filter(([, path]) => path !== null)

const heads: ReadonlyArray<ApiVersion> = ['beta 2', 'beta 3', '2016-01-18', '2018-06-15', '2021-06-01']
/** Of what has moved, the place before and the one since. */
const moved: Readonly<Record<string, ReadonlyArray<OperationKey>>> = {
  earlierRefreshStatus: ['earlierRefreshStatus', 'refreshStatus'],
}

const isOperation = (feature: string): feature is OperationKey => Object.hasOwn(operationTable, feature)

const has = (apiVersion: ApiVersion, feature: Feature | OperationKey): boolean => {
  const version = serviceVersion(apiVersion.startsWith('beta') ? '2015-06-01' : apiVersion, apiVersion)
  if (!isOperation(feature)) return supports(version, feature)
  return (moved[feature] ?? [feature]).some((key) => offers(version, operationTable[key]))
}

describe(reference, () => {
  it.each(tableRows(reference, 'What').map(([what, ...cells]) => [plain(what), cells] as const))(
    'tells which API versions have %s',
    (what, cells) => {
      const reported = heads.map((apiVersion, index) => [apiVersion, cells[index] === 'yes'])
      for (const feature of features[what] ?? []) {
        expect(heads.map((apiVersion) => [apiVersion, has(apiVersion, feature)])).toStrictEqual(reported)
      }
      expect(features[what]).toBeDefined()
    },
  )

  it('has the API versions as its columns', () => {
    const [, head = ''] = /^\| What +\|(.*)\|$/m.exec(readFileSync(reference, 'utf8')) ?? []
    expect(head.split('|').map((cell) => cell.trim())).toStrictEqual(heads)
  })

  it('forgets no operation', () => {
    const reported = new Set(tableRows(reference, 'What').flatMap(([what]) => features[plain(what)] ?? []))
    const operations = known.map(([key]) => key).filter((key) => key !== 'refreshStatus')
    expect([...reported]).toEqual(expect.arrayContaining(operations))
  })

  it('tells every key of a profile', () => {
    const keys = ['ServiceInterface', 'ServiceProfile'].flatMap((name) =>
      memberNames('lib/service/profile/ServiceProfile.ts', name),
    )
    expect(tableRows(reference, 'Key').map(([key]) => plain(key))).toStrictEqual(
      keys.map((key) => key.replace('?', '')),
    )
  })

  it.each([
    ['name', [documentedProfile.name]],
    ['versionHeader', [documentedProfile.versionHeader]],
    ['undatedApiVersion', [documentedProfile.undatedApiVersion]],
    ['since', [documentedProfile.since.parameter]],
    ['passwordFields', Object.values(documentedProfile.passwordFields)],
    ['terminalStatuses', documentedProfile.terminalStatuses],
  ])('tells what the default profile has as %s', (key, values) => {
    const [, cell = ''] = tableRows(reference, 'Key').find(([name]) => plain(name) === key) ?? []
    expect(Array.from(cell.matchAll(/`([^`]+)`/g), ([, value]) => value)).toEqual(expect.arrayContaining([...values]))
  })

  it('tells every path of the default profile, and which it has not', () => {
    const reported = tableRows(reference, 'Path').map(([key, path]) => [plain(key), plain(path)])
    expect(reported).toStrictEqual(known)
    const [, others = ''] = /is `null` in `documentedProfile`: ([^.]*)\./.exec(readFileSync(reference, 'utf8')) ?? []
    const none = Object.entries(documentedProfile.paths).flatMap(([key, path]) => (path === null ? [key] : []))
    expect(plain(others).split(/,\s+/)).toStrictEqual(none)
  })

  it('says of each field of the default profile whether it is strict or lenient', () => {
    const names = (cell = ''): ReadonlyArray<string> => (cell === 'none' ? [] : plain(cell).split(', '))
    const rows = tableRows(reference, 'Resource')
    const reported = rows.map(([resource, strict, lenient]) => [plain(resource), names(strict), names(lenient)])
    const known = Object.entries(documentedProfile.codecs).map(([name, codec]) => {
      const { required, optional } = codec as unknown as RecordType<Fields, Fields>
      const fields = Object.entries({ ...required, ...optional })
      const those = (isAssumed: boolean) =>
        fields.filter(([, field]) => field instanceof AssumedType === isAssumed).map(([key]) => key)
      return [name, those(false), those(true)]
    })
    const byName = (all: ReadonlyArray<ReadonlyArray<unknown>>) =>
      new Map(all.map(([name, ...lists]) => [name, lists.map((list) => Array.from(list as Array<string>).sort())]))
    expect(byName(reported)).toEqual(byName(known))
  })
})
