import { DatabaseSync } from '@photostructure/sqlite'
import { map, of, Subscription, takeUntil, tap, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { BalanceMismatch } from '../../../lib/ledger/balances/BalanceMismatch.js'
import { createMirror } from '../../../lib/mirror/sqlite/createSqliteMirror.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createSandbox } from '../../../lib/testing/sandbox/createSandbox.js'
import { oneOf, seeded, sized, times, whole } from '../random.js'
import type { Job } from '../run/Job.js'
import { beginning, day, hour, minute, second, span } from '../time.js'
import { bankHabits } from './bankHabits.js'
import { damages } from './damages.js'

/** The longest that a bank takes to show a row, and that its clocks differ. The rounds of the mirror read that far back. */
const [maxLate, maxSkew] = [2 * hour, 30 * minute]
const overlap = maxLate + maxSkew

/** How many events a day has, on average. */
const eventsPerDay = 6

const profiles = [documentedProfile, bridge2021, bridge2025] as unknown as ReadonlyArray<typeof documentedProfile>

/** What became of a life of proofs. */
export interface ProofsLife {
  readonly broken: { readonly invariant: string; readonly what: string; readonly time: number } | undefined
  readonly counts: Readonly<Record<string, number>>
  readonly trace: ReadonlyArray<string>
}

/** Whether a shard has such a life. */
export const hasProofs = ({ seed, shard, from, until, part }: Job): boolean =>
  part === 'proofs' || (from === 0 && (seed + shard) % (until > 30 ? 16 : 8) === 1)

const isAccounts = ({ url }: HttpRequest): boolean => /\/accounts(\?|$)/.test(url)

/**
 * A bank that is honest, and a mirror of one of its users that compares balances and rows after each round. Rows appear late
 * and by clocks that differ, balances are told by replicas that lag, rows are booked of early days, corrected, removed,
 * pending until they post and repeated; the bank shows only its last days, pays deferred cards, and has balances that are
 * ahead of their rows; items are connected again, and access to accounts is taken away and given back. No balance may be told
 * to differ. At the end a row of the mirror is damaged, which must be told within three days.
 */
export const liveProofs = ({ seed, shard, until }: Job): ProofsLife => {
  const random = seeded(seed, shard, 0xba1a9ce)
  const clock = createVirtualClock({ start: beginning })
  const profile = profiles[seed % profiles.length] ?? documentedProfile
  const is2025 = profile === (bridge2025 as unknown)
  const sandbox = createSandbox({ seed: seed + 17, clock, profile, users: 1, banks: 5, transactions: 90, stocks: 3 })
  const real = new DatabaseSync(':memory:')
  const habits = bankHabits(random, clock.wall)
  const removedRows = random() < 0.5 ? 'keep' : 'delete'
  const mirrorOf = (fullSyncEvery: number) => createMirror({ database: real, clock, fullSyncEvery, removedRows })
  let mirror = mirrorOf(oneOf(random, [1, 2, 6]) * day)
  const counts = { 'proofs: events': 0, 'proofs: rounds': 0, 'proofs: comparisons': 0, 'proofs: damages told': 0 }
  const trace: Array<string> = []
  let broken: ProofsLife['broken']
  const say = (words: string): void => void trace.push(`${new Date(clock.wall()).toISOString()}  proofs  ${words}`)
  const breaks = (invariant: string) => (what: string) => {
    if (broken === undefined) say(`BROKEN: ${what}`)
    broken ??= { invariant, what, time: clock.wall() }
  }
  const tellFalse = breaks('no balance of an honest bank is told to differ from its rows')
  const tellSilent = breaks('a balance that differs from its rows is told within three days')
  const tellFailed = breaks('a mirror compares balances in each world')
  const isBroken = (): boolean => broken !== undefined

  let staleUntil = -Infinity
  const lastResponses = new Map<string, HttpResponse>()
  const client = createClient({
    baseUrl: 'https://bank.invalid',
    ...sandbox.credentials,
    http: (request) => {
      const last = lastResponses.get(request.url)
      if (last !== undefined && clock.wall() < staleUntil)
        return of({ ...last, headers: { ...last.headers, date: new Date(clock.wall()).toUTCString() } })
      return sandbox.http(request).pipe(
        map((answer) => habits.answer(request, answer)),
        tap((answer) => void (isAccounts(request) && answer.status === 200 && lastResponses.set(request.url, answer))),
      )
    },
    clock,
    random,
    profile: { ...profile, limits: {} },
  })
  const [person] = sandbox.users
  if (person === undefined) throw new Error('nobody')
  const { uuid, externalUserId: id } = person

  /** Runs a round, or kills it after ten minutes; returns the differences that it told. */
  const round = (): ReadonlyArray<BalanceMismatch> => {
    const reported: Array<BalanceMismatch> = []
    const running = new Subscription()
    running.add(
      mirror.sync(client.user({ externalUserId: id }), { id, overlap }).subscribe({
        next: ({ balanceMismatches = [] }) => reported.push(...balanceMismatches),
        error: (error: unknown) => say(`the round failed: ${String(error)}`),
      }),
    )
    clock.advance(10 * minute)
    running.unsubscribe()
    sandbox.journal.clear()
    counts['proofs: rounds']++
    return reported
  }

  const made: Array<{ readonly id: number; readonly date: string }> = []
  const dayOf = (daysBack: number): string => new Date(clock.wall() - daysBack * day).toISOString().slice(0, 10)
  const attempt = (action: () => void): void => {
    try {
      action()
    } catch {
      // It is gone with its item.
    }
  }
  const delays = () => ({
    visibleAfter: random() < 0.4 ? sized(random, second, maxLate) : 0,
    clockSkew: random() < 0.3 ? whole(random, -maxSkew, maxSkew) : 0,
  })
  const insert = (changes: { readonly date?: string; readonly [field: string]: unknown }): string => {
    const count = whole(random, 1, 3)
    const { date = dayOf(0) } = changes
    attempt(() => {
      const ids = sandbox.insertTransactions(uuid, count, { ...delays(), changes })
      made.push(...ids.map((row) => ({ id: row, date })))
    })
    return `${String(count)} rows with ${JSON.stringify(changes)}`
  }
  /** Inserts a booked row; at a bank whose rows follow their balance, the balance is reported before. */
  const insertBooked = (date = dayOf(0)): string => {
    const [account, amount] = [oneOf(random, person.accountIds), -whole(random, 1, 90_000) / 100]
    const changes = { account_id: account, amount, date }
    if (habits.rowDelay === 0) return insert(changes)
    habits.moveAhead(account, amount)
    const end$ = timer(habits.rowDelay, clock.scheduler)
    timer(0, 3 * hour, clock.scheduler)
      .pipe(takeUntil(end$))
      .subscribe(refresh)
    end$.subscribe(() => {
      habits.moveAhead(account, -amount)
      attempt(() => {
        const ids = sandbox.insertTransactions(uuid, 1, { changes })
        made.push(...ids.map((row) => ({ id: row, date })))
      })
    })
    return `a row with ${JSON.stringify(changes)} that follows its balance`
  }
  /** The row that was made last, among those that the bank still shows: a change of another one cannot be seen. */
  const lastShown = (): number | undefined => made.filter(({ date }) => habits.isShown(date)).at(-1)?.id
  const refresh = (): void => {
    for (const item of person.itemIds) attempt(() => sandbox.refresh(item))
  }

  const events: ReadonlyArray<() => string> = [
    () => insert({}),
    () => insert({}),
    () => insertBooked(),
    () => insertBooked(),
    () => insertBooked(dayOf(whole(random, 0, habits.maxDaysBack))),
    () => insert({ amount: -80, is_future: true }),
    () => insert({ amount: -50, show_client_side: false }),
    () => {
      attempt(() => sandbox.insertTransactions(uuid, 1, { pending: true, postsAfter: sized(random, hour, 4 * day) }))
      return 'a pending row'
    },
    () => {
      const amount = -whole(random, 1, 9000) / 100
      attempt(() => sandbox.updateTransaction(lastShown() ?? 0, { amount }))
      return `the last row has the amount ${String(amount)}`
    },
    () => {
      attempt(() => sandbox.updateTransaction(oneOf(random, made).id, { category_id: 1 }))
      return 'a row has another category'
    },
    () => {
      const removed = lastShown() ?? 0
      attempt(() => sandbox.deleteTransaction(removed, { bare: random() < 0.3 }))
      const index = made.findIndex(({ id: row }) => row === removed)
      if (index >= 0) made.splice(index, 1)
      return 'the last row is removed'
    },
    () => {
      refresh()
      return 'all items are refreshed'
    },
    () => {
      const ms = sized(random, minute, 12 * hour)
      staleUntil = clock.wall() + ms
      return `balances are those of now for ${span(ms)}`
    },
    () => {
      const kind = oneOf(random, ['server-error', 'truncated', 'empty', 'disconnect'] as const)
      sandbox.faults.add({ kind, times: whole(random, 1, 6) })
      return `requests meet ${kind}`
    },
  ]
  /** Events after which a proof begins anew are rare: without them it is the more likely to be wrong. */
  const rareEvents: ReadonlyArray<() => string> = [
    () => {
      const item = oneOf(random, person.itemIds)
      attempt(() => sandbox.relinkItem(item, { tombstones: random() < 0.5 }))
      return `item ${String(item)} is connected again`
    },
    // Earlier API versions do not say why the rows of an account have gone.
    ...(is2025
      ? [
          () => {
            const account = oneOf(random, person.accountIds)
            attempt(() => sandbox.setDataAccess(account, random() < 0.5 ? 'disabled' : 'enabled'))
            return `the access to account ${String(account)} changes`
          },
        ]
      : []),
  ]

  const honest = (): void => {
    for (let left = until * day; left > 0 && !isBroken();) {
      const pause = sized(random, hour, 18 * hour)
      for (let number = times(random, (eventsPerDay * pause) / day); number > 0; number--) {
        const words = (random() < 0.02 ? oneOf(random, rareEvents) : oneOf(random, events))()
        counts['proofs: events']++
        say(words)
      }
      if (habits.payCards()) {
        refresh()
        say('cards are set back to zero')
      }
      clock.advance(pause)
      left -= pause + 10 * minute
      const [differs] = round()
      if (differs !== undefined) {
        tellFalse(`account ${differs.account}: ${String(differs.difference)} since ${differs.since.toISOString()}`)
      }
    }
  }

  const query = (sql: string, ...values: ReadonlyArray<string>) =>
    real.prepare(sql).all(...values) as ReadonlyArray<Readonly<Record<string, string | null>>>

  /** An account of the honest bank that is proven, with no delay left. */
  const settle = (): string | undefined => {
    sandbox.faults.clear()
    staleUntil = -Infinity
    clock.advance(habits.rowDelay)
    // A comparison with the whole list would mend a mirror before the difference has lasted.
    mirror = mirrorOf(30 * day)
    for (const account of person.accountIds) attempt(() => sandbox.setDataAccess(account, 'enabled'))
    for (let number = 0; number < 12 && !isBroken(); number++) {
      for (const account of person.accountIds) book(account, -1)
      clock.advance(6 * hour)
      const [differs] = round()
      if (differs !== undefined) tellFalse(`account ${differs.account}: ${String(differs.difference)}, at rest`)
    }
    const [proof] = query(
      `SELECT account_id FROM rxbank_balance_proofs WHERE started_at IS NOT NULL AND reported = expected ORDER BY started_at, account_id`,
    )
    return proof?.account_id ?? undefined
  }

  const book = (account: number, amount: number): number | undefined => {
    let booked: number | undefined
    attempt(() => {
      ;[booked] = sandbox.insertTransactions(uuid, 1, { changes: { account_id: account, amount } })
    })
    return booked
  }

  const damage = (account: string): void => {
    const { name, make, isMended } =
      damages[Math.floor(seed / profiles.length) % damages.length] ?? oneOf(random, damages)
    const id = book(Number(account), -7)
    clock.advance(hour)
    round()
    const difference = make(real, String(id), -700, () => {
      sandbox.deleteTransaction(id ?? 0)
      clock.advance(hour)
      round()
    })
    say(`${name}: row ${String(id)} of account ${account}`)
    const reported: Array<BalanceMismatch> = []
    for (let number = 0; number < 11; number++) {
      book(Number(account), -1)
      clock.advance(6 * hour)
      reported.push(...round())
    }
    const isReported = reported.some((one) => one.account === account && one.difference === BigInt(difference))
    if (isReported) counts['proofs: damages told']++
    // A comparison with a whole list may have mended it before.
    else if (!isMended(real, String(id)))
      tellSilent(`${name}: account ${account} should differ by ${String(difference)}`)
  }

  honest()
  if (!isBroken()) {
    const account = settle()
    const [{ count = '0' } = {}] = query(
      'SELECT CAST(count(*) AS text) AS count FROM rxbank_balance_proofs WHERE started_at IS NOT NULL',
    )
    counts['proofs: comparisons'] = Number(count)
    if (!isBroken()) {
      if (account === undefined) tellFailed('no account was proven')
      else damage(account)
    }
  }
  real.close()
  return { broken, counts, trace }
}
