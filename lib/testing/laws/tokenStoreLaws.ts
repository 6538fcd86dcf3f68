import assert from 'node:assert/strict'
import { defer, firstValueFrom, from, lastValueFrom, type ObservableInput, toArray } from 'rxjs'
import { type AccessToken, type KeptToken, redact, reveal, type TokenAnswer, type TokenStore } from '../../index.js'
import { checkLaw } from './laws.js'

/**
 * A requirement on every token store, as a test.
 *
 * - `name`: the requirement, as the name of a test.
 * - `check`: resolves when the store meets the requirement; rejects with the difference, or after ten seconds. The
 *   first call of `open` opens a store that is empty; later calls open the same store again, as another process does.
 *   `pass` lets the given number of milliseconds pass for the store: by the clock that it was given, or by changing its
 *   stored times.
 */
export interface TokenStoreLaw {
  readonly name: string
  readonly check: (open: () => TokenStore, pass: (ms: number) => unknown) => Promise<void>
}

const hour = 3_600_000
const leaseFor = 6000
/** By how many milliseconds the time that a token has left may differ right after it was saved. */
const tolerated = 5000
const long = 'https://bank.example/v2/authenticate?client_id=a&external_user_id='.padEnd(1000, '%20')
/** Distinct principals that some stores, or columns of databases, treat as equal. */
const principals = ['user', 'User', 'user ', '', ' ', '__proto__', 'constructor', `${long}1`, `${long}2`]
  .concat('"\n\u0000', 'a\n', 'a\r\n', 'a', "a'--")
  .concat('été 💶', 'e\u0301te\u0301 💶', 'été ?', '\ud800', '\ud801', '\ufffd')

const tokenOf = (text: string): AccessToken => ({
  access_token: redact(text),
  expires_at: new Date(Date.UTC(2026, 0, 31, 23, 59, 59, 999)),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J 💶' },
})

const plain = ({ access_token, ...rest }: AccessToken): object => ({ ...rest, access_token: reveal(access_token) })

const done = (input: ObservableInput<unknown>): Promise<unknown> =>
  lastValueFrom(from(input), { defaultValue: undefined })

const take = (store: TokenStore, principal: string, lease: string, unlike?: string): Promise<TokenAnswer> =>
  firstValueFrom(defer(() => store.take(principal, { lease, leaseFor, unlike })))

const save = (store: TokenStore, principal: string, lease: string, left = hour): Promise<unknown> =>
  done(store.save(principal, lease, tokenOf(`token.of-${lease.replaceAll(' ', '_')}`), left))

const isKept = (answer: TokenAnswer, lease: string): KeptToken => {
  if (answer._tag !== 'Kept') return assert.fail(`expected a token, and it is ${answer._tag}`)
  assert.deepEqual(plain(answer.token), plain(tokenOf(`token.of-${lease.replaceAll(' ', '_')}`)))
  assert.equal(answer.lease, lease)
  return answer
}

const isTag = (answer: TokenAnswer, tag: TokenAnswer['_tag']): void => {
  assert.equal(answer._tag, tag)
}

type Check = (store: TokenStore, more: { open: () => TokenStore; pass: (ms: number) => unknown }) => Promise<void>

const law = (name: string, check: Check): TokenStoreLaw => ({
  name,
  check: (open, pass) => checkLaw(name, () => check(open(), { open, pass })),
})

/**
 * The requirements on every {@link TokenStore}, as tests for a store of your own. They need no test framework. If your
 * store stores bytes, test the result of `sealedTokenStore` with it.
 *
 * They cannot find out whether others can read what is stored.
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
 * assert.ok(broken.includes('gives a token that is forgotten to nobody'))
 */
