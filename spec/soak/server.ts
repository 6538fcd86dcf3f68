import { interval } from 'rxjs'
import { createSandbox, type Fault } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

/** The sandbox of a soak, in a process of its own: it says its URL to its parent, and ends with it. */
const sandbox = createSandbox({
  profile: documentedProfile,
  seed: Number(process.argv[2]),
  users: 1,
  transactions: 2000,
  tokenLifetime: 60_000,
})
const [{ uuid, itemIds } = { uuid: '', itemIds: [] }] = sandbox.users

const faults: ReadonlyArray<Fault> = [
  { kind: 'latency', ms: 20, probability: 0.1 },
  { kind: 'latency', ms: 50, side: 'response', probability: 0.05 },
  { kind: 'no-date', probability: 0.02 },
  { kind: 'skew', ms: 60_000, probability: 0.005 },
  { kind: 'disconnect', probability: 0.01 },
  { kind: 'cut', probability: 0.01 },
  { kind: 'silence', probability: 0.002 },
  { kind: 'server-error', status: 503, probability: 0.01 },
  { kind: 'rate-limit', retryAfter: 1, probability: 0.005 },
  { kind: 'unauthorized', probability: 0.001 },
  { kind: 'dead-cursor', probability: 0.01 },
  { kind: 'empty-pages', count: 2, probability: 0.02 },
  { kind: 'rows-repeated', count: 2, probability: 0.05 },
]
for (const fault of faults) sandbox.faults.add({ ...fault, times: Infinity })

interval(200).subscribe((turn) => {
  const [newest = 0, other = 0] = sandbox.insertTransactions(uuid, 3)
  sandbox.updateTransaction(newest, { description: `turn ${String(turn)}` })
  sandbox.deleteTransaction(other)
  sandbox.touchStocks(uuid, 1 + (turn % 5))
  if (turn % 10 === 0) for (const id of itemIds) sandbox.refresh(id, { authenticating: 500, retrieving: 500 })
})

sandbox.listen().subscribe((url) => process.send?.({ url, credentials: sandbox.credentials, itemIds }))
// The terminal's Ctrl-C is for the parent, which then ends this one.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
