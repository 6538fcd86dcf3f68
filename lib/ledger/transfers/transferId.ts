/** Escapes the separator in a row id, so that two pairs never have the same id. */
const escapeId = (id: string): string => id.replace(/[%~]/g, (char) => (char === '%' ? '%25' : '%7E'))

/** The id of a transfer, such as `7~12`: made of the ids of its rows. */
export const transferId = (from: string, to: string): string => `${escapeId(from)}~${escapeId(to)}`
