import { type Bookmark, type CheckpointStore, createClient, toOption } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { of, Subscription, tap, timer } from 'rxjs'
import type { Stage } from '../Stage.js'

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ profile: bridge2025, seed, clock, transactions: 20 })
  const { credentials, http, users } = sandbox
  const userUuid = users[0]?.uuid ?? ''
  const client = createClient({
    profile: bridge2025,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
    policy: inspector.policy,
  })
  inspector.observe(client.events$)

  // What outlives the watcher: its rows by id, and its bookmark.
  const rows = new Set<number>()
  const bookmarks = new Map<string, Bookmark>()
  const store: CheckpointStore = {
    load: (key) => of(toOption(bookmarks.get(key))),
    save: (key, bookmark) => of(bookmarks.set(key, bookmark)),
  }

  // Writing takes two seconds; rows and their ids are written at its end.
  const transactions$ = client.user({ userUuid }).transactions.watchUpdated({
    every: 60_000,
    store,
    process: ({ resources }) =>
      timer(2000, clock.scheduler).pipe(
        tap(() => {
          for (const { id } of resources) rows.add(id)
          if (resources.length > 0) print(`rows that came: ${resources.length}, kept: ${rows.size}`)
        }),
      ),
  })

  let watching = Subscription.EMPTY
  const start = () => {
    print('the watcher starts')
    watching = inspector.inspect(transactions$, 'transactions').subscribe()
  }
  const kill = () => {
    watching.unsubscribe()
    print('the watcher is killed')
  }
  const insert = (count: number) => {
    sandbox.insertTransactions(userUuid, count)
    print(`the service has ${count} more`)
  }

  start()
  clock.scheduler.schedule(() => insert(3), 50_000)
  clock.scheduler.schedule(kill, 63_000) // while the three are being written
  clock.scheduler.schedule(() => insert(2), 90_000)
  clock.scheduler.schedule(start, 150_000)
  return sandbox
}
