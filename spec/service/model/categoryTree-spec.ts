import fc from 'fast-check'
import { type CategoryNode, type CategoryPlace, categoryTree } from '../../../lib/service/model/categoryTree.js'

type Shape = readonly [id: number, below: ReadonlyArray<Shape>]

const shapeOf = ({ category, children }: CategoryNode<CategoryPlace>): Shape => [category.id, children.map(shapeOf)]

const shape = (categories: ReadonlyArray<CategoryPlace>): ReadonlyArray<Shape> => categoryTree(categories).map(shapeOf)

const idsIn = (tree: ReadonlyArray<Shape>): ReadonlyArray<number> =>
  tree.flatMap(([id, below]) => [id, ...idsIn(below)])

const reference = (id: number) => ({ id, resource_uri: `/v2/categories/${String(id)}`, resource_type: 'category' })

const row = (id: number, parentId?: number): CategoryPlace =>
  parentId === undefined ? { id } : { id, parent_id: parentId }

describe('categoryTree', () => {
  it.each<readonly [string, ReadonlyArray<CategoryPlace>]>([
    [
      'parents as hashes',
      [
        { id: 1, parent: reference(160) },
        { id: 2, parent: null },
        { id: 3, parent: reference(2) },
        { id: 5, parent: reference(2) },
        { id: 160, parent: null },
      ],
    ],
    ['parents as ids', [{ id: 2, parent_id: null }, row(3, 2), row(1, 160), row(160), row(5, 2)]],
    [
      'children inside',
      [
        { id: 2, categories: [{ id: 3 }, { id: 5 }] },
        { id: 160, parent_id: null, categories: [{ id: 1 }] },
      ],
    ],
    [
      'children both inside and flat',
      [{ id: 2, categories: [{ id: 3 }] }, row(3), row(5, 2), { id: 160, categories: null }, row(1, 160)],
    ],
  ])('makes the same tree of %s', (_, categories) => {
    expect(shape(categories)).toEqual([
      [
        2,
        [
          [3, []],
          [5, []],
        ],
      ],
      [160, [[1, []]]],
    ])
  })

  it('gives the categories themselves, of those with the same id the first', () => {
    const [income, salary] = [
      { id: 2, name: 'Income' },
      { id: 309, name: 'Salary', parent_id: 2 },
    ]
    expect(categoryTree([income, salary, { id: 309, name: 'Salary again', parent_id: 2 }])).toEqual([
      { category: income, children: [{ category: salary, children: [] }] },
    ])
  })

  it('puts one that is there twice below the first parent that it names', () => {
    expect(shape([row(1), row(2), row(309), row(309, 2), row(309, 1)])).toEqual([
      [1, []],
      [2, [[309, []]]],
    ])
  })

  it('goes by where one stands rather than by what it names', () => {
    expect(shape([{ id: 2, categories: [row(3, 5)] }, row(5)])).toEqual([
      [2, [[3, []]]],
      [5, []],
    ])
  })

  it('puts those whose parent is missing at the top', () => {
    expect(shape([row(3, 99), row(4, 3)])).toEqual([[3, [[4, []]]]])
  })

  it('parts parents that go round in a circle at one of them', () => {
    expect(shape([row(7, 7)])).toEqual([[7, []]])
    expect(shape([row(1, 2), row(2, 3), row(3, 1), row(4, 2)])).toEqual([[1, [[3, [[2, [[4, []]]]]]]]])
    expect(shape([row(4, 2), row(1, 2), row(2, 1)])).toEqual([
      [
        2,
        [
          [4, []],
          [1, []],
        ],
      ],
    ])
  })

  it('has each id once, below a parent that it names unless that is missing or below itself', () => {
    const few = fc.integer({ min: 1, max: 8 })
    const categories = fc.array(fc.tuple(few, fc.option(few, { nil: undefined })), { maxLength: 12 })
    fc.assert(
      fc.property(categories, (pairs) => {
        const tree = shape(pairs.map(([id, parentId]) => row(id, parentId)))
        const parents = new Map<number, number>()
        for (const [id, parentId] of pairs) if (parentId !== undefined && !parents.has(id)) parents.set(id, parentId)
        const known = new Set(pairs.map(([id]) => id))
        const above = (id: number): ReadonlyArray<number> => {
          const path: Array<number> = []
          let at = parents.get(id)
          for (; at !== undefined && known.has(at) && !path.includes(at); at = parents.get(at)) path.push(at)
          return path
        }

        expect([...idsIn(tree)].sort()).toEqual(Array.from(known).sort())
        const check = ([id, below]: Shape): void => {
          for (const child of below) {
            expect(parents.get(child[0])).toBe(id)
            check(child)
          }
        }
        tree.forEach(check)
        const circles = tree.filter(([id]) => above(id).includes(id))
        for (const [id] of tree) if (!circles.some(([of]) => of === id)) expect(above(id)).toEqual([])
        for (const [id] of circles)
          expect(circles.filter(([other]) => above(id).includes(other)).map(([other]) => other)).toEqual([id])
      }),
    )
  })

  it('takes a chain that is as long as a list can be', () => {
    const length = 100_000
    const chain = Array.from({ length }, (_, index) => row(index, index - 1))
    for (const categories of [chain, [...chain].reverse()]) {
      const tree = categoryTree(categories)
      const path: Array<number> = []
      for (let nodes = tree; nodes[0] !== undefined; nodes = nodes[0].children) path.push(nodes[0].category.id)
      expect([tree.length, path]).toEqual([1, chain.map(({ id }) => id)])
    }
  })

  it('makes nothing of nothing', () => {
    expect(categoryTree([])).toEqual([])
  })
})
