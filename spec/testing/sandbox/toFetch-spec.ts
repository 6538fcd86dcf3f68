import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { headersOf, start, virtualSandbox } from './caller.js'

const setUp = () => {
  const clock = createVirtualClock({ start })
  const sandbox = virtualSandbox({ profile: documentedProfile, clock })
  const headers = headersOf(sandbox)
  const get = (init: RequestInit = {}) => sandbox.fetch('https://bank.example/v2/banks?limit=2', { headers, ...init })
  return { clock, sandbox, headers, get, counts: () => sandbox.journal.counts() }
}

describe('toFetch', () => {
  it('takes a text, a URL or a Request', async () => {
    const { sandbox, headers } = setUp()
    const url = 'https://bank.example/some/prefix/v2/banks?limit=1#hash'
    const answers = [
      await sandbox.fetch(url, { headers }),
      await sandbox.fetch(new URL(url), { headers }),
      await sandbox.fetch(new Request(url, { headers })),
    ]
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(answers.map(({ status, ok }) => [status, ok])).toStrictEqual(answers.map(() => [200, true]))
    expect(sandbox.journal.entries()[2]).toMatchObject({ path: '/v2/banks', query: 'limit=1' })
  })

  it('sends method and body', async () => {
    const { sandbox, headers } = setUp()
    const answer = await sandbox.fetch('https://bank.example/v2/authenticate', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"external_user_id":"A6J"}',
    })
    expect(await answer.json()).toMatchObject({ user: { external_user_id: 'A6J' } })
  })

  it('answers statuses without a body, and redirects, as they are', async () => {
    const { sandbox, get } = setUp()
    sandbox.faults.add({ kind: 'status', status: 204 })
    sandbox.faults.add({ kind: 'redirect', to: 'https://other.example/' })
    const [bare, redirect] = [await get(), await get()]
    expect([bare.status, await bare.text()]).toStrictEqual([204, ''])
    expect([redirect.status, redirect.headers.get('location')]).toStrictEqual([302, 'https://other.example/'])
  })

  it('is aborted by its signal, before, while it waits, and with its reason', async () => {
    const { clock, sandbox, get, counts } = setUp()
    const reason = new Error('enough')
    await expect(get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(counts().started).toBe(0)

    const abort = new AbortController()
    sandbox.faults.add({ kind: 'latency', ms: 1000 })
    const started = new Promise((resolve) => sandbox.journal.changes$.subscribe(resolve))
    const answer = get({ signal: abort.signal })
    await started
    abort.abort(reason)
    await expect(answer).rejects.toBe(reason)
    expect([counts().aborted, clock.pending()]).toStrictEqual([1, 0])
  })

  it('is aborted before its body was read', async () => {
    const { sandbox, headers, counts } = setUp()
    const abort = new AbortController()
    const answer = sandbox.fetch('https://bank.example/v2/authenticate', {
      method: 'POST',
      headers,
      body: '{}',
      signal: abort.signal,
    })
    abort.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(counts().started).toBe(0)
  })

  it('does not mind an abort after the answer', async () => {
    const { get, counts } = setUp()
    const abort = new AbortController()
    const answer = await get({ signal: abort.signal })
    abort.abort()
    expect(((await answer.json()) as { resources: Array<unknown> }).resources).toHaveLength(2)
    expect(counts()).toMatchObject({ finished: 1, aborted: 0 })
  })

  it('loses the connection as the platform does: before the answer, or in its body', async () => {
    const { sandbox, get, counts } = setUp()
    sandbox.faults.add({ kind: 'disconnect' })
    await expect(get()).rejects.toThrow(TypeError)
    sandbox.faults.add({ kind: 'cut' })
    const answer = await get()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow(TypeError)
    expect(counts().disconnected).toBe(2)
  })

  it('ends a body of no told length too soon, or loses the connection in it', async () => {
    const { sandbox, get, counts } = setUp()
    sandbox.faults.add({ kind: 'cut', length: 'undeclared', bytes: 12 })
    expect(await (await get()).text()).toBe('{"resources"')
    sandbox.faults.add({ kind: 'cut', length: 'undeclared', bytes: 0 })
    expect(await (await get()).text()).toBe('')
    sandbox.faults.add({ kind: 'cut', length: 'undeclared', ending: 'reset' })
    await expect((await get()).text()).rejects.toThrow(TypeError)
    expect(counts().disconnected).toBe(3)
  })

  it('streams a huge body', async () => {
    const { sandbox, get } = setUp()
    sandbox.faults.add({ kind: 'huge', bytes: 3_000_000 })
    const text = await (await get()).text()
    expect(text).toHaveLength(3_000_000)
    expect(JSON.parse(text)).toMatchObject({ resources: [] })
  })
})
