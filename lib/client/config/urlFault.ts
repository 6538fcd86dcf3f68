import { hasWrongSlashes, isAltered } from '../../base/codec/exactUrl.js'

/** What is wrong with the address of a service, to append to what was expected. It never quotes the address. */
export const urlFault = (address: unknown, roots: ReadonlyArray<string>): string => {
  if (address === undefined) return ''
  if (typeof address !== 'string' || !URL.canParse(address)) return '; this is no absolute URL'
  const { protocol, username, password, search, hash, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  const root = roots.find((end) => path.endsWith(end))
  const faults = [
    ...(isAltered(address) ? ['has spaces, line breaks or backslashes'] : []),
    ...(hasWrongSlashes(address) ? ['does not have two slashes after the scheme'] : []),
    ...(protocol === 'https:' ? [] : [protocol === 'http:' ? 'is http to another machine' : 'is of another scheme']),
    ...(username === '' && password === '' ? [] : ['has credentials']),
    ...(search === '' ? [] : ['has a query']),
    ...(hash === '' ? [] : ['has a fragment']),
    ...(root === undefined ? [] : [`ends in ${root}`]),
  ]
  return faults.length === 0 ? '' : `; this ${faults.join(', and ')}`
}
