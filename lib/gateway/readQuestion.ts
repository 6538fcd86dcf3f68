import { language } from '../api/categories.js'
import type { Priority } from '../http/HttpRequest.js'
import type { Service } from '../profile/Service.js'
import { type Found, findOperation } from './findOperation.js'
import { passages, type Question } from './passages.js'
import { readQuery } from './readQuery.js'
import { Refusal } from './Refusal.js'
import { refuseStrangers } from './refuseStrangers.js'

/** What is asked, and by whom it is waited for. */
export interface Asked extends Question, Found {
  /** That of the list, after the prefix. */
  readonly path: string
  readonly priority: Priority
}

const longestUrl = 4096

/** The first language that a browser prefers, if the service speaks it. */
const preferred = (accepted: string | null): Question['language'] => {
  const first = /^\s*([a-z]+)/i.exec(accepted ?? '')?.[1]?.toLowerCase()
  return language.is(first) ? first : undefined
}

/** Where a gateway is reached, and what of the service is behind it. */
interface Face extends Service {
  readonly environment: 'production' | 'sandbox'
  readonly prefix: string
  readonly origin: string | undefined
}

/** Reads a request; throws a `Refusal` for whatever is not an allowed question. */
export const readQuestion = (face: Face): ((request: Request) => Asked) => {
  const { profile, environment, prefix, origin } = face
  const find = findOperation(profile, passages(face, environment))
  return (request) => {
    if (request.url.length > longestUrl) throw new Refusal(414, 'too_long', 'The address is too long.')
    const url = new URL(request.url)
    const own = origin ?? url.origin
    const priority = refuseStrangers(request, own)
    const { pathname } = url
    const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
    const found = find(path)
    if (found === undefined) throw new Refusal(404, 'unknown_path', 'The gateway does not have this path.')
    const { method } = found.operation
    if (method !== request.method) throw new Refusal(405, 'method_not_allowed', `Send a ${method}.`, undefined, method)
    const query = readQuery(url.search, found.operation.parameters)
    if (query.has('handle') && query.size > 1)
      throw new Refusal(400, 'bad_query', 'A handle is the whole query: nothing goes beside it.')
    const redirect = query.get('redirect_url') as string | undefined
    if (redirect !== undefined && new URL(redirect).origin !== own)
      throw new Refusal(400, 'bad_query', 'The parameter redirect_url leads to another site.')
    return { ...found, path, priority, query, language: preferred(request.headers.get('accept-language')) }
  }
}
