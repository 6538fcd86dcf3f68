// The thread of the invented bank, where something happens every second.
import { parentPort, workerData } from 'node:worker_threads'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { concatMap, from, interval, lastValueFrom, map, reduce, Subject, takeUntil, toArray } from 'rxjs'
import type { Bank, Question, Rows } from './messages.js'

const { users: count } = workerData as { readonly users: number }
const sandbox = createSandbox({
  profile: bridge2025,
  users: count,
  transactions: 6,
  stocks: 0,
  tokenLifetime: 24 * 3_600_000,
})
const { users } = sandbox
const rest = new Subject<void>()

// Every second some buy something.
interval(1000)
  .pipe(takeUntil(rest))
  .subscribe(() => {
    for (let buyers = Math.ceil(count / 100); buyers > 0; buyers--) {
      const user = users[Math.floor(Math.random() * users.length)]
      if (user !== undefined) sandbox.insertTransactions(user.uuid, 1 + Math.floor(Math.random() * 3))
    }
  })

/** All rows, asked for without a port and without a limit. */
const rows = (): Promise<Rows> => {
  const client = createClient({
    profile: bridge2025,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
  })
  return lastValueFrom(
    from(users).pipe(
      concatMap(({ externalUserId }) =>
        client
          .user({ externalUserId })
          .transactions.pages({ limit: 500 })
          .pipe(
            reduce((ids, { resources }) => [...ids, ...resources.map(({ id }) => String(id))], new Array<string>()),
            map((ids) => [externalUserId, ids] as const),
          ),
      ),
      toArray(),
    ),
  )
}

parentPort?.on('message', (question: Question) => {
  rest.next()
  if (question === 'rows') void rows().then((all) => parentPort?.postMessage({ rows: all }))
})

sandbox.listen().subscribe((baseUrl) => {
  const bank: Bank = { baseUrl, ...sandbox.credentials, users: users.map(({ externalUserId }) => externalUserId) }
  parentPort?.postMessage({ bank })
})
