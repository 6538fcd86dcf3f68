import { defer, EMPTY, map, of } from 'rxjs'
import { type Clock, createVirtualClock, type TokenAnswer, type TokenStore } from '../../../lib/index.js'
import { memoryTokenStore, tokenStoreLaws } from '../../../lib/node.js'
import type { ObservableTokenStore } from '../../../lib/server/stores/ObservableTokenStore.js'

type Wrong = (sound: ObservableTokenStore, clock: Clock) => TokenStore

const broken: Record<string, readonly [law: string, wrong: Wrong]> = {
  'without leases': [
    'leases it to one of many who ask at once',
    (sound) => ({
      ...sound,
      take: (...asked) => sound.take(...asked).pipe(map((one) => (one._tag === 'Busy' ? { _tag: 'Leased' } : one))),
    }),
  ],
  'whose leases last for ever': [
    'leases it to another when the time of a lease is over',
    (sound) => ({ ...sound, take: (principal, ask) => sound.take(principal, { ...ask, leaseFor: 1e9 }) }),
  ],
  'that does not know its holder': [
    'prolongs the lease of who asks again',
    (sound) => {
      let lease = 0
      return { ...sound, take: (principal, ask) => sound.take(principal, { ...ask, lease: String(++lease) }) }
    },
  ],
  'of one principal': [
    'keeps principals apart, whatever is in them',
    (sound) => ({
      take: (_, ask) => sound.take('', ask),
      save: (_, ...rest) => sound.save('', ...rest),
      forget: (_, lease) => sound.forget('', lease),
    }),
  ],
  'that forgets nothing': ['gives a token that is forgotten to nobody', (sound) => ({ ...sound, forget: () => EMPTY })],
  'that forgets whatever is there': [
    'forgets no token but that of the lease',
    (sound) => {
      let last = ''
      return {
        ...sound,
        save: (principal, lease, ...rest) => {
          last = lease
          return sound.save(principal, lease, ...rest)
        },
        forget: (principal) => sound.forget(principal, last),
      }
    },
  ],
  'whose tokens stay as they are': [
    'says how long a token has left, and never more than when it was saved',
    (sound) => ({
      ...sound,
      take: (...asked) =>
        sound.take(...asked).pipe(map((one) => (one._tag === 'Kept' ? { ...one, left: 3_600_000 } : one))),
    }),
  ],
  'that gives dead tokens': [
    'gives no token that has ended',
    (sound) => ({ ...sound, save: (principal, lease, token) => sound.save(principal, lease, token, 1e9) }),
  ],
  'that takes no notice of what is of no use': [
    'leases the renewal of a token to one, and gives the token to others until the next',
    (sound) => ({ ...sound, take: (principal, { lease, leaseFor }) => sound.take(principal, { lease, leaseFor }) }),
  ],
  'that completes before it has saved': [
    'gives a token to all as soon as its save has completed, as it was',
    (sound) => ({
      ...sound,
      save: (...saved) =>
        defer(() => {
          setTimeout(() => sound.save(...saved).subscribe(), 50)
          return EMPTY
        }),
    }),
  ],
  'that answers twice': [
    'emits one answer and completes',
    (sound) => ({ ...sound, take: () => of<ReadonlyArray<TokenAnswer>>({ _tag: 'Leased' }, { _tag: 'Busy' }) }),
  ],
  'that keeps whatever is saved': [
    'keeps no token of one who has no lease',
    (sound) => ({
      ...sound,
      save: (principal, lease, ...rest) =>
        defer(() => {
          sound.take(principal, { lease, leaseFor: 1000 }).subscribe()
          return sound.save(principal, lease, ...rest)
        }),
    }),
  ],
}

describe('tokenStoreLaws', () => {
  it.each(Object.entries(broken))('find a store %s', async (_, [law, wrong]) => {
    const found: Array<string> = []
    for (const { name, check } of tokenStoreLaws) {
      const clock = createVirtualClock()
      const store = wrong(memoryTokenStore({ clock }), clock)
      await check(
        () => store,
        (ms) => clock.advance(ms),
      ).catch(() => found.push(name))
    }
    expect(found).toContain(law)
  })

  it('have names of their own', () => {
    expect(new Set(tokenStoreLaws.map(({ name }) => name)).size).toBe(tokenStoreLaws.length)
  })
})
