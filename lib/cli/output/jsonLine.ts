/** Characters that JSON does not escape, and that control a terminal or change the direction of text. */
const controlCharacters = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON without control characters: they occur only in strings, and are escaped there. */
export const escapeControls = (json: string): string => json.replace(controlCharacters, escapeCharacter)

/** A resource as one line of JSON, with the service's names and times. Control characters are escaped. */
export const jsonLine = (resource: unknown): string => escapeControls(JSON.stringify(resource))

/** A report as one line of JSON. Its numbers, which are counts and milliseconds, are rounded. */
export const reportLine = (report: unknown): string =>
  escapeControls(JSON.stringify(report, (_, value: unknown) => (typeof value === 'number' ? Math.round(value) : value)))

/** A resource as JSON for a person: like {@link jsonLine}, with a line for each field. */
export const indentedJson = (resource: unknown): string => escapeControls(JSON.stringify(resource, null, 2))

/** A resource for standard output: with a line for each field on a terminal, otherwise one line. */
export const resourceLine = (resource: unknown): string =>
  process.stdout.isTTY ? indentedJson(resource) : jsonLine(resource)
