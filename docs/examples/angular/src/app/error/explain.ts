import { getOrElse, isSome, map } from 'fp-ts/Option'
import { isClientError, type StatusError } from 'rxbank'

/** A failure as a person would want it told. */
export interface Explanation {
  readonly what: string
  readonly advice: string
}

const movedOn = { what: 'The list has moved on.', advice: 'Try again to read it from the start.' }

const serviceFails = {
  what: 'The bank’s service has a problem.',
  advice: 'It is not your fault, and nothing is lost. Try again soon.',
}

const wait = ({ retryAfter }: StatusError): string =>
  getOrElse(() => 'Wait a moment, then try again.')(
    map((ms: number) => `Try again in ${String(Math.max(1, Math.ceil(ms / 1000)))} seconds.`)(retryAfter),
  )

const explainStatus = (error: StatusError): Explanation => {
  const { status, type } = error
  if (status === 401) return { what: 'Your session has ended.', advice: 'Log in again to go on where you were.' }
  if (status === 403) return { what: 'You may not see this.', advice: 'If you think you should, tell us.' }
  if (status === 404) return { what: 'This is not there any more.', advice: 'Try again, or look elsewhere.' }
  if (status === 410) return movedOn
  if (isSome(type) && type.value === 'withheld') return serviceFails // the gateway gives the failing service a rest
  if (status === 429) return { what: 'That was a lot at once.', advice: wait(error) }
  return serviceFails
}

/** What happened, and what to do about it. */
export const explain = (error: unknown): Explanation => {
  if (!isClientError(error)) return { what: 'Something went wrong here.', advice: 'Try again; if it stays so, reload.' }
  switch (error._tag) {
    case 'NetworkError':
      return navigator.onLine
        ? { what: 'The server cannot be reached.', advice: 'Check your connection, then try again.' }
        : { what: 'You are offline.', advice: 'It is tried again when you are back.' }
    case 'TimeoutError':
    case 'DeadlineExceeded':
      return { what: 'This takes longer than it should.', advice: 'Try again; nothing is lost.' }
    case 'StatusError':
      return explainStatus(error)
    case 'PagingError':
      return movedOn
    case 'TokenUnavailable':
    case 'RequestNotSent':
      return { what: 'The bank’s service is busy.', advice: 'Wait a moment, then try again.' }
    case 'DecodeError':
      return { what: 'The bank’s service sent something unexpected.', advice: 'Try again; if it stays so, tell us.' }
    default:
      return { what: 'Something is set up wrongly.', advice: 'It is not your fault. Tell us what you did.' }
  }
}
