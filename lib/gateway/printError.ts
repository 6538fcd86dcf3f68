import { isClientError } from '../error/ClientError.js'

/** What becomes of an error that no `onError` takes: it is printed; of the client's, whose stack is its own, a line. */
export const printError = (error: unknown): void => {
  console.error(isClientError(error) ? String(error) : error)
}
