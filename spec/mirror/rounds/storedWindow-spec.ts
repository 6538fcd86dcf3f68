import { DatabaseSync } from '@photostructure/sqlite'
import type { MirrorSettings } from '../../../lib/mirror/core/Mirror.js'
import {
  ofAccounts,
  withoutAccounts,
  withoutAdded,
  withoutOldRemoved,
} from '../../../lib/mirror/rounds/storedWindow.js'
import { createMirror } from '../../../lib/sqlite.js'
import { emptyPostedWindow, type PostedWindow } from '../../../lib/streams/polling/followPosted.js'
import { all } from '../core/place.js'
import { smallBank } from '../core/smallBank.js'

const fields = (id: number, account: number, round = 0) => ({
  id,
  account,
  currency: 'EUR',
  amount: -1,
  date: '2026-01-10',
  round,
})

const window: PostedWindow = {
  ...emptyPostedWindow,
  round: 3,
  removed: [fields(1, 10, 1), fields(2, 20, 2)],
  added: [fields(3, 10), fields(4, 20)],
}

const idsOf = ({ removed, added }: PostedWindow) => [removed.map(({ id }) => id), added.map(({ id }) => id)]

describe('the transactions without a counterpart', () => {
  it('are left without those of accounts, and without new ones that were removed', () => {
    expect(idsOf(withoutAccounts(window, new Set(['10'])))).toEqual([[2], [4]])
    expect(idsOf(ofAccounts(window, new Set(['10'])))).toEqual([[1], [3]])
    expect(idsOf(withoutAdded(window, new Set(['1', '3'])))).toEqual([[1, 2], [4]])
  })

  it('have removed ones of this round and the one before only, unless removed rows stay', () => {
    expect(idsOf(withoutOldRemoved(window, false))).toEqual([[2], [3, 4]])
    expect(withoutOldRemoved(window, true)).toBe(window)
  })

  /** A mirror of a bank with two transactions, and the stored ids of those without a counterpart. */
  const opened = () => {
    const bank = smallBank()
    const database = new DatabaseSync(':memory:')
    const account = bank.account(bank.item())
    const ids = [bank.transaction(account), bank.transaction(account)]
    const sync = async (settings: MirrorSettings = {}) => {
      bank.clock.advance(60_000)
      await all(createMirror({ database, clock: bank.clock, ...settings }).sync(bank.user, { id: 'A6J' }))
      const [row] = database.prepare("SELECT posted FROM rxbank_checkpoints WHERE feed = 'transactions'").all()
      return idsOf(JSON.parse((row as { readonly posted: string }).posted) as PostedWindow)
    }
    return { bank, account, ids, sync }
  }

  it('are stored no longer if posted ones are not linked', async () => {
    const { ids, sync } = opened()
    expect(await sync()).toEqual([[], ids.reverse()])
    expect(await sync({ linkPosted: false })).toEqual([[], []])
  })

  it('do not return after their account was removed in the same round', async () => {
    const { bank, account, sync } = opened()
    await sync()
    bank.account(bank.rows.items[0]?.id ?? 0)
    bank.vanish('accounts', account)
    bank.rows.transactions = []
    // The list of accounts has to lack it for five minutes.
    for (const left of [2, 2, 2, 2, 2, 0])
      expect([left, (await sync()).map(({ length }) => length)]).toEqual([left, [0, left]])
    expect(bank.rows.accounts).toHaveLength(1)
  })
})
