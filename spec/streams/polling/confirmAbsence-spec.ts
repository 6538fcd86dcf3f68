import fc from 'fast-check'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { NEVER, of, throwError } from 'rxjs'
import {
  DecodeError,
  redact,
  type Redacted,
  StatusError,
  TimeoutError,
  UnspecifiedOperation,
} from '../../../lib/index.js'
import {
  type AbsentRow,
  confirmAbsence,
  type ConfirmedAbsence,
  findAbsentRows,
  nextReadDelay,
} from '../../../lib/streams/polling/confirmAbsence.js'

const place = { operation: 'accounts.get', page: none }
const refused = (status: number, type: Option<string> = some('x'), detail: Option<Redacted<string>> = none) =>
  new StatusError({ ...place, status, type, detail, retryAfter: none })
const unspecified = new UnspecifiedOperation({ operation: 'accounts.get', key: 'paths.account' })

const minute = 60_000
const day = 24 * 60 * minute
const now = 100 * day

/** What is concluded of rows that have been absent for these times, where the service answers so for each. */
const concluded = (
  answers: ReadonlyArray<unknown>,
  ages: ReadonlyArray<number>,
  listed = 1,
): ConfirmedAbsence & { asked: number } => {
  let asked = 0
  let found: ConfirmedAbsence = { removed: [], found: [] }
  const get = (id: number) => {
    asked++
    const answer = answers[id] ?? answers.at(-1)
    return answer instanceof Error ? throwError(() => answer) : of(answer)
  }
  const absent: ReadonlyArray<AbsentRow> = ages.map((age, id) => ({ id: String(id), since: now - age }))
  const ids = new Set(Array.from({ length: listed }, (_, index) => `listed ${String(index)}`))
  confirmAbsence(get, absent, { ids, at: now }).subscribe((confirmed) => (found = confirmed))
  return { ...found, asked }
}

describe('confirmAbsence', () => {
  it.each([
    ['404 in the form of the service', refused(404), ['0']],
    ['404 with a message', refused(404, none, some(redact('gone'))), ['0']],
    ['410 in the form of the service', refused(410), ['0']],
    ['404 of something else', refused(404, none), []],
    ['403', refused(403), []],
    ['401', refused(401), []],
    ['503', refused(503), []],
    ['429', refused(429), []],
    ['no response in time', new TimeoutError({ ...place, timeout: 1 }), []],
    ['the row', { id: 0 }, []],
    ['the row, marked as removed', { id: 0, is_deleted: true }, ['0']],
    ['the row, marked as of 2025-01-15', { id: 0, deleted: true }, ['0']],
    ['a row that cannot be decoded', new DecodeError({ ...place, reason: 'shape' }), []],
    ['a page of a portal', new DecodeError({ ...place, reason: 'not-json' }), []],
    ['no operation', unspecified, []],
  ])('a row that was missing just now, with %s', (_, answer, gone) => {
    expect(concluded([answer], [0]).removed).toEqual(gone)
  })

  it.each([
    ['404 of something else', refused(404, none), ['0']],
    ['403', refused(403), ['0']],
    ['401', refused(401), []],
    ['503', refused(503), []],
    ['the row', { id: 0 }, []],
    ['a page of a portal', new DecodeError({ ...place, reason: 'not-json' }), []],
    ['no operation', unspecified, ['0']],
  ])('a row that has been missing for five minutes, with %s', (_, answer, gone) => {
    expect(concluded([answer], [5 * minute]).removed).toEqual(gone)
  })

  it('an empty list alone confirms after a day, and at once if the service confirms one of its rows', () => {
    expect(concluded([unspecified], [day - 1], 0).removed).toEqual([])
    expect(concluded([unspecified], [day], 0).removed).toEqual(['0'])
    expect(concluded([refused(404), unspecified], [2 * minute, minute], 0).removed).toEqual(['0'])
    expect(concluded([refused(404), unspecified], [hours(2), hours(1)], 0).removed).toEqual(['0', '1'])
  })

  it('stops asking if there is no operation, and if the service fails', () => {
    expect(concluded([unspecified], [0, 0, 0]).asked).toBe(1)
    expect(concluded([refused(503)], [day, day, day])).toEqual({ removed: [], found: [], asked: 1 })
  })

  it.each(['', 'a1', '007', '1e3', '0x10', ' 7', '-0', '9007199254740993', '1.50'])(
    'requests no other row in place of %j, whose id is not exactly a number',
    (id) => {
      const asked: Array<number> = []
      const get = (number: number) => {
        asked.push(number)
        return throwError(() => refused(404))
      }
      const list = { ids: new Set(['1']), at: now }
      const confirmed: Array<ConfirmedAbsence> = []
      for (const since of [now, now - 5 * minute])
        confirmAbsence(get, [{ id, since }], list).subscribe((one) => confirmed.push(one))
      expect([asked, confirmed]).toEqual([
        [],
        [
          { removed: [], found: [] },
          { removed: [id], found: [] },
        ],
      ])
    },
  )

  it('asks for ten rows at most, those first that are missing for longest', () => {
    const ages = Array.from({ length: 500 }, (_, index) => index)
    expect(concluded([refused(404)], ages)).toMatchObject({ asked: 10, removed: ages.slice(-10).reverse().map(String) })
  })

  it('removes no row that the service shows, none by a list of a service that fails, and tells each row once', () => {
    const answer = fc.constantFrom<unknown>({ id: 1 }, refused(404), refused(503), refused(403), unspecified)
    const ages = fc.array(fc.nat(3 * day), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(answer, { minLength: 20, maxLength: 20 }), ages, fc.nat(2), (answers, ages, listed) => {
        const { removed, found, asked } = concluded(answers, ages, listed)
        expect(new Set([...removed, ...found]).size).toBe(removed.length + found.length)
        expect(asked).toBeLessThanOrEqual(10)
        for (const id of removed) {
          const said = answers[Number(id)] instanceof StatusError && (answers[Number(id)] as StatusError).status === 404
          expect(said || (found.length === 0 && (ages[Number(id)] ?? 0) >= 5 * minute)).toBe(true)
        }
      }),
    )
  })

  it('leaves the request when it is unsubscribed from, and hands on an error that is not of the client', () => {
    const list = { ids: new Set<string>(), at: now }
    const errors: Array<unknown> = []
    confirmAbsence(() => throwError(() => 'broken'), [{ id: '1', since: 0 }], list).subscribe({
      error: (error) => errors.push(error),
    })
    expect(errors).toEqual(['broken'])
    const asking = confirmAbsence(() => NEVER, [{ id: '1', since: 0 }], list).subscribe()
    asking.unsubscribe()
    expect(asking.closed).toBe(true)
  })
})

