import { firstValueFrom, lastValueFrom, type Observable, take, toArray } from 'rxjs'
import { type Clock, parseBankFormCallback, systemClock } from '../../lib/index.js'
import type { SandboxConfig } from '../../lib/sandbox.js'
import { listening } from '../helpers/listening.js'
import { formUrl, profilesUnderTest, type ProfileUnderTest, type Row } from '../helpers/profiles.js'

const allOf = async (stream$: Observable<unknown>): Promise<ReadonlyArray<Row>> => {
  const rows: ReadonlyArray<unknown> = await lastValueFrom(stream$.pipe(toArray()))
  return rows as ReadonlyArray<Row>
}

const jane = { email: 'jane+1@doe.example', password: 'p&ss w=rd/1' }

/** Clients of a sandbox on a port. */
const opening = ({ identityOf, profile, sandbox: played }: ProfileUnderTest, config: Partial<SandboxConfig> = {}) => {
  const { sandbox, client: connect } = listening({ ...played, ...config }, { profile })
  const open = () => {
    const [owner] = sandbox().users
    if (owner === undefined) throw new Error('there is no user')
    const client = connect()
    return { client, owner, user: client.user(identityOf(owner)) }
  }
  return { sandbox, open }
}

// Prices move, and a list of what was updated with them, while its pages are read.
const now = Date.now()
const still: Clock = { ...systemClock, wall: () => now }

describe.each(profilesUnderTest)('a sandbox on a port whose time stands still, as $name', (under) => {
  const { sandbox, open } = opening(under, { clock: still })

  it('answers the default transport, list by list', async () => {
    const { client, user } = open()
    const sizes = await Promise.all(
      [
        client.banks.all({ limit: 50 }),
        client.users.all({ limit: 1 }),
        user.items.all(),
        user.accounts.all({ limit: 2 }),
        user.transactions.all({ limit: 100 }),
        user.stocks.updated().all({ limit: 20 }),
      ].map(allOf),
    )
    expect(sizes.map(({ length }) => length)).toEqual([120, 3, 2, 7, 300, 40])
    expect((await firstValueFrom(client.categories.tree())).length).toBe(15)
    expect((await firstValueFrom(client.banks.tree())).length).toBeGreaterThan(3)
    expect(
      sandbox()
        .journal.entries()
        .filter(({ status }) => status !== 200),
    ).toEqual([])
  })
})

describe.each(profilesUnderTest)('a sandbox on a port, as $name', (under) => {
  const { hasMore, isV3 } = under
  const newUser = isV3 ? { externalUserId: 'JANE' } : jane
  const { sandbox, open } = opening(under)

  it('tells what changes', async () => {
    const { owner, user } = open()
    const since = new Date(sandbox().now() - 1000)
    const inserted = sandbox().insertTransactions(owner.uuid, 3)
    const batch = await firstValueFrom(user.transactions.watchUpdated({ since, overlap: 0, every: 60_000 }))
    expect(batch.resources.map(({ id }) => id)).toEqual(expect.arrayContaining([...inserted]))
  })

  it('refreshes an item, and takes the bank form', async () => {
    const { owner, user } = open()
    const [id = 0] = owner.itemIds
    if (isV3) {
      sandbox().refresh(id, { authenticating: 0, retrieving: 0, outcome: 'finished_error' })
      expect((await firstValueFrom(user.items.get(id))).status).toBe(1003)
      const session = sandbox().submitBankForm(await firstValueFrom(formUrl(under, user)))
      expect(parseBankFormCallback(session, owner.uuid)._tag).toBe('Right')
      expect(await allOf(user.items.all())).toHaveLength(3)
      return
    }
    const begun = sandbox().now()
    sandbox().planRefresh(id, { waiting: 60, authenticating: 60, retrieving: 60 })
    if (hasMore) await firstValueFrom(user.items.refresh(id))
    else sandbox().refresh(id, { authenticating: 60, retrieving: 60 })
    const words = await lastValueFrom(user.items.watchRefresh(id, { every: 100 }).pipe(toArray()))
    expect(words.at(-1)?.status).toBe('finished')
    expect(Number(words.at(-1)?.refreshed_at)).toBeGreaterThan(begun - 1000)
    const callback = sandbox().submitBankForm(await firstValueFrom(user.bankForm.url()))
    expect(parseBankFormCallback(callback, owner.uuid)._tag).toBe('Right')
    expect(await allOf(user.items.all())).toHaveLength(3)
  })

  if (hasMore) {
    it('creates a user, who is deleted again', async () => {
      const { client } = open()
      const made = await firstValueFrom(client.users.create(newUser))
      const { uuid } = made as unknown as { readonly uuid: string }
      expect(await allOf(client.user(newUser).items.all())).toEqual([])
      await expect(firstValueFrom(client.users.create(newUser))).rejects.toMatchObject({ status: 409 })
      await firstValueFrom(client.users.delete(uuid, isV3 ? {} : { password: jane.password }))
      await expect(firstValueFrom(client.users.get(uuid))).rejects.toMatchObject({ status: 404 })
      const statuses = sandbox()
        .journal.entries()
        .map(({ status }) => status)
      expect(statuses).toEqual([201, 200, 200, 409, 204, 404])
    })

    it('reads and deletes an item', async () => {
      const { owner, user } = open()
      const [first = 0, id = 0] = owner.itemIds
      const [account = 0] = owner.accountIds
      const one = await firstValueFrom(user.accounts.transactions(account).all().pipe(take(1)))
      expect(await allOf(user.transactions.all())).toContainEqual(one)
      expect((await firstValueFrom(user.items.get(id))).id).toBe(id)
      await firstValueFrom(user.items.delete(id))
      expect((await allOf(user.items.all())).map((row) => row.id)).toEqual([first])
    })
  }
})
