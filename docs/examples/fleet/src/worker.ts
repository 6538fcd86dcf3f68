// A worker, as a process of its own: run as many as you like, on as many machines.
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createFleet } from 'rxbank/fleet'
import { runGracefully, stopSignal } from 'rxbank/node'
import { fromEvent, interval, merge } from 'rxjs'
import type { Tally, Task } from './messages.js'
import { limit, openParts } from './parts.js'

const { databaseUrl, key, baseUrl, clientId, clientSecret, every } = JSON.parse(
  process.env['FLEET_TASK'] ?? '{}',
) as Task
const { pool, mirror, engine, permits, tokens } = openParts(databaseUrl, key)
const client = createClient({
  profile: bridge2025,
  baseUrl,
  clientId,
  clientSecret,
  permits,
  tokenStore: tokens,
})
const fleet = createFleet({
  client,
  mirror,
  engine,
  every,
  feeds: ['accounts', 'transactions'],
  quota: limit,
  concurrency: { scheduled: 40, immediate: 20 },
})

let tally: Tally = { rounds: 0, waiting: 0 }
const send = (): void => {
  if (process.connected) process.send?.(tally, () => undefined)
  tally = { ...tally, rounds: 0 }
}

client.events$.subscribe((event) => {
  if (event._tag !== 'BudgetChanged' || event.scope !== 'application') return
  tally = { ...tally, waiting: event.waiting }
})
const telling = interval(500).subscribe(send)

// Without the process that has started it, nobody would end it.
const stop$ = merge(stopSignal(), fromEvent(process, 'disconnect'))
runGracefully([fleet.work], { stop$ }).subscribe({
  next: (event) => {
    if (event._tag === 'RoundEnded') tally = { ...tally, rounds: tally.rounds + 1 }
    if (
      event._tag === 'RoundFailed' ||
      event._tag === 'UserSuspended' ||
      event._tag === 'FeedSuspended' ||
      event._tag === 'WorkerPaused'
    )
      console.error(`${event._tag}: ${String(event.error)}`)
  },
  error: (error: unknown) => {
    console.error(String(error))
    process.exit(1)
  },
  complete: () => {
    telling.unsubscribe()
    send()
    void pool.end().then(() => process.exit(0))
  },
})
