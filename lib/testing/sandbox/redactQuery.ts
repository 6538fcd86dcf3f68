import { redact } from '../../base/Redacted.js'

const secretName = /secret|password|token/i

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Replaces the values of secrets and passwords in a query, where some API versions send them. Other text stays unchanged.
 */
export const redactQuery = (query: string): string =>
  query
    .split('&')
    .map((part) => {
      const [name = ''] = part.split('=', 1)
      return secretName.test(decodeName(name)) ? `${name}=${redact('').toString()}` : part
    })
    .join('&')
