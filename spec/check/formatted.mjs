import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { format } from 'oxfmt'

const { overrides, ...options } = JSON.parse(readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'))

/** A text as `npm run format` would write it to a file of that name. */
export const formatted = async (file, text) => {
  const own = overrides.find(({ files }) => files.includes(`**/*${extname(file)}`))?.options
  const { code, errors } = await format(file, text, { ...options, ...own })
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`)
  return code
}