export const tokenStoreLaws: ReadonlyArray<TokenStoreLaw> = [
  law('leases the authentication to one, and tells others that it is busy', async (store, { open }) => {
    isTag(await take(store, 'user', 'a'), 'Leased')
    isTag(await take(open(), 'user', 'b'), 'Busy')
    isTag(await take(store, 'user', 'c'), 'Busy')
  }),
  law('leases it to one of many who ask at once', async (store, { open }) => {
    const stores = [store, open(), open()]
    const asked = Array.from({ length: 30 }, (_, n) => take(stores[n % 3] ?? store, 'user', `lease ${String(n)}`))
    const tags = (await Promise.all(asked)).map(({ _tag }) => _tag).sort()
    assert.deepEqual(tags, [...Array.from({ length: 29 }, () => 'Busy'), 'Leased'])
  }),
  law('gives a token to all as soon as its save has completed, as it was', async (store, { open }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    for (const asker of ['a', 'b']) isKept(await take(open(), 'user', asker), 'a')
  }),
  law('emits one answer and completes', async (store) => {
    const asked = { lease: 'a', leaseFor, unlike: undefined }
    const answers = await lastValueFrom(from(store.take('user', asked)).pipe(toArray()))
    assert.deepEqual(answers.length, 1)
  }),
  law('leases it to another when the time of a lease is over', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseFor)
    isTag(await take(store, 'user', 'b'), 'Leased')
    isTag(await take(store, 'user', 'a'), 'Busy')
  }),
  law('prolongs the lease of who asks again', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseFor - 1000)
    isTag(await take(store, 'user', 'a'), 'Leased')
    await pass(leaseFor - 1000)
    isTag(await take(store, 'user', 'b'), 'Busy')
  }),
  law('keeps no token of one whose lease is another’s by now', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseFor)
    await take(store, 'user', 'b')
    await save(store, 'user', 'a')
    isTag(await take(store, 'user', 'c'), 'Busy')
    await save(store, 'user', 'b')
    isKept(await take(store, 'user', 'c'), 'b')
  }),
  law('keeps the token of one who was late, if nobody has the lease', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await pass(leaseFor * 2)
    await save(store, 'user', 'a')
    isKept(await take(store, 'user', 'b'), 'a')
  }),
  law('keeps no token of one who has no lease', async (store) => {
    await save(store, 'user', 'a')
    isTag(await take(store, 'user', 'b'), 'Leased')
  }),
  law('says how long a token has left, and never more than when it was saved', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    const isAbout = (left: number, expected: number) => {
      assert.ok(left <= expected && left > expected - tolerated, `${String(left)} of ${String(expected)}`)
    }
    isAbout(isKept(await take(store, 'user', 'b'), 'a').left, hour)
    await pass(hour / 2)
    isAbout(isKept(await take(store, 'user', 'b'), 'a').left, hour / 2)
  }),
  law('gives no token that has ended', async (store, { pass }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await pass(hour)
    isTag(await take(store, 'user', 'b'), 'Leased')
  }),
  law('leases the renewal of a token to one, and gives the token to others until the next', async (store) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    isTag(await take(store, 'user', 'b', 'a'), 'Leased')
    isTag(await take(store, 'user', 'c', 'a'), 'Busy')
    isKept(await take(store, 'user', 'd'), 'a')
    await save(store, 'user', 'b')
    for (const unlike of ['a', undefined]) isKept(await take(store, 'user', 'c', unlike), 'b')
  }),
  law('gives a token that is forgotten to nobody', async (store, { open }) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await done(store.forget('user', 'a'))
    isTag(await take(open(), 'user', 'b'), 'Leased')
  }),
  law('forgets no token but that of the lease', async (store) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await done(store.forget('user', 'b'))
    await done(store.forget('nobody', 'a'))
    isKept(await take(store, 'user', 'c'), 'a')
    isTag(await take(store, 'user', 'd', 'a'), 'Leased')
    await done(store.forget('user', 'a'))
    isTag(await take(store, 'user', 'e'), 'Busy')
    await save(store, 'user', 'd')
    isKept(await take(store, 'user', 'e'), 'd')
  }),
  law('ends a lease that is given up, and no other', async (store) => {
    await take(store, 'user', 'a')
    await done(store.forget('user', 'b'))
    isTag(await take(store, 'user', 'b'), 'Busy')
    await done(store.forget('user', 'a'))
    isTag(await take(store, 'user', 'b'), 'Leased')
    await save(store, 'user', 'a')
    isTag(await take(store, 'user', 'c'), 'Busy')
  }),
  law('keeps the token where its renewal is given up', async (store) => {
    await take(store, 'user', 'a')
    await save(store, 'user', 'a')
    await take(store, 'user', 'b', 'a')
    await done(store.forget('user', 'b'))
    isKept(await take(store, 'user', 'c'), 'a')
    isTag(await take(store, 'user', 'c', 'a'), 'Leased')
  }),
  law('keeps principals apart, whatever is in them', async (store) => {
    for (const [index, principal] of principals.entries()) {
      isTag(await take(store, principal, String(index)), 'Leased')
      await save(store, principal, String(index))
    }
    for (const [index, principal] of principals.entries()) isKept(await take(store, principal, 'other'), String(index))
  }),
  law('goes on where somebody unsubscribes before the answer', async (store, { pass }) => {
    from(store.take('user', { lease: 'a', leaseFor, unlike: undefined }))
      .subscribe()
      .unsubscribe()
    await take(store, 'other', 'a')
    await pass(leaseFor)
    isTag(await take(store, 'user', 'b'), 'Leased')
  }),
]
