import { createHandleTable, createLinkTable, deadLink } from '../../../lib/adapters/electron/linkTables.js'

describe('createLinkTable', () => {
  it('gives each link one handle, from 1', () => {
    const { handleOf, linkOf } = createLinkTable(10)
    const [a, b] = [deadLink(), deadLink()]
    expect([handleOf(a), handleOf(b), handleOf(a)]).toEqual([1, 2, 1])
    expect([linkOf(1) === a, linkOf(2) === b]).toEqual([true, true])
  })

  it('keeps so many, those that were given last', () => {
    const { handleOf, linkOf } = createLinkTable(2)
    const links = Array.from({ length: 3 }, deadLink)
    const [first, second, third] = links as [never, never, never]
    handleOf(first)
    handleOf(second)
    handleOf(first)
    handleOf(third)
    expect([1, 2, 3].map((handle) => links.includes(linkOf(handle)))).toEqual([true, false, true])
  })

  it('gives a link that was let go of its handle again', () => {
    const { handleOf, linkOf } = createLinkTable(1)
    const [a, b] = [deadLink(), deadLink()]
    handleOf(a)
    handleOf(b)
    expect([handleOf(a), linkOf(1) === a]).toEqual([1, true])
  })

  it('leads nowhere by a handle that is none', () => {
    const { linkOf } = createLinkTable(1)
    expect(linkOf(0)).not.toBe(linkOf(0))
  })
})

describe('createHandleTable', () => {
  it('knows the handles of its own links, and 0 for others', () => {
    const { handleOf, linkOf } = createHandleTable()
    const link = linkOf(7)
    expect([handleOf(link), handleOf(deadLink()), createHandleTable().handleOf(link)]).toEqual([7, 0, 0])
  })
})
