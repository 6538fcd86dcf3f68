// node rxjs9.mjs: the installed package on RxJS 7, beside RxJS 9 under the name `rxjs9`, which brings the platform's
// `Observable` to Node. It says what works between them, and what does not, as docs/maintainers/decisions.md does.
import assert from 'node:assert/strict'
import { createClient, createVirtualClock, toPlatform } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { createSandbox } from 'rxbank/sandbox'
import { finalize, from, lastValueFrom, map, NEVER, Observable as Observable7, of, startWith, toArray } from 'rxjs'
import { check } from './check.cjs'

await check('without an Observable of the platform, there is an error that says so', () => {
  assert.equal('Observable' in globalThis, false)
  assert.throws(() => toPlatform(of(1)), { _tag: 'ConfigError', message: /this platform lacks; install a polyfill/ })
})

const { ColdObservable, Subject } = await import('rxjs9')
const [{ map: map9 }, { scan: scan9 }, { take: take9 }] = await Promise.all(
  ['map', 'scan', 'take'].map((name) => import(`rxjs9/${name}`)),
)
const { Observable: Platform } = globalThis

const clock = createVirtualClock()
const { credentials, http, journal } = createSandbox({ profile: bridge2025, seed: 1, transactions: 20, clock })
const client = createClient({ profile: bridge2025, ...credentials, http, clock })
const { transactions } = client.user({ externalUserId: 'A6J' })
const expected = await transactions.all().toArray()

/** What a program writes to give an Observable of RxJS 9 to RxJS 7. */
const toRxjs7 = (platform) =>
  new Observable7((subscriber) => {
    const controller = new AbortController()
    platform.subscribe(
      {
        next: (value) => subscriber.next(value),
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  })

await check('a converted stream has the operators of RxJS 9, and its results are those of RxJS 7', async () => {
  const ids = toPlatform(transactions.all())[map9](({ id }) => id)
  assert.ok(ids instanceof Platform)
  assert.deepEqual(
    await ids.toArray(),
    expected.map(({ id }) => id),
  )
  const counts = toPlatform(transactions.all())[scan9]((count) => count + 1, 0)
  assert.equal(await counts.last(), expected.length)
})

await check('an operator of RxJS 9 that has enough unsubscribes from the stream of RxJS 7', async () => {
  let ended = 0
  const endless = NEVER.pipe(
    startWith(1),
    finalize(() => ended++),
  )
  assert.deepEqual(await toPlatform(endless)[take9](1).toArray(), [1])
  assert.equal(ended, 1)
})

await check('RxJS 9 takes a list, which is an async iterable, and refuses other streams of RxJS 7', async () => {
  assert.equal((await Platform.from(transactions.all()).toArray()).length, expected.length)
  assert.throws(() => Platform.from(transactions.all().pipe(map(({ id }) => id))), TypeError)
})

await check('RxJS 7 refuses an Observable of RxJS 9; five lines convert it, and cancel it', async () => {
  const cold = new ColdObservable((subscriber) => {
    subscriber.next(1)
    subscriber.complete()
  })
  assert.throws(() => from(cold), TypeError)
  assert.deepEqual(await lastValueFrom(toRxjs7(cold).pipe(toArray())), [1])
  let ended = 0
  const endless = new ColdObservable((subscriber) => subscriber.addTeardown(() => ended++))
  toRxjs7(endless).subscribe().unsubscribe()
  assert.equal(ended, 1)
})

await check('a Subject of RxJS 9, converted, triggers a watcher', () => {
  const trigger = new Subject()
  journal.clear()
  const watching = transactions.watchUpdated({ every: 3_600_000, trigger$: toRxjs7(trigger) }).subscribe()
  clock.advance(2000)
  // The first round reads the list itself.
  const polls = () => journal.counts().routes.transactionsUpdated ?? 0
  assert.equal(polls(), 0)
  trigger.next()
  clock.advance(2000)
  assert.equal(polls(), 1)
  watching.unsubscribe()
})

await check(
  'an Observable of RxJS 9 as the work of `process` is refused by name, and nothing waits for it',
  async () => {
    const work = new ColdObservable((subscriber) => subscriber.complete())
    const failure = await lastValueFrom(transactions.watchUpdated({ process: () => work })).catch((error) => error)
    assert.equal(failure._tag, 'ConfigError')
    assert.match(failure.message, /one Observable or Promise/)
  },
)

console.log('# end')
