import { DatabaseSync } from '@photostructure/sqlite'
import { EMPTY, lastValueFrom, NEVER, throwError } from 'rxjs'
import { writeExport } from '../../../lib/cli/fleet/exportFleetUser.js'
import { createMirror } from '../../../lib/sqlite.js'
import { all, scriptedUser } from '../../mirror/core/place.js'

/** A mirror with a user who has so many transactions, one of them in euros. */
const mirrorWith = async (transactions: number) => {
  const mirror = createMirror({ database: new DatabaseSync(':memory:') })
  const rows = Array.from({ length: transactions }, (_, index) =>
    JSON.stringify({ id: index + 1, amount: -1, currency_code: index === 0 ? 'EUR' : 'CHF' }),
  )
  await all(mirror.sync(scriptedUser(rows), { id: 'A6J', feeds: ['transactions'] }))
  return mirror
}

const ended = (stream: ReturnType<typeof writeExport>): Promise<unknown> =>
  lastValueFrom(stream, { defaultValue: undefined })

describe('writeExport', () => {
  it.each([0, 97, 98, 99, 1234])('writes each line of %p rows once, in order, and ends', async (transactions) => {
    const mirror = await mirrorWith(transactions)
    const written: Array<string> = []
    await ended(
      writeExport(mirror, 'A6J', {
        write: (lines) => {
          written.push(...lines)
          return EMPTY
        },
      }),
    )
    // The first line has the time of the export.
    expect(written.slice(1)).toEqual((await all(mirror.export('A6J'))).slice(1))
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ user: 'A6J', is_known: true })
    // The sums of both currencies have a line.
    expect(written.length).toBe(transactions === 0 ? 3 : transactions + 5)
  })

  it('escapes characters that control a terminal', async () => {
    const mirror = createMirror({ database: new DatabaseSync(':memory:') })
    const description = 'a\u009b31mb\u202ec'
    const row = JSON.stringify({ id: 1, amount: -1, description })
    await all(mirror.sync(scriptedUser([row]), { id: 'A6J', feeds: ['transactions'] }))
    const written: Array<string> = []
    await ended(
      writeExport(mirror, 'A6J', {
        write: (lines) => {
          written.push(...lines)
          return EMPTY
        },
      }),
    )
    expect(written.join('')).not.toMatch(/[\u007f-\u009f\u202e]/)
    expect(written.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ table: 'transactions', description, row: { id: 1, amount: -1, description } }),
    )
  })

  it('reads no further while the output takes nothing', async () => {
    const mirror = await mirrorWith(1234)
    let reads = 0
    const counting = {
      export: (id: string) => {
        const lines = mirror.export(id)
        const read = lines[Symbol.asyncIterator].bind(lines)
        lines[Symbol.asyncIterator] = () => {
          const iterator = read()
          return { ...iterator, next: () => (reads++, iterator.next()) }
        }
        return lines
      },
    }
    let writes = 0
    const begun = new Promise<void>((resolve) => {
      writeExport(counting, 'A6J', { write: () => (++writes === 2 ? (resolve(), NEVER) : EMPTY) }).subscribe()
    })
    await begun
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect([writes, reads]).toEqual([2, 101])
  })

  it('errors, and writes nothing, for a user who is not there', async () => {
    const mirror = await mirrorWith(1)
    const write = () => throwError(() => new Error('written'))
    await expect(ended(writeExport(mirror, 'nobody\n', { write }))).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/^nobody.*: not found$/) as unknown,
    })
  })
})
