// Links that are none, and lists without end.
import assert from 'node:assert/strict'
import { family, table } from '../support/cases.mjs'
import { follow } from '../support/follow.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, victimsUser } from '../support/victim.mjs'

const ends = 'paging.md: a list ends with a next link that is null, missing or empty, and with nothing else'
const circles = 'README: a link that goes in circles is an error, not a loop'
const wrong = { 'a number': 5, true: true, false: false, 'an object': { href: '/bank/v2/stocks?after=1' }, zero: 0 }
const lists = { 'an array': ['/bank/v2/stocks?after=1'], 'an empty array': [] }

/** Answers each page with the link that `next` gives for its number, until the client has had enough. */
const endless = async (after, next, rows = [{ id: 1 }]) => {
  const bank = await rawBank(after, (request, socket, count) =>
    answer({ resources: rows, pagination: { next_uri: next(count) } }),
  )
  return { bank, ended: await failure(victimsUser(after, bank.origin).stocks.pages({ maxPages: 150 }), 'PagingError') }
}

const rounds = {
  'the same again': () => '/v2/stocks?after=1',
  'the first page again': (n) => (n < 4 ? `/v2/stocks?after=${n}` : '/v2/stocks'),
  'in a circle of three': (n) => `/v2/stocks?after=${n % 3}`,
  'fragments that differ': (n) => `/v2/stocks?after=1#${n}`,
  'dots that differ': (n) => `/v2/${'./'.repeat(n)}stocks?after=1`,
  'a circle after a hundred pages': (n) => `/v2/stocks?after=${n < 100 ? n : 50}`,
}

export const cases = [
  ...table(ends, 'no end', { ...wrong, ...lists }, async (link, after) => {
    const { bank, ended } = await follow(after, () => link)
    assert.ok(['DecodeError', 'PagingError'].includes(ended.end), ended.end)
    assert.equal(bank.seen.length, 2)
  }),
  ...table(ends, 'an end', { null: null, empty: '', missing: undefined }, async (link, after) => {
    const { ended } = await follow(after, () => link)
    assert.deepEqual([ended.end, ended.values.length], ['complete', 1])
  }),
  ...table(circles, 'a loop', rounds, async (next, after) => {
    const { ended } = await endless(after, next)
    assert.equal(ended.reason, 'loop')
  }),
  ...family('paging.md: 100 empty pages in a row are no-progress; more pages than maxPages are an error', {
    'an endless list': async (after) => {
      const { bank, ended } = await endless(after, (n) => `/v2/stocks?after=${n}`)
      assert.deepEqual([ended.reason, ended.values.length, bank.seen.length], ['too-many-pages', 150, 151])
    },
    'an endless list of empty pages': async (after) => {
      const { ended } = await endless(after, (n) => `/v2/stocks?after=${n}`, [])
      assert.deepEqual([ended.reason, ended.values.length], ['no-progress', 100])
    },
  }),
]
