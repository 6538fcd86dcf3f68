import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { from } from 'rxjs'
import { check } from '../../package/check.cjs'

const names = ['bank/consents', 'bank/search', 'bank/trouble', 'error/explain', 'format/days', 'format/money']

/** Modules of the page that need no browser. */
const load = async (project) => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-daybook-'))
  const entryPoints = names.map((name) => join(project, `src/${name}.ts`))
  const outExtension = { '.js': '.mjs' }
  await build({ entryPoints, bundle: true, format: 'esm', platform: 'node', outdir: folder, outExtension })
  const modules = await Promise.all(names.map((name) => import(join(folder, `${name}.mjs`))))
  rmSync(folder, { recursive: true })
  return Object.assign({}, ...modules)
}

const row = (id, date, fields = {}) => ({
  id,
  date,
  amount: id,
  currency_code: 'EUR',
  clean_description: '',
  ...fields,
})

/** Checks what a search finds, and the figures and words that are shown. */
export const checkUnits = async (project) => {
  const { search, sums, formatMoney, watchTrouble, ...words } = await load(project)
  const { daysUntil, explain, withoutSettled } = words
  const ids = (rows) => rows.map(({ id }) => id)

  await check('sums are exact, each currency has its own, and an inexact amount makes none', () => {
    const money = (amount, currency = 'EUR') => ({ amount, currency })
    assert.deepEqual(sums([money(0.1), money(0.2), money(-1200, 'JPY'), money(null), money(1, null)]), [
      { currency: 'EUR', text: '€0.30' },
      { currency: 'JPY', text: '−JP¥1,200' },
    ])
    assert.deepEqual(sums([money(4.995), money(1)]), [{ currency: 'EUR', text: '–' }])
    assert.equal(formatMoney(-1234.5, 'EUR'), '−€1,234.50')
    assert.deepEqual(
      [formatMoney(undefined, 'EUR'), formatMoney(12.3, null), formatMoney(NaN, 'EUR')],
      ['–', '12.3', '–'],
    )
  })

  await check('a search takes words in any order, without accents and case, and commas for points', () => {
    const rows = [
      row(1, '2026-01-31', { amount: -12.5, clean_description: 'Marché Bio' }),
      row(2, '2026-02-01', { amount: 7, provider_description: 'CARTE MARCHE' }),
      row(3, '2026-02-01', { amount: 7, clean_description: '.*' }),
    ]
    const found = (query) => ids(search(rows, query))
    assert.deepEqual(['bio marche', 'MARCHÉ', '12,5', '2026-02', '.*', ''].map(found), [
      [1],
      [1, 2],
      [1],
      [2, 3],
      [3],
      [1, 2, 3],
    ])
  })

  await check('a search takes amounts and days as the page shows them, and days as people write them', () => {
    const rows = [
      row(1, '2026-11-12', { amount: -1204.68, clean_description: 'Marché' }),
      row(2, '2026-11-28', { amount: 12.5 }),
      row(3, '2025-11-12', { amount: 11 }),
      row(4, '2026-03-01', { amount: 11, clean_description: 'March of the Penguins' }),
      row(5, '2026-05-07', { amount: -7 }),
    ]
    const found = Object.fromEntries(
      [
        ['−€1,204.68', [1]],
        ['-1204,68', [1]],
        ['€1,204.68', [1]],
        ['−€', [1, 5]],
        ['28/11/2026', [2]],
        ['7/5', [5]],
        ['12 november', [1, 3]],
        ['12  November 2026', [1]],
        ['Saturday 28 November 2026', [2]],
        ['November 2026', [1, 2]],
        ['november 12.5', [2]],
        ['march', [1, 4]],
        ['penguins march', [4]],
        ['31 november', []],
      ].map(([query, expected]) => [query, { expected, found: ids(search(rows, query)) }]),
    )
    for (const [query, { expected, found: ofQuery }] of Object.entries(found))
      assert.deepEqual(ofQuery, expected, query)
  })

  await check('a consent that ends on the third ends in five days on the twenty-eighth, at any hour', () => {
    const end = new Date(2026, 11, 3, 8)
    assert.equal(daysUntil(end, new Date(2026, 10, 28, 23, 59)), 5)
    assert.equal(daysUntil(end, new Date(2026, 10, 28)), 5)
    assert.deepEqual([daysUntil(end, new Date(2026, 11, 3, 23)), daysUntil(end, new Date(2026, 11, 2, 23))], [0, 1])
    assert.equal(daysUntil(new Date(2026, 9, 26), new Date(2026, 9, 24)), 2) // one of these days may have 25 hours
  })

  await check('a consent is settled while its bank is read anew, once its item has a later end, or is removed', () => {
    const [before, later] = [new Date(2026, 10, 28), new Date(2027, 4, 27)]
    const due = new Map([[1, { _tag: 'ended', endsAt: before }]])
    const left = (item) => Array.from(withoutSettled(due, [{ id: 1, status: 0, ...item }]).keys())
    assert.deepEqual(left({ authentication_expires_at: before }), [1])
    assert.deepEqual(left({ authentication_expires_at: null }), [1])
    assert.deepEqual(left({ status: -3, authentication_expires_at: before }), [])
    assert.deepEqual(left({ authentication_expires_at: later }), [])
    assert.deepEqual(Array.from(withoutSettled(due, []).keys()), [])
  })

  await check('the gateway’s rest after failures of the service is not the user’s fault', async () => {
    const { StatusError } = await import(join(project, 'node_modules/rxbank/dist/node/index.js'))
    const common = { method: 'GET', url: '/items', detail: { _tag: 'None' }, retryAfter: { _tag: 'None' } }
    const refused = (type) => explain(new StatusError({ ...common, status: 429, type })).what
    assert.equal(refused({ _tag: 'Some', value: 'withheld' }), 'The bank’s service has a problem.')
    assert.equal(refused({ _tag: 'None' }), 'That was a lot at once.')
  })

  await check('trouble lasts while one of several watchers fails, and is told once', () => {
    const polled = (watcher, error) => ({ _tag: 'Polled', watcher, error: { _tag: error ? 'Some' : 'None' } })
    const reported = (...events) => {
      const seen = []
      watchTrouble(from(events)).subscribe((trouble) => seen.push(trouble))
      return seen
    }
    assert.deepEqual(reported(polled(1, true), polled(2), polled(1, true), polled(2)), ['none', 'unreachable'])
    assert.deepEqual(reported(polled(1, true), polled(2, true), polled(1)), ['none', 'unreachable'])
    assert.deepEqual(reported(polled(1, true), polled(1)), ['none', 'unreachable', 'none'])
    assert.deepEqual(reported(polled(1, true), { _tag: 'WatcherEnded', watcher: 1 }), ['none', 'unreachable', 'none'])
    const refused = { _tag: 'Responded', status: 401 }
    assert.deepEqual(reported(refused, polled(1, true), { _tag: 'WatcherEnded', watcher: 1 }), ['none', 'loggedOut'])
  })

  await check('a name is a text in the page, whatever it contains', async () => {
    const { pages } = await import(join(project, 'dist/server/pages.js'))
    const name = `"><script>alert('$&')</script>`
    const page = await pages(join(project, 'dist/app'), { find: () => ({ name }) }).request('/')
    const html = await page.text()
    assert.ok(html.includes('data-user="&quot;&gt;&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;"'), html)
  })

  await check('an address that no page has leads back', async () => {
    const { createApp } = await import(join(project, 'dist/server/app.js'))
    const { createClient } = await import(join(project, 'node_modules/rxbank/dist/node/index.js'))
    const { createSandbox } = await import(join(project, 'node_modules/rxbank/dist/node/sandbox.js'))
    const { bridge2025 } = await import(join(project, 'node_modules/rxbank/dist/node/bridge.js'))
    const sandbox = createSandbox({ profile: bridge2025 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
    const answer = await createApp(client, { sandbox }, join(project, 'dist/app')).request('/acounts')
    const html = await answer.text()
    const [, nonce] = /style-src 'self' '(nonce-[^']+)'/.exec(answer.headers.get('content-security-policy'))
    assert.deepEqual([answer.status, html.includes(`nonce="${nonce.slice(6)}"`)], [404, true])
    assert.match(html, /<a href="\/">/)
  })

  await check('the cookie of a session is secure over HTTPS, and ends', async () => {
    const { createSessions } = await import(join(project, 'dist/server/sessions.js'))
    const { routes } = createSessions(() => [{ uuid: 'camille' }])
    const cookieAt = async (origin) => {
      const login = { method: 'POST', body: new URLSearchParams({ name: 'Camille' }) }
      return (await routes.request(`${origin}/login`, login)).headers.get('set-cookie').replace(/=[^;]+/, '')
    }
    assert.equal(
      await cookieAt('https://daybook.example'),
      'session; Max-Age=28800; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    assert.equal(await cookieAt('http://localhost'), 'session; Max-Age=28800; Path=/; HttpOnly; SameSite=Lax')
  })
}
