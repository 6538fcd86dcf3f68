import assert from 'node:assert/strict'
import { defer, firstValueFrom, from, lastValueFrom, toArray } from 'rxjs'
import {
  type AccessToken,
  redact,
  reveal,
  type StoredToken,
  type TokenResponse,
  type TokenStore,
} from '../../lib/index.js'
import { checkLaw } from './checkLaw.js'
import { completion } from './completion.js'

/**
 * A requirement on every token store, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves if the store meets the requirement; rejects with an error that says why not, or after ten seconds. The
 *   first call of `open` opens a store that is empty; later calls open the same store again, as another process does.
 *   `pass` makes this number of milliseconds pass for the store: it advances the store's clock, or changes stored times.
 */
export interface TokenStoreLaw {
  readonly name: string
  readonly check: (open: () => TokenStore, pass: (ms: number) => unknown) => Promise<void>
}

const hour = 3_600_000
const leaseMs = 6000
/** The tolerated error of a token's remaining lifetime right after it was saved, in milliseconds. */
const toleranceMs = 5000
const longPrincipal = 'https://bank.example/v2/authenticate?client_id=a&external_user_id='.padEnd(1000, '%20')
/** Distinct principals that some stores or database columns treat as equal. */
const principals = [
  'user',
  'User',
  'user ',
  '',
  ' ',
  '__proto__',
  'constructor',
  `${longPrincipal}1`,
  `${longPrincipal}2`,
]
  .concat('"\n\u0000', 'a\n', 'a\r\n', 'a', "a'--")
  .concat('été 💶', 'e\u0301te\u0301 💶', 'été ?', '\ud800', '\ud801', '\ufffd')

const tokenOf = (text: string): AccessToken => ({
  access_token: redact(text),
  expires_at: new Date(Date.UTC(2026, 0, 31, 23, 59, 59, 999)),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J 💶' },
})

const toPlainToken = ({ access_token, ...rest }: AccessToken): object => ({
  ...rest,
  access_token: reveal(access_token),
})

const take = (store: TokenStore, principal: string, lease: string, unusableLease?: string): Promise<TokenResponse> =>
  firstValueFrom(defer(() => store.take(principal, { lease, leaseFor: leaseMs, unusableLease })))

const save = (store: TokenStore, principal: string, lease: string, lifetime = hour): Promise<unknown> =>
  completion(store.save(principal, lease, tokenOf(`token.of-${lease.replaceAll(' ', '_')}`), lifetime))

const assertKept = (answer: TokenResponse, lease: string): StoredToken => {
  if (answer._tag !== 'Stored') return assert.fail(`expected a token, got ${answer._tag}`)
  assert.deepEqual(toPlainToken(answer.token), toPlainToken(tokenOf(`token.of-${lease.replaceAll(' ', '_')}`)))
  assert.equal(answer.lease, lease)
  return answer
}

const assertTag = (answer: TokenResponse, tag: TokenResponse['_tag']): void => {
  assert.equal(answer._tag, tag)
}

type Check = (store: TokenStore, helpers: { open: () => TokenStore; pass: (ms: number) => unknown }) => Promise<void>

const law = (name: string, check: Check): TokenStoreLaw => ({
  name,
  check: (open, pass) => checkLaw(name, () => check(open(), { open, pass })),
})

/**
 * The requirements on every {@link TokenStore}, as tests for a store of your own. They need no test framework. If your
 * store stores bytes, test the result of `sealedTokenStore` with it.
 *
 * They do not check whether others can read the stored data.
 *
 * @example
 * import { memoryTokenStore, tokenStoreLaws } from 'rxbank/node'
 * import type { TokenStore } from 'rxbank'
 * import { createVirtualClock } from 'rxbank'
 *
 * const broken: Array<string> = []
 * for (const { name, check } of tokenStoreLaws) { // in a test: it(name, () => check(open, pass))
 *   const clock = createVirtualClock()
 *   const store = memoryTokenStore({ clock })
 *   const forgetful: TokenStore = { ...store, forget: async () => undefined }
 *   await check(() => forgetful, (ms) => clock.advance(ms)).catch(() => broken.push(name))
 * }
 * assert.ok(broken.includes('never returns a forgotten token'))
 */
