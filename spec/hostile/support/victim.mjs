// The client that is attacked, and what becomes of its streams.
import assert from 'node:assert/strict'
import { assertCloaked, secret } from './canaries.mjs'
import { rxbank } from './installed.mjs'

const { createClient, documentedProfile, isClientError } = rxbank

/** A client that tries nothing twice unless it is told to; nothing that it tells may show a canary. */
export const victim = (after, baseUrl, config = {}) => {
  const client = createClient({
    profile: documentedProfile,
    baseUrl,
    clientId: 'app',
    clientSecret: secret,
    retry: { count: 0 },
    ...config,
  })
  const events = []
  const listening = client.events$.subscribe((event) => events.push(event))
  after(() => {
    listening.unsubscribe()
    assertCloaked(events, 'events$')
    assertCloaked(client, 'the client')
  })
  return Object.assign(client, { heard: events })
}

/** A user of it. */
export const victimsUser = (after, baseUrl, config) => victim(after, baseUrl, config).user({ externalUserId: 'A6J' })

/** How a stream ends, with what it emitted: `complete`, or the tag of its error, which shows no canary. */
export const outcome = async (stream$) => {
  const { end, error, values } = await new Promise((resolve) => {
    const values = []
    stream$.subscribe({
      next: (value) => values.push(value),
      error: (error) => resolve({ end: error?._tag ?? error?.name, error, values }),
      complete: () => resolve({ end: 'complete', values }),
    })
  })
  if (error !== undefined) {
    assertCloaked(error, 'the error')
    assert.ok(error.message.length < 20_000, `a message of ${error.message.length} characters`)
  }
  return { end, error, reason: error?.reason, status: error?.status, values }
}

/** The outcome of a stream that has to end with a ClientError. */
export const failure = async (stream$, ...tags) => {
  const ended = await outcome(stream$)
  assert.ok(
    isClientError(ended.error),
    `it ended with ${ended.end}, ${ended.error?.stack ?? JSON.stringify(ended.values)}`,
  )
  if (tags.length > 0) assert.ok(tags.includes(ended.end), `it ended with ${ended.end}: ${ended.error.message}`)
  return ended
}
