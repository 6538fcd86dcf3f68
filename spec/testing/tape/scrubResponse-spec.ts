import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RecordType } from '../../../lib/base/codec/record.js'
import type { Fields } from '../../../lib/base/codec/RecordOf.js'
import { decode } from '../../../lib/codec.js'
import { accessToken } from '../../../lib/codec.js'
import type { ListGrouping, ServiceProfile } from '../../../lib/index.js'
import { envelope } from '../../../lib/service/model/Envelope.js'
import { knownNames } from '../../../lib/testing/tape/knownNames.js'
import { createAnonymizer, createPseudonyms } from '../../../lib/testing/tape/pseudonyms.js'
import { jsonBody } from '../../../lib/testing/tape/replayHttp.js'
import { scrubJson } from '../../../lib/testing/tape/scrubResponse.js'
import { anyJson } from '../../base/codec/laws.js'
import { bridge2018Responses } from '../../fixtures/bridge2018.js'
import { bridge2021Responses } from '../../fixtures/bridge2021.js'
import { profilesUnderTest } from '../../helpers/profiles.js'
import { character } from '../../helpers/text.js'

const scrub = (json: unknown, keepNames: ReadonlyArray<string> = [], keepValues: ReadonlyArray<string> = []): unknown =>
  scrubJson(json, createAnonymizer(createPseudonyms(), { keepNames, keepValues }), ['/v2'], () => '/v2/banks?after=x')

const rowsOf = ({ nested = {} }: ServiceProfile): ReadonlyArray<readonly [string, t.Mixed]> =>
  Object.entries(nested as Readonly<Record<string, ListGrouping<unknown, unknown>>>).map(([name, { row }]) => [
    `row of ${name}`,
    row(t.unknown),
  ])

const codecsOf = (profile: ServiceProfile): ReadonlyArray<t.Type<unknown, unknown>> =>
  [...Object.entries<t.Mixed>(profile.codecs), ...rowsOf(profile)].map(([, codec]) => codec as t.Type<unknown, unknown>)

/** The names of the fields that a codec and those inside it know. */
const namesIn = (codec: unknown): ReadonlyArray<string> => {
  if (typeof codec !== 'object' || codec === null) return []
  const { required, optional, type, types } = codec as Partial<RecordType<Fields, Fields>> & {
    readonly type?: unknown
    readonly types?: ReadonlyArray<unknown>
  }
  const fields = Object.entries<t.Mixed>({ ...required, ...optional })
  return [...fields.flatMap(([name, field]) => [name, ...namesIn(field)]), ...[type, ...(types ?? [])].flatMap(namesIn)]
}

/** Values that codecs take and refuse, of all kinds that they tell apart. */
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 0, -0, -1, 7, 2 ** 53, 1e21, 5e-324, Infinity, '042', '+42', '42.0'),
  fc.constantFrom<unknown>(
    '9007199254740993',
    '<redacted>',
    'a b',
    'été',
    'token',
    'finished',
    'EUR',
    'FR',
    '1',
    'USER',
  ),
  fc.constantFrom<unknown>(
    '2026-02-30',
    '2026-01-01T00:00:00+02:00',
    '2026-01-01T00:00:00.123456789Z',
    'x'.repeat(9000),
  ),
  fc.maxSafeNat(),
  fc.maxSafeNat().map(String),
  fc.double({ noNaN: true }),
  fc.string({ unit: character }),
  fc.uuid(),
  fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString().slice(0, 10)),
)

const allNames = Array.from(new Set(profilesUnderTest.flatMap(({ profile }) => codecsOf(profile)).flatMap(namesIn)))

const row = (names: ReadonlyArray<string>): fc.Arbitrary<unknown> => {
  const inner = fc.dictionary(fc.constantFrom(...allNames), scalar, { maxKeys: 4 })
  return fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string()),
    fc.oneof({ weight: 6, arbitrary: scalar }, inner, fc.array(fc.oneof(scalar, inner), { maxLength: 3 })),
    { maxKeys: 12 },
  )
}