export const tokenStoreLaws: ReadonlyArray<TokenStoreLaw> = [
  law('leases the authentication to one caller, and answers Busy to the others', async (store, { open }) => {
    assertTag(await take(store, 'user', 'a'), 'Leased')
    assertTag(await take(open(), 'user', 'b'), 'Busy')
    assertTag(await take(store, 'user', 'c'), 'Busy')
  }),
  law('leases the authentication to one of many callers at once', async (store, { open }) => {
    const stores = [store, open(), open()]
    const answers = Array.from({ length: 30 }, (_, n) => take(stores[n % 3] ?? store, 'user', `lease ${String(n)}`))
    const tags = (await Promise.all(answers)).map(({ _tag }) => _tag).sort()
    assert.deepEqual(tags, [...Array.from({ length: 29 }, () => 'Busy'), 'Leased'])
  }),
  law('returns a token unchanged to all callers as soon as its save has completed', async (store, { open }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    for (const caller of ['a', 'b']) assertKept(await take(open(), 'user', caller), 'a')
  }),
  law('emits one answer and completes', async (store) => {
    const request = { lease: 'a', leaseFor: leaseMs, unusableLease: undefined }
    const answers = await lastValueFrom(from(store.take('user', request)).pipe(toArray()))
    assert.deepEqual(answers.length, 1)
  }),
  law('leases the authentication to another caller when a lease has expired', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseMs)
    assertTag(await take(store, 'user', 'b'), 'Leased')
    assertTag(await take(store, 'user', 'a'), 'Busy')
  }),
  law('extends the lease of a caller that asks again', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseMs - 1000)
    assertTag(await take(store, 'user', 'a'), 'Leased')
    await pass(leaseMs - 1000)
    assertTag(await take(store, 'user', 'b'), 'Busy')
  }),
  law('ignores the token of a caller whose lease has passed to another', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseMs)
    await take(store, 'user', 'b')
    await save(store, 'user', 'a')
    assertTag(await take(store, 'user', 'c'), 'Busy')
    await save(store, 'user', 'b')
    assertKept(await take(store, 'user', 'c'), 'b')
  }),
  law('saves the token of a caller whose lease has expired, if nobody else has a lease', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseMs * 2)
    await save(store, 'user', 'a')
    assertKept(await take(store, 'user', 'b'), 'a')
  }),
  law('ignores the token of a caller without a lease', async (store) => {
    await save(store, 'user', 'a')
    assertTag(await take(store, 'user', 'b'), 'Leased')
  }),
  law('reports the remaining lifetime of a token, never more than when it was saved', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    const assertAbout = (left: number, expected: number) => {
      assert.ok(left <= expected && left > expected - toleranceMs, `${String(left)} of ${String(expected)}`)
    }
    assertAbout(assertKept(await take(store, 'user', 'b'), 'a').remaining, hour)
    await pass(hour / 2)
    assertAbout(assertKept(await take(store, 'user', 'b'), 'a').remaining, hour / 2)
  }),
  law('never returns an expired token', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await pass(hour)
    assertTag(await take(store, 'user', 'b'), 'Leased')
  }),
  law(
    'leases the renewal to one caller, and returns the old token to the others until the new one is saved',
    async (store) => {
      await take(store, 'user', 'a')
      await save(store, 'user', 'a')
      assertTag(await take(store, 'user', 'b', 'a'), 'Leased')
      assertTag(await take(store, 'user', 'c', 'a'), 'Busy')
      assertKept(await take(store, 'user', 'd'), 'a')
      await save(store, 'user', 'b')
      for (const unusableLease of ['a', undefined]) assertKept(await take(store, 'user', 'c', unusableLease), 'b')
    },
  ),
  law('never returns a forgotten token', async (store, { open }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await completion(store.forget('user', 'a'))
    assertTag(await take(open(), 'user', 'b'), 'Leased')
  }),
  law('forgets only the token of the lease', async (store) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await completion(store.forget('user', 'b'))
    await completion(store.forget('nobody', 'a'))
    assertKept(await take(store, 'user', 'c'), 'a')
    assertTag(await take(store, 'user', 'd', 'a'), 'Leased')
    await completion(store.forget('user', 'a'))
    assertTag(await take(store, 'user', 'e'), 'Busy')
    await save(store, 'user', 'd')
    assertKept(await take(store, 'user', 'e'), 'd')
  }),
  law('ends only the lease that its holder gives up', async (store) => {
    await take(store, 'user', 'a')
    await completion(store.forget('user', 'b'))
    assertTag(await take(store, 'user', 'b'), 'Busy')
    await completion(store.forget('user', 'a'))
    assertTag(await take(store, 'user', 'b'), 'Leased')
    await save(store, 'user', 'a')
    assertTag(await take(store, 'user', 'c'), 'Busy')
  }),
  law('keeps the token when its renewal is given up', async (store) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await take(store, 'user', 'b', 'a')
    await completion(store.forget('user', 'b'))
    assertKept(await take(store, 'user', 'c'), 'a')
    assertTag(await take(store, 'user', 'c', 'a'), 'Leased')
  }),
  law('distinguishes principals, whatever characters they contain', async (store) => {
    for (const [index, principal] of principals.entries()) {
      assertTag(await take(store, principal, String(index)), 'Leased')
      await save(store, principal, String(index))
    }
    for (const [index, principal] of principals.entries())
      assertKept(await take(store, principal, 'other'), String(index))
  }),
  law('continues after a caller unsubscribes before the answer', async (store, { pass }) => {
    from(store.take('user', { lease: 'a', leaseFor: leaseMs, unusableLease: undefined }))
      .subscribe()
      .unsubscribe()
    await take(store, 'other', 'a')
    await pass(leaseMs)
    assertTag(await take(store, 'user', 'b'), 'Leased')
  }),
]
