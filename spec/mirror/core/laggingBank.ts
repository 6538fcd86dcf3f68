import fc from 'fast-check'
import type { documentedProfile } from '../../../lib/index.js'
import { type SentRow, smallBank } from './smallBank.js'

const minute = 60_000

/** A version of a row of transactions: its amount, or that it is removed, and since when the service has it. */
interface Version {
  readonly amount: number | 'removed'
  readonly at: number
}

/** What happens to a bank whose replicas lag, and when. `pick` is a row, `skew` from -1 to 1 the clock of who writes. */
export const laggingEvent = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 8 }) }) },
  fc.record({
    what: fc.constantFrom('insert', 'change', 'change', 'remove', 'vanish'),
    pick: fc.nat(50),
    skew: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
)
export type LaggingEvent = typeof laggingEvent extends fc.Arbitrary<infer A> ? A : never

/** By how much replicas lag, from 0 to 1, for one request after the other. */
export const anyLags = fc.array(fc.constantFrom(0, 0, 0.3, 0.7, 0.99), { minLength: 1, maxLength: 12 })

/**
 * A bank that answers each request from another replica, which shows what it had a while ago. Lags and the difference of
 * clocks are together less than `overlap`.
 */
export const laggingBank = (profile: typeof documentedProfile, overlap: number, lags: ReadonlyArray<number>) => {
  const bank = smallBank(profile)
  const { clock, rows, answers } = bank
  const [maxLag, maxSkew] = [overlap * 0.6, overlap * 0.19]
  const account = bank.account(bank.item())
  const history: Array<{ readonly at: number; readonly rows: typeof rows }> = []
  const versions = new Map<number, Array<Version>>()
  const vanished = new Set<number>()
  const sent = new Set<number>()
  let requests = 0
  let isLagging = true
  let amount = 0

  const note = (id: number, version: Version['amount']) => {
    history.push({ at: clock.wall(), rows: bank.snapshot() })
    versions.set(id, [...(versions.get(id) ?? []), { amount: version, at: clock.wall() }])
  }
  answers.from = () => {
    const at = clock.wall() - (isLagging ? (lags[requests++ % lags.length] ?? 0) * maxLag : 0)
    return (history.filter((state) => state.at <= at).at(-1) ?? history[0])?.rows
  }

  answers.sent = (page) => {
    for (const { id } of page) sent.add(id)
  }

  const insert = (skew = 0) => {
    const id = bank.transaction(account, --amount)
    bank.change(id, { updated_at: new Date(clock.wall() + skew * maxSkew).toISOString() })
    note(id, amount)
  }
  // A list that is empty proves nothing for a day, so one row stays for good.
  insert()
  const [{ id: lasting } = { id: 0 }] = rows.transactions
  const picked = (pick: number): SentRow | undefined => {
    const others = rows.transactions.filter(({ id, is_deleted }) => id !== lasting && is_deleted !== true)
    return others[pick % others.length]
  }

  /** Something other than time passing. */
  const happen = ({ what, pick, skew }: Exclude<LaggingEvent, { readonly what: 'wait' }>) => {
    const row = picked(pick)
    const stamp = { updated_at: new Date(clock.wall() + skew * maxSkew).toISOString() }
    if (what === 'insert') insert(skew)
    else if (row === undefined) return
    else if (what === 'change') {
      bank.change(row.id, { amount: --amount, ...stamp })
      note(row.id, amount)
    } else if (what === 'remove') {
      bank.change(row.id, { is_deleted: true, deleted: true, ...stamp })
      note(row.id, 'removed')
    } else {
      bank.vanish('transactions', row.id)
      vanished.add(row.id)
      note(row.id, 'removed')
    }
  }

  /** The place of what is shown of a row among its versions; -1 for a row that no longer is, or not yet. */
  const versionOf = (id: number, shown: number | undefined): number => {
    const all = versions.get(id) ?? []
    if (shown !== undefined) return all.findIndex((version) => version.amount === shown)
    return all.findIndex((version) => version.amount === 'removed')
  }

  /**
   * The rows that are shown as they no longer were `since` ago, and those that are not shown and have been there since. Rows
   * that vanished without a word do not count.
   */
  const outdated = (shown: ReadonlyMap<number, number>, since: number): ReadonlyArray<string> =>
    Array.from(versions, ([id, all]) => {
      if (vanished.has(id)) return ''
      const at = versionOf(id, shown.get(id))
      const next = all[at + 1]
      return next !== undefined && next.at <= clock.wall() - since ? `${String(id)}: ${String(shown.get(id))}` : ''
    }).filter((text) => text !== '')

  /**
   * What is shown, as it stands before a full read, and the ids of the rows that the bank has sent until then, present or
   * removed. Nobody can know that any other row was removed, so a replica that still has it may bring it.
   */
  const standing = (shown: ReadonlyMap<number, number>) => ({ shown, sent: new Set(sent) })

  /** The rows of which something older is shown than before, and those that are not shown any more, but are there. */
  const setBack = (before: ReturnType<typeof standing>, after: ReadonlyMap<number, number>): ReadonlyArray<string> =>
    Array.from(versions.keys())
      .filter((id) => before.sent.has(id) && versionOf(id, after.get(id)) < versionOf(id, before.shown.get(id)))
      .map((id) => `${String(id)}: ${String(after.get(id))} after ${String(before.shown.get(id))}`)

  /** What the service has. */
  const truth = (): ReadonlyMap<number, number> =>
    new Map(
      rows.transactions.filter(({ is_deleted }) => is_deleted !== true).map((row) => [row.id, row.amount as number]),
    )

  return {
    ...bank,
    ...{ insert, happen, outdated, standing, setBack, truth, maxLag, minute },
    /** From now on no replica lags. */
    catchUp: () => {
      isLagging = false
    },
  }
}
