import type { UpdatedBatch } from './ChangesConfig.js'

/**
 * The user whose rows a watcher or a round reads, by the uuid in the tokens. A user who was deleted at the service and
 * created again has the same external id and a new uuid.
 */
export interface RowOwner {
  /** The uuid in lower case; `undefined` before the first token. */
  readonly uuid: () => string | undefined
  /**
   * Records the user of a response; `undefined` if the user is unknown. Returns whether the user differs from the
   * previous one. The first known user never counts as different.
   */
  readonly noteUser: (userUuid: string | undefined) => boolean
  /** The fields of a batch about its user. After a change of the user, the first call returns `isUserReplaced`. */
  readonly takeBatchFields: (userUuid: string | undefined) => Pick<UpdatedBatch<never>, 'userUuid' | 'isUserReplaced'>
}

/** Creates the owner of rows; `storedUuid` is the uuid of earlier rows, if it is known. */
export const rowOwner = (storedUuid?: string): RowOwner => {
  let currentUuid = storedUuid?.toLowerCase()
  let isReplaced = false

  return {
    uuid: () => currentUuid,
    noteUser: (userUuid) => {
      const previousUuid = currentUuid
      currentUuid = userUuid?.toLowerCase() ?? currentUuid
      // #sabotage: memory-uuid
      if (previousUuid === undefined || previousUuid === currentUuid) return false
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