function hours(count: number): number {
  return count * 60 * minute
}

describe('absent rows that were reported within `overlap`', () => {
  const list = { ids: new Set(['listed']), at: now, recentIds: new Set(['recent', 'listed']) }
  const since = new Map([
    ['recent', now - day],
    ['long', now - day],
    ['later than the list', now + day],
  ])

  it('count as missing since the list, and others since they were first missing', () => {
    const ids = ['recent', 'long', 'later than the list', 'new', 'listed']
    expect(findAbsentRows(list, ids, since)).toEqual([
      { id: 'recent', since: now },
      { id: 'long', since: now - day },
      { id: 'later than the list', since: now },
      { id: 'new', since: now },
    ])
  })

  it('are neither requested nor removed', () => {
    const requested: Array<number> = []
    const get = (id: number) => {
      requested.push(id)
      return throwError(() => refused(404))
    }
    const absent = findAbsentRows({ ...list, recentIds: new Set(['1']) }, ['1', '2'], new Map([['1', now - day]]))
    let confirmed: ConfirmedAbsence | undefined
    confirmAbsence(get, absent, { ...list, recentIds: new Set(['1']) }).subscribe((value) => (confirmed = value))
    expect([requested, confirmed]).toEqual([[2], { removed: ['2'], found: [] }])
  })

  it.each([
    ['nothing is missing', 0, 1, 10 * minute, day],
    ['rows are missing', 1, 1, minute, 5 * minute],
    ['rows are missing, and replicas may lag by more than five minutes', 1, 1, 10 * minute, 10 * minute],
    ['all rows are missing', 1, 0, 10 * minute, 60 * minute],
    ['all rows are missing, and replicas may lag by more than an hour', 1, 0, 90 * minute, 90 * minute],
    ['rows are missing, and replicas may lag by more than the time between two lists', 1, 1, 2 * day, day],
  ])('wait for the next list: %s', (_, absentCount, listed, overlap, expected) => {
    const ids = new Set(['listed'].slice(1 - listed))
    expect(nextReadDelay({ ids, at: now }, absentCount, day, overlap)).toBe(expected)
  })
})
