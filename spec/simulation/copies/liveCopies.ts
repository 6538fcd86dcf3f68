import { DatabaseSync } from '@photostructure/sqlite'
import { map, Subscription, tap } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createSandbox } from '../../../lib/testing/sandbox/createSandbox.js'
import { oneOf, seeded, sized, whole } from '../random.js'
import type { Job } from '../run/Job.js'
import { beginning, day, hour, minute, second } from '../time.js'
import type { Copy, CopyListener } from './Copy.js'
import { createTruth } from './createTruth.js'
import { type DeletedItem, deletionEvent, hasItem, isLogged, traceOf } from './deletions.js'
import { drawHappening, oddList } from './events.js'
import { fleetCopy } from './fleetCopy.js'
import { createLaggingLists, notEarlier } from './laggingLists.js'
import { memoryCopy } from './memoryCopy.js'
import { roundsCopy } from './roundsCopy.js'
import { accountOf, feeds, itemOf, type Rows } from './Rows.js'
import { sameRow } from './sameRow.js'
import type { Setting } from './Setting.js'
import { storms } from './storms.js'
import { differenceOf, sumsOfService } from './sums.js'
import { troubled } from './troubledDatabase.js'

/** How long things happen, twice, and after how long without them copies have what lists of updates and accounts tell. */
const [active, rest] = [6 * hour, 3 * hour]

/** Times between two readings of whole lists, which alone tell of rows that are gone without a word. */
const fullSyncs = [11 * hour, 4 * hour, 6 * hour]

/** So long after a reading of a whole list has shown that rows are gone, a second one has confirmed it. */
const confirmed = 2.5 * hour

/** A list that is odd twice within five minutes and an hour is one that has changed, so there is so much time between. */
const betweenOddLists = 8 * hour

/** What broke, and when in true time. */
interface CopiesBroken {
  readonly invariant: string
  readonly what: string
  readonly time: number
}

/** What a life of copies was. */
export interface CopiesLife {
  readonly broken: CopiesBroken | undefined
  readonly counts: Readonly<Record<string, number>>
  readonly trace: ReadonlyArray<string>
}

/** Whether a shard has such a life. */
export const hasCopies = ({ seed, shard, from, part }: Job): boolean =>
  part === 'copies' || (from === 0 && (seed + shard) % 4 === 2)

const profiles = [documentedProfile, bridge2021, bridge2025] as unknown as ReadonlyArray<typeof documentedProfile>

/**
 * A service whose users are copied in three ways, under one clock: rows in memory, a mirror with rounds of its own, and a
 * mirror with a fleet. Items are removed and connected again, users are made again, amounts and texts are odd, answers are
 * not the service's, and databases are locked, fail and are silent. When that is over, each copy has the service's sums.
 */
