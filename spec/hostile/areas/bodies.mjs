// What stands in the body of an answer: in other alphabets, broken, or deep.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { row } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { rxbank, transports } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, outcome, victim, victimsUser } from '../support/victim.mjs'

const readable = 'errors.md: DecodeError: the response is not what the codec expects; NetworkError: not all of one'
const alike = 'getting-started.md: the contract of the transports is the same'
const text = JSON.stringify({ resources: [{ id: 1, name: `é ${row}` }], pagination: {} })
const bomb = Buffer.from(`{"resources":[],"x":"${'x'.repeat(4 << 20)}"}`)
const small = { maxBodySize: 1 << 20 }
const zipped = gzipSync(text)
const wrongSum = gzipSync(text).fill(0, zipped.length - 8, zipped.length - 4)
const encoded = (body, encoding) => answer(body, { headers: { 'Content-Encoding': encoding } })

const broken = {
  'gzip that is cut': () => encoded(zipped.subarray(0, -20), 'gzip'),
  'gzip with a wrong sum': () => encoded(wrongSum, 'gzip'),
  'gzip that is none': () => encoded(text, 'gzip'),
  'brotli that is none': () => encoded(text, 'br'),
  'deflate that is none': () => encoded(text, 'deflate'),
  'gzip of nothing': () => encoded('', 'gzip'),
  'gzip under another name': () => encoded(gzipSync(text), 'identity'),
  'gzip without a name': () => answer(gzipSync(text)),
  'gzip twice, told twice': () => encoded(gzipSync(gzipSync(bomb)), 'gzip, gzip'),
  'gzip twice, told once': () => encoded(gzipSync(gzipSync(text)), 'gzip'),
  'UTF-16': () => answer(Buffer.from(text, 'utf16le')),
  'a page of a proxy': () => answer('<html>login</html>', { headers: { 'Content-Type': 'text/html' } }),
  blanks: () => answer('  \n\t '),
  nothing: () => answer(''),
  'a comment': () => answer(`${text}// end`),
  'two values': () => answer(`${text}${text}`),
  'a prefix against hijacking': () => answer(`)]}',\n${text}`),
  NaN: () => answer('{"resources":[{"id":NaN}]}'),
  'single quotes': () => answer("{'resources':[]}"),
  'a hole in an array': () => answer('{"resources":[,]}'),
  null: () => answer('null'),
  'a text': () => answer(JSON.stringify(row)),
  'an array': () => answer('[]'),
  'no rows': () => answer('{}'),
  'rows that are an object': () => answer({ resources: { length: 1, 0: { id: 1 } } }),
  'rows that are null': () => answer({ resources: null }),
  'a row that is null': () => answer({ resources: [null] }),
  'a row that is an array': () => answer({ resources: [[{ id: 1 }]] }),
  'pagination that is an array': () => answer({ resources: [], pagination: [] }),
  'pagination that is a text': () => answer({ resources: [], pagination: 'next' }),
  '204 for a list': () => answer('', { status: '204 No Content', headers: { 'Content-Length': null } }),
}

/** What no transport may read otherwise than another. */
const ambiguous = {
  'a byte order mark': () => answer(`\ufeff${text}`),
  'bytes that are no UTF-8': () => answer(Buffer.from('{"resources":[{"id":1,"name":"\xff\xfe\xc0\x80"}]}', 'latin1')),
  'another charset': () =>
    answer(Buffer.from('{"resources":[{"id":1,"name":"\xe9"}]}', 'latin1'), {
      headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    }),
  'lone surrogates': () => answer('{"resources":[{"id":1,"name":"\\ud800"}],"\\udc00":"\\udc00\\ud800"}'),
  'a null byte in a text': () => answer('{"resources":[{"id":1,"name":"a\\u0000b"}]}'),
  'another content type': () => answer(text, { headers: { 'Content-Type': 'image/png' } }),
  'an unknown encoding': () => encoded(text, 'x-evil'),
  'an encoding in capitals': () => encoded(gzipSync(text), 'GZIP'),
  'bytes behind gzip': () => encoded(Buffer.concat([gzipSync(text), Buffer.from('trailing')]), 'gzip'),
  'gzip in two members': () => encoded(Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]), 'gzip'),
}

