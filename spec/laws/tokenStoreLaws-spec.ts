import { defer, EMPTY, map, of } from 'rxjs'
import { type Clock, createVirtualClock, type TokenResponse, type TokenStore } from '../../lib/index.js'
import { memoryTokenStore } from '../../lib/node.js'
import type { ObservableTokenStore } from '../../lib/server/stores/memoryTokenStore.js'
import { tokenStoreLaws } from './tokenStoreLaws.js'

type Wrong = (sound: ObservableTokenStore, clock: Clock) => TokenStore

const broken: Record<string, readonly [law: string, wrong: Wrong]> = {
  'without leases': [
    'leases the authentication to one of many callers at once',
    (sound) => ({
      ...sound,
      take: (...asked) => sound.take(...asked).pipe(map((one) => (one._tag === 'Busy' ? { _tag: 'Leased' } : one))),
    }),
  ],
  'whose leases last for ever': [
    'leases the authentication to another caller when a lease has expired',
    (sound) => ({ ...sound, take: (principal, ask) => sound.take(principal, { ...ask, leaseFor: 1e9 }) }),
  ],
  'that does not know its holder': [
    'extends the lease of a caller that asks again',
    (sound) => {
      let lease = 0
      return { ...sound, take: (principal, ask) => sound.take(principal, { ...ask, lease: String(++lease) }) }
    },
  ],
  'of one principal': [
    'distinguishes principals, whatever characters they contain',
    (sound) => ({
      take: (_, ask) => sound.take('', ask),
      save: (_, ...rest) => sound.save('', ...rest),
      forget: (_, lease) => sound.forget('', lease),
    }),
  ],
  'that forgets nothing': ['never returns a forgotten token', (sound) => ({ ...sound, forget: () => EMPTY })],
  'that forgets whatever is there': [
    'forgets only the token of the lease',
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
    'reports the remaining lifetime of a token, never more than when it was saved',
    (sound) => ({
      ...sound,
      take: (...asked) =>
        sound.take(...asked).pipe(map((one) => (one._tag === 'Stored' ? { ...one, remaining: 3_600_000 } : one))),
    }),
  ],
  'that gives dead tokens': [
    'never returns an expired token',
    (sound) => ({ ...sound, save: (principal, lease, token) => sound.save(principal, lease, token, 1e9) }),
  ],
  'that takes no notice of what is of no use': [
    'leases the renewal to one caller, and returns the old token to the others until the new one is saved',
    (sound) => ({ ...sound, take: (principal, { lease, leaseFor }) => sound.take(principal, { lease, leaseFor }) }),
  ],
  'that completes before it has saved': [
    'returns a token unchanged to all callers as soon as its save has completed',
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
    (sound) => ({ ...sound, take: () => of<ReadonlyArray<TokenResponse>>({ _tag: 'Leased' }, { _tag: 'Busy' }) }),
  ],
  'that keeps whatever is saved': [
    'ignores the token of a caller without a lease',
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
