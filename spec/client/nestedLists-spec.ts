import { isNone, none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { firstValueFrom, lastValueFrom, NEVER, of, take, toArray } from 'rxjs'
import { id } from '../../lib/base/codec/id.js'
import { createClient } from '../../lib/client/createClient.js'
import { bridge2018 } from '../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { NavigateCommand } from '../../lib/streams/pages/navigate.js'
import type { PageLink } from '../../lib/streams/pages/PageLink.js'
import { ids, listServer, outcome, type Script } from '../helpers/lists.js'
import { countryRows, nestedServer, placed } from '../helpers/nestedBanks.js'
import { page } from '../helpers/responses.js'

const to = (link: Option<PageLink>): PageLink => {
  if (isNone(link)) throw new Error('no such neighbour')
  return link.value
}

const config = { baseUrl: 'https://bank.example', clientId: 'id' }

const banks = [
  placed(9, 'FR', 'Demo'),
  placed(4, 'DE', 'Haus'),
  placed(7, 'FR', 'Other'),
  placed(1, 'FR', 'Demo'),
  placed(2, 'DE', 'Haus'),
]

const of2018 = (script: Script = nestedServer(banks)) => {
  const server = listServer(script)
  return { server, client: createClient({ ...config, http: server.http, profile: bridge2018 }) }
}

const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)

describe('a list of nested banks', () => {
  it('has pages of what came', async () => {
    const { client } = of2018()
    const pages = await lastValueFrom(client.banks.pages({ limit: 3 }).pipe(toArray()))
    expect(pages.map(({ resources }) => resources)).toEqual([
      countryRows(banks.slice(0, 3)),
      countryRows(banks.slice(3)),
    ])
    const [country] = pages[0]?.resources ?? []
    expect(country?.parent_banks[0]?.banks[0]?.id).toBe(9)
  })

  it('has its banks one by one, each with its country and its group', async () => {
    const { client, server } = of2018()
    const all = await lastValueFrom(client.banks.all({ limit: 2 }).pipe(toArray()))
    expect(all).toMatchObject(
      banks.map(({ id, name, country, parent }) => ({ id, name, country_code: country, parent_name: parent })),
    )
    expect(server.requests).toHaveLength(3)
  })

  it('is asked for no page that nobody takes, and for one ahead with prefetch', async () => {
    for (const [prefetch, requests] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const { client, server } = of2018()
      expect(idsOf(await lastValueFrom(client.banks.all({ limit: 2, prefetch }).pipe(take(2), toArray())))).toEqual([
        9, 4,
      ])
      expect(server.requests).toHaveLength(requests)
    }
  })

  it('is followed by link, and shown by command', async () => {
    const { client } = of2018()
    const first = await firstValueFrom(client.banks.pages({ limit: 3 }))
    const second = await firstValueFrom(client.banks.page(to(first.next)))
    expect(second.resources).toEqual(countryRows(banks.slice(3)))
    const shown = await lastValueFrom(
      client.banks.navigate(of<ReadonlyArray<NavigateCommand>>('next', 'previous'), { limit: 3 }),
    )
    expect(shown).toMatchObject({ page: { value: { resources: first.resources } }, error: none })
  })

  it('has a tree, over all pages', async () => {
    const { client, server } = of2018()
    const tree = await lastValueFrom(client.banks.tree({ limit: 1 }).pipe(toArray()))
    expect(tree).toMatchObject([
      [
        {
          country_code: some('FR'),
          parents: [
            { name: some('Demo'), banks: [{ id: 9 }, { id: 1 }] },
            { name: some('Other'), banks: [{ id: 7 }] },
          ],
        },
        { country_code: some('DE'), parents: [{ name: some('Haus'), banks: [{ id: 4 }, { id: 2 }] }] },
      ],
    ])
    expect(server.requests).toHaveLength(banks.length)
  })

  it('requests a tree by pages of 500', async () => {
    const { client, server } = of2018()
    const tree$ = client.banks.tree()
    expect(server.asked()).toEqual([])
    await lastValueFrom(tree$)
    await lastValueFrom(client.banks.tree({ limit: undefined } as object))
    await lastValueFrom(client.banks.tree({ limit: 400 }))
    expect(server.asked()).toEqual(
      ['500', '500', '400'].map((limit) => expect.stringContaining(`limit=${limit}`) as unknown),
    )
  })

  it('has no tree of a part, and says what is wrong with options', async () => {
    const serve = nestedServer(banks)
    const { client } = of2018((request) => (request.url.includes('after') ? page(['no row']) : serve(request)))
    const broken = await outcome<unknown>(client.banks.tree({ limit: 2 }))
    expect(broken).toMatchObject({ values: [], error: { _tag: 'DecodeError' } })
    for (const wrong of [{ limit: 0 }, { limits: 1 }, 'all'] as ReadonlyArray<object>)
      expect((await outcome<unknown>(client.banks.tree(wrong))).error).toMatchObject({ _tag: 'ConfigError' })
  })

  it('takes a codec of a bank, in its groups as well', async () => {
    const own = t.strict({ id, name: t.string })
    const { http } = listServer(nestedServer(banks))
    const client = createClient({ ...config, http, profile: bridge2018, codecs: { bank: own } })
    const [first] = await lastValueFrom(client.banks.all().pipe(toArray()))
    expect(first).toMatchObject({ id: 9, name: 'Bank 9', parent_name: 'Demo' })
    expect(first).not.toHaveProperty('resource_uri')
  })
})

