import { play, profilesUnderTest, type ProfileUnderTest, read, readOne, type Row, rowsOf } from '../helpers/profiles.js'

interface Country {
  readonly country_code: string
  readonly parent_banks: ReadonlyArray<{ readonly name: string; readonly banks: ReadonlyArray<Row> }>
}

const leavesOf = ({ isEarlier }: ProfileUnderTest, resources: ReadonlyArray<unknown>): ReadonlyArray<Row> =>
  isEarlier
    ? (resources as ReadonlyArray<Country>).flatMap(({ parent_banks }) => parent_banks.flatMap(({ banks }) => banks))
    : (resources as ReadonlyArray<Row>)

const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map(({ id }) => id)

const inOrder = (ids: ReadonlyArray<number>): ReadonlyArray<number> => [...ids].sort((a, b) => a - b)

describe.each(profilesUnderTest)('banks, as $name', (under) => {
  it('come one by one, however they are nested', () => {
    const { client } = play(under)
    const banks = rowsOf(client.banks.all({ limit: 50 }))
    expect(new Set(idsOf(banks)).size).toBe(120)
    for (const bank of banks) {
      expect(bank).toMatchObject({
        name: expect.any(String),
        [under.isV3 ? 'group_name' : 'parent_name']: expect.any(String),
      })
      expect(bank.country_code).toMatch(/^[A-Z]{2}$/)
    }
  })

  it.each([1, 7, 50])('come page by page with %i of them', (limit) => {
    const { client } = play(under)
    const pages = read(client.banks.pages({ limit })).map(({ resources }) => leavesOf(under, resources))
    expect(pages.map((leaves) => leaves.length)).toEqual([
      ...Array.from({ length: Math.floor(120 / limit) }, () => limit),
      ...(120 % limit === 0 ? [] : [120 % limit]),
    ])
    expect(inOrder(pages.flatMap(idsOf))).toEqual(inOrder(idsOf(rowsOf(client.banks.all({ limit: 500 })))))
  })

  it('are the same as a tree, whatever the pages', () => {
    const { client } = play(under)
    const trees = [7, 500].map((limit) => readOne(client.banks.tree({ limit })))
    expect(trees[1]).toEqual(trees[0])
    const [tree = []] = trees
    const leaves = tree.flatMap(({ parents }) => parents.flatMap(({ banks }) => banks))
    expect(inOrder(leaves.map(({ id }) => id))).toEqual(inOrder(idsOf(rowsOf(client.banks.all()))))
    const countries = tree.map(({ country_code }) => country_code)
    expect(new Set(countries.map((code) => JSON.stringify(code))).size).toBe(countries.length)
  })

  it('need no user, and not the secret of the application', () => {
    const { credentials } = play(under).sandbox
    const { client, sandbox } = play(under, {}, { clientId: credentials.clientId })
    rowsOf(client.banks.all())
    expect(sandbox.journal.counts().routes).toEqual({ banks: 3 })
  })

  it('are asked for without the secret, unless the profile says that the service wants it', () => {
    const { client, sandbox } = play(under)
    rowsOf(client.banks.all())
    const withSecret = sandbox.journal.entries().filter(({ headers }) => 'client-secret' in headers)
    expect(withSecret).toHaveLength(under.profile.publicSecret === true ? 3 : 0)
  })
})

describe.each(profilesUnderTest.filter(({ isEarlier }) => isEarlier))('nested banks, as $name', (under) => {
  it('come with the same country and group on later pages', () => {
    const { client } = play(under)
    const pages = read(client.banks.pages({ limit: 40 })).map(
      ({ resources }) => resources as ReadonlyArray<unknown> as ReadonlyArray<Country>,
    )
    const countries = pages.map((page) => page.map(({ country_code }) => country_code))
    expect(countries.map((codes) => new Set(codes).size)).toEqual(countries.map(({ length }) => length))
    expect(countries[1]).toEqual(expect.arrayContaining(['FR']))
    expect(countries[0]).toEqual(expect.arrayContaining(['FR']))
    for (const page of pages) expect(page.length).toBeLessThan(40)
  })

  it('have the fields of their API version', () => {
    const { client } = play(under)
    const [bank] = rowsOf(client.banks.all())
    expect(bank).toMatchObject({ automatic_refresh: expect.any(Boolean), resource_type: 'bank' })
    expect('capabilities' in (bank ?? {})).toBe(false)
    expect('channel_type' in (bank ?? {})).toBe(false)
  })
})
