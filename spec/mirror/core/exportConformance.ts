import { firstValueFrom } from 'rxjs'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { iso, played, playedBank, type PlayedRow, start, uuids } from '../../helpers/playedBank.js'
import { all, failure, type Place, scriptedUser } from './place.js'

type Line = Readonly<Record<string, unknown>>

const parse = (lines: ReadonlyArray<string>): ReadonlyArray<Line> => lines.map((line) => JSON.parse(line) as Line)

/** How mirrors, on whatever database, export the data of a user. */
export const exportConformance = (name: string, open: () => Promise<Place>): void => {
  describe(`exports of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const payment = (id: number, fields: object = {}): PlayedRow => ({
      id,
      account_id: 10,
      amount: -0.1 * id,
      currency_code: 'EUR',
      date: '2026-01-10',
      description: `line 1\nline 2 "${String(id)}" \u2028 💶`,
      updated_at: iso(-10),
      ...fields,
    })

    const opened = (transactions: ReadonlyArray<PlayedRow> = [payment(1), payment(3)]) => {
      const bank = playedBank()
      const { lists } = bank.state
      lists.items = [{ id: 1, bank_id: 1, status: 0, authentication_expires_at: iso(60) }]
      lists.accounts = [
        { id: 10, item_id: 1, balance: 12.3, currency_code: 'EUR', is_pro: false, updated_at: iso(-10) },
      ]
      lists.transactions = [...transactions]
      const mirror = place.createMirror({ clock: bank.clock })
      return { ...bank, mirror, sync: (id = played) => all(mirror.sync(bank.user, { id })) }
    }

    it('have a line that describes them, one for each row of each table, and one that ends them', async () => {
      const { mirror, sync } = opened()
      await all(mirror.migrate({ features: ['changes'] }))
      await sync()
      await sync('other')
      await all(mirror.reportConsents())
      const lines = await all(mirror.export(played))
      expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([])
      const [head, ...rows] = parse(lines)
      const end = rows.pop()
      expect(head).toEqual({
        format: 'rxbank-export',
        version: 1,
        user: played,
        uuid: uuids[0],
        is_known: true,
        added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        exported_at: new Date(start).toISOString(),
        tables: [
          'items',
          'accounts',
          'stocks',
          'transactions',
          'refreshes',
          'consents',
          'balances',
          'balance_proofs',
          'account_sums',
          'removed_sums',
          'transfers',
          'transfer_candidates',
          'transfer_decisions',
          'recurring_streams',
          'recurring_payments',
          'recurring_events',
          'recurring_decisions',
          'account_links',
          'row_links',
          'suspended_users',
          'absences',
          'checkpoints',
          'changes',
        ],
      })
      expect(end).toEqual({ end: true, rows: rows.length })
      expect(rows.map(({ table }) => table)).toEqual([
        'items',
        'accounts',
        'transactions',
        'transactions',
        'consents',
        'balances',
        'account_sums',
        ...Array<string>(4).fill('checkpoints'),
        ...Array<string>(4).fill('changes'),
      ])
      expect(rows[0]).toMatchObject({
        table: 'items',
        id: '1',
        bank_id: '1',
        status: '0',
        authentication_expires_at: iso(60),
        removed_at: null,
        row: { id: 1, status: 0 },
      })
      expect(rows[1]).toMatchObject({ balance: '12.3', minor_units: '1230', is_pro: false, updated_at: iso(-10) })
      expect(rows[2]).toMatchObject({
        id: '1',
        date: '2026-01-10',
        amount: '-0.1',
        minor_units: '-10',
        description: payment(1).description,
        pending_id: null,
        row: { ...payment(1), updated_at: iso(-10) },
      })
      expect(rows[4]).toMatchObject({ id: '1', ends_at: iso(60), notice_days: '7' })
      expect(rows[10]).toMatchObject({ feed: 'transactions', is_truncated: false, bookmark: { format: 1 } })
      expect(rows.at(-1)).toMatchObject({ number: expect.stringMatching(/^\d+$/) as unknown, change: 'Added', id: '3' })
      expect(rows.at(-1)).toMatchObject({ feed: 'transactions', row: { id: 3, amount: -0.30000000000000004 } })
    })

    it('have the sum of rows that name neither an account nor a currency', async () => {
      const mirror = place.createMirror()
      const user = scriptedUser(['{"id":1,"amount":-5}', '{"id":2,"account_id":7,"amount":-5,"currency_code":"EUR"}'])
      await all(mirror.sync(user, { id: played, feeds: ['transactions'] }))
      const sums = parse(await all(mirror.export(played))).filter(({ table }) => table === 'account_sums')
      expect(sums.map(({ account_id, currency_code }) => [account_id, currency_code])).toEqual([
        ['', ''],
        ['7', 'EUR'],
      ])
    })

    it.each([
      ['-0.30000000000000004', '-0.3', '-30'],
      ['"90071992547409.93"', '90071992547409.93', '9007199254740993'],
      ['"-92233720368547758.07"', '-92233720368547758.07', '-9223372036854775807'],
      ['"12.30"', '12.30', '1230'],
      ['1e400', null, null],
    ])('have the amount %s exactly', async (amount, exact, units) => {
      const mirror = place.createMirror()
      const user = scriptedUser([`{"id":1,"amount":${amount},"currency_code":"EUR"}`])
      await all(mirror.sync(user, { id: played, feeds: ['transactions'] }))
      const row = parse(await all(mirror.export(played))).find(({ table }) => table === 'transactions')
      expect([row?.amount, row?.minor_units]).toEqual([exact, units])
    })

    it('have removed rows, and missing ones', async () => {
      const { mirror, sync, state, clock } = opened()
      await sync()
      state.lists.transactions = [payment(1, { is_deleted: true, updated_at: iso(1) }), payment(3)]
      state.lists.accounts = []
      clock.advance(60_000)
      await sync()
      const lines = parse(await all(mirror.export(played)))
      const removed = lines.find(({ table, id }) => table === 'transactions' && id === '1')
      expect(removed?.removed_at).toMatch(/^2\d{3}-\d\d-\d\dT.*Z$/)
      expect(lines.filter(({ table }) => table === 'absences')).toEqual([
        {
          table: 'absences',
          feed: 'accounts',
          id: '10',
          since: String(clock.wall()),
          is_removed: false,
          item_id: null,
        },
      ])
    })

    it('of a user whom the mirror does not know have no rows', async () => {
      const [head, end, ...rest] = parse(await all(place.createMirror().export('nobody')))
      expect(head).toMatchObject({ user: 'nobody', is_known: false, uuid: null, added_at: null })
      expect([end, rest]).toEqual([{ end: true, rows: 0 }, []])
      expect(await failure(place.createMirror().export(''))).toMatchObject({ _tag: 'ConfigError' })
    })

    it('of more rows than a statement reads have each row once, in a loop and as a stream', async () => {
      const { mirror, sync } = opened(Array.from({ length: 1300 }, (_, index) => payment(index + 1)))
      await sync()
      const lines: Array<string> = []
      for await (const line of mirror.export(played)) lines.push(line)
      const found = parse(lines).filter(({ table }) => table === 'transactions')
      expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([1300, 1300])
      expect(await all(mirror.export(played))).toHaveLength(lines.length)
      expect(JSON.parse(await firstValueFrom(mirror.export(played)))).toMatchObject({ version: 1 })
    })

    it('read the next rows when the loop wants them, and error if the user is erased meanwhile', async () => {
      const { mirror, sync } = opened(Array.from({ length: 1300 }, (_, index) => payment(index + 1)))
      await all(mirror.migrate({ features: ['changes'] }))
      await sync()
      const iterator = mirror.export(played)[Symbol.asyncIterator]()
      const tables: Array<unknown> = []
      while (tables.filter((table) => table === 'transactions').length < 3) {
        const { value } = await iterator.next()
        tables.push((JSON.parse(String(value)) as Line).table)
      }
      await all(mirror.erase(played))
      let lines = tables.length
      let error: unknown
      try {
        while ((await iterator.next()).done !== true) lines++
      } catch (caught) {
        error = caught
      }
      expect(error).toBeInstanceOf(StaleFencingToken)
      // The rest of the page, and the erasure in the change log.
      expect(lines).toBe(3 + 500 + 1)
    })

    it('has nothing of a user who was deleted and created again, not even rows that were removed before', async () => {
      const { mirror, sync, remake, state } = opened()
      await all(mirror.migrate({ features: ['changes'] }))
      await sync()
      state.lists.transactions = [{ ...payment(1), is_deleted: true, updated_at: iso(1) }, payment(3)]
      await sync()
      remake({ items: [{ id: 2, bank_id: 1, status: 0 }] })
      const removed = (await sync()).flatMap(({ removedIds, feed }) => removedIds.map((id) => `${feed} ${id}`))
      expect(removed).toEqual(['items 1', 'accounts 10', 'transactions 3'])
      const lines = parse(await all(mirror.export(played)))
      const rows = lines.filter(({ table }) => table !== undefined && table !== 'checkpoints')
      expect([lines[0]?.uuid, rows.map(({ table, id }) => [table, id])]).toEqual([
        uuids[1],
        [
          ['items', '2'],
          ['changes', null],
          ['changes', '2'],
        ],
      ])
    })

    it.each([true, false])('have times by the clock of the mirror, if it has one: %p', async (hasClock) => {
      const { clock, state, user } = opened([payment(1)])
      const began = Date.now()
      const mirror = place.createMirror(hasClock ? { clock } : {})
      const sync = () => all(mirror.sync(user, { id: played }))
      const ending = new Date((hasClock ? start : began) + 86_400_000).toISOString()
      state.lists.items = [{ id: 1, bank_id: 1, status: 0, authentication_expires_at: ending }]
      await sync()
      clock.advance(1000)
      state.lists.transactions = [{ ...payment(1), is_deleted: true, updated_at: iso(1) }]
      await sync()
      // A round without changes, which PostgreSQL ends together with others.
      clock.advance(1000)
      await sync()
      clock.advance(1000)
      await all(mirror.reportConsents())
      const lines = parse(await all(mirror.export(played)))
      const named = ['added_at', 'moved_at', 'removed_at']
      const times = lines.flatMap((line) =>
        // When a balance was reported is said by the service.
        [...named, ...(line.table === 'consents' ? ['reported_at'] : [])].flatMap((name) => {
          const time = line[name]
          return typeof time === 'string' ? [Date.parse(time)] : []
        }),
      )
      if (hasClock) expect(times.map((time) => time - start)).toEqual([0, 1000, 3000, 2000, 2000, 2000, 2000])
      else {
        expect(times).toHaveLength(7)
        // The clocks of the process and of the database are those of one machine.
        expect(times.filter((time) => time < began - 1000 || time > Date.now() + 1000)).toEqual([])
      }
    })
  })
}
