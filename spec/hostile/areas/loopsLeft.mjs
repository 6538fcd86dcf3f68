// Loops that are left in odd ways.
import assert from 'node:assert/strict'
import { family } from '../support/cases.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { victim } from '../support/victim.mjs'

const pulled = 'paging.md: a loop pulls, leaving it aborts; the error is thrown again by each further next()'
const rows = (next_uri) => answer({ resources: [{ id: 1, name: 'a' }], pagination: { next_uri } })

export const cases = [
  ...family(pulled, {
    'a loop that throws': async (after) => {
      const bank = await rawBank(after, () => rows('/v2/banks?after=1'))
      const { banks } = victim(after, bank.origin)
      const read = async () => {
        for await (const page of banks.pages()) throw new RangeError(String(page.number))
      }
      await assert.rejects(read, RangeError)
      assert.equal(bank.seen.length, 1)
    },
    'ten nexts at once': async (after) => {
      const bank = await rawBank(after, (request, socket, n) => rows(n < 3 ? `/v2/banks?after=${n}` : null))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      const all = await Promise.all(Array.from({ length: 10 }, () => pages.next()))
      assert.deepEqual(
        all.map(({ done, value }) => (done ? 0 : value.number)),
        [1, 2, 3, 0, 0, 0, 0, 0, 0, 0],
      )
    },
    'an end before the beginning': async (after) => {
      const bank = await rawBank(after, () => rows(null))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      await pages.return()
      assert.deepEqual([(await pages.next()).done, bank.seen.length], [true, 0])
    },
    'an end in the middle of a question': async (after) => {
      const bank = await rawBank(after, () => undefined)
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      const asked = bank.next('asked')
      const waiting = pages.next()
      await asked
      const gone = bank.next('gone')
      await pages.return()
      await gone
      assert.equal((await waiting).done, true)
    },
    'an error, asked for again': async (after) => {
      const bank = await rawBank(after, () => answer({}, { status: '404 No' }))
      const pages = victim(after, bank.origin).banks.pages()[Symbol.asyncIterator]()
      for (let n = 0; n < 3; n++) await assert.rejects(pages.next(), { status: 404 })
      assert.equal(bank.seen.length, 1)
    },
  }),
]
