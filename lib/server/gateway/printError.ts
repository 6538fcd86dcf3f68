import { isClientError } from '../../base/error/ClientError.js'

/** The default of `onError`: prints an error on the console; a `ClientError` without its stack. */
export const printError = (error: unknown): void => {
  console.error(isClientError(error) ? String(error) : error)
}
