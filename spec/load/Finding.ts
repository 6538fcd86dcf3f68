/** Something that was measured, with the most that it may be, or the least. */
export interface Finding {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly most?: number
  readonly least?: number
}

export const holds = ({ value, most = Infinity, least = -Infinity }: Finding): boolean =>
  value <= most && value >= least
