// Readers that have left, and tokens that are shown to nobody.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assertCloaked, row, secret, token } from '../support/canaries.mjs'
import { family } from '../support/cases.mjs'
import { page } from '../support/page.mjs'
import { folder } from '../support/program.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { environment, run, rxbank, shell } from '../support/rxbank.mjs'

export const cases = [
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
        const { code, out, err } = await run(after, ['token', ...more], environment(after, bank.origin, { DEBUG: '1' }))
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
      const { code, err } = await run(after, ['pull', 'stocks'], environment(after, bank.origin, { DEBUG: '1' }))
      assert.equal(code, 1)
      assertCloaked(err, 'stderr')
    },
  }),
]
