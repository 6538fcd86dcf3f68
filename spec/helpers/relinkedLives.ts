import { DatabaseSync } from '@photostructure/sqlite'
import { firstValueFrom, lastValueFrom, of, toArray } from 'rxjs'
import { createClient, createVirtualClock, documentedProfile, type UserClient } from '../../lib/index.js'
import type { LoggedChange } from '../../lib/mirror/log/MirrorChange.js'
import { createMirror } from '../../lib/sqlite.js'
import { type LifeStep, type RelinkedLife, relinkedLife, type Succession, timeOf } from './relinkedLife.js'
import { lastingToken } from './scripted.js'

/** What became of lives in a mirror. */
export interface LivesCounts {
  users: number
  rounds: number
  rows: number
  relinkedAccounts: number
  automaticLinks: number
  duplicates: number
  personLinks: number
  rowLinks: number
  unambiguous: number
  missed: number
  /** Rows that views of present rows have twice while nobody can know that their accounts are one. */
  undecidedRows: number
  changes: number
}

/** The counts, and everything that may not be: each with the seed of the user. */
export interface LivesReport {
  readonly counts: LivesCounts
  readonly wrongLinks: ReadonlyArray<string>
  readonly wrongRowLinks: ReadonlyArray<string>
  readonly rowsTwice: ReadonlyArray<string>
  readonly rowsLost: ReadonlyArray<string>
  readonly missed: ReadonlyArray<string>
  readonly logDiffers: ReadonlyArray<string>
  readonly failedRounds: ReadonlyArray<string>
}

export const emptyReport = (): LivesReport => ({
  counts: {
    ...{ users: 0, rounds: 0, rows: 0, relinkedAccounts: 0, automaticLinks: 0, duplicates: 0, personLinks: 0 },
    ...{ rowLinks: 0, unambiguous: 0, missed: 0, undecidedRows: 0, changes: 0 },
  },
  ...{ wrongLinks: [], wrongRowLinks: [], rowsTwice: [], rowsLost: [], missed: [], logDiffers: [], failedRounds: [] },
})

export const addReports = (one: LivesReport, other: LivesReport): LivesReport => {
  const counts = { ...one.counts }
  for (const name of Object.keys(counts) as Array<keyof LivesCounts>) counts[name] += other.counts[name]
  const lists = [
    'wrongLinks',
    'wrongRowLinks',
    'rowsTwice',
    'rowsLost',
    'missed',
    'logDiffers',
    'failedRounds',
  ] as const
  return Object.assign(
    { counts } as LivesReport,
    ...lists.map((name) => ({ [name]: [...one[name], ...other[name]].slice(0, 1000) })),
  ) as LivesReport
}

const day = 24 * 3_600_000

const feeds = ['items', 'accounts', 'transactions'] as const

/** What a consumer of the change log has: the rows of each user and feed, and which id continues which. */
const consume = () => {
  const rows = new Map<string, string>()
  const links = new Map<string, string>()
  let changes = 0
  const receive = (change: LoggedChange): void => {
    changes++
    if (change._tag === 'Erased') return
    const key = [change.user, change.feed, change.id].join(' ')
    if ('row' in change) rows.set(key, JSON.stringify(change.row))
    else if (change._tag === 'Removed') rows.delete(key)
    else if (change._tag === 'Linked') {
      const link = `${key} ${change.previousId}`
      if (links.has(link)) links.set(link, 'twice')
      else links.set(link, 'once')
    } else if (change._tag === 'Unlinked') links.delete(`${key} ${change.previousId}`)
  }
  return { rows, links, receive, changes: () => changes }
}

/** The movement of the bank that a row shows. Equal movements of one day cannot be told apart. */
const movementOf = ({ rows }: RelinkedLife, id: string): string => {
  const row = rows.get(id)
  if (row === undefined) return `no row ${id}`
  const { day, cents, text } = row.shown.account.movements[row.index] ?? { day: 0, cents: 0, text: '' }
  return [row.shown.key, row.shown.account.currency, day, cents, text].join(' ')
}

/**
 * Lives of persons with these seeds, in one mirror on SQLite under virtual time. After each round of a person, the tables
 * are compared with what is true about the accounts, and at the end with a copy that follows the change log.
 */
