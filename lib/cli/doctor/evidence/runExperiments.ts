import { catchError, concatMap, defer, EMPTY, from, map, type Observable, of, takeWhile, timeout } from 'rxjs'
import type { Clock, Http, HttpRequest } from '../../../index.js'
import type { RecordingTransport } from '../recordingTransport.js'
import { type Answer, answerOf } from './Answer.js'
import type { Observation } from './Assumption.js'
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
  readonly observation: Observation | undefined
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
 * Runs experiments one after the other, each with one request, as long as `isAllowed` returns true. Skips an experiment
 * if there is no suitable first page. Emits what each one showed, and completes after a 429. A request that fails shows
 * nothing.
 */
export const runExperiments = (
  experiments: ReadonlyArray<Experiment>,
  firstPages: ReadonlyMap<string, FirstPage>,
  transport: RecordingTransport,
  clock: Clock,
  isAllowed: () => boolean,
): Observable<ExperimentResult> => {
  const run = (experiment: Experiment): Observable<ExperimentResult> =>
    defer(() => {
      const first = firstPages.get(experiment.key)
      const query = first && experiment.query(first.answer)
      if (first === undefined || query === undefined || !isAllowed()) return EMPTY
      const http: Http = transport.http
      return http(withQuery(first.request, query)).pipe(
        timeout({ first: timeoutMs, scheduler: clock.scheduler }),
        map(() => transport.take().at(-1)),
        concatMap((exchange) => {
          if (exchange === undefined) return EMPTY
          const answer = answerOf(first.answer.operation, first.answer.profile, exchange, true)
          return of({ experiment, answer, observation: experiment.judge(answer, first.answer) })
        }),
        catchError(() => EMPTY),
      )
    })
  return from(experiments).pipe(
    concatMap(run),
    takeWhile(({ answer }) => answer.status !== 429, true),
  )
}
