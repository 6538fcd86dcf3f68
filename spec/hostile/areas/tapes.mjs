// Recordings of what must not be told.
import assert from 'node:assert/strict'
import { row, secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { rxjs, tape } from '../support/installed.mjs'
import { page, record } from '../support/recorded.mjs'
import { outcome } from '../support/victim.mjs'

const { parseTape } = tape
const { of } = rxjs

const scrubbed =
  'recording.md: what is on a tape is on a list; what is on no list is left out, or a pseudonym stands for it'

const unbroken = 'recording.md: recording never breaks a request'

/** Answers with a canary in some place of them. */
const answers = {
  'a value': page([{ id: 1, name: row }]),
  'a name of a field': page([{ id: 1, [row]: 1 }]),
  'a value of an unknown field': page([{ id: 1, evil: { deep: [row] } }]),
  'a word of a status': page([
    { id: 1, status: row, type: row, status_code_info: row, currency_code: row, country_code: row },
  ]),
  'a date': page([{ id: 1, date: row, updated_at: row, expires_at: row }]),
  'a cursor': page([], `/v2/stocks?after=${row}`),
  'a link': page([], `/v2/${row}?${row}=${row}#${row}`),
  'a link elsewhere': page([], `https://${row}.example/${row}`),
  'a key of prototypes': { body: `{"resources":[{"id":1,"__proto__":{"name":"${row}"}}]}` },
  'an error': { status: 400, body: { type: row, message: `${row} ${secret}`, documentation_url: row } },
  headers: {
    headers: {
      'x-token': row,
      'set-cookie': row,
      date: row,
      'retry-after': row,
      'content-type': row,
      'ratelimit-limit': row,
      [row]: row,
    },
    body: {},
  },
  'a page': { body: `<html><body>${row}</body></html>` },
  'half of an answer': { body: `{"resources":[{"name":"${row}"` },
  'a text': { body: JSON.stringify(row) },
  'a text in a text': page([{ id: 1, name: JSON.stringify({ [row]: row }) }]),
  'an address in capitals': page([{ id: 1, url: `HTTPS://${row.toUpperCase()}.EXAMPLE` }]),
  'ten thousand levels': { body: `{"resources":[{"id":1,"x":${'['.repeat(9000)}"${row}"${']'.repeat(9000)}}]}` },
}

const sinks = {
  throws: {
    next: () => {
      throw new Error('theirs')
    },
  },
  'throws at errors, too': {
    next: () => {
      throw new Error('theirs')
    },
    error: () => {
      throw new Error('again')
    },
  },
  'is complete': (() => {
    const done = new rxjs.Subject()
    done.complete()
    return done
  })(),
  'has nothing but next': { next: () => undefined },
}

export const cases = [
  ...table(scrubbed, 'recorded', answers, async (answer) => {
    const { text, entries } = await record(answer)
    assert.ok(entries.length >= 4, `${entries.length} entries`)
    assert.ok(!/c4nary|h0st|4711471147/i.test(text), /.{60}(c4nary|h0st|4711471147).{20}/i.exec(text)?.[0])
    const again = await outcome(of(text).pipe(parseTape()))
    assert.deepEqual([again.end, again.values.length], ['complete', entries.length])
  }),
  ...table(unbroken, 'a sink that', sinks, async (sink) => {
    const plain = await record(answers['a value'])
    assert.deepEqual((await record(answers['a value'], sink)).ended, plain.ended)
  }),
]
