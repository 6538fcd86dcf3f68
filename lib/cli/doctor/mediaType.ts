/** The media types that reports name. */
const commonTypes = new Set([
  'application/hal+json',
  'application/javascript',
  'application/json',
  'application/octet-stream',
  'application/pdf',
  'application/problem+json',
  'application/vnd.api+json',
  'application/x-ndjson',
  'application/xml',
  'text/csv',
  'text/html',
  'text/plain',
  'text/xml',
])

/** The media type of a `Content-Type` header, if it is a common one; the parameters are left out. */
export const mediaType = (header: string | undefined): string => {
  if (header === undefined) return 'no type'
  const [type = ''] = header.toLowerCase().split(';')
  return commonTypes.has(type.trim()) ? type.trim() : 'another type'
}
