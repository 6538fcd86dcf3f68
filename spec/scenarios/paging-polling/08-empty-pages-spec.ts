import { some } from 'fp-ts/lib/Option.js'
import { book, ids, outcome, pageAsked, rows, transports } from '../../helpers/lists.js'
import { json, page } from '../../helpers/responses.js'
import { delivered, scripted } from '../../helpers/scripted.js'

describe.each(transports)('paging scenario 08: empty pages (a transport that is $transport)', ({ delivery }) => {
  it('fifty empty pages that have a link lead to the row behind them', async () => {
    const { user, counts } = scripted(delivered(book([...ids(1, 50).map(() => 0), 1]), delivery))
    expect(await outcome(user.all(rows))).toEqual({ values: [{ id: 1 }], error: undefined })
    expect(counts).toMatchObject({ started: 51, aborted: 0 })
  })

  it('a list that is empty for ever is an error that names the page, and no end', async () => {
    const { user, counts } = scripted(
      delivered((request) => page([], `/v2/rows?after=${String(pageAsked(request) + 1)}`), delivery),
    )
    const { values, error } = await outcome(user.all(rows, { maxPages: 1_000_000 }))
    expect([values, error]).toEqual([
      [],
      expect.objectContaining({ _tag: 'PagingError', reason: 'no-progress', page: some(101) }),
    ])
    expect(counts.started).toBe(100)
  })

  it.each([
    ['null', { pagination: { next_uri: null } }],
    ['missing', { pagination: {} }],
    ['empty', { pagination: { next_uri: '' } }],
    ['in a pagination that is null', { pagination: null }],
    ['in a pagination that is missing', {}],
  ])('a link that is %s ends the list, after rows and after none', async (_, envelope) => {
    for (const resources of [[{ id: 1 }], []]) {
      const { user, counts } = scripted(delivered(() => json({ resources, ...envelope }), delivery))
      expect(await outcome(user.all(rows))).toEqual({ values: resources, error: undefined })
      expect(counts.started).toBe(1)
    }
  })
})
