import { lastValueFrom, toArray } from 'rxjs'
import { bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { type AccountInformation, createClient, type ServiceProfile } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'

const apiVersions = [bridge2021, bridge2025] as unknown as ReadonlyArray<ServiceProfile>

describe.each(apiVersions)('account information of a sandbox as $name', (profile) => {
  const play = (seed = 1) => {
    const sandbox = createSandbox({ profile, seed, transactions: 5, banks: 5 })
    const client = createClient({ profile, ...sandbox.credentials, http: sandbox.http })
    return { sandbox, userOf: (userUuid: string) => client.user({ userUuid }) }
  }

  const read = async ({ sandbox, userOf }: ReturnType<typeof play>, index = 0) => {
    const user = userOf(sandbox.users[index]?.uuid ?? '')
    const [rows, accounts] = await Promise.all([
      lastValueFrom(user.accounts.information.all({ limit: 1 }).pipe(toArray())),
      lastValueFrom(user.accounts.all().pipe(toArray())),
    ])
    return { rows, accounts: accounts as ReadonlyArray<object> as ReadonlyArray<Readonly<Record<string, unknown>>> }
  }

  const checked = ({ accounts }: AccountInformation) => accounts as ReadonlyArray<Readonly<Record<string, unknown>>>

  it('has a row for each item, with those of its accounts whose data is shared', async () => {
    const { rows, accounts } = await read(play())
    const shared = accounts.filter(({ data_access }) => data_access !== 'disabled')
    for (const row of rows) {
      const own = shared.filter(({ item_id }) => item_id === row.item_id)
      expect(new Set(checked(row).map(({ id }) => id))).toStrictEqual(new Set(own.map(({ id }) => id)))
    }
    expect(rows.flatMap(checked)).toHaveLength(shared.length)
    expect(shared.length < accounts.length).toBe(profile.name === 'bridge2025')
  })

  it('repeats what the list of accounts says, and leaves out what has no value', async () => {
    const { rows, accounts } = await read(play())
    const bank = profile.name === 'bridge2025' ? 'provider_id' : 'bank_id'
    for (const account of rows.flatMap(checked)) {
      const row = accounts.find(({ id }) => id === account.id)
      const names = ['id', 'name', 'type', 'currency_code', bank, 'iban']
      const reported = names.map((name) => [name, row?.[name]]).filter(([, value]) => (value ?? null) !== null)
      expect(account).toStrictEqual(Object.fromEntries(reported))
    }
    const ibans = rows.flatMap(checked).map(({ iban }) => typeof iban)
    expect(new Set(ibans)).toEqual(new Set(['string', 'undefined']))
  })

  it('has one holder for each user, drawn from the seed', async () => {
    const holders = async (seed: number) => {
      const played = play(seed)
      const reported = await Promise.all([0, 1, 2].map((index) => read(played, index)))
      return reported.map(({ rows }) => {
        const names = new Set(rows.map(({ first_name, last_name }) => JSON.stringify([first_name, last_name])))
        expect(names.size).toBe(1)
        return [...names].join()
      })
    }
    const [first, again, other] = [await holders(1), await holders(1), await holders(2)]
    expect(again).toStrictEqual(first)
    expect(other).not.toStrictEqual(first)
  })
})
