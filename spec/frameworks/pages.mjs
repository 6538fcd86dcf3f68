import assert from 'node:assert/strict'
import { createClient, createVirtualClock } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { toStore } from 'rxbank/store'
import { defer, finalize, Subject, switchMap, throwError, toArray } from 'rxjs'
import { runChecks, until } from './checks.mjs'

/** The accounts of an invented bank, read when they are told to: a store that counts its subscriptions. */
const createAccounts = () => {
  const clock = createVirtualClock()
  const { credentials, http } = createSandbox({ profile: bridge2025, clock })
  const user = createClient({ profile: bridge2025, ...credentials, http, clock }).user({ externalUserId: 'A6J' })
  const read$ = new Subject()
  const counts = { begun: 0, ended: 0 }
  const stream$ = defer(() => {
    counts.begun++
    return read$.pipe(switchMap((error) => (error ? throwError(() => error) : user.accounts.all().pipe(toArray()))))
  }).pipe(finalize(() => counts.ended++))
  return { clock, counts, store: toStore(stream$, { initialValue: [], clock }), read: (error) => read$.next(error) }
}

/** How each framework mounts a component into an element: returns how it is unmounted. */
const mounts = {
  Svelte: async () => {
    const { default: Accounts } = await import('./Accounts.svelte')
    const { mount, unmount } = await import('svelte')
    return (target, store) => {
      const mounted = mount(Accounts, { target, props: { store } })
      return () => unmount(mounted)
    }
  },
  Vue: async () => {
    const { default: Accounts } = await import('./Accounts.vue')
    const { createApp } = await import('vue')
    return (target, store) => {
      const app = createApp(Accounts, { store })
      app.mount(target)
      return () => app.unmount()
    }
  },
  Solid: async () => {
    const { Accounts } = await import('./Accounts.jsx')
    const { createComponent, render } = await import('solid-js/web')
    return (target, store) => render(() => createComponent(Accounts, { store }), target)
  },
}

const renders = {
  Svelte: async (store) => {
    const { default: Accounts } = await import('./Accounts.svelte')
    const { render } = await import('svelte/server')
    return render(Accounts, { props: { store } }).body
  },
  Vue: async (store) => {
    const { default: Accounts } = await import('./Accounts.vue')
    const { createSSRApp } = await import('vue')
    const { renderToString } = await import('vue/server-renderer')
    return renderToString(createSSRApp(Accounts, { store }))
  },
  Solid: async (store) => {
    const { Accounts } = await import('./Accounts.jsx')
    const { createComponent, renderToString } = await import('solid-js/web')
    return renderToString(() => createComponent(Accounts, { store }))
  },
}

const checkServer = (name) => async () => {
  const { counts, store } = createAccounts()
  const html = await renders[name](store)
  assert.match(html, /<p[^>]*>Reading …<\/p>/)
  assert.doesNotMatch(html, /<li|<button/)
  assert.deepEqual(counts, { begun: 0, ended: 0 })
}

const checkPage = (name) => async () => {
  const mount = await mounts[name]()
  const { clock, counts, store, read } = createAccounts()
  const { document } = globalThis
  const targets = [0, 1].map(() => document.body.appendChild(document.createElement('div')))
  const texts = () => targets.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
  const shows = (expected) => until(() => texts().every((text) => expected.test(text)), texts)
  const itemsOf = (target) =>
    [...target.querySelectorAll('li')].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())

  const unmounts = targets.map((target) => mount(target, store))
  await shows(/^Reading …$/)
  await until(
    () => counts.begun === 1,
    () => JSON.stringify(counts),
  )

  read()
  await until(() => targets.every((target) => itemsOf(target).length === 8), texts)
  const expected = store.getSnapshot().value.map(({ name: account, balance }) => `${account}: ${balance ?? ''}`.trim())
  assert.deepEqual(targets.map(itemsOf), [expected, expected])
  assert.deepEqual(counts, { begun: 1, ended: 0 })

  read(new Error('The bank is closed'))
  await shows(/^The bank is closed\. Try again$/)
  assert.deepEqual(counts, { begun: 1, ended: 1 })
  targets[0].querySelector('button').dispatchEvent(new Event('click', { bubbles: true }))
  await until(
    () => counts.begun === 2,
    () => JSON.stringify(counts),
  )
  read()
  await until(() => targets.every((target) => itemsOf(target).length === 8), texts)

  unmounts[0]()
  await until(() => itemsOf(targets[0]).length === 0, texts)
  clock.advance(60_000)
  assert.deepEqual(counts, { begun: 2, ended: 1 }, 'the other component still listens')
  unmounts[1]()
  await until(() => itemsOf(targets[1]).length === 0, texts)
  await new Promise((done) => setTimeout(done))
  assert.deepEqual(counts, { begun: 2, ended: 1 }, 'it is kept for a while')
  clock.advance(5_000)
  assert.deepEqual(counts, { begun: 2, ended: 2 })
}

const isServer = process.env.RENDERS === 'server'

if (!isServer) {
  const { Window } = await import('happy-dom')
  const page = new Window({ url: 'http://localhost/' })
  for (const name of Object.getOwnPropertyNames(page))
    if (!(name in globalThis) && page[name] !== undefined) globalThis[name] = page[name]
  Object.assign(globalThis, { window: globalThis, document: page.document, Event: page.Event })
}

const [check, where] = isServer
  ? [checkServer, 'a server renders the initial value, and reads nothing']
  : [checkPage, 'components share one subscription, which ends with the last']
await runChecks(Object.fromEntries(Object.keys(mounts).map((name) => [`${name}: ${where}`, check(name)])))
process.exit()
