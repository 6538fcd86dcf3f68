// Tapes that somebody else has made, and files of them.
import assert from 'node:assert/strict'
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { row, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { node, rxbank, rxjs } from '../support/installed.mjs'
import { folder } from '../support/program.mjs'
import { outcome } from '../support/victim.mjs'
import { page, record } from '../support/recorded.mjs'

const { createClient, parseTape, replayHttp } = rxbank
const { from, of, throwError } = rxjs
const read =
  'recording.md: a tape that somebody made by hand can do no more than answer; it is a ConfigError where it is none'
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
const line =
  '{"tape":1,"number":1,"time":"2026-01-01T00:00:00.000Z","took":3,"request":{"method":"GET","url":"/v2/banks"}'
const tapes = {
  'another version': `${line.replace('"tape":1', '"tape":2')}}\n`,
  'no version': `${line.replace('"tape":1,', '')}}\n`,
  'half a line': line,
  'no JSON': 'evil\n',
  null: 'null\n',
  'an array': '[]\n',
  'a method that is none': `${line.replace('GET', 'EVIL')}}\n`,
  'an address elsewhere': `${line.replace('/v2/banks', 'https://evil.example/v2/banks')}}\n`,
  'a number below 0': `${line.replace('"number":1', '"number":-1')}}\n`,
  'ten thousand levels': `${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
}

export const cases = [
  ...table(read, 'read', tapes, async (text) => {
    const whole = await outcome(of(text).pipe(parseTape()))
    const pieces = await outcome(from(text).pipe(parseTape()))
    assert.deepEqual([whole.end, pieces.end, pieces.error.message], ['ConfigError', 'ConfigError', whole.error.message])
  }),
  ...family(read, {
    'entries that are none': () => {
      for (const tape of [[null], [{}], [{ tape: 1 }], 'x'])
        assert.throws(() => replayHttp(tape), { _tag: 'ConfigError' })
    },
    'a tape that is none': () => {
      for (const tape of [null, {}]) assert.throws(() => replayHttp(tape), { _tag: 'ConfigError' })
    },
    'an answer with a status that is none': async () => {
      const tape = [JSON.parse(`${line},"answer":{"status":1e400,"headers":{},"json":{}}}`)]
      assert.throws(() => replayHttp(tape), { _tag: 'ConfigError' })
    },
    'a link that leads away': async () => {
      const tape = [
        JSON.parse(
          `${line},"answer":{"status":200,"headers":{},"json":{"resources":[],"pagination":{"next_uri":"https://evil.example/v2/banks"}}}}`,
        ),
      ]
      const client = createClient({ baseUrl: 'https://bank.example', clientId: 'a', http: replayHttp(tape) })
      assert.equal((await outcome(client.banks.pages())).end, 'PagingError')
    },
  }),
  ...family('writeTape: a new file that only its owner may read; a ConfigError where there is one already', {
    'a file that is there': async (after) => {
      const file = join(folder(after), 'a.tape')
      writeFileSync(file, 'mine')
      assert.equal((await outcome(of().pipe(node.writeTape(file)))).end, 'ConfigError')
      assert.equal(readFileSync(file, 'utf8'), 'mine')
    },
    'a link to nothing': async (after) => {
      const file = join(folder(after), 'a.tape')
      symlinkSync(`${file}.other`, file)
      assert.equal((await outcome(of().pipe(node.writeTape(file)))).end, 'ConfigError')
    },
    'who may read it': async (after) => {
      const file = join(folder(after), 'a.tape')
      const { entries } = await record(answers['a value'])
      assert.equal((await outcome(from(entries).pipe(node.writeTape(file)))).end, 'complete')
      assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.equal((await outcome(node.readTape(file))).values.length, entries.length)
    },
    'a folder, a device, and what is not there': async (after) => {
      for (const file of [folder(after), '/dev/null', '/nowhere/a.tape', '', 'a\0b']) {
        assert.equal((await outcome(rxjs.defer(() => of().pipe(node.writeTape(file))))).end, 'ConfigError', file)
      }
      for (const file of [folder(after), '/nowhere/a.tape', '', 'a\0b']) {
        assert.equal((await outcome(rxjs.defer(() => node.readTape(file)))).end, 'ConfigError', file)
      }
    },
    'a source that fails': async (after) => {
      const file = join(folder(after), 'a.tape')
      const ended = await outcome(throwError(() => new RangeError('theirs')).pipe(node.writeTape(file)))
      assert.equal(ended.end, 'RangeError')
    },
  }),
]
