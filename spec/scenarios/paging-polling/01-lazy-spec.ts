import { lastValueFrom, take, toArray } from 'rxjs'
import { book, ids, rows, settled, transports } from '../../helpers/lists.js'
import { delivered, scripted } from '../../helpers/scripted.js'

const six = [3, 3, 3, 3, 3, 3]

describe.each(transports)('paging scenario 01: lazy (a transport that is $transport)', ({ delivery }) => {
  const opened = () => scripted(delivered(book(six), delivery))

  it('requests nothing while nobody subscribes', async () => {
    const { user, counts } = opened()
    const list = user.all(rows)
    user.pages(rows, { prefetch: 1 })
    const iterator = list[Symbol.asyncIterator]()
    await settled()
    expect(counts.started).toBe(0)
    await iterator.return?.()
    expect(counts.started).toBe(0)
  })

  it.each([
    [3, 1],
    [4, 2],
    [18, 6],
  ])('take(%d) starts %d requests and aborts none', async (items, requests) => {
    const { user, counts, clock } = opened()
    const seen = await lastValueFrom(user.all(rows).pipe(take(items), toArray()))
    expect(seen.map(({ id }) => id)).toEqual(ids(1, items))
    await settled()
    expect(counts).toMatchObject({ started: requests, answered: requests, aborted: 0, failed: 0, inFlight: 0 })
    expect(clock.pending()).toBe(0)
  })

  it.each([
    [3, 1],
    [4, 2],
  ])('a loop that is left after %d resources has started %d requests and aborted none', async (items, requests) => {
    const { user, counts } = opened()
    let seen = 0
    for await (const { id } of user.all(rows)) {
      expect(id).toBe(++seen)
      if (seen === items) break
    }
    await settled()
    expect(counts).toMatchObject({ started: requests, answered: requests, aborted: 0, mostInFlight: 1 })
  })
})
