import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { UnsupportedByVersion } from '../../../lib/base/error/UnsupportedByVersion.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { type OperationKey, operationTable } from '../../../lib/service/profile/operations.js'
import {
  type Feature,
  offers,
  type OptionFeature,
  requireOperation,
  requireOption,
  type ServiceVersion,
  serviceVersion,
  supports,
} from '../../../lib/service/profile/ServiceVersion.js'

const apiVersions = ['beta 2', 'beta 3', '2016-01-18', '2018-06-15', '2021-06-01', '2025-01-15'] as const

/** An API version as a version; the betas are told apart by the profile. */
const at = (apiVersion: (typeof apiVersions)[number]) =>
  apiVersion.startsWith('beta') ? serviceVersion('2015-01-01', apiVersion) : serviceVersion(apiVersion, 'beta 3')

/** What section 9 of the documentation records for each API version, and what the later description adds. */
const added: ReadonlyArray<readonly [(typeof apiVersions)[number], ReadonlyArray<Feature | OperationKey>]> = [
  ['beta 3', ['bankFormAdd', 'bankFormEdit', 'transactionsUpdated']],
  [
    '2016-01-18',
    [
      ...(['language', 'password', 'redirectUrl', 'refreshStatus', 'userInBankFormCallback', 'userItems'] as const),
      ...(['stock', 'stocks', 'stocksUpdated'] as const),
    ],
  ],
  ['2021-06-01', ['credentialsInHeaders', 'externalUserId', 'userUuid']],
]

const isOperation = (name: string): name is OperationKey => Object.hasOwn(operationTable, name)

const has = (version: ServiceVersion, name: Feature | OperationKey): boolean =>
  isOperation(name) ? offers(version, operationTable[name]) : supports(version, name)

describe('serviceVersion', () => {
  it.each([
    ['0001-01-01', 'beta 3'],
    ['2016-01-17', 'beta 3'],
    ['2016-01-18', '2016-01-18'],
    ['2018-06-14', '2016-01-18'],
    ['2018-06-15', '2018-06-15'],
    ['2021-05-31', '2018-06-15'],
    ['2021-06-01', '2021-06-01'],
    ['2025-01-14', '2021-06-01'],
    ['2025-01-15', '2025-01-15'],
    ['9999-12-31', '2025-01-15'],
  ])('%s is the API version %s', (date, apiVersion) => {
    expect(serviceVersion(date, documentedProfile.undatedApiVersion)).toEqual({ date, apiVersion })
  })

  it('leaves it to the profile which beta a date before the first API version means', () => {
    expect(serviceVersion('2016-01-17', 'beta 2').apiVersion).toBe('beta 2')
    expect(serviceVersion('2016-01-18', 'beta 2').apiVersion).toBe('2016-01-18')
  })

  it('never goes back as dates continue', () => {
    const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    fc.assert(
      fc.property(date, date, (a, b) => {
        const [earlier, later] = [a, b].map((moment) => moment.toISOString().slice(0, 10)).sort()
        const placeOf = (day = '') => apiVersions.indexOf(serviceVersion(day, 'beta 2').apiVersion)
        expect(placeOf(earlier)).toBeLessThanOrEqual(placeOf(later))
      }),
    )
  })
})

describe('supports and offers', () => {
  const firstOf = new Map(
    added.flatMap(([apiVersion, features]) => features.map((feature) => [feature, apiVersion] as const)),
  )
  const always = (Object.keys(documentedProfile.paths) as ReadonlyArray<OperationKey>).filter(
    (key) => !firstOf.has(key) && key !== 'earlierRefreshStatus',
  )

  it('have each feature from its first API version on, and not before', () => {
    const having = [...firstOf].map(([feature]) => [
      feature,
      apiVersions.filter((apiVersion) => has(at(apiVersion), feature)),
    ])
    expect(having).toEqual(
      [...firstOf].map(([feature, first]) => [feature, apiVersions.slice(apiVersions.indexOf(first))]),
    )
  })

  it('have every other operation at every API version', () => {
    expect(always.filter((feature) => !apiVersions.every((apiVersion) => has(at(apiVersion), feature)))).toEqual([])
  })
})

describe('an operation that a later API version has no more', () => {
  const { earlierRefreshStatus } = operationTable

  it('is there before, and gone from then on', () => {
    expect(apiVersions.filter((apiVersion) => offers(at(apiVersion), earlierRefreshStatus))).toEqual([
      'beta 2',
      'beta 3',
    ])
  })

  it('is refused with the API version from which it is gone', () => {
    const ask = (): void => {
      requireOperation(at('2018-06-15'), earlierRefreshStatus)
    }
    expect(ask).toThrow(
      'items.refreshStatus: version 2018-06-15 no longer has it: it was removed in 2016-01-18; ' +
        'set serviceVersion to an earlier date',
    )
    expect(ask).toThrow(expect.objectContaining({ since: 'beta 2', until: some('2016-01-18') }) as Error)
  })

  it('is told from one that has yet to come', () => {
    const short = { name: 'short', since: 'beta 3', until: '2018-06-15' } as const
    expect(apiVersions.filter((apiVersion) => offers(at(apiVersion), short))).toEqual(['beta 3', '2016-01-18'])
    const ask = (): void => {
      requireOperation(at('beta 2'), short)
    }
    expect(ask).toThrow(expect.objectContaining({ since: 'beta 3', until: none }) as Error)
  })
})

describe('requireOperation', () => {
  const { date } = at('beta 2')

  it('names the operation and the first API version that has it', () => {
    expect(() => {
      requireOperation(at('beta 2'), operationTable.stocks)
    }).toThrow(new UnsupportedByVersion({ operation: 'stocks.list', option: none, version: date, since: '2016-01-18' }))
  })

  it('names the option that an API version does not take', () => {
    const error = { operation: 'authenticate', option: some('userUuid'), version: '2018-06-15', since: '2021-06-01' }
    expect(() => {
      requireOption(at('2018-06-15'), 'authenticate', 'userUuid')
    }).toThrow(new UnsupportedByVersion(error))
  })

  it.each(added)('lets pass what is there from %s on', (apiVersion, features) => {
    for (const feature of features) {
      expect(() => {
        if (isOperation(feature)) requireOperation(at(apiVersion), operationTable[feature])
        else requireOption(at(apiVersion), 'an operation', feature as OptionFeature)
      }).not.toThrow()
    }
  })
})
