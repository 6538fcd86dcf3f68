const two = (value: number): string => String(value).padStart(2, '0')

/** A moment of a scene as days, hours, minutes and seconds. */
export const shownTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  const tenths = Math.floor(ms / 100) % 10
  return `${days > 0 ? `day ${String(days + 1)}, ` : ''}${clock}.${String(tenths)}`
}
