/** A checkpoint as it is stored, with the uuid of its user if that is known. */
export interface Checkpoint {
  readonly moment: Date
  readonly userUuid?: string | undefined
}
