import type { Resources } from '../../../lib/index.js'
import type { BalanceMismatch } from '../../../lib/ledger/balances/BalanceMismatch.js'
import type { MirrorSettings, MirrorSource, MirrorSyncConfig } from '../../../lib/mirror/core/Mirror.js'
import { all, type Place } from './place.js'

export const hour = 60 * 60_000

export type FoundDifference = Pick<BalanceMismatch, 'account' | 'difference'>

/** A mirror of a user with a round each hour, and what it knows of balances. */
export const hourlyMirror = (
  place: Place,
  user: MirrorSource<Resources>,
  advance: (ms: number) => void,
  settings: MirrorSettings,
  config: Partial<MirrorSyncConfig> = {},
) => {
  const mirror = place.createMirror(settings)
  /** Runs rounds; returns the differences that they report. */
  const sync = async (count = 1, every = hour): Promise<ReadonlyArray<FoundDifference>> => {
    const found: Array<FoundDifference> = []
    for (let round = 0; round < count; round++) {
      advance(every)
      const batches = await all(mirror.sync(user, { id: 'A6J', ...config }))
      for (const { balanceMismatches = [] } of batches)
        found.push(...balanceMismatches.map(({ account, difference }) => ({ account, difference })))
    }
    return found
  }
  const open = async () =>
    (await all(mirror.balanceMismatches())).map(({ user: id, account, difference }) => ({ id, account, difference }))
  const waiting = async () =>
    (await all(mirror.waitingProofs())).map(({ account, waitsFor, since }) => [account, waitsFor, since.toISOString()])
  /** The status of the proof of an account, in the table. */
  const statusOf = async (account: string) => {
    const table = place.table('balance_proofs')
    const [row] = await place.query(`SELECT status FROM ${table} WHERE account_id = '${account}'`)
    return row?.status
  }
  return { mirror, sync, open, waiting, statusOf }
}
