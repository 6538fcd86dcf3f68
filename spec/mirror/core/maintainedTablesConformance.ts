import fc from 'fast-check'
import { defer, type Observable, Subscription } from 'rxjs'
import { isTargetDay } from '../../../lib/base/codec/bankDays.js'
import { ConfigError } from '../../../lib/index.js'
import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import type { LedgerRow } from '../../../lib/ledger/toLedgerEntry.js'
import { matchTransfers } from '../../../lib/ledger/transfers/matchTransfers.js'
import type { Mirror, MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import type {
  MaintainedRecurring,
  MaintainedTransfers,
  MaintainedUserSuspended,
} from '../../../lib/mirror/decisions/MaintainConfig.js'
import type { LedgerDecision } from '../../../lib/mirror/decisions/storeDecision.js'
import { dismissRecurring, restoreRecurring } from '../../../lib/recurring.js'
import { acceptTransfer, rejectTransfer, type TransferDecision, withdrawDecision } from '../../../lib/transfers.js'
import { iso, played, playedBank, type PlayedRow, uuids } from '../../helpers/playedBank.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { waitUntil } from '../../helpers/waitUntil.js'
import { all, failure, type Place } from './place.js'

const [uuid, nextUuid] = uuids
const hour = 3_600_000
const day = 24 * hour

/** A place whose mirrors may die, or be interrupted. */
export interface DyingPlace extends Place {
  /** A mirror that calls a function before each transaction. The script of the place that it returns is run first. */
  readonly createInterruptedMirror: (interrupt: () => Promise<unknown> | undefined, settings: MirrorSettings) => Mirror
  /** A mirror whose process is killed before the statement after so many, and whether it was. */
  readonly createDyingMirror: (
    statements: number,
    settings: MirrorSettings,
  ) => { readonly mirror: Mirror; readonly isDead: () => boolean }
  /** The first statement before which a process is killed: one before its first write. */
  readonly firstKill: number
  /** How many random histories there is time for. */
  readonly histories: number
}

/** Counts statements: `next` says of each whether the process is dead before it. */
export const countStatements = (statements: number) => {
  let left = statements
  let isKilled = false
  const next = (): boolean => {
    isKilled ||= left-- <= 0
    return isKilled
  }
  return { next, isDead: () => isKilled }
}

/** How mirrors, on whatever database, keep tables of transfers and recurring payments. */
export const maintainedTablesConformance = (name: string, open: () => Promise<DyingPlace>): void => {
  describe(`tables of transfers and recurring payments of a mirror on ${name}`, () => {
    let place: DyingPlace
    let running: Subscription
    /** A place with the tables, which the specs read while the mirror prepares them. */
    const openPrepared = async () => {
      const prepared = await open()
      await all(prepared.createMirror().migrate({ features: ['transfers', 'recurring'] }))
      return prepared
    }
    beforeEach(async () => {
      place = await openPrepared()
      running = new Subscription()
    })
    afterEach(async () => {
      running.unsubscribe()
      await place.close()
    })

    const query = async (sql: string) => (await place.query(sql)).map((row) => ({ ...row }))
    const count = async (table: string) =>
      Number((await query(`SELECT count(*) AS rows FROM ${place.table(table)}`))[0]?.rows)

    const row = (id: number, fields: object = {}): PlayedRow => ({
      id,
      account_id: 10,
      amount: -50,
      currency_code: 'EUR',
      date: '2026-01-10',
      description: 'VIREMENT',
      updated_at: iso(-10),
      ...fields,
    })
    const pair = (id: number, amount = -50) => [row(id, { amount }), row(id + 1, { account_id: 20, amount: -amount })]
    const months = ['2025-09-05', '2025-10-06', '2025-11-05', '2025-12-05', '2026-01-05']
    const netflix = (from = 100) =>
      months.map((date, index) => row(from + index, { amount: -13.49, date, description: 'Netflix' }))

    const rowsOf = async (feed: string, user: string) =>
      (
        await query(
          `SELECT CAST(row AS text) AS row FROM ${place.table(feed)} WHERE user_id = '${user}' AND removed_at IS NULL`,
        )
      ).map((one) => JSON.parse(String(one.row)) as LedgerRow)

    const decisionsOf = async (user: string) =>
      (
        await query(
          `SELECT decision, from_id, to_id FROM ${place.table('transfer_decisions')} WHERE user_id = '${user}' ORDER BY number`,
        )
      ).map(
        ({ decision, from_id, to_id }) =>
          ({ _tag: decision, from: String(from_id), to: String(to_id) }) as TransferDecision,
      )

    const list = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json)
    const byId = ([one]: ReadonlyArray<unknown>, [other]: ReadonlyArray<unknown>) =>
      (one as string) < (other as string) ? -1 : 1
    const dayText = (value: unknown) =>
      value instanceof Date
        ? new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
        : String(value)

    /** What the tables have of transfers, and what the function of values finds in the rows that are there. */
    const transfers = async (user = played) => {
      const stored = async (table: string) =>
        (await query(`SELECT * FROM ${place.table(table)} WHERE user_id = '${user}' ORDER BY id`)).map((one) => [
          one.id,
          ...['from', 'to'].map((side) => [
            one[`${side}_id`],
            one[`${side}_account_id`],
            dayText(one[`${side}_date`]),
            String(one[`${side}_minor_units`]),
            one[`${side}_currency_code`],
          ]),
          list(one.why),
          ...(table === 'transfers' ? [] : [list(one.doubts), list(one.alternatives)]),
        ])
      const links = (
        await query(
          `SELECT id, pending_id FROM ${place.table('transactions')} WHERE user_id = '${user}' AND pending_id IS NOT NULL`,
        )
      ).map((one) => ({ pending: String(one.pending_id), posted: String(one.id) }))
      const accounts = await rowsOf('accounts', user)
      const expected = matchTransfers(await rowsOf('transactions', user), {
        accounts,
        decisions: await decisionsOf(user),
        links,
      })
      const brief = (one: (typeof expected.transfers)[number]) => [
        one.id,
        ...[one.from, one.to].map((side) => [side.id, side.account, side.date, String(side.minorUnits), side.currency]),
        one.why,
      ]
      return {
        found: {
          transfers: (await stored('transfers')).sort(byId),
          candidates: (await stored('transfer_candidates')).sort(byId),
        },
        expected: {
          transfers: expected.transfers.map(brief).sort(byId),
          candidates: expected.candidates.map((one) => [...brief(one), one.doubts, one.alternatives]).sort(byId),
        },
      }
    }

    const dismissals = async (user: string) =>
      (
        await query(`SELECT * FROM ${place.table('recurring_decisions')} WHERE user_id = '${user}' ORDER BY number`)
      ).map((one) => ({
        _tag: one.decision as 'Dismissed',
        id: String(one.stream_id),
        account: String(one.account_id),
        currency: String(one.currency_code),
        counterparty: String(one.counterparty),
        isIncome: Boolean(one.is_income),
        minorUnits: String(one.minor_units),
      }))

    const recurring = async (today: string, user = played) => {
      const streams = findRecurring(await rowsOf('transactions', user), { today, decisions: await dismissals(user) })
      const stored = await query(
        `SELECT * FROM ${place.table('recurring_streams')} WHERE user_id = '${user}' ORDER BY id`,
      )
      const payments = await query(
        `SELECT * FROM ${place.table('recurring_payments')} WHERE user_id = '${user}' ORDER BY id`,
      )
      return {
        streams,
        found: {
          streams: stored.map((one) => [
            one.id,
            one.account_id,
            one.counterparty,
            one.cadence,
            String(one.usual_minor_units),
            String(one.last_minor_units),
            dayText(one.last_day),
            dayText(one.next_day),
            one.state,
            Boolean(one.is_dismissed),
            list(one.reasons),
          ]),
          payments: payments.map((one) => [one.id, one.stream_id, dayText(one.date), String(one.minor_units)]),
        },
        expected: {
          streams: streams
            .map((one) => [
              one.id,
              one.account,
              one.counterparty,
              one.cadence,
              String(one.usualAmount),
              String(one.lastAmount),
              one.lastDay,
              one.nextDay,
              one.state,
              one.isDismissed,
              one.reasons,
            ])
            .sort(byId),
          payments: streams
            .flatMap(({ id, payments: own }) => own.map((one) => [one.id, id, one.date, String(one.minorUnits)]))
            .sort(byId),
        },
      }
    }

    const opened = (settings: MirrorSettings = {}) => {
      const bank = playedBank()
      const { lists } = bank.state
      lists.items = [{ id: 1, bank_id: 1, status: 0 }]
      lists.accounts = [10, 20, 30].map((id) => ({
        id,
        item_id: 1,
        name: `account ${String(id)}`,
        currency_code: 'EUR',
      }))
      lists.transactions = []
      const connect = () => place.createMirror({ clock: bank.clock, ...settings })
      const mirror = connect()
      const sync = (id = played) => all(mirror.sync(bank.user, { id }))
      const failures: Array<unknown> = []
      const keep = (from: Mirror = mirror) => {
        const kept = new Subscription()
        kept.add(from.maintainTransfers().subscribe({ error: (error: unknown) => failures.push(error) }))
        kept.add(from.maintainRecurring().subscribe({ error: (error: unknown) => failures.push(error) }))
        running.add(kept)
        return kept
      }
      const turn = async () => {
        bank.clock.advance(200)
        await new Promise((done) => setImmediate(done))
        await place.query('SELECT 1')
      }
      /** Ends consumers, as a process that leaves or is killed: others need not wait for its lease. */
      const stop = async (kept: Subscription) => {
        kept.unsubscribe()
        await turn()
        await place.script(`UPDATE ${place.table('consumers')} SET holder = NULL, held_until = NULL`)
      }
      const today = () => new Date(bank.clock.wall()).toISOString().slice(0, 10)
      /** Whether both consumers have processed the whole log, and nothing is due. */
      const isDone = async () => {
        const [log] = await query(`SELECT coalesce(max(number), 0) AS last FROM ${place.table('changes')}`)
        const consumers = await query(
          `SELECT position FROM ${place.table('consumers')} WHERE name IN ('rxbank.transfers', 'rxbank.recurring')`,
        )
        const due = await query(`
          SELECT user_id FROM ${place.table('recurring_streams')} WHERE state_until < '${today()}'
          UNION ALL SELECT user_id FROM ${place.table('recurring_decisions')} WHERE NOT is_applied
          UNION ALL SELECT user_id FROM ${place.table('transfer_decisions')} WHERE NOT is_applied`)
        const isAtEnd = consumers.every(({ position }) => position !== null && Number(position) >= Number(log?.last))
        return consumers.length === 2 && isAtEnd && due.length === 0
      }
      const settled = async () => {
        await waitUntil(async () => failures.length > 0 || (await isDone()), { turn })
        expect(failures).toEqual([])
      }
      const decide = (decision: LedgerDecision, user = played) => all(mirror.decide({ user, decision }))
      const agrees = async (user = played) => {
        await settled()
        const [pairs, streams] = [await transfers(user), await recurring(today(), user)]
        expect(pairs.found).toEqual(pairs.expected)
        expect(streams.found).toEqual(streams.expected)
        return { ...pairs.found, ...streams.found, all: streams.streams }
      }
      return { ...bank, lists, mirror, connect, sync, keep, stop, turn, settled, decide, agrees }
    }

    it('have what was in the mirror before, and what rounds change', async () => {
      const { lists, sync, keep, agrees } = opened()
      lists.transactions = [...pair(1), ...netflix()]
      await sync()
      keep()
      const first = await agrees()
      expect(first.transfers.map(([id]) => id)).toEqual(['1~2'])
      expect(first.streams.map(([, , counterparty]) => counterparty)).toEqual(['netflix'])
      lists.transactions = [
        ...lists.transactions.map((one) => (one.id === 2 ? { ...one, is_deleted: true, updated_at: iso(5) } : one)),
        ...pair(3, -70).map((one) => ({ ...one, updated_at: iso(5) })),
      ]
      await sync()
      expect((await agrees()).transfers.map(([id]) => id)).toEqual(['3~4'])
    })

    it('keep what a person decided over restarts, removals and a restored log', async () => {
      const { lists, sync, keep, stop, agrees, decide, connect } = opened()
      lists.transactions = [...pair(1), row(3, { account_id: 30, amount: 50 }), ...netflix()]
      await sync()
      const first = keep()
      const { candidates, all: streams } = await agrees()
      expect(candidates).toHaveLength(2)
      await decide(acceptTransfer({ from: { id: '1' }, to: { id: '3' } }))
      for (const stream of streams) await decide(dismissRecurring(stream))
      const decided = await agrees()
      expect(decided.transfers.map(([id]) => id)).toEqual(['1~3'])
      expect(decided.all.map(({ isDismissed }) => isDismissed)).toEqual([true])
      await stop(first)

      const rows = lists.transactions
      lists.transactions = rows.map((one) => ({ ...one, is_deleted: true, updated_at: iso(5) }))
      await sync()
      const second = keep(connect())
      expect(await agrees()).toMatchObject({ transfers: [], streams: [] })
      lists.transactions = rows.map((one) => ({ ...one, updated_at: iso(6) }))
      await sync()
      const again = await agrees()
      expect(again.transfers.map(([id]) => id)).toEqual(['1~3'])
      expect(again.all.map(({ isDismissed }) => isDismissed)).toEqual([true])
      await stop(second)

      // As the guide says about a restored log. What was computed is lost, what was decided is not.
      await place.script(`UPDATE ${place.table('consumers')} SET position = -1, holder = NULL, held_until = NULL;
        DELETE FROM ${place.table('transfers')}; DELETE FROM ${place.table('recurring_streams')}`)
      keep(connect())
      expect((await agrees()).transfers.map(([id]) => id)).toEqual(['1~3'])
      await decide(withdrawDecision({ from: { id: '1' }, to: { id: '3' } }))
      for (const stream of streams) await decide(restoreRecurring(stream))
      const restored = await agrees()
      expect(restored.candidates).toHaveLength(2)
      expect(restored.all.map(({ isDismissed }) => isDismissed)).toEqual([false])
    })

    it('have all rows if a program follows the log under a name of theirs', async () => {
      const { lists, sync, keep, turn, agrees, mirror } = opened()
      lists.transactions = [...pair(1), ...netflix()]
      await sync()
      const names = ['transfers', 'recurring']
      const followed = new Map(names.map((one) => [one, 0]))
      for (const one of names)
        running.add(
          mirror
            .follow({ name: one, feeds: ['transactions'], process: () => Promise.resolve() })
            .subscribe(({ changes }) => followed.set(one, (followed.get(one) ?? 0) + changes.length)),
        )
      const total = lists.transactions.length
      await waitUntil(() => [...followed.values()].every((found) => found >= total), { turn })
      keep()
      const { transfers: found, streams } = await agrees()
      expect([found.map(([id]) => id), streams.length]).toEqual([['1~2'], 1])
      expect([...followed.values()]).toEqual([total, total])
    })

    it('have each event once, also those of days', async () => {
      const { lists, sync, keep, stop, turn, agrees, clock, connect } = opened()
      lists.transactions = netflix()
      await sync()
      const first = keep()
      await agrees()
      await stop(first)
      // The payment of 5 February is late after the tenth.
      clock.advance(Date.UTC(2026, 1, 11) - 20_000 - clock.wall())
      const second = keep()
      await agrees()
      expect(await count('recurring_events')).toBe(1)
      await waitUntil(async () => (await count('recurring_events')) >= 2, { turn })
      await agrees()
      expect(await count('recurring_events')).toBe(2)
      await stop(second)
      await place.script(`UPDATE ${place.table('consumers')} SET position = 0`)
      const third = keep(connect())
      await agrees()
      lists.transactions = [
        ...lists.transactions,
        row(200, { amount: -14.99, date: '2026-02-05', description: 'Netflix', updated_at: iso(30 * 24 * 60) }),
      ]
      await sync()
      await agrees()
      await stop(third)
      clock.advance(120 * day)
      keep()
      await agrees()
      const events = await query(
        `SELECT event, transaction_id, CAST(minor_units AS text) AS units, CAST(previous_minor_units AS text) AS previous
         FROM ${place.table('recurring_events')} ORDER BY number`,
      )
      expect(events).toEqual([
        { event: 'RecurringStarted', transaction_id: null, units: null, previous: null },
        { event: 'RecurringLate', transaction_id: null, units: null, previous: null },
        { event: 'RecurringPaid', transaction_id: '200', units: '-1499', previous: null },
        { event: 'RecurringPriceChanged', transaction_id: '200', units: '-1499', previous: '-1349' },
        { event: 'RecurringEnded', transaction_id: null, units: null, previous: null },
      ])
    })

    describe('over a bank that is connected again', () => {
      const account = (id: number, item: number) => ({
        id,
        item_id: item,
        bank_id: 1,
        name: `account ${String(id % 100)}`,
        iban: id % 100 === 10 ? 'DE89370400440532013000' : 'FR1420041010050500013M02606',
        currency_code: 'EUR',
      })

      /** A person with a series and a transfer, in tables that are kept while pages of rows are read. */
      const relinkable = async () => {
        const bank = opened()
        const { lists, state, sync, keep, settled } = bank
        lists.accounts = [account(10, 1), account(20, 1)]
        lists.transactions = [...pair(1), ...netflix()]
        await sync()
        keep()
        await settled()
        state.pageSize = 2
        state.before = () => defer(settled)
        const connectAgain = (): void => {
          lists.items = [{ id: 2, bank_id: 1, status: 0 }]
          lists.accounts = [account(110, 2), account(120, 2)]
          lists.transactions = lists.transactions.map((one) => ({
            ...one,
            id: Number(one.id) + 1000,
            account_id: Number(one.account_id) + 100,
            updated_at: iso(5),
          }))
        }
        return { ...bank, connectAgain }
      }
      /** Once each user is computed who waited for the end of a round. */
      const resumed = (turn: () => Promise<void>) =>
        waitUntil(async () => (await count('suspended_users')) === 0, { turn })
      const events = () => query(`SELECT event, transaction_id FROM ${place.table('recurring_events')} ORDER BY number`)
      const transferRows = () => query(`SELECT from_lineage_id, to_lineage_id FROM ${place.table('transfers')}`)

      it('have no event that there was not, whenever they are computed', async () => {
        const { lists, clock, sync, settled, turn, connectAgain } = await relinkable()
        const [before, pairs] = [await events(), await transferRows()]
        expect(pairs).toEqual([{ from_lineage_id: '10', to_lineage_id: '20' }])
        connectAgain()
        for (let round = 0; round < 3; round++) {
          await sync()
          await settled()
          await resumed(turn)
          clock.advance(hour)
        }
        expect([await events(), await transferRows()]).toEqual([before, pairs])
        const paid = { account_id: 110, amount: -13.49, date: '2026-02-05', description: 'Netflix' }
        lists.transactions = [...lists.transactions, row(2000, { ...paid, updated_at: iso(300) })]
        await sync()
        await settled()
        await resumed(turn)
        expect(await events()).toEqual([...before, { event: 'RecurringPaid', transaction_id: '2000' }])
      })

      it('wait for a round that has failed before it matched the accounts, but not for ever', async () => {
        const { state, lists, clock, sync, settled, turn, connectAgain } = await relinkable()
        const [before, pairs] = [await events(), await transferRows()]
        connectAgain()
        state.refused.transactions = 500
        await expect(sync()).rejects.toThrow()
        await settled()
        expect([await events(), await transferRows()]).toEqual([before, pairs])
        state.refused = {}
        await sync()
        await settled()
        expect([await events(), await transferRows()]).toEqual([before, pairs])

        lists.accounts = [...lists.accounts, { ...account(40, 3), iban: null, name: 'another' }]
        const payments = netflix(3000).map((one) => ({ ...one, account_id: 40, updated_at: iso(9) }))
        lists.transactions = [...payments, ...lists.transactions]
        state.pageSize = payments.length
        let pages = 0
        state.before = (path) => {
          if (path.includes('/transactions') && ++pages > 1) state.refused.transactions = 500
          return defer(settled)
        }
        await expect(sync()).rejects.toThrow()
        await settled()
        expect(await events()).toEqual(before)
        clock.advance(hour)
        await waitUntil(async () => (await events()).length > before.length, { turn })
      })

      it('have no event of a duplicate that only rows of a later round show to be one', async () => {
        const { lists, state, clock, sync, keep, settled, turn } = opened()
        const current = (id: number, item: number) => ({
          ...account(id, item),
          iban: null,
          type: 'checking',
          name: 'Compte',
        })
        const shops = ['FNAC', 'MONOPRIX', 'CARREFOUR', 'DECATHLON', 'IKEA', 'PICARD', 'DARTY', 'ZARA', 'LIDL', 'ETAM']
        const bought = shops.map((shop, index) =>
          row(200 + index, { amount: -10.01 - index, date: `2026-01-0${String(index)}`, description: `CB ${shop}` }),
        )
        lists.accounts = [current(10, 1)]
        lists.transactions = [...netflix(), ...bought.slice(1)]
        await sync()
        keep()
        await settled()
        const before = await events()
        lists.items = [...lists.items, { id: 2, bank_id: 1, status: 0 }]
        lists.accounts = [...lists.accounts, current(20, 2)]
        await sync()
        await settled()
        clock.advance(hour)
        const again = lists.transactions.map((one) => ({ ...one, id: Number(one.id) + 1000, account_id: 20 }))
        lists.transactions = [...lists.transactions, ...again.map((one) => ({ ...one, updated_at: iso(60) }))]
        state.pageSize = 3
        state.before = () => defer(settled)
        await sync()
        await settled()
        await resumed(turn)
        const duplicates = await query(`SELECT id, duplicate_of FROM ${place.table('accounts')} ORDER BY id`)
        expect(duplicates).toEqual([
          { id: '10', duplicate_of: null },
          { id: '20', duplicate_of: '10' },
        ])
        expect(await events()).toEqual(before)
      })

      it('have the rows of an account that continues no other one, once that is known', async () => {
        const { lists, sync, turn } = await relinkable()
        const before = await events()
        lists.accounts = [...lists.accounts, { ...account(40, 3), iban: null, name: 'another' }]
        const payments = netflix(3000).map((one) => ({ ...one, account_id: 40, updated_at: iso(5) }))
        lists.transactions = [...lists.transactions, ...payments]
        await sync()
        await waitUntil(async () => (await events()).length > before.length, { turn })
        await resumed(turn)
        expect((await events()).slice(before.length)).toEqual([{ event: 'RecurringStarted', transaction_id: null }])
      })
    })

    const tables = [
      'transfers',
      'transfer_candidates',
      'transfer_decisions',
      'recurring_streams',
      'recurring_payments',
      'recurring_events',
      'recurring_decisions',
    ]
    const counts = async () => Promise.all(tables.map(count))

    /** A user with rows in each table. */
    const filled = async () => {
      const one = opened()
      const { lists, sync, keep, agrees, decide } = one
      lists.transactions = [...pair(1), ...pair(3, -70), row(5, { account_id: 30, amount: 70 }), ...netflix()]
      await sync()
      keep()
      const { all: streams } = await agrees()
      await decide(rejectTransfer({ from: { id: '1' }, to: { id: '4' } }))
      for (const stream of streams) await decide(dismissRecurring(stream))
      await agrees()
      expect((await counts()).every((rows) => rows > 0)).toBe(true)
      return one
    }
    const none = tables.map(() => 0)

    it('have nothing of a user who is erased, before any process has read the log', async () => {
      const { mirror, agrees } = await filled()
      running.unsubscribe()
      await all(mirror.erase(played))
      expect(await counts()).toEqual(none)
      running = new Subscription()
      expect(agrees).toBeDefined()
    })

    it('have nothing of an item that the service deleted, nor of a user who was made again', async () => {
      const { mirror, lists, sync, agrees, remake } = await filled()
      await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuid })))
      expect(await counts()).toEqual(none)
      await agrees()
      expect(lists.items).toHaveLength(1)
      remake({ items: [{ id: 7, bank_id: 1, status: 0 }], transactions: pair(1) }, nextUuid)
      await sync()
      expect(await count('transfer_decisions')).toBe(0)
      await agrees()
    })

    it('have nothing of an item whose accounts were deleted before, when nobody kept the tables', async () => {
      const { mirror } = await filled()
      running.unsubscribe()
      running = new Subscription()
      // As with `removedRows: 'delete'`, after all accounts of the item were closed.
      await place.script(
        `DELETE FROM ${place.table('transactions')}; DELETE FROM ${place.table('accounts')} WHERE id <> '30'`,
      )
      await all(mirror.eraseDeleted(await verifiedEvent('item.deleted', { item_id: 1, user_uuid: uuid })))
      for (const table of tables)
        if (table !== 'transfer_decisions') expect([table, await count(table)]).toEqual([table, 0])
    })

    describe('of a user whose computation fails', () => {
      /** Two users with the same rows. While it is broken, one has no transfers, and none of them recurring payments. */
      const broken = async () => {
        const one = opened()
        const { lists, sync, mirror, turn, clock } = one
        lists.transactions = [...pair(1), ...netflix()]
        await sync()
        await sync('other')
        const state = { isBroken: true }
        const reported: Array<string> = []
        const fail = (what: string) => {
          if (state.isBroken) throw new Error(what)
        }
        const namesOf = (user: string) => {
          if (user === played) fail('names')
          return []
        }
        const isWorkingDay = (day: string) => {
          fail('days')
          return isTargetDay(day)
        }
        const note = (event: MaintainedTransfers | MaintainedRecurring | MaintainedUserSuspended) => {
          if (event._tag === 'UserSuspended') reported.push(`${event.user}: ${(event.error as Error).message}`)
        }
        const keep = (from: Mirror = mirror) => {
          const observer = { next: note, error: (error: unknown) => reported.push(String(error)) }
          const kept = new Subscription()
          kept.add(from.maintainTransfers({ namesOf }).subscribe(observer))
          kept.add(from.maintainRecurring({ isWorkingDay }).subscribe(observer))
          running.add(kept)
          return kept
        }
        const aside = async () =>
          (await query(`SELECT name, user_id FROM ${place.table('suspended_users')} ORDER BY name DESC, user_id`)).map(
            ({ name: consumer, user_id }) => `${String(user_id)}: ${String(consumer)}`,
          )
        /** What is told until so much was, and in the time of several looks after that. */
        const reportedNext = async (size: number) => {
          await waitUntil(() => reported.length >= size, { turn })
          for (let turns = 0; turns < 150; turns++) await turn()
          return reported.splice(0).sort()
        }
        const change = async (id: number) => {
          const updated_at = new Date(clock.wall()).toISOString()
          lists.transactions = [...lists.transactions, ...pair(id, -70 - id).map((both) => ({ ...both, updated_at }))]
          await sync()
        }
        /** As if so much time had passed. */
        const passed = async (time: number) =>
          place.script(`UPDATE ${place.table('suspended_users')} SET retry_at = retry_at - ${String(time)}`)
        const kept = keep()
        expect(await reportedNext(3)).toEqual(['A6J: days', 'A6J: names', 'other: days'])
        expect(await aside()).toEqual(['A6J: rxbank.transfers', 'A6J: rxbank.recurring', 'other: rxbank.recurring'])
        return { ...one, state, kept, keep, aside, reportedNext, passed, change }
      }
      const ofBoth = ['A6J: days', 'A6J: names']

      it('stay as they are, those of others do not, and a change of a row tries again', async () => {
        const { state, aside, reportedNext, change, agrees } = await broken()
        const others = await transfers('other')
        expect(others.found).toEqual(others.expected)
        expect([others.found.transfers.length, await count('transfers')]).toEqual([1, 1])
        await change(10)
        expect(await reportedNext(2)).toEqual(ofBoth)
        state.isBroken = false
        await change(20)
        await agrees()
        expect(await aside()).toEqual(['other: rxbank.recurring'])
      }, 60_000)

      it('are computed when a process starts again, and when six hours have passed', async () => {
        const { state, aside, kept, keep, connect, stop, reportedNext, agrees, passed, turn } = await broken()
        await stop(kept)
        keep(connect())
        expect(await reportedNext(3)).toEqual([...ofBoth, 'other: days'])
        state.isBroken = false
        await passed(5.9 * hour)
        expect([await reportedNext(0), await count('recurring_streams'), (await aside()).length]).toEqual([[], 0, 3])
        await passed(0.1 * hour)
        await waitUntil(async () => (await aside()).length === 0, { turn })
        expect(await reportedNext(0)).toEqual([])
        await agrees()
        await agrees('other')
      }, 60_000)

      it('are computed when a person decides, and not at all once the user is erased', async () => {
        const { aside, reportedNext, decide, mirror } = await broken()
        await decide(rejectTransfer({ from: { id: '1' }, to: { id: '2' } }))
        expect(await reportedNext(2)).toEqual(ofBoth)
        await all(mirror.erase(played))
        expect([await reportedNext(0), await aside()]).toEqual([[], ['other: rxbank.recurring']])
      }, 60_000)
    })

    describe('although something is committed between reading and storing, each time', () => {
      /**
       * Two users with the same rows, and consumers that run `script` between reading and storing a user for whom `isAffected`.
       */
      const interrupted = async (script: (consumer: string) => string, isAffected = (_user: string) => true) => {
        const one = opened()
        const { lists, sync, clock, turn } = one
        lists.transactions = [...pair(1), ...netflix()]
        await sync()
        await sync('other')
        let interruptions = 0
        let isOver = false
        let interruption: Promise<unknown> = Promise.resolve()
        const stored: Array<string> = []
        const keep = (consumer: 'transfers' | 'recurring') => {
          let isComputed = false
          const interrupt = () => {
            if (!isComputed || isOver) return undefined
            isComputed = false
            interruptions++
            interruption = place.script(script(consumer))
            return interruption
          }
          const mirror = place.createInterruptedMirror(interrupt, { clock })
          const namesOf = (user: string) => {
            isComputed = isAffected(user)
            return []
          }
          const isWorkingDay = (date: string) => {
            isComputed = true
            return isTargetDay(date)
          }
          const kept$: Observable<MaintainedTransfers | MaintainedRecurring | MaintainedUserSuspended> =
            consumer === 'transfers'
              ? mirror.maintainTransfers({ namesOf })
              : mirror.maintainRecurring({ isWorkingDay })
          running.add(kept$.subscribe(({ user, _tag }) => stored.push(`${user}: ${_tag}`)))
        }
        const until = (condition: () => boolean) => waitUntil(condition, { turn })
        /** Interrupts no more, and waits for what an interruption has begun to write. */
        const end = async () => {
          isOver = true
          await interruption
        }
        return { ...one, keep, stored, until, end, interruptions: () => interruptions }
      }

      const decisions: Readonly<Record<string, string>> = {
        transfers: `transfer_decisions (user_id, decision, from_id, to_id) VALUES ('${played}', 'Rejected', '1', '9')`,
        recurring: `recurring_decisions (user_id, decision, stream_id, account_id, currency_code, counterparty, is_income, minor_units)
          VALUES ('${played}', 'Dismissed', 'a', '10', 'EUR', 'nobody', false, '-1')`,
      }

      it.each([
        ['rounds that change no row', () => `UPDATE ${place.table('users')} SET version = version + 1`],
        ['decisions', (consumer: string) => `INSERT INTO ${place.table(decisions[consumer] ?? '')}`],
      ])(
        'are stored: %s',
        async (_, script) => {
          const { keep, until, stored, interruptions, end, agrees } = await interrupted(script)
          keep('transfers')
          keep('recurring')
          await until(() => stored.length >= 4)
          expect([...stored].sort()).toEqual(
            [played, 'other'].flatMap((user) => [`${user}: RecurringUpdated`, `${user}: TransfersUpdated`]),
          )
          expect(interruptions()).toBeGreaterThanOrEqual(4)
          await end()
          await agrees()
          await agrees('other')
        },
        60_000,
      )

      it('are stored for the other users, and for one whose rows change so when they are those that were read', async () => {
        let toggles = 0
        const isRemoved = () => toggles % 2 === 1
        const toggle = () => {
          toggles++
          return `UPDATE ${place.table('transactions')} SET removed_at = ${isRemoved() ? "'2026-01-15T12:00:00.000Z'" : 'NULL'}
            WHERE user_id = '${played}' AND id = '2'`
        }
        const { keep, until, stored, interruptions, end } = await interrupted(toggle, (user) => user === played)
        keep('transfers')
        await until(() => interruptions() >= 5)
        expect(stored).toEqual(['other: TransfersUpdated'])
        await end()
        if (isRemoved()) await place.script(toggle())
        await until(() => stored.length === 2)
        const { found, expected } = await transfers()
        expect(found).toEqual(expected)
        expect(found.transfers).toHaveLength(1)
      }, 60_000)

      it('are not stored from old rows if the log has lost the change meanwhile, because of its age', async () => {
        let scripts = 0
        const removeAndForget = () => {
          scripts++
          return `UPDATE ${place.table('transactions')} SET removed_at = '2026-01-15T12:00:00.000Z'
            WHERE user_id = '${played}' AND id = '2';
            UPDATE ${place.table('change_retention')} SET deleted_through = (SELECT max(number) FROM ${place.table('changes')});
            DELETE FROM ${place.table('changes')}`
        }
        const isAffected = (user: string) => user === played && scripts === 0
        const { keep, until, stored } = await interrupted(removeAndForget, isAffected)
        keep('transfers')
        await until(() => stored.length > 0)
        expect([stored, scripts]).toEqual([['other: TransfersUpdated'], 1])
        const { found, expected } = await transfers()
        expect(found).toEqual(expected)
      }, 60_000)
    })

    it('give up decisions of a user whom the mirror does not know, and refuse wrong ones', async () => {
      const { keep, settled, sync, mirror } = opened()
      const decision = acceptTransfer({ from: { id: '1' }, to: { id: '2' } })
      expect(await failure(mirror.decide({ user: 'nobody', decision }))).toMatchObject({ issues: [{ path: '/user' }] })
      for (const wrong of [
        {},
        { user: played },
        { user: played, decision: { _tag: 'Accepted' } },
        { user: 3, decision },
      ])
        expect(await failure(mirror.decide(wrong as never))).toMatchObject({ _tag: 'ConfigError' })
      expect(await failure(mirror.maintainTransfers({ days: -1 }))).toMatchObject({ issues: [{ path: '/days' }] })
      expect(await failure(mirror.maintainTransfers({ accounts: [] } as never))).toMatchObject({ _tag: 'ConfigError' })
      expect(await failure(mirror.maintainRecurring({ timeZone: 'Mars' }))).toMatchObject({
        issues: [{ path: '/timeZone' }],
      })
      await sync()
      keep()
      await place.script(
        `INSERT INTO ${place.table('transfer_decisions')} (user_id, decision, from_id, to_id) VALUES ('nobody', 'Accepted', '1', '2')`,
      )
      await settled()
      expect(await count('transfer_decisions')).toBe(0)
    })

    it('refuse decisions about rows that are not there, and an accepted pair that can never be a transfer', async () => {
      const { lists, sync, mirror, decide, keep, agrees } = opened()
      lists.transactions = [...pair(1), row(3, { account_id: 30, amount: -50 }), row(4, { amount: 50 })]
      await sync()
      const decision = (_tag: TransferDecision['_tag'], from: string, to: string) => ({ _tag, from, to })
      const refused = async (wrong: TransferDecision, path: string) => {
        expect(await failure(mirror.decide({ user: played, decision: wrong }))).toMatchObject({ issues: [{ path }] })
      }
      await refused(decision('Accepted', 'nope', '2'), '/decision/from')
      await refused(decision('Rejected', '1', 'nope'), '/decision/to')
      for (const other of ['1', '3', '4']) await refused(decision('Accepted', '1', other), '/decision/to')
      for (const right of [
        decision('Withdrawn', '1', 'nope'),
        decision('Rejected', '1', '3'),
        decision('Accepted', '2', '1'),
      ])
        await decide(right)
      await place.script(
        `INSERT INTO ${place.table('transfer_decisions')} (user_id, decision, from_id, to_id) VALUES ('${played}', 'Accepted', '1', '3')`,
      )
      keep()
      expect((await agrees()).transfers.map(([id]) => id)).toEqual(['1~2', '3~4'])
    })

    it('refuse a dismissal by SQL whose amount no stream can have', async () => {
      const { sync, keep, agrees } = opened()
      await sync()
      const insert = async (minorUnits: string) =>
        place.script(
          `INSERT INTO ${place.table('recurring_decisions')} (user_id, decision, stream_id, account_id, currency_code, counterparty, is_income, minor_units)
           VALUES ('${played}', 'Dismissed', 'a', '10', 'EUR', 'netflix', false, '${minorUnits}')`,
        )
      for (const wrong of ['-13.49', '-1349.00', '1'.repeat(31), 'NaN'])
        await expect(insert(wrong)).rejects.toThrow(/constraint/)
      for (const right of ['-1349', '0', '9'.repeat(30)]) await insert(right)
      keep()
      await agrees()
    })

    it('are computed anew under another name, with the names and rules that are given', async () => {
      const { lists, sync, keep, turn, agrees, mirror } = opened()
      lists.transactions = pair(1)
      await sync()
      keep()
      await agrees()
      const asked: Array<string> = []
      const emitted: Array<unknown> = []
      const namesOf = (user: string) => {
        asked.push(user)
        return ['Ada Lovelace']
      }
      running.add(
        mirror.maintainTransfers({ name: 'strict', evidence: 'iban', namesOf }).subscribe((one) => emitted.push(one)),
      )
      await waitUntil(() => emitted.length > 0, { turn })
      expect(asked).toEqual([played])
      expect(emitted).toEqual([{ _tag: 'TransfersUpdated', user: played, changedIds: ['1~2'], removedIds: [] }])
      expect([await count('transfers'), await count('transfer_candidates')]).toEqual([0, 1])
    })

    it('neither lose nor double anything if a process is killed between two statements', async () => {
      const { lists, sync, keep, stop, turn, settled, agrees, clock } = opened()
      lists.transactions = netflix()
      await sync()
      const first = keep()
      await agrees()
      await stop(first)
      const stamp = () => ({ updated_at: new Date(clock.wall()).toISOString() })
      const { firstKill } = place
      /** Of each killed process, whether it had committed. Processes are killed later and later, until some had. */
      const wereWritten: Array<boolean> = []
      const isEnough = () => wereWritten.filter((wasWritten) => wasWritten).length === 3
      for (let statements = firstKill; statements < firstKill + 120 && !isEnough(); statements++) {
        const date = new Date(Date.UTC(2026, statements - firstKill + 1, 5)).toISOString().slice(0, 10)
        const one = row(1000 + statements, { amount: -13.49, date, description: 'Netflix', ...stamp() })
        const pairs = pair(2000 + 2 * statements, -100 - statements).map((two) => ({ ...two, date, ...stamp() }))
        lists.transactions = [...lists.transactions, one, ...pairs]
        await sync()
        const starts: ReadonlyArray<(mirror: Mirror) => Observable<unknown>> = [
          (mirror) => mirror.maintainRecurring(),
          (mirror) => mirror.maintainTransfers(),
        ]
        for (const start of starts) {
          const { mirror, isDead } = place.createDyingMirror(statements, { clock })
          const dying = start(mirror).subscribe({ error: () => undefined })
          await waitUntil(isDead, { turn })
          await stop(dying)
        }
        wereWritten.push((await count('recurring_events')) > statements - firstKill + 1)
        const healthy = keep()
        await settled()
        await stop(healthy)
      }
      await agrees()
      expect(wereWritten[0]).toBe(false)
      expect(isEnough()).toBe(true)
      const paid = await query(
        `SELECT transaction_id, CAST(count(*) AS text) AS times FROM ${place.table('recurring_events')}
         WHERE event = 'RecurringPaid' GROUP BY transaction_id ORDER BY transaction_id`,
      )
      expect(paid).toEqual(
        wereWritten.map((_, index) => ({
          transaction_id: String(1000 + firstKill + index),
          times: '1',
        })),
      )
    }, 180_000)

    const change = fc.oneof(
      fc.record({
        kind: fc.constant('put' as const),
        id: fc.integer({ min: 1, max: 12 }),
        account: fc.constantFrom(10, 20, 30),
        amount: fc.constantFrom(-50, 50, -13.49),
        month: fc.nat({ max: 4 }),
        description: fc.constantFrom('VIREMENT', 'Netflix', ''),
      }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 12 }) }),
      fc.record({
        kind: fc.constant('decide' as const),
        decision: fc.constantFrom<TransferDecision['_tag']>('Accepted', 'Rejected', 'Withdrawn'),
        from: fc.integer({ min: 1, max: 12 }),
        to: fc.integer({ min: 1, max: 12 }),
      }),
      fc.record({ kind: fc.constant('dismiss' as const), decide: fc.constantFrom(dismissRecurring, restoreRecurring) }),
      fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('restart' as const) }),
      fc.record({ kind: fc.constant('erase' as const) }),
    )

    it('agree with the functions of values after any history', async () => {
      const histories = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          place = await openPrepared()
          const { lists, sync, keep, stop, agrees, decide, clock, connect, mirror } = opened()
          const stamp = () => ({ updated_at: new Date(clock.wall()).toISOString() })
          await sync()
          let kept = keep()
          let known = await agrees()
          for (const batch of history) {
            for (const one of batch) {
              if (one.kind === 'put') {
                const date = months[one.month] ?? ''
                const { id, amount, description } = one
                const next = row(id, { account_id: one.account, amount, description, date, ...stamp() })
                lists.transactions = [...lists.transactions.filter((other) => other.id !== id), next]
              } else if (one.kind === 'remove')
                lists.transactions = lists.transactions.map((other) =>
                  other.id === one.id ? { ...other, is_deleted: true, ...stamp() } : other,
                )
              else if (one.kind === 'decide')
                await decide({ _tag: one.decision, from: String(one.from), to: String(one.to) }).catch(
                  (error: unknown) => {
                    expect(error).toBeInstanceOf(ConfigError)
                  },
                )
              else if (one.kind === 'dismiss') for (const stream of known.all) await decide(one.decide(stream))
              else if (one.kind === 'days') {
                await stop(kept)
                clock.advance(one.days * day)
                kept = keep()
              } else if (one.kind === 'erase') {
                await all(mirror.erase(played))
                await sync()
              } else {
                await stop(kept)
                kept = keep(connect())
              }
            }
            await sync()
            known = await agrees()
          }
          running.unsubscribe()
          running = new Subscription()
          await place.close()
        }),
        { numRuns: place.histories },
      )
      place = await open()
    }, 180_000)
  })
}
