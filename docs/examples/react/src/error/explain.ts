import { isClientError, type StatusError } from 'rxbank'

/** A failure as a person wants it told: what happened, and what to do. */
export interface Explanation {
  readonly what: string
  readonly advice: string
}

const serviceFails: Explanation = {
  what: 'The bank’s service has a problem.',
  advice: 'Nothing is lost. Try again soon.',
}

const explainStatus = ({ status, type }: StatusError): Explanation => {
  // The gateway's answer while it gives the failing service a rest.
  if (type._tag === 'Some' && type.value === 'withheld') return serviceFails
  if (status === 401) return { what: 'Your session has ended.', advice: 'Log in again.' }
  if (status === 403) return { what: 'You may not see this.', advice: 'If you think that you should, tell us.' }
  if (status === 429) return { what: 'That was a lot at once.', advice: 'Wait a moment, then try again.' }
  if (status === 410) return { what: 'The list has moved on.', advice: 'Try again to read it from the start.' }
  return serviceFails
}

/** Explains an error of a stream. */
export const explain = (error: unknown): Explanation => {
  if (!isClientError(error)) return { what: 'Something went wrong here.', advice: 'Reload the page.' }
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
    case 'TokenUnavailable':
    case 'RequestNotSent':
      return { what: 'The bank’s service is busy.', advice: 'Wait a moment, then try again.' }
    case 'DecodeError':
      return { what: 'The bank’s service sent something unexpected.', advice: 'Try again. If it stays so, tell us.' }
    case 'PagingError':
      return { what: 'The list has moved on.', advice: 'Try again to read it from the start.' }
    default:
      return { what: 'Something is set up wrongly.', advice: 'It is not your fault. Tell us what you did.' }
  }
}
