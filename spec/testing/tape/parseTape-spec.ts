import fc from 'fast-check'
import { concat, from, of, throwError } from 'rxjs'
import { type ConfigError, createVirtualClock } from '../../../lib/index.js'
import { parseTape, type TapeEntry, tapeLine } from '../../../lib/tape.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { hear } from '../../helpers/profiles.js'
import { json } from '../../helpers/responses.js'
import { recording } from './recording.js'

const { http, tape, text } = recording(() => of(json({ resources: [{ id: 187741, name: 'Jean' }] })), {
  clock: createVirtualClock(),
})
for (const limit of [1, 2, 3])
  http(httpRequest({ url: `https://bank.example/v2/items?limit=${String(limit)}` })).subscribe()

const parse = (...chunks: ReadonlyArray<string>) => hear(from(chunks).pipe(parseTape()))

describe('parseTape', () => {
  it('reads what was written, however it is cut in pieces', () => {
    const whole = text()
    fc.assert(
      fc.property(fc.array(fc.nat({ max: whole.length }), { maxLength: 20 }), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), whole.length]
        const { values, isComplete } = parse(...cuts.map((cut, index) => whole.slice(cuts[index - 1] ?? 0, cut)))
        expect(values).toEqual(tape)
        expect(isComplete).toBe(true)
      }),
    )
  })

  it('emits an entry as soon as its line is whole', () => {
    const lines = tape.map(tapeLine)
    const seen: Array<number> = []
    const open = concat(
      of(`${lines[0] ?? ''}${lines[1]?.slice(0, -1) ?? ''}`),
      throwError(() => 'over'),
    )
    const heard = hear(open.pipe(parseTape()))
    heard.values.forEach(({ number }) => seen.push(number))
    expect(seen).toEqual([1])
    expect(heard.error).toBe('over')
  })

  it('does not count empty lines, and needs no end of the last one', () => {
    expect(parse('\n', `\n${text().trimEnd().replaceAll('\n', '\r\n\n')}`).values).toEqual(tape)
    expect(parse().isComplete).toBe(true)
    expect(parse('').isComplete).toBe(true)
  })

  it('reads a tape that was cut off up to there, and says where that is', () => {
    const whole = text()
    const ends = tape
      .map(tapeLine)
      .reduce<ReadonlyArray<number>>((all, line) => [...all, (all.at(-1) ?? 0) + line.length], [])
    for (let cut = 0; cut <= whole.length; cut++) {
      const { values, error, isComplete } = parse(whole.slice(0, cut))
      const entries = ends.filter((end) => end <= cut || end === cut + 1).length
      expect(values).toEqual(tape.slice(0, entries))
      const isWhole = cut === 0 || ends.some((end) => end === cut || end === cut + 1)
      expect(isComplete).toBe(isWhole)
      if (!isWhole)
        expect((error as ConfigError).message).toBe(
          `wrong configuration: tape/${String(entries + 1)}: expected a complete entry; the tape is cut off here, or this is not a tape`,
        )
    }
  })

  it.each<readonly [string, unknown, string]>([
    [
      'a newer version',
      { tape: 2, all: 'else' },
      'tape/1: expected tape format 1; update rxbank to read this newer format',
    ],
    [
      'another file',
      { version: 1 },
      'tape/1/tape: expected 1 (missing); tape/1/number: expected a whole number, 1 or more (missing)',
    ],
    ['a list', [tape[0]], 'tape/1: expected entry of a tape'],
    [
      'a method',
      { ...tape[0], request: { method: 'TRACE', url: '/' } },
      "tape/1/request/method: expected 'GET', 'POST'",
    ],
    [
      'an address',
      { ...tape[0], request: { method: 'GET', url: 'https://bank.example/' } },
      'tape/1/request/url: expected a path',
    ],
    [
      'no status',
      { ...tape[0], response: { status: 1000, headers: {} } },
      'tape/1/response/status: expected a whole number',
    ],
    ['a header', { ...tape[0], response: { status: 200, headers: { date: 1 } } }, 'tape/1/response/headers'],
    [
      'a long text',
      { ...tape[0], response: { status: 200, headers: {}, text: { kind: 'other', length: 1e12 } } },
      'length: expected',
    ],
    ['another error', { ...tape[0], error: { _tag: 'Secret' } }, 'tape/1/error: expected an error of a client'],
    [
      'an error that says more',
      { ...tape[0], error: { _tag: 'NetworkError', origin: 'https://x' } },
      'tape/1/error: expected',
    ],
    ['an error without its fields', { ...tape[0], error: { _tag: 'DecodeError' } }, 'tape/1/error: expected'],
  ])('refuses %s', (_, entry, message) => {
    expect((parse(tapeLine(entry as TapeEntry)).error as ConfigError).message).toContain(message)
  })

  it.each<readonly [string, object, string]>([
    ['address', { request: { method: 'GET', url: '/v2/\u001b[2J' } }, 'tape/1/request/url: expected a path'],
    ['name of a field', { '\u001b[2J\u202e': 1 }, 'tape/1/?[2J?: expected no such option'],
  ])('refuses what steers a terminal, in words that do not: %s', (_, fields, message) => {
    const { error } = parse(tapeLine({ ...tape[0], ...fields } as TapeEntry))
    expect((error as ConfigError).message).toContain(message)
    expect((error as ConfigError).message).toMatch(/^[ -~]*$/)
  })

  it('refuses what is nested more deeply than a text can be made of', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const line = JSON.stringify({ ...tape[0], response: { status: 200, headers: {}, json: 'deep' } }).replace(
      '"deep"',
      deep,
    )
    expect((parse(line).error as ConfigError).message).toContain(
      'tape/1/response/json: expected JSON that is not nested too',
    )
  })

  it('takes any JSON, or none, for an answer', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const entry = { ...tape[0], response: { status: 200, headers: {}, json: value } } as TapeEntry
        expect(parse(tapeLine(entry)).values).toEqual([JSON.parse(JSON.stringify(entry))])
      }),
    )
  })
})
