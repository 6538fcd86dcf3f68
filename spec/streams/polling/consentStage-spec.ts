import fc from 'fast-check'
import {
  consentEnd,
  consentStage,
  type ConsentStage,
  day,
  endedStage,
  isUnreported,
  noticeDaysCodec,
  type ReportedStage,
  type ReportedStages,
  unreadableStage,
  validStage,
} from '../../../lib/streams/polling/consentStage.js'

const end = Date.UTC(2026, 5, 30)
const noticeDays = [30, 7, 1]

describe('consentEnd', () => {
  const created = new Date('2026-01-01T00:00:00Z')

  it.each<[unknown, string]>([
    [new Date(end), '2026-06-30T00:00:00.000Z'],
    ['2026-06-30T02:00:00+02:00', '2026-06-30T00:00:00.000Z'],
    ['2026-06-30', '2026-06-30T00:00:00.000Z'],
    ['2026-06-30T12:00:00', '2026-06-30T12:00:00.000Z'],
    ['2026-06-30 12:00', '2026-06-30T12:00:00.000Z'],
    [created, '2026-01-01T00:00:00.000Z'],
  ])('reads %p', (value, time) => {
    expect(consentEnd({ authentication_expires_at: value, created_at: created })).toEqual(new Date(time))
  })

  it.each([
    [undefined],
    [null],
    [new Date(0)],
    ['1970-01-01'],
    ['1970-01-01T01:00:00'],
    ['0001-01-01T00:00:00Z'],
    ['2025-12-31T23:59:59Z'],
  ])('finds no end in %p', (value) => {
    expect(consentEnd({ authentication_expires_at: value, created_at: '2026-01-01' })).toBeUndefined()
  })

  it.each([[1782777600], [1782777600000], ['1782777600'], ['soon'], [''], [{}], [true], [new Date(NaN)]])(
    'says that %p is unreadable',
    (value) => {
      expect(consentEnd({ authentication_expires_at: value })).toBe('unreadable')
    },
  )

  it('ignores a time of creation that is missing or unreadable', () => {
    for (const created_at of [undefined, null, 5, 'soon'])
      expect(consentEnd({ authentication_expires_at: '1999-06-30', created_at })).toEqual(new Date('1999-06-30'))
  })
})

describe('noticeDaysCodec', () => {
  it.each([[[]], [[7]], [[1, 30, 7]], [[3650]], [Array.from({ length: 100 }, (_, index) => index + 1)]])(
    'accepts %p',
    (list) => expect(noticeDaysCodec.is(list)).toBe(true),
  )

  it.each<[unknown]>([
    [undefined],
    [7],
    ['7'],
    [{ 0: 7, length: 1 }],
    [[0]],
    [[-1]],
    [[1.5]],
    [[NaN]],
    [[Infinity]],
    [['7']],
    [[3651]],
    [[7, 7]],
    [[null]],
    [Array(1)],
    [Array.from({ length: 101 }, (_, index) => index + 1)],
  ])('refuses %p', (list) => expect(noticeDaysCodec.is(list)).toBe(false))
})

describe('consentStage', () => {
  it.each<[number, ConsentStage]>([
    [-31, validStage],
    [-30 - 1 / day, validStage],
    [-30, 30],
    [-7.5, 30],
    [-7, 7],
    [-1, 1],
    [-1 / day, 1],
    [0, endedStage],
    [900, endedStage],
  ])('%p days from the end is %p', (days, stage) => {
    expect(consentStage(end, end + days * day, noticeDays)).toBe(stage)
    expect(consentStage(end, end + days * day, [1, 30, 7])).toBe(stage)
  })

  it('has no notice but the end if there are none', () => {
    expect([consentStage(end, end - 1, []), consentStage(end, end, [])]).toEqual([validStage, endedStage])
  })
})

