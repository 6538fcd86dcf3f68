import type { Tone } from '../styledLine.js'

/** The tone in which the status of a refresh is printed. */
export const refreshTone = (status: string, hasEnded: boolean): Tone => {
  if (!hasEnded) return 'strong'
  return status === 'finished' ? 'good' : status === 'info_required' ? 'notable' : 'bad'
}
