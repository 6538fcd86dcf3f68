import { of } from 'rxjs'
import type { ClientConfig, HttpRequest, HttpResponse, RefreshStatus } from '../../lib/index.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { json } from './responses.js'
import { type Answer, scripted } from './scripted.js'

/** What the service says of a refresh: a word, and when the item was refreshed last, in seconds of 2026. */
export const saying = (status: string, at?: number | null): HttpResponse =>
  json({ status, ...(at === undefined ? {} : { refreshed_at: at === null ? null : moment(at).toISOString() }) })

/** So many seconds of 2026. */
export const moment = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))

/** The answer to a refresh that was accepted: it has no body. */
export const accepted: HttpResponse = {
  status: 202,
  headers: { location: 'https://elsewhere.example/v2/items/7/refresh/status' },
  body: '',
}

/** What was seen of a watch: the words, then how it ended. */
export const seenOf = (watch$: {
  subscribe: (observer: {
    next: (status: RefreshStatus) => void
    error: (error: { _tag: string }) => void
    complete: () => void
  }) => unknown
}): Array<string> => {
  const seen: Array<string> = []
  watch$.subscribe({
    next: ({ status }) => seen.push(status as string),
    error: ({ _tag }) => seen.push(_tag),
    complete: () => seen.push('complete'),
  })
  return seen
}

/** The default service, where deployments have what it lacks. */
const profile = { ...documentedProfile, paths: bridge2021.paths }

/** A client of a service that has refreshes: it gives these answers to questions, the last again and again. */
export const refreshing = (
  questions: ReadonlyArray<HttpResponse | Error>,
  start: Answer = () => of(accepted),
  config: Partial<ClientConfig> = {},
) => {
  let turn = 0
  const answer = (request: HttpRequest, call: number) =>
    request.method === 'GET'
      ? (questions[Math.min(turn++, questions.length - 1)] ?? saying('finished'))
      : start(request, call)
  return scripted(answer, { profile, ...config })
}
