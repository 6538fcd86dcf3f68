import type { Assumed } from '../../base/codec/assumed.js'
import { id as idCodec } from '../../base/codec/id.js'
import { object } from '../../base/codec/object.js'

/** The fields of a category that determine its position in the tree: its parent, or its subcategories. */
export interface CategoryPlace {
  readonly id: number
  readonly parent_id?: Assumed<number> | null | undefined
  readonly parent?: { readonly id: number } | null | undefined
  readonly categories?: Assumed<ReadonlyArray<CategoryPlace>> | null | undefined
}

type Children<A> = A extends { readonly categories?: infer C }
  ? Extract<C extends ReadonlyArray<infer B> ? B : never, CategoryPlace>
  : never

const isPlace = (u: unknown): u is CategoryPlace => object.is(u) && idCodec.is(u.id)

/** A category with its subcategories. */
export interface CategoryNode<A> {
  readonly category: A
  readonly children: ReadonlyArray<CategoryNode<A>>
}

/** The categories without a parent in their list, each with its subcategories. */
export type CategoryTree<A> = ReadonlyArray<CategoryNode<A | Children<A>>>

interface MutableNode {
  readonly category: CategoryPlace
  readonly children: Array<MutableNode>
}

/**
 * Puts categories below their parents. The list may be flat (`parent` or `parent_id`) or nested (`categories`).
 *
 * The order of the list is preserved. If several categories have the same `id`, the first is used, below the first
 * parent that any of them names. A category whose parent is not in the list is at the top. A cycle of parents is broken
 * at one category, which is then at the top too.
 *
 * @example
 * import { categoryTree } from 'rxbank'
 *
 * const tree = categoryTree([{ id: 2, name: 'Income' }, { id: 3, name: 'Salary', parent_id: 2 }])
 * assert.deepStrictEqual(tree.map(({ category, children }) => [category.name, children.length]), [['Income', 1]])
 */
export const categoryTree = <A extends CategoryPlace>(categories: ReadonlyArray<A>): CategoryTree<A> => {
  const nodes = new Map<number, MutableNode>()
  const parents = new Map<number, number>()

  const queue: Array<readonly [CategoryPlace, number | undefined]> = categories.map((category) => [category, undefined])
  for (const [category, parentAbove] of queue) {
    const { id, parent, parent_id } = category
    const parentId = parentAbove ?? [parent?.id, parent_id].find(idCodec.is)
    if (!nodes.has(id)) nodes.set(id, { category, children: [] })
    if (parentId !== undefined && !parents.has(id)) parents.set(id, parentId)
    const { categories: children = [] } = category
    if (Array.isArray(children)) for (const place of children.filter(isPlace)) queue.push([place, id])
  }

  const visitedFrom = new Map<number, number>()
  for (const start of nodes.keys()) {
    let current: number | undefined = start
    for (; current !== undefined && !visitedFrom.has(current); current = parents.get(current))
      visitedFrom.set(current, start)
    if (current !== undefined && visitedFrom.get(current) === start) parents.delete(current)
  }

  const tree: Array<MutableNode> = []
  for (const [id, node] of nodes) {
    const parentId = parents.get(id)
    const siblings = parentId === undefined ? tree : (nodes.get(parentId)?.children ?? tree)
    siblings.push(node)
  }
  return tree as CategoryTree<CategoryPlace> as CategoryTree<A>
}
