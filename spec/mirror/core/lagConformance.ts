import { bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { all, type Place } from './place.js'
import { smallBank } from './smallBank.js'

const minute = 60_000
const hour = 60 * minute
const id = 'A6J'
const overlap = 2 * hour

const profiles = { default: documentedProfile, 'bridge 2025': bridge2025 as unknown as typeof documentedProfile }
const kinds: ReadonlyArray<NonNullable<MirrorSettings['removedRows']>> = ['keep', 'delete']
const names = Object.keys(profiles) as ReadonlyArray<keyof typeof profiles>

/** What a comparison with a whole list does, on whatever database, if a replica answers that lags by less than `overlap`. */
export const lagConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`a mirror on ${name} whose whole lists lag`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    /** A bank whose whole lists and single rows can be those of a while ago, and a mirror that compares each ten minutes. */
    const opened = async (profile: keyof typeof profiles, removedRows: 'keep' | 'delete') => {
      const bank = smallBank(profiles[profile])
      const account = bank.account(bank.item())
      const [changing, leaving, lasting] = [
        bank.transaction(account, -30),
        bank.transaction(account, -5),
        bank.transaction(account, -7),
      ]
      const mirror = place.createMirror({ clock: bank.clock, removedRows, fullSyncEvery: 10 * minute })
      const round = async (wait = 15 * minute) => {
        bank.clock.advance(wait)
        const batches = await all(mirror.sync(bank.user, { id, overlap }))
        return batches
          .filter(({ feed }) => feed === 'transactions')
          .flatMap(({ changedIds, removedIds }) => [
            ...changedIds.map((row) => `+${row}`),
            ...removedIds.map((row) => `-${row}`),
          ])
          .sort()
          .join(' ')
      }
      await round(0)
      await round(hour)
      await round(2 * hour)
      let comparisons = 0
      const lag = (before: ReturnType<typeof bank.snapshot> | undefined) => {
        bank.answers.from = (path, query) => {
          if (!/\/transactions(\/\d+)?$/.test(path) || query.has('since')) return undefined
          comparisons++
          return before
        }
      }
      return { bank, account, changing, leaving, lasting, round, lag, comparisons: () => comparisons }
    }

    const amounts = async () =>
      (
        await place.query(`SELECT id, CAST(minor_units AS text) AS units FROM ${place.table('transactions')}
          WHERE removed_at IS NULL ORDER BY CAST(minor_units AS bigint)`)
      ).map(({ units }) => Number(units))

    describe.each(names.flatMap((profile) => kinds.map((kind) => [profile, kind] as const)))(
      '%s, %s',
      (profile, kind) => {
        it('leaves rows alone that were changed, removed or added since', async () => {
          const { bank, account, changing, leaving, round, lag, comparisons } = await opened(profile, kind)
          lag(bank.snapshot())
          bank.change(changing, { amount: -99 })
          bank.change(leaving, { is_deleted: true, deleted: true })
          const added = bank.transaction(account, -1)
          expect(await round()).toBe(
            [`+${String(added)}`, `+${String(changing)}`, `-${String(leaving)}`].sort().join(' '),
          )
          expect([await round(), await round(), await round()]).toEqual(['', '', ''])
          expect(comparisons()).toBeGreaterThan(2)
          expect(await amounts()).toEqual([-9900, -700, -100])
          lag(undefined)
          for (const wait of [hour, 2 * hour, 2 * hour]) expect(await round(wait)).toBe('')
          expect(await amounts()).toEqual([-9900, -700, -100])
        })

        it('leaves a row alone whose stamp is earlier than that of the version before', async () => {
          const { bank, changing, round, lag } = await opened(profile, kind)
          bank.change(changing, { amount: -40 })
          const later = bank.rows.transactions.find((row) => row.id === changing)?.updated_at
          await round()
          lag(bank.snapshot())
          bank.change(changing, { amount: -50, updated_at: new Date(Date.parse(String(later)) - minute).toISOString() })
          expect([await round(), await round()]).toEqual([`+${String(changing)}`, ''])
          expect(await amounts()).toEqual([-5000, -700, -500])
        })

        it('removes and changes what no update has told, once `overlap` has passed', async () => {
          const { bank, changing, leaving, lasting, round } = await opened(profile, kind)
          bank.change(changing, { amount: -99 })
          bank.change(leaving, { amount: -98 })
          await round()
          bank.vanish('transactions', leaving)
          bank.rows.transactions = bank.rows.transactions.map((row) =>
            row.id === lasting ? { ...row, amount: -70 } : row,
          )
          expect(await round()).toBe(`+${String(lasting)}`)
          const reported = [await round(2 * hour), await round(2 * hour), await round(2 * hour)].filter(
            (words) => words !== '',
          )
          expect(reported).toEqual([`-${String(leaving)}`])
          expect(await amounts()).toEqual([-9900, -7000])
        })
      },
    )

    it.each(kinds)('does not bring back a row that the service has confirmed as gone, %s', async (kind) => {
      const { bank, leaving, round, lag, comparisons } = await opened('bridge 2025', kind)
      const before = bank.snapshot()
      bank.vanish('transactions', leaving)
      expect(await round()).toBe(`-${String(leaving)}`)
      lag(before)
      expect([await round(), await round(), await round()]).toEqual(['', '', ''])
      expect(comparisons()).toBeGreaterThan(2)
      // It is there again.
      bank.rows.transactions = before.transactions
      expect([await round(hour), await round(hour)].join('')).toBe(`+${String(leaving)}`)
      expect(await amounts()).toEqual([-3000, -700, -500])
    })

    it.each(kinds)(
      'brings rows back with their account, also if they had changed just before it left, %s',
      async (kind) => {
        const { bank, account, changing, round } = await opened('bridge 2025', kind)
        bank.change(changing, { amount: -99 })
        await round()
        const { accounts, transactions } = bank.snapshot()
        bank.vanish('accounts', account)
        bank.rows.transactions = []
        await round()
        expect(await amounts()).toEqual([])
        Object.assign(bank.rows, { accounts, transactions })
        await round()
        expect(await amounts()).toEqual([-9900, -700, -500])
      },
    )
  })
}