export const liveRelinks = async (seeds: ReadonlyArray<number>): Promise<LivesReport> => {
  const report = emptyReport()
  const { counts } = report
  const note = (list: ReadonlyArray<string>, text: string): void => void (list as Array<string>).push(text)
  const clock = createVirtualClock({ start: timeOf(200) })
  const database = new DatabaseSync(':memory:')
  // Years go by between two rounds, so that each would look for old changes, as a mirror does once an hour.
  const mirrorClock = { ...clock, monotonic: () => 0 }
  const mirror = createMirror({ database, clock: mirrorClock, fullSyncEvery: 365 * day, keepChangesFor: 9000 * day })
  await lastValueFrom(mirror.migrate({ features: ['changes', 'lineages'] }), { defaultValue: undefined })
  const prepared = (sql: string) => {
    const statement = database.prepare(sql)
    return (user: string) => statement.all(user) as ReadonlyArray<Readonly<Record<string, unknown>>>
  }
  const accountsOf = prepared(
    'SELECT id, lineage_id, duplicate_of, removed_at IS NULL AS is_present FROM rxbank_accounts WHERE user_id = ?',
  )
  const presentOf = prepared('SELECT id FROM rxbank_present_accounts WHERE user_id = ? AND duplicate_of IS NULL')
  const rowsOf = {
    booked: prepared(
      'SELECT id, account_id FROM rxbank_booked_transactions WHERE user_id = ? AND duplicate_of IS NULL',
    ),
    shown: prepared('SELECT id, account_id FROM rxbank_shown_transactions WHERE user_id = ? AND duplicate_of IS NULL'),
    lineage: prepared('SELECT id, account_id FROM rxbank_lineage_transactions WHERE user_id = ? AND NOT is_history'),
  }
  const sumsOf = prepared('SELECT account_id, row_count FROM rxbank_booked_sums WHERE user_id = ?')
  const linksOf = prepared('SELECT from_id, to_id, status, decided_by FROM rxbank_account_links WHERE user_id = ?')
  const rowLinksOf = prepared('SELECT from_id, to_id FROM rxbank_row_links WHERE user_id = ?')

  const live = (seed: number) => {
    const life = relinkedLife(seed)
    const id = `user-${String(seed)}`
    const user: UserClient = createClient({
      ...{ profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'a', clientSecret: 'b' },
      ...{ clock, http: life.http(clock.wall), retry: { count: 0 } },
    }).user({ token$: of(lastingToken()) })
    /** The accounts about which it was once unclear that they are one: what follows from them is unclear too. */
    const unclear = new Set<number>()
    /** The rows that are twice because of two accounts, until these are settled. */
    const twice = new Map<string, Array<string>>()
    const keyOf = (account: unknown): number => life.accounts.get(String(account))?.key ?? -1
    const isClear = (pair: Succession, at: number): boolean => !unclear.has(pair.old.key) && life.isClear(pair, at)

    const check = ({ at, settled = [] }: LifeStep): void => {
      const stored = accountsOf(id)
      const lineages = new Map<string, string>()
      for (const account of stored) lineages.set(String(account.id), String(account.lineage_id ?? account.id))
      const keys = new Map<string, number>()
      for (const [account, lineage] of lineages) {
        const key = keys.get(lineage) ?? keyOf(account)
        keys.set(lineage, key)
        if (key !== keyOf(account)) note(report.wrongLinks, `${id}, day ${at.toFixed(2)}: ${account} in ${lineage}`)
      }
      counts.duplicates += stored.filter(({ duplicate_of }) => duplicate_of !== null).length

      /** Whether two accounts of one account of the bank may both count: no one can know yet that they are one. */
      const mayBothCount = (one: string, other: string): boolean => {
        if (lineages.get(one) === lineages.get(other)) return false
        return !life.pairs.some(
          (pair) =>
            [one, other].includes(String(pair.old.id)) &&
            [one, other].includes(String(pair.next.id)) &&
            isClear(pair, at),
        )
      }
      const pairId = (one: unknown, other: unknown): string => [String(one), String(other)].sort().join('~')
      const seeOnce = (view: string, found: ReadonlyArray<readonly [what: string, account: string]>): void => {
        const seen = new Map<string, Array<string>>()
        for (const [what, account] of found) {
          const others = seen.get(what) ?? []
          seen.set(what, [...others, account])
          const [other] = others.filter((one) => one !== account)
          if (other === undefined) continue
          if (mayBothCount(other, account)) counts.undecidedRows++
          else {
            const text = `${id}, day ${at.toFixed(2)}, ${view}: ${what} on ${other} and ${account}`
            twice.set(pairId(other, account), [...(twice.get(pairId(other, account)) ?? []), text])
          }
        }
      }
      seeOnce(
        'present_accounts',
        presentOf(id).map(({ id: account }) => [String(keyOf(account)), String(account)]),
      )
      const sizes: Array<number> = []
      for (const [view, read] of Object.entries(rowsOf)) {
        // The view of sums shows whether the others agree with the first one.
        if (view !== 'booked' && settled.length === 0) continue
        const found = read(id)
        sizes.push(found.length)
        seeOnce(
          view,
          found.map((row) => [movementOf(life, String(row.id)), String(row.account_id)]),
        )
      }
      sizes.push(sumsOf(id).reduce((sum, { row_count }) => sum + Number(row_count), 0))
      if (new Set(sizes).size > 1) note(report.rowsLost, `${id}, day ${at.toFixed(2)}: ${sizes.join(' ')} rows`)

      for (const pair of settled) {
        if (!lineages.has(String(pair.old.id)) || !lineages.has(String(pair.next.id))) continue
        counts.relinkedAccounts++
        if (!isClear(pair, at)) {
          unclear.add(pair.old.key)
          continue
        }
        counts.unambiguous++
        if (lineages.get(String(pair.old.id)) === lineages.get(String(pair.next.id))) continue
        counts.missed++
        counts.undecidedRows += twice.get(pairId(pair.old.id, pair.next.id))?.length ?? 0
        twice.delete(pairId(pair.old.id, pair.next.id))
        unclear.add(pair.old.key)
        note(report.missed, `${id}, day ${at.toFixed(2)}: ${String(pair.old.id)}~${String(pair.next.id)}`)
      }
    }

    const decide = async (): Promise<void> => {
      const candidates = await firstValueFrom(mirror.accountCandidates(id).pipe(toArray()))
      for (const { from, to } of candidates) {
        const pair = { user: id, from, to }
        await lastValueFrom(keyOf(from) === keyOf(to) ? mirror.link(pair) : mirror.unlink(pair))
      }
    }
    const round = async (step: LifeStep): Promise<void> => {
      counts.rounds++
      try {
        await lastValueFrom(mirror.sync(user, { id, feeds }))
      } catch (error) {
        note(report.failedRounds, `${id}, day ${step.at.toFixed(2)}: ${String(error)}`)
        return
      }
      check(step)
      if (step.decides === true) {
        await decide()
        check({ at: step.at })
      }
    }
    const end = (): void => {
      for (const texts of twice.values()) for (const text of texts) note(report.rowsTwice, text)
    }
    return { id, life, end, steps: life.steps.map((step) => ({ at: step.at, run: () => round(step) })) }
  }

  const lives = seeds.map(live)
  const steps = lives.flatMap((one) => one.steps).sort((one, other) => one.at - other.at)
  for (const { at, run } of steps) {
    clock.advance(Math.max(0, timeOf(at) - clock.wall()))
    await run()
  }

  const copy = consume()
  await mirror.changes().forEach(copy.receive)
  for (const { id, life, end } of lives) {
    end()
    counts.users++
    for (const { from_id, to_id, status, decided_by } of linksOf(id)) {
      if (status !== 'accepted') continue
      if (decided_by === 'automatic') counts.automaticLinks++
      else counts.personLinks++
      const [from, to] = [from_id, to_id].map((account) => life.accounts.get(String(account))?.key)
      if (from !== to) note(report.wrongLinks, `${id}: ${String(from_id)}~${String(to_id)}`)
      if (copy.links.get(`${id} accounts ${String(to_id)} ${String(from_id)}`) !== 'once')
        note(report.logDiffers, `${id}: link ${String(from_id)}~${String(to_id)}`)
      copy.links.delete(`${id} accounts ${String(to_id)} ${String(from_id)}`)
    }
    for (const { from_id, to_id } of rowLinksOf(id)) {
      counts.rowLinks++
      if (movementOf(life, String(from_id)) !== movementOf(life, String(to_id)))
        note(report.wrongRowLinks, `${id}: ${String(from_id)}~${String(to_id)}`)
      if (copy.links.get(`${id} transactions ${String(to_id)} ${String(from_id)}`) !== 'once')
        note(report.logDiffers, `${id}: row ${String(from_id)}~${String(to_id)}`)
      copy.links.delete(`${id} transactions ${String(to_id)} ${String(from_id)}`)
    }
  }
  counts.changes += copy.changes()
  for (const link of copy.links.keys()) note(report.logDiffers, `no such link: ${link}`)
  for (const feed of feeds) {
    const table = database.prepare(`SELECT user_id, id, row FROM rxbank_${feed} WHERE removed_at IS NULL`)
    for (const { user_id, id, row } of table.all() as ReadonlyArray<Readonly<Record<string, unknown>>>) {
      const key = [user_id, feed, id].join(' ')
      counts.rows++
      if (copy.rows.get(key) !== JSON.stringify(JSON.parse(String(row)))) note(report.logDiffers, key)
      copy.rows.delete(key)
    }
  }
  for (const key of copy.rows.keys()) note(report.logDiffers, `no such row: ${key}`)
  database.close()
  return report
}
