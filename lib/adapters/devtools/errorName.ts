import { isClientError } from '../../index.js'

/** What may be told of an error: its tag, and the status of an answer; nothing of an error of others. */
export const errorName = (error: unknown): string => {
  if (!isClientError(error)) return 'an error that is not the client’s'
  return 'status' in error ? `${error._tag} ${String(error.status)}` : error._tag
}
