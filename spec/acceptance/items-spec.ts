import { itemState, watchItemState } from '../../lib/index.js'
import type { RefreshConfig } from '../../lib/sandbox.js'
import {
  deployments,
  formUrl,
  hear,
  play,
  profilesUnderTest,
  read,
  readOne,
  referenceOf,
  refusal,
  type Row,
  rowsOf,
} from '../helpers/profiles.js'

describe.each(deployments)('items, as $name', (under) => {
  it('are read one by one as the list has them', () => {
    const { user } = play(under)
    for (const row of rowsOf(user.items.all())) expect(readOne(user.items.get(row.id))).toEqual(row)
    expect(refusal(user.items.get(1))).toMatchObject({ _tag: 'StatusError', status: 404 })
  })

  it('refer to a bank that is listed', () => {
    const { client, user } = play(under)
    const banks = rowsOf(client.banks.all({ limit: 500 })).map(({ id }) => id)
    for (const list of [user.items, user.accounts]) {
      for (const row of rowsOf(list.all())) expect(banks).toContain(referenceOf(row, 'bank'))
    }
  })

  it('are deleted with their accounts, transactions and stocks', () => {
    const { owner, sandbox, user } = play(under)
    const [first = 0, second = 0] = owner.itemIds
    readOne(user.items.delete(first))
    expect(rowsOf(user.items.all()).map(({ id }) => id)).toEqual([second])
    const accounts = rowsOf(user.accounts.all())
    expect(accounts.map((row) => referenceOf(row, 'item'))).toEqual([second, second, second, second])
    expect(read(user.transactions.all())).toEqual([])
    expect(read(user.transactions.updated().all())).toEqual([])
    expect(read(user.stocks.all())).toHaveLength(12)
    readOne(user.items.delete(second))
    expect([read(user.items.all()), read(user.accounts.all()), read(user.stocks.all())]).toEqual([[], [], []])
    expect(refusal(user.items.delete(second))).toMatchObject({ _tag: 'StatusError', status: 404 })
    expect(owner.itemIds).toEqual([])
    expect(sandbox.journal.entries().filter(({ status }) => status === 204)).toHaveLength(2)
  })

  it('are connected again, and have new transactions', () => {
    const { clock, owner, sandbox, user } = play(under)
    for (const id of owner.itemIds) readOne(user.items.delete(id))
    sandbox.submitBankForm(readOne(formUrl(under, user)))
    clock.advance(10_000)
    const inserted = sandbox.insertTransactions(owner.uuid, 4)
    const rows = rowsOf(user.transactions.all())
    expect(rows.map(({ id }) => id)).toEqual(inserted)
    for (const row of rows) expect(owner.accountIds).toContain(referenceOf(row, 'account'))
  })

  const ends: ReadonlyArray<readonly [config: RefreshConfig, status: number, state: string]> = [
    [{}, 0, 'ok'],
    [{ outcome: 'invalid_creds' }, 402, 'logIn'],
    [{ outcome: 'finished_error', itemStatus: 429 }, 429, 'actAtBank'],
    [{ outcome: 'finished_error' }, 1003, 'retryLater'],
    [{ outcome: 'finished_error', itemStatus: 1005 }, 1005, 'unsupported'],
    [{ outcome: 'info_required' }, 1010, 'enterCode'],
    [{ outcome: 'finished_error', itemStatus: 4711 }, 4711, 'unknown'],
  ]

  it.each(ends)('have the status that a refresh leaves, %j', (config, status, state) => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    sandbox.refresh(id, config)
    clock.advance(10_000)
    const item = readOne(user.items.get(id))
    expect(item.status).toBe(status)
    expect(itemState(under.profile, item)._tag).toBe(state)
    expect(rowsOf(user.accounts.all()).find((row) => referenceOf(row, 'item') === id)).toMatchObject(
      under.isV3 ? { last_refresh_status: config.outcome === undefined ? 'successful' : 'failed' } : { status },
    )
    // They are no HTTP statuses.
    expect(sandbox.journal.entries().map((entry) => entry.status)).toEqual([200, 200, 200])
  })

  it('keep their status while a refresh continues', () => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    sandbox.refresh(id, { outcome: 'invalid_creds' })
    clock.advance(10_000)
    sandbox.refresh(id)
    clock.advance(1000)
    expect(readOne(user.items.get(id)).status).toBe(402)
    clock.advance(10_000)
    expect(readOne(user.items.get(id)).status).toBe(0)
  })

  it('are new, and edited, until they are refreshed', () => {
    const { clock, owner, sandbox, user } = play(under)
    const callback = new URL(sandbox.submitBankForm(readOne(formUrl(under, user))))
    const id = Number(callback.searchParams.get('item_id'))
    expect(readOne(user.items.get(id)).status).toBe(-2)
    if (!under.isV3) {
      expect(readOne(user.items.refreshStatus(id))).toMatchObject({ status: 'authenticating', refreshed_at: null })
    }
    clock.advance(10_000)
    expect(readOne(user.items.get(id)).status).toBe(0)
    if (!under.isV3) expect(readOne(user.items.refreshStatus(id)).refreshed_at).toBeInstanceOf(Date)
    const [edited = 0] = owner.itemIds
    sandbox.submitBankForm(readOne(formUrl(under, user, { itemId: edited })))
    expect(readOne(user.items.get(edited)).status).toBe(-3)
  })

  if (under.isV3) return

  it('tell their state as it changes', () => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    sandbox.refresh(id, { outcome: 'invalid_creds' })
    const heard = hear(watchItemState(under.profile, user.items, id))
    clock.advance(20_000)
    expect(heard.error).toBeUndefined()
    expect(heard.values.map(({ _tag }) => _tag)).toEqual(['wait', 'logIn'])
    expect(heard.isComplete).toBe(true)
  })
})

describe.each(profilesUnderTest.filter(({ hasMore }) => !hasMore))('items, as $name', (under) => {
  it('are listed, and no more', () => {
    const { owner, user } = play(under)
    const [id = 0] = owner.itemIds
    expect(read(user.items.all()) as unknown as ReadonlyArray<Row>).toHaveLength(2)
    expect(refusal(user.items.get(id))).toMatchObject({ key: 'paths.item' })
    expect(refusal(user.items.delete(id))).toMatchObject({ key: 'paths.deleteItem' })
    expect(refusal(user.items.refresh(id))).toMatchObject({ key: 'paths.refresh' })
  })
})
