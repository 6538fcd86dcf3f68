import { catchError, concatMap, defer, EMPTY, from, map, type Observable, of, takeWhile, timeout } from 'rxjs'
import type { Clock, Http, HttpRequest } from '../../../index.js'
import type { RecordingTransport } from '../recordingTransport.js'
import { type Answer, answerOf } from './Answer.js'
import type { Sighting } from './Assumption.js'
import type { Experiment } from './experiments.js'

/** The first page of a list, and the request for it. */
export interface FirstPage {
  readonly answer: Answer
  readonly request: HttpRequest
}

/** What an experiment showed, and the answer. */
export interface ExperimentResult {
  readonly experiment: Experiment
  readonly answer: Answer
  readonly sighting: Sighting | undefined
}

/** The timeout of an experiment, in milliseconds. */
const timeoutMs = 8000

const withQuery = (request: HttpRequest, query: Readonly<Record<string, string | null>>): HttpRequest => {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(query))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return { ...request, url: url.href }
}

/**
 * Asks the questions of experiments one after the other, each by one request, as long as `isAllowed`; those that a
 * first page cannot answer are left out. Emits what each showed, and completes after a 429. A request that fails shows
 * nothing.
 */
export const runExperiments = (
  experiments: ReadonlyArray<Experiment>,
  firstPages: ReadonlyMap<string, FirstPage>,
  watched: RecordingTransport,
  clock: Clock,
  isAllowed: () => boolean,
): Observable<ExperimentResult> => {
  const ask = (experiment: Experiment): Observable<ExperimentResult> =>
    defer(() => {
      const first = firstPages.get(experiment.key)
      const query = first && experiment.query(first.answer)
      if (first === undefined || query === undefined || !isAllowed()) return EMPTY
      const http: Http = watched.http
      return http(withQuery(first.request, query)).pipe(
        timeout({ first: timeoutMs, scheduler: clock.scheduler }),
        map(() => watched.take().at(-1)),
        concatMap((exchange) => {
          if (exchange === undefined) return EMPTY
          const answer = answerOf(first.answer.operation, first.answer.profile, exchange, true)
          return of({ experiment, answer, sighting: experiment.judge(answer, first.answer) })
        }),
        catchError(() => EMPTY),
      )
    })
  return from(experiments).pipe(
    concatMap(ask),
    takeWhile(({ answer }) => answer.status !== 429, true),
  )
}
