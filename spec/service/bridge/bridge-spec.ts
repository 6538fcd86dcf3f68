import * as t from 'io-ts'
import { firstValueFrom, of } from 'rxjs'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { createClient } from '../../../lib/client/createClient.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import type { Bridge2018Bank } from '../../../lib/service/bridge/Bridge2018Bank.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { envelope } from '../../../lib/service/model/Envelope.js'
import { transaction } from '../../../lib/service/model/Transaction.js'
import type { Resources } from '../../../lib/service/profile/Codecs.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { ServiceProfile } from '../../../lib/service/profile/ServiceProfile.js'
import type { Page } from '../../../lib/streams/pages/PageLink.js'
import type { Answer } from '../../fixtures/Answer.js'
import { bridge2018Responses, country2018 } from '../../fixtures/bridge2018.js'
import { bridge2021Responses } from '../../fixtures/bridge2021.js'
import { lastingToken } from '../../helpers/scripted.js'

const profiles = [bridge2018, bridge2021, documentedProfile] as unknown as ReadonlyArray<ServiceProfile>
const answers = { bridge2018: bridge2018Responses, bridge2021: bridge2021Responses }

/** Whether references are hashes there. */
const isEarlier = (name: string): boolean => name === 'bridge2018'

/** What every answer has, by its resource, that those of the other API versions have not. */
const tellTales: Readonly<Record<'earlier' | 'bridge2021', Partial<Record<keyof Resources, string>>>> = {
  earlier: {
    account: 'item',
    bank: 'parent_banks',
    category: 'resource_uri',
    item: 'bank',
    stock: 'account',
    transaction: 'account',
    user: 'email',
  },
  bridge2021: {
    account: 'item_id',
    bank: 'name',
    category: 'categories',
    item: 'bank_id',
    stock: 'account_id',
    transaction: 'account_id',
  },
}

/** The answers that could be of the other API versions as well. */
const alike: ReadonlyArray<string> = [
  'bridge2018: a bank',
  'bridge2018: a category below another',
  'bridge2018: a refresh that ended',
  'bridge2018: a refresh that knows no more of the question to the user',
  'bridge2018: a user who was created',
  'bridge2018: no stocks',
  'bridge2018: users',
  'bridge2021: a bank',
  'bridge2021: a refresh that asks the user',
  'bridge2021: a refresh that counts',
  'bridge2021: a user of an older application',
]

const codecOf = ({ codecs, nested }: ServiceProfile, { of: resource, isPage }: Answer): t.Type<unknown, unknown> => {
  const nesting = { bank: nested?.banks, category: nested?.categories }[resource as string]
  const row = (nesting?.row ?? ((leaf) => leaf)) as (leaf: unknown) => t.Type<unknown, unknown>
  return isPage ? (envelope(row(codecs[resource])) as t.Type<unknown, unknown>) : (codecs[resource] as t.Type<unknown>)
}

/** What a client with a profile makes of an answer. */
const read = (profile: ServiceProfile, answer: Answer): Promise<unknown> => {
  const http = () => of({ status: 200, headers: {}, body: JSON.stringify(answer.body) })
  const config = { baseUrl: 'https://bank.example', clientId: 'app', clientSecret: 's3cr3t' }
  const codec = codecOf(profile, answer)
  const request = { operation: 'list', method: 'GET', path: '/v2/list', access: 'application', codec } as const
  return firstValueFrom(createClient({ ...config, http, profile }).send(request))
}

const timestamps = ['created_at', 'refreshed_at', 'updated_at']

/** The body as it decodes: timestamps are dates, all else is as it came. */
const decoded = ({ body }: Answer): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    timestamps.includes(key) && typeof value === 'string' ? new Date(value) : value,
  )

const pairs = Object.entries(answers).flatMap(([from, each]) =>
  each.flatMap((answer) => profiles.map((profile) => ({ from, answer, profile, title: `${from}: ${answer.title}` }))),
)

type Pair = (typeof pairs)[number]

const isRead = ({ from, answer, profile, title }: Pair): boolean => {
  if (profile.name === 'documented') return !(answer.isPage && answer.of === 'bank' && isEarlier(from))
  return isEarlier(from) === isEarlier(profile.name) || alike.includes(title)
}

