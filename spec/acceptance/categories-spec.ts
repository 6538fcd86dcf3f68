import { play, profilesUnderTest, readOne, type Row, rowsOf } from '../helpers/profiles.js'

const nameOf = (rows: ReadonlyArray<Row>, wanted: number) => rows.find(({ id }) => id === wanted)?.name

describe.each(profilesUnderTest)('categories, as $name', (under) => {
  const isFlat = under.isEarlier

  it('are a tree of two levels, however they are listed', () => {
    const { client } = play(under)
    const tree = readOne(client.categories.tree({ limit: 4 }))
    expect(tree).toHaveLength(15)
    const flat = readOne(client.categories.tree())
    const idsOf = (nodes: typeof tree) => nodes.map(({ category, children }) => [category, children.length])
    expect(idsOf(flat)).toEqual(idsOf(tree))
    expect(tree.flatMap(({ children }) => children).length).toBeGreaterThan(110)
    expect(tree.flatMap(({ children }) => children).every(({ children }) => children.length === 0)).toBe(true)
  })

  it('have their names in the language that is asked for', () => {
    const { client } = play(under)
    const named = (language?: 'en' | 'fr') =>
      nameOf(rowsOf(client.categories.all({ limit: 500, ...(language && { language }) })), 159)
    expect([named('fr'), named('en'), named()]).toEqual(['Impôts et taxes', 'Taxes', 'Taxes'])
  })

  it('are what transactions refer to', () => {
    const { client, user } = play(under)
    const listed = rowsOf(client.categories.all({ limit: 500 }))
    const known = new Set([
      ...listed.map(({ id }) => id),
      ...listed.flatMap((row) => ((row.categories ?? []) as ReadonlyArray<Row>).map(({ id }) => id)),
    ])
    for (const row of rowsOf(user.transactions.all())) {
      expect(known).toContain(row.category_id ?? (row.category as Row).id)
    }
  })

  it('are listed as the stage lists them', () => {
    const { client } = play(under)
    const rows = rowsOf(client.categories.pages({ limit: 500 })).flatMap((page) => page.resources as ReadonlyArray<Row>)
    const below = rows.filter((row) => 'parent' in row && row.parent !== null)
    expect(rows.some((row) => 'categories' in row)).toBe(!isFlat)
    expect(below.length > 0).toBe(isFlat)
    if (!isFlat) return
    expect(rows.filter(({ id }) => id === 309)).toHaveLength(2)
    expect(rows.filter((row) => row.parent === null)).toHaveLength(15)
  })
})
