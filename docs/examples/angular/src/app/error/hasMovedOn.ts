import { isClientError } from 'rxbank'

/** Whether a page of a list can no longer be reached from the one before it: the list begins again with its first page. */
export const hasMovedOn = (error: unknown): boolean =>
  isClientError(error) && (error._tag === 'PagingError' || (error._tag === 'StatusError' && error.status === 410))
