// The thread of the invented bank, where something happens every second.
import { parentPort } from 'node:worker_threads'
import { concatMap, EMPTY, ignoreElements, merge, mergeMap, tap, timer } from 'rxjs'
import { agedBank } from './agedBank.js'

const { sandbox, run, renew } = agedBank({ transactions: 1200, stocks: 12 }, 30_000)
const known = sandbox.users.map(({ uuid, externalUserId }) => ({ uuid, externalUserId, made: [] as Array<number> }))

/** A user buys, the bank corrects what was bought before, and takes something back now and then; stocks move. */
const news$ = timer(1000, 1000).pipe(
  tap((second) => {
    const user = known[second % known.length]
    if (user === undefined) return
    const [corrected, deleted] = user.made
    user.made.unshift(...sandbox.insertTransactions(user.uuid, 1 + (second % 3)))
    if (corrected !== undefined) sandbox.updateTransaction(corrected, { amount: -9.99 })
    if (deleted !== undefined && second % 2 === 0) {
      sandbox.deleteTransaction(deleted)
      user.made.splice(user.made.indexOf(deleted), 1)
    }
    user.made.length = Math.min(user.made.length, 10)
    sandbox.touchStocks(user.uuid, 1 + (second % 4))
  }),
  ignoreElements(),
)

/** Now and then it fails for some seconds, as banks do. */
const outages$ = timer(20_000, 60_000).pipe(
  mergeMap(() => {
    const end = sandbox.faults.add({ kind: 'server-error', status: 503, times: Infinity })
    return timer(6000).pipe(tap(end), ignoreElements())
  }),
)

/** The one whose consent ends first comes back to the bank after a while, and renews it. */
const [first] = sandbox.users
const [firstItem] = first?.itemIds ?? []
const renewal$ =
  first === undefined || firstItem === undefined
    ? EMPTY
    : timer(80_000).pipe(
        concatMap(() => renew(first.externalUserId, firstItem)),
        ignoreElements(),
      )

run()
merge(sandbox.listen(), news$, outages$, renewal$).subscribe((baseUrl) => {
  const users = known.map(({ externalUserId }) => externalUserId)
  parentPort?.postMessage({ baseUrl, ...sandbox.credentials, profile: 'bridge2025', users })
})
