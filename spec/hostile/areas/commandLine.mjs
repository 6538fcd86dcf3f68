// The command line: settings that are wrong, readers that leave, signals, files that are none, and a bank that is hostile.
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assertCloaked, row, secret, token } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { folder } from '../support/program.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { environment, rxbank, shell } from '../support/rxbank.mjs'

const usage = 'command-line.md: 2: wrong usage, or settings that are missing or wrong; nothing was asked'
const cloaked = 'command-line.md: secrets have no flag; a file of credentials must be yours and closed to others'
const failing = 'command-line.md: 1: something failed; the last line of stderr says what; an older file stays as it was'
const signals = 'command-line.md: 130, 143, 129: ended by a signal; what is not whole is removed'
const steered = 'rows and errors of a service do not steer a terminal'

const page = (rows = [{ id: 1, name: 'a', label: row }], next_uri = null) =>
  answer({ resources: rows, pagination: { next_uri } })
const escapes = '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u0008\u202eevil\u0000'
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/ // eslint-disable-line no-control-regex -- what is looked for

const wrong = {
  'a secret by a flag': ['token', '--client-secret', secret],
  'a secret by a flag, with =': ['token', `--client-secret=${secret}`],
  'a password by a flag': ['token', `--password=${secret}`],
  'a misspelt flag': ['token', `--external-user-idd=${secret}`],
  'an unknown command': ['pul', 'stocks'],
  'an unknown list': ['pull', 'stokcs'],
  'a limit of 0': ['pull', 'stocks', '--limit', '0'],
  'a limit in words': ['pull', 'stocks', '--limit', '1e2'],
  'a moment that is none': ['pull', 'stocks', '--since', '2026-02-30'],
  'http elsewhere': ['token', '--base-url', 'http://bank.example'],
  'an address with a password': ['token', '--base-url', `https://eve:${secret}@bank.example`],
  'an unknown profile': ['token', '--profile', '__proto__'],
  'a version that is none': ['token', '--service-version', 'yesterday'],
  'two users': ['token', '--user-uuid', 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', '--external-user-id', 'A6J'],
  'an item that is none': ['watch', 'refresh', '1; rm -rf'],
  'a time without a unit': ['watch', 'stocks', '--every', '5'],
  'a fault that is none': ['sandbox', '--fault', 'evil:x=1'],
  'a port that is none': ['sandbox', '--port', '99999'],
}
const files = {
  'open to others': [
    (file) => {
      writeFileSync(file, '{}')
      chmodSync(file, 0o644)
    },
  ],
  'open to the group': [
    (file) => {
      writeFileSync(file, '{}')
      chmodSync(file, 0o640)
    },
  ],
  'no JSON': [(file) => writeFileSync(file, `clientSecret=${secret}`, { mode: 0o600 })],
  'an array': [(file) => writeFileSync(file, `["${secret}"]`, { mode: 0o600 })],
  'a field that is misspelt': [(file) => writeFileSync(file, `{"clientSecrets":"${secret}"}`, { mode: 0o600 })],
  'a secret that is an object': [(file) => writeFileSync(file, `{"clientSecret":{"x":"${secret}"}}`, { mode: 0o600 })],
  'a folder': [(file) => mkdirSync(file)],
  'not there': [() => undefined],
  'a link to itself': [(file) => symlinkSync(file, file)],
}
const hostile = {
  'nobody there': null,
  'no answer but its end': (request, socket) => void socket.end(),
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
  ...table(usage, 'wrong usage', wrong, async (args, after) => {
    const bank = await rawBank(after, () => page())
    const { code, out, err } = await rxbank(after, args, environment(after, bank.origin)).ended
    assert.deepEqual([code, out, bank.seen.length], [2, '', 0], err)
    assertCloaked(err, 'stderr')
  }),
  ...table(cloaked, 'a file of credentials', files, async ([make], after) => {
    const bank = await rawBank(after, () => page())
    const file = join(folder(after), 'credentials.json')
    make(file)
    const { code, out, err } = await rxbank(after, ['token', '--credentials', file], environment(after, bank.origin))
      .ended
    assert.deepEqual([code, out, bank.seen.length], [2, '', 0], err)
    assertCloaked(err, 'stderr')
  }),
  ...table(failing, 'a bank with', hostile, async (respond, after) => {
    const bank = await rawBank(after, respond ?? (() => undefined))
    const file = join(folder(after), 'rows')
    writeFileSync(file, 'older')
    const origin = respond === null ? 'http://127.0.0.1:9' : bank.origin
    const args = ['pull', 'stocks', '--output', file]
    const { code, out, err } = await rxbank(after, args, environment(after, origin)).ended
    assert.deepEqual(
      [code, out, readFileSync(file, 'utf8'), readdirSync(join(file, '..'))],
      [1, '', 'older', ['rows']],
      err,
    )
    assertCloaked(err, 'stderr')
    assert.ok(err.length < 5000 && !controls.test(err), JSON.stringify(err))
  }),
  ...table(failing, 'an output that is', outputs, async (make, after) => {
    const bank = await rawBank(after, () => page())
    const file = join(folder(after), make === undefined ? 'missing/rows' : 'rows')
    make?.(file)
    const { code, err } = await rxbank(
      after,
      ['pull', 'stocks', '-q', '--output', file],
      environment(after, bank.origin),
    ).ended
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
  ...family('command-line.md: 0: done, or whoever read the output has left', {
    'a reader that has left': async (after) => {
      const bank = await rawBank(after, (request, socket, n) =>
        page(
          Array.from({ length: 500 }, (_, id) => ({ id, label: 'x'.repeat(100) })),
          n < 50 ? `/v2/stocks?after=${n}` : null,
        ),
      )
      const { ended: end } = shell(
        after,
        '$RXBANK pull stocks -q | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}',
        environment(after, bank.origin),
      )
      const { out, err } = await end
      assert.deepEqual([out, err], ['0\n', ''])
      assert.ok(bank.seen.length < 45, `${bank.seen.length} requests`)
    },
    'a full device behind >': async (after) => {
      const bank = await rawBank(after, () => page())
      const { out, err } = await shell(
        after,
        '$RXBANK pull stocks -q >/dev/full; echo $?',
        environment(after, bank.origin),
      ).ended
      assert.equal(out, '1\n', err)
    },
    'no output at all': async (after) => {
      const bank = await rawBank(after, () => page())
      const { out, err } = await shell(after, '$RXBANK pull stocks -q >&-; echo $?', environment(after, bank.origin))
        .ended
      assert.match(out, /^[01]\n$/, err)
    },
    'no stderr': async (after) => {
      const bank = await rawBank(after, () => answer({}, { status: '403 No' }))
      const { out } = await shell(after, '$RXBANK pull stocks 2>&-; echo $?', environment(after, bank.origin)).ended
      assert.equal(out, '1\n')
    },
    'a watcher that is ended': async (after) => {
      const bank = await rawBank(after, () => page([{ id: 1, label: 'a', updated_at: '2026-01-01T00:00:00.000Z' }]))
      const at = join(folder(after), 'at.json')
      const {
        child,
        wrote,
        ended: end,
      } = rxbank(after, ['watch', 'stocks', '--checkpoint', at], environment(after, bank.origin))
      await wrote('out', '"id":1')
      child.kill('SIGTERM')
      const { code, err } = await end
      assert.deepEqual([code, existsSync(`${at}.lock`)], [0, false], err)
    },
  }),
  ...family('command-line.md: the token itself is shown with --reveal only: alone on standard output', {
    'a token that is not asked for': async (after) => {
      const bank = await rawBank(after, () => page())
      for (const more of [[], ['--json']]) {
        const { code, out, err } = await rxbank(
          after,
          ['token', ...more],
          environment(after, bank.origin, { DEBUG: '1' }),
        ).ended
        assert.equal(code, 0)
        assertCloaked(out + err, 'the output')
      }
    },
    'a token that is': async (after) => {
      const bank = await rawBank(after, () => page())
      const { out, err } = await rxbank(after, ['token', '--reveal'], environment(after, bank.origin)).ended
      assert.equal(out.trim(), token)
      assertCloaked(err, 'stderr')
    },
    'a failure that is debugged': async (after) => {
      const bank = await rawBank(after, () => answer({ type: row, message: secret }, { status: '500 Oops' }))
      const { code, err } = await rxbank(
        after,
        ['pull', 'stocks'],
        environment(after, bank.origin, { DEBUG: '1', NODE_DEBUG: '' }),
      ).ended
      assert.equal(code, 1)
      assertCloaked(err, 'stderr')
    },
  }),
  ...family(steered, {
    'names of banks on a terminal': async (after) => {
      const bank = await rawBank(after, () =>
        page([{ id: 1, name: `Bank${escapes}`, country_code: escapes, parent_name: escapes }]),
      )
      const { out } = await shell(
        after,
        'NO_COLOR=1 script -qec "$RXBANK banks" /dev/null </dev/null',
        environment(after, bank.origin),
      ).ended
      assert.ok(out.includes('Bank'), out)
      assert.ok(!/\u001b\]|\u001b\[2J|\u009b|\u0008|\u202e|\u0000/.test(out), JSON.stringify(out.slice(0, 500))) // eslint-disable-line no-control-regex -- what is looked for
    },
    'rows as lines of JSON': async (after) => {
      const bank = await rawBank(after, () => page([{ id: 1, label: `${escapes}\n{"id":666}\u2028` }]))
      const { out } = await rxbank(after, ['pull', 'stocks'], environment(after, bank.origin)).ended
      assert.deepEqual(
        out
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).id),
        [1],
      )
    },
    'states of a refresh on a terminal': async (after) => {
      const bank = await rawBank(after, () =>
        answer({ status: `finished${escapes}`, refreshed_at: null, mfa: escapes }),
      )
      const { out } = await shell(
        after,
        'NO_COLOR=1 script -qec "$RXBANK watch refresh 1 --deadline 1s" /dev/null </dev/null',
        environment(after, bank.origin),
      ).ended
      assert.ok(!/\u001b\]|\u001b\[2J|\u009b|\u0008|\u202e|\u0000/.test(out), JSON.stringify(out.slice(0, 500))) // eslint-disable-line no-control-regex -- what is looked for
    },
  }),
  ...family('doctor.md: the report has no secret, no token and no value of an answer in it', {
    'values in every place': async (after) => {
      const bank = await rawBank(after, () =>
        answer(
          {
            resources: [{ id: 1, name: row, label: row, unknown: row, deep: { [row.slice(0, 3)]: row } }],
            pagination: { next_uri: `/v2/x?after=${row}` },
            status: row,
            url: `https://x.example/${row}`,
          },
          { headers: { 'X-RateLimit': row } },
        ),
      )
      for (const more of [[], ['--json']]) {
        const { code, out, err } = await rxbank(
          after,
          ['doctor', '--deadline', '5s', ...more],
          environment(after, bank.origin),
        ).ended
        assert.ok([0, 1].includes(code), `${code} ${err}`)
        assertCloaked(out + err, 'the report')
        if (more.length > 0) assert.equal(JSON.parse(out).report, 1)
      }
      assert.ok(bank.seen.every(({ method, path }) => method === 'GET' || path === '/v2/authenticate'))
    },
    'names of fields that steer': async (after) => {
      const bank = await rawBank(after, () =>
        page([{ id: 1, name: 'a', [escapes]: 1, __proto__x: { [`${escapes}2`]: [1] } }]),
      )
      const { out } = await rxbank(after, ['doctor', '--deadline', '5s'], environment(after, bank.origin)).ended
      assert.ok(!controls.test(out), JSON.stringify(controls.exec(out)))
    },
    'a bank that says no to everything': async (after) => {
      const bank = await rawBank(after, () =>
        answer({ type: row, message: secret }, { status: '500 Oops', headers: { Date: row } }),
      )
      const { code, out, err } = await rxbank(
        after,
        ['doctor', '--deadline', '5s', '--json'],
        environment(after, bank.origin),
      ).ended
      assert.deepEqual([code, JSON.parse(out).verdict], [1, 'failure'], err)
      assertCloaked(out, 'the report')
    },
  }),
  ...family('command-line.md: the file is readable by you alone; a link is followed', {
    'a list': async (after) => {
      const bank = await rawBank(after, () => page())
      const file = join(folder(after), 'rows')
      symlinkSync(`${file}.real`, file)
      const { code, err } = await rxbank(
        after,
        ['pull', 'stocks', '-q', '--output', file],
        environment(after, bank.origin),
      ).ended
      assert.deepEqual([code, statSync(file).mode & 0o077, readdirSync(join(file, '..')).length], [0, 0, 2], err)
    },
  }),
]
