/** What JSON leaves as it is, and a terminal may take for a command or let turn a line around. */
const steering = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A resource as one line of JSON, with the names and the moments of the wire, harmless to a terminal. */
export const jsonLine = (resource: unknown): string => JSON.stringify(resource).replace(steering, escaped)
