// Rows that would steer a terminal, and reports that would tell values.
import assert from 'node:assert/strict'
import { assertCloaked, row, secret } from '../support/canaries.mjs'
import { family } from '../support/cases.mjs'
import { escapes, page, steering } from '../support/page.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { environment, run, shell } from '../support/rxbank.mjs'

const steered = 'rows and errors of a service do not steer a terminal'

export const cases = [
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
      assert.deepEqual(steering(out), [], out.slice(0, 500))
    },
    'rows as lines of JSON': async (after) => {
      const bank = await rawBank(after, () => page([{ id: 1, label: `${escapes}\n{"id":666}\u2028` }]))
      const { out } = await run(after, ['pull', 'stocks'], environment(after, bank.origin))
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
      assert.deepEqual(steering(out), [], out.slice(0, 500))
    },
  }),
  ...family('command-line.md: the report has no secret, no token and no value of a response in it', {
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
        const { code, out, err } = await run(
          after,
          ['doctor', '--deadline', '5s', ...more],
          environment(after, bank.origin),
        )
        assert.ok([0, 1].includes(code), `${code} ${err}`)
        assertCloaked(out + err, 'the report')
        if (more.length > 0) assert.equal(JSON.parse(out).report, 1)
      }
      assert.ok(bank.seen.every(({ method, path }) => method === 'GET' || path === '/v2/authenticate'))
    },
    'values in every place, and the file of evidence': async (after) => {
      const bank = await rawBank(after, () =>
        answer(
          {
            resources: [{ id: 1, name: row, type: row, [row]: row, deep: { [row]: [row] } }],
            [row]: row,
            message: secret,
          },
          { headers: { 'X-RateLimit-Reset': row, 'X-Request-Id': secret } },
        ),
      )
      const { err } = await shell(
        after,
        'f=$(mktemp) && $RXBANK doctor --deadline 60s --output "$f" >&2; cat "$f" >&2; rm "$f"',
        environment(after, bank.origin),
      ).ended
      assert.ok(err.includes('"evidence": 1'), err)
      assertCloaked(err, 'the file')
    },
    'names of fields that steer': async (after) => {
      const bank = await rawBank(after, () =>
        page([{ id: 1, name: 'a', [escapes]: 1, __proto__x: { [`${escapes}2`]: [1] } }]),
      )
      const { out } = await run(after, ['doctor', '--deadline', '5s'], environment(after, bank.origin))
      assert.deepEqual(steering(out), [])
    },
    'a bank that says no to everything': async (after) => {
      const bank = await rawBank(after, () =>
        answer({ type: row, message: secret }, { status: '500 Oops', headers: { Date: row } }),
      )
      const { code, out, err } = await run(
        after,
        ['doctor', '--deadline', '5s', '--json'],
        environment(after, bank.origin),
      )
      assert.deepEqual([code, JSON.parse(out).verdict], [1, 'failure'], err)
      assertCloaked(out, 'the report')
    },
  }),
]
