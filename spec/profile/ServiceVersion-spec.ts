import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { UnsupportedByVersion } from '../../lib/error/UnsupportedByVersion.js'
import { described } from '../../lib/profile/described.js'
import { demand, demandOption, type Feature, serviceVersion, supports } from '../../lib/profile/ServiceVersion.js'

const stages = ['beta 2', 'beta 3', '2016-01-18', '2018-06-15', '2021-06-01'] as const

/** A stage as a version; the betas are told apart by the profile. */
const at = (stage: (typeof stages)[number]) =>
  stage.startsWith('beta') ? serviceVersion('2015-01-01', stage) : serviceVersion(stage, 'beta 3')

/** What section 9 of the interface records for each stage, and what the later description adds. */
const added: ReadonlyArray<readonly [(typeof stages)[number], ReadonlyArray<Feature>]> = [
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

describe('serviceVersion', () => {
  it.each([
    ['0001-01-01', 'beta 3'],
    ['2016-01-17', 'beta 3'],
    ['2016-01-18', '2016-01-18'],
    ['2018-06-14', '2016-01-18'],
    ['2018-06-15', '2018-06-15'],
    ['2021-05-31', '2018-06-15'],
    ['2021-06-01', '2021-06-01'],
    ['9999-12-31', '2021-06-01'],
  ])('%s is the stage %s', (date, stage) => {
    expect(serviceVersion(date, described.undatedStage)).toEqual({ date, stage })
  })

  it('leaves it to the profile which beta a date before the first stage means', () => {
    expect(serviceVersion('2016-01-17', 'beta 2').stage).toBe('beta 2')
    expect(serviceVersion('2016-01-18', 'beta 2').stage).toBe('2016-01-18')
  })

  it('never goes back as dates go on', () => {
    const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    fc.assert(
      fc.property(date, date, (a, b) => {
        const [earlier, later] = [a, b].map((moment) => moment.toISOString().slice(0, 10)).sort()
        const placeOf = (day = '') => stages.indexOf(serviceVersion(day, 'beta 2').stage)
        expect(placeOf(earlier)).toBeLessThanOrEqual(placeOf(later))
      }),
    )
  })
})

describe('supports', () => {
  const firstOf = new Map(added.flatMap(([stage, features]) => features.map((feature) => [feature, stage] as const)))
  const always = (Object.keys(described.paths) as ReadonlyArray<Feature>).filter((feature) => !firstOf.has(feature))

  it.each([...firstOf])('has %s from %s on, and not before', (feature, first) => {
    const having = stages.filter((stage) => supports(at(stage), feature))
    expect(having).toEqual(stages.slice(stages.indexOf(first)))
  })

  it.each(always)('has %s at every stage', (feature) => {
    expect(stages.every((stage) => supports(at(stage), feature))).toBe(true)
  })
})

describe('demand', () => {
  const { date } = at('beta 2')

  it('names the operation and the first stage that has it', () => {
    expect(() => {
      demand(at('beta 2'), 'stocks.list', 'stocks')
    }).toThrow(new UnsupportedByVersion({ operation: 'stocks.list', option: none, version: date, since: '2016-01-18' }))
  })

  it('names the option that a stage does not take', () => {
    const error = { operation: 'authenticate', option: some('userUuid'), version: '2018-06-15', since: '2021-06-01' }
    expect(() => {
      demandOption(at('2018-06-15'), 'authenticate', 'userUuid')
    }).toThrow(new UnsupportedByVersion(error))
  })

  it.each(added)('lets pass what is there from %s on', (stage, features) => {
    for (const feature of features) {
      expect(() => {
        demand(at(stage), 'an operation', feature)
      }).not.toThrow()
    }
  })
})