export const liveCopies = ({ seed, shard }: Job): CopiesLife => {
  const random = seeded(seed, shard, 0xc0b1e5)
  const clock = createVirtualClock({ start: beginning })
  const profile = profiles[seed % profiles.length] ?? documentedProfile
  const fullSyncEvery = fullSyncs[Math.floor(seed / profiles.length) % fullSyncs.length] ?? day
  const longRest = fullSyncEvery + confirmed
  const sandbox = createSandbox({ seed: seed + 11, clock, profile, users: 2, banks: 5, transactions: 12, stocks: 3 })
  const ids = sandbox.users.map(({ externalUserId }) => externalUserId)
  const counts = {
    'copies: events': 0,
    'copies: requests': 0,
    'copies: deletions': 0,
    'copies: stale rows listed': 0,
    'copies: rows compared': 0,
    'copies: sums compared': 0,
  }
  const trace: Array<string> = []
  let broken: CopiesBroken | undefined
  const say = (words: string): void => void trace.push(`${new Date(clock.wall()).toISOString()}  copies  ${words}`)
  const breaks = (invariant: string) => (what: string) => {
    if (broken === undefined) say(`BROKEN: ${what}`)
    broken ??= { invariant, what, time: clock.wall() }
  }
  const tellSums = breaks('the sums of each copy by account and currency are the service’s')
  const tellRows = breaks('each copy has the rows of the service, and no others')
  const tellUser = breaks('each copy is of the user whom the service has')
  const tellGone = breaks('rows of a copy go with their account')
  const tellRemoved = breaks('nothing that the service has is told as removed')
  const tellSame = breaks('nothing that is the same is told as changed')
  const tellEarlier = breaks('no copy goes back to an earlier version of a transaction')
  const tellEnded = breaks('what passes ends no watcher, no round and no feed of a copy')
  const tellTrace = breaks('nothing is left in a mirror of an item of whose deletion a webhook told')
  const tellErased = breaks('the log of a mirror tells of each item that was erased')
  const tellStorm = breaks('copies ask neither for tokens nor with refused ones in a storm')

  let isOver = false
  const isBroken = (): boolean => broken !== undefined

  let isReadingTruth = false
  const truth = createTruth(sandbox, clock, profile)
  const service = (user: string, feed: (typeof feeds)[number]): Rows => {
    isReadingTruth = true
    const rows = truth.rows(user, feed)
    isReadingTruth = false
    return rows
  }

  const rowsLeft = (name: string, user: string, gone: ReadonlySet<string>): string | undefined => {
    const rows = copies.find((copy) => copy.name === name)?.rows(user, 'transactions')
    return Array.from(rows ?? []).find(([, row]) => gone.has(accountOf(row)))?.[0]
  }

  const isSame = sameRow()
  const listener: CopyListener = {
    removed: (copy, user, feed, gone) => {
      for (const id of gone) isSame.forget(`${copy} ${user} ${feed} ${id}`)
      if (gone.length === 0) return
      if (feed === 'accounts') {
        const left = rowsLeft(copy, user, new Set(gone))
        if (left !== undefined) tellGone(`${copy}: transaction ${left}`)
      }
      const there = service(user, feed)
      const wrong = gone.find((id) => there.has(id))
      if (wrong !== undefined) tellRemoved(`${copy}: ${feed} ${wrong} of ${user}`)
    },
    changed: (copy, user, feed, rows) => {
      for (const row of rows)
        if (isSame.as(`${copy} ${user} ${feed} ${String(row.id)}`, row)) tellSame(`${copy}: ${feed} ${String(row.id)}`)
    },
    shown: notEarlier(tellEarlier),
    failed: (copy, user, what) => tellEnded(`${copy}, ${user}: ${what}`),
  }

  const databases = [0, 1].map(() => {
    const real = new DatabaseSync(':memory:')
    return { real, database: troubled(real) }
  })
  const [one, other] = databases as [(typeof databases)[number], (typeof databases)[number]]
  const fleet = fleetCopy(clock, random, ids, fullSyncEvery, other, listener)
  // Its process does not live for long, so it reads whole lists more often.
  const memory = memoryCopy(clock, ids, fullSyncEvery / 4, listener)
  const copies: ReadonlyArray<Copy> = [memory, roundsCopy(clock, ids, fullSyncEvery, one, listener), fleet]

  /** A process that begins again does not know what the one before it was refused. */
  let storm = storms(clock, tellStorm)
  let isLagging = true
  const lists = createLaggingLists(
    seeded(seed, shard, 0x1a99ed),
    clock.wall,
    (uuid) => {
      const user = sandbox.users.find((known) => known.uuid === uuid)
      return user === undefined ? new Map() : service(user.externalUserId, 'transactions')
    },
    (rows) => {
      counts['copies: stale rows listed'] += rows
    },
  )
  let isUp = false
  let rush = (): void => undefined
  let rushed = new Subscription()
  /** When the process that runs asked for something of a user for the first time. */
  const firstAskedAt = new Map<string | undefined, number>()
  const begin = (): void => {
    if (isUp) return
    isUp = true
    firstAskedAt.clear()
    storm = storms(clock, tellStorm)
    const client = createClient({
      baseUrl: 'https://bank.invalid',
      ...sandbox.credentials,
      http: (request) => {
        counts['copies: requests']++
        storm.sent(request)
        return sandbox.http(request).pipe(
          map((response) => (isLagging ? lists.answer(request, response) : response)),
          tap((response) => storm.answered(request, response)),
        )
      },
      clock,
      random,
      profile: { ...profile, limits: {} },
    })
    for (const copy of copies) copy.begin(client)
    rush = () => {
      for (const externalUserId of ids)
        for (let n = 0; n < 6; n++)
          rushed.add(
            client
              .user({ externalUserId })
              .accounts.all()
              .subscribe({ error: () => undefined }),
          )
    }
  }
  const kill = (): void => {
    for (const copy of copies) copy.kill()
    rushed.unsubscribe()
    rushed = new Subscription()
  }
  const later = (ms: number, action: () => void): void => void clock.scheduler.schedule(action, ms)

  /** Sends the webhook of a deletion to a mirror, and sends it again for as long as it is not accepted. */
  const deliver = (copy: Copy, user: string, deleted: DeletedItem, wasThere: boolean): void => {
    if (copy.mirror === undefined || isOver) return
    const { eraseDeleted, real } = copy.mirror
    const again = () => later(10 * minute, () => deliver(copy, user, deleted, wasThere))
    if (!isUp) {
      again()
      return
    }
    eraseDeleted(deletionEvent(deleted)).subscribe({
      error: again,
      complete: () => {
        counts['copies: deletions']++
        const trace = traceOf(real, deleted)
        if (trace !== undefined) tellTrace(`${copy.name}: item ${deleted.itemId} of ${user} in ${trace}`)
        if (wasThere && !isLogged(real, user, deleted)) tellErased(`${copy.name}: item ${deleted.itemId} of ${user}`)
      },
    })
  }

  let silentAt = -Infinity
  const setting: Setting = {
    vanished: () => {
      silentAt = clock.wall()
    },
    deleting: ({ externalUserId, uuid }, itemId) => {
      const accounts = Array.from(service(externalUserId, 'accounts').values())
      const accountIds = accounts.filter((row) => itemOf(row) === String(itemId)).map(({ id }) => String(id))
      const deleted = { userUuid: uuid, itemId: String(itemId), accountIds }
      // Before or after rounds that see it; not drawn, so that what is drawn does not depend on it.
      const delay = (itemId * 7919 * minute) % (3 * hour)
      for (const copy of copies) {
        const wasThere = copy.mirror !== undefined && hasItem(copy.mirror.real, externalUserId, deleted)
        later(delay, () => deliver(copy, externalUserId, deleted, wasThere))
      }
    },
    isRead: (uuid) => clock.wall() - (firstAskedAt.get(uuid) ?? Infinity) > rest,
    sandbox,
    isAssumed: profile === documentedProfile,
    random,
    now: clock.wall,
    users: () => sandbox.users,
    on:
      (...routes) =>
      ({ route }) =>
        !isReadingTruth && (routes.length === 0 || routes.includes(route)),
    databases: databases.map(({ database }) => database),
    fleet,
    later,
    rush: () => {
      if (isUp) rush()
    },
    crash: (downtime) => {
      kill()
      isUp = false
      later(downtime, begin)
    },
  }

  const compare = (compared = copies): void => {
    for (const user of ids)
      for (const copy of compared) {
        const where = `${copy.name}, ${user}`
        const uuid = sandbox.users.find(({ externalUserId }) => externalUserId === user)?.uuid
        const kept = copy.uuid(user)
        if (kept !== undefined && kept !== uuid) tellUser(`${where}: ${kept}, where ${String(uuid)} is right`)
        const difference = differenceOf(copy.sums(user), sumsOfService(service(user, 'transactions').values()))
        counts['copies: sums compared']++
        if (difference !== undefined) tellSums(`${where}: ${difference}`)
        for (const feed of feeds) {
          const rows = copy.rows(user, feed)
          if (rows === undefined || (feed === 'stocks' && isForbidden)) continue
          const there = service(user, feed)
          counts['copies: rows compared'] += there.size
          const missing = [...there.keys()].find((id) => !rows.has(id))
          if (missing !== undefined) tellRows(`${where}: ${feed} ${missing} is missing`)
          const left = [...rows.keys()].find((id) => !there.has(id))
          if (left !== undefined) tellRows(`${where}: ${feed} ${left} is gone, but not in the copy`)
        }
      }
  }

  /** What the service shows of transactions. */
  const shown = (): string =>
    JSON.stringify(
      ids.map((user) => Array.from(service(user, 'transactions').values(), ({ id, updated_at }) => [id, updated_at])),
    )

  const readJournal = (): void => {
    for (const { userUuid, time } of sandbox.journal.entries())
      if (!firstAskedAt.has(userUuid)) firstAskedAt.set(userUuid, time.getTime())
    sandbox.journal.clear()
  }

  const advance = (ms: number): void => {
    clock.advance(ms)
    readJournal()
  }

  let notedAt = -Infinity
  /** Notes what the service has, for replicas, every few minutes; copies have not asked for it. */
  const noteStates = (): void => {
    if (clock.wall() - notedAt < 3 * minute) return
    notedAt = clock.wall()
    readJournal()
    for (const { externalUserId, uuid } of sandbox.users) lists.note(uuid, service(externalUserId, 'transactions'))
    sandbox.journal.clear()
  }

  /** Lets time pass, until nothing changes: pending transactions are posted at any time. */
  const settle = (ms: number): void => {
    for (let left = ms; left > 0 && !isBroken(); left -= hour) advance(hour)
    for (let before = ''; before !== shown() && !isBroken();) {
      before = shown()
      advance(1.5 * hour)
    }
  }

  /** How long rows that vanished without a word may stay in copies: a list that is empty is believed after a day. */
  const patience = (): number =>
    ids.some((user) => feeds.some((feed) => service(user, feed).size === 0)) ? longRest + day : longRest

  const calm = (part: number): void => {
    isLagging = false
    sandbox.faults.clear()
    if (isForbidden) forbid()
    for (const { database } of databases) database.state = 'well'
    fleet.isSilent = false
    begin()
    for (const copy of copies) copy.recover()
    const isLong = part === 1
    settle(rest)
    if (!isBroken() && clock.wall() - silentAt > patience()) compare()
    if (isBroken() || !isLong) return
    settle(patience() - rest)
    if (!isBroken()) compare()
  }

  // Stocks are not bought.
  const isForbidden = random() < 0.3
  const forbid = (): void =>
    void sandbox.faults.add({ kind: 'forbidden', times: Infinity, on: setting.on('stocks', 'stocksUpdated', 'stock') })
  if (isForbidden) {
    say('stocks are forbidden')
    forbid()
  }

  begin()
  for (let part = 0; part < 2 && !isBroken(); part++) {
    isLagging = true
    let oddListAt = clock.wall() + whole(random, hour, betweenOddLists)
    for (let left = active; left > 0 && !isBroken();) {
      const happening = clock.wall() >= oddListAt ? oddList : drawHappening(random)
      if (happening === oddList) oddListAt += betweenOddLists
      noteStates()
      const words = happening(setting)
      if (words !== undefined) {
        counts['copies: events']++
        say(words)
      }
      const pause = oneOf(random, [sized(random, second, minute), whole(random, minute, 40 * minute)])
      advance(pause)
      left -= pause
    }
    calm(part)
  }
  if (!isBroken()) {
    // Within a round and before they read whole lists: all that the new users have is older than the bookmarks.
    for (const { uuid } of [...sandbox.users])
      sandbox.insertTransactions(sandbox.recreateUser(uuid), 3, { clockSkew: -8 * hour })
    advance(1.5 * hour)
    compare([memory])
  }
  isOver = true
  kill()
  for (const { real } of databases) real.close()
  return { broken, counts, trace }
}
