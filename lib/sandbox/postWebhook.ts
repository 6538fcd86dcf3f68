import type { Deliver } from './WebhooksConfig.js'

const patience = 10_000

/** Posts over the network, one after the other, in the order in which they are given. */
export const createPost = (): Deliver => {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const sent = last.then(() => fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(patience) }))
    last = sent.catch(() => undefined)
    return sent
  }
}
