import type { Tone } from '../line.js'

/** How well a refresh stands. */
export const refreshTone = (status: string, ended: boolean): Tone => {
  if (!ended) return 'strong'
  return status === 'finished' ? 'good' : status === 'info_required' ? 'notable' : 'bad'
}
