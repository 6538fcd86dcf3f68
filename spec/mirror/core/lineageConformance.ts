import { ConfigError } from '../../../lib/index.js'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import { iso, played, playedBank, type PlayedRow } from '../../helpers/playedBank.js'
import { all, failure, type Place } from './place.js'

const hour = 3_600_000
const ibans = ['FR7630006000011234567890189', 'FR7630004000031234567890143']

/** How mirrors, on whatever database, find the accounts of a bank that is connected again. */
export const lineages = (name: string, open: () => Promise<Place>): void => {
  describe(`lineages of a mirror on ${name}`, () => {
    let place: Place
    beforeEach(async () => {
      place = await open()
    })
    afterEach(() => place.close())

    const query = async (sql: string) => (await place.query(sql)).map((row) => ({ ...row }))

    const account = (id: number, item_id: number, fields: object = {}): PlayedRow => ({
      ...{ id, item_id, bank_id: 6, name: 'Compte courant', type: 'checking', currency_code: 'EUR', balance: 100 },
      ...{ iban: ibans[0], updated_at: iso(-10) },
      ...fields,
    })
    const names = [
      'Boulangerie',
      'Netflix',
      'Loyer',
      'Salaire',
      'Carrefour',
      'Total',
      'Fnac',
      'EDF',
      'Orange',
      'Monoprix',
    ]
    /** Ten rows of different days and texts. */
    const history = (first: number, account_id: number, updated = -10): ReadonlyArray<PlayedRow> =>
      names.map((description, index) => ({
        ...{ id: first + index, account_id, amount: -10.5 - index, currency_code: 'EUR', description },
        ...{ date: `2026-01-0${String(index % 9)}`.replace('-00', '-09'), updated_at: iso(updated) },
      }))

    /** A bank whose user has these accounts under item 1, and a mirror of the user. */
    const opened = (accounts: ReadonlyArray<PlayedRow>, settings: MirrorSettings = {}) => {
      const service = playedBank()
      const { state, clock, user } = service
      const mirror = place.createMirror({ clock, ...settings })
      const connect = (items: ReadonlyArray<number>, lists: Partial<Record<'accounts' | 'transactions', unknown>>) => {
        state.lists.items = items.map((id) => ({ id, status: 0, bank_id: 6 }))
        Object.assign(state.lists, lists)
      }
      connect([1], { accounts, transactions: [] })
      const round = async (hours = 1) => {
        const batches = await all(mirror.sync(user, { id: played }))
        clock.advance(hours * hour)
        return batches
      }
      /** Rounds until the removal of missing rows is confirmed. */
      const rounds = async () => {
        for (let count = 0; count < 4; count++) await round()
      }
      return { ...service, mirror, connect, round, rounds }
    }

    const stored = async () => {
      const rows = await query(
        `SELECT id, lineage_id, duplicate_of, removed_at IS NULL AS is_present FROM ${place.table('accounts')} ORDER BY id`,
      )
      return rows.map((row) => [row.id, row.lineage_id ?? row.id, row.duplicate_of, Boolean(row.is_present)])
    }
    const list = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json)
    const links = async () => {
      const rows = await query(
        `SELECT from_id, to_id, status, decided_by, evidence FROM ${place.table('account_links')} ORDER BY from_id, to_id`,
      )
      return rows.map(({ from_id, to_id, status, decided_by, evidence }) => [
        ...[from_id, to_id, status, decided_by],
        list(evidence),
      ])
    }

    it('continue an account under the id of the first one', async () => {
      const { connect, round, rounds, state } = opened([account(10, 1)])
      state.lists.transactions = [...history(100, 10)]
      await round()
      expect(await stored()).toEqual([['10', '10', null, true]])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 30) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, true],
      ])
      expect(await links()).toEqual([['10', '20', 'accepted', 'automatic', expect.arrayContaining(['iban', 'rows'])]])

      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 300) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, false],
        ['30', '10', null, true],
      ])
    })

    it('are in all views', async () => {
      const { connect, round, rounds, state } = opened([account(10, 1)])
      state.lists.transactions = [...history(100, 10)]
      await round()
      const lineagesOf = async () => {
        const views = ['present_accounts', 'shown_transactions', 'booked_transactions', 'booked_sums', 'daily_balances']
        const found = views.map((view) => query(`SELECT DISTINCT lineage_id FROM ${place.table(view)}`))
        return (await Promise.all(found)).flat().map(({ lineage_id }) => lineage_id)
      }
      expect(await lineagesOf()).toEqual(['10', '10', '10', '10', '10'])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 30) })
      await rounds()
      expect(await lineagesOf()).toEqual(['10', '10', '10', '10', '10'])
    })

    it('continue an account without an IBAN by its rows, once they are there', async () => {
      const nameless = { iban: null }
      const { connect, rounds, mirror } = opened([account(10, 1, nameless)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([2], { accounts: [account(20, 2, nameless)], transactions: [] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      expect(await all(mirror.accountCandidates(played))).toMatchObject([{ from: '10', to: '20' }])
      connect([2], { transactions: history(200, 20, 9 * 60) })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('mark the second of two connections of one account, which continues the first one after its removal', async () => {
      const { connect, rounds, round } = opened([account(10, 1)])
      connect([1], { transactions: history(100, 10) })
      await rounds()
      connect([1, 2], {
        accounts: [account(10, 1), account(20, 2)],
        transactions: [...history(100, 10), ...history(200, 20, 4 * 60)],
      })
      await round()
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
      connect([2], { accounts: [account(20, 2)], transactions: history(200, 20, 4 * 60) })
      await rounds()
      expect(await stored()).toEqual([
        ['10', '10', null, false],
        ['20', '10', null, true],
      ])
    })

    it('wait for a person if only the names are the same, and follow the decision', async () => {
      const other = { iban: null, bank_id: 6 }
      const { connect, rounds, round, mirror } = opened([account(10, 1, other)])
      await rounds()
      connect([2], { accounts: [account(20, 2, other)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      const [candidate] = await all(mirror.accountCandidates(played))
      expect(candidate).toMatchObject({ from: '10', to: '20', relation: 'successor' })

      const pair = { user: played, from: '10', to: '20' }
      expect(await all(mirror.link(pair))).toEqual([pair])
      expect(await links()).toEqual([['10', '20', 'accepted', 'person', []]])
      expect((await stored())[1]).toEqual(['20', '10', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])

      expect(await all(mirror.unlink(pair))).toEqual([pair])
      expect(await links()).toEqual([['10', '20', 'rejected', 'person', []]])
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      await round()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      expect(await all(mirror.accountCandidates(played))).toEqual([])
    })

    it('take an automatic link back whole, with all that follows it, and never link the two again', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      connect([3], { accounts: [account(30, 3)] })
      await rounds()
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '10', '10'])
      await all(mirror.unlink({ user: played, from: '10', to: '20' }))
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '20', '20'])
      connect([3], { accounts: [account(30, 3)], transactions: history(300, 30, 9 * 60) })
      await rounds()
      expect((await stored()).map(([, lineage]) => lineage)).toEqual(['10', '20', '20'])
    })

    it('never have accounts of two currencies, and refuse accounts that are not there', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)])
      await rounds()
      connect([2], { accounts: [account(20, 2, { currency_code: 'USD' })] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      const pair = { user: played, from: '10', to: '20' }
      const wrong = [
        pair,
        { ...pair, to: '21' },
        { ...pair, from: '11' },
        { ...pair, to: '10' },
        { ...pair, user: 'no' },
      ]
      for (const one of wrong) expect(await failure(mirror.link(one))).toBeInstanceOf(ConfigError)
      expect(await failure(mirror.link({ ...pair, to: '' }))).toBeInstanceOf(ConfigError)
      expect(await failure(mirror.accountCandidates(''))).toBeInstanceOf(ConfigError)
      expect(await all(mirror.unlink(pair))).toEqual([pair])
    })

    it('need no table and no round of their own while no bank is connected again', async () => {
      const { connect, rounds, state } = opened([account(10, 1), account(11, 1, { iban: ibans[1], name: 'Livret' })])
      state.lists.transactions = [...history(100, 10)]
      await rounds()
      connect([1], { transactions: [...history(100, 10), ...history(150, 11, 4 * 60)] })
      await rounds()
      const [user] = await query(`SELECT match_until FROM ${place.table('users')}`)
      expect(user).toEqual({ match_until: null })
      await expect(query(`SELECT 1 FROM ${place.table('account_links')}`)).rejects.toThrow('account_links')
    })

    it('are not stored by a mirror that creates no tables', async () => {
      await all(place.createMirror().migrate())
      const { connect, rounds } = opened([account(10, 1)], { onOutdatedTables: 'error' })
      await rounds()
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '20', null, true])
      await all(place.createMirror().migrate({ features: ['lineages'] }))
      connect([2], { transactions: history(200, 20, 9 * 60) })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', null, true])
    })

    it('keep their id when the first account is erased, and go with their user', async () => {
      const { connect, rounds, mirror } = opened([account(10, 1)], { removedRows: 'delete' })
      await rounds()
      connect([1, 2], { accounts: [account(10, 1), account(20, 2)] })
      await rounds()
      expect((await stored())[1]).toEqual(['20', '10', '10', true])
      connect([2], { accounts: [account(20, 2)] })
      await rounds()
      expect(await stored()).toEqual([['20', '10', null, true]])
      expect(await links()).toEqual([])
      await all(mirror.erase(played))
      expect(await stored()).toEqual([])
    })
  })
}
