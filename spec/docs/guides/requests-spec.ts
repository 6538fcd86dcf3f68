import { readFileSync } from 'node:fs'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { memberNames, plain, tableRows } from './tables.js'

const guide = 'docs/guides/requests.md'

describe(guide, () => {
  it('lists every field of a request, with a default if it may be left out', () => {
    const fields = tableRows(guide, 'Field').map(([name, value]) => `${plain(name)}${value === '' ? '' : '?'}`)
    expect(fields).toStrictEqual(memberNames('lib/service/api/Request.ts', 'RequestLine'))
  })

  it('lists every resource whose codec can be replaced', () => {
    const [sentence = ''] = /by resource: ([^.]+)\./.exec(readFileSync(guide, 'utf8')) ?? []
    const names = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name]) => name)
    expect(names).toStrictEqual(Object.keys(documentedProfile.codecs).sort())
  })
})
