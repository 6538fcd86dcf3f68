import { type Option, toUndefined } from 'fp-ts/lib/Option.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/**
 * The user whose rows a watcher or a round reads, by the uuid that the tokens name. A user who was deleted at the service
 * and made again has the same external id, and another uuid.
 */
export interface RowOwner {
  /** The uuid, in lower case; `undefined` as long as no token has named it. */
  readonly uuid: () => string | undefined
  /** Continues with the user of a store, if it has one. */
  readonly restore: (userUuid: Option<string>) => void
  /**
   * Notes the user of an answer, if it is known. Returns whether it is another one than before. The first user that is
   * known takes over what was kept without a uuid.
   */
  readonly noteUser: (userUuid: string | undefined) => boolean
  /** What a batch says of its user; the first batch of another user says that the one before was replaced. */
  readonly takeBatchFields: (userUuid: string | undefined) => Pick<UpdatedBatch<never>, 'userUuid' | 'isUserReplaced'>
}

/** Creates the owner of rows that were kept for the user of a uuid, if that is known. */
export const rowOwner = (storedUuid?: string): RowOwner => {
  let currentUuid = storedUuid?.toLowerCase()
  let isReplaced = false

  return {
    uuid: () => currentUuid,
    restore: (userUuid) => {
      currentUuid = toUndefined(userUuid)?.toLowerCase()
    },
    noteUser: (userUuid) => {
      const before = currentUuid
      currentUuid = userUuid?.toLowerCase() ?? currentUuid
      // #sabotage: memory-uuid
      if (before === undefined || before === currentUuid) return false
      isReplaced = true
      return true
    },
    takeBatchFields: (userUuid) => {
      const wasReplaced = isReplaced
      isReplaced = false
      return { ...(userUuid !== undefined && { userUuid }), ...(wasReplaced && { isUserReplaced: true }) }
    },
  }
}
