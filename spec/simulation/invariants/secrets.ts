import { inspect } from 'node:util'
import { canary } from '../actions/rows.js'
import { credentials } from '../world/createWorld.js'
import type { Invariant } from './Invariant.js'

/** The form of a token, the canaries, fields of rows as JSON, and what a cursor begins with. */
const secret = new RegExp(
  `[0-9a-f]{40}-[0-9a-f]{8}-|${credentials.clientSecret}|${canary}|(?:raw_description|stock_key)"|pass-|%2B%2F%2B%2F`,
)

/** Nothing that a client says about itself tells a secret. */
export const secrets: Invariant = {
  name: 'no secret, token, password, cursor or row is in an event, an error or a key',
  watch: (_, broken) => {
    const harmless = new Set<string>()

    const isReported = (text: string): boolean => {
      if (harmless.has(text)) return false
      if (secret.test(text)) return true
      if (harmless.size > 10_000) harmless.clear()
      harmless.add(text)
      return false
    }

    const search = (value: unknown): boolean => {
      if (typeof value === 'string') return isReported(value)
      if (typeof value !== 'object' || value === null || value instanceof Date) return false
      if (value instanceof Error) return isReported(inspect(value, { depth: 9 }) + JSON.stringify(value))
      for (const name in value) if (search((value as Record<string, unknown>)[name])) return true
      return false
    }

    return {
      event: (event) => {
        if (search(event)) broken(`an event ${event._tag} tells a secret`)
      },
      failed: (_person, operation, error) => {
        if (search(error)) broken(`an error of ${operation} tells a secret`)
      },
      saved: (_person, key) => {
        if (isReported(key)) broken('a key of a store tells a secret')
      },
    }
  },
}
