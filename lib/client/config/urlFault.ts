import { isAltered, lacksSlashes } from '../../base/codec/urlOf.js'

/** What is wrong with the address of a service, to append to what was expected. It never quotes the address. */
export const urlFault = (given: unknown, roots: ReadonlyArray<string>): string => {
  if (given === undefined) return ''
  if (typeof given !== 'string' || !URL.canParse(given)) return '; this is no absolute URL'
  const { protocol, username, password, search, hash, pathname } = new URL(given)
  const path = pathname.replace(/\/+$/, '')
  const root = roots.find((end) => path.endsWith(end))
  const faults = [
    ...(isAltered(given) ? ['has spaces, line breaks or backslashes'] : []),
    ...(lacksSlashes(given) ? ['does not have two slashes after the scheme'] : []),
    ...(protocol === 'https:' ? [] : [protocol === 'http:' ? 'is http to another machine' : 'is of another scheme']),
    ...(username === '' && password === '' ? [] : ['has credentials']),
    ...(search === '' ? [] : ['has a query']),
    ...(hash === '' ? [] : ['has a fragment']),
    ...(root === undefined ? [] : [`ends in ${root}`]),
  ]
  return faults.length === 0 ? '' : `; this ${faults.join(', and ')}`
}
