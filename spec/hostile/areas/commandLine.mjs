// A hostile bank, outputs that are none, and signals.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assertCloaked, row, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { escapes, page, steering } from '../support/page.mjs'
import { folder } from '../support/program.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { environment, run, rxbank } from '../support/rxbank.mjs'

const failing = 'command-line.md: 1: something failed; the last line of stderr says what; an older file stays as it was'
const signals = 'command-line.md: 130, 143, 129: ended by a signal; what is not whole is removed'

const hostile = {
  'nobody there': null,
  'no response but its end': (request, socket) => void socket.end(),
  'a page of a proxy': () => answer('<html>login</html>'),
  'a redirect': () => answer('', { status: '302 Found', headers: { Location: `https://evil.example/${token}` } }),
  'a refusal': () => answer({ type: 'bad', message: `${secret} ${row}` }, { status: '403 No' }),
  'a row that is wrong': () => page([{ id: row }]),
  'a bomb': () => answer(gzipSync(Buffer.alloc(32 << 20, 32)), { headers: { 'Content-Encoding': 'gzip' } }),
  'a link that leads away': () => page([{ id: 1 }], 'https://evil.example/v2/stocks'),
  'a list in a circle': ({ path }) => page([{ id: 1 }], path.includes('after') ? path : '/v2/stocks?after=1'),
  'a word that steers': () => answer({ type: escapes, message: escapes }, { status: '400 \u001b[31m' }),
}

const outputs = {
  'a folder': (file) => mkdirSync(file),
  'in a folder that is not there': undefined,
  'a full device': (file) => symlinkSync('/dev/full', file),
  'a link to itself': (file) => symlinkSync(file, file),
}

const ended = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

export const cases = [
  ...table(failing, 'a bank with', hostile, async (respond, after) => {
    const bank = await rawBank(after, respond ?? (() => undefined))
    const file = join(folder(after), 'rows')
    writeFileSync(file, 'older')
    const origin = respond === null ? 'http://127.0.0.1:9' : bank.origin
    const args = ['pull', 'stocks', '--output', file]
    const { code, out, err } = await run(after, args, environment(after, origin))
    assert.deepEqual(
      [code, out, readFileSync(file, 'utf8'), readdirSync(join(file, '..'))],
      [1, '', 'older', ['rows']],
      err,
    )
    assertCloaked(err, 'stderr')
    assert.ok(err.length < 5000 && steering(err).length === 0, JSON.stringify(err))
  }),
  ...table(failing, 'an output that is', outputs, async (make, after) => {
    const bank = await rawBank(after, () => page())
    const file = join(folder(after), make === undefined ? 'missing/rows' : 'rows')
    make?.(file)
    const { code, err } = await run(after, ['pull', 'stocks', '-q', '--output', file], environment(after, bank.origin))
    assert.ok(code === 1 || code === 2, `${code} ${err}`)
    assertCloaked(err, 'stderr')
  }),
  ...table(signals, 'a pull that is ended by', ended, async (code, after) => {
    const signal = Object.keys(ended).find((name) => ended[name] === code)
    const bank = await rawBank(after, ({ path }) =>
      path.includes('after') ? undefined : page([{ id: 1 }], '/v2/stocks?after=1'),
    )
    const file = join(folder(after), 'rows')
    writeFileSync(file, 'older')
    const { child, ended: end } = rxbank(
      after,
      ['pull', 'stocks', '-q', '--output', file],
      environment(after, bank.origin),
    )
    while (!bank.seen.some(({ path }) => path.includes('after'))) await bank.next('asked')
    child.kill(signal)
    const { code: seen, err } = await end
    assert.deepEqual([seen, readdirSync(join(file, '..')), readFileSync(file, 'utf8')], [code, ['rows'], 'older'], err)
  }),
  ...family('command-line.md: the file is readable by you alone; a link is followed', {
    'a link to where there is nothing yet': async (after) => {
      const bank = await rawBank(after, () => page())
      const file = join(folder(after), 'rows')
      symlinkSync(`${file}.real`, file)
      const { code, err } = await run(
        after,
        ['pull', 'stocks', '-q', '--output', file],
        environment(after, bank.origin),
      )
      assert.deepEqual([code, statSync(file).mode & 0o077, readdirSync(join(file, '..')).length], [0, 0, 2], err)
    },
  }),
]