const deep = (depth, open, close) => open.repeat(depth) + close.repeat(depth)

const places = {
  'an unknown field': (value) => `{"resources":[{"id":1,"name":"a","x":${value}}],"pagination":{}}`,
  'an id': (value) => `{"resources":[{"id":${value},"name":"a"}],"pagination":{}}`,
  'a name': (value) => `{"resources":[{"id":1,"name":${value}}],"pagination":{}}`,
  'the rows': (value) => `{"resources":${value}}`,
  'the links': (value) => `{"resources":[],"pagination":{"next_uri":${value}}}`,
  'the whole': (value) => value,
}

const depths = Object.fromEntries(
  Object.entries(places).flatMap(([place, at]) =>
    [1_000, 30_000, 500_000].map((depth) => [`${depth} in ${place}`, { at, depth }]),
  ),
)

export const cases = [
  ...table(readable, 'an error', broken, async (bytes, after) => {
    const bank = await rawBank(after, bytes)
    for (const http of Object.values(transports))
      await failure(victim(after, bank.origin, { http, ...small }).banks.pages(), 'DecodeError', 'NetworkError')
  }),
  ...table(alike, 'read alike', ambiguous, async (bytes, after) => {
    const bank = await rawBank(after, bytes)
    const read = async (http) => {
      const { end, values } = await outcome(victim(after, bank.origin, { http }).banks.pages())
      return { end, names: values.flatMap(({ resources }) => resources.map(({ name }) => name)) }
    }
    const [first, ...others] = await Promise.all(Object.values(transports).map(read))
    for (const other of others) assert.deepEqual(other, first)
  }),
  ...table(
    'errors.md: a stream that fails errors with a ClientError',
    'nested',
    depths,
    async ({ at, depth }, after) => {
      const brackets = { arrays: ['[', ']'], objects: ['{"a":', '}'] }
      const bodies = Object.values(brackets).map(([open, close]) =>
        at(deep(depth, open, close).replace('{"a":}', '{}')),
      )
      const bank = await rawBank(after, (request, socket, count) => answer(bodies[count % 2]))
      for (let n = 0; n < 2; n++) {
        const ended = await outcome(victim(after, bank.origin).banks.pages())
        assert.ok(['complete', 'DecodeError', 'PagingError'].includes(ended.end), ended.error?.stack)
      }
    },
  ),
  ...family('README: no error and no event shows a row', {
    'a text of ten megabytes is read whole': async (after) => {
      const label = 'y'.repeat(10_000_000)
      const bank = await rawBank(after, () => answer({ id: 1, label }))
      const { values } = await outcome(victimsUser(after, bank.origin).stocks.get(1))
      assert.equal(values[0].label, label)
    },
    'a hundred thousand wrong rows are ten issues': async (after) => {
      const bank = await rawBank(after, () => answer({ resources: Array(100_000).fill({ id: row, name: row }) }))
      const { error } = await failure(victim(after, bank.origin).banks.pages(), 'DecodeError')
      assert.ok(error.issues.length <= 10 && error.message.length < 2000)
    },
    'keys that are rows': async (after) => {
      const bank = await rawBank(after, () => answer({ resources: [{ [row]: row, id: { [row]: 1 } }] }))
      await failure(victim(after, bank.origin).banks.pages(), 'DecodeError')
    },
    'an error with a word that is none': async (after) => {
      const words = [row, `${row} 1`, { [row]: row }, 'x'.repeat(100_000), '\u001b[31m', 5]
      const bank = await rawBank(after, (request, socket, count) =>
        answer({ type: words[count % 6], message: row }, { status: `400 ${row}` }),
      )
      for (const word of words) {
        const error = await new Promise((error) => victimsUser(after, bank.origin).stocks.get(1).subscribe({ error }))
        assert.ok(error.message.length < 1000 && !error.message.includes('\u001b'), String(word))
        assert.ok(!JSON.stringify(error).includes('message":"' + row) && rxbank.isClientError(error))
      }
    },
  }),
]
