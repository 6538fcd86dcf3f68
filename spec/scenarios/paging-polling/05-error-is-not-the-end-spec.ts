import { some } from 'fp-ts/lib/Option.js'
import { book, ids, outcome, pageAsked, rows, transports } from '../../helpers/lists.js'
import { json } from '../../helpers/responses.js'
import { delivered, scripted } from '../../helpers/scripted.js'

const six = book([3, 3, 3, 3, 3, 3])

/** The errors of a client without retries: the second is transient, and would be retried. */
const errors = [
  ['a status that waiting does not mend', json({ type: 'conflict' }, 409), { _tag: 'StatusError', status: 409 }],
  ['a row of another type', json({ resources: [{ id: 'ten' }] }), { _tag: 'DecodeError' }],
] as const

const modes = transports.flatMap((transport) => ([0, 1] as const).map((prefetch) => ({ ...transport, prefetch })))

describe.each(modes)(
  'paging scenario 05: an error is not the end (a transport that is $transport, prefetch: $prefetch)',
  ({ delivery, prefetch }) => {
    it.each(errors)('page 4 fails with %s', async (_, answer, error) => {
      const { user, counts, clock } = scripted(
        delivered((request) => (pageAsked(request) === 4 ? answer : six(request)), delivery),
        { retry: { count: 0 } },
      )
      const list = user.all(rows, { prefetch })
      const seen = await outcome(list)
      expect(seen.values.map(({ id }) => id)).toEqual(ids(1, 9))
      expect(seen.error).toMatchObject({ ...error, page: some(4), operation: 'rows.list' })
      expect((seen.error as Error).message).toMatch(/page 4/)

      const iterator = list[Symbol.asyncIterator]()
      for (const id of ids(1, 9)) expect(await iterator.next()).toEqual({ done: false, value: { id } })
      for (let turn = 0; turn < 3; turn++)
        await expect(iterator.next()).rejects.toMatchObject({ ...error, page: some(4) })
      expect(counts.started).toBe(2 * 4)
      expect(clock.pending()).toBe(0)
    })
  },
)