describe('scrubJson', () => {
  it.each(profilesUnderTest)('decodes as the original did, with the same issues, under $name', ({ profile }) => {
    for (const codec of codecsOf(profile)) {
      const names = namesIn(codec)
      const whole = fc.oneof(
        row(names.length > 0 ? names : allNames),
        fc.record({ resources: fc.array(row(names.length > 0 ? names : allNames), { maxLength: 3 }) }),
        anyJson,
      )
      fc.assert(
        fc.property(whole, (json) => {
          const scrubbed = JSON.parse(jsonBody(scrub(json))) as unknown
          for (const each of [codec, envelope(codec)]) {
            const before = decode<unknown>(each, json)
            const after = decode<unknown>(each, scrubbed)
            expect(isRight(after) ? 'decoded' : after.left).toEqual(isRight(before) ? 'decoded' : before.left)
          }
        }),
      )
    }
  })

  it('decodes answers with tokens as the original did', () => {
    fc.assert(
      fc.property(row(['access_token', 'expires_at', 'user', 'uuid']), scalar, scalar, (more, token, uuid) => {
        const json = { access_token: token, expires_at: '2026-01-01T00:00:00Z', user: { uuid }, ...(more as object) }
        const [before, after] = [json, JSON.parse(jsonBody(scrub(json))) as unknown].map((each) =>
          decode(accessToken, each),
        )
        expect(after?._tag === 'Left' ? after.left : 'decoded').toEqual(
          before?._tag === 'Left' ? before.left : 'decoded',
        )
      }),
    )
  })

  it('keeps the shape of every answer', () => {
    const shape = (json: unknown): unknown => {
      if (Array.isArray(json)) return json.map(shape)
      if (typeof json !== 'object' || json === null) return json === null ? null : typeof json
      return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, shape(value)]))
    }
    const answers = [...bridge2018Responses, ...bridge2021Responses]
    expect(answers.map(({ title, body }) => [title, shape(scrub(body))])).toEqual(
      answers.map(({ title, body }) => [title, shape(body)]),
    )
  })

  it('knows the name of every field of every profile', () => {
    expect(allNames.length).toBeGreaterThan(60)
    expect(allNames.filter((name) => !knownNames.has(name))).toEqual([])
  })

  it('hides the names of other fields, `__proto__` among them, each behind one of its own', () => {
    const json = JSON.parse(
      '{"__proto__":{"id":1},"constructor":true,"FR7630006000011234567890189":null,"id":null}',
    ) as object
    const scrubbed = scrub(json) as object
    expect(Object.getPrototypeOf(scrubbed)).toBe(Object.prototype)
    const names = Object.keys(scrubbed)
    expect(names.filter((name) => /^name_[a-z]{12}$/.test(name)).length).toBe(3)
    expect(new Set(names).size).toBe(4)
    expect(names).toContain('id')
  })

  it('keeps what a person allows: the name alone, or the value too', () => {
    const json = { insight: 'Jean Dupont', score: 71234.5, period: 'month 3', inner: { period: [1234567] } }
    const scrubbed = scrub(json, ['insight', 'inner'], ['period']) as Record<string, unknown>
    expect(scrubbed).toMatchObject({ insight: expect.stringMatching(/^[a-z]{6} [a-z]{6}$/), period: 'month 3' })
    expect(scrubbed.inner).toEqual({ period: [1234567] })
    expect(scrubbed).not.toHaveProperty('score')
  })

  it('cuts moments to the milliseconds of a Date if these are kept', () => {
    const row = {
      updated_at: '2026-01-31T10:20:30.123456789+02:00',
      date: '2026-01-31',
      created_at: '2026-01-31T10:20:30Z',
    }
    expect(scrub(row)).toEqual({ ...row, updated_at: '2026-01-31T08:20:30.123Z' })
  })

  it.each([
    ['status', 'finished'],
    ['status', 1003],
    ['status', -2],
    ['status_code_info', 'BANK_IS_DOWN'],
    ['type', 'shared_saving_plan'],
    ['type', 'PWD2'],
    ['capabilities', ['ais', 'single_transfer']],
    ['currency_code', 'EUR'],
    ['country_code', 'FR'],
    ['isNum', '0'],
    ['total_accounts_count', 3],
    ['nb_max_transactions', 4321],
    ['nb_new_transactions', 4321],
    ['nb_updated_transactions', 4321],
    ['nb_deleted_transactions', 4321],
    ['is_pro', true],
    ['maturity_date', '2026-12-31'],
    ['property', 'email'],
    ['description', ''],
    ['iban', null],
  ])('keeps %s: %p', (field, value) => {
    expect(scrub({ [field]: value })).toEqual({ [field]: value })
  })

  it.each([
    ['status', 'Jean Dupont'],
    ['status', 'JeanDupont'],
    ['status', 4_970_101],
    ['status', 12.5],
    ['type', 'Prêt de Jean'],
    ['type', 'a'.repeat(17)],
    ['type', 'abcd_'.repeat(6) + 'abc'],
    ['type', 'JEAN_DUPONT'],
    ['status_code_info', 'jean7'],
    ['capabilities', 'DUPONT'],
    ['type', 'FR7630006000011234567890189'],
    ['currency_code', 'Jean'],
    ['country_code', 'FRANCE'],
    ['isNum', '12'],
    ['property', 'jean'],
    ['total_accounts_count', 123_456],
    ['date', '1970-02-30'],
    ['name', 'EUR'],
    ['description', 'finished'],
    ['birth_date', '1980-02-29'],
    ['amount', -1234.56],
  ])('hides %s: %p', (field, value) => {
    // What stands for a short value may be that value once, by chance, and not ten times.
    const shown = Array.from({ length: 10 }, () => Object.values(scrub({ [field]: value }) as object) as Array<unknown>)
    expect(shown.flat().filter((text) => text !== value).length).toBeGreaterThan(0)
  })

  it('leaves out what is nested more deeply than any codec looks', () => {
    const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const depth = (json: unknown): number => (Array.isArray(json) && json.length > 0 ? 1 + depth(json[0]) : 1)
    expect([10, 65, 100_000].map((levels) => depth(scrub(deep(levels))))).toEqual([10, 65, 66])
    const objects = JSON.parse(`${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown
    expect(JSON.stringify(scrub(objects)).length).toBeLessThan(1000)
  })
})
