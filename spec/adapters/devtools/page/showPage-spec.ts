import { lastValueFrom } from 'rxjs'
import { obtainKey } from '../../../../lib/adapters/devtools/page/showPage.js'

/** A tab whose address has this fragment, and a server that gives the key `key` for the token `good`. */
const tab = (hash: string, stored: Readonly<Record<string, string>> = {}) => {
  const storage = new Map(Object.entries(stored))
  const addresses: Array<unknown> = []
  const asked: Array<readonly [string, unknown]> = []
  const entrance = {
    location: { hash, pathname: '/' },
    history: {
      replaceState: (_state: unknown, _title: string, address?: string | URL | null) => addresses.push(address),
    },
    storage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
    },
    fetch: (path: string, { method, headers }: RequestInit) => {
      asked.push([`${String(method)} ${path}`, headers])
      const isGood = (headers as { Authorization: string }).Authorization === 'Bearer good'
      return Promise.resolve(new Response(isGood ? '{"key":"key"}' : 'no', { status: isGood ? 200 : 403 }))
    },
  }
  return { storage, addresses, asked, key: () => lastValueFrom(obtainKey(entrance)) }
}

describe('enter', () => {
  it('exchanges the token of the address for a key, which it keeps for the tab, and takes it out of the address', async () => {
    const { key, storage, addresses, asked } = tab('#good', { 'rxbank-inspector': 'old' })
    await expect(key()).resolves.toBe('key')
    expect(Array.from(storage)).toStrictEqual([['rxbank-inspector', 'key']])
    expect(addresses).toStrictEqual(['/'])
    expect(asked).toStrictEqual([['POST /session', { Authorization: 'Bearer good' }]])
  })

  it('has the key of the tab if there is no token', async () => {
    const { key, asked } = tab('', { 'rxbank-inspector': 'kept' })
    await expect(key()).resolves.toBe('kept')
    expect(asked).toStrictEqual([])
  })

  it.each(['', '#used'])('is refused for the fragment %j', async (hash) => {
    const { key, storage, addresses } = tab(hash)
    await expect(key()).rejects.toMatchObject({ name: 'AccessDenied' })
    expect([storage.size, addresses]).toStrictEqual([0, hash === '' ? [] : ['/']])
  })
})
