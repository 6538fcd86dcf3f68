import { ConfigError } from '../../../lib/index.js'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { hour, hourlyMirror } from './hourlyMirror.js'
import { all, failure, type Place } from './place.js'
import { smallBank } from './smallBank.js'

const day = 24 * hour

/** The proof of an account of a bank with whatever habits, on whatever database. */
export const proofs = (name: string, open: () => Promise<Place>): void => {
  describe(`the proof of balances in a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    /** A bank with an account, and a mirror of it. */
    const opened = ({ fields = {}, ...settings }: MirrorSettings & { readonly fields?: object } = {}) => {
      const bank = smallBank()
      const account = bank.account(bank.item())
      const change = (changes: object) => {
        bank.rows.accounts = bank.rows.accounts.map((row) => ({ ...row, ...changes, ...bank.stamp() }))
      }
      change({ type: 'checking', balance: 100, ...fields })
      const one = hourlyMirror(place, bank.user, (ms) => bank.clock.advance(ms), { clock: bank.clock, ...settings })
      const today = () => new Date(bank.clock.wall()).toISOString().slice(0, 10)
      const insert = (amount: number, changes: object = {}): number => {
        const id = bank.transaction(account, amount)
        bank.rows.transactions = bank.rows.transactions.map((row) => (row.id === id ? { ...row, ...changes } : row))
        return id
      }
      const balance = (): number =>
        Number((bank.rows.accounts[0] as { readonly balance?: number } | undefined)?.balance)
      const book = (amount: number, changes: object = {}): number => {
        const id = insert(amount, changes)
        change({ balance: balance() + amount })
        return id
      }
      const now = () => new Date(bank.clock.wall()).toISOString()
      return { bank, account, accountId: String(account), change, insert, book, balance, today, now, ...one }
    }

    it('moves with a history that widens', async () => {
      const { change, insert, book, sync, open: read } = opened({ tolerance: hour })
      book(-10)
      await sync(5, 6 * hour)
      book(-10)
      expect(await sync(2)).toEqual([])
      for (const date of ['2025-11-01', '2025-11-02', '2025-11-03']) insert(-33, { date })
      expect(await sync(2)).toEqual([])
      change({})
      expect(await sync(5)).toEqual([])
      book(-10)
      expect(await sync(30)).toEqual([])
      expect(await read()).toEqual([])
    })

    it.each([
      ['before the proof has begun', 5],
      ['after it', 30],
    ])('leaves no difference if the history of an account is loaded %s', async (_, hours) => {
      const { change, insert, book, sync, open: read, today, accountId, statusOf } = opened()
      expect(await sync(hours)).toEqual([])
      for (let number = 1; number <= 90; number++) {
        const date = new Date(Date.parse(today()) - number * day).toISOString().slice(0, 10)
        insert(-number, { date })
      }
      expect(await sync(3)).toEqual([])
      change({})
      expect(await sync(16, 6 * hour)).toEqual([])
      expect([await read(), await statusOf(accountId)]).toEqual([[], 'agrees'])
      book(-7)
      expect(await sync(1)).toEqual([])
      expect(await statusOf(accountId)).toBe('agrees')
    })

    it('waits while a row has no exact amount or another currency, says why and since when, and goes on after it', async () => {
      const { bank, insert, book, sync, change, accountId, waiting, statusOf, now } = opened({ tolerance: hour })
      await sync(1)
      expect(await waiting()).toEqual([[accountId, 'start', now()]])
      book(-10)
      await sync(5, 6 * hour)
      book(-10)
      expect(await sync(2)).toEqual([])
      expect(await waiting()).toEqual([])
      const [first, second] = [insert(4.995), insert(-20, { currency_code: 'USD' })]
      change({ balance: 40 })
      expect(await sync(1)).toEqual([])
      const since = now()
      expect(await sync(30)).toEqual([])
      expect(await waiting()).toEqual([[accountId, 'currency', since]])
      bank.change(second, { is_deleted: true })
      expect(await sync(1)).toEqual([])
      expect([await waiting(), await statusOf(accountId)]).toEqual([[[accountId, 'amount', now()]], 'waiting'])
      bank.change(first, { is_deleted: true })
      expect(await sync(2)).toEqual([])
      change({})
      expect(await sync(3)).toEqual([{ account: accountId, difference: -4000n }])
      expect([await waiting(), await statusOf(accountId)]).toEqual([[], 'mismatch'])
    })

    it('waits from the first round on for an old row in another currency, and for a balance that is not exact', async () => {
      const { bank, insert, sync, change, accountId, waiting, now, mirror } = opened()
      const old = insert(-20, { currency_code: 'USD', date: '2019-05-01' })
      await sync(1)
      const since = now()
      await sync(30)
      expect(await waiting()).toEqual([[accountId, 'currency', since]])
      const before = async (time: number) => (await all(mirror.waitingProofs({ before: new Date(time) }))).length
      expect([await before(Date.parse(since)), await before(Date.parse(since) + 1)]).toEqual([0, 1])
      expect(await failure(mirror.waitingProofs({ before: new Date(NaN) }))).toBeInstanceOf(ConfigError)
      change({ balance: 10.005 })
      await sync(1)
      expect(await waiting()).toEqual([[accountId, 'balance', now()]])
      change({ balance: 10 })
      bank.change(old, { is_deleted: true })
      await sync(1)
      expect(await waiting()).toEqual([[accountId, 'start', now()]])
      await sync(30)
      expect(await waiting()).toEqual([])
    })

    it('waits for the time of a balance that has none, and ends with an unknown type', async () => {
      const { bank, book, sync, waiting, accountId, now } = opened()
      book(-10)
      bank.rows.accounts = bank.rows.accounts.map(({ updated_at: _, ...row }) => row)
      await sync(1)
      const since = now()
      await sync(30)
      const begun = `SELECT started_at FROM ${place.table('balance_proofs')}`
      expect((await place.query(begun)).map(({ started_at }) => started_at)).toEqual([null])
      expect(await waiting()).toEqual([[accountId, 'time', since]])
      bank.rows.accounts = bank.rows.accounts.map((row) => ({ ...row, type: 'special', ...bank.stamp() }))
      await sync(5)
      expect([await place.query(begun), await waiting()]).toEqual([[], []])
    })

    it.each(['keep', 'delete'] as const)(
      'agrees at a bank that shows only its last 30 days, and finds a row that is lost or removed (%s)',
      async (removedRows) => {
        const { bank, insert, book, sync, open: read, today, accountId, statusOf } = opened({ removedRows })
        for (let number = 1; number <= 30; number++)
          insert(-number, { date: new Date(Date.parse(today()) - number * day).toISOString().slice(0, 10) })
        for (let number = 0; number < 12; number++) {
          book(-2, { date: today() })
          const oldest = new Date(bank.clock.wall() - 30 * day).toISOString().slice(0, 10)
          for (const { id, date } of bank.rows.transactions) if (String(date) < oldest) bank.vanish('transactions', id)
          expect(await sync(4, 6 * hour)).toEqual([])
        }
        expect([await read(), await statusOf(accountId)]).toEqual([[], 'agrees'])
        expect(bank.rows.transactions.length).toBeLessThan(35)
        const young = bank.rows.transactions.find(({ amount }) => amount === -2)
        bank.vanish('transactions', young?.id ?? 0)
        const found = [...(await sync(8, 6 * hour))]
        book(-2, { date: today() })
        found.push(...(await sync(4, 6 * hour)))
        expect(found).toEqual([{ account: accountId, difference: -200n }])
      },
    )

    it('begins anew when a deferred card is set back to zero, and finds a row that is lost after it', async () => {
      const {
        book,
        change,
        sync,
        open: read,
        today,
        accountId,
        statusOf,
      } = opened({ fields: { type: 'card', balance: 0 } })
      for (let number = 0; number < 6; number++) {
        book(-20, { date: today() })
        expect(await sync(2, 6 * hour)).toEqual([])
      }
      expect(await statusOf(accountId)).toBe('agrees')
      change({ balance: 0 })
      expect(await sync(12, 6 * hour)).toEqual([])
      book(-20, { date: today() })
      expect(await sync(8, 6 * hour)).toEqual([])
      expect([await read(), await statusOf(accountId)]).toEqual([[], 'agrees'])
      change({ balance: -70 })
      expect(await sync(12, 6 * hour)).toEqual([{ account: accountId, difference: -5000n }])
    })

    it('agrees at a bank whose rows follow their balance by six hours', async () => {
      const { insert, change, balance, sync, open: read, today, accountId, statusOf } = opened()
      for (let number = 0; number < 12; number++) {
        change({ balance: balance() - number - 1 })
        expect(await sync(6)).toEqual([])
        insert(-number - 1, { date: today() })
        change({})
        expect(await sync(2)).toEqual([])
      }
      expect([await read(), await statusOf(accountId)]).toEqual([[], 'agrees'])
    })
  })
}
