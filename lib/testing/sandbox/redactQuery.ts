import { redact } from '../../base/Redacted.js'

const secret = /secret|password|token/i

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * A query in which the values of secrets and passwords, which some stages send there, are replaced; otherwise
 * unchanged.
 */
export const shownQuery = (query: string): string =>
  query
    .split('&')
    .map((part) => {
      const [name = ''] = part.split('=', 1)
      return secret.test(decoded(name)) ? `${name}=${redact('').toString()}` : part
    })
    .join('&')
