import fc from 'fast-check'
import { all, bank, type DatabaseRow, type Place, scriptedUser } from './place.js'

const config = { id: 'A6J', feeds: ['accounts', 'transactions'] } as const
const rowOf = (id: number | string, fields: string) =>
  `{"id":${String(id)},"account_id":7,"currency_code":"EUR","updated_at":"2024-01-01T00:00:00.000Z",${fields}}`

/** The sums of accounts in every mirror, on whatever database. */
export const sums = (name: string, open: () => Promise<Place>): void => {
  describe(`sums of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const rows = async (sql: string) => (await place.query(sql)).map((row) => ({ ...row }))
    const ids = async (view: string) => {
      const found = await rows(`SELECT id FROM ${place.table(view)} ORDER BY id`)
      return found.map(({ id }) => id)
    }
    const booked = () =>
      rows(`SELECT account_id, currency_code, CAST(minor_units AS text) AS minor_units,
        CAST(row_count AS integer) AS row_count, CAST(inexact_count AS integer) AS inexact_count
        FROM ${place.table('booked_sums')} ORDER BY account_id, currency_code`)
    const sum = (minor_units: string | null, row_count: number, inexact_count = 0): DatabaseRow => ({
      account_id: '7',
      currency_code: 'EUR',
      minor_units,
      row_count,
      inexact_count,
    })

    it('leave out the repeat of a deferred debit, and what is not booked yet', async () => {
      const user = scriptedUser([
        rowOf(1, '"amount":-50.00,"show_client_side":true'),
        rowOf(2, '"amount":-50.00,"show_client_side":false'),
        rowOf(3, '"amount":-80.00,"is_future":true'),
        rowOf(4, '"amount":-1.00,"show_client_side":null,"is_future":false'),
        rowOf(5, '"amount":-1.00,"future":true'),
      ])
      await all(place.createMirror().sync(user, config))
      expect(await ids('shown_transactions')).toEqual(['1', '3', '4', '5'])
      expect(await ids('booked_transactions')).toEqual(['1', '4'])
      expect(await booked()).toEqual([sum('-5100', 2)])
      const shown = await rows(`SELECT show_client_side FROM ${place.table('transactions')} ORDER BY id`)
      expect(shown.map(({ show_client_side: is }) => (is === null ? null : Boolean(is)))).toEqual([
        true,
        false,
        null,
        null,
        null,
      ])
    })

    it('leave out rows that are removed, or whose account is, and have those of unknown accounts', async () => {
      const account = (id: number) => `{"id":${String(id)},"balance":1,"currency_code":"EUR"}`
      const mirror = place.createMirror()
      const row = (id: number, accountId: number) =>
        rowOf(id, '"amount":-30.00').replace('"account_id":7', `"account_id":${String(accountId)}`)
      await all(mirror.sync(scriptedUser([row(1, 7), row(2, 8), row(3, 9)], [account(7), account(8)]), config))
      expect(await ids('present_accounts')).toEqual(['7', '8'])
      const table = place.table('accounts')
      await place.script(`UPDATE ${table} SET removed_at = '2024-01-02T00:00:00.000Z' WHERE id = '8'`)
      await place.script(
        `UPDATE ${place.table('transactions')} SET removed_at = '2024-01-02T00:00:00.000Z' WHERE id = '1'`,
      )
      expect(await ids('present_accounts')).toEqual(['7'])
      expect(await ids('shown_transactions')).toEqual(['3'])
      expect(await booked()).toEqual([{ ...sum('-3000', 1), account_id: '9' }])
    })

    it('count rows without an exact amount, and say which they are', async () => {
      const user = scriptedUser([
        rowOf(1, '"amount":-0.30000000000000004'),
        rowOf(2, '"amount":1234.5600000000002'),
        rowOf(3, '"amount":"12.30"'),
        rowOf(4, '"amount":1e400'),
        rowOf(5, '"amount":4.995'),
        rowOf(6, '"amount":null'),
        rowOf(7, '"amount":0.123456789012345678').replace('EUR', 'BTC'),
      ])
      const batches = await all(place.createMirror().sync(user, config))
      expect(batches.at(-1)?.inexactIds).toEqual(['4', '5', '6', '7'])
      const [large] = await rows(`SELECT CAST(row AS text) AS row FROM ${place.table('transactions')} WHERE id = '4'`)
      expect(JSON.parse(String(large?.row))).toMatchObject({ id: 4, amount: null })
      expect(await booked()).toEqual([{ ...sum(null, 1, 1), currency_code: 'BTC' }, sum('124656', 6, 3)])
      const [again] = await all(place.createMirror().sync(user, { ...config, feeds: ['transactions'] }))
      expect(again).toMatchObject({ changedIds: [], inexactIds: [] })
    })

    it('are exact beyond 2^53 and beyond 2^63, and every statement can be read', async () => {
      const amounts = [
        '92233720368547758.07',
        '92233720368547758.07',
        '-0.01',
        '90071992547409.92',
        '-90071992547409.91',
      ]
      const user = scriptedUser(amounts.map((amount, index) => rowOf(index + 1, `"amount":"${amount}"`)))
      await all(place.createMirror().sync(user, config))
      const units = await rows(`SELECT id, minor_units FROM ${place.table('shown_transactions')} ORDER BY id`)
      expect(units.map(({ minor_units }) => String(minor_units))).toEqual([
        '9223372036854775807',
        '9223372036854775807',
        '-1',
        '9007199254740992',
        '-9007199254740991',
      ])
      await place.query(`SELECT minor_units FROM ${place.table('transactions')}`)
      await place.query(`SELECT * FROM ${place.table('booked_sums')}`)
      expect(await booked()).toEqual([sum(String(2n * (2n ** 63n - 1n)), 5)])
    })

    it('equal the sums of decimal arithmetic, whatever the amounts', async () => {
      const mirror = place.createMirror()
      await all(mirror.migrate())
      const units = fc.oneof(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }),
        fc.constantFrom(0n, 1n, -1n, 2n ** 53n, -(2n ** 53n), 2n ** 53n - 1n, 10n ** 9n, -(10n ** 9n), 9n * 10n ** 18n),
      )
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(units, { minLength: 1, maxLength: 12 }), async (amounts) => {
          const id = `user ${String(round++)}`
          const user = scriptedUser(
            amounts.map((amount, index) => rowOf(index, `"amount":"${String(amount)}"`).replace('EUR', 'JPY')),
          )
          await all(mirror.sync(user, { id, feeds: ['transactions'] }))
          const [found] = await rows(
            `SELECT minor_units, CAST(inexact_count AS integer) AS inexact_count
             FROM ${place.table('booked_sums')} WHERE user_id = '${id}'`,
          )
          expect(BigInt(found?.minor_units as string)).toBe(amounts.reduce((total, amount) => total + amount, 0n))
          expect(found?.inexact_count).toBe(0)
        }),
        { numRuns: 60 },
      )
    })

    it('are those of the sandbox, by account and currency', async () => {
      const { user, id, sandbox, uuid } = bank({ stage: 'bridge 2021' })
      const [one = 0, other = 0, third = 0] = sandbox.insertTransactions(uuid, 3)
      sandbox.updateTransaction(one, { amount: -0.30000000000000004 })
      sandbox.updateTransaction(other, { show_client_side: false })
      sandbox.updateTransaction(third, { is_future: true })
      await all(place.createMirror().sync(user, { id }))
      const expected = new Map<string, bigint>()
      for (const row of await all(user.transactions.all({ limit: 500 }))) {
        const { account_id, currency_code, amount, show_client_side, is_future } = row as unknown as Readonly<
          Record<string, unknown>
        >
        if (show_client_side === false || is_future === true) continue
        const key = `${String(account_id)} ${String(currency_code)}`
        expected.set(key, (expected.get(key) ?? 0n) + BigInt(Math.round(Number(amount) * 100)))
      }
      const found = (await booked()).map(({ account_id, currency_code, minor_units }) => [
        `${String(account_id)} ${String(currency_code)}`,
        BigInt(String(minor_units)),
      ])
      expect(new Map(found as Array<[string, bigint]>)).toEqual(expected)
    })

    it('have views that further columns and views of programs do not touch', async () => {
      await all(place.createMirror().migrate())
      const own = place.table('own_sums')
      await place.script(`CREATE VIEW ${own} AS SELECT minor_units FROM ${place.table('booked_sums')}`)
      for (const table of ['accounts', 'transactions'])
        await place.script(`ALTER TABLE ${place.table(table)} ADD COLUMN note text`)
      await all(place.createMirror().sync(scriptedUser([rowOf(1, '"amount":-1')]), config))
      expect(await rows(`SELECT CAST(minor_units AS text) AS minor_units FROM ${own}`)).toEqual([
        { minor_units: '-100' },
      ])
    })
  })
}
