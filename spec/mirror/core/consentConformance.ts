import { EMPTY, NEVER, type Observable, Subject, tap, throwError } from 'rxjs'
import type { MirrorConsent } from '../../../lib/mirror/consents/MirrorConsent.js'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { played, playedBank, start, uuids } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure, type Place } from './place.js'

const minute = 60_000
const day = 24 * 60 * minute
const noticeDays = [30, 7, 1]

const at = (days: number): string => new Date(start + days * day).toISOString()

const item = (id: number, days: number, fields: object = {}) => ({
  id,
  bank_id: 1,
  status: 0,
  authentication_expires_at: at(days),
  ...fields,
})

const describeConsent = (one: MirrorConsent): string => {
  if (one._tag === 'unreadable') return `${one.user}/${String(one.itemId)} unreadable`
  const days = one._tag === 'ending' ? ` ${String(one.noticeDays)}` : ''
  return `${one.user}/${String(one.itemId)} ${one._tag}${days} of ${String((one.endsAt.getTime() - start) / day)}`
}

/** How mirrors, on whatever database, report consents. */
export const consentConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`consents of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    /** A bank with these items, a mirror of it, and the means to move the time. */
    const opened = (items: ReadonlyArray<object>, settings: MirrorSettings = {}) => {
      const bank = playedBank()
      bank.state.lists.items = [...items] as typeof bank.state.lists.items
      const newMirror = () => place.createMirror({ clock: bank.clock, ...settings })
      const mirror = newMirror()
      const sync = (id = played) => all(mirror.sync(bank.user, { id, feeds: ['items'] }))
      const report = async (from = mirror) => (await all(from.reportConsents({ noticeDays }))).map(describeConsent)
      const on = (days: number) => bank.clock.stepWall(start + days * day - bank.clock.wall())
      return { ...bank, mirror, newMirror, sync, report, on }
    }

    const stored = async () => {
      const columns = 'user_id, id, CAST(notice_days AS text) AS notice_days, claimed_at IS NULL AS is_free'
      const rows = await place.query(`SELECT ${columns} FROM ${place.table('consents')} ORDER BY user_id, id`)
      return rows.map(({ user_id, id, notice_days, is_free }) => [user_id, id, notice_days, Boolean(is_free)])
    }

    it('are rows of items: when they end, also where an answer no longer has it', async () => {
      const { state, sync } = opened([
        item(1, 100, { account_types: 'all' }),
        item(2, 0, { authentication_expires_at: '2026-07-01T02:00:00+02:00' }),
        { id: 3, bank_id: 1, status: 0 },
        item(4, 0, { authentication_expires_at: 'soon', account_types: 7 }),
      ])
      await sync()
      const end = place.table('items')
      const moment = `CAST(authentication_expires_at = '2026-07-01T00:00:00.000Z' AS integer)`
      const ends = async () =>
        (await place.query(`SELECT id, ${moment} AS is_july, account_types FROM ${end} ORDER BY id`)).map(
          ({ id, is_july, account_types }) => [id, is_july === null ? null : Number(is_july), account_types],
        )
      const expected = [
        ['1', 0, 'all'],
        ['2', 1, null],
        ['3', null, null],
        ['4', null, '7'],
      ]
      expect(await ends()).toEqual(expected)
      state.lists.items = state.lists.items.map(({ id }) => ({ id, bank_id: 2, status: 0 }))
      await sync()
      expect(await ends()).toEqual(expected)
    })

    it('are reported at each notice once, and again when they were renewed', async () => {
      const { state, sync, report, on } = opened([item(1, 100), item(2, 400), { id: 3, bank_id: 1, status: 0 }])
      await sync()
      const seen: Array<ReadonlyArray<string>> = []
      for (const days of [10, 69, 70, 71, 93, 99, 99.5, 100, 130]) {
        on(days)
        seen.push(await report())
      }
      expect(seen.flat()).toEqual([
        'A6J/1 ending 30 of 100',
        'A6J/1 ending 7 of 100',
        'A6J/1 ending 1 of 100',
        'A6J/1 ended of 100',
      ])
      state.lists.items = [item(1, 310)]
      await sync()
      expect([await report(), await report()]).toEqual([['A6J/1 renewed of 310'], []])
      on(280)
      expect([await report(), await report()]).toEqual([['A6J/1 ending 30 of 310'], []])
      expect(await stored()).toEqual([[played, '1', '30', true]])
    })

    it('have the session that renews them, with the account types of the item', async () => {
      const { sync, mirror } = opened([item(1, 0, { account_types: 'all' }), item(2, 5)])
      await sync()
      expect(await all(mirror.reportConsents())).toEqual([
        {
          _tag: 'ended',
          user: played,
          itemId: 1,
          endsAt: new Date(start),
          session: { itemId: 1, accountTypes: 'all' },
        },
        {
          _tag: 'ending',
          noticeDays: 7,
          user: played,
          itemId: 2,
          endsAt: new Date(start + 5 * day),
          session: { itemId: 2 },
        },
      ])
    })

    it('that passed several notices are reported at the nearest to the end', async () => {
      const { sync, report, on } = opened([item(1, 100)])
      await sync()
      on(99.5)
      expect([await report(), await report()]).toEqual([['A6J/1 ending 1 of 100'], []])
    })

    it('are reported once by a clock that jumps forwards and back, and for an end that moves by minutes', async () => {
      const { state, sync, report, on } = opened([item(1, 100)])
      await sync()
      on(95)
      expect(await report()).toHaveLength(1)
      for (const days of [60, 95.1, 10, 96]) {
        on(days)
        expect(await report()).toEqual([])
      }
      for (const end of [100.01, 99.99]) {
        state.lists.items = [item(1, end)]
        await sync()
        expect(await report()).toEqual([])
      }
    })

    it.each([
      ['two notices', [5, 20], ['ending 7 of 5', 'ending 30 of 20']],
      ['one notice', [5, 3], ['ending 7 of 5', 'ending 7 of 3']],
      ['a notice and no notice', [5, 90], ['ending 7 of 5', 'renewed of 90']],
      ['the past and a notice', [-5, 5], ['ended of -5', 'ending 7 of 5']],
    ] as const)('are reported once for each of two ends that take turns, at %s', async (_, ends, expected) => {
      const { state, sync, newMirror, report, on } = opened([])
      const seen: Array<string> = []
      for (let round = 0; round < 8; round++) {
        on(round / 100)
        state.lists.items = [item(1, ends[round % 2] ?? 0)]
        await sync()
        seen.push(...(await report(newMirror())))
      }
      expect(seen).toEqual(expected.map((one) => `A6J/1 ${one}`))
    })

    it('are reported once for an end that moves with the clock, by any process, and for one that then stays', async () => {
      const { state, sync, newMirror, report, on } = opened([])
      const seen: Array<string> = []
      // They report in turn.
      const processes = [newMirror(), newMirror()]
      const round = async (days: number, end: number) => {
        on(days)
        state.lists.items = [item(1, end)]
        await sync()
        processes.reverse()
        seen.push(...(await report(processes[0])))
      }
      for (let days = 0; days < 30; days += 0.5) await round(days, days + 5)
      expect(seen).toEqual(['A6J/1 ending 7 of 5'])
      for (const days of [30, 32, 34, 36]) await round(days, 35)
      expect(seen.slice(1)).toEqual(['A6J/1 ending 7 of 35', 'A6J/1 ending 1 of 35', 'A6J/1 ended of 35'])
      await round(37, 215)
      expect(seen.slice(4)).toEqual(['A6J/1 renewed of 215'])
    })

    it('are those of a day and of a time without a zone, in UTC, and of no others', async () => {
      const { sync, report, on } = opened([
        item(1, 0, { authentication_expires_at: at(5.5).slice(0, 10) }),
        item(2, 0, { authentication_expires_at: at(5).slice(0, 19) }),
        item(3, 0, { authentication_expires_at: Math.floor((start + 5 * day) / 1000) }),
        item(4, 0, { authentication_expires_at: 'soon' }),
        item(5, 0, { authentication_expires_at: null }),
      ])
      await sync()
      expect(await report()).toEqual([
        'A6J/1 ending 7 of 5.5',
        'A6J/2 ending 7 of 5',
        'A6J/3 unreadable',
        'A6J/4 unreadable',
      ])
      on(6)
      expect(await report()).toEqual(['A6J/1 ended of 5.5', 'A6J/2 ended of 5'])
    })

    it('with an end that cannot be read are reported once, also over restarts, and at their notices once it can', async () => {
      const { state, sync, newMirror, report } = opened([item(1, 0, { authentication_expires_at: 5 })])
      await sync()
      expect([await report(), await report(newMirror())]).toEqual([['A6J/1 unreadable'], []])
      expect(await stored()).toEqual([[played, '1', '-1', true]])
      state.lists.items = [item(1, 5)]
      await sync()
      expect([await report(), await report()]).toEqual([['A6J/1 ending 7 of 5'], []])
      state.lists.items = [item(1, 0, { authentication_expires_at: 5 })]
      await sync()
      expect(await report()).toEqual([])
    })

    it.each([
      ['1970', '1970-01-01T00:00:00.000Z'],
      ['the year 1', '0001-01-01'],
      ['a time before the item was created', at(-1)],
    ])('have no end in %s, and keep the end of an earlier answer', async (_, end) => {
      const none = item(1, 0, { authentication_expires_at: end, created_at: at(0) })
      const { state, sync, report, on } = opened([none])
      await sync()
      expect(await report()).toEqual([])
      state.lists.items = [item(1, 5, { created_at: at(0) })]
      await sync()
      state.lists.items = [none]
      await sync()
      expect(await report()).toEqual(['A6J/1 ending 7 of 5'])
      on(6)
      expect(await report()).toEqual(['A6J/1 ended of 5'])
    })

    it('have no end where an earlier version has stored 1970 as one', async () => {
      const { sync, report } = opened([{ id: 1, bank_id: 1, status: 0 }])
      await sync()
      await place.query(`UPDATE ${place.table('items')} SET authentication_expires_at = '1970-01-01T00:00:00.000Z'`)
      expect(await report()).toEqual([])
    })

    it('that an earlier version has reported are not reported again', async () => {
      const { state, sync, report, mirror } = opened([item(1, 5)])
      await sync()
      await all(mirror.migrate({ features: ['consents'] }))
      await place.query(
        `INSERT INTO ${place.table('consents')} (user_id, id, ends_at, notice_days) VALUES ('A6J', '1', '${at(5)}', 7)`,
      )
      expect(await report()).toEqual([])
      state.lists.items = [item(1, 20)]
      await sync()
      expect(await report()).toEqual(['A6J/1 ending 30 of 20'])
      state.lists.items = [item(1, 5)]
      await sync()
      expect(await report()).toEqual([])
    })

    it('are not reported of removed items, nor of erased users, of whom nothing is left', async () => {
      const { state, sync, mirror, report, clock } = opened([item(1, 5), item(2, 5)])
      await sync()
      await sync('other')
      state.lists.items = [item(2, 5)]
      for (let round = 0; round < 3; round++) {
        await sync()
        clock.advance(6 * minute)
      }
      expect(await report()).toEqual(['A6J/2 ending 7 of 5', 'other/1 ending 7 of 5', 'other/2 ending 7 of 5'])
      await all(mirror.erase('other'))
      await all(mirror.erase(played))
      expect(await stored()).toEqual([])
      expect(await report()).toEqual([])
    })

    it('of more items than a statement reads are all reported, once', async () => {
      const items = Array.from({ length: 520 }, (_, index) => item(index + 1, 5))
      const { sync, report } = opened(items)
      await sync()
      const seen = await report()
      expect([seen.length, new Set(seen).size]).toEqual([520, 520])
      expect(await report()).toEqual([])
    })

    it('are each reported by one of the processes that look at once', async () => {
      const { sync, report, newMirror, on } = opened(Array.from({ length: 40 }, (_, index) => item(index + 1, 100)))
      await sync()
      const mirrors = [newMirror(), newMirror(), newMirror()]
      for (const days of [75, 94]) {
        on(days)
        const seen = (await Promise.all(mirrors.map((one) => report(one)))).flat()
        expect([seen.length, new Set(seen).size]).toEqual([40, 40])
      }
    })

    describe('with a process', () => {
      const calling = (called: Array<string>, work: (consent: MirrorConsent) => Observable<unknown>) => ({
        noticeDays,
        process: (consent: MirrorConsent) => {
          called.push(describeConsent(consent))
          return work(consent)
        },
      })

      it('are emitted and stored when it completes, and meanwhile by no other process', async () => {
        const { sync, mirror, newMirror, report } = opened([item(1, 5)])
        await sync()
        const work = new Subject<never>()
        const called: Array<string> = []
        const begun = new Promise<void>((resolve) => {
          const watched = (consent: MirrorConsent) => {
            called.push(describeConsent(consent))
            resolve()
            return work
          }
          void all(mirror.reportConsents({ noticeDays, process: watched })).then((seen) =>
            called.push(`${String(seen.length)} emitted`),
          )
        })
        await begun
        expect(await report(newMirror())).toEqual([])
        expect(await stored()).toEqual([[played, '1', null, false]])
        work.complete()
        await waitUntil(() => called.length >= 2)
        expect(called).toEqual(['A6J/1 ending 7 of 5', '1 emitted'])
        expect(await stored()).toEqual([[played, '1', '7', true]])
      })

      it('are due again five minutes after it failed, or died', async () => {
        const { sync, mirror, clock, report } = opened([item(1, 5)])
        await sync()
        const called: Array<string> = []
        const failed = new Error('mail')
        expect(await failure(mirror.reportConsents(calling(called, () => throwError(() => failed))))).toBe(failed)
        expect(await report()).toEqual([])
        clock.advance(5 * minute)
        await new Promise<void>((resolve) => {
          const dying = mirror
            .reportConsents(
              calling(called, () => {
                setImmediate(() => {
                  dying.unsubscribe()
                  resolve()
                })
                return NEVER
              }),
            )
            .subscribe()
        })
        expect(await report()).toEqual([])
        clock.advance(5 * minute)
        expect(await all(mirror.reportConsents(calling(called, () => EMPTY)))).toHaveLength(1)
        expect([called, await report()]).toEqual([Array(3).fill('A6J/1 ending 7 of 5'), []])
      })

      it('fail after five minutes without an end, and do not hold up the others', async () => {
        const { sync, mirror, clock } = opened([item(1, 5), item(2, 5)])
        await sync()
        const reported: Array<string> = []
        const ended = await new Promise<unknown>((resolve) => {
          const process = ({ itemId }: MirrorConsent) => {
            if (itemId !== 1) return EMPTY
            setImmediate(() => {
              clock.advance(5 * minute)
            })
            return NEVER
          }
          mirror.reportConsents({ noticeDays, process }).subscribe({
            next: (consent) => reported.push(describeConsent(consent)),
            complete: () => {
              resolve('completed')
            },
            error: resolve,
          })
        })
        expect([String(ended), reported]).toEqual([
          'Error: /process: not done within five minutes; it is called again',
          ['A6J/2 ending 7 of 5'],
        ])
      })

      it('are due again at once if the claim is from a clock that was far ahead', async () => {
        const { sync, mirror, on, report } = opened([item(1, 5)])
        await sync()
        on(4.5)
        await failure(mirror.reportConsents(calling([], () => throwError(() => new Error('mail')))))
        on(0)
        expect(await report()).toEqual(['A6J/1 ending 7 of 5'])
      })

      it('leave nothing of a user who is erased meanwhile', async () => {
        const { sync, mirror, newMirror } = opened([item(1, 5)])
        await sync()
        const other = newMirror()
        await all(other.migrate())
        expect(await all(mirror.reportConsents(calling([], () => other.erase(played))))).toHaveLength(1)
        expect(await stored()).toEqual([])
        expect(await place.query(`SELECT id FROM ${place.table('users')}`)).toEqual([])
      })

      it('that fails for one do not stop the others', async () => {
        const { sync, mirror, clock } = opened([item(1, 5), item(2, 5), item(3, 5)])
        await sync()
        const called: Array<string> = []
        const failing = (consent: MirrorConsent) =>
          consent.itemId < 3 ? throwError(() => new Error(String(consent.itemId))) : EMPTY
        const seen: Array<string> = []
        const error = await failure(
          mirror.reportConsents(calling(called, failing)).pipe(tap((one) => seen.push(describeConsent(one)))),
        )
        expect([error, seen, called.length]).toEqual([new Error('1'), ['A6J/3 ending 7 of 5'], 3])
        clock.advance(5 * minute)
        expect(await all(mirror.reportConsents(calling(called, () => EMPTY)))).toHaveLength(2)
      })

      it('leave nothing of an item that is erased meanwhile', async () => {
        const { sync, mirror, newMirror } = opened([item(1, 5)])
        await sync()
        const other = newMirror()
        await all(other.migrate())
        const event = await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuids[0] })
        await all(mirror.reportConsents(calling([], () => other.eraseDeleted(event))))
        expect(await stored()).toEqual([])
      })

      it('errors where it returns no work', async () => {
        const { sync, mirror } = opened([item(1, 5)])
        await sync()
        const config = { noticeDays, process: (() => 5) as never }
        expect(await failure(mirror.reportConsents(config))).toMatchObject({ _tag: 'ConfigError' })
      })
    })

    it('go by the time of the database without a clock', async () => {
      const days = (Date.now() - start) / day
      const { user } = opened([item(1, Math.floor(days) + 7), item(2, Math.floor(days) - 1)])
      const mirror = place.createMirror()
      await all(mirror.sync(user, { id: played, feeds: ['items'] }))
      const seen = await all(mirror.reportConsents({ noticeDays: [7] }))
      expect(seen.map(({ _tag, itemId }) => [_tag, itemId])).toEqual([
        ['ending', 1],
        ['ended', 2],
      ])
    })

    it.each<object>([
      { noticeDays: [0] },
      { noticeDays: 7 },
      { noticeDays: [7, 7] },
      { process: 'mail' },
      { notices: [7] },
    ])('are not reported with %p', async (config) => {
      expect(await failure(place.createMirror().reportConsents(config))).toMatchObject({ _tag: 'ConfigError' })
    })
  })
}
