import fc from 'fast-check'
import { createReport } from '../../../../lib/cli/doctor/doctor.js'
import { evidenceLines } from '../../../../lib/cli/doctor/render/evidenceLines.js'
import { reportLines } from '../../../../lib/cli/doctor/render/reportLines.js'
import type { Line } from '../../../../lib/cli/styledLine.js'
import type { HttpResponse } from '../../../../lib/index.js'
import { examined } from './examined.js'

/** What is shown of an examination: the file, both forms of the report, and the lines about the file. */
const shownOf = ({ file, state }: ReturnType<typeof examined>): string => {
  const text = (lines: ReadonlyArray<Line>): string =>
    lines.map((line) => line.map((span) => (typeof span === 'string' ? span : span[1])).join('')).join('\n')
  const report = createReport(state)
  return [
    JSON.stringify(file, undefined, 2),
    JSON.stringify(report),
    text(reportLines(report, 500)),
    text(evidenceLines(file, 'evidence.json', 500)),
  ].join('\n')
}

/** Texts and numbers that stand for data of people: each is long or odd enough to be found again. */
const canaries = [
  'FR7630006000011234567890189',
  'd76b2f5d-a942-492c-9ea7-2e5aa88cb672',
  'jeanne.dupont@mail.example',
  'Jeanne Dupont',
  'DUPONT',
  'dupont',
  'jeanne_dupont',
  'CB MONOPRIX 7731',
  '48178048',
  '1489.54',
  'https://bank.example/users/48178048',
  '/v3/aggregation/users/48178048',
  'eyJhbGciOiJIUzI1NiJ9.c4n4ry.s1gn',
  '\u202Eevil\x1b[2J',
  '__proto__dupont',
] as const

const numbers = [48178048, 1489.54, 33000191035700, -7731.06]

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces values of a body: each text and number is drawn to stay, or to become a canary; some keys become canaries. */
const poisoned = (value: unknown, draw: () => number, isKeyKept: (key: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => poisoned(each, draw, isKeyKept))
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, field]): readonly [string, unknown] => {
      const name = isKeyKept(key) || draw() > 0.1 ? key : (canaries[Math.floor(draw() * canaries.length)] ?? key)
      return [name, poisoned(field, draw, isKeyKept)]
    })
    const map =
      draw() > 0.8 ? [['details', Object.fromEntries(canaries.map((key) => [key, { [key]: key }]))] as const] : []
    return Object.fromEntries([...entries, ...map])
  }
  if (draw() > 0.4) return value
  if (typeof value === 'string') return canaries[Math.floor(draw() * canaries.length)]
  return typeof value === 'number' ? numbers[Math.floor(draw() * numbers.length)] : value
}

/** The fields whose values are words of a closed list: a lower-case word there may be shown, as the guide says. */
const wordKeys = ['type', 'status', 'data_access', 'last_refresh_status', 'status_code_info', 'account_types'].concat([
  'operation_type',
  'capabilities',
  'release_status',
])

const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]+$/.test(value)

const withoutWord = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWord)
  return isWord(value) ? 'active' : value
}

const withoutWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      withoutWords(wordKeys.includes(key) ? withoutWord(field) : field),
    ]),
  )
}

const seedDraws = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The envelope stays, so that rows are read at all; another property loses that too. */
const envelopeKeys = ['resources', 'pagination', 'access_token', 'expires_at', 'user', 'uuid']

const poison =
  (seed: number, kept: ReadonlyArray<string>) =>
  (response: HttpResponse): HttpResponse => {
    const draw = seedDraws(seed)
    const { body, headers, status } = response
    if (body === '') return response
    const json = withoutWords(poisoned(JSON.parse(body) as unknown, draw, (key) => kept.includes(key)))
    const header = (index: number): string => encodeURI(canaries[index % canaries.length] ?? '')
    return {
      status: draw() > 0.9 ? ([301, 400, 401, 403, 404, 429, 500][Math.floor(draw() * 7)] ?? status) : status,
      body: draw() > 0.05 ? JSON.stringify(json) : `<html>${canaries.join('')}`,
      headers: {
        ...headers,
        'x-dupont': header(0),
        'x-48178048': '1',
        'x-ratelimit-dupont': header(1),
        'ratelimit-jeanne_dupont': '48178048',
        'set-cookie': `dupont=${header(2)}`,
        location: `https://dupont.example/${header(3)}`,
        'content-type': draw() > 0.5 ? 'application/json' : 'text/dupont',
        'retry-after': draw() > 0.5 ? '48178048' : header(4),
        'x-request-id': header(5),
      },
    }
  }

const expectNoCanary = (shown: string): void => {
  const lower = shown.toLowerCase()
  for (const canary of [...canaries, ...numbers.map(String), 'monoprix', 'jeanne', 'c4n4ry', '.example/users'])
    expect(lower).not.toContain(canary.toLowerCase())
  for (const character of ['\x1b', '\u202E']) expect(shown).not.toContain(character)
}

describe('what a service sends', () => {
  it('is neither in the file nor on the terminal: values, headers, and keys that are data', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.boolean(), (seed, keepsEnvelope) => {
        expectNoCanary(shownOf(examined({ answer: poison(seed, keepsEnvelope ? envelopeKeys : []) })))
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('is not there even if everything is a canary', () => {
    const all = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(all)
      if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, all(field)]))
      return typeof value === 'string' ? 'Jeanne Dupont' : typeof value === 'number' ? 48178048 : value
    }
    const answer = (response: HttpResponse): HttpResponse => ({
      ...response,
      body: JSON.stringify(all(JSON.parse(response.body))),
    })
    expectNoCanary(shownOf(examined({ answer })))
  })

  it.each(['type', 'code'])('is not there if it is the `%s` of an error', (name) => {
    const answer = (response: HttpResponse, operation: string): HttpResponse =>
      operation === 'accounts.list'
        ? { ...response, status: 400, body: JSON.stringify({ [name]: 'dupont', message: 'Jeanne Dupont' }) }
        : response
    expectNoCanary(shownOf(examined({ answer })))
  })

  it('is there where it is a short word of a closed list, as the guide says', () => {
    const answer = (response: HttpResponse, operation: string): HttpResponse =>
      operation === 'accounts.list'
        ? { ...response, body: response.body.replaceAll('"type":"checking"', '"type":"gold_card"') }
        : response
    const { file } = examined({ answer })
    expect(file.words['account.type']?.unknown).toStrictEqual(['gold_card'])
  })

  it('is counted if it is no such word', () => {
    const answer = (response: HttpResponse, operation: string): HttpResponse =>
      operation === 'accounts.list'
        ? { ...response, body: response.body.replaceAll('"type":"checking"', '"type":"Jeanne Dupont"') }
        : response
    const words = examined({ answer }).file.words['account.type']
    expect(words?.unknown).toStrictEqual([])
    expect(words?.withheld).toBeGreaterThan(0)
  })
})
