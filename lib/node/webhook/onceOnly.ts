import { createHash } from 'node:crypto'
import { createRecent } from '../../gateway/recent.js'
import type { Clock } from '../../index.js'

/** How many digests of bodies are kept at most, at some 150 bytes each. */
const most = 100_000

interface Seen {
  readonly key: string
  readonly at: number
}

/**
 * Creates a function that returns whether a body is new, and remembers it for `lifetime` milliseconds. It compares
 * digests of the bodies, because webhooks have no id.
 */
export const onceOnly = (clock: Clock, lifetime: number): ((body: Uint8Array) => boolean) => {
  const seen = createRecent<Seen>()

  const forgetWhile = (isOver: (first: Seen) => boolean): void => {
    for (let first = seen.first(); first !== undefined && isOver(first); first = seen.first()) seen.delete(first.key)
  }

  return (body) => {
    const key = createHash('sha256').update(body).digest('base64')
    const at = clock.monotonic()
    forgetWhile((first) => first.at < at - lifetime)
    if (seen.get(key) !== undefined) return false
    forgetWhile(() => seen.size() >= most)
    seen.put(key, { key, at })
    return true
  }
}
