// Tapes that somebody else has made, and files of them.
import assert from 'node:assert/strict'
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { family, table } from '../support/cases.mjs'
import { node, rxbank, rxjs, tape } from '../support/installed.mjs'
import { folder } from '../support/program.mjs'
import { page, record } from '../support/recorded.mjs'
import { outcome } from '../support/victim.mjs'

const { createClient, documentedProfile } = rxbank
const { parseTape, replayHttp } = tape
const { from, of, throwError } = rxjs

const read =
  'recording.md: a tape that somebody made by hand can do no more than answer; it is a ConfigError where it is none'

const harmless = page([{ id: 1, name: 'a' }])

const line =
  '{"tape":1,"number":1,"time":"2026-01-01T00:00:00.000Z","duration":3,"request":{"method":"GET","url":"/v2/banks"}'

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
      const tape = [JSON.parse(`${line},"response":{"status":1e400,"headers":{},"json":{}}}`)]
      assert.throws(() => replayHttp(tape), { _tag: 'ConfigError' })
    },
    'a link that leads away': async () => {
      const tape = [
        JSON.parse(
          `${line},"response":{"status":200,"headers":{},"json":{"resources":[],"pagination":{"next_uri":"https://evil.example/v2/banks"}}}}`,
        ),
      ]
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'a',
        http: replayHttp(tape),
      })
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
      const { entries } = await record(harmless)
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
