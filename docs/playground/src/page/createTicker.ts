/** What lets time pass, frame by frame, until it is stopped. */
export interface Ticker {
  readonly isPlaying: () => boolean
  readonly set: (isPlaying: boolean) => void
}

/** How much of a long frame counts, in milliseconds: a page that was hidden does not leap. */
const longest = 250

/**
 * Makes a ticker. `tick` is told how many milliseconds have passed since it was told last; while the program `isBusy`, it
 * waits. `changed` is told when it begins and when it stops.
 */
export const createTicker = (
  isBusy: () => boolean,
  tick: (passed: number) => void,
  changed: (isPlaying: boolean) => void,
): Ticker => {
  let playing = false
  const frame = (before: number, now: number): void => {
    if (!playing) return
    const isWaiting = isBusy()
    if (!isWaiting) tick(Math.min(now - before, longest))
    requestAnimationFrame((next) => frame(isWaiting ? before : now, next))
  }
  return {
    isPlaying: () => playing,
    set: (isPlaying) => {
      if (playing === isPlaying) return
      playing = isPlaying
      changed(playing)
      if (playing) requestAnimationFrame((now) => frame(now, now))
    },
  }
}
