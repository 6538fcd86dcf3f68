import { firstValueFrom, lastValueFrom, of, take, toArray } from 'rxjs'
import { bridge2021 } from '../../lib/bridge.js'
import { createClient } from '../../lib/index.js'
import { page } from '../helpers/responses.js'
import { lastingToken } from '../helpers/scripted.js'

const whole = { id: 1, account_id: 2, amount: -4.99, date: '2026-01-15', updated_at: '2026-01-15T10:00:00.000Z' }
const read = { ...whole, updated_at: new Date(whole.updated_at) }

const reading = (...rows: ReadonlyArray<object>) => {
  const http = () => of(page(rows, null))
  const client = createClient({ clientId: 'id', clientSecret: 's', profile: bridge2021, http })
  const reported: Array<string> = []
  client.events$.subscribe((event) => {
    if (event._tag === 'FieldMismatch') reported.push(`${event.operation} ${event.path}: ${event.expected}`)
  })
  return { ...client.user({ token$: of(lastingToken()) }), reported }
}

describe('an optional field with a wrong value', () => {
  it.each(['', '0000-00-00', 20_260_115, {}])(
    'is left out of its row, and told without the value: %j',
    async (value) => {
      const { transactions, reported } = reading(
        { ...whole, booking_date: value },
        { ...whole, id: 3, booking_date: value },
      )
      expect(await lastValueFrom(transactions.all().pipe(toArray()))).toStrictEqual([read, { ...read, id: 3 }])
      const { resources } = await firstValueFrom(transactions.watchUpdated().pipe(take(1)))
      expect(resources).toStrictEqual([read, { ...read, id: 3 }])
      expect(reported).toEqual([
        'transactions.list /booking_date: date (YYYY-MM-DD)',
        'transactions.updated /booking_date: date (YYYY-MM-DD)',
      ])
    },
  )

  it.each([
    { amount: '-4.99' },
    { currency_code: 978 },
    { is_deleted: 'true' },
    { is_future: 1 },
    { show_client_side: 0 },
  ])('refuses the row if sums depend on it: %j', async (wrong) => {
    const { transactions } = reading({ ...whole, ...wrong })
    const path = `/resources/0/${String(Object.keys(wrong)[0])}`
    await expect(lastValueFrom(transactions.all())).rejects.toMatchObject({ issues: [{ path }] })
  })

  it('leaves an account there whose balance is no number', async () => {
    const { accounts } = reading({ id: 1, item_id: 2, balance: 'n/a', currency_code: 'EUR' })
    expect(await firstValueFrom(accounts.all())).toStrictEqual({ id: 1, item_id: 2, currency_code: 'EUR' })
  })
})
