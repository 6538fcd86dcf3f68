import type { Deliver } from './WebhooksConfig.js'

const timeout = 10_000

/** Creates a function that posts webhooks by `fetch`, one after the other. */
export const createPost = (): Deliver => {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const sent = last.then(() => fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(timeout) }))
    last = sent.catch(() => undefined)
    return sent
  }
}