describe('a list of flat banks', () => {
  it('has a tree as well', async () => {
    const rows = banks.map(({ id, name, country, parent }) => ({
      id,
      name,
      country_code: country,
      parent_name: parent,
    }))
    const { http } = listServer(() => page(rows))
    const clients = [
      createClient({ profile: documentedProfile, ...config, http }),
      createClient({ ...config, http, profile: bridge2021 }),
    ]
    for (const { banks } of clients) {
      const [france] = await firstValueFrom(banks.tree())
      expect(france).toMatchObject({ country_code: some('FR'), parents: [{ banks: [{ id: 9 }, { id: 1 }] }, {}] })
    }
  })

  it('is read as it comes, a bank that is there twice included', async () => {
    const { http } = listServer(() => page([{ id: 1 }, { id: 1 }]))
    const client = createClient({ profile: documentedProfile, ...config, http })
    expect(await lastValueFrom(client.banks.all().pipe(toArray()))).toEqual([{ id: 1 }, { id: 1 }])
  })
})

describe('a list of categories', () => {
  const parent = (of: number) => ({ id: of, resource_uri: `/v2/categories/${String(of)}`, resource_type: 'category' })
  const flat = (of: number, name: string, above: number | null) => ({
    id: of,
    name,
    parent: above === null ? null : parent(above),
    resource_uri: `/v2/categories/${String(of)}`,
    resource_type: 'category',
  })
  const tree = [
    { category: { id: 2, name: 'Income' }, children: [{ category: { id: 3, name: 'Salary' }, children: [] }] },
    { category: { id: 303, name: 'Transfers' }, children: [{ category: { id: 309 }, children: [] }] },
  ]

  it('has a tree of those that name their parents, also when one is there twice', async () => {
    const rows = [
      flat(3, 'Salary', 2),
      flat(2, 'Income', null),
      flat(309, 'Checks', 303),
      flat(303, 'Transfers', null),
      flat(309, 'Checks', 303),
    ]
    const { client, server } = of2018(() => page(rows))
    expect(await lastValueFrom(client.categories.tree({ language: 'fr' }))).toMatchObject(tree)
    expect(server.requests[0]?.headers).toMatchObject({ 'Accept-Language': 'fr' })
    expect(idsOf(await lastValueFrom(client.categories.all().pipe(toArray())))).toEqual([3, 2, 309, 303, 309])
  })

  it('has parents and children one by one, and their tree, if they are inside one another', async () => {
    const rows = [
      { id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] },
      { id: 303, name: 'Transfers', categories: [{ id: 309, name: 'Checks' }] },
    ]
    const { http } = listServer(() => page(rows))
    const { categories } = createClient({ ...config, http, profile: bridge2021 })
    expect(await lastValueFrom(categories.all().pipe(toArray()))).toEqual([
      { id: 2, name: 'Income' },
      { id: 3, name: 'Salary', parent_id: 2 },
      { id: 303, name: 'Transfers' },
      { id: 309, name: 'Checks', parent_id: 303 },
    ])
    expect(await lastValueFrom(categories.tree())).toMatchObject(tree)
    expect((await firstValueFrom(categories.pages())).resources).toEqual(rows)
  })

  it('is decoded in its groups as well', async () => {
    const answers = [
      page([{ id: '2', name: 'Income', categories: [{ id: '3', name: 'Salary' }] }]),
      page([{ id: 2, name: 'Income', categories: [{ name: 'Salary' }] }]),
    ]
    const [good, bad] = answers.map((answer) => {
      const { http } = listServer(() => answer)
      return outcome(createClient({ ...config, http, profile: bridge2021 }).categories.all())
    })
    expect(idsOf((await good)?.values ?? [])).toEqual([2, 3])
    expect((await bad)?.error).toMatchObject({
      _tag: 'DecodeError',
      issues: [{ path: '/resources/0/categories/0/id' }],
    })
  })

  it('aborts a tree that nobody waits for', () => {
    const { client, server } = of2018(() => NEVER)
    client.categories.tree().subscribe().unsubscribe()
    expect([server.requests.length, server.aborted()]).toEqual([1, 1])
  })

  it('has a tree under the default profile', async () => {
    const { http } = listServer(() =>
      page([
        { id: 2, categories: ids(3, 4).map((of) => ({ id: of })) },
        { id: 5, parent_id: 2 },
      ]),
    )
    expect(
      await lastValueFrom(createClient({ profile: documentedProfile, ...config, http }).categories.tree()),
    ).toMatchObject([
      { category: { id: 2 }, children: [{ category: { id: 5 } }, { category: { id: 3 } }, { category: { id: 4 } }] },
    ])
  })
})
