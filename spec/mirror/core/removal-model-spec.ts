import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { tap } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile, isClientError } from '../../../lib/index.js'
import type { MirrorBatch } from '../../../lib/mirror/core/Mirror.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'
import { createMirror } from '../../../lib/sqlite.js'
import { all, type DatabaseRow } from './place.js'
import { type SentRow, smallBank } from './smallBank.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const id = 'A6J'
const lists = ['items', 'accounts', 'stocks', 'transactions'] as const

/** What may happen to a bank between two rounds, and during one. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('round' as const),
      wait: fc.constantFrom(minute, 15 * minute, hour, day),
    }),
  },
  fc.record({
    what: fc.constantFrom('connect', 'disconnect', 'reissue', 'hide', 'show', 'delete', 'touch', 'spend'),
    pick: fc.nat(50),
  }),
  fc.record({ what: fc.constantFrom('empty', 'fail'), list: fc.constantFrom(...lists) }),
)
type Event = typeof event extends fc.Arbitrary<infer A> ? A : never

const empty = '{"resources":[],"pagination":{"next_uri":null}}'

/** A bank, a mirror of it, and what may happen to both. */
const world = (profile: typeof documentedProfile, removedRows: 'keep' | 'delete') => {
  const bank = smallBank(profile)
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database, clock: bank.clock, removedRows })
  const hidden: Array<ReadonlyArray<SentRow>> = []

  const one = (list: (typeof lists)[number], pick: number) => bank.rows[list][pick % bank.rows[list].length]
  const shown = (list: (typeof lists)[number]) =>
    bank.rows[list].filter(({ is_deleted, deleted }) => !(is_deleted ?? deleted))
  const connect = () => {
    const account = bank.account(bank.item())
    bank.transaction(account, -30)
    bank.transaction(account, -5)
    bank.stock(account)
  }
  const replace = (from: SentRow | undefined, to: SentRow) => {
    bank.rows.transactions = [to, ...bank.rows.transactions.filter((row) => row !== from)]
  }
  const acts: Record<string, (pick: number) => void> = {
    connect,
    disconnect: (pick) => {
      const item = one('items', pick)
      if (item) bank.disconnect(item.id)
    },
    reissue: (pick) => {
      const account = one('accounts', pick)
      for (const row of shown('transactions').filter(({ account_id }) => account_id === account?.id)) {
        bank.vanish('transactions', row.id)
        bank.transaction(row.account_id as number, row.amount as number)
      }
    },
    hide: (pick) => {
      const account = one('accounts', pick)
      if (account === undefined) return
      const theirs = bank.rows.transactions.filter(({ account_id }) => account_id === account.id)
      hidden.push([account, ...theirs])
      bank.vanish('accounts', account.id)
      for (const row of theirs) bank.vanish('transactions', row.id)
      bank.rows.stocks = bank.rows.stocks.filter(({ account_id }) => account_id !== account.id)
    },
    show: () => {
      const [account, ...theirs] = hidden.pop() ?? []
      if (account === undefined || !bank.rows.items.some((item) => item.id === account.item_id)) return
      bank.rows.accounts.push(account)
      bank.rows.transactions.push(...theirs)
    },
    delete: (pick) => {
      const row = one('transactions', pick)
      if (row) replace(row, { ...row, is_deleted: true, deleted: true, ...bank.stamp() })
    },
    touch: (pick) => {
      const row = one('transactions', pick)
      if (row) replace(row, { ...row, amount: -1 - (pick % 7), ...bank.stamp() })
    },
    spend: (pick) => {
      const account = one('accounts', pick)
      if (account) bank.transaction(account.id, -1 - pick)
    },
  }

  /** A round: nothing that the bank has is ever told to be removed. */
  const round = async (wait: number) => {
    bank.clock.advance(wait)
    const batches: Array<MirrorBatch> = []
    await all(mirror.sync(bank.user, { id, limit: 3 }).pipe(tap((batch) => batches.push(batch)))).catch(
      (error: unknown) => {
        if (!isClientError(error) && !(error instanceof FeedsFailed)) throw error
      },
    )
    for (const { feed, removedIds: gone } of batches)
      if (feed !== 'refreshes')
        expect([feed, gone.filter((row) => shown(feed).some((there) => String(there.id) === row))]).toEqual([feed, []])
  }

  const during = async (list: string, body: string, status: number) => {
    bank.answers.instead = (path) => (path.endsWith(`/${list}`) ? { status, headers: {}, body } : undefined)
    await round(15 * minute)
    bank.answers.instead = () => undefined
  }

  const happen = async (happening: Event) => {
    if ('wait' in happening) await round(happening.wait)
    else if ('list' in happening)
      await (happening.what === 'empty'
        ? during(happening.list, empty, 200)
        : during(happening.list, '{"type":"x"}', 500))
    else acts[happening.what]?.(happening.pick)
  }

  const held = (list: string) => {
    const rows = database
      .prepare(`SELECT id, row FROM rxbank_${list} WHERE removed_at IS NULL`)
      .all() as ReadonlyArray<DatabaseRow>
    return Object.fromEntries(rows.map((row) => [String(row.id), (JSON.parse(String(row.row)) as SentRow).amount]))
  }
  const truth = (list: (typeof lists)[number]) =>
    Object.fromEntries(shown(list).map((row) => [String(row.id), row.amount]))

  return { connect, round, happen, held, truth, close: () => database.close() }
}

describe('a mirror whose bank loses rows without a word', () => {
  it.each([
    ['default', 'keep', documentedProfile],
    ['default', 'delete', documentedProfile],
    ['bridge 2025', 'keep', bridge2025 as unknown as typeof documentedProfile],
    ['bridge 2025', 'delete', bridge2025 as unknown as typeof documentedProfile],
  ] as const)(
    'has what the bank has in the end, and removes nothing that is there: %s, %s',
    async (_, removed, profile) => {
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
          const { connect, round, happen, held, truth, close } = world(profile, removed)
          connect()
          connect()
          await round(0)
          for (const happening of events) await happen(happening)
          for (const wait of [day, 15 * minute, day, hour, hour, day, 15 * minute, day, hour]) await round(wait)
          for (const list of lists) expect([list, held(list)]).toEqual([list, truth(list)])
          close()
        }),
        { numRuns: 8 },
      )
    },
    120_000,
  )
})