/** What a client with a profile says when it refuses an answer. */
const refusal = async ({ profile, answer }: Pair): Promise<DecodeError> => {
  const error: unknown = await read(profile, answer).catch((reason: unknown) => reason)
  if (error instanceof DecodeError) return error
  throw new Error(`${profile.name} does not refuse ${answer.title}`)
}

describe.each(profiles)('the profile $name', (profile) => {
  const own = pairs.filter((pair) => pair.profile === profile)

  it('reads the answers of its API version, and keeps all their fields', async () => {
    const right = own.filter(isRead)
    const seen = await Promise.all(right.map(async ({ title, answer }) => [title, await read(profile, answer)]))
    expect(seen).toStrictEqual(right.map(({ title, answer }) => [title, decoded(answer)]))
  })
})

describe.each(profiles.slice(0, 2))('the profile $name', (profile) => {
  it('refuses the answers of other API versions, and says what is missing', async () => {
    const wrong = pairs.filter((pair) => pair.profile === profile && !isRead(pair))
    expect(wrong).not.toEqual([])
    for (const pair of wrong) {
      const { answer, title } = pair
      const missing = tellTales[isEarlier(profile.name) ? 'earlier' : 'bridge2021'][answer.of]
      const inLater = answer.of === 'category' ? 'bridge2021 and bridge2025' : 'bridge2021'
      const apiVersions = isEarlier(profile.name) ? 'bridge2018' : inLater
      const { message, issues } = await refusal(pair)
      expect([title, message]).toEqual([
        title,
        expect.stringContaining(`as in ${apiVersions}; does the service speak another version?`),
      ])
      expect([title, issues]).toEqual([
        title,
        expect.arrayContaining([
          {
            path: `${answer.isPage ? '/resources/0' : ''}/${String(missing)}`,
            expected: expect.stringContaining(apiVersions) as unknown,
          },
        ]),
      ])
    }
  })
})

describe('the profiles of Bridge', () => {
  it('says in one sentence what a list of another version lacks', async () => {
    const [answer] = bridge2018Responses.filter(({ title }) => title === 'transactions')
    await expect(read(profiles[1] as ServiceProfile, answer as Answer)).rejects.toThrow(
      'list: the response is not what its codec expects; check serviceVersion, or use your own codec: ' +
        '/resources/0/account_id: expected id, as in bridge2021; does the service speak another version?',
    )
  })

  it.each([bridge2018, bridge2021])(
    'takes removed rows of less than whole ones under $name, by its own codec and by that of the default profile',
    async (profile) => {
      const removed = { id: 36000051006608, is_deleted: true }
      const http = () => of({ status: 200, headers: {}, body: JSON.stringify({ resources: [removed] }) })
      const config = { clientId: 'app', clientSecret: 'secret', http, profile: profile as unknown as ServiceProfile }
      const changes = (own: object) =>
        firstValueFrom(
          createClient({ ...config, ...own })
            .user({ token$: of(lastingToken()) })
            .transactions.watchUpdated(),
        )
      expect(await changes({})).toMatchObject({ resources: [removed], rejected: [] })
      expect(await changes({ codecs: { transaction } })).toMatchObject({ resources: [removed], rejected: [] })
    },
  )

  it("gives resources the types of its API version, groups among them, and those of codecs of one's own", async () => {
    const http = () => of({ status: 200, headers: {}, body: JSON.stringify({ resources: [country2018] }) })
    const config = { clientId: 'app', http, profile: bridge2018 }
    const [row] = (await firstValueFrom(createClient(config).banks.pages())).resources
    const groups: ReadonlyArray<string> | undefined = row?.parent_banks.map(({ name }) => name)
    expect(groups).toEqual(['Hypovereinsbank (HVB)'])

    const { automatic_refresh }: Bridge2018Bank = await firstValueFrom(createClient(config).banks.all())
    expect(automatic_refresh).toBe(true)

    const codecs = { bank: record('own bank', { id, primary_color: t.null }, {}) }
    const own = createClient({ ...config, codecs })
    const { primary_color }: { readonly primary_color: null } = await firstValueFrom(own.banks.all())
    expect(primary_color).toBeNull()
    const ungrouped: Page<unknown> = await firstValueFrom(own.banks.pages())
    expect(ungrouped.resources).toStrictEqual([country2018])
  })
})
