import { firstValueFrom } from 'rxjs'
import { bridge2018, bridge2019, bridge2021 } from '../../../lib/bridge.js'
import { documentedProfile, type ServiceProfile, type UserIdentity } from '../../../lib/index.js'
import type { SandboxUser } from '../../../lib/sandbox.js'
import { stage } from './stage.js'

const byEmail = ({ email, password }: SandboxUser): UserIdentity => ({ email, password })
const byUuid = ({ uuid }: SandboxUser): UserIdentity => ({ userUuid: uuid })

const words2021 = ['item.created', 'item.account.created', 'item.refreshed', 'item.account.updated']
const words2019 = ['ITEM_CREATED', 'ACCOUNT_CREATED', 'ITEM_REFRESHED', 'ACCOUNT_UPDATED']

describe.each([
  { profile: documentedProfile, identity: byUuid, words: words2021 },
  { profile: bridge2018, identity: byEmail, words: words2019 },
  { profile: bridge2019, identity: byEmail, words: words2019 },
  { profile: bridge2021, identity: byUuid, words: words2021 },
])('a user who connects a bank, under $profile.name', ({ profile, identity, words }) => {
  const connect = async () => {
    const scene = stage({ profile: profile as unknown as ServiceProfile })
    const { client, sandbox, user, settle } = scene
    const form = await firstValueFrom(client.user(identity(user)).bankForm.url())
    const callback = new URL(sandbox.submitBankForm(form))
    await settle()
    return { ...scene, itemId: Number(callback.searchParams.get('item_id')) }
  }

  it('is told of step by step, by one set of tags', async () => {
    const { events, itemId, pass, user } = await connect()
    const ofItem = { item_id: itemId, user_uuid: user.uuid }
    expect(events).toMatchObject([{ _tag: 'ItemCreated', type: words[0], content: ofItem }])
    await pass(8999)
    expect(events.length).toBe(1)
    await pass(1)
    const accounts = events.slice(1, -1)
    expect(accounts.length).toBeGreaterThan(0)
    for (const account of accounts)
      expect(account).toMatchObject({ _tag: 'AccountCreated', type: words[1], content: ofItem })
    expect(events.at(-1)).toMatchObject({
      _tag: 'ItemRefreshed',
      type: words[2],
      content: { ...ofItem, status_code: 0, status_code_info: 'OK', full_refresh: true, refresh_trigger: 'connect' },
    })
  })

  it('and whose transactions change', async () => {
    const { events, pass, sandbox, user } = stage({ profile: profile as unknown as ServiceProfile })
    const [id = 0] = sandbox.insertTransactions(user.uuid, 1)
    await pass(1)
    sandbox.updateTransaction(id, { amount: -1 })
    await pass(1)
    sandbox.deleteTransaction(id)
    await pass(1)
    const counts = (created: number, updated: number, deleted: number) => ({
      _tag: 'AccountUpdated',
      type: words[3],
      content: {
        user_uuid: user.uuid,
        nb_new_transactions: created,
        nb_updated_transactions: updated,
        nb_deleted_transactions: deleted,
      },
    })
    expect(events).toMatchObject([counts(1, 0, 0), counts(0, 1, 0), counts(0, 0, 1)])
  })
})