describe('isUnreported', () => {
  const reported = (...entries: ReadonlyArray<[ConsentStage, number]>): ReportedStages => new Map(entries)

  it.each<[string, ConsentStage, number, ReportedStages, boolean]>([
    ['a notice of which nothing is known', 7, end, reported(), true],
    ['a valid consent of which nothing is known', validStage, end, reported(), false],
    ['the same noticeDays', 7, end, reported([7, end]), false],
    ['an earlier noticeDays, as by a clock that was set back', 30, end, reported([7, end]), false],
    ['a later noticeDays', 1, end, reported([7, end]), true],
    ['a valid consent by a clock that was set back', validStage, end, reported([7, end]), false],
    ['the same noticeDays of an end that moved by minutes', 7, end + 300_000, reported([7, end]), false],
    ['the same noticeDays of a renewed consent', 7, end + 20 * day, reported([7, end]), true],
    ['a renewed consent', validStage, end + 180 * day, reported([7, end]), true],
    ['a renewed consent after its end', validStage, end + 180 * day, reported([7, end], [0, end]), true],
    [
      'a renewal that was reported',
      validStage,
      end + 180 * day,
      reported([7, end], [validStage, end + 180 * day]),
      false,
    ],
    [
      'another renewal before any notice',
      validStage,
      end + 181 * day,
      reported([7, end], [validStage, end + 180 * day]),
      false,
    ],
    [
      'a second renewal after a notice',
      validStage,
      end + 360 * day,
      reported([30, end + 180 * day], [7, end], [validStage, end + 180 * day]),
      true,
    ],
    ['a consent that was withdrawn', endedStage, end - 100 * day, reported([validStage, end]), true],
    [
      'a consent that was withdrawn and reported',
      endedStage,
      end - 100 * day,
      reported([validStage, end], [0, end - 100 * day]),
      false,
    ],
  ])('%s', (_, stage, ofEnd, known, expected) => expect(isUnreported(stage, ofEnd, end, known)).toBe(expected))

  it.each<[string, ConsentStage, number, number, ReadonlyArray<ReportedStage>, boolean]>([
    ['an end that moved as far as the clock', 7, end + 20 * day, 20, [[7, end, end - 5 * day]], false],
    ['one that moved about as far', 7, end + 21 * day, 20, [[7, end, end - 5 * day]], false],
    ['one that seems valid for now', validStage, end + 21 * day, 20, [[7, end, end - 6.5 * day]], false],
    ['one that moved less, to a later noticeDays', 1, end + 15.9 * day, 20, [[7, end, end - 5 * day]], true],
    ['a renewal', validStage, end + 180 * day, 2, [[7, end, end - 5 * day]], true],
    [
      'the notice of a renewal',
      7,
      end + 180 * day,
      180,
      [
        [7, end, end - 5 * day],
        [validStage, end + 180 * day, end],
      ],
      true,
    ],
    ['the same noticeDays by a report without a time', 7, end + 20 * day, 20, [[7, end]], true],
    ['an unreadable end', unreadableStage, end, 20, [[7, end, end]], true],
    [
      'one that was reported',
      unreadableStage,
      end,
      20,
      [
        [7, end, end],
        [unreadableStage, end, end],
      ],
      false,
    ],
    ['a notice after an unreadable end', 7, end, -5, [[unreadableStage, end, end - 9 * day]], true],
  ])('%s', (_, stage, ofEnd, days, known, expected) => {
    expect(isUnreported(stage, ofEnd, end + (days - 5) * day, known)).toBe(expected)
  })

  it('reports each stage once for a consent, whatever the clock does, and each renewal once', () => {
    const step = fc.record({
      jump: fc.integer({ min: -40, max: 60 }),
      jitter: fc.integer({ min: -3, max: 3 }),
      renews: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }), fc.array(step), (list, steps) => {
        let [now, current] = [end - 100 * day, end]
        const known: Array<ReportedStage> = []
        const seen: Array<readonly [stage: ConsentStage, consent: number]> = []
        for (const { jump, jitter, renews } of steps) {
          now += jump * day
          if (renews) current += 180 * day
          const shown = current + jitter * 3_600_000
          const stage = consentStage(shown, now, list)
          if (!isUnreported(stage, shown, now, known)) continue
          known.push([stage, shown, now])
          seen.push([stage, current])
        }
        expect(new Set(seen.map(String)).size).toBe(seen.length)
        for (const [index, [stage, consent]] of seen.entries()) {
          const [earlierVersion, earlierConsent] = seen[index - 1] ?? [validStage, 0]
          if (consent === earlierConsent) expect(stage).toBeLessThan(earlierVersion)
          else expect(consent).toBeGreaterThan(earlierConsent)
          if (stage === validStage) expect(earlierVersion).not.toBe(validStage)
        }
      }),
    )
  })
})
