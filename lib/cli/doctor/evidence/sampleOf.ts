const samples: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['integer of 10 digits', 1_769_860_800],
  ['integer of 13 digits', 1_769_860_800_000],
  ['number', 7.5],
  ['list', []],
  ['object', {}],
  ['empty text', ''],
  ['date', '2026-01-31'],
  ['time', '2026-01-31T12:00:00.000Z'],
  ['time without milliseconds', '2026-01-31T12:00:00Z'],
  ['time with other fractions', '2026-01-31T12:00:00.000000Z'],
  ['time with an offset', '2026-01-31T12:00:00+01:00'],
  ['time without a zone', '2026-01-31T12:00:00'],
  ['UUID', '00000000-0000-4000-8000-000000000000'],
  ['integer in text', '7'],
  ['number in text', '7.5'],
])

/** A sample value of a form that `valueForm` returns; `'text'` for the forms that are not listed, such as `URL`. */
export const sampleOf = (form: string): unknown => (samples.has(form) ? samples.get(form) : 'text')
