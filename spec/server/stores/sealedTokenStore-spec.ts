import { inspect } from 'node:util'
import { EMPTY, from, of } from 'rxjs'
import {
  type AccessToken,
  createVirtualClock,
  redact,
  reveal,
  type TokenResponse,
  type TokenStore,
} from '../../../lib/index.js'
import { memoryTokenStore, sealedTokenStore } from '../../../lib/node.js'
import { tokenStoreLaws } from '../../laws/tokenStoreLaws.js'

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const token: AccessToken = {
  access_token: redact('c4nary-token'),
  expires_at: new Date(0),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'c4nary-user' },
}

const take = (store: TokenStore, lease = 'b', principal = 'user'): TokenResponse | undefined => {
  let answer: TokenResponse | undefined
  from(store.take(principal, { lease, leaseFor: 1000 })).subscribe((one) => (answer = one))
  return answer
}

/** A store with a token in it, sealed by the key; and what is kept. */
const withToken = (key: string) => {
  const bytes = memoryTokenStore<Uint8Array>()
  const saved: Array<Uint8Array> = []
  const kept: TokenStore<Uint8Array> = {
    ...bytes,
    save: (principal, lease, sealed, left) => {
      saved.push(sealed)
      return bytes.save(principal, lease, sealed, left)
    },
  }
  const store = sealedTokenStore(kept, [key])
  take(store, 'a')
  store.save('user', 'a', token, 1000).subscribe()
  return { bytes, store, saved }
}

describe('sealedTokenStore', () => {
  it.each(tokenStoreLaws)('$name', ({ check }) => {
    const clock = createVirtualClock()
    const bytes = memoryTokenStore<Uint8Array>({ clock })
    return expect(
      check(
        () => sealedTokenStore(bytes, [keyOf(1)]),
        (ms) => clock.advance(ms),
      ),
    ).resolves.toBeUndefined()
  })

  it('seals by the first key, and opens by any', () => {
    const { bytes } = withToken(keyOf(1))
    const answer = take(sealedTokenStore(bytes, [keyOf(2), keyOf(1)]))
    expect(answer?._tag === 'Stored' && reveal(answer.token.access_token)).toBe('c4nary-token')
    expect(take(sealedTokenStore(bytes, [keyOf(1)]))?._tag).toBe('Stored')
  })

  it('leaves what another key has sealed, for those who have that key', () => {
    const { bytes, store } = withToken(keyOf(1))
    const other = sealedTokenStore(bytes, [keyOf(2)])
    expect([take(other), take(other, 'c')]).toEqual([{ _tag: 'Unreadable' }, { _tag: 'Unreadable' }])
    expect(take(store, 'd')?._tag).toBe('Stored')
  })

  it('opens no token that was moved to another user', () => {
    const { bytes, saved } = withToken(keyOf(1))
    bytes.take('thief', { lease: 'x', leaseFor: 1000 }).subscribe()
    bytes.save('thief', 'x', saved[0] ?? new Uint8Array(), 1000).subscribe()
    expect(take(sealedTokenStore(bytes, [keyOf(1)]), 'b', 'thief')).toEqual({ _tag: 'Unreadable' })
  })

  it('takes what is no sealed token for one that it cannot read', () => {
    const bytes: TokenStore<Uint8Array> = {
      take: () => of({ _tag: 'Stored', token: Uint8Array.of(1, 2), remaining: 1000, lease: 'a' }),
      save: () => EMPTY,
      forget: () => EMPTY,
    }
    expect(take(sealedTokenStore(bytes, [keyOf(1)]))).toEqual({ _tag: 'Unreadable' })
  })

  it('gives nothing of the token to the store in the clear', () => {
    const { saved } = withToken(keyOf(1))
    const texts = saved.flatMap((bytes) =>
      ['latin1', 'utf16le', 'base64'].map((as) => Buffer.from(bytes).toString(as as BufferEncoding)),
    )
    expect(texts).toHaveLength(3)
    const shown = [...texts, inspect(saved)].join()
    expect([shown.includes('c4nary'), shown.includes(Buffer.from('c4nary').toString('base64'))]).toEqual([false, false])
  })

  it('refuses what is no store', () => {
    expect(() => sealedTokenStore({} as TokenStore<Uint8Array>, [keyOf(1)])).toThrow('store')
    expect(() => sealedTokenStore(memoryTokenStore<Uint8Array>(), [])).toThrow('keys')
  })
})
