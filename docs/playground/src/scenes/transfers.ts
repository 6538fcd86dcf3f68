import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { acceptTransfer, followTransfers, type LedgerChange, type TransferRows } from 'rxbank/transfers'
import { map, merge, Subject } from 'rxjs'
import type { Stage } from '../Stage.js'

const minute = 60_000

export const scene = ({ clock, seed, inspector, print }: Stage) => {
  const sandbox = createSandbox({ profile: bridge2025, seed, clock, transactions: 20 })
  const { credentials, http, users } = sandbox
  const { uuid: userUuid = '', accountIds = [] } = users[0] ?? {}
  const [current = 0, savings = 0, joint = 0] = accountIds
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

  const rows$ = client.user({ userUuid }).transactions.watchUpdated({ every: minute })
  // Rows of a watcher have a flag if they were deleted, so each of them is a change.
  const changes$ = inspector
    .inspect(rows$, 'transactions')
    .pipe(map(({ resources }) => resources.map((row): LedgerChange => ({ _tag: 'Changed', id: String(row.id), row }))))

  const decisions$ = new Subject<ReadonlyArray<LedgerChange>>()
  let asked: TransferRows | undefined
  inspector.inspect(followTransfers(merge(changes$, decisions$)), 'transfers').subscribe((event) => {
    if ('transfer' in event) print(`${event._tag}: ${event.transfer.from.minorUnits} cents`)
    else if ('candidate' in event) {
      asked ??= event.candidate
      print(`${event._tag}: is it one? ${event.candidate.doubts.join()}`)
    } else print(event._tag)
  })

  const book = (account_id: number, amount: number): number => {
    print(`${amount} on account ${accountIds.indexOf(account_id) + 1}`)
    const texts = { description: 'Virement', raw_description: 'VIR SEPA' }
    const changes = { ...texts, account_id, amount, currency_code: 'EUR' }
    return sandbox.insertTransactions(userUuid, 1, { changes })[0] ?? 0
  }
  const at = (time: number, action: () => void) => clock.scheduler.schedule(action, time)
  at(1.5 * minute, () => book(current, -50))
  at(3.5 * minute, () => book(savings, 50))
  // Another account gets the same amount: now a person has to say which of the two it was.
  at(5.5 * minute, () => {
    const other = book(joint, 50)
    at(4 * minute, () => {
      print('the bank deletes the other one')
      sandbox.deleteTransaction(other)
    })
  })
  at(8 * minute, () => {
    if (asked === undefined) return
    print('a person accepts the first')
    decisions$.next([acceptTransfer(asked)])
  })
  return sandbox
}
