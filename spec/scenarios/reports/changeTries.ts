import { EMPTY, firstValueFrom, lastValueFrom, NEVER, of, throwError } from 'rxjs'
import type { FollowConfig, LoggedChange } from '../../../lib/sqlite.js'
import { smallBank } from '../../mirror/core/smallBank.js'
import { hour, mirrorScene } from './stage.js'

/** A mirror of the transactions of one account, and consumers of its change log. */
const scene = () => {
  const bank = smallBank()
  const account = bank.account(bank.item())
  const { mirror, round } = mirrorScene(bank, { feeds: ['transactions'] })
  // Each scene has a log from the start.
  mirror.migrate({ features: ['changes'] }).subscribe()
  const update = (id: number, fields: object) => {
    bank.rows.transactions = bank.rows.transactions.map((row) =>
      row.id === id ? { ...row, ...fields, ...bank.stamp() } : row,
    )
  }
  const nextRound = (change: () => void) => {
    bank.clock.advance(hour)
    change()
    expect(round()).not.toHaveProperty('error')
  }
  const run = (process: FollowConfig['process']) =>
    lastValueFrom(mirror.follow({ name: 'books', stopWhenCaughtUp: true, process }), { defaultValue: undefined })
  return { bank, account, mirror, update, nextRound, run }
}

const wordOf = (change: LoggedChange): string =>
  change._tag === 'Added' || change._tag === 'Changed'
    ? `${change._tag} ${change.id} ${String(change.row.amount)}`
    : `${change._tag} ${'id' in change ? change.id : ''}`

/** rajadilipkolli/my-spring-boot-experiments#2591 */
export const removedAndBack = async () => {
  const { bank, account, update, nextRound, run } = scene()
  const id = bank.transaction(account, -1)
  nextRound(() => undefined)
  nextRound(() => update(id, { is_deleted: true }))
  nextRound(() => update(id, { is_deleted: false, amount: -2 }))
  const copy = new Map<string, unknown>()
  const words: Array<string> = []
  await run(({ changes }) => {
    for (const change of changes) {
      words.push(wordOf(change))
      if (change._tag === 'Added' || change._tag === 'Changed') copy.set(change.id, change.row.amount)
      if (change._tag === 'Removed') copy.delete(change.id)
    }
    return EMPTY
  })
  const name = String(id)
  expect(words).toEqual([`Added ${name} -1`, `Removed ${name}`, `Added ${name} -2`])
  expect([...copy]).toEqual([[name, -2]])
}

/** microsoft/kafka-connect-cosmosdb#166 */
export const stoppedBeforeWriting = async () => {
  const { bank, account, mirror, nextRound, run } = scene()
  const ids = [bank.transaction(account, -1), bank.transaction(account, -2)]
  nextRound(() => undefined)
  const started: Array<LoggedChange> = []
  await new Promise<void>((resolve) => {
    const following = mirror
      .follow({
        name: 'books',
        process: ({ changes }) => {
          started.push(...changes)
          queueMicrotask(() => {
            following.unsubscribe()
            resolve()
          })
          return NEVER
        },
      })
      .subscribe()
  })
  const written: Array<LoggedChange> = []
  const write: FollowConfig['process'] = ({ changes }) => of(written.push(...changes))
  await run(write)
  expect(written).toEqual(started)
  expect(new Set(written.map((change) => 'id' in change && change.id))).toEqual(new Set(ids.map(String)))
  await run(write)
  expect(written).toHaveLength(ids.length)
}

/** jvalue/ods#285 */
export const brokerIsDown = async () => {
  const { bank, account, mirror, update, nextRound, run } = scene()
  const id = bank.transaction(account, -1)
  nextRound(() => undefined)
  const down = new Error('the broker is down')
  const failing = () => firstValueFrom(mirror.follow({ name: 'books', process: () => throwError(() => down) }))
  await expect(failing()).rejects.toBe(down)
  nextRound(() => update(id, { amount: -2 }))
  await expect(failing()).rejects.toBe(down)
  nextRound(() => update(id, { amount: -3 }))
  const published: Array<string> = []
  await run(({ changes }) => of(published.push(...changes.map(wordOf))))
  expect(published).toEqual([`Added ${String(id)} -1`, `Changed ${String(id)} -2`, `Changed ${String(id)} -3`])
}
