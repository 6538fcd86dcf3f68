import { redact, reveal } from '../base/Redacted.js'
import type { HttpRequest } from './HttpRequest.js'

/** Adds query parameters that only the transport can read. Spaces become `%20`, which every server decodes. */
export const withSecretQuery = (request: HttpRequest, parameters: Readonly<Record<string, string>>): HttpRequest => {
  const previous = request.secretQuery && reveal(request.secretQuery)
  const added = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  const all = [previous, added].filter(Boolean).join('&')
  return all === '' ? request : { ...request, secretQuery: redact(all) }
}
