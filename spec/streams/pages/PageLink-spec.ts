import { inspect } from 'node:util'
import { PageLink } from '../../../lib/streams/pages/PageLink.js'
import { rows } from '../../helpers/lists.js'

const secret = 'c2VjcmV0'
const link = new PageLink({
  client: {},
  principal: `user=${secret}`,
  operation: rows.operation,
  path: rows.path,
  codec: rows.resource,
  uri: `/v2/rows?after=${secret}`,
  requestUrl: `https://bank.example/v2/rows?before=${secret}`,
  number: 2,
})

describe('PageLink', () => {
  it('prints as [PageLink], however it is printed', () => {
    expect([String(link), link.toString(), JSON.stringify({ link }), inspect(link)]).toEqual([
      '[PageLink]',
      '[PageLink]',
      '{"link":"[PageLink]"}',
      '[PageLink]',
    ])
  })

  it.each([
    ['inspect', inspect(link, { showHidden: true, depth: null, customInspect: false, getters: true })],
    ['spreading', JSON.stringify(Object.assign({}, link))],
    ['a deep copy', inspect(structuredClone(link), { showHidden: true })],
    ['its own keys', Reflect.ownKeys(link).join()],
  ])('does not give its address away to %s', (_, shown) => {
    expect(shown).not.toMatch(/c2VjcmV0|bank|v2|user/)
  })

  it('cannot be changed', () => {
    expect(Object.isFrozen(link)).toBe(true)
  })
})
