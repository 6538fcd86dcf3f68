const toTime = (ms: unknown): unknown =>
  typeof ms === 'number' && Number.isSafeInteger(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : ms

/**
 * The conversions of a value from the form in which a service sends it to that of a profile. A value of another form is
 * not converted.
 */
export const conversions = {
  'number-from-text': (value: unknown): unknown =>
    typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value,
  'text-from-number': (value: unknown): unknown => (typeof value === 'number' ? String(value) : value),
  'time-from-seconds': (value: unknown): unknown => toTime(typeof value === 'number' ? value * 1000 : value),
  'time-from-milliseconds': toTime,
}

/** The name of a conversion. */
export type Conversion = keyof typeof conversions
